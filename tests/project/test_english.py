"""Plain technical English: docstrings, comments and docs, folder by folder.

A folder is added to ``PLAIN`` once it is rewritten; from then on the rules below hold in it. The
rules are those of CONTRIBUTING.md: a function's docstring begins with an imperative verb, sentences
name their actor (client, player, caller), and class names of the package have one meaning each.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from offenders import ROOT, nodes_of, offenders

PLAIN = """
src/tilewright/[!p]*
src/tilewright/perft.py
src/tilewright/position
scripts
benchmarks
examples
learning
tools
tests
web/src
web/tests
docs
README.md
""".split()
"""Files and folders in which the rules hold."""

WORDS = re.compile(
    r"\b(who(?:so)?ever|whomever|somebody|nobody|everybody|anybody|anew|now and then|and so on)\b",
    re.IGNORECASE,
)
"""Words that leave open who acts, or how often."""

OPENINGS = frozenset(
    """
    a all also an and another any anything as at because before both but by each either every
    everything for from half he her here his how i if in it its just like many more most much my no
    none not nothing of on one only or other our says she so some something such tells than that the
    their them then there these they this those to true until very was we were what when where
    whether which while who whom whose why with without you your
    """.split()
)
"""Words with which no imperative sentence begins."""

NOUN = re.compile(
    r"""\w+'s\b | (?!\w*ss\b)\w+s\b | [A-Z]+-\d | \w+\[ | \d
        | (candidate|fresh|ink|interpolated|new|nine|own|phase|plain|progress|random|room|six
           |slot|three|two|uniform|wheel)\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Beginnings of noun phrases and of sentences about a function: plurals, "Returns", rule ids."""


def python_files() -> Iterator[Path]:
    yield from (path for path in plain_files() if path.suffix == ".py")


def plain_files() -> Iterator[Path]:
    """Yield the files in which the rules hold."""
    for name in PLAIN:
        found = sorted(ROOT.glob(name))
        assert found, f"PLAIN names {name}, which is not there"
        for path in found:
            yield from [path] if path.is_file() else sorted(filter(Path.is_file, path.rglob("*")))


# --- Functions say what they do -----------------------------------------------------------------


def is_described_as_a_value(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return True for properties: their docstrings say what the value is."""
    names = {ast.unparse(decorator) for decorator in function.decorator_list}
    return bool(names & {"property", "cached_property", "functools.cached_property"})


