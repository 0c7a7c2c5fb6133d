"""Threads of the BLAS: matrix products that keep to the thread that asks for them, and threads that share tiles.

Products of some hundred rows are too small to be shared between the threads of a BLAS: with two of them, OpenBLAS takes
five to forty times as long as with one, most of all where another program has one of the two cores. So tiles are what
threads share, and the BLAS has one thread meanwhile.
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from threadpoolctl import ThreadpoolController

UNSHARED_PRODUCT = 2**18
"""Up to so many multiplications OpenBLAS keeps a matrix product to one thread anyway."""

Portion = TypeVar("Portion")

_lock = threading.Lock()
_inside: list[Any] = []


@cache
def _libraries() -> Any:
    return ThreadpoolController().select(user_api="blas")


@contextmanager
def one_blas_thread() -> Iterator[int]:
    """One thread for every matrix product of the process meanwhile; yields how many there were before.

    The last to leave restores what the first one found, in whatever order threads of a caller come and go.
    """
    with _lock:
        if not _inside:
            before = max((library["num_threads"] for library in _libraries().info()), default=0) or os.cpu_count() or 1
            _inside.append((_libraries().limit(limits=1), before))
        else:
            _inside.append(_inside[-1])
        before = _inside[0][1]
    try:
        yield before
    finally:
        with _lock:
            limit, _ = _inside.pop()
            if not _inside:
                limit.restore_original_limits()


def share(portions: Iterable[Portion], work: Callable[[Iterator[Portion]], None], threads: int) -> None:
    """Each thread calls ``work`` once, with an iterator over the portions that nobody else has taken.

    >>> done = []
    >>> share(range(5), done.extend, threads=2)
    >>> sorted(done)
    [0, 1, 2, 3, 4]
    """
    left = deque(portions)

    def taken() -> Iterator[Portion]:
        while True:
            try:
                yield left.popleft()
            except IndexError:
                return

    if threads == 1:
        work(taken())
        return
    with ThreadPoolExecutor(threads) as pool:
        try:
            for done in [pool.submit(work, taken()) for _ in range(threads)]:
                done.result()
        finally:
            left.clear()  # after an error or Ctrl-C nobody begins another portion
