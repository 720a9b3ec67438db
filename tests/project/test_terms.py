"""The terms of each language: what the table in the docs says is what the page says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from offenders import nodes_of

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
PACKAGE = ROOT / "src" / "tilewright"
PAGE = (ROOT / "docs" / "reference" / "terms.md").read_text(encoding="utf-8")
# What is no word of a line: a comment, the name of a message, the form that it chooses.
HEAD = re.compile(r"^\s*(?:#.*|[\w-]+ = |\*?\[\w+\] )")
LANGUAGES = {"English": "en", "Ukrainian": "uk", "Russian": "ru", "German": "de"}


def rows_of(title: str) -> list[list[str]]:
    """Return the table under a heading of the page, without its own head."""
    part = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@cache
def text_of(language: str, game: str) -> str:
    """Return all words of the page (`page`), of a game, or everything (`all`), in small letters."""
    where = {"all": WEB, "page": WEB / "lang"}.get(game, WEB / "games" / game)
    files = sorted(where.rglob(f"{language}/*.ftl"))
    assert files, f"no words of {game}"
    lines = (line for path in files for line in path.read_text(encoding="utf-8").splitlines())
    words = " ".join(HEAD.sub("", line) for line in lines)
    return words.replace("\u00a0", " ").lower()


PARTS = {
    "The page": "page",
    "Nova Luna": "nova-luna",
    "My Shelfie": "my-shelfie",
    "Polyssimo Challenge": "polyssimo",
}


@pytest.mark.parametrize("title", PARTS)
@pytest.mark.parametrize("name", LANGUAGES)
def test_terms_are_all_used(title: str, name: str) -> None:
    column = 1 + list(LANGUAGES).index(name)
    terms = [row[column] for row in rows_of(title)]
    text = text_of(LANGUAGES[name], PARTS[title])
    assert [term for term in terms if not re.search(any_form(term), text)] == []


def any_form(term: str) -> str:
    """Return a pattern for the words of a term one after the other, whatever their endings."""
    stems = (word[: max(3, len(word) - 3)] for word in re.findall(r"\w+", term.lower()))
    return r"\W+".join(rf"\b{re.escape(stem)}\w*" for stem in stems)


LEFT = [
    (game, LANGUAGES[name], word.strip())
    for game, name, words, _ in rows_of("Words not to use")
    for word in words.split(",")
]


@pytest.mark.parametrize("game, language, word", LEFT, ids=lambda value: value)
def test_retired_words_are_not_in_translations(game: str, language: str, word: str) -> None:
    ending = r"\w*" if word.endswith("-") else ""
    found = re.findall(
        rf".{{0,30}}\b{word.removesuffix('-').lower()}{ending}\b.{{0,30}}", text_of(language, game)
    )
    assert found == []


ENGLISH = [(game, word) for game, language, word in LEFT if language == "en" and game != "page"]


def program_texts(path: Path) -> str:
    """Return the text constants of a module, without its docstrings."""
    nodes = list(nodes_of(path.read_text(encoding="utf-8")))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs)
    return " ".join(node.value for node in constants if isinstance(node.value, str))


@cache
def other_text_of(game: str) -> str:
    """Return the docs and the program's texts, of one game or of all, in lower case."""
    docs, modules = f"games/{game}*.md", f"games/{game.replace('-', '_')}/**/*.py"
    if game == "all":
        docs, modules = "**/*.md", "**/*.py"
    pages = [path for path in (ROOT / "docs").glob(docs) if path.name != "terms.md"]
    sources = sorted(PACKAGE.glob(modules))
    assert pages and sources, f"no docs or modules of {game}"
    texts = [path.read_text(encoding="utf-8") for path in [*pages, ROOT / "README.md"]]
    return " ".join([*texts, *map(program_texts, sources)]).lower()


@pytest.mark.parametrize("game, word", ENGLISH, ids=lambda value: value)
def test_retired_words_are_not_in_docs_and_code(game: str, word: str) -> None:
    found = re.findall(rf".{{0,30}}\b{word.lower()}\b.{{0,30}}", other_text_of(game))
    assert found == []
