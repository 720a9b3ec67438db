"""What moves do, as data, told so that nobody learns more than they may know.

An effect is worked out on what the viewer knew of the position before the move. What only somebody
else knew then is not in there, so it cannot be in the effect either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import msgspec

from tilewright.errors import GameOver, IllegalMove, TextError
from tilewright.game import Action, Seat
from tilewright.position import Position
from tilewright.wire.moves import MoveIllegal, Played, Preview
from tilewright.wire.problems import problem_of

__all__ = ["Stretch", "preview", "recount", "see", "written"]


def see(position: Position, seat: Seat | None, *, is_revealed: bool) -> Position:
    """A position as a seat or a spectator may see it; ``is_revealed``: all of it."""
    return position if is_revealed else position.view(seat)


class Stretch(NamedTuple):
    """Moves that were played in a row, and the position in which the first of them was."""

    start: Position
    actions: list[Action]
    moves: list[str]

    @classmethod
    def last(cls, game: Position, count: int) -> Stretch:
        """The last so many moves of a game."""
        played = game.history[len(game.history) - count :]
        actions, moves = [action for action, _ in played], [move for _, move in played]
        return cls(game.before(count), actions, moves)

    def walk(self) -> Iterator[tuple[Position, Action, str]]:
        """Each move, and before it the position in which it was played; that is not to be kept."""
        then = self.start
        for number, (action, move) in enumerate(zip(self.actions, self.moves, strict=True)):
            if number:
                then = then.copy() if number == 1 else then
                then.play(self.actions[number - 1])
            yield then, action, move


def recount(
    stretch: Stretch,
    seat: Seat | None,
    *,
    is_revealed: bool,
    seqs: Iterable[int | None] = repeat(None),
) -> list[Played]:
    """What moves did, in the eyes of a seat or a spectator; ``seqs``: the numbers of their events.
    The game is walked once."""
    told = []
    for (then, action, move), seq in zip(stretch.walk(), seqs, strict=False):
        effect = written(see(then, seat, is_revealed=is_revealed).effect_json(action, move))
        told.append(Played(seq=seq, ply=then.ply, seat=then.mover, move=move, effect=effect))
    return told


def written(text: bytes) -> Any:
    """Data that is JSON already, and goes over the network as it is."""
    return msgspec.Raw(text)


def preview(position: Position, moves: Sequence[str]) -> list[Preview]:
    """What each of these moves would do; of one that cannot be played, why not."""
    return [_try(position, move) for move in moves]


def _try(position: Position, move: str) -> Preview:
    try:
        return position.effect(move)
    except (IllegalMove, TextError, GameOver) as error:
        return msgspec.to_builtins(MoveIllegal(move, problem_of(error)))
