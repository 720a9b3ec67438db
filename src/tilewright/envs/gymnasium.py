"""One seat of a game as a Gymnasium environment, with bots as opponents.

>>> import gymnasium, tilewright.envs.gymnasium
>>> env = gymnasium.make("tilewright/my-shelfie-v0", opponents="greedy")
>>> observed, info = env.reset(seed=7)
>>> observed["observation"].shape
(218,)

Every game is registered as ``tilewright/<game>-v0``; the solo game has no opponents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.bots import Bot, Budget, make_bot
from tilewright.envs.numbers import numbers_of
from tilewright.envs.render import RENDER_MODES, check_render_mode, render
from tilewright.envs.single import SingleGame, next_deal
from tilewright.errors import IllegalMove, InvalidOption
from tilewright.extras import needing
from tilewright.game import Action, Game, Seat, as_int
from tilewright.registry import GAMES, get_game

with needing("envs"):
    from gymnasium import spaces

Observed = dict[str, Any]
"""``observation``: float32[size], the seat's view; ``action_mask``: int8[num_actions]."""


def observation_space(game: Game) -> spaces.Dict:
    """Return a game's observation space: the observation and the action mask.

    The mask is all zeros out of turn.
    """
    highest = numbers_of(game).highest
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), dtype=np.int8),
        }
    )


def action_space(game: Game) -> spaces.Space[Any]:
    """Return a game's action space, ``Discrete(num_actions)``. It includes illegal actions."""
    return spaces.Discrete(game.num_actions)


with needing("envs"):
    import gymnasium
    from gymnasium.envs.registration import register, registry


ILLEGAL = ("lose", "raise")


class SeatEnv(gymnasium.Env[Observed, int]):
    """A single-agent environment: one seat against bots."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: Seat = 0,
        opponents: str | Sequence[str] = "random",
        options: Mapping[str, str] | None = None,
        illegal: str = "lose",
        budget: Budget | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.single = SingleGame(get_game(game), players, options)
        self.seat = _validate_seat(seat, self.single.players)
        self.opponents = _validate_opponents(opponents, self.single.players - 1)
        self.illegal = _validate_illegal(illegal)
        self.budget = budget
        self.observation_space = observation_space(self.single.game)
        self.action_space = action_space(self.single.game)
        self._bots: dict[Seat, Bot] = {}
        self._make_bots(0)  # fail early if a name is wrong

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a game and let the opponents move until it is the seat's turn.

        ``options`` is part of Gymnasium's interface and is ignored.
        """
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**63)) if seed is None else seed
        self.single.deal(chosen)
        self._make_bots(next_deal(chosen))
        self._worst = -1.0 if self.single.players > 1 else 2 * self.single.lone_reward()
        self._play_opponents()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the opponents move.

        They move until it is the seat's turn again or the game is over.
        """
        try:
            self.single.play(action)
        except IllegalMove as error:
            if self.illegal == "raise":
                raise
            return self._forfeit(str(error))
        self._notify_bots(int(action))
        self._play_opponents()
        is_over = self.single.is_over
        reward = float(self.single.rewards[self.seat]) if is_over else 0.0
        return self._observe(), reward, is_over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions, under the name that MaskablePPO expects."""
        return self._mask().astype(bool)

    def render(self) -> Any:
        """Render the seat's view."""
        return render(self.single.position(), self.seat, self.render_mode)

    # --- Results ---

    def _mask(self) -> npt.NDArray[np.int8]:
        """Return the mask of legal actions, all zeros after the end of the game."""
        mask = self.single.mask
        return np.zeros_like(mask) if self.single.is_over else mask

    def _observe(self) -> Observed:
        return {"observation": self.single.observe(self.seat), "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def _forfeit(self, reason: str) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """End the game after an illegal action and return the step's result.

        The seat comes last.

        In a solo game the penalty is twice that of doing nothing, so that forfeiting never pays.
        """
        alone = self.single.players == 1
        reward = min(self._worst, self.single.lone_reward()) if alone else self._worst
        self.single.is_over = True
        return self._observe(), reward, True, False, {**self._info(), "illegal": reason}

    # --- Opponents ---

    def _make_bots(self, seed: int) -> None:
        """Create a bot for each seat except the agent's."""
        seats = [seat for seat in range(self.single.players) if seat != self.seat]
        names = zip(seats, self.opponents, strict=True)
        self._bots = {
            seat: make_bot(name, self.single.game, seed + seat, self.budget) for seat, name in names
        }

    def _play_opponents(self) -> None:
        """Let the opponents move until it is the seat's turn or the game is over."""
        while not self.single.is_over and self.single.mover != self.seat:
            mover = self.single.mover
            action = self._bots[mover].choose(self.single.position().view(mover))
            self.single.play(action)
            self._notify_bots(action)

    def _notify_bots(self, action: Action) -> None:
        """Notify all opponents of an action."""
        position = self.single.position() if self._bots else None
        for seat, bot in self._bots.items():
            assert position is not None
            bot.played(action, position.view(seat))


# --- Checks -------------------------------------------------------------------------------------


def _validate_seat(seat: Seat, players: int) -> Seat:
    """Convert a seat to an int. Raises InvalidOption if there is no such seat."""
    number = as_int("seat", seat)
    if number not in range(players):
        raise InvalidOption(f"seat: expected 0 to {players - 1}; found {number}")
    return number


def _validate_opponents(opponents: str | Sequence[str], count: int) -> tuple[str, ...]:
    """Return one bot name per opponent. Raises InvalidOption if their number is wrong."""
    if isinstance(opponents, str):
        return (opponents,) * count
    expected = f"a bot's name for all, or a list of {count}"
    if not isinstance(opponents, Sequence):
        raise InvalidOption(f"opponents: expected {expected}; found {opponents!r:.60}")
    if len(opponents) != count:
        raise InvalidOption(f"opponents: expected {expected}; found a list of {len(opponents)}")
    return tuple(opponents)


def _validate_illegal(illegal: str) -> str:
    """Return `illegal`. Raises InvalidOption unless it is one of `ILLEGAL`."""
    if illegal not in ILLEGAL:
        expected = " or ".join(ILLEGAL)
        raise InvalidOption(f"illegal: expected {expected}; found {illegal!r}")
    return illegal


# --- Registration -------------------------------------------------------------------------------


def register_envs() -> None:
    """Register all games with Gymnasium. Calling it again has no effect."""
    for name, game in GAMES.items():
        id_ = f"tilewright/{name}-v0"
        if game.observation is not None and id_ not in registry:
            register(id_, "tilewright.envs.gymnasium:SeatEnv", kwargs={"game": name})


register_envs()
