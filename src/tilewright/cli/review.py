"""``tilewright review``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tilewright.cli.options import JsonPath, Seed
from tilewright.cli.output import announce_compiling, check_files, progress_bar, write_json
from tilewright.record import Record, read_record, read_text
from tilewright.study.review import Review
from tilewright.study.review import review as review_game
from tilewright.study.review.keeping import Kept
from tilewright.study.review.reading import check_reviewable
from tilewright.study.review.reviewing import ITERATIONS
from tilewright.study.review.words import close, name_event, name_of, percent

__all__ = ["review"]


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a finished game.")],
    iterations: Annotated[
        int, typer.Option(min=1, help="Of the search for the best move of each decision.")
    ] = ITERATIONS,
    seed: Seed = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="As many as cores by default.")
    ] = None,
    json_path: JsonPath = None,
) -> None:
    """Look back on a game: mistakes, and what was luck.

    Every decision is judged from what its seat could know. With --json, what was found is kept in
    FILE.part meanwhile; the same command goes on from there after an interruption.
    """
    record = read_record(read_text(file))
    check_reviewable(record)
    check_files(json_path)
    announce_compiling(record.position.game)
    found = _review(record, iterations, seed, threads or os.cpu_count() or 1, json_path)
    _print(found, Console(highlight=False, soft_wrap=True))
    closing = [close(found, account.seat) for account in found.seats]
    write_json(json_path, {**found.as_json(), "closing": closing})


def _review(
    record: Record, iterations: int, seed: int, threads: int, json_path: Path | None
) -> Review:
    """Review, keeping what was found beside the file that is to be written."""
    kept = None
    if json_path is not None:
        part = json_path.with_name(json_path.name + ".part")
        kept = Kept(part, record, iterations, seed)
    with progress_bar("reviewing") as show:
        found = review_game(
            record,
            iterations=iterations,
            seed=seed,
            threads=threads,
            on_progress=show,
            known=kept.known if kept else None,
            on_finding=kept.add if kept else None,
        )
    if kept is not None:
        kept.drop()
    return found


# --- The report ---------------------------------------------------------------------------------


def _print(found: Review, console: Console) -> None:
    for remark in found.remarks:
        console.print(remark, markup=False)
    _print_mistakes(found, console)
    if found.chance:
        console.print(_chance_table(found))
    console.print(_seat_table(found))
    for account in found.seats:
        console.print(close(found, account.seat), markup=False)


def _print_mistakes(found: Review, console: Console) -> None:
    """All decisions that are neither best nor good."""
    told = [one for one in found.decisions if one.kind not in ("best", "good")]
    console.print(f"{len(found.decisions)} decisions, {len(told)} of them worth a look")
    for one in told:
        loss = f"-{percent(one.loss)} ±{percent(one.error)}"
        name = name_of(found, one.seat)
        console.print(f"{one.ply:4}  {name}  {one.kind}, {loss}", markup=False)
        console.print(f"      played {one.played}, best {one.best}", markup=False)
        for reason in one.why:
            console.print(f"      {reason['text']}", markup=False)


def _chance_table(found: Review) -> Table:
    table = Table(title="Chance", box=None)
    table.add_column("ply", justify="right")
    table.add_column("event")
    for account in found.seats:
        table.add_column(name_of(found, account.seat), justify="right")
    for event in found.chance:
        luck = [f"{100 * one:+.1f} %" for one in event.luck]
        table.add_row(str(event.ply), name_event(found, event).removeprefix("the "), *luck)
    return table


def _seat_table(found: Review) -> Table:
    table = Table(title="Seats", box=None)
    table.add_column("seat")
    for heading in ("start", "luck", "own moves", "others'", "result", "without luck"):
        table.add_column(heading, justify="right")
    for one in found.seats:
        changes = [f"{100 * change:+.1f} %" for change in (one.luck, one.own, one.others)]
        adjusted = f"{100 * one.adjusted:.1f} % ±{100 * one.error:.1f}"
        ends = f"{100 * one.start:.1f} %", *changes, f"{100 * one.result:.1f} %", adjusted
        table.add_row(name_of(found, one.seat), *ends)
    return table
