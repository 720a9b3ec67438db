"""Public data of tables and positions, encoded once for each kind of viewer.

Secrets are removed here and nowhere else.

All that a seat or a spectator receives about a running game is made from ``Position.view`` of that
seat and from events, which hold no secrets. Effects are computed on the viewer's position before
the move, so they reveal nothing more. Once the game is over everything is open, except in a
duplicate deal that others still play.
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
    "encode",
    "move_effects",
    "outcome_info",
    "position_view",
    "preview",
    "raw_json",
    "table_info",
    "visible_position",
]


T = TypeVar("T")
encode: Callable[[object], bytes] = msgspec.json.Encoder().encode


class PositionFormat(NamedTuple):
    """The form in which a client wants positions: scene, text, or both."""

    scene: bool = False
    text: bool = True


TEXT_ONLY = PositionFormat()


def table_info(table: str, match: Match, now: int) -> TableInfo:
    """Return the public data of a table."""
    has_begun = match.position is not None
    return TableInfo(
        id=table,
        terms=match.terms,
        host=match.host,
        commitment=match.commitment,
        chairs=[_seat_info(match, seat, chair, now) for seat, chair in enumerate(match.seats)],
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
        outcome=outcome_info(match),
        shuffle=_shuffle_info(match) if match.is_revealed and has_begun else None,
    )


def outcome_info(match: Match) -> OutcomeInfo | None:
    """Return the outcome of a match, or None before its end."""
    if (outcome := match.outcome) is None:
        return None
    return OutcomeInfo(list(outcome.scores), list(outcome.places))


def _seat_info(match: Match, seat: Seat, chair: SeatState, now: int) -> ChairInfo:
    return ChairInfo(
        chair.occupant,
        chair.salt,
        chair.has_stand_in,
        chair.forfeit,
        match.reserved[seat] if chair.occupant is None else None,
        None if match.terms.clock.kind == "none" else match.clocks.remaining(seat, now),
    )


def _shuffle_info(match: Match) -> ShuffleInfo:
    shuffle = match.shuffle
    salts = [salt.hex() for salt in shuffle.salts]
    return ShuffleInfo(shuffle.secret.hex(), salts, str(shuffle.seed))


def position_view(match: Match, seat: Seat | None, form: PositionFormat = TEXT_ONLY) -> View | None:
    """Return the position of a match as a seat sees it; None before the deal."""
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
        position=seen.text if form.text else "",
        scene=raw_json(seen.scene_json()) if form.scene else None,
    )


def visible_position(position: Position, seat: Seat | None, *, is_revealed: bool) -> Position:
    """Return a position as a seat or a spectator sees it; all of it if `is_revealed`."""
    return position if is_revealed else position.view(seat)


class MoveRange(NamedTuple):
    """Consecutive moves, with the position before the first of them."""

    start: Position
    actions: list[Action]
    moves: list[str]

    @classmethod
    def last(cls, game: Position, count: int) -> MoveRange:
        """Return the last `count` moves of a game."""
        played = game.history[len(game.history) - count :]
        actions, moves = [action for action, _ in played], [move for _, move in played]
        return cls(game.before(count), actions, moves)

    def walk(self) -> Iterator[tuple[Position, Action, str]]:
        """Yield each move with the position before it; that position is reused."""
        then = self.start
        for number, (action, move) in enumerate(zip(self.actions, self.moves, strict=True)):
            if number:
                then = then.copy() if number == 1 else then
                then.play(self.actions[number - 1])
            yield then, action, move


def move_effects(
    moves_range: MoveRange,
    seat: Seat | None,
    *,
    is_revealed: bool,
    seqs: Iterable[int | None] = repeat(None),
) -> list[Played]:
    """Return moves with their effects, as a seat or a spectator sees them.

    `seqs` are the numbers of their events. The game is walked once.
    """
    played = []
    for (then, action, move), seq in zip(moves_range.walk(), seqs, strict=False):
        effect = raw_json(
            visible_position(then, seat, is_revealed=is_revealed).effect_json(action, move)
        )
        played.append(Played(seq=seq, ply=then.ply, seat=then.mover, move=move, effect=effect))
    return played


def raw_json(text: bytes) -> Any:
    """Wrap text that is JSON already, so that it is sent unchanged."""
    return msgspec.Raw(text)


def preview(position: Position, moves: Sequence[str]) -> list[Preview]:
    """Return the effect of each of these moves, or why it is illegal."""
    return [_try(position, move) for move in moves]


def _try(position: Position, move: str) -> Preview:
    try:
        return position.effect(move)
    except (IllegalMove, TextError, GameOver) as error:
        return msgspec.to_builtins(MoveIllegal(move, problem_of(error)))


# --- Updates -----------------------------------------------------------------------------------


class TableUpdate:
    """One change of a table. Each kind of viewer gets a message that is encoded once."""

    def __init__(
        self,
        table: str,
        match: Match,
        events: list[LoggedEvent],
        now: int,
        *,
        shows_view: bool,
    ) -> None:
        self.table, self.match, self.events = table, match, events
        self.shows_view = shows_view
        self._info = _encoded(table_info(table, match, now))
        self._messages: dict[tuple[Seat | None, PositionFormat], bytes] = {}
        self._moves: MoveRange | None = None

    def message_for(self, person: str | None, form: PositionFormat = TEXT_ONLY) -> bytes:
        """Return the encoded update for a person, with the position in the format asked for."""
        kind = self.match.viewer_seat(person), form
        if kind not in self._messages:
            self._messages[kind] = encode(self._message(*kind))
        return self._messages[kind]

    def _message(self, seat: Seat | None, form: PositionFormat) -> UpdateMessage:
        played = self._played(seat) if form.scene else None
        view = position_view(self.match, seat, form) if self.shows_view else None
        return UpdateMessage(self.table, self.match.seq, self.events, self._info, view, played)

    def _played(self, seat: Seat | None) -> list[Played]:
        """Return the effects of the moves among the events, without moves taken back since."""
        numbers = kept_moves(self.events)
        if not numbers:
            return []
        self._moves = self._moves or MoveRange.last(self.match.board, len(numbers))
        return move_effects(self._moves, seat, is_revealed=self.match.is_revealed, seqs=numbers)


def _encoded(value: T) -> T:
    """Return a value already encoded, to embed in several messages."""
    return cast(T, msgspec.Raw(encode(value)))


def kept_moves(events: list[LoggedEvent]) -> list[int]:
    """Return the numbers of the moves among the latest events that were not taken back."""
    moves: list[int] = []
    for numbered in events:
        if isinstance(numbered.event, Moved):
            moves.append(numbered.seq)
        elif isinstance(numbered.event, Undone):
            del moves[-numbered.event.moves :]
    return moves