def is_fixture_or_test(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return True for tests and fixtures, whose docstrings tell what they are about."""
    decorators = " ".join(ast.unparse(decorator) for decorator in function.decorator_list)
    return function.name.startswith("test_") or "fixture" in decorators


def odd_openings(source: str, *, may_be_noun: bool = False) -> list[str]:
    """Return docstrings of functions that do not begin with an imperative verb.

    In tests, helpers may be described by a noun phrase.
    """
    found = []
    for node in nodes_of(source):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if is_described_as_a_value(node) or is_fixture_or_test(node):
            continue
        text = ast.get_docstring(node)
        first = re.match(r"[A-Za-z]+", text or "Do")
        is_noun = not may_be_noun and NOUN.match(text or "")
        if first is None or first.group().lower() in OPENINGS or is_noun:
            found.append(f"{node.lineno} {node.name}: {(text or '').splitlines()[0]}")
    return found


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    def found(path: Path, source: str) -> list[str]:
        return odd_openings(source, may_be_noun=ROOT / "tests" in path.parents)

    assert offenders(python_files(), found) == {}


# --- Words --------------------------------------------------------------------------------------


def prose_of(path: Path, source: str) -> Iterator[tuple[int, str]]:
    """Yield the prose of a file with line numbers: comments, docstrings, or all of it."""
    if path.suffix == ".py":
        yield from python_prose(source)
    elif path.suffix in (".ts", ".js", ".svelte", ".css"):
        for found in re.finditer(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", source, re.DOTALL):
            yield source.count("\n", 0, found.start()) + 1, found.group()
    elif path.suffix in (".md", ""):
        yield from enumerate(source.splitlines(), 1)
    elif path.suffix == ".ftl":
        for number, line in enumerate(source.splitlines(), 1):
            yield number, re.sub(r"^[\w-]+ = ", "", line)


def python_prose(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in nodes_of(source):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            value = node.value.value
            if isinstance(value, str):
                yield node.lineno, value


def vague_words(path: Path, source: str) -> list[str]:
    """Return lines with a word that names no actor or no number."""
    if path == Path(__file__):
        return []
    return [
        f"{line} {found.group()}"
        for line, text in prose_of(path, source)
        for found in WORDS.finditer(text)
    ]


QUESTION = re.compile(
    r"(?:/\*\*?|//|<!--)[\s*]*(?:whether|wh(?:at|ere|en|o|ose|ich)|how|the same for)\b",
    re.IGNORECASE,
)
"""Openings of a comment that describe a value by a question."""


def question_openings(path: Path, source: str) -> list[str]:
    """Return comments of the page that do not say what a value is or what a function does."""
    if path.suffix not in (".ts", ".svelte", ".css") or "Do not edit: run" in source:
        return []
    return [
        f"{line} {found.group()}"
        for line, text in prose_of(path, source)
        if (found := QUESTION.match(text))
    ]


VALUE_QUESTION = re.compile(r"(?:what|whether|how|the same)\b", re.IGNORECASE)
"""Openings of a docstring that describe a value or a module by a question."""


def docstring_questions(path: Path, source: str) -> list[str]:
    """Return docstrings of modules, classes and values that begin like a question."""
    return [
        f"{node.lineno} {value}"
        for node in nodes_of(source)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(value := node.value.value, str) and VALUE_QUESTION.match(value)
    ]


def readable(paths: Iterator[Path]) -> Iterator[Path]:
    yield from (
        path
        for path in paths
        if path.suffix in (".py", ".ts", ".js", ".svelte", ".css", ".md", ".ftl", "")
    )


def test_sentences_name_their_actor() -> None:
    assert offenders(readable(plain_files()), vague_words) == {}


def test_comments_of_the_page_state_values() -> None:
    assert offenders(readable(plain_files()), question_openings) == {}


def test_docstrings_state_values() -> None:
    assert offenders(python_files(), docstring_questions) == {}


@pytest.mark.parametrize(
    "source",
    [
        '"""What all tests share."""',
        'A = 1\n"""How long it lasts."""',
        'class A:\n    """The same."""',
    ],
)
def test_a_question_in_a_docstring_is_found(source: str) -> None:
    assert len(docstring_questions(Path("one.py"), source)) == 1


# --- One name, one class ------------------------------------------------------------------------

PACKAGE = ROOT / "src" / "tilewright"
SHARED_NAMES = """
Settings Stopped Task
""".split()
"""Class names that mean the same thing in several modules."""


def class_names() -> Counter[str]:
    """Count the top-level class names of the package, those of single games left out."""
    return Counter(
        node.name
        for path in PACKAGE.rglob("*.py")
        if PACKAGE / "games" not in path.parents
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def plain_class_names() -> set[str]:
    """Return the top-level class names of the folders in which the rules hold."""
    return {
        node.name
        for path in python_files()
        if PACKAGE in path.parents
        for node in nodes_of(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }


GAME_NAMES = "Piece".split()
"""Class names of a game that a shared module has for the same thing."""


def classes_of_games() -> set[str]:
    """Return the top-level class names of single games; several games may share one."""
    return {
        node.name
        for path in (PACKAGE / "games").rglob("*.py")
        for node in nodes_of(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }


def test_classes_of_games_are_not_named_like_shared_ones() -> None:
    assert classes_of_games() & set(class_names()) - set(GAME_NAMES) == set()


def test_class_names_have_one_meaning() -> None:
    twice = {name for name, count in class_names().items() if count > 1}
    assert twice & plain_class_names() - set(SHARED_NAMES) == set()


# --- One word, one meaning ----------------------------------------------------------------------

ONE_MEANING = {
    "checkpoint": "jobs",
    "claim": "game wire",
    "lease": "server.pubsub",
    "lobby": "match server.http",
    "perft": "perft",
    "presence": "server.audience wire",
    "presenter": "server.presenters",
    "proposal": "match wire",
    "reducer": "match",
    "scheduler": "server.tables",
    "shuffle": "records wire",
    "subscription": "server.audience server.pubsub",
}
"""Words of the glossary, and the units whose modules and classes may be named by them."""

OLD_WORDS = frozenset(
    "beat door hallway handover impatience settle story tell turnstile whoever wish".split()
)
"""Words of an old dialect that no name may have."""


def words_in(name: str) -> list[str]:
    """Split an identifier into its words, without plurals."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")
    return [word.removesuffix("s") if len(word) > 4 else word for word in words]


