"""The games registered with OpenSpiel, as ``quadrille_tzaar``, ``quadrille_amazons`` and so on.

>>> import pyspiel
>>> import quadrille.openspiel
>>> game = pyspiel.load_game("quadrille_knightthrough", {"variant": "4x6"})
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 16)

Turns of several actions are successive actions of one player. A game longer than the parameter ``max_actions`` is a draw.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import pyspiel

from ._native import Position, game, games

__all__ = ["NAMES", "QuadrilleGame", "QuadrilleState"]

#: The longest game, in actions, unless the parameter says otherwise.
MAX_ACTIONS = 10_000


def _game_type(name: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"quadrille_{name}",
        long_name=f"{name.capitalize()} (Quadrille)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": "", "max_actions": MAX_ACTIONS},
    )


class QuadrilleGame(pyspiel.Game):  # type: ignore[misc]
    """A game; subclasses name it."""

    name = ""

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        params = params or {}
        self.variant = str(params.get("variant", ""))
        self.max_actions = int(params.get("max_actions", MAX_ACTIONS))
        self.start = game(self.name).start(self.variant)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.game.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_actions,
        )
        super().__init__(_game_type(self.name), info, {"variant": self.variant, "max_actions": self.max_actions})

    def new_initial_state(self) -> QuadrilleState:
        return QuadrilleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> QuadrilleObserver:
        return QuadrilleObserver(self)


class QuadrilleState(pyspiel.State):  # type: ignore[misc]
    """A running game."""

    def __init__(self, game: QuadrilleGame) -> None:
        super().__init__(game)
        self.position: Position = game.start.copy()
        self._left = game.max_actions

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)
        self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_text(action)

    def is_terminal(self) -> bool:
        return self.position.is_over or self._left <= 0

    def returns(self) -> list[float]:
        return list(self.position.returns or (0.0, 0.0))

    def __str__(self) -> str:
        return self.position.text


class QuadrilleObserver:
    """Observations: the planes of ``Position.observation``."""

    def __init__(self, game: QuadrilleGame) -> None:
        shape = game.start.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": np.reshape(self.tensor, shape)}

    def set_from(self, state: QuadrilleState, player: int) -> None:
        self.dict["observation"][:] = state.position.observation()

    def string_from(self, state: QuadrilleState, player: int) -> str:
        return str(state)


#: The names under which OpenSpiel knows the games.
NAMES = [f"quadrille_{entry.name}" for entry in games()]

for _entry in games():
    _class = type(f"{_entry.name.capitalize()}Game", (QuadrilleGame,), {"name": _entry.name})
    pyspiel.register_game(_game_type(_entry.name), _class)
