"""The one meter of a check: every loop over what a file says charges it, and one limit holds for the whole file."""

LIMIT = 10**9
"""Steps of one check unless more are allowed: a step is about one operation on machine words."""


class OverLimitError(Exception):
    """The steps allowed are spent; the file is neither accepted nor rejected."""


class Meter:
    """Counts the steps of one check.

    Examples
    --------
    >>> meter = Meter(10)
    >>> meter.charge(7)
    >>> meter.charge(4)
    Traceback (most recent call last):
        ...
    headcount.certificates.meter.OverLimitError: takes more than 10 steps to check
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit, self.spent = limit, 0

    def charge(self, steps: int) -> None:
        """Count some steps, before they are taken.

        Raises
        ------
        OverLimitError
            If they are more than are left.
        """
        self.spent += steps
        if self.spent > self.limit:
            raise OverLimitError(f"takes more than {self.limit} steps to check")
