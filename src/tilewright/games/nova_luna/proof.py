"""Proven moves of Nova Luna: a take that wins at once, and the last tiles of all."""

from __future__ import annotations

import time
from threading import Event

import numpy as np

from tilewright.game import MAX_PLAYERS, Action, State
from tilewright.games.nova_luna.endgame import FRAME, LIMIT, begin_frame, find_win, run_endgame
from tilewright.games.nova_luna.state import DTYPE, MAX_LEGAL
from tilewright.kernel import compiled

__all__ = ["prove"]

MOST_TILES = 4
"""Left in all, for a proof in about a second between two players."""
CHUNK_NODES = 20_000
SCRATCH = 256  # as ``Knowledge.rate_actions`` wants it


def prove(
    state: State, seconds: float | None, nodes: int | None, stop: Event | None
) -> Action | None:
    """A move that wins at once, or the best one where nothing is left to draw."""
    proof = _Proof(state)
    action = proof.find_win()
    if action is not None:
        return action
    tiles, players = int(state["occupied"]).bit_count(), int(state["players"])
    # Of more than two, nobody's best can be told from a bound; but the last tile has no reply.
    if int(state["supply_size"]) or tiles > (MOST_TILES if players == 2 else 1):
        return None
    return proof.search(seconds, nodes, stop)


class _Proof:
    """The arrays that the kernels work on."""

    def __init__(self, state: State) -> None:
        size = MOST_TILES + 2
        self._states = np.zeros(size, dtype=DTYPE)
        self._states[0] = state
        self._frames = np.zeros(size, dtype=FRAME)
        self._actions = np.zeros((size, MAX_LEGAL), dtype=np.int32)
        self._ratings = np.zeros((size, MAX_LEGAL), dtype=np.float32)
        scores, ranks = (np.zeros(MAX_PLAYERS, dtype=np.int64) for _ in range(2))
        self._notes = (scores, ranks, np.zeros(SCRATCH))

    def find_win(self) -> Action | None:
        action = int(
            compiled(find_win)(self._states, self._actions[0], self._ratings[0], self._notes[2])
        )
        return None if action < 0 else action

    def search(self, seconds: float | None, nodes: int | None, stop: Event | None) -> Action | None:
        """The best move, unless a limit is reached first."""
        compiled(begin_frame)(self._frames[0], -LIMIT, LIMIT)
        depth = self._run(0, 0)  # compiles it, which must not count
        deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        left = 1 << 62 if nodes is None else nodes
        while left > 0 and time.perf_counter() < deadline and not (stop and stop.is_set()):
            chunk = min(CHUNK_NODES, left)
            depth = self._run(depth, chunk)
            if depth < 0:
                return int(self._frames[0]["best_action"])
            left -= chunk
        return None

    def _run(self, depth: int, nodes: int) -> int:
        return int(
            compiled(run_endgame)(
                self._states,
                self._frames,
                self._actions,
                self._ratings,
                self._notes,
                depth,
                nodes,
            )
        )
