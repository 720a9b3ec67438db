"""Proven moves of Nova Luna: immediate wins, and exact play with the last tiles.

Once the supply is empty, there is no chance left. Then an alpha-beta search covers all remaining
moves, in one loop that can be suspended and resumed. A finished game is valued for one seat: by its
place, then by its lead in discs.
"""

from __future__ import annotations

import time
from threading import Event
from typing import Any

import numpy as np

from tilewright.game import (
    MAX_PLAYERS,
    Action,
    Actions,
    Ratings,
    Scores,
    Scratch,
    Seat,
    State,
    States,
)
from tilewright.games.nova_luna.rating import rate_actions
from tilewright.games.nova_luna.rules import apply, outcome
from tilewright.games.nova_luna.state import MAX_LEGAL, STATE
from tilewright.games.nova_luna.tables import DISCS_TO_LAY
from tilewright.kernel import compiled, kernel

MOST_TILES = 4
"""Maximum number of tiles left, so that a proof for two players takes about a second."""
CHUNK_NODES = 20_000
SMALL_CHUNK = 256
SCRATCH = 256  # length that ``rate_actions`` requires
PLACE = 2 * DISCS_TO_LAY  # value of a place in discs: more than any lead
LIMIT = 1000
FRESH = -1

Frame = Any  # one record of FRAME
FRAME = np.dtype(
    [
        ("count", "i4"),  # number of actions, FRESH before they are listed
        ("next", "i4"),  # number of actions tried
        ("action", "i4"),  # the action being tried
        ("best_action", "i4"),
        ("best", "i4"),
        ("low", "i4"),  # alpha: value already guaranteed to the seat
        ("high", "i4"),  # beta: value that its opponent can prevent it from exceeding
    ],
    align=True,
)


@kernel
def value_end(state: State, seat: Seat, scores: Scores, ranks: Scores) -> int:
    """Return the value of a finished game for a seat.

    The place counts first, then the lead in discs.
    """
    outcome(state, scores, ranks)
    best_other = LIMIT
    for other in range(int(state["players"])):
        if other != seat:
            best_other = min(best_other, scores[other])
    return int(best_other - scores[seat] - PLACE * ranks[seat])


@kernel
def begin_frame(frame: Frame, low: int, high: int) -> None:
    """Reset a frame for a new position with the alpha-beta window ``low`` to ``high``."""
    frame["count"] = FRESH
    frame["low"] = low
    frame["high"] = high


@kernel
def list_rated_actions(
    frame: Frame, state: State, seat: Seat, actions: Actions, ratings: Ratings, scratch: Scratch
) -> None:
    """Write the legal actions of a position with their ratings, and reset its frame."""
    frame["count"] = rate_actions(state, 0, actions, ratings, scratch)
    frame["next"] = 0
    frame["best_action"] = -1
    frame["best"] = -LIMIT if int(state["mover"]) == seat else LIMIT


@kernel
def pick_best_untried(frame: Frame, actions: Actions, ratings: Ratings) -> Action:
    """Return the best-rated untried action of a frame, and mark it as being tried."""
    start = int(frame["next"])
    best = start
    for index in range(start + 1, int(frame["count"])):
        if ratings[index] > ratings[best]:
            best = index
    action = int(actions[best])
    actions[best] = actions[start]
    actions[start] = action
    rating = ratings[best]
    ratings[best] = ratings[start]
    ratings[start] = rating
    frame["next"] = start + 1
    frame["action"] = action
    return action


@kernel
def back_up_value(frame: Frame, is_own: bool, value: int) -> None:
    """Update a frame and its window with the value of the action that was tried."""
    if is_own and value > int(frame["best"]):
        frame["best"] = value
        frame["best_action"] = frame["action"]
        frame["low"] = max(int(frame["low"]), value)
    if not is_own and value < int(frame["best"]):
        frame["best"] = value
        frame["best_action"] = frame["action"]
        frame["high"] = min(int(frame["high"]), value)


@kernel
def run_endgame(
    states: States,
    frames: States,
    actions: Actions,
    ratings: Ratings,
    buffers: tuple[Scores, Scores, Scratch],
    depth: int,
    nodes: int,
) -> int:
    """Search up to ``nodes`` more positions.

    Args:
        states: record[n], the current line; n exceeds the number of tiles left.
        frames: FRAME[n].
        actions: int32[n, MAX_LEGAL].
        ratings: float32[n, MAX_LEGAL].
        buffers: Scores, ranks and scratch.
        depth: Depth to continue from, 0 at the start.
        nodes: Maximum number of positions.

    Returns:
        The depth to continue from, or -1 once the search is finished.
    """
    scores, ranks, scratch = buffers
    seat = int(states[0]["mover"])
    while nodes > 0:
        frame = frames[depth]
        state = states[depth]
        if int(frame["count"]) == FRESH:
            list_rated_actions(frame, state, seat, actions[depth], ratings[depth], scratch)
        is_own = int(state["mover"]) == seat
        if int(frame["next"]) < int(frame["count"]) and int(frame["low"]) < int(frame["high"]):
            nodes -= 1
            states[depth + 1] = state
            apply(states[depth + 1], pick_best_untried(frame, actions[depth], ratings[depth]))
            if int(states[depth + 1]["over"]) == 1:
                back_up_value(frame, is_own, value_end(states[depth + 1], seat, scores, ranks))
            else:
                depth += 1
                begin_frame(frames[depth], int(frame["low"]), int(frame["high"]))
        else:
            depth -= 1
            if depth < 0:
                return depth
            back_up_value(frames[depth], int(states[depth]["mover"]) == seat, int(frame["best"]))
    return depth


