"""Exact analysis of two-player positions: who wins, by how much, and with which move.

    verdict = decide(position.state, seconds=1)
    if verdict.best_action is not None:
        position.play(verdict.best_action)

The search itself is in ``endgame``. This module sets up its arrays and asks its questions: first
whether the mover wins at all, then by how many cells.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tilewright.errors import GameOver, InvalidOption
from tilewright.game import Action, State
from tilewright.games.polyssimo.board import (
    append_placements,
    count_placements,
    find_free_cells,
    list_cells,
    list_pieces,
)
from tilewright.games.polyssimo.clashes import fill_clashes
from tilewright.games.polyssimo.endgame import (
    ENTRY,
    FRAME,
    MAX_DEPTH,
    RUNNING,
    YES,
    make_child,
    run_proof,
)
from tilewright.games.polyssimo.pieces import ORIENTATION_START
from tilewright.games.polyssimo.rules import count_cells_left
from tilewright.games.polyssimo.state import BAND_ROWS, MAX_LEGAL
from tilewright.games.polyssimo.tables import COLUMNS, NUM_CELLS, PIECES
from tilewright.kernel import compiled

TABLE_ENTRIES: Final = 1 << 20  # 16 bytes each
MOST_PLACEMENTS: Final = 2_048  # with more, a proof is out of reach anyway
CHUNK_NODES: Final = 20_000  # about a hundredth of a second
DEFAULT_SECONDS: Final = 60.0
MOST_PIECES: Final = 14  # in both hands together, for a proof in about a second


@dataclass(frozen=True)
class Verdict:
    """Proven facts about a position, from the mover's point of view."""

    is_win: bool | None
    """True if the mover wins with best play, False if it loses, None if neither is proven."""
    value: int
    """Margin in cells, negative for a loss; 0 is a tie, which PC-6 decides. If not exact, a lower
    bound for a win and an upper bound for a loss."""
    best_action: Action | None
    """A move proven to achieve the value, or None."""
    is_exact: bool
    """True if the value is exact."""
    nodes: int
    """Number of positions searched."""
    as_good: tuple[Action, ...] = ()
    """The moves proven to be as good as the best, which comes first. Empty unless requested and the
    value is exact; it may be incomplete if a limit was reached."""


@dataclass
class _Limits:
    """Limits of a proof in time and nodes."""

    deadline: float
    nodes: int
    stop: threading.Event | None

    def is_reached(self, nodes: int) -> bool:
        is_stopped = self.stop is not None and self.stop.is_set()
        return is_stopped or nodes >= self.nodes or time.perf_counter() >= self.deadline


class Prover:
    """Proves results of positions; its table is allocated once."""

    def __init__(self, entries: int = TABLE_ENTRIES) -> None:
        if entries < 4 or entries & (entries - 1):
            raise InvalidOption(f"entries: expected a power of 2 from 4 on; found {entries}")
        self._table = np.zeros(entries, dtype=ENTRY)

    def decide(
        self,
        state: State,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: threading.Event | None = None,
        *,
        wants_all: bool = False,
    ) -> Verdict:
        """Try to prove who wins and by how many cells, within the limits.

        Equal positions with equal limits in nodes give equal verdicts.

        Args:
            state: A two-player position after the draft.
            seconds: Time limit; 60 seconds if neither limit is given.
            nodes: Limit of positions to search.
            stop: When set, give up.
            wants_all: Also find all moves as good as the best.
        """
        _require_provable(state)
        if _count_all_placements(state) > MOST_PLACEMENTS:
            return Verdict(None, 0, None, is_exact=False, nodes=0)
        self._table.view(np.uint64)[:] = 0
        proof = _Proof(state, self._table)
        if seconds is None:
            seconds = DEFAULT_SECONDS if nodes is None else float("inf")
        proof.limits = _Limits(time.perf_counter() + seconds, nodes or 1 << 62, stop)
        is_win, best = proof.prove_goal(1)
        if is_win is None:
            return Verdict(None, 0, None, is_exact=False, nodes=proof.nodes)
        low, high, best = _narrow_margin(proof, is_win, best)
        action = None if best is None else int(proof.actions[best])
        value, is_exact = low if is_win else high, low == high
        goal = max(1, 4 * value - 1) if is_win else 4 * value - 1
        as_good: tuple[Action, ...] = ()
        if wants_all and is_exact and best is not None:
            as_good = proof.find_equally_good(best, goal)
        return Verdict(is_win, value, action, is_exact, proof.nodes, as_good)

    def find_only_win(self, state: State, nodes: int) -> tuple[tuple[Action, ...], int] | None:
        """Return the only winning move with its equivalents, and the nodes used.

        Return None if no move wins, if several different moves win, if no move loses, or if the
        nodes do not suffice.
        """
        _require_provable(state)
        if _count_all_placements(state) > MOST_PLACEMENTS:
            return None
        self._table.view(np.uint64)[:] = 0
        proof = _Proof(state, self._table)
        proof.limits = _Limits(float("inf"), nodes, None)
        answers = proof.find_only_win()
        return (answers, proof.nodes) if answers else None


