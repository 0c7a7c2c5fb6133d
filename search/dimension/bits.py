"""How wide embeddings of p-bit integers have to be for relevance data: an answer for each p, side by side."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...bounds.bound import certified_bound
from ...bounds.upper.embeddings import Embeddings, verified
from ...bounds.upper.grid_tables import real_upper
from ...display.answer import flat
from ...display.html import framed, table
from ...questions import Question, UnitClass, least_size, pattern_question
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, merge
from ...tasks.words import counted
from ..answer import Answer, AnswerTable
from ..board import Watch
from ..coordinate_per_key import own_coordinates_upper
from ..least import least_answer
from ..rounded_search import FOR_REALS
from ..start import Start, bounds_to_start_from
from .answer import NOTHING_ASKED, OfData
from .asked import Width
from .given import bits_given
from .options import RelevanceOptions
from .reading import relevance_of
from .vectors import for_all


def grid_class(bits: int) -> UnitClass:
    """Class GRID with the integers that p bits stand for in practice: -1 and 1 for p = 1, else -2^(p-1) .. 2^(p-1) - 1.

    One bit is a sign, so that inner products are Hamming distances; more are what ``int8`` and its like hold. Scores
    have to differ, and no more: integers that do lie 1 apart, a gap of 1/2 on both sides of a threshold in the middle
    (in the grid of signs 2 apart, a gap of 1). The grids lie in one another.

    >>> str(grid_class(1)), str(grid_class(8))
    ('GRID(1, midrise, gap 1)', 'GRID(8, twos, gap 1/2)')
    """
    return UnitClass.parse("GRID(1, midrise, gap 1)" if bits == 1 else f"GRID({bits}, twos, gap 1/2)")


def integer_type(bits: int) -> str:
    """The type of NumPy that holds integers of so many bits."""
    return "int8" if bits <= 8 else "int16" if bits <= 16 else "int32"


def range_words(bits: int) -> str:
    """The integers of so many bits.

    >>> range_words(1), range_words(8)
    ('-1 or 1', '-128..127')
    """
    return "-1 or 1" if bits == 1 else f"-{2 ** (bits - 1)}..{2 ** (bits - 1) - 1}"


@dataclass(frozen=True)
class BitsAsked:
    """The least d such that item and query vectors of p-bit integers rank, for each p.

    Each query has a threshold of its own, and its relevant items score above all others by inner products. Where a
    query has several grades, each has a query vector of its own.
    """

    merged: MergedRelevance
    bits: tuple[int, ...]

    @property
    def question(self) -> Question:
        """The pattern of the rows."""
        return pattern_question(self.merged.pattern())

    def asked(self, bits: int) -> Width:
        """The question for one number of bits."""
        return Width(least_size(self.question, "m", grid_class(bits)))


@dataclass(frozen=True)
class BitsApartAsked(BitsAsked):
    """The same, each number of bits by itself, so many at a time on this machine or on a cluster's workers."""

    jobs: int | None = None
    scheduler: str | None = None


def integer_products_question(data: Any, options: RelevanceOptions) -> BitsAsked:
    """The question about relevance data and numbers of bits, by inner products.

    Raises
    ------
    TaskError
        If the data cannot be read, is too large, an option does not go with bits, or a number of bits is out of range.
    """
    bits = bits_given(options.bits)
    if (options.score, options.threshold) != ("inner", "free"):
        raise TaskError(
            "‹bits› says what the numbers are; scores are inner products or cosines, queries have thresholds of their "
            "own: leave out ‹threshold›, or try ‹score=cosine›"
        )
    # The negation of a query may not be in the grid, so complements stay apart.
    relevance = relevance_of(data, options)
    merged = merge(relevance, complements=False)
    if options.grades == "nested" and merged.graded:
        raise TaskError(
            "with ‹bits› each grade of a query has a vector of its own, got ‹grades=nested›; leave it out, or "
            "leave out ‹bits›"
        )
    if options.jobs is None and options.scheduler is None:
        return BitsAsked(merged, bits)
    return BitsApartAsked(merged, bits, options.jobs, options.scheduler)


QUICK = 0.1
"""The part of the budget of the first round."""


