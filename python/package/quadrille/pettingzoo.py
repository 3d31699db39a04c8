"""The games as PettingZoo AEC environments, one action a step, with action masks.

>>> from quadrille.pettingzoo import env
>>> environment = env("knightthrough", variant="4x6")
>>> environment.reset(seed=1)
>>> environment.agent_selection
'player_0'

The agent stays the same until its turn is complete. ``observe`` gives a dictionary: ``observation`` as
``Position.observation`` has it, and ``action_mask``. A game longer than ``max_actions`` is truncated.
"""

from __future__ import annotations

from typing import Any, Optional

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Position, game

__all__ = ["QuadrilleEnv", "env"]


def env(
    name: str, *, variant: str = "", max_actions: int = 10_000, render_mode: Optional[str] = None
) -> AECEnv:
    """The environment of a game with PettingZoo's usual checks around it; illegal actions lose."""
    environment: AECEnv = QuadrilleEnv(name, variant=variant, max_actions=max_actions, render_mode=render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class QuadrilleEnv(AECEnv):  # type: ignore[misc]
    """A game without the checks."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "quadrille_v0", "is_parallelizable": False}

    def __init__(
        self, name: str, *, variant: str = "", max_actions: int = 10_000, render_mode: Optional[str] = None
    ) -> None:
        super().__init__()
        if max_actions < 1:
            raise ValueError(f"'{max_actions}' is not a number of actions above 0")
        self._start = game(name).start(variant)
        self._max_actions = max_actions
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"quadrille_{name}_v0"}
        self.possible_agents = ["player_0", "player_1"]
        count, shape = self._start.game.action_count, self._start.observation_shape
        highest = float(max(30, int(np.max(self._start.observation()))))
        self._action_space = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._observation_space = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, highest, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.position: Position = self._start.copy()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._observation_space[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._action_space[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self.position = self._start.copy()
        self._played = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        acts = agent == self.agent_selection and not self.position.is_over
        mask = self.position.action_mask() if acts else np.zeros(self.position.game.action_count, np.int8)
        return {"observation": self.position.observation(), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position.apply(int(action))  # type: ignore[arg-type]
        self._played += 1
        returns = self.position.returns
        if returns is not None:
            self.rewards = dict(zip(self.agents, returns))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._played >= self._max_actions:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self.position.to_move]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render mode; use 'ansi' or 'svg'")
            return None
        return self.position.svg() if self.render_mode == "svg" else self.position.board()

    def close(self) -> None:
        """There is nothing to release."""
