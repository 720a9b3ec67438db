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
from tilewright.arena.stats import Z95, wilson_interval
from tilewright.game import Seat, Subject
from tilewright.position import Position
from tilewright.records.record import parse_record
from tilewright.registry import get_game

TOLERANCE = 1e-6

Reals = npt.NDArray[np.float64]

MIN_DEALS_PER_COLUMN = 2
"""A regression on fewer deals would have too narrow intervals."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % confidence interval, which is None if there is too little data."""

    mean: float
    ci95: tuple[float, float] | None
    count: int
    """Number of observations."""

    def as_json(self) -> dict[str, Any]:
        interval = None if self.ci95 is None else [round(bound, 5) for bound in self.ci95]
        return {"mean": round(self.mean, 5), "ci95": interval, "count": self.count}


def estimate_mean(values: npt.ArrayLike, deals: npt.ArrayLike) -> Estimate | None:
    """Estimate the mean of values, clustered by deal. Returns None if there are no values."""
    observed = np.asarray(values, dtype=np.float64)
    if len(observed) == 0:
        return None
    mean, variance = float(observed.mean()), _estimate_variance(observed, deals)
    if variance is None:
        return Estimate(mean, None, len(observed))
    spread = Z95 * sqrt(variance)
    return Estimate(mean, (mean - spread, mean + spread), len(observed))


def estimate_share(values: npt.ArrayLike, deals: npt.ArrayLike) -> Estimate | None:
    """Estimate the share of true values, clustered by deal. Returns None if there are no values.

    Uses Wilson's interval with the effective number of independent observations. If all values are
    equal, that number is unknown, and each deal counts as one observation.
    """
    observed = np.asarray(values, dtype=np.float64)
    if len(observed) == 0:
        return None
    share, variance = float(observed.mean()), _estimate_variance(observed, deals)
    worth = share * (1 - share) / variance if variance else len(np.unique(deals))
    return Estimate(share, wilson_interval(share * worth, worth), len(observed))


def _estimate_variance(values: Reals, deals: npt.ArrayLike) -> float | None:
    """Estimate the variance of the values' mean, clustered by deal.

    Returns None with fewer than two deals.
    """
    errors = _sum_by_deal(values - values.mean(), deals)
    if len(errors) < 2:
        return None
    return _correction_factor(len(errors)) * float((errors**2).sum()) / len(values) ** 2


def estimate_effects(
    results: Reals, items: Reals, controls: Reals, deals: npt.ArrayLike, peers: Reals | None = None
) -> list[Estimate | None]:
    """Estimate each item's effect on the result by least squares, with controls.

    An estimate is None if the data cannot separate the item's effect from others.

    Args:
        results: float64[n].
        items: float64[n, k].
        controls: float64[n, c].
        deals: The deal of each observation.
        peers: float64[k, m], features of the items. If given, each item is compared with its peers.
    """
    columns = np.hstack([items, controls])
    if len(np.unique(deals)) < MIN_DEALS_PER_COLUMN * columns.shape[1]:
        return [None] * items.shape[1]
    inverse = np.linalg.pinv(columns.T @ columns)
    slopes = inverse @ (columns.T @ results)
    scores = _sum_by_deal(columns * (results - columns @ slopes)[:, None], deals)
    covariance = inverse @ (scores.T @ scores) @ inverse * _correction_factor(len(scores))
    contrast = np.eye(items.shape[1], columns.shape[1])
    if peers is not None:
        contrast[:, : items.shape[1]] -= peers @ np.linalg.pinv(peers)
    means = contrast @ slopes
    spreads = Z95 * np.sqrt(np.maximum(0, np.diag(contrast @ covariance @ contrast.T)))
    # With collinear columns, least squares distributes their effect arbitrarily.
    unidentified = (
        np.abs(contrast - contrast @ inverse @ columns.T @ columns).max(axis=1) > TOLERANCE
    )
    return [
        None
        if is_unidentified
        else Estimate(float(mean), (mean - spread, mean + spread), len(results))
        for mean, spread, is_unidentified in zip(
            means.tolist(), spreads.tolist(), unidentified.tolist(), strict=True
        )
    ]


