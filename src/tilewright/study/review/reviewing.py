"""A whole game: all decisions and all events of chance are measured, then put in one ledger.

The measurements do not depend on each other, so threads share them, and what is known already need
not be measured again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from threading import Event as Flag
from typing import Any, Final

import numpy as np

from tilewright.errors import InvalidOption
from tilewright.game import Action
from tilewright.position import Outcome, Position
from tilewright.record import Record
from tilewright.study.review.asking import ask_why
from tilewright.study.review.fortune import Fortune, draw_after, fortunes_of_deal
from tilewright.study.review.ledger import Step, balance, fit_path
from tilewright.study.review.outlooks import Observer, leaves_to_chance, reward
from tilewright.study.review.pairs import SURE
from tilewright.study.review.reading import check_reviewable, remarks_of
from tilewright.study.review.results import Decision, Event, Review
from tilewright.study.review.weighing import Weighed, weigh_decision

__all__ = ["ITERATIONS", "Finding", "Progress", "Stopped", "review"]

ITERATIONS: Final = 2000
DEAL: Final = "deal"

Finding = dict[str, Any]
"""What was measured at one place of a game, as plain data."""
Progress = Callable[[int, int], None]
"""Told how many measurements are done, and how many there are."""


class Stopped(Exception):
    """The review was stopped before its end."""


@dataclass(frozen=True)
class _Place:
    """A move of the game: where it was played, and which it was."""

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
    """Look back on a finished game.

    ``iterations``: of the search for the best move of a decision; all else is in proportion.
    ``known``: findings of an earlier review that was broken off, by their names; ``on_finding`` is
    told of each new one. Raises ``Stopped`` once ``stop`` is set.
    """
    if iterations < 1:
        raise InvalidOption(f"iterations: expected a number above 0; found {iterations}")
    outcome = check_reviewable(record)
    places = _list_places(record.position)
    jobs = _list_jobs(record, places, iterations, seed)
    findings = _measure(jobs, dict(known or {}), threads, on_progress, on_finding, stop or Flag())
    return _conclude(record, outcome, places, findings, iterations, seed)


def _list_places(game: Position) -> list[_Place]:
    steps, places = game.after(0), []
    for action in game.actions:
        places.append(_Place(steps.copy(), action))
        steps.play(action)
    return places


# --- Measuring ----------------------------------------------------------------------------------

Job = Callable[[], Finding]


def _list_jobs(record: Record, places: list[_Place], iterations: int, seed: int) -> dict[str, Job]:
    """What is to be measured, by name; the longest first."""
    observer = Observer(record.position.game)
    jobs: dict[str, Job] = {}
    if record.position.seed is not None:
        jobs[DEAL] = partial(_find_deal, observer, places[0].position, iterations, seed)
    for number, place in enumerate(places):
        jobs[str(number)] = partial(_find_move, observer, place, iterations, seed)
    return jobs


def _find_deal(observer: Observer, deal: Position, iterations: int, seed: int) -> Finding:
    found = fortunes_of_deal(observer, deal, iterations, seed)
    return {"fortunes": [asdict(one) for one in found]}


def _find_move(observer: Observer, place: _Place, iterations: int, seed: int) -> Finding:
    position, action = place.position, place.action
    weighed = weigh_decision(observer, position, action, iterations, seed)
    fortune = draw_after(observer, position, action, iterations, seed)
    return {"weighed": asdict(weighed), "fortune": fortune and asdict(fortune)}


def _measure(
    jobs: Mapping[str, Job],
    found: dict[str, Finding],
    threads: int,
    on_progress: Progress | None,
    on_finding: Callable[[str, Finding], None] | None,
    stop: Flag,
) -> dict[str, Finding]:
    """Do all jobs that are not done yet."""
    missing = [name for name in jobs if name not in found]

    def work(name: str) -> Finding:
        if stop.is_set():
            raise Stopped
        return jobs[name]()

    with ThreadPoolExecutor(threads) as pool:
        try:
            for name, finding in zip(missing, pool.map(work, missing), strict=True):
                found[name] = finding
                if on_finding is not None:
                    on_finding(name, finding)
                if on_progress is not None:
                    on_progress(len(found), len(jobs))
        except BaseException:  # Ctrl-C, say: nobody waits for the rest
            stop.set()
            raise
    return found


# --- Concluding ---------------------------------------------------------------------------------


def _conclude(
    record: Record,
    outcome: Outcome,
    places: list[_Place],
    findings: Mapping[str, Finding],
    iterations: int,
    seed: int,
) -> Review:
    """Put everything in one ledger."""
    game = record.position.game
    told = _tell_all(places, findings)
    steps = [_step(one) for one in told]
    result = reward(game, outcome)
    if record.forfeits:
        steps.append(_forfeit(record, places, result))
    path = fit_path(steps, result)
    changes = [
        tuple(after - before for before, after in zip(path[number], path[number + 1], strict=True))
        for number in range(len(steps))
    ]
    decisions: list[Decision] = []
    events: list[Event] = []
    for one, change in zip(told, changes, strict=False):
        if isinstance(one, Fortune):
            error = tuple(SURE * spread for spread in one.spread)
            events.append(Event(one.ply, one.event, change, error))
        else:
            decisions.append(_decide(places[len(decisions)], one, change))
    return Review(
        game=game.name,
        names=record.seats,
        iterations=iterations,
        seed=seed,
        outcome=outcome,
        decisions=tuple(decisions),
        chance=tuple(events),
        seats=tuple(balance(steps, path)),
        forfeits=tuple(seat for seat, _ in record.forfeits),
        remarks=tuple(remarks_of(record)),
        path=tuple(map(tuple, path)),
    )


def _tell_all(places: list[_Place], findings: Mapping[str, Finding]) -> list[Fortune | Weighed]:
    """What happened, in order."""
    told: list[Fortune | Weighed] = []
    if DEAL in findings:
        told += [Fortune(**one) for one in findings[DEAL]["fortunes"]]
    for number in range(len(places)):
        finding = findings[str(number)]
        told.append(Weighed(**finding["weighed"]))
        if finding["fortune"]:
            told.append(Fortune(**finding["fortune"]))
    return told


def _step(one: Fortune | Weighed) -> Step:
    if isinstance(one, Fortune):
        return Step(one.luck, one.spread, before=one.before)
    change = np.subtract(one.after, one.before).tolist()
    return Step(change, one.spread, one.seat, one.before, one.after)


def _forfeit(record: Record, places: list[_Place], result: Any) -> Step:
    """To give up is a decision too, of whoever did it last."""
    seat = record.forfeits[-1][0]
    return Step([0.0] * len(result), [1.0] * len(result), seat)


def _decide(place: _Place, one: Weighed, change: tuple[float, ...]) -> Decision:
    position = place.position
    return Decision(
        ply=one.ply,
        seat=one.seat,
        played=position.format_move(one.played),
        best=position.format_move(one.best),
        loss=one.loss,
        error=one.error,
        kind=one.kind,
        why=ask_why(position, one),
        outlook=one.outlook,
        line=tuple(_format_line(position, one.best_line)),
        effect=change,
    )


def _format_line(position: Position, actions: list[Action]) -> list[str]:
    """As far as nothing is left to chance."""
    steps, line = position.copy(), []
    for action in actions:
        line.append(steps.format_move(action))
        if leaves_to_chance(steps, action):
            break
        steps.play(action)
    return line
