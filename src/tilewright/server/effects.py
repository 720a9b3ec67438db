"""What moves do, as data, told so that nobody learns more than they may know.

An effect is worked out on what the viewer knew of the position before the move. What only somebody
else knew then is not in there, so it cannot be in the effect either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tilewright.errors import GameOver, IllegalMove, TextError
from tilewright.game import Action, Seat
from tilewright.position import Position
from tilewright.wire.moves import MoveIllegal, Played, Preview
from tilewright.wire.problems import problem_of

__all__ = ["Stretch", "preview", "recount", "see"]


def see(position: Position, seat: Seat | None, *, is_revealed: bool) -> Position:
    """A position as a seat or a spectator may see it; ``is_revealed``: all of it."""
    return position if is_revealed else position.view(seat)


class Stretch(NamedTuple):
    """Moves that were played in a row, and the position in which the first of them was."""

    start: Position
    actions: list[Action]

    @classmethod
    def last(cls, game: Position, count: int) -> Stretch:
        """The last so many moves of a game."""
        first = len(game.actions) - count
        return cls(game.after(first), game.actions[first:])


def recount(moves: Stretch, seat: Seat | None, *, is_revealed: bool) -> list[Played]:
    """What moves did, in the eyes of a seat or a spectator. The game is walked once."""
    then, told = moves.start.copy(), []
    for action in moves.actions:
        effect = see(then, seat, is_revealed=is_revealed).effect(action)
        told.append(Played(ply=then.ply, seat=then.mover, move=effect["move"], effect=effect))
        then.play(action)
    return told


def preview(position: Position, moves: Sequence[str]) -> list[Preview]:
    """What each of these moves would do; of one that cannot be played, why not."""
    return [_try(position, move) for move in moves]


def _try(position: Position, move: str) -> Preview:
    try:
        return position.effect(move)
    except (IllegalMove, TextError, GameOver) as error:
        return msgspec.to_builtins(MoveIllegal(move, problem_of(error)))
