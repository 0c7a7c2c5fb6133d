"""Inner loops over arrays, compiled by numba; the same functions are run by Python where numba cannot be had.

Importing this module imports numba (a third of a second), so modules of compiled functions are imported only by a
search that has turned out to be long, or by attention on many scores. Compiled code is kept between runs, in
``__pycache__`` or numba's own cache. The logger ``headcount.compiling`` says, once in a
process, that something is compiled, and where nothing can be kept.
"""

import logging
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

__all__ = ["COMPILED", "compiled"]

LOG = logging.getLogger("headcount.compiling")
"""At level INFO, as all that goes on; the command line shows it."""

ONCE = "compiling inner loops (once: compiled code is kept for the next run)"
EACH_TIME = (
    "compiling inner loops, in each run anew: compiled code cannot be kept, since neither the folder of the package "
    "nor the user's cache can be written; set NUMBA_CACHE_DIR to a folder that can"
)

numba: Any
try:
    import numba
except ImportError:  # pragma: no cover - a platform for which numba has no wheel
    numba = None

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = numba is not None and not numba.config.DISABLE_JIT
"""Whether decorated functions are compiled; ``NUMBA_DISABLE_JIT=1`` turns it off."""


def compiled(function: Function, **options: Any) -> Function:
    """The function, compiled on its first call (and kept on disk), or as it is; ``options`` are numba's.

    It may use numbers, NumPy arrays, tuples, loops and other functions decorated so, and must not rely on integers
    beyond 64 bits. It releases the interpreter's lock: two threads run two of them on two cores.
    """
    return function if numba is None else cast(Function, _kept(function, options))


def _kept(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """The function, compiled on its first call; kept on disk if there is a place for it."""
    _announce()
    try:
        return numba.njit(cache=True, nogil=True, **options)(function)
    except RuntimeError as error:  # so numba says that there is no place to write to
        if "cannot cache" not in str(error):
            raise
        return numba.njit(nogil=True, **options)(function)


@cache
def _announce() -> None:
    """Have numba say, the first time that it compiles in this process, that it does."""
    from numba.core import event

    class Saying(event.Listener):
        """What is compiled because it was not on disk."""

        said = False

        def on_start(self, event: Any) -> None:
            """Say so, once."""
            if not self.said:
                self.said = True
                LOG.info(ONCE if _can_keep(event.data["dispatcher"]) else EACH_TIME)

        def on_end(self, event: Any) -> None:
            """Nothing more is said."""

    register: Any = event.register  # which has no types
    register("numba:compile", Saying())


def _can_keep(dispatcher: Any) -> bool:
    """Whether what numba compiles for a function is kept on disk."""
    return bool(dispatcher.stats.cache_path is not None)
