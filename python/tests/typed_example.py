"""Checked by mypy in strict mode: the types of everything that people use most."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

import quadrille as q


def shortest(position: q.Position) -> str:
    return min(position.turns(), key=len)


def main() -> None:
    game: q.Game = q.game("amazons")
    position: q.Position = game.start("6x6")
    planes: NDArray[np.float32] = position.observation()
    info: q.SearchInfo = game.player("alphabeta").search(position, nodes=1000)
    if info.turn is not None:
        position.play(info.turn)
    for line in game.player().analyze(position, depth=3):
        score: int | None = line.score
        print(score, line.pv, planes.shape)
    result: q.MatchResult = q.match("amazons", "best", shortest, games=2, nodes=100)
    mean: Fraction = q.cgt.temperature("amazons", "x..|..o").mean
    print(result.elo, mean)


if __name__ == "__main__":
    main()
