"""What shows a game, for whoever picks the target that is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

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

    def moves_json(self, state: State, actions: Actions) -> bytes:
        """The same as JSON."""
        if isinstance(self.format_move, Spelling):
            return self.format_move.list_json(state, actions)
        return msgspec.json.encode(self.format_moves(state, actions))

    def find_move(self, state: State, actions: Actions, text: str) -> Action | None:
        """The action that reads just so, where compiled code spells them all in no time; else
        None, as when there is none."""
        spelling = self.format_move
        if not isinstance(spelling, Spelling) or not spelling.is_compiled:
            return None
        found = spelling.find(state, actions, text)
        return None if found is None else int(actions[found])

    @property
    def sheets(self) -> Iterator[Sheet]:
        """Those that are kernels."""
        return (one for one in self if isinstance(one, Sheet))

    def compiled(self) -> Shown:
        """The same with compiled kernels."""
        return Shown._make(one.compiled() if isinstance(one, Sheet) else one for one in self)
