"""A sequence of single games: the common part of the environments.

A ``SingleGame`` stores the state and its mask of legal actions; compiled kernels do the work.
Rewards are the same in all environments and in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.envs.batch_kernels import Rewards, assign_rewards, check_action
from tilewright.envs.numbers import (
    Numbers,
    Places,
    Vector,
    numbers_of,
    unpack_bits,
    unpack_words,
)
from tilewright.errors import GameOver, IllegalMove
from tilewright.game import (
    MAX_PLAYERS,
    Action,
    Game,
    Scores,
    Seat,
    State,
    States,
    Values,
    Words,
    as_int,
    mask_size,
    validate_seed,
)
from tilewright.game.unbound import apply, setup, write, write_mask
from tilewright.kernel import Word, compiled, kernel, mix, next_random, to_word
from tilewright.position import Position
from tilewright.registry import get_game

__all__ = ["SingleGame", "next_deal"]


# --- Kernels ------------------------------------------------------------------------------------


@kernel
def deal_single(states: States, seed: Word, players: int, options: Values, mask: Words) -> Seat:
    """Deal a new game into a zeroed record and write its mask. Returns the seat to move."""
    setup(states[0], seed, players, options)
    write_mask(states[0], mask)
    return int(states[0]["mover"])


@kernel
def play_single(
    states: States,
    action: Action,
    mask: Words,
    sign: int,
    rewards: Rewards,
    scores: Scores,
    ranks: Scores,
) -> tuple[bool, Seat, bool]:
    """Play an action if it is legal. Returns ``(was_legal, mover, is_over)``.

    rewards: float32[4]; scores, ranks: int64[4], scratch.
    """
    if not check_action(action, mask, 64 * len(mask)):
        return False, 0, False
    apply(states[0], action)
    write_mask(states[0], mask)
    is_over = int(states[0]["over"]) != 0
    if is_over:
        assign_rewards(states[0], sign, rewards, scores, ranks)
    return True, int(states[0]["mover"]), is_over


@kernel
def observe_single(
    states: States,
    seat: Seat,
    words: Words,
    bit_positions: Places,
    firsts: Places,
    runs: Places,
    vector: Vector,
) -> None:
    """Write a seat's observation to ``vector`` as numbers. words: uint64[num_words], scratch."""
    write(states[0], seat, words)
    unpack_words(words, bit_positions, firsts, runs, vector)


class Kernels(NamedTuple):
    """The kernels above, compiled for one game."""

    deal: Callable[[States, Word, int, Values, Words], Seat]
    play: Callable[[States, Action, Words, int, Rewards, Scores, Scores], tuple[bool, Seat, bool]]
    observe: Callable[[States, Seat, Words, Places, Places, Places, Vector], None]


@cache
def get_kernels(game: Game) -> Kernels:
    """Return the kernels above, compiled for a game."""
    assert game.observation is not None
    rules, observation = game.rules, game.observation
    deal = compiled(deal_single, setup=rules.setup, write_mask=game.write_mask)
    play = compiled(
        play_single,
        apply=rules.apply,
        outcome=rules.outcome,
        write_mask=game.write_mask,
    )
    return Kernels(deal, play, compiled(observe_single, write=observation.write))


# --- The game -----------------------------------------------------------------------------------


