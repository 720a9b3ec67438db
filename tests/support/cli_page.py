"""The commands of docs/reference/command-line.md, as the command line describes them.

``python tests/support/cli_page.py --write`` writes them to the page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from tilewright.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "command-line.md"
BEGIN, END = "<!-- commands: tests/support/cli_page.py -->\n", "<!-- end of commands -->\n"


def tell() -> str:
    """Return all commands with their options and examples."""
    return "\n".join(_tell(name, command) for name, command in _list(typer.main.get_command(app)))


def _list(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _list(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def _tell(name: str, command: Any) -> str:
    context = typer.Context(command, info_name="tilewright")
    found = (option.get_help_record(context) for option in command.get_params(context))
    rows = [_row(*record) for record in found if record and "--help" not in record[0]]
    table = ["| | |", "| --- | --- |", *rows, ""] if rows else []
    about = _paragraphs(command.help or "")
    return "\n".join([f"## {name}", "", about, "", *table, *_examples(command.get_help(context))])


def _paragraphs(text: str) -> str:
    parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))
    return "\n\n".join(parts)


def _row(names: str, words: str) -> str:
    text = " ".join(words.split()).replace("[default: ", "[")
    installed = re.compile(r"One of [a-z0-9, -]+\.")  # whichever games are here
    return f"| `{names}` | {installed.sub('The name of a game.', text)} |"


def _examples(told: str) -> list[str]:
    """Return the examples of a command's help as a fenced block."""
    _, found, examples = told.partition("Examples:\n")
    lines = [line.strip() for line in examples.splitlines() if line.strip()]
    return ["```sh", *lines, "```", ""] if found else []


def read() -> tuple[str, str, str]:
    """Return the page in three parts: before the commands, the commands, after them."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    told, _, after = rest.partition(END)
    return before, told, after


if __name__ == "__main__" and "--write" in sys.argv:
    before, _, after = read()
    PAGE.write_text(f"{before}{BEGIN}\n{tell()}{END}{after}", encoding="utf-8")
