"""The observatory: how even a game is, from many games between equals.

Every seat is held by the same bot, so whatever decides beyond chance is the game itself: who
begins, and what one gets. What it says holds for players like that bot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from tilewright.arena import ArenaRun
from tilewright.game import Subject
from tilewright.registry import get_game
from tilewright.study.estimates import Estimate, Reals, mean_of, regress, share_of
from tilewright.study.sightings import Sighting, watch

__all__ = ["FORMAT", "observe_run"]

FORMAT = "observatory 1"
MIN_TELLING_DEALS = 20


def observe_run(run: ArenaRun) -> dict[str, Any]:
    """What the games of an arena show, as JSON data; docs/how-to/observe.md names every key."""
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
            observe_start([plain for plain, _ in watched], player)
            for player in range(settings.players)
        ],
        "subjects": [
            observe_subject(subject, [seen[place] for _, seen in watched])
            for place, subject in enumerate(subjects)
        ],
    }


# --- Who begins ---------------------------------------------------------------------------------


def observe_start(games: list[Sighting], player: int) -> dict[str, Any]:
    """How often the first, second ... to move wins, and what they score."""
    deals = [game.deal for game in games]
    return {
        "start": player + 1,
        "wins": _json(share_of([game.places[player] == 1 for game in games], deals)),
        "score": _json(mean_of([game.scores[player] for game in games], deals)),
    }


def _json(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else estimate.as_json()


# --- Things -------------------------------------------------------------------------------------


def observe_subject(subject: Subject, sightings: list[Sighting]) -> dict[str, Any]:
    """A row for each thing: how often it is got, when, and what it is worth."""
    values = value_things(subject, sightings)
    things = range(len(subject.names))
    return {
        "noun": subject.noun,
        "shared": subject.is_shared,
        "things": [
            observe_thing(subject, sightings, thing) | {"value": _json(values[thing])}
            for thing in things
        ],
        "pairs": list(observe_pairs(subject, sightings)) if subject.is_shared else [],
    }


def observe_thing(subject: Subject, sightings: list[Sighting], thing: int) -> dict[str, Any]:
    """How often a thing is got where it is offered, when, and how often its owner wins."""
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


def _share(sightings: list[Sighting], things: Iterable[int], is_shared: bool) -> Estimate | None:
    """Of all players those that got all of these things; of what only one can get, of all games."""
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


def observe_pairs(subject: Subject, sightings: list[Sighting]) -> Iterable[dict[str, Any]]:
    """How often a player gets both of two things that are offered together."""
    for pair in combinations(range(len(subject.names)), 2):
        there = [seen for seen in sightings if set(pair) <= set(seen.offered)]
        if there:
            yield {
                "names": [subject.names[thing] for thing in pair],
                "games": len(there),
                "both": _json(_share(there, pair, is_shared=True)),
            }


def value_things(subject: Subject, sightings: list[Sighting]) -> list[Estimate | None]:
    """What having got a thing adds to the chance to win, in a regression within games.

    A row for each player of each game, its game's mean taken off; who began is held fixed."""
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
    told = [count_telling_deals(sightings, thing) for thing in range(len(subject.names))]
    return [
        replace(value, count=count) if value and count >= MIN_TELLING_DEALS else None
        for value, count in zip(values, told, strict=True)
    ]


def peers_of(subject: Subject) -> Reals:
    """float64[things, m]: a thing is compared with the average one, of its price if it has one."""
    columns = [np.ones(len(subject.names)), *([np.array(subject.prices)] if subject.prices else [])]
    return np.stack(columns, axis=1).astype(np.float64)


def count_telling_deals(sightings: list[Sighting], thing: int) -> int:
    """How many deals tell what a thing is worth.

    Those on which one player had it and another not, as long as it was not always the same one:
    then nobody knows whether it was the thing that won or that player's place in the round."""
    owners = [(seen, frozenset(seen.takers(thing))) for seen in sightings]
    usual = Counter(who for _, who in owners).most_common(1)[0][0]
    uneven = {seen.deal for seen, who in owners if 0 < len(who) < len(seen.places)}
    unusual = {seen.deal for seen, who in owners if who != usual}
    return min(len(uneven), len(unusual))
