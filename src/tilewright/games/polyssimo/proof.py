"""Exact answers for positions of two players: who wins, by how much, and with which move.

    verdict = decide(position.state, seconds=1)
    if verdict.best_action is not None:
        position.play(verdict.best_action)

The search itself is in ``endgame``; here are the lists it works on and the questions put to it:
first whether the mover wins at all, then, one by one, whether by so many cells.
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
    count_placements,
    free_cells,
    list_placements,
    pieces_in,
    placed_cells,
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
from tilewright.games.polyssimo.rules import cells_left
from tilewright.games.polyssimo.state import BAND_ROWS, MAX_LEGAL
from tilewright.games.polyssimo.tables import COLUMNS, NUM_CELLS, PIECES
from tilewright.kernel import compiled

TABLE_ENTRIES: Final = 1 << 20  # 16 bytes each
MOST_PLACEMENTS: Final = 2_048  # with more than that a proof is out of reach anyway
CHUNK_NODES: Final = 20_000  # about a hundredth of a second
DEFAULT_SECONDS: Final = 60.0
MOST_PIECES: Final = 14  # in both hands, for a proof in about a second


@dataclass(frozen=True)
class Verdict:
    """Proven facts about a position, as its mover sees it."""

    is_win: bool | None
    """True if the mover wins with best play; None if that is not proven."""
    value: int
    """By how many cells it wins (or loses, below 0); 0 is a tie, which PC-6 decides. If it is not
    exact: the least of a win, the most it can hope for in a loss."""
    best_action: Action | None
    """A move that leads to it; None if none is proven to."""
    is_exact: bool
    """True if the value is proven, too."""
    nodes: int
    """Number of positions examined."""
    as_good: tuple[Action, ...] = ()
    """The moves proven as good as the best, it first, where all were wanted and the value is exact;
    those that could be looked at within the limits."""


@dataclass
class _Limits:
    """When to give up."""

    deadline: float
    nodes: int
    stop: threading.Event | None

    def are_reached(self, nodes: int) -> bool:
        is_stopped = self.stop is not None and self.stop.is_set()
        return is_stopped or nodes >= self.nodes or time.perf_counter() >= self.deadline


class Prover:
    """Settles one position after the other with the same memory."""

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
        """Return what can be proven within `seconds` or `nodes`.

        Equal positions and equal limits in nodes give equal verdicts.
        """
        _check(state)
        if _count_all(state) > MOST_PLACEMENTS:
            return Verdict(None, 0, None, is_exact=False, nodes=0)
        self._table.view(np.uint64)[:] = 0
        proof = _Proof(state, self._table)
        if seconds is None:
            seconds = DEFAULT_SECONDS if nodes is None else float("inf")
        proof.limits = _Limits(time.perf_counter() + seconds, nodes or 1 << 62, stop)
        is_win, best = proof.ask(1)
        if is_win is None:
            return Verdict(None, 0, None, is_exact=False, nodes=proof.nodes)
        low, high, best = _narrow(proof, is_win, best)
        action = None if best is None else int(proof.actions[best])
        value, is_exact = low if is_win else high, low == high
        goal = max(1, 4 * value - 1) if is_win else 4 * value - 1
        as_good: tuple[Action, ...] = ()
        if wants_all and is_exact and best is not None:
            as_good = proof.find_as_good(best, goal)
        return Verdict(is_win, value, action, is_exact, proof.nodes, as_good)

    def find_only_win(self, state: State, nodes: int) -> tuple[tuple[Action, ...], int] | None:
        """Return the only move that wins, with those that come to the same, and the nodes it took.

        None where no move wins, where others do too, where none loses or the nodes are too few.
        """
        _check(state)
        if _count_all(state) > MOST_PLACEMENTS:
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
    """Decide a position of two players after the draft: prove a win, a loss or the best move."""
    return Prover().decide(state, seconds, nodes, stop)


def prove(
    state: State,
    seconds: float | None,
    nodes: int | None,
    stop: threading.Event | None = None,
) -> tuple[Action, ...]:
    """Return the best moves of a position with few pieces left, if they can be proven in time."""
    if int(state["players"]) != 2 or int(state["pool"]) or int(state["over"]):
        return ()
    if sum(int(hand).bit_count() for hand in state["hands"]) > MOST_PIECES:
        return ()
    verdict = Prover().decide(state, seconds, nodes, stop, wants_all=True)
    best = () if verdict.best_action is None else (verdict.best_action,)
    return verdict.as_good or best


def _check(state: State) -> None:
    if int(state["players"]) != 2:
        raise InvalidOption(f"solving: expected 2 players; found {int(state['players'])}")
    if int(state["over"]):
        raise GameOver("the game is over; there is nothing to solve")
    if int(state["pool"]):
        raise InvalidOption("solving: expected a position after the draft; found pieces to draft")


def _narrow(proof: _Proof, is_win: bool, best: int | None) -> tuple[int, int, int | None]:
    """Return (low, high, move): bounds of the margin as tight as the limits allow.

    Steps grow while the answers stay the same, then shrink.
    """
    low, high = (0, NUM_CELLS) if is_win else (-NUM_CELLS, 0)
    step = 1
    while low < high:
        margin = min(low + step, high) if is_win else max(high - step + 1, low + 1)
        answer, move = proof.ask(4 * margin - 1)
        if answer is None:
            break
        low, high = (margin, high) if answer else (low, margin - 1)
        best = move if answer else best
        step = 2 * step if answer == is_win else max(1, step // 4)
    return low, high, best


# --- The lists ------------------------------------------------------------------------------------


def _count_all(state: State) -> int:
    """Return how many placements there are, of both hands."""
    free = [np.uint64(word) for word in free_cells(state)]
    hands = int(state["hands"][0]) | int(state["hands"][1])
    return sum(int(compiled(count_placements)(*free, piece)) for piece in pieces_in(hands))


def _list_piece(state: State, piece: int) -> list[Action]:
    """List the placements of a piece."""
    free = [np.uint64(word) for word in free_cells(state)]
    out = np.zeros(MAX_LEGAL, dtype=np.int32)
    count = 0
    for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
        count = compiled(list_placements)(*free, orientation, out, count)
    actions: list[Action] = out[:count].tolist()
    return actions


def _mask(action: Action) -> list[int]:
    """Return the cells of a placement, one word per band."""
    words = [0, 0, 0]
    for row, column in placed_cells(action):
        words[row // BAND_ROWS] |= 1 << (COLUMNS * (row % BAND_ROWS) + column)
    return words


class _Proof:
    """The questions about one position, and the arrays that ``run_proof`` works on."""

    def __init__(self, state: State, table: npt.NDArray[Any]) -> None:
        mover = int(state["mover"])
        left = [cells_left(int(hand)) for hand in state["hands"]]
        self._lead = left[1 - mover] - left[mover]
        self.limits = _Limits(float("inf"), 1 << 62, None)
        self._table = table
        self._control = np.zeros(3, dtype=np.int64)
        self._frames = np.zeros(MAX_DEPTH, dtype=FRAME)
        self._fill(state, (mover, 1 - mover))
        self._run(0)  # compiles it, which takes a while the first time and must not count

    def _fill(self, state: State, seats: tuple[int, int]) -> None:
        """Number the placements; those of each side begin at a new 64-bit word."""
        actions: list[Action] = []  # slot by slot; 0 where a slot is empty
        pieces: list[int] = []
        extents: list[tuple[int, int, int, int]] = []
        split = 0
        for side, seat in enumerate(seats):
            split = len(actions) // 64
            for piece in pieces_in(state["hands"][seat]):
                found = _list_piece(state, piece)
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
        masks = np.array([_mask(actions[slot]) for slot in slots], dtype=np.uint64)
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
        """Number of positions examined for all questions together."""
        return int(self._control[2])

    def ask(self, goal: int) -> tuple[bool | None, int | None]:
        """Return True if the mover ends with ``4 * margin + turn`` of at least the goal, and with
        which move; None when the limits are reached. See ``endgame`` for the turn."""
        root = self._set_goal(goal)
        self._control[:2] = (0, 1)
        answer = self._answer()
        return answer, int(root["move"]) if answer else None

    def find_as_good(self, best: int, goal: int) -> tuple[Action, ...]:
        """Return the moves that reach the goal: the best, then others within the limits."""
        others = [slot for slot in self._own() if slot != best and self._ask_of(slot, goal)]
        return tuple(int(self.actions[slot]) for slot in (best, *others))

    def find_only_win(self) -> tuple[Action, ...]:
        """Return the equivalent moves that win if all other moves are proven to lose, else ()."""
        is_win, best = self.ask(1)
        if not is_win or best is None:
            return ()
        same = {slot for slot in self._own() if self._leaves(slot) == self._leaves(best)}
        others = [slot for slot in self._own() if slot not in same]
        if not others or any(self._ask_of(slot, 1) is not False for slot in others):
            return ()
        return tuple(int(self.actions[slot]) for slot in sorted(same))

    def _own(self) -> list[int]:
        """Return the moves of the root."""
        slots: list[int] = np.flatnonzero(self.actions[: 64 * self._problem[3]]).tolist()
        return slots

    def _leaves(self, slot: int) -> tuple[int, bytes]:
        """Return the cells that a move places, and the placements that stay possible after it."""
        clashes, sizes, *_ = self._problem
        return int(sizes[slot]), (self._possible[0] & ~clashes[slot]).tobytes()

    def _ask_of(self, slot: int, goal: int) -> bool | None:
        """Return True if one move reaches a goal: the root has nothing else to try."""
        root = self._set_goal(goal)
        root["move"], root["count"] = slot, 0
        make_child(root, self._possible[0], self._frames[1], self._possible[1], self._problem)
        self._control[:2] = (1, 1)
        return self._answer()

    def _set_goal(self, goal: int) -> Any:
        root = self._frames[0]
        root["goal"] = goal - 4 * self._lead
        root["side"] = root["is_alone"] = 0
        return root

    def _answer(self) -> bool | None:
        """Run the search in chunks; return its answer, or None at the limits."""
        while not self.limits.are_reached(self.nodes):
            answer = self._run(min(CHUNK_NODES, self.limits.nodes - self.nodes))
            if answer != RUNNING:
                return answer == YES
        return None

    def _run(self, nodes: int) -> int:
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
