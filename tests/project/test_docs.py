"""The documentation is checked like code: links resolve, examples run, rule ids have tests."""

from __future__ import annotations

import doctest
import importlib
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
import pytest

import badges
import cli_page
from doc_pages import (
    FENCE,
    PAGES,
    ROOT,
    Block,
    blocks,
    examples,
    fits,
    page_id,
    pages_with,
    run,
    write_files,
)
from project.test_layers import ORDER

GAME_PAGES = sorted(path for path in (ROOT / "docs/games").glob("*.md") if path.stem != "index")
HEADINGS = [
    "The box",
    "Set-up",
    "A turn",
    "End and score",
    "Rules by id",
    "Notation",
    "Actions",
    "Positions as text",
    "Observations",
    "Options",
    "Readings",
]

LINK = re.compile(
    r"(?<!!)\[[^\]\n]*(?:\n[^\]\n]*)?\]\((?P<target>[^)\s]+)\)|!\[[^\]]*\]\((?P<image>[^)\s]+)\)"
)
HEADING = re.compile(r"^#{1,6} +(?P<title>.+?)(?: +\{ *#(?P<id>[\w-]+) *\})? *$", re.M)
ANCHOR = re.compile(r"\bid=\"([\w-]+)\"")

# In the docs a rule opens with its id and title in bold, "**XY-7 Title.**"; elsewhere it is named.
RULE = re.compile(r"\*\*(?P<id>[A-Z]{2,3}-\d+[a-z]?) [^*\n]+\.\*\*")
PREFIXES = sorted(
    {rule.split("-")[0] for page in GAME_PAGES for rule in RULE.findall(page.read_text())}
)
NAMED = re.compile(rf"\b(?:{'|'.join(PREFIXES)})-\d+[a-z]?\b")


def prose(page: Path) -> str:
    """Return the page without its fenced blocks and code spans."""
    return re.sub(r"`[^`\n]+`", "``", FENCE.sub("", page.read_text(encoding="utf-8")))


# --- Links --------------------------------------------------------------------------------------


def slug(title: str) -> str:
    """Return the anchor that the site gives a heading."""
    plain = re.sub(r"[`*]|\[|\]\([^)]*\)", "", title)
    ascii_only = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())


