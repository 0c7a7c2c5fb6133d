"""Statements that are true or false as a whole: the truth of one is a quantity with the values 0 and 1.

A certificate is about such a statement only if the object of the statement, written out again, gives the same file.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..certificates.verdict import Accepted
from .effort import Certificate, Effort, Search, accepted
from .interval import Interval, Known
from .statement import Quantity, Statement

TRUE, FALSE = Fraction(1), Fraction(0)


class Truth(Quantity):
    """Whether something holds: 1 or 0."""

    name = "truth"
    searched_once = False  # functions of the user's stand behind it, of which the identity holds samples

    @property
    def place(self) -> str:
        """One for each object: two that differ only where the identity does not look must not share what is known."""
        return f"{self.key} {id(self)}"

    @abstractmethod
    def find(self, effort: Effort) -> Search:
        """A certificate that it holds, or that it does not, if one is found."""

    @abstractmethod
    def says(self, bundle: Mapping[str, Any]) -> bool | None:
        """Whether a bundle, if the checker accepts it, says that it holds, or fails; None if it says neither."""

    def search(self, effort: Effort, enough: Callable[[Interval], bool]) -> Search:
        return self.find(effort)

    def proved(self, certificates: Sequence[Certificate]) -> Interval:
        interval = Interval(FALSE, TRUE)
        for text in certificates:
            said = self.says(json.loads(text)) if accepted(text) else None
            if said is not None:
                interval = interval.within(Interval(TRUE, None) if said else Interval(None, FALSE))
        return interval

    def only(self, certificates: Sequence[Certificate], sides: frozenset[str]) -> tuple[Certificate, ...]:
        wanted = {True: "lower", False: "upper"}
        said = {text: self.says(json.loads(text)) for text in certificates if accepted(text)}
        return tuple(text for text, truth in said.items() if truth is not None and wanted[truth] in sides)

    def described(self, interval: Interval, name: str, certificates: Sequence[Certificate]) -> str:
        if interval.lower != interval.upper:
            return "neither proved nor refuted"
        for text in certificates:
            verdict = accepted(text)
            if verdict is not None and self.says(json.loads(text)) is not None:
                return _told(json.loads(text), verdict)
        raise RuntimeError(f"no certificate says whether {self.words}; this is a bug")


def _told(bundle: Mapping[str, Any], verdict: Accepted) -> str:
    """What has been accepted; of a fact also how, and where it shows."""
    claim = bundle["claims"][0]
    if "claim" not in claim:
        return verdict.statement
    proof = claim["proof"]
    places = {"inputs": "at the input", "subset": "at the subset", "row": "at row", "column": "column"}
    found = [f"{words} {_listed(proof[name])}" for name, words in places.items() if name in proof]
    how = verdict.claims[0].partition(": ")[2]
    return ": ".join((verdict.statement, ", ".join((*found, how))))


def _listed(value: Any) -> str:
    nested = isinstance(value, list) and bool(value) and isinstance(value[0], list)
    return " and ".join(map(str, value)) if nested else str(value)


class Holds(Statement):
    """The statement that a truth is 1."""

    def __init__(self, truth: Truth) -> None:
        self.subject = truth

    @property
    def words(self) -> str:
        return self.subject.words

    def quantities(self) -> Iterator[Quantity]:
        yield self.subject

    def truth(self, known: Known) -> bool | None:
        interval = self.subject.interval(known)
        if interval.lower == TRUE:
            return True
        return False if interval.upper == FALSE else None