@dataclass(frozen=True, repr=False)
class BitsAnswer(OfData, AnswerTable):
    """An answer for each number of bits, by ``answer[p]``.

    Attributes
    ----------
    asked : BitsAsked
    real : Answer
        For real vectors; its lower bound holds for every number of bits.
    lost : mapping of str to str
        Numbers of bits that were given up before there was an answer, and why.
    """

    asked: BitsAsked = field(kw_only=True)
    real: Answer = field(kw_only=True)
    lost: Mapping[str, str] = field(default_factory=dict, kw_only=True, compare=False)

    @property
    def interrupted(self) -> bool:
        return self.real.interrupted or super().interrupted

    @property
    def has_ceiling(self) -> bool:
        return True

    def certificate(self) -> dict[str, Any]:
        """The bundle of all bounds that ``headcount check`` accepts."""
        return AnswerTable({"real": self.real, **self.answers}).certificate()

    def all_notes(self) -> tuple[str, ...]:
        reasons = dict.fromkeys(self.lost.values())
        given_up = (", ".join(f"p = {p}" for p, why in self.lost.items() if why == reason) for reason in reasons)
        return (
            *(f"given up: {which}; {reason}" for which, reason in zip(given_up, reasons, strict=True)),
            *super().all_notes(),
        )

    def known(self, bits: int) -> bool:
        """Whether there are vectors to be written."""
        return self[bits].upper is not None

    def embeddings(self, bits: int) -> Embeddings:
        """Integer vectors of the upper bound for all queries and all items, every score compared once more.

        There is a query vector for each set of items asked for, in the order of ``merged.asked``.
        """
        answer = self[bits]
        assert answer.upper is not None
        evidence = answer.upper.found
        type = integer_type(bits)
        queries, items = (
            np.array(evidence[name], dtype=type).reshape(len(evidence[name]), answer.upper.value)
            for name in ("queries", "keys")
        )
        found = verified(queries, items, answer.question.pattern.rows, ids=self.data.items)
        return for_all(self.merged, found, trivial=bits == 1)  # of one bit a number is 1 or -1

    @property
    def in_a_line(self) -> str:
        """The data, and d for each p."""
        return f"{self.data.words}: " + ", ".join(f"p = {p}: d = {one.values}" for p, one in self.answers.items())

    def said(self) -> Iterator[str]:
        rows, columns = self.real.question.pattern.shape
        what = "grade" if self.merged.graded else "query"
        own = "a vector and a threshold per grade" if self.merged.graded else "a threshold per query"
        yield (
            f"least dimension d by inner products of p-bit integers, for {counted(rows, what)} and "
            f"{counted(columns, 'item')}, {own}   {self.ended}"
        )
        if self.merged.trivial:
            yield f"  {NOTHING_ASKED}"
        yield from bits_table(self.answers, self.real)
        for name, answer in self.answers.items():
            yield from (f"  p = {name}: {bound.said('d')}" for bound in answer.bounds)

    @property
    def of_grades(self) -> str:
        return "a vector for each grade of a query; one vector for all its grades may need more"

    def _repr_html_(self) -> str:
        return framed(self.data.words, table(bits_rows(self.answers, self.real), BITS_COLUMNS))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of bits."""
        return [{"p": int(p), **flat(_without_task(answer))} for p, answer in self.answers.items()]

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount dimension --bits --json`` prints."""
        upper = self.real.upper
        return self.json_of(
            threshold="free",
            **({"grades": "separate"} if self.merged.graded else {}),
            real={"lower": self.real.lower.value, "upper": None if upper is None else upper.value},
            **self.ceiling_json,
            bits={p: _without_task(answer) for p, answer in self.answers.items()},
        )


def _without_task(answer: Answer) -> dict[str, Any]:
    return {name: value for name, value in answer.to_json().items() if name not in ("task", "parameters", "null_token")}


BITS_COLUMNS = ("p", "entries", "d", "bits of a vector, p d")


def bits_rows(answers: Mapping[str, Any], real: Any = None) -> list[tuple[str, ...]]:
    """By number of bits: the integers, the values of the least d, and these times p; then real numbers, if given."""
    rows = [(p, range_words(int(p)), one.values, _times(one, int(p))) for p, one in answers.items()]
    return [*rows, *([] if real is None else [("", "real numbers", real.values, "")])]


def bits_table(answers: Mapping[str, Any], real: Any = None) -> Iterator[str]:
    """The same as lines of text."""
    yield "     p  entries                      d    bits of a vector, p d"
    for p, entries, values, times in bits_rows(answers, real):
        yield f"  {p:>4s}  {entries:20s}{values:>10s}    {times}".rstrip()


