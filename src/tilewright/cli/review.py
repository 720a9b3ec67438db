"""``tilewright analyze`` and ``review``, with its summary in English; the page has its own."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tilewright.bots import Budget
from tilewright.cli.options import JsonPath, Seed, Threads
from tilewright.cli.output import (
    announce_compiling,
    check_json,
    path_beside,
    progress_bar,
    write_json,
)
from tilewright.game import Game, Seat
from tilewright.position import Outcome, Position
from tilewright.records.record import Record, parse_position, parse_record, read_record, read_text
from tilewright.registry import get_game
from tilewright.search.explain import Analysis, analyse
from tilewright.study.review import review as review_game
from tilewright.study.review.luck import SeatBreakdown
from tilewright.study.review.pipeline import (
    ITERATIONS,
    Finding,
    KeptFinding,
    check_reviewable,
    open_findings,
)
from tilewright.study.review.results import Event, Review
from tilewright.text import parse_fields


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a finished game.")],
    iterations: Annotated[
        int,
        typer.Option(min=1, help="Iterations of the search for the best move of each decision."),
    ] = ITERATIONS,
    seed: Seed = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="Threads; as many as cores by default.")
    ] = None,
    json_path: JsonPath = None,
) -> None:
    """Review a game: mistakes, and what was luck.

    Every decision is judged from what its seat could know. With --json, results are kept in
    FILE.part meanwhile; the same command continues from there after an interruption.
    """
    record = read_record(read_text(file))
    check_reviewable(record)
    check_json(json_path, "game", "names", "decisions", "path")
    announce_compiling(record.position.game)
    found = _review(record, iterations, seed, threads or os.cpu_count() or 1, json_path)
    _print(found, Console(highlight=False, soft_wrap=True))
    closing = [summary_sentence(found, account.seat) for account in found.seats]
    write_json(json_path, {**found.as_json(), "closing": closing})


def _review(
    record: Record, iterations: int, seed: int, threads: int, json_path: Path | None
) -> Review:
    """Review a record, keeping findings in a file beside the result."""
    known, on_finding = {}, None
    with ExitStack() as stack:
        show = stack.enter_context(progress_bar("reviewing"))
        if (part := path_beside(json_path, ".part")) is not None:
            kept = stack.enter_context(open_findings(part, record, iterations, seed))
            known = {one.name: one.finding for one in kept.items}

            def on_finding(name: str, finding: Finding) -> None:
                kept.append(KeptFinding(name, finding))

        found = review_game(
            record,
            iterations=iterations,
            seed=seed,
            threads=threads,
            on_progress=show,
            known=known,
            on_finding=on_finding,
        )
        if part is not None:
            kept.remove()
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
        console.print(summary_sentence(found, account.seat), markup=False)


def _print_mistakes(found: Review, console: Console) -> None:
    """Print all decisions that are neither best nor good."""
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


# --- The summary in sentences ---------------------------------------------------------------------


NOTABLE = 0.03
"""Luck below this is not mentioned."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def percent(outlook: float) -> str:
    """Return an expectation as a percentage in words."""
    return f"{round(100 * outlook)} %"


def name_of(review: Review, seat: Seat) -> str:
    """Return the player's name; equal names are told apart by their seats."""
    name = review.names[seat] if review.names else ""
    return name if name and review.names.count(name) == 1 else f"seat {seat}"


def name_event(review: Review, event: Event) -> str:
    """Return ``the second refill``, or ``the deal`` if there is only one."""
    alike = [one for one in review.chance if one.event == event.event]
    number = alike.index(event)
    if len(alike) == 1 or number >= len(ORDINALS):
        return f"the {event.event}"
    return f"the {ORDINALS[number]} {event.event}"


def summary_sentence(review: Review, seat: Seat) -> str:
    """Return the summary sentence of a seat's game."""
    account = review.seats[seat]
    name = name_of(review, seat)
    return f"{name[0].upper()}{name[1:]} {_ending(review, seat)}. {_causes(review, account)}"


