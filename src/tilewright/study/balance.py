"""Balance of a game, with confidence intervals, from many games between equal bots.

Every seat is held by the same bot, so what decides beyond chance is the game itself: who begins,
and what a player gets. The results hold for players like that bot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.arena import ArenaRun, GameResult
from tilewright.arena.stats import Z95, wilson
from tilewright.game import Seat, Subject
from tilewright.position import Position
from tilewright.records.record import parse_record
from tilewright.registry import get_game

TOLERANCE = 1e-6

Reals = npt.NDArray[np.float64]

MIN_DEALS_PER_COLUMN = 2
"""Fewest deals for a regression; with fewer its intervals would be too narrow."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; the interval is None if the data are too few."""

    mean: float
    ci95: tuple[float, float] | None
    count: int
    """Number of observations."""

    def as_json(self) -> dict[str, Any]:
        interval = None if self.ci95 is None else [round(bound, 5) for bound in self.ci95]
        return {"mean": round(self.mean, 5), "ci95": interval, "count": self.count}


def mean_of(values: Any, deals: Any) -> Estimate | None:
    """Return the mean of observations, each made on a deal; None if there are none."""
    observed = np.asarray(values, dtype=np.float64)
    if len(observed) == 0:
        return None
    mean, variance = float(observed.mean()), _variance_of_mean(observed, deals)
    if variance is None:
        return Estimate(mean, None, len(observed))
    spread = Z95 * sqrt(variance)
    return Estimate(mean, (mean - spread, mean + spread), len(observed))


def share_of(answers: Any, deals: Any) -> Estimate | None:
    """Return the share of yes among observations, each made on a deal; None if there are none.

    Wilson's interval for the effective number of independent answers. If all answers are alike,
    that number is unknown and each deal counts as one.
    """
    observed = np.asarray(answers, dtype=np.float64)
    if len(observed) == 0:
        return None
    share, variance = float(observed.mean()), _variance_of_mean(observed, deals)
    worth = share * (1 - share) / variance if variance else len(np.unique(deals))
    return Estimate(share, wilson(share * worth, worth), len(observed))


def _variance_of_mean(observed: Reals, deals: Any) -> float | None:
    errors = _sums(observed - observed.mean(), deals)
    if len(errors) < 2:
        return None
    return _inflate(len(errors)) * float((errors**2).sum()) / len(observed) ** 2


def regress(
    results: Reals, things: Reals, controls: Reals, deals: Any, peers: Reals | None = None
) -> list[Estimate | None]:
    """Estimate by least squares the effect of each item on the result, with controls.

    Args:
        results: float64[n].
        things: float64[n, k].
        controls: float64[n, c].
        deals: The deal of each observation.
        peers: float64[k, m], what a thing's peers have in common with it; then a thing is compared
            with its peers.
    """
    columns = np.hstack([things, controls])
    if len(np.unique(deals)) < MIN_DEALS_PER_COLUMN * columns.shape[1]:
        return [None] * things.shape[1]
    inverse = np.linalg.pinv(columns.T @ columns)
    slopes = inverse @ (columns.T @ results)
    scores = _sums(columns * (results - columns @ slopes)[:, None], deals)
    covariance = inverse @ (scores.T @ scores) @ inverse * _inflate(len(scores))
    contrast = np.eye(things.shape[1], columns.shape[1])
    if peers is not None:
        contrast[:, : things.shape[1]] -= peers @ np.linalg.pinv(peers)
    means = contrast @ slopes
    spreads = Z95 * np.sqrt(np.maximum(0, np.diag(contrast @ covariance @ contrast.T)))
    # Where columns say the same in other words, least squares shares out what they say as it likes.
    blurred = np.abs(contrast - contrast @ inverse @ columns.T @ columns).max(axis=1) > TOLERANCE
    return [
        None if is_blurred else Estimate(float(mean), (mean - spread, mean + spread), len(results))
        for mean, spread, is_blurred in zip(
            means.tolist(), spreads.tolist(), blurred.tolist(), strict=True
        )
    ]


