"""``tilewright replay`` and ``tilewright verify``: records of games, looked at and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tilewright.record import Record, read_record, read_text
from tilewright.verify import check_record

__all__ = ["replay", "verify"]

RecordPath = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game.")]


def replay(
    file: RecordPath,
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the board after every move.")
    ] = False,
) -> None:
    """Print a record ply by ply, and check it.

    Checked are every move, the result and the final position.
    """
    record, console = read_record(read_text(file)), Console(highlight=False)
    _print_moves(record, console, boards)
    for seat, reason in record.forfeits:
        console.print(f"      seat {seat} forfeits: {reason}")
    _print_result(record, console)


def _print_moves(record: Record, console: Console, boards: bool) -> None:
    steps = record.position.after(0)
    for ply, action in enumerate(record.position.actions, 1):
        move, words = steps.format_move(action), steps.describe_move(action)
        console.print(f"{ply:4}. seat {steps.mover}  {move:<16}  {words}", markup=False)
        steps.play(action)
        if boards:
            console.print(steps.game.draw(steps.state, None))


def _print_result(record: Record, console: Console) -> None:
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
        typer.Option(metavar="HEX", help="What you were shown before the game, to be compared."),
    ] = None,
) -> None:
    """Check that a game was played and dealt fairly.

    Every move, the result, and that the deal follows from what was promised. Exit code 2 and one
    line when something does not hold.
    """
    shown = commitment.strip().lower() if commitment is not None else None
    for line in check_record(read_record(read_text(file)), shown):
        print(line)
