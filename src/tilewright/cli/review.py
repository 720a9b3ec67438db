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
    StoredFinding,
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
    found = _run_review(record, iterations, seed, threads or os.cpu_count() or 1, json_path)
    _print_report(found, Console(highlight=False, soft_wrap=True))
    closing = [summary_sentence(found, account.seat) for account in found.seats]
    write_json(json_path, {**found.as_json(), "closing": closing})


def _run_review(
    record: Record, iterations: int, seed: int, threads: int, json_path: Path | None
) -> Review:
    """Review a record, with a checkpoint next to the result file."""
    known, on_finding = {}, None
    with ExitStack() as stack:
        show = stack.enter_context(progress_bar("reviewing"))
        if (part := path_beside(json_path, ".part")) is not None:
            kept = stack.enter_context(open_findings(part, record, iterations, seed))
            known = {one.name: one.finding for one in kept.items}

            def on_finding(name: str, finding: Finding) -> None:
                kept.append(StoredFinding(name, finding))

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


def _print_report(found: Review, console: Console) -> None:
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
    noteworthy = [one for one in found.decisions if one.kind not in ("best", "good")]
    console.print(f"{len(found.decisions)} decisions, {len(noteworthy)} of them worth a look")
    for one in noteworthy:
        loss = f"-{percent(one.loss)} ±{percent(one.error)}"
        name = player_name(found, one.seat)
        console.print(f"{one.ply:4}  {name}  {one.kind}, {loss}", markup=False)
        console.print(f"      played {one.played}, best {one.best}", markup=False)
        for reason in one.why:
            console.print(f"      {reason['text']}", markup=False)


def _chance_table(found: Review) -> Table:
    table = Table(title="Chance", box=None)
    table.add_column("ply", justify="right")
    table.add_column("event")
    for account in found.seats:
        table.add_column(player_name(found, account.seat), justify="right")
    for event in found.chance:
        luck = [f"{100 * one:+.1f} %" for one in event.luck]
        table.add_row(str(event.ply), format_event_name(found, event).removeprefix("the "), *luck)
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
        table.add_row(player_name(found, one.seat), *ends)
    return table


# --- The summary in sentences ---------------------------------------------------------------------


NOTABLE = 0.03
"""Smaller amounts of luck are not mentioned."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def percent(outlook: float) -> str:
    """Format an expectation as a percentage."""
    return f"{round(100 * outlook)} %"


def player_name(review: Review, seat: Seat) -> str:
    """Return a player's name, or ``seat N`` if the name is missing or not unique."""
    name = review.names[seat] if review.names else ""
    return name if name and review.names.count(name) == 1 else f"seat {seat}"


def format_event_name(review: Review, event: Event) -> str:
    """Return an event's name, such as ``the second refill``, or ``the deal`` if it is unique."""
    alike = [one for one in review.chance if one.event == event.event]
    number = alike.index(event)
    if len(alike) == 1 or number >= len(ORDINALS):
        return f"the {event.event}"
    return f"the {ORDINALS[number]} {event.event}"


def summary_sentence(review: Review, seat: Seat) -> str:
    """Summarise a seat's game: how it ended, and why."""
    account = review.seats[seat]
    name = player_name(review, seat)
    ending, causes = _describe_ending(review, seat), _describe_causes(review, account)
    return f"{name[0].upper()}{name[1:]} {ending}. {causes}"


def _describe_ending(review: Review, seat: Seat) -> str:
    outcome, game = review.outcome, get_game(review.game)
    if review.forfeits:
        return _describe_forfeit(review, seat)
    gap = abs(outcome.scores[seat] - outcome.scores[_find_rival(outcome, seat)])
    unit = game.score_name.split()[0]
    by = f"by {gap} {unit}" if gap else "on the tie-break"
    if outcome.places[seat] == 1:
        return f"won {by}"
    if len(outcome.places) == 2:
        return f"lost {by}"
    return f"came {ORDINALS[outcome.places[seat] - 1]} of {len(outcome.places)}, behind {by}"


def _describe_forfeit(review: Review, seat: Seat) -> str:
    if seat in review.forfeits:
        return "gave the game up"
    return "won, the others having given up" if review.outcome.places[seat] == 1 else "did not win"


def _find_rival(outcome: Outcome, seat: Seat) -> Seat:
    """Return the seat with which a seat is compared: the winner, or the runner-up."""
    return outcome.ranking[1] if outcome.places[seat] == 1 else outcome.winner


def _describe_causes(review: Review, account: SeatBreakdown) -> str:
    rivals = "the others'"
    if len(review.seats) == 2:
        rivals = f"{player_name(review, 1 - account.seat)}'s"
    own, others = _describe_change(account.own), _describe_change(account.others)
    return f"Its own moves {own}, {rivals} {others}; {_describe_luck(review, account)}."


def _describe_luck(review: Review, account: SeatBreakdown) -> str:
    seat = account.seat
    if not review.chance:
        return "nothing was left to chance"
    most = max(review.chance, key=lambda event: abs(event.luck[seat]))
    is_even = abs(account.luck) < NOTABLE
    if abs(most.luck[seat]) < NOTABLE:
        return "luck was even" if is_even else f"luck as a whole {_describe_change(account.luck)}"
    event = f"{format_event_name(review, most)} {_describe_change(most.luck[seat])}"
    if is_even:
        return f"{event}, but luck as a whole was even"
    if abs(account.luck - most.luck[seat]) < NOTABLE:
        return f"{event}, the rest of luck was even"
    return f"{event}, luck as a whole {_describe_change(account.luck)}"


def _describe_change(change: float) -> str:
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
    Console().print(_make_table(position.game, analysis))
    result = {"game": position.game.name, "ply": position.ply, **analysis.as_json()}
    write_json(json_path, result)


def _make_table(game: Game, analysis: Analysis) -> Table:
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
    """Read ``FILE[@PLY]``: a position, or a record at a ply."""
    path, at, digits = what.rpartition("@")
    if not (at and digits.isascii() and digits.isdigit() and len(digits) < 6):
        path, digits = what, ""
    text = read_text(path)
    fields = parse_fields(text)
    if fields.take("tilewright").text.startswith("position"):
        return parse_position(text)
    position = parse_record(text)
    return position.at_ply(int(digits)) if digits else position
