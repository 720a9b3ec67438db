"""Helpers for the tests of Polyssimo Challenge: games by the kernels and by the reference."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from quick import rules_of
from reference import polyssimo as pc
from tilewright.game import Rules, State
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.board import list_cells, list_pieces
from tilewright.games.polyssimo.pieces import ORIENTATION_START, PIECE_IDS
from tilewright.games.polyssimo.state import ASKED
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, PIECES
from tilewright.position import Position
from word import word

COMPILED = rules_of(GAME)

# Every player count with and without handicaps, those of the box and the extreme ones, and those
# that are asked for only, without a plus.
CONFIGURATIONS = [
    (2, "none", "seat-0"),
    (2, "7+,0", "random"),
    (2, "12,12", "random"),
    (3, "none", "random"),
    (3, "0,6+,0", "seat-0"),
    (3, "8+,0,4+", "random"),
    (3, "8,0,5", "random"),
    (4, "none", "random"),
    (4, "4+,0,0,5+", "seat-0"),
    (4, "3+,3+,3+,3+", "random"),
    (4, "6,6,6,6", "random"),
]


def new_state(
    players: int = 2, seed: int = 1, handicap: str = "none", first: str = "seat-0"
) -> State:
    """Return a new game; the handicap is written as in a record."""
    state = GAME.new_state()[0]
    options = GAME.read_options({"handicap": handicap, "first": first}, players)
    COMPILED.setup(state, word(seed), players, options)
    return state


def legal(state: State, rules: Rules = COMPILED) -> list[int]:
    """Return the legal actions."""
    out = np.zeros(GAME.max_legal, dtype=np.int32)
    return out[: rules.legal_actions(state, out)].tolist()


def standing(state: State, rules: Rules = COMPILED) -> tuple[list[int], list[int]]:
    """Scores and ranks of the seats."""
    scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    rules.outcome(state, scores, ranks)
    players = int(state["players"])
    return scores[:players].tolist(), ranks[:players].tolist()


def drafted(players: int = 2, seed: int = 1, **options: str) -> State:
    """Return a game after a random draft."""
    state = new_state(players, seed, **options)
    rng = word(seed)
    while state["pool"]:
        action, rng = COMPILED.random_action(state, word(rng))
        COMPILED.apply(state, action)
    return state


def walk(state: State, seed: int) -> Any:
    """Play on at random: (action, state) after each ply; always the same record."""
    rng = word(seed)
    while not state["over"]:
        action, rng = COMPILED.random_action(state, word(rng))
        COMPILED.apply(state, action)
        yield action, state


def position_of(state: State) -> Position:
    """Return a ``Position`` with a copy of a state."""
    array = GAME.new_state()
    array[0] = state
    return Position(GAME, array)


def mask_of(cells: Any) -> int:
    return sum(1 << (COLUMNS * row + column) for row, column in cells)


@cache
def placements_of(piece: int) -> dict[frozenset[tuple[int, int]], tuple[int, int]]:
    """Return all the reference's placements of a piece: cells -> (action, mask)."""
    first, end = (int(ORIENTATION_START[index]) for index in (piece, piece + 1))
    actions = {
        frozenset(list_cells(action)): action
        for action in range(NUM_PIECES, GAME.num_actions)
        if first <= _orientation(action) < end
    }
    found = pc.placements(PIECES[piece], pc.BOARD)
    assert set(actions) == found
    return {cells: (actions[cells], mask_of(cells)) for cells in found}


@cache
def _orientation(action: int) -> int:
    apply: Any = GAME.rules.apply
    return int(apply.__globals__["get_orientation"](action))


class QuickReference(pc.Polyssimo):
    """The reference, with its placements cached from ply to ply."""

    taken = 0

    def can_place(self, seat: int) -> bool:
        return any(True for name in self.hands[seat] for _ in self._actions(name))

    def legal_actions(self) -> list[int]:
        if self.is_drafting:
            return sorted(PIECE_IDS.index(name) for _, name in self.legal_moves())  # type: ignore[misc]
        return sorted(action for name in self.hands[self.mover] for action in self._actions(name))

    def play_action(self, action: int) -> None:
        """Play an action without checking that it is legal."""
        if action < NUM_PIECES:
            self._draft(PIECE_IDS[action])
            return
        cells = frozenset(list_cells(action))
        piece = next(
            index
            for index in range(NUM_PIECES)
            if ORIENTATION_START[index + 1] > _orientation(action)
        )
        self.taken |= mask_of(cells)
        self._place(PIECE_IDS[piece], cells)

    def _actions(self, name: str) -> Any:
        for action, mask in placements_of(PIECE_IDS.index(name)).values():
            if not mask & self.taken:
                yield action


def reference_of(state: State) -> QuickReference:
    """Return the reference's game with the same options."""
    players = int(state["players"])
    least = [int(number) & ~ASKED for number in state["least"][:players]]
    is_guaranteed = not any(int(number) & ASKED for number in state["least"])
    return QuickReference(players, int(state["first"]), least, is_guaranteed=is_guaranteed)


def assert_same(state: State, game: pc.Polyssimo) -> None:
    """Check that the kernels' state agrees with the reference."""
    players = int(state["players"])
    assert int(state["over"]) == game.is_over
    assert int(state["mover"]) == game.mover
    assert {PIECE_IDS[piece] for piece in list_pieces(state["pool"])} == game.middle
    for seat in range(players):
        assert {PIECE_IDS[piece] for piece in list_pieces(state["hands"][seat])} == game.hands[seat]
        if int(state["out"]) >> seat & 1:
            assert not game.can_place(seat)
    free = {cell for cell in pc.BOARD if not _is_taken(state, cell)}
    assert free == set(game.free)
    scores, ranks = standing(state)
    assert scores == game.scores()
    if len(game.placed) >= players:  # before that the reference leaves ties as they are
        assert sorted(range(players), key=ranks.__getitem__) == game.ranking()


def _is_taken(state: State, cell: tuple[int, int]) -> bool:
    row, column = cell
    return bool(int(state["board"][row // 5]) >> (COLUMNS * (row % 5) + column) & 1)