def _sum_by_deal(values: Reals, deals: npt.ArrayLike) -> Reals:
    """Sum the rows of `values` that belong to the same deal. Returns float64[deals, ...]."""
    numbers = np.unique(np.asarray(deals), return_inverse=True)[1]
    sums = np.zeros((int(numbers.max()) + 1, *values.shape[1:]))
    np.add.at(sums, numbers, values)
    return sums


def _correction_factor(num_clusters: int) -> float:
    """Return the factor that corrects a variance for a small number of clusters."""
    return num_clusters / (num_clusters - 1)


# --- The report -----------------------------------------------------------------------------------


FORMAT = "observatory 1"
MIN_INFORMATIVE_DEALS = 20


def measure_balance(run: ArenaRun) -> dict[str, Any]:
    """Return the balance of a game as JSON data, estimated from an arena's games.

    docs/how-to/observe.md explains the keys.
    """
    settings = run.schedule.settings
    subjects = get_game(settings.game).subjects
    watched = [extract_events(game, subjects) for game in run.games]
    return {
        "tilewright": FORMAT,
        "settings": settings.as_json(),
        "games": len(run.games),
        "deals": len({game.deal for game in run.games}),
        "finished": run.is_finished,
        "starts": [
            summarise_first_player([plain for plain, _ in watched], player)
            for player in range(settings.players)
        ],
        "subjects": [
            summarise_subject(subject, [seen[place] for _, seen in watched])
            for place, subject in enumerate(subjects)
        ],
    }


# --- First player -------------------------------------------------------------------------------


def summarise_first_player(games: list[SubjectEvents], player: int) -> dict[str, Any]:
    """Return the win rate and mean score of player number `player` in playing order, from 0."""
    deals = [game.deal for game in games]
    return {
        "start": player + 1,
        "wins": _to_json(estimate_share([game.places[player] == 1 for game in games], deals)),
        "score": _to_json(estimate_mean([game.scores[player] for game in games], deals)),
    }