def _sums(values: Reals, deals: Any) -> Reals:
    """Return sums over each deal's observations; float64[deals, ...]."""
    numbers = np.unique(np.asarray(deals), return_inverse=True)[1]
    sums = np.zeros((int(numbers.max()) + 1, *values.shape[1:]))
    np.add.at(sums, numbers, values)
    return sums


def _inflate(clusters: int) -> float:
    """Return the factor that keeps variances from being too small with few deals."""
    return clusters / (clusters - 1)


# --- The report -----------------------------------------------------------------------------------


FORMAT = "observatory 1"
MIN_TELLING_DEALS = 20


def observe_run(run: ArenaRun) -> dict[str, Any]:
    """Return the statistics of an arena's games as JSON data; docs/how-to/observe.md explains each
    key."""
    settings = run.schedule.settings
    subjects = get_game(settings.game).subjects
    watched = [watch(game, subjects) for game in run.games]
    return {
        "tilewright": FORMAT,
        "settings": settings.as_json(),
        "games": len(run.games),
        "deals": len({game.deal for game in run.games}),
        "finished": run.is_finished,
        "starts": [
            first_player_statistics([plain for plain, _ in watched], player)
            for player in range(settings.players)
        ],
        "subjects": [
            subject_statistics(subject, [seen[place] for _, seen in watched])
            for place, subject in enumerate(subjects)
        ],
    }


# --- Who begins ---------------------------------------------------------------------------------


def first_player_statistics(games: list[SubjectEvents], player: int) -> dict[str, Any]:
    """Return how often the first, second ... to move wins, and their scores."""
    deals = [game.deal for game in games]
    return {
        "start": player + 1,
        "wins": _json(share_of([game.places[player] == 1 for game in games], deals)),
        "score": _json(mean_of([game.scores[player] for game in games], deals)),
    }


