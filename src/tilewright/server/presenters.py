"""Presents tables and positions to clients. A message is encoded once per kind of viewer.

Hidden information is removed here and nowhere else.

What a seat or a spectator receives about a running game is derived from ``Position.view`` of that
seat, and from events, which contain no secrets. Effects are computed on the viewer's position
before the move, so they reveal nothing more. A finished game is revealed, except in a duplicate
deal that others may still play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from tilewright.errors import GameOver, IllegalMove, TextError
from tilewright.game import Action, Seat
from tilewright.match import Match, SeatState
from tilewright.match.events import Moved, Undone
from tilewright.position import Position
from tilewright.wire.messages import UpdateMessage
from tilewright.wire.moves import MoveIllegal, Played, Preview, View
from tilewright.wire.problems import problem_of
from tilewright.wire.tables import ChairInfo, LoggedEvent, OutcomeInfo, ShuffleInfo, TableInfo

__all__ = [
    "TEXT_ONLY",
    "MoveRange",
    "PositionFormat",
    "TableUpdate",
    "build_outcome_info",
    "build_table_info",
    "build_view",
    "encode",
    "list_played_moves",
    "preview_moves",
    "raw_json",
    "visible_position",
]


T = TypeVar("T")
encode: Callable[[object], bytes] = msgspec.json.Encoder().encode


class PositionFormat(NamedTuple):
    """The position format that a client requests: scene, text, or both."""

    scene: bool = False
    text: bool = True


TEXT_ONLY = PositionFormat()


def build_table_info(table_id: str, match: Match, now: int) -> TableInfo:
    """Return the public data of a table."""
    has_begun = match.position is not None
    return TableInfo(
        id=table_id,
        terms=match.terms,
        host=match.host,
        commitment=match.commitment,
        chairs=[
            _build_seat_info(match, seat, chair, now) for seat, chair in enumerate(match.seats)
        ],
        status=match.status,
        seq=match.seq,
        number=match.number,
        mover=match.mover,
        ply=match.board.ply if has_begun else 0,
        now=now,
        running=match.clocks.running,
        held_until=match.clocks.running_since if match.clocks.is_frozen(now) else None,
        asked=match.asked,
        is_paused=match.is_paused,
        next_table=match.next_table,
        unrated=match.unrated,
        is_quick=match.is_quick,
        outcome=build_outcome_info(match),
        shuffle=_build_shuffle_info(match) if match.is_revealed and has_begun else None,
    )


def build_outcome_info(match: Match) -> OutcomeInfo | None:
    """Return the outcome of a match, or None before its end."""
    if (outcome := match.outcome) is None:
        return None
    return OutcomeInfo(list(outcome.scores), list(outcome.places))


def _build_seat_info(match: Match, seat: Seat, state: SeatState, now: int) -> ChairInfo:
    """Return the public data of a seat."""
    return ChairInfo(
        state.occupant,
        state.salt,
        state.has_stand_in,
        state.forfeit,
        match.reserved[seat] if state.occupant is None else None,
        None if match.terms.clock.kind == "none" else match.clocks.remaining(seat, now),
    )


def _build_shuffle_info(match: Match) -> ShuffleInfo:
    """Return the secret, the salts and the seed of a match's shuffle."""
    shuffle = match.shuffle
    salts = [salt.hex() for salt in shuffle.salts]
    return ShuffleInfo(shuffle.secret.hex(), salts, str(shuffle.seed))


def build_view(
    match: Match, seat: Seat | None, view_format: PositionFormat = TEXT_ONLY
) -> View | None:
    """Return a match's position as seen from a seat, or None before the deal.

    Moves are listed only on the seat's turn.
    """
    if match.position is None:
        return None
    seen = visible_position(match.position, seat, is_revealed=match.is_revealed)
    is_turn = seat is not None and seat == match.mover
    return View(
        seat=seat,
        number=match.number,
        ply=seen.ply,
        mover=seen.mover,
        is_over=seen.is_over,
        moves=raw_json(seen.moves_json()) if is_turn else None,
        position=seen.text if view_format.text else "",
        scene=raw_json(seen.scene_json()) if view_format.scene else None,
    )


def visible_position(position: Position, seat: Seat | None, *, is_revealed: bool) -> Position:
    """Return the position as seen from `seat`, or all of it if `is_revealed`."""
    return position if is_revealed else position.view(seat)


