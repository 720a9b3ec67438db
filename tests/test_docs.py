"""The documentation is checked like code: links resolve, examples run, rule ids have tests."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
GAME_PAGES = sorted(path for path in (ROOT / "docs/games").glob("*.md") if path.stem != "index")
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
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

# A fence, its first line after the backticks, and its lines; the indentation is that of the fence.
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=indent)``` *$", re.M | re.S
)
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


class Block(NamedTuple):
    """One fenced block of a page."""

    language: str
    title: str | None
    text: str
    line: int


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        language, _, rest = match["info"].strip().partition(" ")
        title = re.search(r'title="([^"]+)"', rest)
        lines = [line.removeprefix(match["indent"]) for line in match["body"].splitlines()]
        first_line = text.count("\n", 0, match.start()) + 2
        yield Block(language, title and title[1], "\n".join(lines) + "\n", first_line)


def prose(page: Path) -> str:
    """The page without its fenced blocks and code spans."""
    return re.sub(r"`[^`\n]+`", "``", FENCE.sub("", page.read_text(encoding="utf-8")))


def pages_with(*languages: str) -> list[Path]:
    return [page for page in PAGES if any(block.language in languages for block in blocks(page))]


# --- Links --------------------------------------------------------------------------------------


def slug(title: str) -> str:
    """The anchor that the site gives a heading."""
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
def test_fences_are_closed(page: Path) -> None:
    assert "```" not in FENCE.sub("", page.read_text(encoding="utf-8"))


def listed_pages(entries: list[Any]) -> Iterator[str]:
    """The pages that the site's navigation leads to."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            yield from listed_pages(next(iter(entry.values())))


def test_every_page_is_in_the_navigation() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(listed_pages(site["nav"])) == sorted(pages)


def test_every_page_is_in_the_readme() -> None:
    """Whoever reads the repository finds each page, too; the Python reference is on the site."""
    linked = {match["target"] for match in LINK.finditer((ROOT / "README.md").read_text())}
    pages = {page_id(page) for page in PAGES if page.is_relative_to(ROOT / "docs")}
    indexes = {page for page in pages if page.endswith("index.md")} - {"docs/games/index.md"}
    assert {page for page in pages - indexes if "/api/" not in page} <= linked


def test_the_install_page_has_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = re.findall(r"^\| (`.+`) \|", (ROOT / "docs/install.md").read_text(), re.M)
    named = {extra for row in rows for extra in re.findall(r"`([a-z]+)`", row)}
    assert set(project["optional-dependencies"]) == named


@pytest.mark.parametrize(
    "module",
    """
    tilewright position record registry perft verify shuffle bots search.explain solving arena
    ratings cluster study envs.batch envs.numbers envs.single envs.gymnasium envs.pettingzoo
    envs.openspiel match events clock client game kernel text svg
    """.split(),
)
def test_the_python_reference_has_the_module(module: str) -> None:
    """That a page has all names of its modules is checked where the pages are built."""
    name = f"::: tilewright.{module}\n" if module != "tilewright" else "::: tilewright\n"
    assert any(name in page.read_text() for page in (ROOT / "docs/reference/api").glob("*.md"))


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


@pytest.mark.parametrize("page", pages_with("python"), ids=page_id)
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after the other and share their names."""
    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.language == "python" and not block.text.startswith("# not run"):
            run_python(block, page, names)


DOCSTRINGS = [path for path in (ROOT / "src").rglob("*.py") if ">>> " in path.read_text()]


@pytest.mark.parametrize("path", sorted(DOCSTRINGS), ids=page_id)
def test_docstring_examples_run(path: Path) -> None:
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    assert doctest.testmod(module, raise_on_error=True).attempted > 0


def write_files(page: Path, folder: Path) -> None:
    """Blocks with a title are the files that the examples of the page read."""
    for block in blocks(page):
        if block.title and block.language == "text":
            (folder / block.title).write_text(block.text, encoding="utf-8")


def commands(block: Block) -> Iterator[tuple[str, int]]:
    """The ``$ tilewright`` lines of a block, each with the exit code it should have.

    That is 0, or N where the line below the command says ``# exit code N``.
    """
    lines = block.text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("$ tilewright "):
            below = lines[number + 1] if number + 1 < len(lines) else ""
            code = re.fullmatch(r"# exit code (\d+)", below)
            yield line.removeprefix("$ tilewright "), int(code[1]) if code else 0


@pytest.mark.parametrize("page", pages_with("console"), ids=page_id)
def test_console_examples_run(page: Path, tmp_path: Path) -> None:
    """The commands of a page run one after the other in one folder."""
    write_files(page, tmp_path)
    for block in blocks(page):
        if block.language == "console":
            for command, code in commands(block):
                assert run_command(command, tmp_path) == code, f"line {block.line}: {command}"


def run_command(command: str, folder: Path) -> int:
    # A benchmark need not be exact here, only run.
    quick = re.sub(r"--seconds \S+", "--seconds 0.1", command)
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", *shlex.split(quick, comments=True)],
        cwd=folder,
        env=os.environ | {"COLUMNS": "80", "XDG_DATA_HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    print(done.stdout[-2000:], done.stderr[-2000:])
    return done.returncode


# --- Games and their rules ----------------------------------------------------------------------


def rule_ids() -> list[str]:
    return [rule for page in GAME_PAGES for rule in RULE.findall(page.read_text(encoding="utf-8"))]


def ids_in_tests(pattern: str) -> dict[str, set[str]]:
    """Every rule id that a test source names, with the files that do. This file does not count."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob(pattern)):
        if path != Path(__file__):
            for rule in NAMED.findall(path.read_text(encoding="utf-8")):
                found.setdefault(rule, set()).add(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.parametrize("page", GAME_PAGES, ids=page_id)
def test_game_pages_have_the_same_headings(page: Path) -> None:
    assert re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.M) == HEADINGS


def test_every_game_has_a_page() -> None:
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


def test_every_rule_is_named_by_a_test() -> None:
    """The references name all rules as well, but a reference is no test."""
    assert sorted(set(rule_ids()) - set(ids_in_tests("test_*.py"))) == []


def test_every_rule_named_by_a_test_is_in_the_docs() -> None:
    known = set(rule_ids())
    assert {rule: files for rule, files in ids_in_tests("*.py").items() if rule not in known} == {}


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_rules_named_in_the_docs_exist(page: Path) -> None:
    assert set(NAMED.findall(page.read_text(encoding="utf-8"))) <= set(rule_ids())
