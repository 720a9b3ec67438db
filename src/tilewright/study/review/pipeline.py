"""The review pipeline: measure all decisions and chance events, then attribute the result.

The measurements are independent, so several threads can share them. Known findings are reused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from threading import Event as Flag
from typing import Any, Final

import msgspec
import numpy as np

from tilewright.errors import InvalidOption
from tilewright.game import Action
from tilewright.jobs.checkpoint import Checkpoint
from tilewright.position import Outcome, Position
from tilewright.records.record import Record, check_overwrite
from tilewright.study.review.evaluation import Evaluator, depends_on_chance, reward_outcome
from tilewright.study.review.luck import (
    MeasuredLuck,
    Step,
    break_down_results,
    fit_path,
    measure_chance_event,
    measure_deal_luck,
)
from tilewright.study.review.move_loss import (
    STANDARD_ERRORS,
    MeasuredDecision,
    explain_loss,
    measure_decision,
)
from tilewright.study.review.results import Decision, Event, Review

__all__ = [
    "ITERATIONS",
    "Finding",
    "Progress",
    "Stopped",
    "StoredFinding",
    "list_caveats",
    "open_findings",
    "require_reviewable",
    "review",
]

ITERATIONS: Final = 2000
CHECKPOINT_VERSION: Final = 1
DEAL: Final = "deal"

Finding = dict[str, Any]
"""Measurements of one move or of the deal, as plain data."""
Progress = Callable[[int, int], None]
"""Callback that receives the number of finished and of required measurements."""


class Stopped(Exception):
    """The review was stopped before it finished."""


@dataclass(frozen=True)
class _PlayedMove:
    """A move of the game, and the position in which it was played."""

    position: Position
    action: Action


def review(
    record: Record,
    *,
    iterations: int = ITERATIONS,
    seed: int = 0,
    threads: int = 1,
    on_progress: Progress | None = None,
    known: Mapping[str, Finding] | None = None,
    on_finding: Callable[[str, Finding], None] | None = None,
    stop: Flag | None = None,
) -> Review:
    """Review a finished game: what each decision lost, and what was luck.

    Args:
        record: The game.
        iterations: Iterations of the search for the best move. Other searches are proportional.
        seed: Seed of all searches.
        threads: Number of threads.
        known: Findings of an interrupted review, by name.
        on_progress: Called after each measurement.
        on_finding: Called with each new finding.
        stop: Set it to stop the review.

    Raises:
        Stopped: ``stop`` was set.
    """
    if iterations < 1:
        raise InvalidOption(f"iterations: expected a number above 0; found {iterations}")
    outcome = require_reviewable(record)
    moves = _list_moves(record.position)
    jobs = _list_jobs(record, moves, iterations, seed)
    findings = _run_jobs(jobs, dict(known or {}), threads, on_progress, on_finding, stop or Flag())
    return _build_review(record, outcome, moves, findings, iterations, seed)


class StoredFinding(msgspec.Struct, frozen=True):
    """A finding and its name, as a line of a checkpoint."""

    name: str
    finding: Finding


def open_findings(
    path: Path, record: Record, iterations: int, seed: int
) -> Checkpoint[StoredFinding]:
    """Open a review's checkpoint. A checkpoint of another review is overwritten."""
    header = {
        "review": CHECKPOINT_VERSION,
        "game": record.position.game.name,
        "moves": record.position.moves,
        "final": record.position.digest,
        "iterations": iterations,
        "seed": seed,
    }
    check_overwrite(path, lambda data: data.startswith(b'{"review"'), "of this command")
    decode = msgspec.json.Decoder(StoredFinding).decode
    return Checkpoint(path, header, decode, kind="review")


def _list_moves(game: Position) -> list[_PlayedMove]:
    """Return a game's moves, each with the position in which it was played."""
    steps, moves = game.after(0), []
    for action in game.actions:
        moves.append(_PlayedMove(steps.copy(), action))
        steps.play(action)
    return moves


