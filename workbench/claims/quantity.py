"""The noun Quantity: what a claim may speak of, with a search for certificates and a way to read them.

A search is not believed: what counts is what the checker accepts of the certificates that it leaves, read back by
``proved``. So a certificate from a file and one that was found a moment ago are treated alike.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ...certificates import Accepted, check
from .expression import Expression, Interval, Known

Certificate = str
"""A certificate as compact JSON text, so that nouns that hold some stay hashable."""


@dataclass(frozen=True)
class Effort:
    """How long to search: ``seconds`` of wall-clock time for one instance; the seed of all random choices."""

    seconds: float
    seed: int = 0


@dataclass(frozen=True)
class Search:
    """What a search left: certificates, and what the user should know about what is still open."""

    certificates: tuple[Certificate, ...]
    notes: tuple[str, ...] = ()


class Quantity(Expression):
    """A number with a definition, about which certificates prove lower and upper ends."""

    name: str
    """A short name for brackets, such as m."""

    searched_once = True
    """Whether equal keys mean equal searches, so that a search which ended without an answer need not be repeated."""

    @property
    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """Everything that the number depends on, as JSON; equal for equal definitions only."""

    @cached_property  # one for an object, even if a user's function behind it gives other answers each time
    def key(self) -> str:
        """The identity as text."""
        return json.dumps(self.identity, sort_keys=True, separators=(",", ":"))

    @property
    def place(self) -> str:
        """Where what is known of it stands while a statement is decided: one place for equal quantities only."""
        return self.key

    @abstractmethod
    def search(self, effort: Effort, enough: Callable[[Interval], bool]) -> Search:
        """Look for certificates until the ends meet, ``enough`` is known, or the time is up."""

    @abstractmethod
    def proved(self, certificates: Sequence[Certificate]) -> Interval:
        """What certificates prove about this number, each replayed by the checker now; those about others are left."""

    @abstractmethod
    def only(self, certificates: Sequence[Certificate], sides: frozenset[str]) -> tuple[Certificate, ...]:
        """The certificates about this number, cut down to what proves the ends on these sides."""

    def described(self, interval: Interval, name: str, certificates: Sequence[Certificate]) -> str:
        """What is proved of it, in words."""
        return interval.words(name)

    def quantities(self) -> Iterator[Quantity]:
        yield self

    def interval(self, known: Known) -> Interval:
        return known.get(self.place, Interval())


@lru_cache(maxsize=128)
def accepted(certificate: Certificate) -> Accepted | None:
    """What the checker accepts of a certificate; None if it does not. The last ones are remembered."""
    try:
        verdict = check(json.loads(certificate))
    except ValueError:  # no JSON
        return None
    return verdict if isinstance(verdict, Accepted) else None


def compact(certificate: Mapping[str, Any]) -> Certificate:
    """A certificate as compact JSON text."""
    return json.dumps(certificate, separators=(",", ":"))
