"""What happened in a game to the things that are studied: who got which, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilewright.arena import GameResult
from tilewright.game import Seat, Subject
from tilewright.position import Position
from tilewright.record import parse_record

__all__ = ["Sighting", "Take", "watch"]


class Take(NamedTuple):
    """A player got something."""

    thing: int
    player: int
    turn: int
    """Which of the player's moves brought it, from 1."""
    order: int
    """How many such things had been got in the game by then, this one included."""


class Sighting(NamedTuple):
    """One game, as far as one subject is concerned.

    Players stand in the order in which they begin, 0 for the one who moves first: where chance
    decides who that is, a seat means nothing."""

    deal: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    offered: tuple[int, ...] = ()
    takes: tuple[Take, ...] = ()

    def takers(self, thing: int) -> set[int]:
        """The players who have got it."""
        return {take.player for take in self.takes if take.thing == thing}


def watch(result: GameResult, subjects: tuple[Subject, ...]) -> tuple[Sighting, list[Sighting]]:
    """Play a finished game again: how it ended, and the same with a look at each subject."""
    final = parse_record(result.record)
    first = final.after(0).mover
    plain = Sighting(result.deal, _turned(result.scores, first), _turned(result.places, first))
    return plain, [
        plain._replace(
            offered=subject.offered(final.state), takes=tuple(_find_takes(final, subject))
        )
        for subject in subjects
    ]


def _turned(values: tuple[int, ...], first: Seat) -> tuple[int, ...]:
    return values[first:] + values[:first]


def _find_takes(final: Position, subject: Subject) -> Iterator[Take]:
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
            yield Take(thing, player, turns[player], order)
