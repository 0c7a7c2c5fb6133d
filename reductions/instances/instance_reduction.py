"""The noun InstanceReduction: instances of a problem become sign patterns, so that the answer is told by the least m.

Other than a ``Reduction`` it has no parties: one encoder sees the whole instance, and what is reduced is a search or a
decision, not communication. What is hard to decide of instances is then hard to decide of m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any

from ...display.answer import Answer
from ...display.html import badge, framed, paragraph
from ...questions import SignPattern
from ...tasks.words import counted
from ..reduction import ReductionError, require_parameter
from .padding import MOST_ENTRIES, Vectors, padded, padded_vectors, unpadded

SHOWN_ROWS, SHOWN_COLUMNS = 20, 48
"""Rows and columns of a pattern that are printed; a larger one is counted only."""


@dataclass(frozen=True)
class InstanceLaw:
    """What an encoding has to satisfy: ``broken`` says where an instance and its pattern do not, "" if they do."""

    name: str
    words: str
    broken: Callable[[Any, SignPattern], str] = field(repr=False)


@dataclass(frozen=True)
class InstanceCheck:
    """A law that was checked on an instance; ``found`` says where it is broken, "" if it holds."""

    law: str
    words: str
    found: str = ""

    @property
    def holds(self) -> bool:
        """Whether nothing was found against it."""
        return not self.found

    def __str__(self) -> str:
        return f"{self.law}: {self.words}" + (f" -- BROKEN: {self.found}" if self.found else "")


@dataclass(frozen=True)
class InstanceReduction:
    """A map from instances of a problem to sign patterns.

    Parameters
    ----------
    source, target : str
        Names of the problems; the target is ``attention``: what is the least m of one head in class SIGN?
    instance : callable (given) -> instance
        What a name, a file or an object stands for.
    pattern : callable (instance) -> SignPattern
    vectors : callable (instance) -> homogeneous vectors of rows and of columns with the pattern's signs, or None
        A solution as the instance has it, if it brings one along.
    name_of : callable (instance) -> its words
    asks : callable (number of paddings) -> what m tells, in words
    least_padding : int
        Paddings that are made unless others are asked for.
    laws : tuple of InstanceLaw
        About an instance and its pattern before it is padded.
    examples : tuple of str
        Names of instances.
    sizes : str
        What the sizes become, in words.
    summary, citation : str
    """

    source: str
    target: str
    instance: Callable[[Any], Any] = field(repr=False)
    pattern: Callable[[Any], SignPattern] = field(repr=False)
    vectors: Callable[[Any], Vectors | None] = field(repr=False)
    name_of: Callable[[Any], str] = field(repr=False)
    asks: Callable[[int], str] = field(repr=False)
    least_padding: int
    laws: tuple[InstanceLaw, ...]
    examples: tuple[str, ...]
    sizes: str
    summary: str
    citation: str

    @property
    def name(self) -> str:
        """``source-to-target``."""
        return f"{self.source}-to-{self.target}"

    def checked(self) -> tuple[str, ...]:
        """The examples on which all laws were checked now, in words.

        Raises
        ------
        ReductionError
            If a law is broken.
        """
        for example in self.examples:
            found = self.encode(example, verify=True)
            if not found.holds:
                raise ReductionError(str(found))
        return (f"all laws, {' and '.join(self.examples)}",) if self.examples else ()

    def encode(self, given: Any, padding: int | None = None, *, verify: bool = False) -> EncodedInstance:
        """The pattern of an instance, padded so many times; ``verify`` checks all laws on it.

        Raises
        ------
        ReductionError, TaskError
            If there is no such instance, or the padded pattern would be too large.
        """
        times = self.least_padding if padding is None else padding
        instance = self.instance(given)
        pattern = self.pattern(instance)
        rows, columns = pattern.shape
        most = next(k for k in count() if (rows << k + 1) * (columns + k + 1) > MOST_ENTRIES)
        doubles = f"each one adds 1 to the least m and doubles the {rows} rows; {MOST_ENTRIES:,} entries are allowed"
        require_parameter("padding", times, 0, doubles, most=most)
        found = EncodedInstance(self, self.name_of(instance), padded(pattern, times), times)
        return (
            found
            if not verify
            else EncodedInstance(
                self, found.instance, found.pattern, times, tuple(self._checks(instance, pattern, found.pattern, times))
            )
        )

    def _checks(self, instance: Any, pattern: SignPattern, encoded: SignPattern, times: int) -> Iterator[InstanceCheck]:
        for law in self.laws:
            yield InstanceCheck(law.name, law.words, law.broken(instance, pattern))
        if times:
            wrong = "" if unpadded(encoded, times) == pattern else "what is left is another pattern"
            yield InstanceCheck("padding", "each row stands there with both signs at a new key, no other does", wrong)
        solution = self.vectors(instance)
        if solution is not None:
            wrong = wrong_sign(encoded, padded_vectors(solution, pattern.null, times))
            size = len(solution.columns[0]) + times - pattern.offset
            yield InstanceCheck("solution", f"vectors of the instance do it with m = {size}, exactly", wrong)


def wrong_sign(pattern: SignPattern, vectors: Vectors) -> str:
    """The first entry of the homogeneous rows that products of the vectors do not have; "" if they have all.

    >>> wrong_sign(SignPattern(("+-",), null=True), Vectors(((Fraction(1),),), ((Fraction(2),), (Fraction(3),))))
    'row 1, column 2 is -, the product 3'
    """
    rows = pattern.homogeneous_rows
    if (len(vectors.rows), len(vectors.columns)) != (len(rows), len(rows[0])):
        counts = f"{len(vectors.rows)} and {len(vectors.columns)}"
        return f"there are {counts} vectors for {len(rows)} x {len(rows[0])} signs"
    for i, (row, w) in enumerate(zip(rows, vectors.rows, strict=True), start=1):
        for j, (symbol, u) in enumerate(zip(row, vectors.columns, strict=True), start=1):
            product = sum((x * y for x, y in zip(w, u, strict=True)), Fraction(0))
            if symbol not in ("*", "+" if product > 0 else "-" if product < 0 else "0"):
                return f"row {i}, column {j} is {symbol}, the product {product}"
    return ""


@dataclass(frozen=True, repr=False)
class EncodedInstance(Answer):
    """An instance as a sign pattern, what its least m tells, and the laws that were checked.

    Attributes
    ----------
    reduction : InstanceReduction
    instance : str
        In words.
    pattern : SignPattern
        What ``headcount probe`` brackets the least m of.
    padding : int
        How often it was padded.
    checks : tuple of InstanceCheck
    """

    reduction: InstanceReduction
    instance: str
    pattern: SignPattern
    padding: int
    checks: tuple[InstanceCheck, ...] = ()

    @property
    def holds(self) -> bool | None:
        """Whether all laws hold; None if none was checked."""
        return all(check.holds for check in self.checks) if self.checks else None

    def __bool__(self) -> bool:
        """``holds``.

        Raises
        ------
        TypeError
            If no law was checked.
        """
        if self.holds is None:
            raise TypeError(f"{self.reduction.name} was not checked; ask verify=True")
        return self.holds

    @property
    def asks(self) -> str:
        """What the least m of the pattern tells."""
        return self.reduction.asks(self.padding)

    @property
    def in_a_line(self) -> str:
        """The instance, the size of its pattern, what m tells, and whether the laws hold."""
        said = {True: "; all laws hold", False: "; WRONG", None: ""}[self.holds]
        return f"{self.reduction.name}: {self.instance} as {self._size}; {self.asks}{said}"

    @property
    def _size(self) -> str:
        rows, columns = self.pattern.shape
        return f"a sign pattern of {rows} x {columns} with{'' if self.pattern.null else 'out'} a null token"

    def __str__(self) -> str:
        rows, columns = self.pattern.shape
        times = f", padded {counted(self.padding, 'time')}" if self.padding else ""
        lines = [f"{self.reduction.name}: {self.instance}{times}, as {self._size}", f"  {self.asks}"]
        if rows <= SHOWN_ROWS and columns <= SHOWN_COLUMNS:
            lines += [f"  {row}" for row in self.pattern.rows]
        return "\n".join([*lines, *map(str, self.checks)])

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount reduce --json`` prints; ``pattern`` in a file of its own is one for ``probe``."""
        return {
            "reduction": self.reduction.name,
            "source": self.reduction.source,
            "target": self.reduction.target,
            "citation": self.reduction.citation,
            "instance": self.instance,
            "padding": self.padding,
            "asks": self.asks,
            "pattern": self.pattern_json(),
            "checks": [{"law": one.law, "holds": one.holds, "found": one.found} for one in self.checks],
        }

    def pattern_json(self) -> dict[str, Any]:
        """The pattern as ``headcount probe`` reads it from a file."""
        return {"rows": list(self.pattern.rows), "null": self.pattern.null}

    def _repr_html_(self) -> str:
        first, *_ = str(self).splitlines()
        words = {True: "CHECKED", False: "REFUTED"}
        return framed(
            first, paragraph(self.asks), *(paragraph(badge(words[one.holds]), f" {one}") for one in self.checks)
        )