def _times(answer: Any, per: int) -> str:
    """The least value and the greatest, each times a number."""
    low, high = answer.lower.value, None if answer.upper is None else answer.upper.value
    return f"{per * low}" if low == high else f"{per * low}..{'?' if high is None else per * high}"


def bits_answer(
    asked: BitsAsked, *, budget: float = 60.0, seed: int = 0, start: Start | None = None, watch: Watch | None = None
) -> BitsAnswer:
    """An answer for each number of bits; see ``ask``. An earlier answer may have other numbers of bits as well.

    Guarantee
    ---------
    All bounds hold: the checker has accepted each. Lower bounds are those of real vectors and of counting: there are
    2^(p d) vectors, and queries whose relevant sets cross need different ones, as do items that a query tells apart.

    Examples
    --------
    >>> from .options import RelevanceOptions
    >>> rows = [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]]
    >>> answer = bits_answer(integer_products_question(rows, RelevanceOptions(bits=[1, 2])))
    >>> [(p, one.lower.value, one.upper.value) for p, one in answer.answers.items()]
    [('1', 3, 3), ('2', 2, 2)]
    """
    began = time.monotonic()
    question, falling = asked.question, sorted(asked.bits, reverse=True)
    of_reals, of_bits = Width(least_size(question)), {p: asked.asked(p) for p in falling}
    known = bounds_to_start_from(start, of_reals.stated, *(one.stated for one in of_bits.values()))
    real: Answer | None = None
    found: dict[int, Answer] = {}
    for part in (QUICK, 1.0):  # a little of everything comes first, for whoever stops the search early
        deadline = began + part * budget
        if real is None or not real.closed:
            share = FOR_REALS * (part if real is None else 1 - QUICK) * budget
            real = least_answer(of_reals, budget=share, seed=seed, watch=watch, start=known)
        for place, p in enumerate(falling):
            stopped = real.interrupted or any(answer.interrupted for answer in found.values())
            if p in found and (stopped or found[p].closed):
                continue
            share = 0.0 if stopped else max(0.05, (deadline - time.monotonic()) / (len(falling) - place))
            beside = {"real": real, **{str(more): found[more] for more in falling[:place]}}
            found[p] = least_answer(of_bits[p], budget=share, seed=seed, watch=watch, start=known, beside=beside)
            if found[p].upper is None and (upper := own_coordinates_upper(of_bits[p])) is not None:
                found[p] = replace(found[p], upper=upper)
        _hand_down(found)
        if any(answer.interrupted for answer in (real, *found.values())):
            break
        known = tuple(bound for answer in (real, *found.values()) for bound in answer.bounds)
    assert real is not None  # there was a round
    return joined(asked, real, found, time.monotonic() - began)


def joined(
    asked: BitsAsked, real: Answer, found: dict[int, Answer], seconds: float, lost: Mapping[int, str] | None = None
) -> BitsAnswer:
    """One answer of those for real vectors and for each number of bits: vectors of fewer bits are vectors of more."""
    _hand_down(found)
    answers = {str(p): found[p] for p in sorted(found)}
    why = {str(p): reason for p, reason in sorted((lost or {}).items())}
    return BitsAnswer(answers, seconds, asked=asked, real=_no_more_than(real, found), lost=why)


def _no_more_than(real: Answer, found: dict[int, Answer]) -> Answer:
    """For real vectors what is known, with vectors of few bits where they are narrower."""
    uppers = [answer.upper for answer in found.values() if answer.upper is not None]
    best = min(uppers, key=lambda bound: bound.value, default=None)
    if best is None or real.upper is None or best.value >= real.upper.value:
        return real
    return replace(real, upper=real_upper(best))


def _hand_down(found: dict[int, Answer]) -> None:
    """Tables of fewer bits are tables of more, where they are narrower."""
    best = None
    for p in sorted(found):
        answer = found[p]
        if best is not None and (answer.upper is None or best.value < answer.upper.value):
            method = f"the vectors of fewer bits: {best.how}"
            evidence = best.claim()["evidence"]
            upper = certified_bound(answer.asked.stated, "upper", best.value, method, evidence)
            found[p] = answer = replace(answer, upper=upper)
        best = answer.upper or best