# --- Measuring ----------------------------------------------------------------------------------

Job = Callable[[], Finding]


def _list_jobs(
    record: Record, moves: list[_PlayedMove], iterations: int, seed: int
) -> dict[str, Job]:
    """Return the measurements of a review as functions by name, the longest first."""
    evaluator = Evaluator(record.position.game)
    jobs: dict[str, Job] = {}
    if record.position.seed is not None:
        jobs[DEAL] = partial(_measure_deal, evaluator, moves[0].position, iterations, seed)
    for number, move in enumerate(moves):
        jobs[str(number)] = partial(_measure_move, evaluator, move, iterations, seed)
    return jobs


def _measure_deal(evaluator: Evaluator, deal: Position, iterations: int, seed: int) -> Finding:
    """Measure the luck of the deal, as plain data."""
    found = measure_deal_luck(evaluator, deal, iterations, seed)
    return {"fortunes": [asdict(one) for one in found]}


def _measure_move(evaluator: Evaluator, move: _PlayedMove, iterations: int, seed: int) -> Finding:
    """Measure a move's loss and the luck of the chance event after it, as plain data."""
    position, action = move.position, move.action
    weighed = measure_decision(evaluator, position, action, iterations, seed)
    fortune = measure_chance_event(evaluator, position, action, iterations, seed)
    return {"weighed": asdict(weighed), "fortune": fortune and asdict(fortune)}


def _run_jobs(
    jobs: Mapping[str, Job],
    found: dict[str, Finding],
    threads: int,
    on_progress: Progress | None,
    on_finding: Callable[[str, Finding], None] | None,
    stop: Flag,
) -> dict[str, Finding]:
    """Run the jobs that have no finding yet. Returns the findings of all jobs by name."""
    missing = [name for name in jobs if name not in found]

    def run_job(name: str) -> Finding:
        """Run the job `name`. Raises Stopped once a stop is requested."""
        if stop.is_set():
            raise Stopped
        return jobs[name]()

    with ThreadPoolExecutor(threads) as pool:
        try:
            for name, finding in zip(missing, pool.map(run_job, missing), strict=True):
                found[name] = finding
                if on_finding is not None:
                    on_finding(name, finding)
                if on_progress is not None:
                    on_progress(len(found), len(jobs))
        except BaseException:  # such as Ctrl-C: skip the remaining jobs
            stop.set()
            raise
    return found


# --- Building the review ------------------------------------------------------------------------


def _build_review(
    record: Record,
    outcome: Outcome,
    moves: list[_PlayedMove],
    findings: Mapping[str, Finding],
    iterations: int,
    seed: int,
) -> Review:
    """Attribute the result to the measured steps and build the review."""
    game = record.position.game
    measurements = _load_measurements(moves, findings)
    steps = [_to_step(one) for one in measurements]
    result = reward_outcome(game, outcome)
    if record.forfeits:
        steps.append(_make_forfeit_step(record, moves, result))
    path = fit_path(steps, result)
    changes = [
        tuple(after - before for before, after in zip(path[number], path[number + 1], strict=True))
        for number in range(len(steps))
    ]
    decisions: list[Decision] = []
    events: list[Event] = []
    for one, change in zip(measurements, changes, strict=False):
        if isinstance(one, MeasuredLuck):
            error = tuple(STANDARD_ERRORS * spread for spread in one.spread)
            events.append(Event(one.ply, one.event, change, error))
        else:
            decisions.append(_build_decision(moves[len(decisions)], one, change))
    return Review(
        game=game.name,
        names=record.seats,
        iterations=iterations,
        seed=seed,
        outcome=outcome,
        decisions=tuple(decisions),
        chance=tuple(events),
        seats=tuple(break_down_results(steps, path)),
        forfeits=tuple(seat for seat, _ in record.forfeits),
        remarks=tuple(list_caveats(record)),
        path=tuple(map(tuple, path)),
    )


