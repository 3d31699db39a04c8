"""PettingZoo's and OpenSpiel's own tests, and OpenSpiel as a judge of our Amazons."""

from __future__ import annotations

import os
import random
import warnings

import pytest

import quadrille as q

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import quadrille.openspiel  # noqa: E402
from quadrille.pettingzoo import env  # noqa: E402

GAMES = {"knightthrough": "5x5", "tzaar": "", "amazons": "6x6", "arimaa": ""}
#: Games against OpenSpiel on each board; the full number takes a few minutes.
PEER_GAMES = int(os.environ.get("QUADRILLE_PEER_GAMES", "20"))


@pytest.mark.parametrize("name, variant", GAMES.items())
def test_pettingzoo_api(name: str, variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, variant=variant, max_actions=300), num_cycles=200, verbose_progress=False)
        seed_test(lambda: env(name, variant=variant, max_actions=300), num_cycles=60)


@pytest.mark.parametrize("name, variant", GAMES.items())
def test_a_pettingzoo_game_is_a_game(name: str, variant: str) -> None:
    environment = env(name, variant=variant, max_actions=20_000)
    environment.reset(seed=1)
    position = q.game(name).start(variant)
    chooser = random.Random(1)
    rewards = {"player_0": 0.0, "player_1": 0.0}
    for agent in environment.agent_iter():
        observation, reward, ended, cut, _ = environment.last()
        rewards[agent] += reward
        if ended or cut:
            environment.step(None)
            continue
        assert agent == f"player_{position.to_move}"
        legal = [number for number, bit in enumerate(observation["action_mask"]) if bit]
        assert legal == sorted(position.legal_actions())
        action = chooser.choice(legal)
        position.apply(action)
        environment.step(action)
    assert position.is_over and (rewards["player_0"], rewards["player_1"]) == position.returns


@pytest.mark.parametrize("name, variant", GAMES.items())
def test_openspiel_random_sim(name: str, variant: str) -> None:
    game = pyspiel.load_game(f"quadrille_{name}", {"variant": variant, "max_actions": 2000})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_openspiel_searches_play_our_games() -> None:
    import numpy as np
    from open_spiel.python.algorithms import mcts, minimax

    game = pyspiel.load_game("quadrille_knightthrough", {"variant": "3x4"})
    value, _ = minimax.alpha_beta_search(game)
    ours = q.game("knightthrough").player("dfpns:tt=1M").search(q.game("knightthrough").start("3x4"), nodes=100_000)
    assert value == {"win": 1.0, "loss": -1.0}[ours.result]
    amazons = pyspiel.load_game("quadrille_amazons", {"variant": "3x3"})
    value, _ = minimax.alpha_beta_search(amazons)
    ours = q.game("amazons").player("dfpns:tt=1M").search(q.game("amazons").start("3x3"), nodes=100_000)
    assert value == {"win": 1.0, "loss": -1.0}[ours.result], "turns of two actions"
    for name, variant in GAMES.items():
        game = pyspiel.load_game(f"quadrille_{name}", {"variant": variant, "max_actions": 400})
        state = game.new_initial_state()
        bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(2))
        for _ in range(2):
            state.apply_action(bot.step(state))


def their_square(action: int, size: int) -> str:
    """OpenSpiel counts squares from the upper left corner."""
    row, column = divmod(action, size)
    return f"{'abcdefghij'[column]}{size - row}"


def their_turns(state: "pyspiel.State", size: int) -> set[str]:
    """All whole turns in our notation."""
    turns = set()
    for origin in state.legal_actions():
        first = state.child(origin)
        for target in first.legal_actions():
            second = first.child(target)
            for arrow in second.legal_actions():
                squares = [their_square(action, size) for action in (origin, target, arrow)]
                turns.add(f"{squares[0]}-{squares[1]},/{squares[2]}")
    return turns


@pytest.mark.parametrize("size", [10, 6])
def test_openspiel_and_we_agree_on_amazons(size: int) -> None:
    theirs = pyspiel.load_game("amazons", {"board_size": size})
    for seed in range(PEER_GAMES):
        chooser = random.Random(seed)
        state, position = theirs.new_initial_state(), q.game("amazons").start(f"{size}x{size}")
        while not position.is_over:
            assert not state.is_terminal() and state.current_player() == position.to_move
            ours = position.turns()
            assert {spelled(turn) for turn in ours} == their_turns(state, size)
            turn = chooser.choice(ours)
            for action in actions_of(turn, size):
                state.apply_action(action)
            position.play(turn)
        assert state.is_terminal() and tuple(state.returns()) == position.returns


def spelled(turn: str) -> str:
    """One form for a turn, in which the arrow is marked."""
    move, arrow = turn.replace("/", ",/").replace(",,", ",").split(",", 1)
    return f"{move},/{arrow.strip('/')}"


def actions_of(turn: str, size: int) -> list[int]:
    move, arrow = spelled(turn).split(",/")
    origin, target = move.split("-")
    squares = (origin, target, arrow)
    return [(size - int(square[1:])) * size + "abcdefghij".index(square[0]) for square in squares]
