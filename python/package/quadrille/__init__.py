"""Quadrille: play, analyse, solve and measure Tzaar, Amazons, KnightThrough and Arimaa.

>>> import quadrille as q
>>> position = q.game("knightthrough").start("4x6")
>>> position.play("a1-b3")
'a1-b3'
>>> player = q.game("knightthrough").player("alphabeta:tt=1M")
>>> player.search(position, depth=4).depth
4

A turn has one or more actions: an Arimaa step, an Amazons move or arrow. ``Position.play`` plays whole turns,
``Position.apply`` single actions. Errors in what is given are ``ValueError`` with one sentence.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Optional, Union

from . import _processor

_processor.check()

from . import _native, cgt  # noqa: E402
from ._native import (  # noqa: E402
    Analysis,
    Batch,
    Game,
    MatchResult,
    Player,
    Position,
    SearchInfo,
    __version__,
    game,
    games,
    random_games,
    replay,
)

__all__ = [
    "Analysis",
    "Batch",
    "Game",
    "MatchResult",
    "Player",
    "Position",
    "SearchInfo",
    "__version__",
    "cgt",
    "game",
    "games",
    "match",
    "random_games",
    "replay",
]


def match(
    game: str,
    first: Union[str, Callable[[Position], str]],
    second: Union[str, Callable[[Position], str]],
    *,
    games: int = 100,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    openings: str = "random:4",
    seed: int = 1,
    concurrency: int = 1,
    sprt: Optional[str] = None,
    out: Optional[Union[str, "os.PathLike[str]"]] = None,
    max_turns: int = 2000,
    variant: str = "",
) -> MatchResult:
    """Plays pairs of games with the same opening and colours swapped.

    A player is a spec or a function from a position to a turn. Give one limit for a turn: ``nodes``, ``depth`` or
    ``time`` in seconds. ``sprt`` is a sequential test such as ``"elo0=0,elo1=10"``, which ends the match once it
    is decided. ``out`` names a new file for the records. Ctrl-C ends the match with the games that are finished.

    >>> import quadrille as q
    >>> result = q.match("knightthrough", "alphabeta:tt=1M", "random", variant="5x5", games=10, nodes=200)
    >>> result.games, result.wins > result.losses
    (10, True)
    """
    options: dict[str, Any] = {
        "games": games,
        "nodes": nodes,
        "depth": depth,
        "time": time,
        "openings": openings,
        "seed": seed,
        "concurrency": concurrency,
        "sprt": sprt,
        "out": out,
        "max_turns": max_turns,
        "variant": variant,
    }
    return _native.play_match(game, first, second, options)
