"""Matrices of + and - as keys of catalogues, as words, and the question whose answer is their sign-rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..questions import Question, SignPattern, pattern_question
from ..solvers.arrays import Ints
from .catalogue import Stated

Rows = Sequence[int] | Ints
"""The rows of a matrix as numbers: bit n - 1 - c is 1 where column c is ``-``."""

CLAIM = {"resource": "m", "unit_class": "SIGN"}
"""The least m with a null token is the sign-rank."""


def text_of(rows: Rows, n: int) -> str:
    """The key of a form: its shape, and the rows in hexadecimal digits, 1 for ``-``, the first column first.

    >>> text_of([0, 3, 5], 3)
    '3x3:035'
    """
    digits = -(-n // 4)
    return f"{len(rows)}x{n}:" + "".join(f"{row:0{digits}x}" for row in rows)


def rows_of(key: str) -> tuple[Ints, int]:
    """The rows of a key as numbers, and how many columns there are.

    >>> rows_of("3x3:035")[0].tolist()
    [0, 3, 5]
    """
    shape, _, digits = key.partition(":")
    k, n = map(int, shape.split("x"))
    each = len(digits) // k
    return np.array([int(digits[i : i + each], 16) for i in range(0, k * each, each)], np.int64), n


def words_of(rows: Rows, n: int) -> list[str]:
    """The rows as words of ``+`` and ``-``.

    >>> words_of([0, 3, 5], 3)
    ['+++', '+--', '-+-']
    """
    return [f"{row:0{n}b}".translate({48: "+", 49: "-"}) for row in map(int, rows)]


def asked(rows: Rows, n: int) -> Question:
    """The question whose least m is the sign-rank."""
    return pattern_question(SignPattern(tuple(words_of(rows, n)), null=True))


def stated(rows: Rows, n: int) -> Stated:
    """What certificates have to claim of the sign-rank."""
    return Stated(asked(rows, n).to_json(), CLAIM)
