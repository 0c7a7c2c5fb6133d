"""What a sweep does with each of its keys, and what it asks of the place where that is done."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, Protocol, Self, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Job(Generic[Key, Answer]):
    """A question for each key.

    Attributes
    ----------
    decide : callable (key, budget) -> answer
        Called in a process of its own. It may start processes; it has no terminal, and Ctrl-C is not for it.
    failed : callable (reason, seconds, complete) -> answer
        The answer where ``decide`` gave none: ``complete`` is True if its budget ran out, and False if it broke down or
        was lost, so that the same budget may do better another time.
    budget : float > 0
        Seconds for each key.
    grace : float
        Seconds after the budget until ``decide`` is stopped; never by default, for a search that keeps to its budget.
    modules : tuple of modules
        What a cluster's workers cannot import, a user's own file, say: their functions are sent to them.
    """

    decide: Callable[[Key, float], Answer]
    failed: Callable[[str, float, bool], Answer]
    budget: float
    grace: float = math.inf
    modules: tuple[ModuleType, ...] = ()

    def out_of_time(self, seconds: float) -> Answer:
        """The answer when the budget has run out."""
        return self.failed(f"the budget of {self.budget:.3g} s ran out", seconds, True)

    def broken(self, trace: str, seconds: float) -> Answer:
        """The answer when ``decide`` raised."""
        reason = f"the decider stopped with an internal error: {trace.splitlines()[-1]}"
        return self.failed(reason, seconds, False)


def modules_of(defined: Iterable[Any]) -> tuple[ModuleType, ...]:
    """The modules of functions and classes that a cluster's worker does not have, for ``Job.modules``.

    >>> import json
    >>> [module.__name__ for module in modules_of([Job, json.loads])]
    ['json']
    """
    names = {str(getattr(one, "__module__", "")) for one in defined} - {"__main__", "builtins"}
    ours = __name__.partition(".")[0]
    return tuple(sys.modules[name] for name in sorted(names) if name in sys.modules and name.partition(".")[0] != ours)


class Runs(Protocol[Key, Answer]):
    """Keys at work; leaving the ``with`` block stops them all."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys at work."""

    @property
    def capacity(self) -> int:
        """How many may be at work at a time; on a cluster this changes when workers come and go."""

    @property
    def note(self) -> str:
        """What holds the sweep up, in words; mostly nothing."""

    def start(self, key: Key) -> None:
        """Start to work on a key."""

    def finished(self, patience: float) -> list[tuple[Key, Answer]]:
        """The answers that come within so many seconds; it returns with the first."""

    def stop(self, key: Key) -> None:
        """Stop to work on a key; there will be no answer."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: Any) -> None: ...