def decide(
    state: State,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: threading.Event | None = None,
) -> Verdict:
    """Try to prove which seat wins a two-player position after the draft.

    See ``Prover.decide``.
    """
    return Prover().decide(state, seconds, nodes, stop)


def prove(
    state: State,
    seconds: float | None,
    nodes: int | None,
    stop: threading.Event | None = None,
) -> tuple[Action, ...]:
    """Return the proven best moves of an ending, the best first.

    Return () if they cannot be proven within the limits, or if the position is too large.
    """
    if int(state["players"]) != 2 or int(state["pool"]) or int(state["over"]):
        return ()
    if sum(int(hand).bit_count() for hand in state["hands"]) > MOST_PIECES:
        return ()
    verdict = Prover().decide(state, seconds, nodes, stop, wants_all=True)
    best = () if verdict.best_action is None else (verdict.best_action,)
    return verdict.as_good or best


def _require_provable(state: State) -> None:
    """Raise unless ``state`` is an unfinished two-player position after the draft.

    Raises:
        InvalidOption: The number of players is not 2, or the draft is not over.
        GameOver: The game has ended.
    """
    if int(state["players"]) != 2:
        raise InvalidOption(f"solving: expected 2 players; found {int(state['players'])}")
    if int(state["over"]):
        raise GameOver("the game is over; there is nothing to solve")
    if int(state["pool"]):
        raise InvalidOption("solving: expected a position after the draft; found pieces to draft")