@kernel
def find_win(states: States, actions: Actions, ratings: Ratings, scratch: Scratch) -> Action:
    """Return a take that lays the mover's last disc and wins, or -1 (NL-16)."""
    state = states[0]
    seat = int(state["mover"])
    for index in range(rate_actions(state, 0, actions, ratings, scratch)):
        states[1] = state
        apply(states[1], int(actions[index]))
        if int(states[1]["discs"][seat]) == 0:
            return int(actions[index])
    return -1


# --- The proof ----------------------------------------------------------------------------------


def prove(
    state: State, seconds: float | None, nodes: int | None, stop: Event | None
) -> tuple[Action, ...]:
    """Return the proven best move, or () if nothing is proven.

    It is an immediate win, or best play with the last tiles.
    """
    proof = _Proof(state)
    action = proof.find_win()
    if action is not None:
        return (action,)
    tiles, players = int(state["occupied"]).bit_count(), int(state["players"])
    # With more than two players alpha-beta does not apply, but the last tile has no reply.
    if int(state["supply_size"]) or tiles > (MOST_TILES if players == 2 else 1):
        return ()
    best = proof.search(seconds, nodes, stop)
    return () if best is None else (best,)


def forces_win(state: State, action: Action, nodes: int) -> tuple[bool | None, int]:
    """Return whether a move wins against every reply, and the number of nodes searched.

    The supply must be empty, with at most MOST_TILES on the wheel.

    Returns:
        True or False, or None if ``nodes`` does not suffice; and the nodes searched, which may
        slightly exceed ``nodes``.
    """
    proof = _Proof(state)
    proof.restrict_to(action)
    depth, spent = 0, 0
    while depth >= 0 and spent < nodes:
        depth = proof.run(depth, SMALL_CHUNK)
        spent += SMALL_CHUNK
    return (None if depth >= 0 else proof.best >= 0), spent


def continue_line(state: State, action: Action) -> list[Action]:
    """Return the line of best play by both sides that begins with ``action``.

    The same limits apply as to ``forces_win``.
    """
    line = [action]
    while (best := _Proof(state).find_best_after(line)) is not None:
        line.append(best)
    return line


class _Proof:
    """An alpha-beta search of one position, with the arrays that its kernels use."""

    def __init__(self, state: State) -> None:
        size = MOST_TILES + 2
        self._states = np.zeros(size, dtype=STATE)
        self._states[0] = state
        self._frames = np.zeros(size, dtype=FRAME)
        self._actions = np.zeros((size, MAX_LEGAL), dtype=np.int32)
        self._ratings = np.zeros((size, MAX_LEGAL), dtype=np.float32)
        scores, ranks = (np.zeros(MAX_PLAYERS, dtype=np.int64) for _ in range(2))
        self._buffers = (scores, ranks, np.zeros(SCRATCH))

    def find_win(self) -> Action | None:
        """Return a take that wins at once, or None."""
        action = int(
            compiled(find_win)(self._states, self._actions[0], self._ratings[0], self._buffers[2])
        )
        return None if action < 0 else action

    @property
    def best(self) -> int:
        """Value of the position for the mover, at least 0 if the mover comes first."""
        return int(self._frames[0]["best"])

    def restrict_to(self, action: Action) -> None:
        """Restrict the search to the first move ``action``.

        The search then only decides whether this move wins.
        """
        self._actions[0, 0] = action
        frame = self._frames[0]
        frame["count"], frame["next"], frame["best_action"] = 1, 0, -1
        frame["best"], frame["low"], frame["high"] = -LIMIT, -1, 0

    def find_best_after(self, line: list[Action]) -> Action | None:
        """Return the best move after a line of play, or None if the game is over."""
        self.restrict_to(line[0])
        for depth, action in enumerate(line):
            frame = self._frames[depth]
            frame["count"], frame["next"], frame["best"] = 0, 0, 0
            self._states[depth + 1] = self._states[depth]
            compiled(apply)(self._states[depth + 1], action)
        depth = len(line)
        if int(self._states[depth]["over"]):
            return None
        compiled(begin_frame)(self._frames[depth], -LIMIT, LIMIT)
        while depth >= 0:
            depth = self.run(depth, CHUNK_NODES)
        return int(self._frames[len(line)]["best_action"])

    def search(self, seconds: float | None, nodes: int | None, stop: Event | None) -> Action | None:
        """Return the best move, or None if a limit is reached first."""
        compiled(begin_frame)(self._frames[0], -LIMIT, LIMIT)
        depth = self.run(0, 0)  # compile before the clock starts
        deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        left = 1 << 62 if nodes is None else nodes
        while left > 0 and time.perf_counter() < deadline and not (stop and stop.is_set()):
            chunk = min(CHUNK_NODES, left)
            depth = self.run(depth, chunk)
            if depth < 0:
                return int(self._frames[0]["best_action"])
            left -= chunk
        return None

    def run(self, depth: int, nodes: int) -> int:
        """Run the kernel for up to ``nodes`` positions. Return the new depth, -1 once finished."""
        return int(
            compiled(run_endgame)(
                self._states,
                self._frames,
                self._actions,
                self._ratings,
                self._buffers,
                depth,
                nodes,
            )
        )
