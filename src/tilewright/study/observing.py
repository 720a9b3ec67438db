"""The observatory: how even a game is, from many games between equals.

Every seat is held by the same bot, so whatever decides beyond chance is the game itself: who
begins, and what one gets. What it says holds for players like that bot.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import numpy as np

from tilewright.arena import ArenaRun
from tilewright.game import Subject
from tilewright.registry import get_game
from tilewright.study.estimates import Estimate, mean_of, regress, share_of
from tilewright.study.sightings import Sighting, watch

__all__ = ["FORMAT", "observe_run"]

FORMAT = "observatory 1"


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
    """How often a thing is got where it is offered, and when."""
    there = [seen for seen in sightings if thing in seen.offered]
    takes = [(take, seen.deal) for seen in there for take in seen.takes if take.thing == thing]
    deals = [deal for _, deal in takes]
    return {
        "name": subject.names[thing],
        "games": len(there),
        "taken": _json(_share(there, [thing], subject.is_shared)),
        "turn": _json(mean_of([take.turn for take, _ in takes], deals)),
        "order": _json(mean_of([take.order for take, _ in takes], deals)),
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
    return regress(
        np.concatenate(results),
        np.concatenate(things),
        np.concatenate(controls),
        np.array(deals),
        centred=not subject.is_shared,
    )
