"""Loops of exponentials that the compiler turns into vector instructions: see ``exponentials``.

A loop changes one array: of two that are the same the compiler could not know that, and would take number by number.
"""

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import intrinsic

from ..compiling import compiled

LN2 = math.log(2)
HIGH_AND_LOW: dict[bool, tuple[Any, Any]] = {
    True: (0.693359375, LN2 - 0.693359375),
    False: (float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33")),
}
"""ln 2 as a number of few digits, whose products with small integers are exact, and what is left; True: float32."""
FORMATS = {True: (127, 23, 7), False: (1023, 52, 13)}
"""The bias of exponents, the digits after the first, and the degree of the polynomial; True: float32."""


def _bits_as_float(typing: Any, bits: Any) -> Any:
    """The float32 (float64) with the bits of an int32 (int64)."""
    kind = numba.float32 if bits == numba.int32 else numba.float64

    def generated(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(kind))

    return kind(bits), generated


_as_float: Any = intrinsic(_bits_as_float)
"""Called in compiled code with the bits alone."""


def _loop(narrow: bool, two: bool) -> Callable[[np.ndarray], None]:
    """The loop for float32 (narrow) or float64, in base 2 or e."""
    real = np.float32 if narrow else np.float64
    whole = np.int32 if narrow else np.int64
    bias, digits, degree = FORMATS[narrow]
    rounding = real(1.5 * 2.0**digits)  # added and taken away again it rounds to integers
    limits = (-(bias + digits + 2), bias + 2) if two else ((-104, 89) if narrow else (-746, 710))
    least, most = map(real, limits)
    high, low = HIGH_AND_LOW[narrow]
    high, low, per_bit, log = real(high), real(low), real(1 / LN2), real(LN2)
    coefficients = np.array([1 / math.factorial(k) for k in range(degree, 1, -1)], real)
    first, others = coefficients[0], tuple(coefficients[1:])
    one, unit, shift, middle = real(1), whole(1), whole(digits), whole(bias)

    def loop(scores: np.ndarray) -> None:
        for i in range(len(scores)):
            given = scores[i]
            x = min(max(given, least), most)
            if two:
                k = (x + rounding) - rounding
                r = (x - k) * log
            else:
                k = (x * per_bit + rounding) - rounding
                r = (x - k * high) - k * low
            p = first
            for c in others:
                p = p * r + c
            p = (p * r) * r + r + one
            n = whole(np.int32(k))
            half = whole(n >> unit)
            left = _as_float(whole(whole(half + middle) << shift))
            right = _as_float(whole(whole(n - half + middle) << shift))
            found = (p * left) * right
            scores[i] = found if given == given else given

    return loop


def _compiled(narrow: bool, two: bool) -> Any:
    # "contract": a product and a sum may become one instruction that rounds once; nothing else is rearranged.
    return compiled(_loop(narrow, two), fastmath={"contract"}, error_model="numpy")


LOOPS: dict[tuple[str | int, str], Any] = {}
"""Base and kind of float -> loop; empty where ``NUMBA_DISABLE_JIT`` forbids to compile."""

settings: Any = numba.config
if not settings.DISABLE_JIT:
    LOOPS = {
        (base, name): _compiled(name == "float32", base == 2) for base in ("e", 2) for name in ("float32", "float64")
    }
