"""The search for vectors of p-bit integers that rank by cosine: real vectors first, rounded and repaired."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np

from ...bounds.bound import CheckerRefusedError, TooLongToCheckError
from ...bounds.unit_margins import MarginBound
from ...bounds.unit_margins.below import NEARLY, signs_of
from ...bounds.unit_margins.integer_cosines import (
    IntegerTables,
    integer_margin,
    integer_tables,
    integer_tables_found,
    tables_in,
    too_few_directions,
)
from ...questions import least_size, scored_question
from ...solvers.arrays import Floats, Ints
from ...solvers.units.unit_margin import unit, unit_tables_by_ascent
from ..answer import Answer
from ..board import Watch
from ..least import least_answer
from ..start import Start
from .asked import Width
from .bits import grid_class
from .integer_cosines import Bracket, Found, IntegerCosineAnswer, IntegerCosinesAsked, Reason
from .margin_curve import MarginAnswer, down, unit_vectors
from .margins import MarginSearch, earlier_margins
from .margins_asked import MarginsAsked

FOR_REALS = 0.3
"""The part of the budget for real vectors."""

QUICK = 0.2
"""The part of the rest in which each number of bits, and each d, has had a turn."""

STEPS = 600
"""Of the ascent of real vectors that are rounded."""

FITTED = 300_000
"""Most entries of a pattern for whose rows the best real queries are worked out one by one."""

REAL = "vectors of p bits, divided by their lengths, are unit vectors: "


def integer_cosines_answer(
    asked: IntegerCosinesAsked,
    *,
    budget: float = 60.0,
    seed: int = 0,
    start: Start | None = None,
    watch: Watch | None = None,
) -> IntegerCosineAnswer:
    """Brackets of the least d by number of bits, and of margins at given d; see ``ask``.

    Guarantee
    ---------
    All bounds hold. Vectors are compared in exact integers, and the checker replays their margin as that of unit
    vectors (CERTIFIED), but where lengths that no integer multiples make equal leave it short of the margin asked for
    (VERIFIED). Lower bounds are those of real vectors (CERTIFIED) and of counting directions (PROVED).

    Examples
    --------
    >>> from .bits_asked import bits_question
    >>> from .options import RelevanceOptions
    >>> rows = [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]]
    >>> answer = integer_cosines_answer(bits_question(rows, RelevanceOptions(bits=2, margin="1/2")), budget=5)
    >>> answer[2].values, answer.certified
    ('2', True)
    """
    search = _Search(asked, budget, seed, start, watch)
    try:
        search.run()
    except KeyboardInterrupt:
        search.interrupted = True
    return search.answer()


class _Search:
    """Vectors by bits and d, as they become known."""

    def __init__(
        self, asked: IntegerCosinesAsked, budget: float, seed: int, start: Start | None, watch: Watch | None
    ) -> None:
        self.asked, self.question, self.watch, self.seed = asked, asked.question, watch, seed
        self.began = time.monotonic()
        self.deadline = self.began + budget
        self.rng = np.random.default_rng(seed)
        self.signs, self.columns = signs_of(self.question), asked.merged.shape[1]
        self.bits = sorted(asked.bits, reverse=True)
        self.wanted = asked.margin or Fraction(0)
        self.found: dict[int, dict[int, Found]] = {bits: {} for bits in self.bits}
        self.floats: dict[int, tuple[Floats, Floats]] = {}
        self.interrupted = False
        self.curve: MarginSearch | None = None
        if asked.margin is None and not asked.at:
            scored = scored_question(self.question, "cosine", ())
            self.plain = least_answer(Width(least_size(scored)), budget=FOR_REALS * budget, seed=seed)
        else:
            real = MarginsAsked(asked.merged, asked.at, asked.margin)
            self.curve = MarginSearch(real, FOR_REALS * budget, seed, start, None)
            self.plain = self.curve.real
        self.lowers = {bits: self._lower(bits) for bits in self.bits}
        for bound in earlier_margins(start, self.question):
            self._take_earlier(bound)

    def run(self) -> None:
        """Real vectors, then a turn for all that is open, then the rest of the time."""
        if self.curve is not None:
            self.curve.run()
            for bits in self.bits:
                self.lowers[bits] = self._lower(bits)
        if self.no_size or self.asked.merged.trivial:
            return
        if self.asked.of_least and 1 in self.bits:
            self._signs()
        for part in (QUICK, 1.0):
            now = time.monotonic()
            end = now + part * max(0.0, self.deadline - now)
            turns = [(bits, d) for bits in self.bits for d in self.asked.at] + [
                (bits, 0) for bits in self.bits if self.asked.of_least
            ]
            for place, (bits, d) in enumerate(turns):
                until = time.monotonic() + max(0.05, (end - time.monotonic()) / (len(turns) - place))
                if d:
                    self._widen(bits, d, until)
                else:
                    self._least(bits, until)
                self._hand_down()
                if self.watch is not None:
                    self.watch(self)  # type: ignore[arg-type]

    @property
    def no_size(self) -> bool:
        """Whether no unit vectors have the margin asked for."""
        return self.curve is not None and bool(self.wanted) and self.curve.ceiling.square < self.wanted**2

    def _lower(self, bits: int) -> Reason:
        """The best lower bound of the least d."""
        count, words = too_few_directions(self.question, bits)
        lower = self.plain.lower
        reasons = [
            Reason(count, "PROVED", words),
            Reason(int(lower.value), str(lower.status), f"real vectors: {lower.how}"),
        ]
        if self.curve is not None and self.wanted:
            short = [d for d, one in self.curve.uppers.items() if one.square < self.wanted**2]
            if short:
                of = self.curve.uppers[max(short)]
                reasons.append(Reason(max(short) + 1, str(of.status), f"real vectors, d = {max(short)}: {of.how}"))
        return max(reasons, key=lambda one: (one.value, one.status == "CERTIFIED"))

    def _signs(self) -> None:
        """Of one bit all vectors have one length: cosines order items as inner products do."""
        asked = Width(least_size(self.question, "m", grid_class(1)))
        seconds = (self.deadline - time.monotonic()) / (len(self.bits) + 1)
        found = least_answer(asked, budget=max(0.05, seconds), seed=self.seed)
        if found.lower.value >= self.lowers[1].value:
            self.lowers[1] = Reason(int(found.lower.value), str(found.lower.status), f"signs: {found.lower.how}")
        if found.upper is not None and found.upper.value:
            content, d = found.upper.found, found.upper.value
            tables = [np.array(content[name], dtype=np.int64).reshape(-1, d) for name in ("queries", "keys")]
            self._keep(integer_tables(self.signs, 1, tables[0], tables[1]))
        self.interrupted = self.interrupted or found.interrupted

    def _take_earlier(self, bound: MarginBound) -> None:
        for bits in self.bits:
            tables = tables_in(bound, self.signs, bits) if bound.side == "lower" else None
            if tables is not None and tables.at_least(self.wanted if self.asked.of_least else Fraction(0)):
                self._keep(tables)

    def _keep(self, tables: IntegerTables) -> None:
        """Keep tables if they are better than what is known at their width, and certify their margin."""
        known = self.found[tables.bits].get(tables.d)
        if known is not None and known.square >= tables.square * NEARLY:
            return
        wanted = self.wanted**2 if tables.at_least(self.wanted) else Fraction(0)
        method = f"vectors of {tables.bits}-bit integers"
        try:
            bound = integer_margin(self.question, tables, wanted, method)
        except (TooLongToCheckError, CheckerRefusedError):
            bound = None
        self.found[tables.bits][tables.d] = Found(tables.d, tables, bound)

    def _hand_down(self) -> None:
        """Tables of fewer bits are tables of more."""
        for less in sorted(self.bits):
            for more in (bits for bits in self.bits if bits > less):
                for d, found in self.found[less].items():
                    known = self.found[more].get(d)
                    if known is None or known.square < found.square:
                        tables = IntegerTables(more, found.tables.queries, found.tables.items, found.tables.gaps)
                        self.found[more][d] = Found(d, tables, found.bound)

    def _least(self, bits: int, until: float) -> None:
        """Look for vectors of ever larger d until some meet the margin, then for smaller d."""
        failed = self.lowers[bits].value - 1
        high, step, d = self._upper(bits), 1, failed + 1
        while high is None and d <= 2 * self.columns and time.monotonic() < until:
            if self._meets(bits, d, self._share(until)):
                break
            failed, d, step = d, d + step, 2 * step
        high = self._upper(bits)
        while high is not None and high - failed > 1 and time.monotonic() < until:
            middle = (high + failed) // 2
            if self._meets(bits, middle, self._share(until)):
                high = middle
            else:
                failed = middle
        while high is not None and high > self.lowers[bits].value and time.monotonic() < until:
            if not self._meets(bits, high - 1, until):
                break
            high -= 1

    @staticmethod
    def _share(until: float) -> float:
        now = time.monotonic()
        return now + (until - now) / 3

    def _upper(self, bits: int) -> int | None:
        """The least d known at which the margin asked for is met."""
        known = self.found[bits].values()
        return min((one.d for one in known if one.tables.at_least(self.wanted)), default=None)

    def _meets(self, bits: int, d: int, until: float) -> bool:
        """Whether vectors of this width with the margin asked for are known, or found."""
        known = self.found[bits].get(d)
        if known is not None and known.tables.at_least(self.wanted):
            return True
        return self._looked_for(bits, d, self.wanted, until)

    def _widen(self, bits: int, d: int, until: float) -> None:
        """Look for a wider margin at a width."""
        assert self.curve is not None
        top = self.curve.upper(d).square
        known = self.found[bits].get(d)
        if top and (known is None or known.square < top * NEARLY):
            self._looked_for(bits, d, Fraction(float(top) ** 0.5), until)

    def _looked_for(self, bits: int, d: int, wanted: Fraction, until: float) -> bool:
        """Round real vectors of this width, those known first, until the margin is met or time is over."""
        met, attempt = False, 0
        while not met and (attempt == 0 or time.monotonic() < until):
            tables = integer_tables_found(
                self.signs, bits, self._reals(d, attempt, until), self.rng, wanted=wanted, deadline=until
            )
            if tables is not None:
                met = tables.at_least(wanted)
                if met or self.asked.at:
                    self._keep(tables)
            attempt += 1
        return met

    def _reals(self, d: int, attempt: int, until: float) -> tuple[Floats, Floats]:
        """Real queries and items of a width: those of a wide margin, then others."""
        if attempt == 0 and self.curve is not None and d in self.curve.lowers:
            queries, items = unit_vectors(self.curve.lowers[d])
            return tuple(np.pad(one, ((0, 0), (0, d - one.shape[1]))) for one in (queries, items))  # type: ignore[return-value]
        if attempt == 0 and d in self.floats:
            return self.floats[d]
        if d >= self.columns:  # an item for each coordinate
            items = np.eye(self.columns, d) + 0.02 * attempt * self.rng.standard_normal((self.columns, d))
            return unit(self.signs.astype(float) @ items), unit(items)
        fitted = self.signs.size <= FITTED
        found = unit_tables_by_ascent(self.signs, d, self.rng, steps=STEPS, deadline=until, fitted=fitted)
        made = np.asarray(found.queries, dtype=np.float64), np.asarray(found.items, dtype=np.float64)
        self.floats.setdefault(d, made)
        return made

    @property
    def seconds(self) -> float:
        """How long the search has been going on."""
        return time.monotonic() - self.began

    @property
    def saying(self) -> str:
        """What is known, for the line of progress."""
        least = [f"p = {bits}: d <= {self._upper(bits)}" for bits in self.bits if self._upper(bits) is not None]
        widest = [f"p = {bits}: margin {down(float(max(one.square for one in found.values())) ** 0.5)}"
                  for bits, found in self.found.items() if found]  # fmt: skip
        return ", ".join(least if self.asked.of_least else widest)

    def answer(self) -> IntegerCosineAnswer:
        """What is known, vectors of each width at all larger ones where an entry may be 0."""
        behind: Answer | MarginAnswer = self.plain if self.curve is None else self.curve.answer()
        answers, margins = {}, {}
        trivial = self.asked.merged.trivial
        for bits in sorted(self.bits):
            d = 0 if trivial else self._upper(bits)
            kept = {} if not d else {d: self.found[bits][d]}
            for width in self.asked.at:
                near = [one for e, one in self.found[bits].items() if e == width or (e < width and bits > 1)]
                if near:
                    best = max(near, key=lambda one: one.square)
                    kept[width] = best if best.d == width else _wider(best, width)
            margins[bits] = kept
            if self.asked.of_least and not self.no_size:
                lower = Reason(0, "PROVED", "nothing is asked") if trivial else self.lowers[bits]
                upper = lower if trivial else None if d is None else Reason(d, kept[d].status, kept[d].how)
                answers[str(bits)] = Bracket(lower, upper)
        return IntegerCosineAnswer(
            self.asked, answers, self._real(), behind, margins, self.seconds,
            self.interrupted or behind.interrupted,
        )  # fmt: skip

    def _real(self) -> Bracket | None:
        """The bracket of real vectors; p-bit vectors are some."""
        if not self.asked.of_least or self.no_size or self.asked.merged.trivial:
            return None
        low, highs = self.plain.lower, []
        lower = Reason(int(low.value), str(low.status), low.how)
        if self.curve is None:
            if self.plain.upper is not None:
                highs.append(Reason(int(self.plain.upper.value), str(self.plain.upper.status), self.plain.upper.how))
        else:
            wanted = self.wanted**2
            short = max((d for d, one in self.curve.uppers.items() if one.square < wanted), default=0)
            if short and short >= lower.value:
                lower = Reason(short + 1, str(self.curve.uppers[short].status), self.curve.uppers[short].how)
            highs += [
                Reason(d, str(one.status), one.how) for d, one in self.curve.lowers.items() if one.square >= wanted
            ]
        highs += [
            Reason(d, self.found[bits][d].status, self.found[bits][d].how)
            for bits in self.bits if (d := self._upper(bits)) is not None
        ]  # fmt: skip
        return Bracket(lower, min(highs, key=lambda one: one.value, default=None))


def _wider(found: Found, d: int) -> Found:
    """Vectors with zeros added."""
    tables = found.tables
    queries, items = (_padded(one, d) for one in (tables.queries, tables.items))
    bound = None if found.bound is None else MarginBound(
        found.bound.question, d, "lower", found.bound.square, found.bound.evidence
    )  # fmt: skip
    return Found(d, IntegerTables(tables.bits, queries, items, tables.gaps), bound)


def _padded(table: Ints, d: int) -> Ints:
    return np.pad(table, ((0, 0), (0, d - table.shape[1])))