def _narrow_margin(proof: _Proof, is_win: bool, best: int | None) -> tuple[int, int, int | None]:
    """Narrow the margin in cells as far as the limits allow.

    Steps grow as long as the answers are the same, then shrink.

    Returns:
        The lower bound, the upper bound, and the slot of a move that achieves the lower bound, or
        None.
    """
    low, high = (0, NUM_CELLS) if is_win else (-NUM_CELLS, 0)
    step = 1
    while low < high:
        margin = min(low + step, high) if is_win else max(high - step + 1, low + 1)
        answer, move = proof.prove_goal(4 * margin - 1)
        if answer is None:
            break
        low, high = (margin, high) if answer else (low, margin - 1)
        best = move if answer else best
        step = 2 * step if answer == is_win else max(1, step // 4)
    return low, high, best


# --- Set-up ---------------------------------------------------------------------------------------


def _count_all_placements(state: State) -> int:
    """Return the number of legal placements of all pieces in both hands."""
    free = [np.uint64(word) for word in find_free_cells(state)]
    hands = int(state["hands"][0]) | int(state["hands"][1])
    return sum(int(compiled(count_placements)(*free, piece)) for piece in list_pieces(hands))


def _list_placements(state: State, piece: int) -> list[Action]:
    """Return the actions of all legal placements of a piece."""
    free = [np.uint64(word) for word in find_free_cells(state)]
    out = np.zeros(MAX_LEGAL, dtype=np.int32)
    count = 0
    for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
        count = compiled(append_placements)(*free, orientation, out, count)
    actions: list[Action] = out[:count].tolist()
    return actions


def _pack_cells(action: Action) -> list[int]:
    """Return the cells of a placement as bits, one word per band."""
    words = [0, 0, 0]
    for row, column in list_cells(action):
        words[row // BAND_ROWS] |= 1 << (COLUMNS * (row % BAND_ROWS) + column)
    return words


class _Proof:
    """A proof about one position, with the arrays that ``run_proof`` uses."""

    def __init__(self, state: State, table: npt.NDArray[Any]) -> None:
        mover = int(state["mover"])
        left = [count_cells_left(int(hand)) for hand in state["hands"]]
        self._lead = left[1 - mover] - left[mover]
        self.limits = _Limits(float("inf"), 1 << 62, None)
        self._table = table
        self._control = np.zeros(3, dtype=np.int64)
        self._frames = np.zeros(MAX_DEPTH, dtype=FRAME)
        self._fill_arrays(state, (mover, 1 - mover))
        self._run(0)  # compile now, so that it does not count as search time

    def _fill_arrays(self, state: State, seats: tuple[int, int]) -> None:
        """Number all placements and fill the arrays.

        The placements of each side start at a new 64-bit word.
        """
        actions: list[Action] = []  # by slot; 0 for an unused slot
        pieces: list[int] = []
        extents: list[tuple[int, int, int, int]] = []
        split = 0
        for side, seat in enumerate(seats):
            split = len(actions) // 64
            for piece in list_pieces(state["hands"][seat]):
                found = _list_placements(state, piece)
                if found:
                    size, first = PIECES[piece].size, len(actions)
                    extents.append((side, size, first, first + len(found) - 1))
                    actions += found
                    pieces += [piece] * len(found)
            padding = -len(actions) % 64
            actions += [0] * padding
            pieces += [-1] * padding
        words = len(actions) // 64
        self.actions = np.array(actions, dtype=np.int32)
        slots = np.flatnonzero(self.actions).astype(np.int16)
        masks = np.array([_pack_cells(actions[slot]) for slot in slots], dtype=np.uint64)
        clashes = np.zeros((len(actions), words), dtype=np.uint64)
        compiled(fill_clashes)(masks, np.array(pieces, dtype=np.int16)[slots], slots, clashes)
        sizes = np.array(
            [0 if piece < 0 else PIECES[piece].size for piece in pieces], dtype=np.int16
        )
        self._problem = (clashes, sizes, np.array(extents, dtype=np.int16), split)
        self._possible = np.zeros((MAX_DEPTH, words), dtype=np.uint64)
        for slot in slots.tolist():
            self._possible[0, slot >> 6] |= np.uint64(1 << (slot & 63))
        self._moves = np.zeros((MAX_DEPTH, len(actions)), dtype=np.int16)
        self._ratings = np.zeros((MAX_DEPTH, len(actions)), dtype=np.int32)

    @property
    def nodes(self) -> int:
        """Number of positions searched so far."""
        return int(self._control[2])

    def prove_goal(self, goal: int) -> tuple[bool | None, int | None]:
        """Return whether the mover can reach a goal, and the slot of a move that does.

        The answer is None if a limit was reached first. The move is None unless the answer is True.
        The goal is a value, as in ``endgame``.
        """
        root = self._set_goal(goal)
        self._control[:2] = (0, 1)
        answer = self._run_until_answered()
        return answer, int(root["move"]) if answer else None

    def find_equally_good(self, best: int, goal: int) -> tuple[Action, ...]:
        """Return the moves that are proven to reach a goal, ``best`` first."""
        others = [
            slot for slot in self._root_moves() if slot != best and self._prove_move(slot, goal)
        ]
        return tuple(int(self.actions[slot]) for slot in (best, *others))

    def find_only_win(self) -> tuple[Action, ...]:
        """Return the winning moves if they are equivalent and all others are proven to lose.

        Otherwise return ().
        """
        is_win, best = self.prove_goal(1)
        if not is_win or best is None:
            return ()
        same = {
            slot for slot in self._root_moves() if self._get_result(slot) == self._get_result(best)
        }
        others = [slot for slot in self._root_moves() if slot not in same]
        if not others or any(self._prove_move(slot, 1) is not False for slot in others):
            return ()
        return tuple(int(self.actions[slot]) for slot in sorted(same))

    def _root_moves(self) -> list[int]:
        """Return the slots of the placements that the mover can choose."""
        slots: list[int] = np.flatnonzero(self.actions[: 64 * self._problem[3]]).tolist()
        return slots

    def _get_result(self, slot: int) -> tuple[int, bytes]:
        """Return the number of cells that a move places, and the placements that it leaves."""
        clashes, sizes, *_ = self._problem
        return int(sizes[slot]), (self._possible[0] & ~clashes[slot]).tobytes()

    def _prove_move(self, slot: int, goal: int) -> bool | None:
        """Return whether a move is proven to reach a goal.

        Return None if a limit was reached first.
        """
        root = self._set_goal(goal)
        root["move"], root["count"] = slot, 0
        make_child(root, self._possible[0], self._frames[1], self._possible[1], self._problem)
        self._control[:2] = (1, 1)
        return self._run_until_answered()

    def _set_goal(self, goal: int) -> Any:
        """Set the goal of the root frame, relative to the current lead. Return the frame."""
        root = self._frames[0]
        root["goal"] = goal - 4 * self._lead
        root["side"] = root["is_alone"] = 0
        return root

    def _run_until_answered(self) -> bool | None:
        """Run the search until it has an answer.

        Return None if a limit is reached first.
        """
        while not self.limits.is_reached(self.nodes):
            answer = self._run(min(CHUNK_NODES, self.limits.nodes - self.nodes))
            if answer != RUNNING:
                return answer == YES
        return None

    def _run(self, nodes: int) -> int:
        """Run the search for at most ``nodes`` nodes. Return YES, NO or RUNNING."""
        answer: int = compiled(run_proof)(
            self._problem,
            self._frames,
            self._possible,
            self._moves,
            self._ratings,
            self._table,
            self._control,
            nodes,
        )
        return answer
