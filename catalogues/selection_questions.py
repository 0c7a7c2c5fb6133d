"""Selections as rows of a pattern, and the question for the least bits of a grid."""

from __future__ import annotations

from ..questions import LeastSize, Question, least_size

GRID = "GRID(p, midrise, gap 1)"


def row_of(keys: int, part: int, symbol: str) -> str:
    """The row of a set of keys: a symbol at these, ``-`` at the others."""
    return "".join(symbol if part >> j & 1 else "-" for j in range(keys))


def bits_at(question: Question, width: int) -> LeastSize:
    """What asks for the least bits of a grid at a width."""
    return least_size(question, "p", GRID, m=width)
