"""The pages of the docs, their fenced blocks, and the commands that they show with their output.

``python tests/support/doc_pages.py --write [PAGE ...]`` runs the commands and writes their output.
An output that still fits stays as it is, so a shortened one stays short. Read the difference.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from tilewright import cli

ROOT = Path(__file__).parents[2]
PAGES = [
    *(
        ROOT / name
        for name in (
            "README.md",
            "CONTRIBUTING.md",
            "CODE_OF_CONDUCT.md",
            "CHANGELOG.md",
            "SECURITY.md",
        )
    ),
    *sorted((ROOT / "docs").rglob("*.md")),
]

# A fence, its first line after the backticks, and its lines; the indentation is that of the fence.
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=indent)``` *$", re.M | re.S
)
PROMPT = "$ tilewright "
LONG = 16  # lines of an answer that are written down whole


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# --- Blocks -------------------------------------------------------------------------------------


class Block(NamedTuple):
    """One fenced block of a page."""

    language: str
    title: str | None
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        language, _, rest = match["info"].strip().partition(" ")
        title = re.search(r'title="([^"]+)"', rest)
        lines = [line.removeprefix(match["indent"]) for line in match["body"].splitlines()]
        first_line = text.count("\n", 0, match.start()) + 2
        yield Block(language, title and title[1], "\n".join(lines) + "\n", first_line)


def pages_with(*languages: str) -> list[Path]:
    return [page for page in PAGES if any(block.language in languages for block in blocks(page))]


def write_files(page: Path, folder: Path) -> None:
    """Write the blocks with a title as files, which the examples of the page read."""
    for block in blocks(page):
        if block.title and block.language in ("text", "py"):
            (folder / block.title).write_text(block.text, encoding="utf-8")


# --- Commands and their answers -----------------------------------------------------------------


class Example(NamedTuple):
    """A command of the package, and the output that the page shows."""

    command: str
    answer: str
    line: int


def examples(block: Block) -> Iterator[Example]:
    """Yield each ``$ tilewright`` line of a block with the lines up to the next ``$``."""
    for match in re.finditer(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block.text, re.M):
        if match[0].startswith(PROMPT):
            line = block.line + block.text.count("\n", 0, match.start())
            yield Example(match[1].removeprefix("tilewright "), match[2], line)


def run(command: str, folder: Path) -> str:
    """Run a command in this process, in a folder. Return its output, and its exit code unless 0."""
    said = io.StringIO()
    argv = ["tilewright", *shlex.split(_make_quick(command), comments=True)]
    home = {"COLUMNS": "80", "XDG_DATA_HOME": str(folder)}
    with (
        contextlib.chdir(folder),
        mock.patch.object(sys, "argv", argv),
        mock.patch.object(sys, "stdin", io.StringIO()),
        mock.patch.dict(os.environ, home),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
    ):
        code = _run_here()
    text = "\n".join(line.rstrip() for line in said.getvalue().splitlines()).strip("\n")
    lines = [text] * bool(text) + [f"# exit code {code}"] * bool(code)
    return "\n".join(lines) + "\n"


def _make_quick(command: str) -> str:
    """Shorten a command: benchmarks need not be exact here, and one process is enough."""
    if command.split(maxsplit=1)[0] in ("arena", "generate", "observe"):
        command += " --workers 1"
    return re.sub(r"--seconds \S+", "--seconds 0.1", command)


def _run_here() -> object:
    try:
        cli.main()
    except SystemExit as end:
        return end.code
    return 0


def fits(shown: str, said: str) -> bool:
    """Return True if an output matches the shown one; ``...`` matches anything."""
    parts = [re.escape(part) for part in shown.strip("\n").split("...")]
    return re.fullmatch(".*?".join(parts), said.strip("\n"), re.S) is not None


# --- Writing them down --------------------------------------------------------------------------


def write_answers(page: Path) -> None:
    text, done = page.read_text(encoding="utf-8"), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(page, folder)
        for block in blocks(page):
            for example in examples(block) if block.language == "console" else ():
                said = run(example.command, folder)
                done = text.index(f"{PROMPT}{example.command}\n", done) + len(PROMPT)
                if not example.answer.strip() or not fits(example.answer, said):
                    start = text.index("\n", done) + 1
                    text = text[:start] + shorten(said) + text[start + len(example.answer) :]
    page.write_text(text, encoding="utf-8")


def shorten(said: str) -> str:
    lines = said.splitlines()
    if len(lines) > LONG:
        lines = [*lines[: LONG // 2], "...", *lines[-LONG // 2 + 2 :]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__" and "--write" in sys.argv:
    chosen = [Path(name).resolve() for name in sys.argv[2:]] or pages_with("console")
    for page in chosen:
        write_answers(page)
