"""The exponentials of softmax attention: NumPy's, and compiled ones for many scores.

Where the processor has no AVX-512 NumPy takes 1.5 ns for an exponential of float32 and 9 ns of float64; compiled loops
take 0.6 and 2.1. To load numba takes a third of a second, so that NumPy's are used for few scores unless asked.

*A compiled exponential*: base^x = 2^k e^r, with k the integer next to x log2(base) and |r| <= 0.35. In base e, r = (x -
k HI) - k LO, where HI + LO is ln 2 and k HI is exact; in base 2, r = (x - k) ln 2. e^r is its Taylor polynomial of
degree 7 (13), which leaves out less than r^8 / 8! < 2^-27 (r^14 / 14! < 2^-57); rounding adds less than two units in
the last place. 2^k is two powers of two, so that what underflows does so gradually. NaN gives NaN, too large numbers
infinity.

Without a mask the products with keys and values are compiled, too, in one pass with the exponentials (``fused``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any

import numpy as np

COMPILED_SCORES = 2**26
"""From so many scores on, a tenth of a second of exponentials, compiled ones are used unless asked otherwise."""

Loop = Callable[[np.ndarray], None]


@dataclass(frozen=True)
class Exponential:
    """base^x for arrays; ``compiled``: by a compiled loop where numba can be had."""

    base: str | int
    compiled: bool = False

    @property
    def bits(self) -> float:
        """log2 of the base."""
        return 1.0 if self.base == 2 else 1 / log(2)

    def __call__(self, scores: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """The powers, written to ``out`` if it is given.

        >>> Exponential(2)(np.array([3.0, -1.0]))
        array([8. , 0.5])
        """
        out = np.empty(scores.shape, scores.dtype) if out is None else out
        loop = _loop(self.base, scores.dtype) if self.compiled else None
        if loop is not None and out.flags.c_contiguous:
            if out is not scores:
                np.copyto(out, scores)
            loop(out.reshape(-1))
            return out
        found: np.ndarray = (np.exp2 if self.base == 2 else np.exp)(scores, out=out)
        return found

    @property
    def fused(self) -> Any:
        """The module ``fused_softmax``, where exponentials are compiled; None otherwise."""
        return _fused() if self.compiled else None


@cache
def _fused() -> Any:
    """The module of fused passes, or None where numba cannot be had, or is told not to compile."""
    from ..compiling import COMPILED

    if not COMPILED:
        return None
    from . import fused_softmax

    return fused_softmax


@cache
def _loop(base: str | int, kind: Any) -> Loop | None:
    """The compiled loop, or None where numba cannot be had, or is told not to compile."""
    try:
        from .compiled_exponentials import LOOPS
    except ImportError:  # pragma: no cover - a platform for which numba has no wheel
        return None
    return LOOPS.get((base, np.dtype(kind).name))
