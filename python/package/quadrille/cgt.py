"""Combinatorial game theory: canonical forms, thermographs, means and temperatures, all exact.

>>> from quadrille import cgt
>>> cgt.temperature("amazons", "#.#|.#x|o.#").temperature
Fraction(5, 4)
>>> cgt.value("{3||2|1} + ^ - ^").value
'{3|{2|1}}'
>>> cgt.value("*2 + *3").value
'*'
"""

from __future__ import annotations

from typing import Optional

from ._native import Answer, Thermograph, solve_local

__all__ = ["Answer", "Thermograph", "temperature", "thermograph", "value"]


def temperature(
    game: str,
    position: str,
    *,
    method: str = "exact",
    nodes: Optional[int] = None,
    time: Optional[float] = None,
) -> Answer:
    """Mean and temperature of a position, or of a sum of positions joined by ``" + "``.

    ``game`` is amazons, domineering, clobber, nogo, or form for abstract games such as ``{2|-1}``. ``method`` is exact,
    generic, tds, tds+, mts or mts+tds; settings follow a colon, as in ``"tds+:-e4"``. Sums need an exact method.

    >>> from quadrille import cgt
    >>> for method in ("exact", "tds", "tds+", "mts"):
    ...     assert cgt.temperature("amazons", "#.#|.#x|o.#", method=method).mean.denominator == 4
    >>> cgt.temperature("domineering", "..|.. + ..").mean
    Fraction(-1, 1)
    """
    return solve_local(game, position, method=method, nodes=nodes, time=time, value=False)


def value(
    position: str, game: str = "form", *, nodes: Optional[int] = None, time: Optional[float] = None
) -> Answer:
    """The canonical form of an abstract game, or of a position of a local game, with mean and temperature.

    >>> from quadrille import cgt
    >>> answer = cgt.value("#.#|.#x|o.#", "amazons")
    >>> answer.value, answer.mean
    ('{2|±1,-1/2}', Fraction(3, 4))
    """
    return solve_local(game, position, method="exact", nodes=nodes, time=time, value=True)


def thermograph(
    game: str, position: str, *, nodes: Optional[int] = None, time: Optional[float] = None
) -> Thermograph:
    """The thermograph of a position or a sum; a notebook shows it as a picture.

    >>> from quadrille import cgt
    >>> graph = cgt.thermograph("form", "{2|-1}")
    >>> graph.mean, graph.temperature
    (Fraction(1, 2), Fraction(3, 2))
    """
    found = solve_local(game, position, method="exact", nodes=nodes, time=time, value=False).thermograph
    assert found is not None
    return found
