"""Every game as a turn-based PettingZoo environment (AEC).

>>> from tilewright.envs import pettingzoo as tz
>>> env = tz.env("my-shelfie", players=3)
>>> env.reset(seed=7)
>>> env.possible_agents
['seat_0', 'seat_1', 'seat_2']

``reset(seed=7)`` deals the same game as ``tilewright.new(..., seed=7)``; without a seed, each
game's seed is derived from the previous one. An illegal action raises an error and changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.envs.gymnasium import Observed, action_space, observation_space
from tilewright.envs.render import RENDER_MODES, check_render_mode, render
from tilewright.envs.single import SingleGame, next_deal
from tilewright.errors import GameOver, InvalidOption
from tilewright.extras import needing
from tilewright.game import Seat
from tilewright.registry import get_game

with needing("envs"):
    import gymnasium
    from pettingzoo import AECEnv

__all__ = ["TableEnv", "env"]

Agent = str


class TableEnv(AECEnv[Agent, Observed, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A multi-agent environment: one game with the agents ``seat_0`` to ``seat_3``."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.single = SingleGame(get_game(game), players, options)
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.single.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(self.single.game) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: action_space(self.single.game) for agent in self.possible_agents
        }
        self._empty_mask = np.zeros(self.single.game.num_actions, dtype=np.int8)
        self.agents: list[Agent] = []
        self._seed: int | None = None

    def observation_space(self, agent: Agent) -> gymnasium.spaces.Space[Observed]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> gymnasium.spaces.Space[int]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game."""
        chosen = self._next_seed() if seed is None else seed
        self.single.deal(chosen)
        self._seed = chosen
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._pass_turn()

    def _next_seed(self) -> int:
        return secrets.randbits(63) if self._seed is None else next_deal(self._seed)

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent.

        After the end of the game, the action None removes the agent.
        """
        if not self.agents:
            raise GameOver("expected a game that goes on; found none: reset() deals one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.single.play(action)  # type: ignore[arg-type]  # None is refused there
        self.infos[agent] = {}
        if self.single.is_over:
            self._finish()
        else:
            self._pass_turn()

    def _pass_turn(self) -> None:
        """Select the agent to move and give it the action mask."""
        self._mask: npt.NDArray[np.int8] = self.single.mask
        self.agent_selection = self.possible_agents[self.single.mover]
        self.infos[self.agent_selection] = {"action_mask": self._mask}

    def _finish(self) -> None:
        """Give all agents their rewards and mark them as terminated."""
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(self.single.rewards[seat])
            self.terminations[agent] = True
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def last(
        self, observe: bool = True
    ) -> tuple[Observed | None, float, bool, bool, dict[str, Any]]:
        """Return the selected agent's ``(observation, reward, terminated, truncated, info)``."""
        self._check_dealt()
        found: tuple[Observed | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def _check_dealt(self) -> None:
        if self._seed is None:
            raise GameOver("expected a game that goes on; found none: reset() deals one")

    def observe(self, agent: Agent) -> Observed:
        """Return an agent's observation.

        The action mask is all zeros unless the agent is to move.
        """
        seat = self._seat_of(agent)
        is_mover = seat == self.single.mover and not self.single.is_over
        mask = self._mask if is_mover else self._empty_mask.copy()
        return {"observation": self.single.observe(seat), "action_mask": mask}

    def _seat_of(self, agent: Agent) -> Seat:
        """Return an agent's seat. Raises InvalidOption if there is no such agent."""
        if agent not in self._seats:
            expected = ", ".join(self.possible_agents)
            raise InvalidOption(f"agent: expected one of {expected}; found {agent!r}")
        return self._seats[agent]

    def render(self) -> Any:
        """Render the selected agent's view of the game."""
        self._check_dealt()
        seat = self._seats[self.agent_selection]
        return render(self.single.position(), seat, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


env = TableEnv