def _load_measurements(
    moves: list[_PlayedMove], findings: Mapping[str, Finding]
) -> list[MeasuredLuck | MeasuredDecision]:
    """Convert findings back to measured decisions and chance events, in game order."""
    measurements: list[MeasuredLuck | MeasuredDecision] = []
    if DEAL in findings:
        measurements += [MeasuredLuck(**one) for one in findings[DEAL]["fortunes"]]
    for number in range(len(moves)):
        finding = findings[str(number)]
        measurements.append(MeasuredDecision(**finding["weighed"]))
        if finding["fortune"]:
            measurements.append(MeasuredLuck(**finding["fortune"]))
    return measurements


def _to_step(measurement: MeasuredLuck | MeasuredDecision) -> Step:
    """Convert a measurement to a step of the game."""
    if isinstance(measurement, MeasuredLuck):
        return Step(measurement.luck, measurement.spread, before=measurement.before)
    change = np.subtract(measurement.after, measurement.before).tolist()
    return Step(change, measurement.spread, measurement.seat, measurement.before, measurement.after)


def _make_forfeit_step(record: Record, moves: list[_PlayedMove], result: Any) -> Step:
    """Create the step of a record's forfeits.

    It counts as a decision of the last seat that forfeited.
    """
    seat = record.forfeits[-1][0]
    return Step([0.0] * len(result), [1.0] * len(result), seat)


def _build_decision(
    move: _PlayedMove, measured: MeasuredDecision, change: tuple[float, ...]
) -> Decision:
    """Build the review's entry for a measured decision."""
    position = move.position
    return Decision(
        ply=measured.ply,
        seat=measured.seat,
        played=position.format_move(measured.played),
        best=position.format_move(measured.best),
        loss=measured.loss,
        error=measured.error,
        kind=measured.kind,
        why=explain_loss(position, measured),
        outlook=measured.outlook,
        line=tuple(_format_line(position, measured.best_line)),
        effect=change,
    )


def _format_line(position: Position, actions: list[Action]) -> list[str]:
    """Format a line of actions as moves in notation, up to a chance event."""
    steps, line = position.copy(), []
    for action in actions:
        line.append(steps.format_move(action))
        if depends_on_chance(steps, action):
            break
        steps.play(action)
    return line


# --- Preconditions and caveats --------------------------------------------------------------------


def require_reviewable(record: Record) -> Outcome:
    """Return a game's outcome. Raises InvalidOption if the game cannot be reviewed."""
    position = record.position
    if position.game.is_for_one:
        raise InvalidOption(
            f"{position.game.name}: a review compares seats, and this game is for one; "
            "tilewright solve shows what its deals allow"
        )
    if record.outcome is None:
        raise InvalidOption(
            f"the game is unfinished after {position.ply} plies; only what is over is reviewed"
        )
    if not position.actions:
        raise InvalidOption("no move was played; there is nothing to review")
    return record.outcome


def list_caveats(record: Record) -> list[str]:
    """List what limits a review: a later start, forfeits, seats without moves."""
    position = record.position
    remarks = []
    if position.seed is None:
        remarks.append(
            f"The game begins at ply {position.first_ply}, not with a deal: what chance did before "
            "is not counted."
        )
    for seat, reason in record.forfeits:
        words = {"resigned": "resigned", "time": "ran out of time", "fault": "broke the rules"}
        remarks.append(
            f"Seat {seat} {words[reason]}. What that cost counts as its own decision; what the "
            "board would have brought is not guessed."
        )
    silent = set(range(position.players)) - _find_movers(record)
    return remarks + [
        f"Seat {seat} never moved: it has no decisions of its own." for seat in sorted(silent)
    ]


def _find_movers(record: Record) -> set[int]:
    """Return the seats that moved at least once."""
    steps, movers = record.position.after(0), set()
    for action in record.position.actions:
        movers.add(steps.mover)
        steps.play(action)
    return movers
