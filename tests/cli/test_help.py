"""Help texts of the command line."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tilewright.cli import app
from tilewright.version import __version__

ROOT: Any = typer.main.get_command(app)


def all_commands(group: Any = ROOT, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from all_commands(command, (*path, name))
        else:
            yield (*path, name)


COMMANDS = list(all_commands())


def find(path: tuple[str, ...]) -> Any:
    command = ROOT
    for name in path:
        command = command.commands[name]
    return command


def ask(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return done.output


def examples_of(path: tuple[str, ...]) -> list[str]:
    lines = find(path).epilog.splitlines()
    return [line.removeprefix("  tilewright ") for line in lines if "  tilewright " in line]


def test_help_summaries_are_not_truncated() -> None:
    shown = ask("--help")
    assert "..." not in shown.split("Commands:")[1]
    for path in COMMANDS:
        if len(path) == 1:
            assert f"  {path[0]} " in shown
    assert "..." not in ask("records", "--help").split("Commands:")[1]


def test_help_names_the_first_command_to_try() -> None:
    assert "tilewright serve --open" in ask("--help")


def test_version_option_prints_the_version() -> None:
    assert ask("--version") == f"tilewright {__version__}\n"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_explains_every_command(path: tuple[str, ...]) -> None:
    shown = ask(*path, "-h")
    assert shown == ask(*path, "--help")
    examples = examples_of(path)
    assert examples
    for example in examples:
        assert f"  tilewright {example}\n" in shown
    for parameter in find(path).params:
        assert parameter.name in ("help", "context") or parameter.help or parameter.name == "game"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_examples_can_be_parsed(path: tuple[str, ...]) -> None:
    for example in examples_of(path):
        words = shlex.split(example)
        assert tuple(words[: len(path)]) == path
        find(path).make_context(path[-1], words[len(path) :])


def test_games_command_counts_players_in_singular_and_plural() -> None:
    shown = ask("games")
    assert "1 players" not in shown and ", 1 player\n" in shown and "-4 players\n" in shown
    assert "--option refill=four" in shown
