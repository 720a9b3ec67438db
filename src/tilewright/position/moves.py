"""The legal moves of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from tilewright.errors import TilewrightError
from tilewright.game import Actions, copy_states

if TYPE_CHECKING:
    from tilewright.position.position import Position

__all__ = ["LegalMoves"]


class LegalMoves(Sequence[str]):
    """The legal moves as text, written only when looked at."""

    def __init__(self, position: Position) -> None:
        self._state = copy_states(position._array)[0]
        self._notation = position.game.notation
        self._engine = position._engine
        self._actions = position.legal_actions

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self._format(self._actions[index])
        return self._format(self._actions[[index]])[0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._format(self._actions))

    def __contains__(self, text: object) -> bool:
        try:
            return isinstance(text, str) and self._notation.parse_move(self._state, text) >= 0
        except TilewrightError:
            return False

    def __repr__(self) -> str:
        shown = ", ".join(self[:8])
        return f"<{len(self)} legal moves: {shown}{', ...' if len(self) > 8 else ''}>"

    def _format(self, actions: Actions) -> list[str]:
        return self._engine.shown_now.format_moves(self._state, actions)
