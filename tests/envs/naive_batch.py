"""A batch as plainly as can be: one record a slot, interpreted rules, lists of actions.

What ``tilewright.envs.batch`` does in any other way is held against this.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.game import Game, mask_size
from tilewright.kernel import mix, next_random, u64


class NaiveBatch:
    def __init__(self, game: Game, size: int, players: int, seed: int, options: Any = None) -> None:
        self.game, self.players = game, players
        self.values = game.parse_options(options or {}, players)
        self.seeds = [mix(mix(seed) + index & 2**64 - 1) for index in range(size)]
        self.states = [self.deal(seed) for seed in self.seeds]

    def deal(self, seed: int) -> np.ndarray:
        states = self.game.new_state()
        self.game.rules.setup(states[0], u64(seed), self.players, self.values)
        return states

    def legal(self, slot: int) -> list[int]:
        out = np.zeros(self.game.max_legal, dtype=np.int32)
        return out[: self.game.rules.legal_actions(self.states[slot][0], out)].tolist()

    def step(self, actions: list[int]) -> tuple[list[list[float]], list[int]]:
        """Play one action per slot. Return (rewards, dones)."""
        results = [self.play(slot, action) for slot, action in enumerate(actions)]
        return [rewards for rewards, _ in results], [done for _, done in results]

    def play(self, slot: int, action: int) -> tuple[list[float], int]:
        state = self.states[slot][0]
        self.game.rules.apply(state, action)
        if not state["over"]:
            return [0.0] * self.players, 0
        rewards = self.rewards(state)
        self.seeds[slot] = mix(next_random(self.seeds[slot]))
        self.states[slot] = self.deal(self.seeds[slot])
        return rewards, 1

    def rewards(self, state: Any) -> list[float]:
        scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
        self.game.rules.outcome(state, scores, ranks)
        if self.players == 1:
            return [float(-scores[0] if self.game.lower_is_better else scores[0])]
        return [float(np.float32(1 - 2 * rank / (self.players - 1))) for rank in ranks][
            : self.players
        ]

    # --- What the batch should show ---

    @property
    def movers(self) -> list[int]:
        return [int(state[0]["mover"]) for state in self.states]

    @property
    def masks(self) -> np.ndarray:
        bits = np.zeros((len(self.states), 64 * mask_size(self.game.num_actions)), dtype=np.uint8)
        for slot in range(len(self.states)):
            bits[slot, self.legal(slot)] = 1
        return np.packbits(bits, axis=1, bitorder="little").view("<u8")

    @property
    def observations(self) -> np.ndarray:
        assert self.game.observation is not None
        words = np.zeros((len(self.states), self.game.observation.num_words), dtype=np.uint64)
        for slot, state in enumerate(self.states):
            self.game.observation.write(state[0], int(state[0]["mover"]), words[slot])
        return words

    def tobytes(self) -> bytes:
        return b"".join(state.tobytes() for state in self.states)
