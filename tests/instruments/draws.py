"""Random cases until everything that should come up has come up, where a number of them would do so on most days."""

from collections import Counter

PATIENCE = 100
"""So many times the least number of cases are drawn before a test says that something never comes."""


def until(seen, wanted, least):
    """Count ``least`` cases, and more of them while the Counter ``seen`` has not all that is ``wanted``.

    That is a collection of what has to be seen, or a dict that says how often.

    >>> seen = Counter()
    >>> for k in until(seen, {0: 2, 1: 1}, 2):
    ...     seen[k % 2] += 1
    >>> seen
    Counter({0: 2, 1: 1})
    """
    often = Counter(wanted)
    number = 0
    while number < least or not seen >= often:
        if number == PATIENCE * least:
            raise AssertionError(f"{dict(often - seen)} did not come up in {number} cases")
        yield number
        number += 1
