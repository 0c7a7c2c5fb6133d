"""The engines: for each measure, the function that bounds it.

An engine is a generator: it takes the matrix, what is already known, and the effort allowed, and yields bounds as it
finds them, cheap ones first. It looks at ``known`` for a start and stops when it has nothing more to say or the time is
over; who runs it may stop it at any time, and keeps what it has yielded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .known import Known
from .measured import MeasureBound

Enough = Callable[[str, Fraction | None, Fraction | None], bool]


def only_closed(measure: str, lower: Fraction | None, upper: Fraction | None) -> bool:
    """Never enough: go on until the ends meet."""
    return False


@dataclass(frozen=True)
class Effort:
    """How long an engine may take (``deadline``, a value of ``time.monotonic()``), and the seed of random choices.

    Without a deadline, what an engine finds is a function of the matrix and the seed: its phases count their steps.

    ``enough`` says whether these ends of a measure may end the search before they meet; an engine that runs others may
    ask it in between, all others are stopped from outside.
    """

    deadline: float = float("inf")
    seed: int = 0
    enough: Enough = field(default=only_closed, compare=False)

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self.deadline

    @property
    def left(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self.deadline - time.monotonic())


Engine = Callable[[Any, Known, Effort], Iterator[MeasureBound]]
"""For 0/1 matrices, for matrices of values, or for both."""


class Declined(Exception):
    """The engine does not go on with this matrix; the message says what was asked, the limit, and the remedy."""
