"""The work that the checker puts into one file, counted before it is done."""

from dataclasses import dataclass

DEFAULT_LIMIT = 400_000_000
"""Most steps for a file; a step is about one simple operation, 50 to 100 ns."""


class OverLimitError(Exception):
    """Raised inside the checker only: what the file asks for takes more steps than are allowed."""


@dataclass
class Meter:
    """Steps charged so far, and the most there may be.

    Examples
    --------
    >>> meter = Meter(10)
    >>> meter.charge(7)
    >>> meter.spent
    7
    >>> meter.charge(4)
    Traceback (most recent call last):
    headcount.certificates.meter.OverLimitError: more than 10 steps
    """

    limit: int = DEFAULT_LIMIT
    spent: int = 0

    def charge(self, steps: int) -> None:
        """Count steps that are about to be made."""
        self.spent += steps
        if self.spent > self.limit:
            raise OverLimitError(f"more than {self.limit} steps")