def _ending(review: Review, seat: Seat) -> str:
    outcome, game = review.outcome, get_game(review.game)
    if review.forfeits:
        return _given_up(review, seat)
    gap = abs(outcome.scores[seat] - outcome.scores[_rival(outcome, seat)])
    unit = game.score_name.split()[0]
    by = f"by {gap} {unit}" if gap else "on the tie-break"
    if outcome.places[seat] == 1:
        return f"won {by}"
    if len(outcome.places) == 2:
        return f"lost {by}"
    return f"came {ORDINALS[outcome.places[seat] - 1]} of {len(outcome.places)}, behind {by}"


def _given_up(review: Review, seat: Seat) -> str:
    if seat in review.forfeits:
        return "gave the game up"
    return "won, the others having given up" if review.outcome.places[seat] == 1 else "did not win"


def _rival(outcome: Outcome, seat: Seat) -> Seat:
    """Return the seat that a seat is measured against: the winner, or for the winner the second."""
    return outcome.ranking[1] if outcome.places[seat] == 1 else outcome.winner


def _causes(review: Review, account: SeatBreakdown) -> str:
    others = "the others'" if len(review.seats) > 2 else f"{name_of(review, 1 - account.seat)}'s"
    moves = f"Its own moves {_did(account.own)}, {others} {_did(account.others)}"
    return f"{moves}; {_luck(review, account)}."


def _luck(review: Review, account: SeatBreakdown) -> str:
    seat = account.seat
    if not review.chance:
        return "nothing was left to chance"
    most = max(review.chance, key=lambda event: abs(event.luck[seat]))
    is_even = abs(account.luck) < NOTABLE
    if abs(most.luck[seat]) < NOTABLE:
        return "luck was even" if is_even else f"luck as a whole {_did(account.luck)}"
    event = f"{name_event(review, most)} {_did(most.luck[seat])}"
    if is_even:
        return f"{event}, but luck as a whole was even"
    if abs(account.luck - most.luck[seat]) < NOTABLE:
        return f"{event}, the rest of luck was even"
    return f"{event}, luck as a whole {_did(account.luck)}"


def _did(change: float) -> str:
    if round(100 * change) == 0:
        return "changed nothing"
    return f"{'cost' if change < 0 else 'brought'} it {percent(abs(change))}"


# --- tilewright analyze ---------------------------------------------------------------------------


def analyze(
    what: Annotated[
        str, typer.Argument(metavar="FILE[@PLY]", help="A position, or a record and a ply of it.")
    ],
    seconds: Annotated[float | None, typer.Option(help="Seconds to think; 2 by default.")] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Iterations to think, instead of seconds.")
    ] = None,
    threads: Threads = 1,
    most: Annotated[int, typer.Option(min=1, max=1000, help="Number of moves to show.")] = 10,
    json_path: JsonPath = None,
) -> None:
    """Show the best moves of a position.

    For each move, print the chance or total it leads to, and what it does. The search sees only
    what the player to move may know. Without @PLY a record is analysed at its last position.
    """
    check_json(json_path, "game", "ply", "mover", "moves")
    position = _read_position(what)
    analysis = analyse(position, Budget(seconds, iterations, threads), most)
    Console().print(_table(position.game, analysis))
    result = {"game": position.game.name, "ply": position.ply, **analysis.as_json()}
    write_json(json_path, result)


def _table(game: Game, analysis: Analysis) -> Table:
    table = Table(title=f"Seat {analysis.mover}, {analysis.iterations:,} iterations", box=None)
    table.add_column("move")
    for heading in ("total" if game.is_for_one else "chance", "visits", "score"):
        table.add_column(heading, justify="right")
    table.add_column("what it does")
    for move in analysis.moves:
        change = f"{move.score_change:+}"
        table.add_row(move.move, move.worth, f"{move.visits:,}", change, move.does)
    return table


def _read_position(what: str) -> Position:
    """Return the position in a file: a position's own, or a record's at a ply."""
    path, at, digits = what.rpartition("@")
    if not (at and digits.isascii() and digits.isdigit() and len(digits) < 6):
        path, digits = what, ""
    text = read_text(path)
    fields = parse_fields(text)
    if fields.take("tilewright").text.startswith("position"):
        return parse_position(text)
    position = parse_record(text)
    return position.at_ply(int(digits)) if digits else position
