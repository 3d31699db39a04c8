"""Random games of Amazons per second beside OpenSpiel's, in one run: python bench.py"""

from __future__ import annotations

import random
import time
from typing import Callable

import pyspiel

import quadrille as q


def per_second(play: Callable[[int], None], seconds: float = 4.0) -> float:
    began, games = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        play(games)
        games += 1
    return games / (time.perf_counter() - began)


def openspiel(seed: int) -> None:
    chooser, state = random.Random(seed), THEIRS.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))


def one_call_per_action(seed: int) -> None:
    chooser, position = random.Random(seed), q.game("amazons").start()
    while not position.is_over:
        position.apply(chooser.choice(position.legal_actions()))


def batch() -> float:
    boards = q.Batch("amazons", 64)
    began, games = time.perf_counter(), 0
    while time.perf_counter() - began < 4.0:
        _, done = boards.step(boards.sample())
        games += int(done.sum())
    return games / (time.perf_counter() - began)


THEIRS = pyspiel.load_game("amazons")

if __name__ == "__main__":
    theirs = per_second(openspiel)
    rows = {
        "OpenSpiel, one call per action": theirs,
        "Quadrille, one call per action": per_second(one_call_per_action),
        "Quadrille, 64 boards stepped from numpy": batch(),
        "Quadrille, one native call for 100 games": 100 * per_second(lambda seed: q.random_games("amazons", 100, seed=seed) and None),
    }
    for name, rate in rows.items():
        print(f"{name:42} {rate:9.1f} games/s  {rate / theirs:7.1f} times")
