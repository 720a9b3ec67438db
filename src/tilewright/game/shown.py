"""What shows a game, for whoever picks the target that is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tilewright.game.sheets import Sheet
from tilewright.game.spelling import Spelling
from tilewright.game.states import Action, Actions, State

__all__ = ["Shown"]


class Shown(NamedTuple):
    """Scenes, effects and moves of a game: kernels as sheets, or plain Python."""

    scene: Callable[[State], dict[str, Any]]
    effect: Callable[[State, Action, State], dict[str, Any]]
    format_move: Callable[[State, Action], str]

    def format_moves(self, state: State, actions: Actions) -> list[str]:
        """Some actions as text."""
        if isinstance(self.format_move, Spelling):
            return self.format_move.each(state, actions)
        return [self.format_move(state, action) for action in actions.tolist()]

    def spell(self, state: State, actions: Actions) -> bytes | None:
        """The same, a line each, where a kernel spells them; see ``lines_json``, ``find_line``."""
        spelling = self.format_move
        return spelling.lines(state, actions) if isinstance(spelling, Spelling) else None

    @property
    def spells_fast(self) -> bool:
        """Whether compiled code spells all moves in less time than one is read."""
        return isinstance(self.format_move, Spelling) and self.format_move.is_compiled

    @property
    def sheets(self) -> Iterator[Sheet]:
        """Those that are kernels."""
        return (one for one in self if isinstance(one, Sheet))

    def compiled(self) -> Shown:
        """The same with compiled kernels."""
        return Shown._make(one.compiled() if isinstance(one, Sheet) else one for one in self)
