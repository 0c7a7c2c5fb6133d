"""The margin of unit vectors for relevance data: the best at given dimensions, and the least dimension for a margin.

Vectors of queries and items have length 1 and each query has a threshold of its own: its relevant items score at least
the margin above it, all others at least the margin below it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..bounds.bound import Bound, CheckerRefusedError, CrossedBoundsError, certificate
from ..bounds.unit_margins import MarginBound, margin_certificate, margin_lower, margin_upper, margins_in
from ..bounds.unit_margins.above import ceiling_upper
from ..bounds.unit_margins.below import NEARLY
from ..bounds.unit_margins.rounding import Rounding, rounding
from ..bounds.upper.embeddings import Embeddings, as_type, verified
from ..display.answer import CertifiedAnswer
from ..display.html import framed, table
from ..display.input_error import spelled
from ..questions import Question, least_size
from ..tasks import TaskError
from ..tasks.relevance import MergedRelevance, Relevance, merge
from .answer import Answer
from .board import Watch
from .margin_options import formats_given, margin_given, widths_given
from .relevance import RelevanceAsked, RelevanceOptions, arrays_of, data_json, read_line, read_lines, relevance_of
from .start import Start, read_start

FOR_PLAIN, MOST_FOR_PLAIN = 0.15, 20.0
"""Part of the budget, and most seconds, for the least d without a margin."""

MOST_CELLS = 4_000_000

VERIFYING = 3e-7
"""Seconds of the checker, and of what makes its numbers, for a product of two coordinates of vectors."""


@dataclass(frozen=True)
class MarginsAsked:
    """The margins at the dimensions ``at``, and the least dimension for ``margin`` if there is one.

    ``noise`` are the number formats to which the vectors found are compared.
    """

    merged: MergedRelevance
    at: tuple[int, ...]
    margin: Fraction | None
    noise: tuple[str, ...] = ()

    @property
    def question(self) -> Question:
        """The pattern of the rows, a threshold for each."""
        return self.merged.question()


def margins_question(data: Any, options: RelevanceOptions) -> MarginsAsked:
    """The question about relevance data and margins.

    Raises
    ------
    TaskError
        If the data cannot be read, are too large, or an option does not go with margins.

    Examples
    --------
    >>> margins_question([[1, 0, 0], [0, 1, 0], [0, 0, 1]], RelevanceOptions(at="2")).at
    (2,)
    """
    margin = None if options.margin is None else margin_given(options.margin)
    at = () if options.at is None else widths_given(options.at)
    noise = () if options.noise is None else formats_given(options.noise)
    if margin is None and not at:
        raise TaskError("‹noise› compares formats with a margin; add a dimension, as in ‹at=64›, or ‹margin=0.05›")
    if options.bits is not None:
        raise TaskError(
            "‹bits› are integers without a margin; leave it out, and ‹noise=int8› says what survives rounding"
        )
    if options.threshold == "zero":
        raise TaskError("margins are for a threshold per query; leave out ‹threshold›")
    if options.score == "euclidean":
        raise TaskError("margins are for vectors of length 1, by cosine; leave out ‹score›")
    if options.grades == "nested":
        raise TaskError("with a margin each grade of a query has a vector of its own; leave out ‹grades=nested›")
    relevance = relevance_of(data, options)
    merged = merge(relevance, complements=False)
    if merged.trivial:
        raise TaskError(
            f"{relevance.name}: every query asks for all items or for none, so that any vectors keep any margin; "
            "leave out ‹margin› and ‹at›"
        )
    rows, columns = merged.shape
    if rows * columns > MOST_CELLS:
        raise TaskError(
            f"{relevance.name}: {rows} x {columns} entries are left after merging, and margins are computed up to "
            f"{MOST_CELLS:,}; take a part of the queries or of the items"
        )
    return MarginsAsked(merged, at, margin, noise)


@dataclass(frozen=True)
class MarginAt:
    """``lower <= margin^2 <= upper`` in R^d; ``lower`` is None while no vectors that separate are known."""

    d: int
    lower: MarginBound | None
    upper: MarginBound

    def __post_init__(self) -> None:
        if self.lower is not None and self.lower.square > self.upper.square:
            raise CrossedBoundsError(f"{self.lower} but {self.upper}")

    @property
    def closed(self) -> bool:
        """Whether both bounds agree: exactly, or 0 is the upper bound."""
        return bool(self.upper.square == (0 if self.lower is None else self.lower.square))

    @property
    def met(self) -> bool:
        """Whether they agree up to the rounding of vectors to 30 bits."""
        return self.closed or (self.lower is not None and self.lower.square >= self.upper.square * NEARLY)

    @property
    def bounds(self) -> tuple[MarginBound, ...]:
        """Those that are known."""
        return (self.upper,) if self.lower is None else (self.lower, self.upper)

    @property
    def low(self) -> float:
        """The margin of the vectors, rounded down; 0 without vectors."""
        return 0.0 if self.lower is None else self.lower.margin

    def to_json(self) -> dict[str, Any]:
        """Margins as numbers, rounded outwards, and their squares as fractions."""
        sides = {"lower": self.lower, "upper": self.upper}
        return {
            "d": self.d,
            "lower": self.low,
            "upper": self.upper.margin,
            "closed": self.closed,
            **{f"{side}_square": None if one is None else str(one.square) for side, one in sides.items()},
            **{f"{side}_evidence": None if one is None else one.evidence.to_json() for side, one in sides.items()},
        }


@dataclass(frozen=True, repr=False)
class MarginAnswer(CertifiedAnswer):
    """Brackets of the margin by dimension (``answer[64]``), and of the least dimension for a margin.

    Attributes
    ----------
    asked : MarginsAsked
    curve : mapping of int to MarginAt
        By dimension: those asked for, and those that bound the least dimension.
    ceiling : MarginBound
        An upper bound in any dimension.
    real : Answer
        The least dimension without a margin, by inner products.
    """

    asked: MarginsAsked
    curve: Mapping[int, MarginAt]
    ceiling: MarginBound
    real: Answer
    seconds: float = field(default=0.0, compare=False)
    interrupted: bool = field(default=False, compare=False)

    def __getitem__(self, d: int) -> MarginAt:
        return self.curve[int(d)]

    @property
    def merged(self) -> MergedRelevance:
        """What was asked after merging what is alike."""
        return self.asked.merged

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def no_size(self) -> bool:
        """Whether no dimension has the margin asked for."""
        return self.asked.margin is not None and self.ceiling.square < self.asked.margin**2

    @property
    def least(self) -> tuple[int, int | None]:
        """The least dimension for the margin asked for: a lower bound, and an upper bound or None."""
        assert self.asked.margin is not None
        wanted = self.asked.margin**2
        low = max((d for d, one in self.curve.items() if one.upper.square < wanted), default=0) + 1
        return low, min((d for d, one in self.curve.items() if one.lower and one.lower.square >= wanted), default=None)

    @property
    def closed(self) -> bool:
        """Whether the least dimension is known, and all margins asked for are, up to the rounding of vectors."""
        least = self.asked.margin is None or self.no_size or self.least[0] == self.least[1]
        return least and all(self.curve[d].met for d in self.asked.at)

    @property
    def certified(self) -> bool:
        """All bounds are: the checker has replayed each."""
        return True

    @property
    def shown(self) -> tuple[MarginBound, ...]:
        """Every bound of the answer."""
        ends = [bound for d in sorted(self.curve) for bound in self.curve[d].bounds]
        return tuple(dict.fromkeys([*ends, self.ceiling]))

    def certificate(self) -> dict[str, Any]:
        """The bundle of all bounds that ``check`` accepts, with those of the least d without a margin."""
        found = margin_certificate(self.asked.question, self.shown)
        plain = certificate(self.real.question, *(part for bound in self.real.bounds for part in bound.claims))
        if plain["question"] == found["question"]:
            found["claims"] += plain["claims"]
        return found

    @property
    def between(self) -> str:
        """The bracket of the least dimension in words."""
        if self.no_size:
            return "no d will do"
        low, high = self.least
        return f"{low} <= d" + ("" if high is None else f" <= {high}")

    @property
    def in_a_line(self) -> str:
        """The data, and what is known."""
        least = [] if self.asked.margin is None else [f"margin {float(self.asked.margin):g}: {self.between}"]
        return f"{self.data.words}: " + "; ".join(
            [*least, *(f"d = {d}: margin {_between(self.curve[d])}" for d in self.asked.at)]
        )

    def lines(self) -> Iterator[str]:
        """What the command line prints, without notes."""
        yield f"  merged: {self.merged.words}"
        state = "closed" if self.closed else "open"
        what = "grade" if self.merged.graded else "query"
        yield f"margins of vectors of length 1, a threshold per {what}   {state} in {self.seconds:.2f} s"
        if self.asked.margin is not None:
            yield f"least dimension for a margin of {float(self.asked.margin):g}: {self.between}"
        yield f"  without a margin, by inner products {self.real.known} [{self.real.status}]"
        yield f"  in any dimension margin <= {up(self.ceiling.margin)} [{self.ceiling.status}] {self.ceiling.how}"
        if self.curve:
            yield "     d  margin of vectors found   no vectors have more"
        for d in sorted(self.curve):
            one = self.curve[d]
            missing = "none" if one.closed else "none found" if d in self.asked.at else "not looked for"
            found = missing if one.lower is None else down(one.low)
            state = "  closed" if one.closed else "  to 8 digits" if one.met else ""
            yield f"  {d:4d}  {found:24s}  {up(one.upper.margin):8s}{state}"
        for d in sorted(self.curve):
            one = self.curve[d]
            if one.lower is not None:
                yield f"  d = {d}: margin >= {down(one.low)} [{one.lower.status}] {one.lower.how}"
            yield f"  d = {d}: margin <= {up(one.upper.margin)} [{one.upper.status}] {one.upper.how}"
        yield from self._noise()

    def _noise(self) -> Iterator[str]:
        """Margins in units of the last place, for each format and dimension."""
        for format in self.asked.noise:
            for d in sorted(self.curve):
                if (found := self.rounding(d, format)) is None:
                    continue
                low, high = self.curve[d].low, self.curve[d].upper.margin
                state = "all orders survive" if low > found.needed else "rounding may change an order"
                if high <= found.least:
                    state = "no margin is enough for a guarantee"
                yield (
                    f"  {format} at d = {d}: margin {down(low / found.place)} units of the last place; survives above "
                    f"{up(found.needed)}: {state} [PROVED]"
                )

    def rounding(self, d: int, format: str) -> Rounding | None:
        """What rounding to a format does to the vectors found at a dimension; None without vectors."""
        lower = self.curve[d].lower
        return None if lower is None else rounding(format, list(unit_vectors(lower)))

    def all_notes(self) -> tuple[str, ...]:
        """What is to be said besides."""
        notes = []
        if self.merged.graded:
            notes.append("a vector for each grade of a query; one vector for all its grades may have a smaller margin")
        if self.interrupted:
            notes.append("interrupted; all bounds hold")
        elif not self.closed:
            notes.append("what is open was neither excluded nor found in the time: a longer ‹budget› may narrow it")
        return tuple(notes)

    def __str__(self) -> str:
        read, notes = map(spelled, read_lines(self.merged)), (f"  note: {spelled(note)}" for note in self.all_notes())
        return "\n".join([*read, *list(self.lines())[1:], *notes])

    @property
    def read(self) -> str:
        """How the data were read, in one line."""
        return read_line(self.merged)

    def _repr_html_(self) -> str:
        rows = [(d, down(one.low), up(one.upper.margin), one.upper.how) for d, one in sorted(self.curve.items())]
        return framed(self.data.words, table(rows, ("d", "margin found", "no more than", "why")))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each dimension."""
        return [{"d": d, "lower": one.low, "upper": one.upper.margin} for d, one in sorted(self.curve.items())]

    def to_json(self) -> dict[str, Any]:
        """The summary that ``--json`` prints."""
        least: dict[str, Any] = {}
        if self.asked.margin is not None:
            low, high = (None, None) if self.no_size else self.least
            least = {"margin": str(self.asked.margin), "least": {"lower": low, "upper": high, "no_size": self.no_size}}
        noise = {
            format: {
                str(d): {"needed": found.needed, "units": self.curve[d].low / found.place,
                         "survives": self.curve[d].low > found.needed}
                for d in sorted(self.curve) if (found := self.rounding(d, format)) is not None
            }
            for format in self.asked.noise
        }  # fmt: skip
        return {
            **data_json(self.merged),
            **least,
            "at": [self.curve[d].to_json() for d in sorted(self.curve)],
            "margin_ceiling": self.ceiling.margin,
            **({"noise": noise} if noise else {}),
            "inner_products": [bound.value for bound in self.real.bounds],
            "closed": self.closed,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
        }

    @property
    def widest(self) -> int | None:
        """The dimension whose vectors are written: the least with the margin asked for, else the largest asked for."""
        if self.asked.margin is not None:
            return None if self.no_size else self.least[1]
        known = [d for d in self.asked.at if self.curve[d].lower is not None]
        return max(known, default=None)

    def embeddings(self, type: str = "float64", query_type: str = "", d: int | None = None) -> Embeddings:
        """The vectors found at a dimension for all queries and all items, compared once more as they are stored.

        Raises
        ------
        EmbeddingError
            If they do not survive being rounded to the type.
        TaskError
            If none are known.
        """
        d = self.widest if d is None else d
        lower = None if d is None else self.curve[d].lower
        if lower is None or d is None:
            raise TaskError("no vectors with such a margin are known; try a larger ‹budget›, or a smaller ‹margin›")
        tables = []
        for vectors, kind in zip(unit_vectors(lower), (query_type or type, type), strict=True):
            wide = np.zeros((len(vectors), d))
            wide[:, : vectors.shape[1]] = vectors
            top = np.iinfo(kind).max if np.issubdtype(kind, np.integer) else 0
            largest = np.abs(wide).max(axis=1, keepdims=True)
            tables.append(as_type(wide * top / np.where(largest > 0, largest, 1) if top else wide, kind))
        found = verified(tables[0], tables[1], lower.question.pattern.rows, "cosine", ids=[
            self.data.items[item] for item in self.merged.items])  # fmt: skip
        queries = np.zeros((len(self.merged.asked), d), dtype=tables[0].dtype)
        for place, one in enumerate(self.merged.asked):
            if one.row is not None:
                queries[place] = tables[0][one.row]
        return Embeddings(queries, tables[1][self.merged.column_of], found.margin)

    def arrays(self, type: str = "float64", query_type: str = "") -> dict[str, Any]:
        """What is written to a file."""
        found = self.embeddings(type, query_type)
        return arrays_of(self.merged, found, range(len(self.merged.asked)), graded=self.merged.graded)

    def margin_ceiling(self) -> float | None:
        """No unit vectors of any dimension have a larger margin."""
        return self.ceiling.margin