def _json(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else estimate.as_json()


# --- Things -------------------------------------------------------------------------------------


def subject_statistics(subject: Subject, sightings: list[SubjectEvents]) -> dict[str, Any]:
    """Return a row per thing: how often it is got, when, and its worth."""
    values = value_things(subject, sightings)
    things = range(len(subject.names))
    return {
        "noun": subject.noun,
        "shared": subject.is_shared,
        "things": [
            thing_statistics(subject, sightings, thing) | {"value": _json(values[thing])}
            for thing in things
        ],
        "pairs": list(pair_statistics(subject, sightings)) if subject.is_shared else [],
    }


def thing_statistics(
    subject: Subject, sightings: list[SubjectEvents], thing: int
) -> dict[str, Any]:
    """Return how often an offered item is taken, at which turn, and how often its owner wins."""
    there = [seen for seen in sightings if thing in seen.offered]
    takes = [(take, seen) for seen in there for take in seen.takes if take.thing == thing]
    deals = [seen.deal for _, seen in takes]
    return {
        "name": subject.names[thing],
        "games": len(there),
        "taken": _json(_share(there, [thing], subject.is_shared)),
        "turn": _json(mean_of([take.turn for take, _ in takes], deals)),
        "order": _json(mean_of([take.order for take, _ in takes], deals)),
        "won": _json(share_of([seen.places[take.player] == 1 for take, seen in takes], deals)),
    }


def _share(
    sightings: list[SubjectEvents], things: Iterable[int], is_shared: bool
) -> Estimate | None:
    """Return the win rate of players that took all given items."""
    got: list[bool] = []
    deals: list[int] = []
    wanted = list(things)
    for seen in sightings:
        takers = set.intersection(*(seen.takers(thing) for thing in wanted))
        players = range(len(seen.places))
        answers = [player in takers for player in players] if is_shared else [bool(takers)]
        got += answers
        deals += [seen.deal] * len(answers)
    return share_of(got, deals)


def pair_statistics(subject: Subject, sightings: list[SubjectEvents]) -> Iterable[dict[str, Any]]:
    """Yield how often a player gets both of two things that are offered together."""
    for pair in combinations(range(len(subject.names)), 2):
        there = [seen for seen in sightings if set(pair) <= set(seen.offered)]
        if there:
            yield {
                "names": [subject.names[thing] for thing in pair],
                "games": len(there),
                "both": _json(_share(there, pair, is_shared=True)),
            }


def value_things(subject: Subject, sightings: list[SubjectEvents]) -> list[Estimate | None]:
    """Return the change of the winning probability by each item, by a regression within games.

    One row per player and game, centred on the game's mean; the first player is held fixed.
    """
    if not sightings:
        return [None] * len(subject.names)
    results, things, controls, deals = [], [], [], []
    for seen in sightings:
        players = len(seen.places)
        got = np.zeros((players, len(subject.names)))
        for take in seen.takes:
            got[take.player, take.thing] = 1
        won = np.array([place == 1 for place in seen.places], dtype=np.float64)
        results.append(won - won.mean())
        things.append(got - got.mean(axis=0))
        controls.append(np.eye(players)[:, 1:] - 1 / players)
        deals += [seen.deal] * players
    values = regress(
        np.concatenate(results),
        np.concatenate(things),
        np.concatenate(controls),
        np.array(deals),
        None if subject.is_shared else peers_of(subject),
    )
    told = [count_informative_deals(sightings, thing) for thing in range(len(subject.names))]
    return [
        replace(value, count=count) if value and count >= MIN_TELLING_DEALS else None
        for value, count in zip(values, told, strict=True)
    ]


def peers_of(subject: Subject) -> Reals:
    """Return float64[things, m]: the features within which things are compared, price if any."""
    columns = [np.ones(len(subject.names)), *([np.array(subject.prices)] if subject.prices else [])]
    return np.stack(columns, axis=1).astype(np.float64)


def count_informative_deals(sightings: list[SubjectEvents], thing: int) -> int:
    """Count the deals that are informative about a thing's worth.

    On these, one player had it and another not, and not always the same one: otherwise the effect
    cannot be told from that of the player's place.
    """
    owners = [(seen, frozenset(seen.takers(thing))) for seen in sightings]
    usual = Counter(who for _, who in owners).most_common(1)[0][0]
    uneven = {seen.deal for seen, who in owners if 0 < len(who) < len(seen.places)}
    unusual = {seen.deal for seen, who in owners if who != usual}
    return min(len(uneven), len(unusual))


# --- Events ---------------------------------------------------------------------------------------

# Which player got which of the things that are studied, and when.


class Acquisition(NamedTuple):
    """A thing that a player got."""

    thing: int
    player: int
    turn: int
    """Number of the player's move that brought it, from 1."""
    order: int
    """Number of such things that were got in the game by then, this one included."""


class SubjectEvents(NamedTuple):
    """The events of one subject in one game.

    Players are numbered in the order in which they begin, 0 for the one who moves first. Seats
    would mean nothing, since chance may decide who begins.
    """

    deal: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    offered: tuple[int, ...] = ()
    takes: tuple[Acquisition, ...] = ()

    def takers(self, thing: int) -> set[int]:
        """Return the players who took the item."""
        return {take.player for take in self.takes if take.thing == thing}


def watch(
    result: GameResult, subjects: tuple[Subject, ...]
) -> tuple[SubjectEvents, list[SubjectEvents]]:
    """Replay a finished game. Return its result, and the events of each subject."""
    final = parse_record(result.record)
    first = final.after(0).mover
    plain = SubjectEvents(result.deal, _turned(result.scores, first), _turned(result.places, first))
    return plain, [
        plain._replace(
            offered=subject.offered(final.state), takes=tuple(_find_takes(final, subject))
        )
        for subject in subjects
    ]


def _turned(values: tuple[int, ...], first: Seat) -> tuple[int, ...]:
    return values[first:] + values[:first]


def _find_takes(final: Position, subject: Subject) -> Iterator[Acquisition]:
    start = final.after(0)
    state, first = start.state, start.mover
    turns = [0] * final.players
    order = 0
    for action in final.actions:
        before = state.copy()
        player = (int(before["mover"]) - first) % final.players
        turns[player] += 1
        final.rules.apply(state, action)
        for thing in subject.taken(before, state):
            order += 1
            yield Acquisition(thing, player, turns[player], order)