def second_meanings(path: Path, source: str) -> set[str]:
    """Return modules and classes with a listed word outside its unit, and any old words."""
    unit = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    found = {name for name in [path.stem] if not is_at_home(name, unit)}
    for node in nodes_of(source):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            is_odd = "hand_over" in node.name or not OLD_WORDS.isdisjoint(words_in(node.name))
            if is_odd or (isinstance(node, ast.ClassDef) and not is_at_home(node.name, unit)):
                found.add(node.name)
    return found


def is_at_home(name: str, unit: str) -> bool:
    homes = [ONE_MEANING[word].split() for word in words_in(name) if word in ONE_MEANING]
    return all(unit.startswith(tuple(units)) for units in homes)


def test_words_have_one_meaning() -> None:
    assert offenders(sorted(PACKAGE.rglob("*.py")), second_meanings) == {}


# --- The checks themselves ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "file, source, found",
    [
        ("match/reducer.py", "def apply(): ...", set()),
        ("arena/reducer.py", "", {"reducer"}),
        ("study/balance.py", "class Presenter: ...", {"Presenter"}),
        ("server/tables/scheduler.py", "class Scheduler: ...", set()),
        ("arena/play.py", "class GameScheduler: ...", {"GameScheduler"}),
        ("search/mcts.py", "class TreeCheckpoint: ...", {"TreeCheckpoint"}),
        ("envs/batch.py", "class A:\n    def _hand_over(self): ...", {"_hand_over"}),
        ("match/state.py", "def settle_bets(): ...", {"settle_bets"}),
        ("cli/play.py", "class WishList: ...", {"WishList"}),
        ("cli/play.py", "def tell(): ...", {"tell"}),
    ],
)
def test_word_with_a_second_meaning_is_found(file: str, source: str, found: set[str]) -> None:
    assert second_meanings(PACKAGE / file, source) == found


@pytest.mark.parametrize(
    "docstring",
    [
        "What a player may expect.",
        "Whether it is over.",
        "The same for a view.",
        "How long it takes.",
        "A person's move.",
        "All that is left.",
        "Of one that waits.",
        "Says who moves.",
        "Cells side by side.",
        "Returns the seat.",
        "MS-15d: eight of one type.",
        "int8[size] of zeros and ones.",
        "Wilson's interval.",
        "Random actions to the end.",
    ],
)
def test_docstring_that_is_a_description_is_found(docstring: str) -> None:
    assert odd_openings(f'def look():\n    """{docstring}"""\n')


@pytest.mark.parametrize(
    "docstring", ["Return the seat.", "Raise unless open.", "Yield moves.", "Pass the turn."]
)
def test_docstring_that_is_an_imperative_is_accepted(docstring: str) -> None:
    assert odd_openings(f'def look():\n    """{docstring}"""\n') == []


def test_docstring_of_a_value_or_test_is_accepted() -> None:
    assert odd_openings('@property\ndef seat():\n    """The seat."""\n') == []
    assert odd_openings('def test_seat():\n    """The seat is kept."""\n') == []


@pytest.mark.parametrize(
    "name, source",
    [
        ("x.py", "# whoever moves\n"),
        ("x.py", 'x = 1\n"""For nobody."""\n'),
        ("x.ts", "/** Somebody\n * comes. */"),
        ("x.ts", "const a = 1; // everybody\n"),
        ("x.svelte", "<!-- Anybody -->"),
        ("x.md", "It is drawn anew."),
        ("x.ftl", "lobby-alone = Nobody is here.\n"),
    ],
)
def test_vague_word_is_found(name: str, source: str) -> None:
    assert vague_words(Path(name), source)


@pytest.mark.parametrize(
    "comment",
    [
        "/** Whether it is open. */",
        "/**\n * What a seat sees. */",
        "// How many",
        "<!-- Where it is -->",
        "/** The same for two. */",
    ],
)
def test_comment_that_is_a_question_is_found(comment: str) -> None:
    assert question_openings(Path("x.svelte"), comment)


def test_comment_that_is_a_statement_is_accepted() -> None:
    assert question_openings(Path("x.ts"), "/** True while it is open. */") == []


@pytest.mark.parametrize(
    "name, source",
    [
        ("x.py", "x = 'nobody'\n"),
        ("x.ts", "const url = 'https://a/nobody';"),
        ("x.ftl", "me-everybody = everyone\n"),
    ],
)
def test_vague_word_in_program_text_is_accepted(name: str, source: str) -> None:
    assert vague_words(Path(name), source) == []