def unit_vectors(bound: MarginBound) -> tuple[np.ndarray, np.ndarray]:
    """Queries and items of a lower bound, of length 1 but for rounding."""
    proof = bound.evidence.proof
    form = np.sqrt(np.array(proof["form"], dtype=float))
    found = []
    for name in ("queries", "keys"):
        scaled = [[x / max(1, max(map(abs, row), default=1)) for x in row] for row in proof[name]]
        table = np.array(scaled, dtype=float).reshape(len(scaled), len(form)) * form
        lengths = np.linalg.norm(table, axis=1, keepdims=True)
        found.append(table / np.where(lengths > 0, lengths, 1))
    return found[0], found[1]


def down(x: float) -> str:
    """A number with four digits, rounded down.

    >>> down(0.47434), up(0.47434), up(0.25), down(12345.6)
    ('0.4743', '0.4744', '0.25', '12340')
    """
    return _digits(x, math.floor)


def up(x: float) -> str:
    """A number with four digits, rounded up."""
    return _digits(x, math.ceil)


def _digits(x: float, rounded: Any) -> str:
    if x == 0:
        return "0"
    places = 3 - math.floor(math.log10(abs(x)))
    whole = rounded(Fraction(x) * Fraction(10) ** places)
    found = Fraction(whole) / Fraction(10) ** places
    return f"{float(found):.{max(places, 0)}f}".rstrip("0").rstrip(".") if places > 0 else str(int(found))


