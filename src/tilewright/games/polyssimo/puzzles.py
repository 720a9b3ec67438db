"""Puzzles of Polyssimo Challenge: two-player endings with a single winning move."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from tilewright.game import Action, PosedPuzzle, State
from tilewright.games.polyssimo.board import FREE, format_board, list_cells
from tilewright.games.polyssimo.proof import Prover
from tilewright.games.polyssimo.rules import count_cells_left

THEMES: Final = {
    "win": "One move wins, though it does not put you ahead by squares left.",
    "save": "One move puts you ahead by squares left and keeps you there; every other loses.",
}
MINED_FROM: Final = ("level-2@1", "level-3@1", "level-3@1", "level-4@1")
MOST_PIECES: Final = 15  # in both hands together; with more, proofs are out of reach


def pose(state: State, nodes: int) -> PosedPuzzle | None:
    """Return the puzzle in a two-player ending, or None if there is none.

    Exactly one move must win; equivalent moves count as one.
    """
    if int(state["players"]) != 2 or int(state["pool"]) or int(state["over"]):
        return None
    if sum(int(hand).bit_count() for hand in state["hands"]) > MOST_PIECES:
        return None
    found = Prover().find_only_win(state, nodes)
    return None if found is None else PosedPuzzle(_name_kind(state, found[0]), *found)


def _name_kind(state: State, answers: tuple[Action, ...]) -> str:
    """Return the kind of a puzzle, a key of THEMES.

    It is ``save`` if the winning move puts the mover ahead, otherwise ``win``.
    """
    mover, size = int(state["mover"]), len(list_cells(answers[0]))
    own, other = (count_cells_left(int(state["hands"][seat])) for seat in (mover, 1 - mover))
    return "save" if own - size < other else "win"


def find_key(state: State) -> Hashable:
    """Return a key of the covered cells and both hands.

    Mirrored boards have the same key, because pieces may be flipped.
    """
    rows = tuple("".join(".#"[cell != FREE] for cell in row) for row in format_board(state))
    mirrored = tuple(row[::-1] for row in rows)
    mover = int(state["mover"])
    hands = tuple(int(state["hands"][seat]) for seat in (mover, 1 - mover))
    return min(rows, rows[::-1], mirrored, mirrored[::-1]), hands
