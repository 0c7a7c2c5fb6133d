"""Ctrl-C while a process is forked or a library is loaded: it waits, or it might be lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C within the ``with`` block takes effect at its end.

    A fork runs functions that libraries have registered, and Python ignores what they raise: a ``KeyboardInterrupt``
    that comes just then (in the one of ``logging``, for instance) would be printed and lost. So it would be in the
    initialisation of a library written in C, many of which report any exception as an ``ImportError``. Outside the
    main thread, where none is ever raised, nothing is changed.

    >>> with interrupts_wait():
    ...     started = True
    """
    before: Any = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