def _between(one: MarginAt) -> str:
    return f"{down(one.low)}..{up(one.upper.margin)}"


def margins_answer(
    asked: MarginsAsked, *, budget: float = 60.0, seed: int = 0, start: Start | None = None, watch: Watch | None = None
) -> MarginAnswer:
    """Brackets of margins; see ``ask``.

    Guarantee
    ---------
    Every bound is CERTIFIED: the checker has replayed it. Squares of margins are compared, exactly.

    Examples
    --------
    >>> asked = margins_question("subsets n=6 k=2", RelevanceOptions(margin="1/4", at="5"))
    >>> answer = margins_answer(asked, budget=5)
    >>> answer.least, str(answer[5].lower.square), answer[5].closed
    ((4, 4), '9/40', True)
    """
    search = _Search(asked, budget, seed, start, watch)
    try:
        search.run()
    except KeyboardInterrupt:
        search.interrupted = True
    return search.answer()


class _Search:
    """Bounds by dimension, as they become known."""

    def __init__(self, asked: MarginsAsked, budget: float, seed: int, start: Start | None, watch: Watch | None) -> None:
        from .least import least_answer

        self.asked, self.question, self.watch = asked, asked.question, watch
        self.began = time.monotonic()
        self.deadline = self.began + budget
        self.rng = np.random.default_rng(seed)
        self.interrupted = False
        self.lowers: dict[int, MarginBound] = {}
        self.uppers: dict[int, MarginBound] = {}
        self.wanted: set[int] = set(asked.at)
        for bound in _earlier(start, self.question):
            self.take(bound)
        plain = RelevanceAsked(least_size(self.question), merged=asked.merged)
        self.real = least_answer(plain, budget=max(0.05, min(FOR_PLAIN * budget, MOST_FOR_PLAIN)), seed=seed)
        self.interrupted = self.real.interrupted
        self.columns = asked.merged.shape[1]
        self.weights = ceiling_upper(self.question, self.columns)
        self.ceiling = margin_upper(self.question, self.columns, ceiling=self.weights)  # as many as items are enough
        work = max((len(asked.merged.selected) * self.columns * min(d, self.columns) for d in asked.at), default=0)
        self.deadline -= min(budget / 2, VERIFYING * work)

    def take(self, bound: MarginBound) -> None:
        """Keep a bound where it is better than what is known."""
        table, better = (self.lowers, 1) if bound.side == "lower" else (self.uppers, -1)
        known = table.get(bound.d)
        if known is None or (bound.square - known.square) * better > 0:
            table[bound.d] = bound

    def upper(self, d: int) -> MarginBound:
        """The best upper bound at a dimension."""
        if d not in self.uppers or "earlier" in self.uppers[d].how:
            self.take(margin_upper(self.question, d, self._plain_lower(), self.weights))
        return self.uppers[d]

    def _plain_lower(self) -> Bound | None:
        certain = self.real.lower
        return certain if certain.evidence.proof and certain.quantity.question == self.question else None

    def lower(self, d: int, seconds: float, enough: Fraction) -> MarginBound | None:
        """The best lower bound at a dimension, after a search of so many seconds if it may be improved."""
        known = max((one for e, one in self.lowers.items() if e <= d), key=lambda one: one.square, default=None)
        if d not in self.lowers and known is not None and known.square >= enough * NEARLY:
            self.take(_at(known, d))
        if (d not in self.lowers or self.lowers[d].square < enough * NEARLY) and enough > 0:
            found = margin_lower(self.question, d, self.rng, time.monotonic() + seconds, known, enough)
            if found is not None:
                self.take(found)
        return self.lowers.get(d)

    def run(self) -> None:
        """Bounds from above for all dimensions asked for, then vectors, then the least dimension."""
        asked = self.asked
        for d in asked.at:
            self.upper(d)
        if asked.margin is not None and self.ceiling.square >= asked.margin**2:
            self._least(asked.margin**2)
        for round_ in (0.3, 1.0, 1.0, 1.0):  # a little of everything first
            open_ = [d for d in asked.at if not self._row(d).met]
            for place, d in enumerate(open_):
                end = self.began + round_ * (self.deadline - self.began)
                share = max(0.0, (end - time.monotonic()) / (len(open_) - place))
                self.lower(d, share, self.upper(d).square)
                self._tell()
            if time.monotonic() > self.deadline:
                break

    def _least(self, wanted: Fraction) -> None:
        """Bracket the least d whose margin has this square or more."""
        low, high = 0, self.columns  # upper(low) < wanted
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.upper(middle).square < wanted else (low, middle)
        if low:
            self.wanted.add(low)
        first, last, step = low, None, 1
        share = (self.deadline - time.monotonic()) * (0.5 if self.asked.at else 1) / 8
        d = low + 1
        while last is None:
            d = min(d, self.columns)
            found = self.lower(d, max(0.0, share), wanted)
            if found is not None and found.square >= wanted:
                last = d
            elif d == self.columns:
                self.wanted.add(d)
                self.upper(d)
                return
            else:
                first, d, step = d, d + step, 2 * step
        while last - first > 1 and time.monotonic() < self.deadline:
            middle = (first + last) // 2
            found = self.lower(middle, max(0.0, share), wanted)
            first, last = (first, middle) if found is not None and found.square >= wanted else (middle, last)
        self.wanted.add(last)
        self.upper(last)

    def _row(self, d: int) -> MarginAt:
        return MarginAt(d, self.lowers.get(d), self.upper(d))

    def _tell(self) -> None:
        if self.watch is not None:
            self.watch(self)  # type: ignore[arg-type]

    @property
    def seconds(self) -> float:
        """How long the search has been going on."""
        return time.monotonic() - self.began

    @property
    def saying(self) -> str:
        """What is known, for the line of progress."""
        return ", ".join(f"d = {d}: {down(one.margin)}" for d, one in sorted(self.lowers.items()) if d in self.wanted)

    def answer(self) -> MarginAnswer:
        """What is known, each bound at all dimensions for which it holds."""
        for d in sorted(self.wanted):  # vectors of fewer dimensions are vectors of more
            best = max((one for e, one in self.lowers.items() if e <= d), key=lambda one: one.square, default=None)
            if best is not None and best.d < d and (d not in self.lowers or best.square > self.lowers[d].square):
                self.take(_at(best, d))
        curve = {d: self._row(d) for d in sorted(self.wanted)}
        return MarginAnswer(self.asked, curve, self.ceiling, self.real, self.seconds, self.interrupted)


def _at(bound: MarginBound, d: int) -> MarginBound:
    """Vectors of fewer dimensions, which are vectors of R^d."""
    return replace(bound, d=d)


def _earlier(start: Start | None, question: Question) -> list[MarginBound]:
    if start is None or isinstance(start, tuple):
        return []
    content, name = read_start(start)
    try:
        return margins_in(content, question)
    except (ValueError, KeyError, TypeError, CheckerRefusedError) as error:
        raise TaskError(f"‹start={name}› cannot be gone on from ({error}); leave it out") from None
