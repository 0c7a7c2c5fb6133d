"""Ctrl-C, and the end of a budget, which acts like it; both wait while a process is forked or a library is loaded."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class BudgetOver(KeyboardInterrupt):
    """The seconds of a command are over. What heeds Ctrl-C heeds it in the same way: what is known is kept."""


@contextmanager
def ends_after(seconds: float | None) -> Iterator[None]:
    """``BudgetOver`` is raised within the ``with`` block after so many seconds; None: never.

    What is raised while an object is deleted (``__del__``) Python prints, and loses; in place of what is raised while
    ctypes takes an argument (``from_param``, as z3 does at every call) it raises an error of its own; a library written
    in C that is being loaded says that it cannot be imported. Then ``BudgetOver`` comes soon after, at most
    ``PATIENCE`` seconds. It works in the main thread, where there are alarms (not on Windows); elsewhere nothing is
    limited.

    >>> with ends_after(60):
    ...     done = True
    """
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not able:
        yield
        return

    latest = time.monotonic() + seconds + PATIENCE

    def over(number: int, frame: FrameType | None) -> None:
        if _has_to_wait(frame) and time.monotonic() < latest:
            # again and again: one alarm, just before a call that waits, is not seen
            signal.setitimer(signal.ITIMER_REAL, SOON, SOON)
        else:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise BudgetOver

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


SOON = 0.001
"""Seconds until the next try."""


PATIENCE = 10.0
"""Most seconds that the end waits, since a user's file that is loaded may take for ever."""

SWALLOWING = ("__del__", "from_param")
"""Functions of which Python loses, or turns into a ``ctypes.ArgumentError``, what they raise."""

IMPORTS = "<frozen importlib._bootstrap>"
"""The file of the frames that import a module."""


def _has_to_wait(frame: FrameType | None) -> bool:
    """Whether a frame, or one that called it, is a ``__del__`` or ``from_param``, or imports a module."""
    while frame is not None and frame.f_code.co_name not in SWALLOWING and frame.f_code.co_filename != IMPORTS:
        frame = frame.f_back
    return frame is not None


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C within the ``with`` block takes effect at its end, and so does the end of a budget.

    A fork runs functions that libraries have registered, and Python ignores what they raise: a ``KeyboardInterrupt``
    that comes just then (in the one of ``logging``, for instance) would be printed and lost. So it would be in the
    initialisation of a library written in C, many of which report any exception as an ``ImportError``. Outside the
    main thread, where none is ever raised, nothing is changed.

    >>> with interrupts_wait():
    ...     started = True
    """
    numbers: list[int] = [signal.SIGINT, *([signal.SIGALRM] if hasattr(signal, "SIGALRM") else [])]
    before: dict[int, Any] = {number: signal.getsignal(number) for number in numbers}
    heeded = [number for number in numbers if callable(before[number])]
    if threading.current_thread() is not threading.main_thread() or not heeded:
        yield
        return
    came: list[int] = []
    for number in heeded:
        signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])
        for number in came[:1]:
            signal.raise_signal(number)