class SingleGame:
    """One game at a time, dealt and played by actions."""

    def __init__(
        self, game: Game, players: int | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.numbers: Numbers = numbers_of(game)
        self.players = game.validate_players(game.players[0] if players is None else players)
        self.options = dict(options or {})
        self.mover: Seat = 0
        self.is_over = True
        """True if no game is running: the last one ended, or none has been dealt."""
        self.rewards: npt.NDArray[np.float32] = np.zeros(MAX_PLAYERS, dtype=np.float32)
        """Each seat's reward for the finished game."""
        self._values = game.parse_options(self.options, self.players)
        self._sign = -1 if game.lower_is_better else 1
        self._kernels = get_kernels(game)
        self._states = game.new_state()
        self._mask = np.zeros(mask_size(game.num_actions), dtype=np.uint64)
        self._words = np.zeros(self.numbers.num_words, dtype=np.uint64)
        self._scores, self._ranks = np.zeros((2, MAX_PLAYERS), dtype=np.int64)

    # --- Playing ---

    def deal(self, seed: int) -> None:
        """Deal a new game, equal to ``tilewright.new`` with the same seed."""
        number = to_word(validate_seed(seed))
        self._states[:] = np.zeros(1, dtype=self.game.dtype)
        self.mover = self._kernels.deal(
            self._states, number, self.players, self._values, self._mask
        )
        self.rewards[:] = 0
        self.is_over = False

    def play(self, action: Action) -> None:
        """Play an action of the seat to move.

        Raises:
            GameOver: The game is over.
            IllegalMove: The action is illegal. The game has not changed.
        """
        number = as_int("action", action)
        if self.is_over:
            raise GameOver("expected a game that goes on; found none: reset() deals one")
        if not 0 <= number < self.game.num_actions:
            raise IllegalMove(None, self._describe_illegal(number))
        is_legal, mover, is_over = self._kernels.play(
            self._states, number, self._mask, self._sign, self.rewards, self._scores, self._ranks
        )
        if not is_legal:
            raise IllegalMove(None, self._describe_illegal(number))
        self.mover, self.is_over = mover, is_over

    def lone_reward(self) -> float:
        """Return the reward of a solo game as if it ended now.

        It is the score, negated if lower is better.
        """
        return float(self._sign * self.position().standing().scores[0])

    def guess(self, seat: Seat, seed: int) -> None:
        """Replace everything that is hidden from a seat with a random sample."""
        guess = self.position().view(seat).determinize(seed)
        self._states[0] = guess.state

    def _describe_illegal(self, action: Action) -> str:
        """Return the error message for an illegal action. It lists the first legal actions."""
        legal = self.legal_actions
        few = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        return f"expected one of {len(legal)} legal actions ({few}); found action {action}"

    # --- Observing ---

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        """int8[num_actions], a new array: 1 for each legal action of the mover."""
        return unpack_bits(self._mask, self.game.num_actions)

    @property
    def legal_actions(self) -> list[Action]:
        """The mover's legal actions, ascending."""
        return np.flatnonzero(self.mask.view(np.bool_)).tolist()

    def observe(self, seat: Seat) -> Vector:
        """Return a seat's observation as a new vector of numbers."""
        vector = np.empty(self.numbers.size, dtype=np.float32)
        self._kernels.observe(self._states, seat, self._words, *self.numbers.tables, vector)
        return vector

    def observe_words(self, seat: Seat) -> bytes:
        """Return a seat's observation as packed words."""
        self.observe(seat)
        return self._words.tobytes()

    @property
    def state(self) -> State:
        """The state record, including hidden information."""
        return self._states[0]

    def position(self) -> Position:
        """Return a copy of the position, including hidden information."""
        return Position(self.game, self._states.copy())

    # --- Copies ---

    def copy(self) -> SingleGame:
        """Return an independent copy."""
        twin = object.__new__(SingleGame)
        arrays = {k: v.copy() for k, v in vars(self).items() if isinstance(v, np.ndarray)}
        vars(twin).update(vars(self) | arrays)
        return twin

    def __deepcopy__(self, memo: Any) -> SingleGame:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        data = (self.mover, self.is_over, self.rewards, self._states.tobytes(), self._mask)
        return _restore, (self.game.name, self.players, self.options, *data)


def _restore(
    name: str,
    players: int,
    options: Mapping[str, str],
    mover: Seat,
    is_over: bool,
    rewards: npt.NDArray[np.float32],
    state: bytes,
    mask: npt.NDArray[np.uint64],
) -> SingleGame:
    """Rebuild a pickled game."""
    single = SingleGame(get_game(name), players, options)
    single.mover, single.is_over = mover, is_over
    single.rewards[:], single._mask[:] = rewards, mask
    single._states[:] = np.frombuffer(state, dtype=single.game.dtype)
    return single


def next_deal(seed: int) -> int:
    """Derive the default seed of the next game from the seed of the last."""
    return int(mix(next_random(seed)))
