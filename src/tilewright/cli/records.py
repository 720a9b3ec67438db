"""Commands for records of games: ``tilewright replay``, ``verify``, ``records export`` and
``import``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tilewright.cli.options import open_chosen_database, takes_database
from tilewright.cli.output import progress_line
from tilewright.records.record import Record, read_record, read_text
from tilewright.records.verify import verify_record
from tilewright.settings import Settings


@takes_database
def export_records(
    settings: Settings,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder for the files.")],
) -> None:
    """Write every finished game to a folder as a record.

    The server may keep running. Existing files are not changed, so the same command later adds only
    the new games.
    """
    from tilewright.server.tables.import_export import export_records as export

    with (
        open_chosen_database(settings, read_only=True) as database,
        progress_line("{:,} games") as show,
    ):
        counts = export(database, folder, show)
    print(f"{folder}: {counts.done:,} records written, {counts.kept:,} were there")


@takes_database
def import_records(
    settings: Settings,
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records, or folders.")],
    login: Annotated[str, typer.Option(help="Login of the person who gets them.")],
) -> None:
    """Import records for a person, after verifying them.

    The server may keep running.
    """
    from tilewright.dates import now_ms
    from tilewright.server.accounts.service import get_account_id
    from tilewright.server.tables.import_export import import_records as import_all

    with (
        open_chosen_database(settings, allow_other_server=True) as database,
        progress_line("{:,} games") as show,
    ):
        counts = import_all(database, get_account_id(database, login), paths, now_ms(), show)
    print(f"{database.url}: {counts.done:,} records imported, {counts.kept:,} were there")


RecordPath = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game.")]


def replay(
    file: RecordPath,
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the board after every move.")
    ] = False,
) -> None:
    """Print a record ply by ply and verify it.

    Every move, the result and the final position are verified.
    """
    record, console = read_record(read_text(file)), Console(highlight=False)
    _print_moves(record, console, boards)
    for seat, reason in record.forfeits:
        console.print(f"      seat {seat} forfeits: {reason}")
    _print_result(record, console)


def _print_moves(record: Record, console: Console, boards: bool) -> None:
    """Print the moves of a record, each with its board if `boards`."""
    steps = record.position.after(0)
    for ply, action in enumerate(record.position.actions, 1):
        move, words = steps.format_move(action), steps.describe_move(action)
        console.print(f"{ply:4}. seat {steps.mover}  {move:<16}  {words}", markup=False)
        steps.play(action)
        if boards:
            console.print(steps.game.draw(steps.state, None))


def _print_result(record: Record, console: Console) -> None:
    """Print the places and scores of a record's players."""
    final, outcome = record.position, record.outcome
    if outcome is None:
        console.print(f"Checked: {final.ply} plies, unfinished.")
        return
    for seat in outcome.ranking:
        score = f"{outcome.scores[seat]} {final.game.score_name}"
        console.print(f"  {outcome.places[seat]}. seat {seat}: {score}")
    console.print(f"Checked: {final.ply} plies, result and final position as recorded.")


def verify(
    file: RecordPath,
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="Commitment shown before the game, to compare."),
    ] = None,
) -> None:
    """Verify that a game was played and dealt fairly.

    Verifies every move, the result, and that the deal follows from its commitment. If a check
    fails, the command prints one line and exits with code 2.
    """
    shown = commitment.strip().lower() if commitment is not None else None
    for line in verify_record(read_record(read_text(file)), shown):
        print(line)