def anchors(page: Path) -> set[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return {match["id"] or slug(match["title"]) for match in HEADING.finditer(text)} | set(
        ANCHOR.findall(text)
    )


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_relative_links_resolve(page: Path) -> None:
    broken = []
    for match in LINK.finditer(prose(page)):
        target = match["target"] or match["image"]
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.is_file() or (anchor and anchor not in anchors(file)):
            broken.append(target)
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_code_fences_are_closed(page: Path) -> None:
    assert "```" not in FENCE.sub("", page.read_text(encoding="utf-8"))


def listed_pages(entries: list[Any]) -> Iterator[str]:
    """Return the pages that the site's navigation leads to."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            yield from listed_pages(next(iter(entry.values())))


def test_pages_are_all_in_the_navigation() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(listed_pages(site["nav"])) == sorted(pages)


@pytest.mark.parametrize("index", sorted((ROOT / "docs").glob("*/index.md")), ids=page_id)
def test_index_links_to_every_page_of_its_part(index: Path) -> None:
    targets = (match["target"] for match in LINK.finditer(index.read_text(encoding="utf-8")))
    linked = {(index.parent / target).resolve() for target in targets if target}
    assert set(index.parent.rglob("*.md")) - linked == {index}


def targets_of(page: Path) -> set[Path]:
    """Return the files that a page links to."""
    found = (match["target"] or "" for match in LINK.finditer(prose(page)))
    paths = (target.partition("#")[0] for target in found if not re.match(r"[a-z]+:", target))
    return {(page.parent / path).resolve() for path in paths if path}


def test_pages_are_all_reachable_from_the_readme() -> None:
    """The Python reference is built for the site; its index names the modules."""
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page.suffix == ".md" and page not in reached:
            reached.add(page)
            waiting += targets_of(page)
    assert set(PAGES) - reached == set()


def test_readme_has_few_links() -> None:
    """A reader chooses among 15 places at most; every index has more."""
    links = [match for match in LINK.finditer(prose(ROOT / "README.md")) if match["target"]]
    assert len(links) <= 15


def test_badges_are_up_to_date() -> None:
    """When it has changed: ``python tests/support/badges.py --write``."""
    for path, picture in badges.draw_all().items():
        assert path.read_text(encoding="utf-8") == picture, path.name


def test_install_page_lists_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = re.findall(r"^\| (`.+`) \|", (ROOT / "docs/install.md").read_text(), re.M)
    named = {extra for row in rows for extra in re.findall(r"`([a-z]+)`", row)}
    assert set(project["optional-dependencies"]) == named


def test_command_reference_equals_the_help_texts() -> None:
    """When it has changed: ``python tests/support/cli_page.py --write``."""
    assert cli_page.read()[1].strip() == cli_page.tell().strip()


def test_layers_diagram_equals_the_layers() -> None:
    """The picture, read from below and from the left, is the order that the imports keep to."""
    page = ROOT / "docs/reference/design.md"
    picture = next(block.text for block in blocks(page) if block.title == "layers")
    lines = [line.strip("| ").split() for line in picture.splitlines() if line.startswith("|")]
    assert [unit for line in reversed(lines) for unit in line] == list(ORDER)


@pytest.mark.parametrize(
    "module",
    """
    tilewright position records.record records.verify records.commit_reveal registry perft bots
    search.explain search.solve arena arena.ratings jobs.ray_cluster study
    envs.batch envs.numbers envs.single envs.gymnasium envs.pettingzoo envs.openspiel
    match match.events match.lobby_commands match.game_commands match.proposals
    match.timeouts match.clock client settings game kernel text svg
    games.my_shelfie.state games.nova_luna.state games.polyssimo.state
    """.split(),
)
def test_python_reference_has_every_module(module: str) -> None:
    """That a page has all names of its modules is checked where the pages are built."""
    name = f"::: tilewright.{module}\n" if module != "tilewright" else "::: tilewright\n"
    assert any(name in page.read_text() for page in (ROOT / "docs/reference/api").glob("*.md"))


# --- Labels of the page ---

PLAYER_PAGES = [
    ROOT / name
    for name in (
        "CONTRIBUTING.md",
        *(f"docs/how-to/{name}.md" for name in "deals offline puzzles review serve".split()),
        "docs/tutorial/browser.md",
    )
]
ITALIC = re.compile(r"(?<![*\w])\*(?P<text>[A-Z][^*\n]+(?:\n[^*\n]+)?)\*(?![*\w])")
NO_LABELS = {
    "deals": {"duplicate"},
    "offline": {"Install"},  # the browser's own menu
    "serve": {"New", "Import"},  # Grafana's
    "CONTRIBUTING": {"Unreleased"},
}
"""Italic texts that are not the page's."""


def labels() -> set[str]:
    """Return all texts of the page in English, without full stop or value, and our headings."""
    found = set()
    for path in (ROOT / "web/src").rglob("lang/en/*.ftl"):
        lines = path.read_text(encoding="utf-8").replace("\u00a0", " ").splitlines()
        texts = {line.split(" = ", 1)[1] for line in lines if " = " in line}
        found |= {re.sub(r"(: \{[^}]*\})?\.?$", "", text) for text in texts}
    return found | set(HEADINGS)


@pytest.mark.parametrize("page", PLAYER_PAGES, ids=page_id)
def test_italic_texts_are_labels_of_the_page(page: Path) -> None:
    quoted = {" ".join(match["text"].split()) for match in ITALIC.finditer(prose(page))}
    assert quoted
    unknown = {text for text in quoted if text not in labels() | NO_LABELS.get(page.stem, set())}
    assert unknown == set(), "rename the label in the docs, too"


# --- Examples -----------------------------------------------------------------------------------


def run_python(block: Block, page: Path, names: dict[str, Any]) -> None:
    """Run a block; one that is written as a session (``>>>``) must also print what it shows."""
    name = f"{page_id(page)}:{block.line}"
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, page_id(page), "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(block.text, names, name, name, block.line)
    runner = doctest.DebugRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(session, clear_globs=False)
    names.update(session.globs)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with("python"), ids=page_id)
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after the other and share their names."""
    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.language == "python" and not block.text.startswith("# not run"):
            run_python(block, page, names)


DOCSTRINGS = [
    path
    for path in (ROOT / "src/tilewright").rglob("*.py")
    if ">>> " in path.read_text() and path.parent.name != "client"
]
"""Modules with examples; those of the client need a server, see tests/client/test_examples.py."""


@pytest.mark.parametrize("path", sorted(DOCSTRINGS), ids=page_id)
def test_docstring_examples_run(path: Path) -> None:
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    assert doctest.testmod(module, raise_on_error=True).attempted > 0


def docstring_faults(root: griffe.Object, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what griffe reports of the sections (Args, Returns, Raises ...) of all docstrings."""
    caplog.clear()
    objects = [root]
    for found in objects:
        objects += [one for one in found.members.values() if isinstance(one, griffe.Object)]
        if found.docstring is not None:
            found.docstring.parse("google")
    return [record.getMessage() for record in caplog.records if record.name == "griffe"]


