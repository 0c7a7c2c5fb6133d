"""Time in lines of Python: "refused at once" means the same on a busy machine as on an idle one."""

import sys
from contextlib import contextmanager


class TooManyLinesError(AssertionError):
    """More lines of Python were executed than allowed."""


@contextmanager
def lines_at_most(limit):
    """Fail as soon as more than ``limit`` lines of Python are executed (some ten million take a second, uncounted)."""
    left = limit

    def trace(frame, event, argument):
        nonlocal left
        if event == "line":
            left -= 1
            if left < 0:
                raise TooManyLinesError(f"more than {limit} lines were executed, now in {frame.f_code.co_qualname}")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)
