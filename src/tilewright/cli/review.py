"""``tilewright analyze`` and ``tilewright review``, with its summary in English."""

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
    append_suffix,
    check_json,
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
    open_findings,
    require_reviewable,
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
    """Review a game: the mistakes, and how much was luck.

    Every decision is judged by what its seat could know. With --json, intermediate results are in
    FILE.part. After an interruption, the same command continues from there.
    """
    record = read_record(read_text(file))
    require_reviewable(record)
    check_json(json_path, "game", "names", "decisions", "path")
    announce_compiling(record.position.game)
    found = _run_review(record, iterations, seed, threads or os.cpu_count() or 1, json_path)
    _print_report(found, Console(highlight=False, soft_wrap=True))
    closing = [summarise_seat(found, account.seat) for account in found.seats]
    write_json(json_path, {**found.as_json(), "closing": closing})


def _run_review(
    record: Record, iterations: int, seed: int, threads: int, json_path: Path | None
) -> Review:
    """Review a record, with a checkpoint beside the result file if there is one."""
    known, on_finding = {}, None
    with ExitStack() as stack:
        show = stack.enter_context(progress_bar("reviewing"))
        if (part := append_suffix(json_path, ".part")) is not None:
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


def _print_report(review: Review, console: Console) -> None:
    """Print the mistakes, the chance events, the seats and a summary of each seat."""
    for remark in review.remarks:
        console.print(remark, markup=False)
    _print_mistakes(review, console)
    if review.chance:
        console.print(_build_chance_table(review))
    console.print(_build_seat_table(review))
    for account in review.seats:
        console.print(summarise_seat(review, account.seat), markup=False)


def _print_mistakes(review: Review, console: Console) -> None:
    """Print all decisions that are neither best nor good, with the reasons."""
    noteworthy = [one for one in review.decisions if one.kind not in ("best", "good")]
    console.print(f"{len(review.decisions)} decisions, {len(noteworthy)} of them worth a look")
    for one in noteworthy:
        loss = f"-{format_percentage(one.loss)} ±{format_percentage(one.error)}"
        name = player_name(review, one.seat)
        console.print(f"{one.ply:4}  {name}  {one.kind}, {loss}", markup=False)
        console.print(f"      played {one.played}, best {one.best}", markup=False)
        for reason in one.why:
            console.print(f"      {reason['text']}", markup=False)


def _build_chance_table(review: Review) -> Table:
    """Build the table of chance events, with the luck of each seat."""
    table = Table(title="Chance", box=None)
    table.add_column("ply", justify="right")
    table.add_column("event")
    for account in review.seats:
        table.add_column(player_name(review, account.seat), justify="right")
    for event in review.chance:
        luck = [f"{100 * one:+.1f} %" for one in event.luck]
        table.add_row(str(event.ply), format_event_name(review, event).removeprefix("the "), *luck)
    return table


def _build_seat_table(review: Review) -> Table:
    """Build the table of seats. It splits each result into luck, own moves and others' moves."""
    table = Table(title="Seats", box=None)
    table.add_column("seat")
    for heading in ("start", "luck", "own moves", "others'", "result", "without luck"):
        table.add_column(heading, justify="right")
    for one in review.seats:
        changes = [f"{100 * change:+.1f} %" for change in (one.luck, one.own, one.others)]
        adjusted = f"{100 * one.adjusted:.1f} % ±{100 * one.error:.1f}"
        ends = f"{100 * one.start:.1f} %", *changes, f"{100 * one.result:.1f} %", adjusted
        table.add_row(player_name(review, one.seat), *ends)
    return table


# --- The summary in sentences ---------------------------------------------------------------------


NOTABLE = 0.03
"""Smaller amounts of luck are not mentioned."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def format_percentage(expectation: float) -> str:
    """Format an expectation as a percentage."""
    return f"{round(100 * expectation)} %"


def player_name(review: Review, seat: Seat) -> str:
    """Return a player's name, or ``seat N`` if the name is missing or not unique."""
    name = review.names[seat] if review.names else ""
    return name if name and review.names.count(name) == 1 else f"seat {seat}"


def format_event_name(review: Review, event: Event) -> str:
    """Format a chance event, such as ``the second refill``, or ``the deal`` if it is unique."""
    alike = [one for one in review.chance if one.event == event.event]
    number = alike.index(event)
    if len(alike) == 1 or number >= len(ORDINALS):
        return f"the {event.event}"
    return f"the {ORDINALS[number]} {event.event}"


