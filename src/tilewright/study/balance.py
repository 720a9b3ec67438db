"""Balance of a game, from many games between equal bots.

Every seat is held by the same bot, so what decides beyond chance is the game itself: who begins,
and what a player gets. The results hold for players like that bot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from tilewright.arena import ArenaRun, GameResult
from tilewright.game import Seat, Subject
from tilewright.position import Position
from tilewright.records.record import parse_record
from tilewright.registry import get_game
from tilewright.study.statistics import Estimate, Reals, mean_of, regress, share_of

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
