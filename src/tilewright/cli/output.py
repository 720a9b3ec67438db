"""Output shared by several commands: progress, files, and the notice about compiling."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final, Protocol, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tilewright.errors import TilewrightError
from tilewright.extras import require
from tilewright.game import Game
from tilewright.kernel import may_compile
from tilewright.position import Position
from tilewright.records.record import check_overwrite, is_record_of, write_text
from tilewright.runtime.jit import runtime_of

INTERRUPTED: Final = 130
STDOUT: Final = Path("-")
"""Value of ``--json`` that means stdout."""
JSON_STDOUT: Final[ContextVar[TextIO]] = ContextVar("json_stdout")


class ShowProgress(Protocol):
    """Progress callback: number done, total number, and a short text."""

    def __call__(self, done: int, total: int, text: str = "", /) -> None: ...


def announce_compiling(*games: Game) -> None:
    """Announce on stderr each game that must be compiled first."""
    for game in games:
        if may_compile() and not runtime_of(game).is_cached:
            print(f"compiling {game.title} for this machine, once", file=sys.stderr)


def check_extras(*, parquet: object = None, plots: object = None, ray: object = None) -> None:
    """Raise MissingExtra if a requested result needs a missing package. Call before a long job."""
    for value, extra, module in (
        (parquet, "data", "pyarrow"),
        (plots, "data", "matplotlib"),
        (ray, "cluster", "ray"),
    ):
        if value is not None:
            require(extra, module)


def exit_unless_complete(is_complete: bool) -> None:
    """Exit with status 130 if a job was interrupted."""
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


# --- Files --------------------------------------------------------------------------------------


def check_parent_folders(*paths: Path | None) -> None:
    """Raise TilewrightError if a file cannot be created at one of `paths`.

    A path must not be a folder, and its parent folder must exist. Call before a long job.
    """
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise TilewrightError(f"cannot write {path}: expected a file in a folder that exists")


def check_folders(*folders: Path | None) -> None:
    """Raise TilewrightError unless all `folders` exist. Call before a long job."""
    for folder in folders:
        if folder is not None and not folder.is_dir():
            raise TilewrightError(f"cannot write to {folder}: expected a folder that exists")


def check_json(path: Path | None, *keys: str) -> None:
    """Raise TilewrightError if a result cannot be written to `path`.

    An existing file may be overwritten only if it is JSON with these `keys`, as this command writes
    it.
    """
    if path == STDOUT:
        return
    check_parent_folders(path)
    check_overwrite(path, lambda data: _has_keys(data, keys), "a result of this command")


def _has_keys(data: bytes, keys: Sequence[str]) -> bool:
    """Return True if `data` is a JSON object with all `keys`, or a list that starts with one."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    first = found[0] if isinstance(found, list) and found else found
    return isinstance(first, dict) and all(key in first for key in keys)


def check_record(path: Path | None, is_forced: bool, start: Position | None = None) -> None:
    """Raise TilewrightError if a record cannot be written to `path`.

    An existing file may be overwritten only if it has an earlier part of the game `start`. With
    `is_forced`, any file may.
    """
    check_parent_folders(path)
    if not is_forced:
        check_overwrite(
            path,
            lambda data: start is not None and is_record_of(data, start),
            "an earlier part of this game",
            "--force overwrites it",
        )


def keep_stdout_for_json(context: typer.Context, path: Path | None) -> Path | None:
    """Redirect all other output to stderr if `path` is stdout. Returns `path`, as Typer expects."""
    if path == STDOUT:
        JSON_STDOUT.set(sys.stdout)
        context.with_resource(redirect_stdout(sys.stderr))
    return path


def append_suffix(path: Path | None, suffix: str) -> Path | None:
    """Return the path with `suffix` appended, or None if the result is not written to a file."""
    return None if path is None or path == STDOUT else path.with_name(path.name + suffix)


def write_json(path: Path | None, result: Any) -> None:
    """Write a result to a file or stdout, if requested. Call ``check_json`` before the work."""
    if path is None:
        return
    text = json.dumps(result, indent=1) + "\n"
    if path == STDOUT:
        print(text, end="", file=JSON_STDOUT.get())
    else:
        write_text(path, text)


# --- Progress -----------------------------------------------------------------------------------


@contextmanager
def progress_bar(title: str) -> Iterator[ShowProgress]:
    """Show a progress bar for the duration of the context, if stderr is a terminal."""
    console = Console(stderr=True)
    if not console.is_interactive:  # Rich would leave an empty line
        yield _ignore_progress
        return
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("")

        def show(done: int, total: int, text: str = "", /) -> None:
            bar.update(task, completed=done, total=total, description=text)

        yield show


def _ignore_progress(done: int, total: int, text: str = "", /) -> None:
    pass


def make_count_callback(show: ShowProgress) -> Callable[[int, int, object], None]:
    """Return a progress callback for an arena. It shows the number of finished games."""
    return lambda done, wanted, _: show(done, wanted)


@contextmanager
def progress_line(template: str) -> Iterator[Callable[..., None]]:
    """Show a status line on stderr for the duration of the context.

    The yielded callable fills in ``template``, a format string.
    """
    with Console(stderr=True).status("") as status:
        yield lambda *values: status.update(template.format(*values))