class MoveRange(NamedTuple):
    """Consecutive moves, with the position before the first move."""

    start: Position
    actions: list[Action]
    moves: list[str]

    @classmethod
    def last(cls, game: Position, count: int) -> MoveRange:
        """Return the range of a game's last `count` moves."""
        played = game.history[len(game.history) - count :]
        actions, moves = [action for action, _ in played], [move for _, move in played]
        return cls(game.before(count), actions, moves)

    def replay(self) -> Iterator[tuple[Position, Action, str]]:
        """Yield the position before each move, the move's action and its text.

        The same position object is yielded again and changed. Callers must not keep it.
        """
        position = self.start
        for number, (action, move) in enumerate(zip(self.actions, self.moves, strict=True)):
            if number:
                position = position.copy() if number == 1 else position
                position.play(self.actions[number - 1])
            yield position, action, move


def list_played_moves(
    move_range: MoveRange,
    seat: Seat | None,
    *,
    is_revealed: bool,
    seqs: Iterable[int | None] = repeat(None),
) -> list[Played]:
    """Return moves with their effects, as seen from `seat`, or by a spectator if it is None.

    `seqs` are the moves' event numbers, or None where unknown.
    """
    played = []
    for (position, action, move), seq in zip(move_range.replay(), seqs, strict=False):
        effect = raw_json(
            visible_position(position, seat, is_revealed=is_revealed).effect_json(action, move)
        )
        played.append(
            Played(seq=seq, ply=position.ply, seat=position.mover, move=move, effect=effect)
        )
    return played


def raw_json(text: bytes) -> Any:
    """Wrap JSON text. The encoder embeds it unchanged."""
    return msgspec.Raw(text)


def preview_moves(position: Position, moves: Sequence[str]) -> list[Preview]:
    """Return the effect of each of `moves`, or the reason why it is illegal."""
    return [_preview_move(position, move) for move in moves]


def _preview_move(position: Position, move: str) -> Preview:
    """Return the effect of a move, or the reason why it is illegal."""
    try:
        return position.effect(move)
    except (IllegalMove, TextError, GameOver) as error:
        return msgspec.to_builtins(MoveIllegal(move, problem_of(error)))


# --- Updates -----------------------------------------------------------------------------------


class TableUpdate:
    """An update of a table after some events. Its message is encoded once per kind of viewer."""

    def __init__(
        self,
        table_id: str,
        match: Match,
        events: list[LoggedEvent],
        now: int,
        *,
        shows_view: bool,
    ) -> None:
        self.table, self.match, self.events = table_id, match, events
        self.shows_view = shows_view
        self._info = _preencode(build_table_info(table_id, match, now))
        self._messages: dict[tuple[Seat | None, PositionFormat], bytes] = {}
        self._moves: MoveRange | None = None

    def encode_for(self, person_id: str | None, view_format: PositionFormat = TEXT_ONLY) -> bytes:
        """Return the encoded update as `person_id` may see it. Messages are cached."""
        viewer = self.match.viewer_seat(person_id), view_format
        if viewer not in self._messages:
            self._messages[viewer] = encode(self._build_message(*viewer))
        return self._messages[viewer]

    def _build_message(self, seat: Seat | None, view_format: PositionFormat) -> UpdateMessage:
        """Build the update as seen from a seat, or by a spectator if `seat` is None."""
        played = self._list_played(seat) if view_format.scene else None
        view = build_view(self.match, seat, view_format) if self.shows_view else None
        return UpdateMessage(self.table, self.match.seq, self.events, self._info, view, played)

    def _list_played(self, seat: Seat | None) -> list[Played]:
        """Return the moves that the events leave played, with their effects."""
        numbers = list_remaining_moves(self.events)
        if not numbers:
            return []
        self._moves = self._moves or MoveRange.last(self.match.board, len(numbers))
        return list_played_moves(
            self._moves, seat, is_revealed=self.match.is_revealed, seqs=numbers
        )


def _preencode(value: T) -> T:
    """Encode a value once. The result can be embedded in several messages."""
    return cast(T, msgspec.Raw(encode(value)))


def list_remaining_moves(events: list[LoggedEvent]) -> list[int]:
    """Return the event numbers of the moves that no later event undoes."""
    moves: list[int] = []
    for numbered in events:
        if isinstance(numbered.event, Moved):
            moves.append(numbered.seq)
        elif isinstance(numbered.event, Undone):
            del moves[-numbered.event.moves :]
    return moves
