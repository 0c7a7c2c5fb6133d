"""Inner loops over arrays, compiled by numba; the same functions are run by Python where numba cannot be had.

Importing this module imports numba (a third of a second), so modules of compiled functions are imported only by a
search that has turned out to be long. Compiled code is kept between runs, in ``__pycache__`` or numba's own cache.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

__all__ = ["COMPILED", "compiled"]

numba: Any
try:
    import numba
except ImportError:  # pragma: no cover - a platform for which numba has no wheel
    numba = None

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = numba is not None and not numba.config.DISABLE_JIT
"""Whether decorated functions are compiled; ``NUMBA_DISABLE_JIT=1`` turns it off."""


def compiled(function: Function) -> Function:
    """The function, compiled on its first call (and kept on disk), or as it is.

    It may use numbers, NumPy arrays, tuples, loops and other functions decorated so, and must not rely on integers
    beyond 64 bits. It releases the interpreter's lock: two threads run two of them on two cores.
    """
    if numba is None:  # pragma: no cover
        return function
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
