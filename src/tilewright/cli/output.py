"""What several commands print and write: progress, files, a word about compiling."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tilewright.engine import engine_of
from tilewright.errors import TilewrightError
from tilewright.extras import require
from tilewright.game import Game
from tilewright.record import write_text

__all__ = [
    "INTERRUPTED",
    "Show",
    "announce_compiling",
    "check_extras",
    "check_files",
    "check_folders",
    "counting",
    "end_unless",
    "progress_bar",
    "progress_line",
    "write_json",
]

INTERRUPTED: Final = 130


class Show(Protocol):
    """Told how many are done and wanted, and a few words about them, it shows that."""

    def __call__(self, done: int, wanted: int, words: str = "", /) -> None: ...


def announce_compiling(*games: Game) -> None:
    """One line on stderr for each game that this machine has to compile first."""
    for game in games:
        if not engine_of(game).is_cached:
            print(f"compiling {game.title} for this machine, once", file=sys.stderr)


def check_extras(*, parquet: object = None, plots: object = None, ray: object = None) -> None:
    """Hours of work must not end in a package that is not installed."""
    for is_wanted, extra, module in (
        (parquet, "data", "pyarrow"),
        (plots, "data", "matplotlib"),
        (ray, "cluster", "ray"),
    ):
        if is_wanted is not None:
            require(extra, module)


def end_unless(is_complete: bool) -> None:
    """Say by the exit code that a job was interrupted."""
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


# --- Files --------------------------------------------------------------------------------------


def check_files(*paths: Path | None) -> None:
    """Hours of work must not end in a folder that is not there."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise TilewrightError(f"cannot write {path}: expected a file in a folder that exists")


def check_folders(*folders: Path | None) -> None:
    """The same for whole folders."""
    for folder in folders:
        if folder is not None and not folder.is_dir():
            raise TilewrightError(f"cannot write to {folder}: expected a folder that exists")


def write_json(path: Path | None, result: Any) -> None:
    """Write a result where it is wanted."""
    if path is not None:
        write_text(path, json.dumps(result, indent=1) + "\n")


# --- Progress -----------------------------------------------------------------------------------


@contextmanager
def progress_bar(what: str) -> Iterator[Show]:
    """A bar on stderr, gone when it is done."""
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")

        def show(done: int, wanted: int, words: str = "", /) -> None:
            bar.update(task, completed=done, total=wanted, description=words)

        yield show


def counting(show: Show) -> Callable[[int, int, object], None]:
    """Shows how many games of an arena are done, whatever they were."""
    return lambda done, wanted, _: show(done, wanted)


@contextmanager
def progress_line(words: str) -> Iterator[Callable[..., None]]:
    """A line on stderr, gone when it is done; ``words`` has a place for each value to be shown."""
    with Console(stderr=True).status("") as status:
        yield lambda *values: status.update(words.format(*values))
