"""Positions with one right answer, as a game poses and proves them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from tilewright.game.rules import LegalActions
from tilewright.game.states import Action, State, States
from tilewright.kernel import compiled

__all__ = [
    "Explain",
    "FindKey",
    "Pose",
    "Posed",
    "Puzzling",
    "list_legal",
    "no_puzzles",
    "puzzling_in",
]


class Posed(NamedTuple):
    """A puzzle that a position holds, proven."""

    kind: str
    answers: tuple[Action, ...]
    """What is right. Several only where they come to the same: they count as one move."""
    nodes: int
    """How many positions the proof looked at."""
    target: int | None = None
    """The number that is to be reached, where a kind asks for one."""


class Pose(Protocol):
    """``pose(state, nodes)``: the puzzle of a seat's view; None where it has none, or where the
    proof needs more than so many nodes. Every other move is proven wrong."""

    def __call__(self, state: State, nodes: int, /) -> Posed | None: ...


class FindKey(Protocol):
    """``find_key(state)``: the same of two positions that are one puzzle, however they came about
    and whichever way they are turned."""

    def __call__(self, state: State, /) -> Hashable: ...


class Explain(Protocol):
    """``explain(state, action)``: a complete state that a seat's view may be, and a line of it that
    begins with the action and shows what that comes to: of a wrong one, how it fails.
    """

    def __call__(self, state: State, action: Action, /) -> tuple[States, list[Action]]: ...


class Puzzling(NamedTuple):
    """The puzzles of a game."""

    pose: Pose
    find_key: FindKey
    kinds: Mapping[str, str]
    """What each kind asks for."""
    file: Path
    """Those that come with the game."""
    mined_from: tuple[str, ...]
    """Whose games more are found in: bots, or ``solver`` in a game for one."""
    explain: Explain | None
    """None where the moves that ``Knowledge.prove`` finds best say it all."""


def list_legal(legal_actions: LegalActions, state: State, most: int) -> list[Action]:
    """The legal actions of a state, of which there are so many at most, by compiled code."""
    actions = np.zeros(most, dtype=np.int32)
    found: list[Action] = actions[: compiled(legal_actions)(state, actions)].tolist()
    return found


def no_puzzles() -> Puzzling | None:
    """What a game has that brings none."""
    return None


def puzzling_in(module: str) -> Puzzling | None:
    """The puzzles of a game's folder, by the name of its module; None where it has none."""
    if not find_spec(module):
        return None
    found = import_module(module)
    file = Path(str(found.__file__)).with_suffix(".jsonl")
    explain = getattr(found, "explain", None)
    return Puzzling(found.pose, found.find_key, found.THEMES, file, found.MINED_FROM, explain)