def summarise_seat(review: Review, seat: Seat) -> str:
    """Describe how a seat's game ended, and why, in two sentences."""
    account = review.seats[seat]
    name = player_name(review, seat)
    ending, causes = _describe_ending(review, seat), _describe_causes(review, account)
    return f"{name[0].upper()}{name[1:]} {ending}. {causes}"


def _describe_ending(review: Review, seat: Seat) -> str:
    """Describe how the game ended for a seat, such as ``won by 3 points``."""
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
    """Describe how a game with forfeits ended for a seat, such as ``did not win``."""
    if seat in review.forfeits:
        return "gave the game up"
    return "won, the others having given up" if review.outcome.places[seat] == 1 else "did not win"


def _find_rival(outcome: Outcome, seat: Seat) -> Seat:
    """Return the runner-up for a winner, and the winner for any other seat."""
    return outcome.ranking[1] if outcome.places[seat] == 1 else outcome.winner


def _describe_causes(review: Review, breakdown: SeatBreakdown) -> str:
    """Describe the effects of a seat's own moves, of the others' moves and of luck."""
    rivals = "the others'"
    if len(review.seats) == 2:
        rivals = f"{player_name(review, 1 - breakdown.seat)}'s"
    own, others = _describe_change(breakdown.own), _describe_change(breakdown.others)
    return f"Its own moves {own}, {rivals} {others}; {_describe_luck(review, breakdown)}."


def _describe_luck(review: Review, breakdown: SeatBreakdown) -> str:
    """Describe a seat's luck, and the chance event that mattered most."""
    seat = breakdown.seat
    if not review.chance:
        return "nothing was left to chance"
    most = max(review.chance, key=lambda event: abs(event.luck[seat]))
    is_even = abs(breakdown.luck) < NOTABLE
    if abs(most.luck[seat]) < NOTABLE:
        return "luck was even" if is_even else f"luck as a whole {_describe_change(breakdown.luck)}"
    event = f"{format_event_name(review, most)} {_describe_change(most.luck[seat])}"
    if is_even:
        return f"{event}, but luck as a whole was even"
    if abs(breakdown.luck - most.luck[seat]) < NOTABLE:
        return f"{event}, the rest of luck was even"
    return f"{event}, luck as a whole {_describe_change(breakdown.luck)}"


def _describe_change(change: float) -> str:
    """Describe a gain or a loss of expectation, such as ``cost it 5 %``."""
    if round(100 * change) == 0:
        return "changed nothing"
    return f"{'cost' if change < 0 else 'brought'} it {format_percentage(abs(change))}"


# --- tilewright analyze ---------------------------------------------------------------------------


def analyze(
    file: Annotated[
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

    For each move it prints the expected result and what the move does. The search sees only what
    the player to move may know. Without @PLY, a record is analysed at its last position.
    """
    check_json(json_path, "game", "ply", "mover", "moves")
    position = _read_position(file)
    analysis = analyse(position, Budget(seconds, iterations, threads), most)
    Console().print(_make_table(position.game, analysis))
    result = {"game": position.game.name, "ply": position.ply, **analysis.as_json()}
    write_json(json_path, result)


def _make_table(game: Game, analysis: Analysis) -> Table:
    """Build the table of an analysed position's moves."""
    table = Table(title=f"Seat {analysis.mover}, {analysis.iterations:,} iterations", box=None)
    table.add_column("move")
    for heading in ("total" if game.is_for_one else "chance", "visits", "score"):
        table.add_column(heading, justify="right")
    table.add_column("what it does")
    for move in analysis.moves:
        change = f"{move.score_change:+}"
        table.add_row(move.move, move.worth, f"{move.visits:,}", change, move.does)
    return table


def _read_position(argument: str) -> Position:
    """Read the position at ``FILE[@PLY]``. FILE has a position, or a record of a game."""
    path, at, digits = argument.rpartition("@")
    if not (at and digits.isascii() and digits.isdigit() and len(digits) < 6):
        path, digits = argument, ""
    text = read_text(path)
    fields = parse_fields(text)
    if fields.take("tilewright").text.startswith("position"):
        return parse_position(text)
    position = parse_record(text)
    return position.at_ply(int(digits)) if digits else position