def _to_json(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else estimate.as_json()


# --- Items --------------------------------------------------------------------------------------


def summarise_subject(subject: Subject, events: list[SubjectEvents]) -> dict[str, Any]:
    """Return the statistics of a subject's items, such as tiles, and of their pairs."""
    values = estimate_item_values(subject, events)
    things = range(len(subject.names))
    return {
        "noun": subject.noun,
        "shared": subject.is_shared,
        "things": [
            summarise_item(subject, events, item) | {"value": _to_json(values[item])}
            for item in things
        ],
        "pairs": list(summarise_pairs(subject, events)) if subject.is_shared else [],
    }


def summarise_item(subject: Subject, events: list[SubjectEvents], item: int) -> dict[str, Any]:
    """Return statistics of one item as JSON data.

    They tell how often the item is acquired when offered, when, and how often its owner wins.
    """
    offering = [seen for seen in events if item in seen.offered]
    takes = [(take, seen) for seen in offering for take in seen.takes if take.item == item]
    deals = [seen.deal for _, seen in takes]
    return {
        "name": subject.names[item],
        "games": len(offering),
        "taken": _to_json(_estimate_acquisition_rate(offering, [item], subject.is_shared)),
        "turn": _to_json(estimate_mean([take.turn for take, _ in takes], deals)),
        "order": _to_json(estimate_mean([take.order for take, _ in takes], deals)),
        "won": _to_json(
            estimate_share([seen.places[take.player] == 1 for take, seen in takes], deals)
        ),
    }


def _estimate_acquisition_rate(
    events: list[SubjectEvents], items: Iterable[int], is_shared: bool
) -> Estimate | None:
    """Estimate how often one player acquires all given items.

    The rate is per player if several players can acquire the same item, else per game.
    """
    acquired: list[bool] = []
    deals: list[int] = []
    listed = list(items)
    for seen in events:
        takers = set.intersection(*(seen.takers(item) for item in listed))
        players = range(len(seen.places))
        answers = [player in takers for player in players] if is_shared else [bool(takers)]
        acquired += answers
        deals += [seen.deal] * len(answers)
    return estimate_share(acquired, deals)


def summarise_pairs(subject: Subject, events: list[SubjectEvents]) -> Iterable[dict[str, Any]]:
    """Yield how often one player acquires both items, for each pair of items offered together."""
    for pair in combinations(range(len(subject.names)), 2):
        offering = [seen for seen in events if set(pair) <= set(seen.offered)]
        if offering:
            yield {
                "names": [subject.names[item] for item in pair],
                "games": len(offering),
                "both": _to_json(_estimate_acquisition_rate(offering, pair, is_shared=True)),
            }


def estimate_item_values(subject: Subject, events: list[SubjectEvents]) -> list[Estimate | None]:
    """Estimate each item's effect on the probability of winning, by a regression within games.

    There is one row per player and game, centred on the game's mean. The regression controls for
    the playing order.
    """
    if not events:
        return [None] * len(subject.names)
    results, things, controls, deals = [], [], [], []
    for seen in events:
        players = len(seen.places)
        got = np.zeros((players, len(subject.names)))
        for take in seen.takes:
            got[take.player, take.item] = 1
        won = np.array([place == 1 for place in seen.places], dtype=np.float64)
        results.append(won - won.mean())
        things.append(got - got.mean(axis=0))
        controls.append(np.eye(players)[:, 1:] - 1 / players)
        deals += [seen.deal] * players
    values = estimate_effects(
        np.concatenate(results),
        np.concatenate(things),
        np.concatenate(controls),
        np.array(deals),
        None if subject.is_shared else build_peer_features(subject),
    )
    counts = [count_informative_deals(events, item) for item in range(len(subject.names))]
    return [
        replace(value, count=count) if value and count >= MIN_INFORMATIVE_DEALS else None
        for value, count in zip(values, counts, strict=True)
    ]


def build_peer_features(subject: Subject) -> Reals:
    """Return the features of comparable items: a constant and, if items have one, the price.

    Returns:
        float64[items, m].
    """
    columns = [np.ones(len(subject.names)), *([np.array(subject.prices)] if subject.prices else [])]
    return np.stack(columns, axis=1).astype(np.float64)


def count_informative_deals(events: list[SubjectEvents], item: int) -> int:
    """Count the deals with information on an item's effect on winning.

    Some but not all players must have the item, and its owners must vary between deals. Otherwise
    its effect cannot be separated from that of the playing order.
    """
    owners = [(seen, frozenset(seen.takers(item))) for seen in events]
    usual = Counter(who for _, who in owners).most_common(1)[0][0]
    uneven = {seen.deal for seen, who in owners if 0 < len(who) < len(seen.places)}
    unusual = {seen.deal for seen, who in owners if who != usual}
    return min(len(uneven), len(unusual))


# --- Events ---------------------------------------------------------------------------------------


class Acquisition(NamedTuple):
    """The acquisition of an item by a player."""

    item: int
    player: int
    turn: int
    """The player's move number, from 1."""
    order: int
    """Position among all acquisitions of the game, from 1."""


class SubjectEvents(NamedTuple):
    """The events of one subject in one game.

    Players are numbered in playing order, 0 for the one who moves first. Seat numbers would be
    meaningless, because chance may decide who moves first.
    """

    deal: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    offered: tuple[int, ...] = ()
    takes: tuple[Acquisition, ...] = ()

    def takers(self, item: int) -> set[int]:
        """Return the players who acquired the item."""
        return {take.player for take in self.takes if take.item == item}


def extract_events(
    result: GameResult, subjects: tuple[Subject, ...]
) -> tuple[SubjectEvents, list[SubjectEvents]]:
    """Replay a finished game and extract its events.

    Returns:
        The result without items, and the events of each subject.
    """
    final = parse_record(result.record)
    first = final.after(0).mover
    plain = SubjectEvents(result.deal, _rotate(result.scores, first), _rotate(result.places, first))
    return plain, [
        plain._replace(
            offered=subject.offered(final.state), takes=tuple(_iterate_acquisitions(final, subject))
        )
        for subject in subjects
    ]


def _rotate(values: tuple[int, ...], first: Seat) -> tuple[int, ...]:
    """Rotate values by seat so that the value of seat `first` comes first."""
    return values[first:] + values[:first]


def _iterate_acquisitions(final: Position, subject: Subject) -> Iterator[Acquisition]:
    """Replay a game and yield each acquisition of an item, in order."""
    start = final.after(0)
    state, first = start.state, start.mover
    turns = [0] * final.players
    order = 0
    for action in final.actions:
        before = state.copy()
        player = (int(before["mover"]) - first) % final.players
        turns[player] += 1
        final.rules.apply(state, action)
        for item in subject.taken(before, state):
            order += 1
            yield Acquisition(item, player, turns[player], order)
