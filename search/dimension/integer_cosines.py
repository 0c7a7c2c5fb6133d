"""Vectors of p-bit integers compared by cosine: the least d for each p, with a margin or not, and margins at given d.

An item and a query score the inner product of their vectors divided by both lengths. What is exact, what the checker
replays and what is proved in words: ``bounds/unit_margins/integer_cosines.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ...bounds.bound import CrossedBoundsError, certificate
from ...bounds.unit_margins import MarginBound, margin_certificate
from ...bounds.unit_margins.below import NEARLY
from ...bounds.unit_margins.integer_cosines import IntegerTables
from ...bounds.unit_margins.margin_bound import root
from ...bounds.upper.embeddings import Embeddings, verified
from ...display.answer import CertifiedAnswer, flat
from ...display.html import framed, table
from ...questions import Question
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, merge
from ...tasks.words import counted
from ..answer import Answer
from .answer import NOTHING_ASKED, OfData
from .bits import BITS_COLUMNS, bits_rows, bits_table, integer_type
from .given import bits_given
from .margin_curve import MarginAnswer, down, up
from .margins_asked import MOST_CELLS, margins_question
from .options import RelevanceOptions
from .reading import relevance_of
from .vectors import arrays_of, for_all


@dataclass(frozen=True)
class IntegerCosinesAsked:
    """The least d for each p such that p-bit vectors rank by cosine (with ``margin``), and the best margins ``at`` d.

    Each query has a threshold of its own; each grade of a query has a query vector of its own.
    """

    merged: MergedRelevance
    bits: tuple[int, ...]
    margin: Fraction | None
    at: tuple[int, ...]

    @property
    def question(self) -> Question:
        """The pattern of the rows, a threshold for each."""
        return self.merged.question()

    @property
    def of_least(self) -> bool:
        """Whether a least d is asked for, and not margins alone."""
        return self.margin is not None or not self.at


def integer_cosines_question(data: Any, options: RelevanceOptions) -> IntegerCosinesAsked:
    """The question about relevance data, numbers of bits and cosine, perhaps a margin.

    Raises
    ------
    TaskError
        If the data cannot be read or are too large, or an option does not go with it.
    """
    bits = bits_given(options.bits)
    if options.noise is not None:
        raise TaskError("‹noise› is about rounding real vectors, and ‹bits› are integers: leave out one of the two")
    if options.threshold == "zero":
        raise TaskError("with ‹bits› queries have thresholds of their own: leave out ‹threshold›")
    if options.score == "euclidean":
        raise TaskError("margins are for vectors of length 1, by cosine; leave out ‹score›")
    if options.margin is not None or options.at is not None:
        asked = margins_question(data, replace(options, bits=None))
        return IntegerCosinesAsked(asked.merged, bits, asked.margin, asked.at)
    merged = merge(relevance_of(data, options), complements=False)
    if options.grades == "nested" and merged.graded:
        raise TaskError("with ‹bits› each grade of a query has a vector of its own; leave out ‹grades=nested›")
    rows, columns = merged.shape
    if rows * columns > MOST_CELLS:
        raise TaskError(
            f"{merged.data.name}: {rows} x {columns} entries are left after merging, and cosines of integers are "
            f"compared up to {MOST_CELLS:,}; take a part of the queries or of the items"
        )
    return IntegerCosinesAsked(merged, bits, None, ())


@dataclass(frozen=True)
class Reason:
    """A bound of the least d: its value, how well it is known, and why."""

    value: int
    status: str
    how: str

    def said(self, sign: str) -> str:
        """In words."""
        return f"d {sign} {self.value} [{self.status}] {self.how}"


@dataclass(frozen=True)
class Found:
    """Integer vectors of width d, and the margin that the checker has accepted for them, if it has."""

    d: int
    tables: IntegerTables
    bound: MarginBound | None

    @property
    def square(self) -> Fraction:
        """The square of the margin: what is certified, or else a little less than it is."""
        return self.tables.square if self.bound is None else self.bound.square

    @property
    def status(self) -> str:
        """CERTIFIED, or VERIFIED: compared in exact integers, and not by the checker."""
        return "VERIFIED" if self.bound is None else str(self.bound.status)

    @property
    def how(self) -> str:
        """In words."""
        margin = f"cosines of vectors of {counted(self.tables.bits, 'bit')}, margin {down(root(self.square, up=False))}"
        return margin + (", compared in exact integers" if self.bound is None else ", replayed as unit vectors")


@dataclass(frozen=True)
class Bracket:
    """The least d for a number of bits, or for real vectors: ``upper`` is None while no vectors are known."""

    lower: Reason
    upper: Reason | None

    def __post_init__(self) -> None:
        if self.upper is not None and self.lower.value > self.upper.value:
            raise CrossedBoundsError(f"{self.lower.said('>=')} but {self.upper.said('<=')}")

    @property
    def closed(self) -> bool:
        """Whether both are known and agree."""
        return self.upper is not None and self.lower.value == self.upper.value

    @property
    def values(self) -> str:
        """``4``, ``4..6`` or ``4..?``."""
        high = "?" if self.upper is None else f"{self.upper.value}"
        return high if self.closed else f"{self.lower.value}..{high}"

    def to_json(self) -> dict[str, Any]:
        """Both bounds with their status, and what they rest on."""
        sides = {"lower": self.lower, "upper": self.upper}
        return {
            **{side: None if one is None else one.value for side, one in sides.items()},
            "closed": self.closed,
            **{
                f"{side}_evidence": None if one is None else {"status": one.status, "method": one.how}
                for side, one in sides.items()
            },
        }


@dataclass(frozen=True, repr=False)
class IntegerCosineAnswer(OfData, CertifiedAnswer):
    """Brackets of the least d by number of bits (``answer[4]``), and margins found (``answer.margins[4][16]``).

    Attributes
    ----------
    asked : IntegerCosinesAsked
    answers : mapping of str to Bracket
        By number of bits; empty if margins at given d alone were asked for.
    real : Bracket or None
        The same for real vectors.
    behind : Answer or MarginAnswer
        What was found for real vectors, whose upper bounds of margins hold for every p.
    margins : mapping of int to mapping of int to Found
        By number of bits and by d, the vectors found.
    """

    asked: IntegerCosinesAsked
    answers: Mapping[str, Bracket]
    real: Bracket | None
    behind: Answer | MarginAnswer
    margins: Mapping[int, Mapping[int, Found]]
    seconds: float = field(default=0.0, compare=False)
    interrupted: bool = field(default=False, compare=False)

    def __getitem__(self, bits: object) -> Bracket:
        return self.answers[str(bits)]

    def __iter__(self) -> Iterator[Bracket]:
        return iter(self.answers.values())

    def __post_init__(self) -> None:
        for bits, d in self._rows():
            found = self.margins[bits].get(d)
            if found is not None and found.square > self.top(bits, d)[0]:
                raise CrossedBoundsError(f"{bits} bits, d = {d}: a margin above {self.top(bits, d)[1]}")

    def _rows(self) -> list[tuple[int, int]]:
        return [(bits, d) for bits in sorted(self.margins) for d in self.asked.at]

    def top(self, bits: int, d: int) -> tuple[Fraction, str, str]:
        """The square that no margin of such vectors exceeds, how well it is known, and why.

        Inner products of signs are d less an even number, so with one bit a margin is a multiple of 1/d. [PROVED]
        """
        assert isinstance(self.behind, MarginAnswer)
        real = self.behind[d].upper
        if bits == 1:
            steps = int(root(real.square, up=True) * d)
            if (grain := Fraction(steps, d) ** 2) < real.square:
                return grain, "PROVED", f"signs have margins that are multiples of 1/{d}; {real.how}"
        return real.square, str(real.status), real.how

    @property
    def no_size(self) -> bool:
        """Whether no dimension has the margin asked for, whatever the bits."""
        return isinstance(self.behind, MarginAnswer) and self.behind.no_size

    @property
    def closed(self) -> bool:
        """Whether the least d is known for all numbers of bits, and so are all margins asked for."""
        least = self.no_size or all(one.closed for one in self)
        return least and all(
            (found.square if (found := self.margins[bits].get(d)) else 0) >= self.top(bits, d)[0] * NEARLY
            for bits, d in self._rows()
        )

    @property
    def certified(self) -> bool:
        """Whether the checker has replayed all bounds."""
        ends = [end for one in self for end in (one.lower, one.upper) if end is not None]
        rows = [self.top(*row)[1] for row in self._rows()]
        found = [one.status for each in self.margins.values() for one in each.values()]
        return {*(end.status for end in ends), *rows, *found} <= {"CERTIFIED"}

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts: margins of the vectors, and what is certified of real vectors."""
        shown = [one.bound for each in self.margins.values() for one in each.values() if one.bound is not None]
        found = margin_certificate(self.asked.question, dict.fromkeys(shown))
        real = self.behind
        more = real.certificate() if isinstance(real, MarginAnswer) else certificate(
            self.asked.question, *(part for bound in real.bounds for part in bound.claims)
        )  # fmt: skip
        found["claims"] += more["claims"]
        return found

    def margin_ceiling(self) -> MarginBound | None:
        return self.behind.ceiling if isinstance(self.behind, MarginAnswer) else super().margin_ceiling()

    def written(self, bits: int) -> Found | None:
        """The vectors that are written for a number of bits: of the least d, else of the largest d asked for."""
        known = self.margins[bits]
        if self.asked.of_least:
            upper = None if self.no_size else self[bits].upper
            return None if upper is None else known.get(upper.value)
        return known[max(known)] if known else None

    def known(self, bits: int) -> bool:
        """Whether there are vectors to be written."""
        return self.written(bits) is not None

    @property
    def tops(self) -> dict[int, float]:
        """By dimension: what the margin of no unit vectors exceeds."""
        return {d: self.behind[d].upper.margin for d in self.asked.at} if isinstance(self.behind, MarginAnswer) else {}

    @property
    def curves(self) -> dict[str, list[float]]:
        """By what the vectors are of: the margins found, at the dimensions of ``tops``."""
        return {
            f"of {counted(bits, 'bit')} ": [root(known[d].square, up=False) if d in known else 0.0 for d in self.tops]
            for bits, known in sorted(self.margins.items()) if self.tops
        }  # fmt: skip

    def embeddings(self, bits: int) -> Embeddings:
        """Integer vectors for all queries and all items, every cosine compared once more.

        Raises
        ------
        TaskError
            If none are known.
        """
        found = self.written(bits)
        if found is None:
            raise TaskError("no such vectors are known; try a larger ‹budget›, a smaller ‹margin› or more ‹bits›")
        type = integer_type(bits)
        ids = [self.data.items[item] for item in self.merged.items]
        queries, items = (one.astype(type) for one in (found.tables.queries, found.tables.items))
        rows = self.asked.question.pattern.rows
        return for_all(self.merged, verified(queries, items, rows, "cosine", ids=ids), trivial=1)

    def arrays(self, *chosen: Any, **types: Any) -> dict[str, Any]:
        return arrays_of(self.merged, self.embeddings(*chosen, **types), graded=self.merged.graded)

    @property
    def in_a_line(self) -> str:
        """The data, and what is known."""
        least = [f"p = {p}: d = {one.values}" for p, one in self.answers.items()]
        margins = [f"p = {bits}, d = {d}: margin {self._between(bits, d)}" for bits, d in self._rows()]
        return f"{self.data.words}, by cosine: " + ", ".join(least + margins)

    def _between(self, bits: int, d: int) -> str:
        found = self.margins[bits].get(d)
        low = 0.0 if found is None else root(found.square, up=False)
        return f"{down(low)}..{up(root(self.top(bits, d)[0], up=True))}"

    def said(self) -> Iterator[str]:
        what = "grade" if self.merged.graded else "query"
        margin = "" if self.asked.margin is None else f", margin {float(self.asked.margin):g}"
        yield f"p-bit integers compared by cosine, a threshold per {what}{margin}   {self.ended}"
        if self.merged.trivial:
            yield f"  {NOTHING_ASKED}"
        if self.no_size:
            yield "  no d will do: no unit vectors, of any dimension, have the margin"
        elif self.answers:
            yield from bits_table(self.answers, self.real)
        for p, one in self.answers.items():
            yield f"  p = {p}: {one.lower.said('>=')}"
            if one.upper is not None:
                yield f"  p = {p}: {one.upper.said('<=')}"
        if isinstance(self.behind, MarginAnswer):
            top = self.behind.ceiling
            yield f"  in any dimension margin <= {up(top.margin)} [{top.status}] {top.how}"
        if self.asked.at:
            yield "     p     d  margin of vectors found   no vectors have more"
        for bits, d in self._rows():
            found, (square, status, how) = self.margins[bits].get(d), self.top(bits, d)
            low = "none found" if found is None else f"{down(root(found.square, up=False))} [{found.status}]"
            yield f"  {bits:4d}  {d:4d}  {low:24s}  {up(root(square, up=True))} [{status}] {how}"

    @property
    def of_grades(self) -> str:
        return "a vector for each grade of a query; one vector for all its grades may need more"

    def all_notes(self) -> tuple[str, ...]:
        """What is to be said besides."""
        signs = "of one bit no entry is 0, so that more coordinates may have less margin: d is the least that do"
        return (*([signs] if self.asked.margin is not None and 1 in self.asked.bits else []), *super().all_notes())

    def _repr_html_(self) -> str:
        least = bits_rows(self.answers)
        margins = [(bits, d, self._between(bits, d)) for bits, d in self._rows()]
        tables = [table(least, BITS_COLUMNS)] if least else []
        tables += [table(margins, ("p", "d", "margin"))] if margins else []
        return framed(self.data.words, *tables)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of bits, and one for each margin."""
        least = [{"p": int(p), **flat(one.to_json())} for p, one in self.answers.items()]
        return least + [{"p": bits, **self._margin_json(bits, d)} for bits, d in self._rows()]

    def _margin_json(self, bits: int, d: int) -> dict[str, Any]:
        found, (square, status, how) = self.margins[bits].get(d), self.top(bits, d)
        return {
            "d": d,
            "lower": 0.0 if found is None else root(found.square, up=False),
            "upper": root(square, up=True),
            "lower_status": None if found is None else found.status,
            "upper_status": status,
            "upper_method": how,
        }

    def to_json(self) -> dict[str, Any]:
        """The summary that ``--json`` prints."""
        return self.json_of(
            score="cosine",
            threshold="free",
            **({} if self.asked.margin is None else {"margin": str(self.asked.margin), "no_size": self.no_size}),
            **({} if self.real is None else {"real": self.real.to_json()}),
            **self.ceiling_json,
            bits={p: one.to_json() for p, one in self.answers.items()},
            at={str(bits): [self._margin_json(bits, d) for d in self.asked.at] for bits in self.asked.bits},
        )