def test_docstring_sections_can_be_read(caplog: pytest.LogCaptureFixture) -> None:
    """An argument that is documented exists, and every entry has a name and a description."""
    package = griffe.load("tilewright", search_paths=[str(ROOT / "src")])
    assert isinstance(package, griffe.Object)
    assert docstring_faults(package, caplog) == []


@pytest.mark.parametrize("entry", ["other: No such argument.", "seat"])
def test_docstring_section_that_does_not_fit_is_found(
    entry: str, caplog: pytest.LogCaptureFixture
) -> None:
    source = f'def look(seat: int) -> None:\n    """Look.\n\n    Args:\n        {entry}\n    """\n'
    assert docstring_faults(griffe.visit("planted", Path("planted.py"), source), caplog)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with("console"), ids=page_id)
def test_commands_print_the_quoted_output(page: Path, tmp_path: Path) -> None:
    """The commands of a page run one after the other in one folder."""
    write_files(page, tmp_path)
    for block in blocks(page):
        for example in examples(block) if block.language == "console" else ():
            said = run(example.command, tmp_path)
            assert fits(example.answer, said), f"line {example.line} shows otherwise:\n{said}"


@pytest.mark.parametrize("page", pages_with("console"), ids=page_id)
def test_commands_in_docs_have_their_output(page: Path) -> None:
    found = (
        one for block in blocks(page) if block.language == "console" for one in examples(block)
    )
    assert [example.command for example in found if not example.answer.strip()] == []


@pytest.mark.parametrize(
    "shown, said, is_same",
    [
        ("one\ntwo\n", "one\ntwo\n", True),
        ("one\n...\nfour\n", "one\ntwo\nthree\nfour\n", True),
        ("took ... s\n", "took 0.3 s\n", True),
        ("took ... s\n", "took 0.3 ms\n", False),
        ("one\n", "one\ntwo\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_command_output_that_differs_is_found(shown: str, said: str, is_same: bool) -> None:
    assert fits(shown, said) == is_same


# --- Games and their rules ----------------------------------------------------------------------


def rule_ids() -> list[str]:
    return [rule for page in GAME_PAGES for rule in RULE.findall(page.read_text(encoding="utf-8"))]


def ids_in_tests(pattern: str) -> dict[str, set[str]]:
    """Return every rule id that a test source names, with the files that do. This file does not
    count."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob(pattern)):
        if path != Path(__file__):
            for rule in NAMED.findall(path.read_text(encoding="utf-8")):
                found.setdefault(rule, set()).add(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.parametrize("page", GAME_PAGES, ids=page_id)
def test_game_pages_have_the_same_headings(page: Path) -> None:
    assert re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.M) == HEADINGS


def test_game_pages_exist_for_every_game() -> None:
    folders = {
        path.name.replace("_", "-") for path in (ROOT / "src/tilewright/games").glob("[a-z]*/")
    }
    assert folders <= {page.stem for page in GAME_PAGES}


def test_rule_ids_are_complete() -> None:
    """Each id is there once, and numbers and letters leave no gap."""
    ids = rule_ids()
    assert len(ids) == len(set(ids))
    for prefix in PREFIXES:
        own = [rule.removeprefix(f"{prefix}-") for rule in ids if rule.startswith(f"{prefix}-")]
        numbers = [int(rule) for rule in own if rule.isdigit()]
        assert numbers == list(range(1, len(numbers) + 1))
        for parent in {rule[:-1] for rule in own if not rule.isdigit()}:
            letters = "".join(
                rule[-1] for rule in own if rule[:-1] == parent and rule[-1].isalpha()
            )
            assert letters and "abcdefghijklmnopqrstuvwxyz".startswith(letters)


def test_rules_are_all_named_by_a_test() -> None:
    """The references name all rules as well, but a reference is no test."""
    assert sorted(set(rule_ids()) - set(ids_in_tests("test_*.py"))) == []


def test_rules_named_by_tests_are_in_the_docs() -> None:
    known = set(rule_ids())
    assert {rule: files for rule, files in ids_in_tests("*.py").items() if rule not in known} == {}


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_rules_named_in_the_docs_exist(page: Path) -> None:
    assert set(NAMED.findall(page.read_text(encoding="utf-8"))) <= set(rule_ids())
