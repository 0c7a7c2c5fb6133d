"""``dimension_in_bits``: how wide embeddings of p-bit integers have to be for relevance data, a bracket for each p."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bounds.bound import Bound, End, as_for_real_units, certificate, certified_bound
from ...bounds.bracket import INTERRUPTED, Bracket
from ...bounds.lower.grid import counting_lower
from ...bounds.patterns import pattern_array
from ...bounds.upper.embeddings import Embeddings, verified_margin
from ...bounds.upper.grid_tables import Tables, real_upper, rounded_grid_upper
from ...bounds.upper.unit_tables import unit_tables
from ...bounds.upper.wide_margins import MAX_FITTED, items_of_order
from ...display.answer import CertifiedAnswer, flat
from ...display.html import framed, table
from ...questions import LeastSize, Question, UnitClass, least_size, pattern_question
from ...solvers.sign_rank.widest_queries import widest_queries
from ...solvers.units.key_cases import MAX_POINTS
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, Relevance, merge, relevance_from
from ...tasks.words import counted
from .board import NO_UPPER, Board, LocalBoard
from .classes.cell_search import rise
from .classes.coordinate_per_key import OWN, own_coordinates_upper
from .classes.grid_search import QUICK_CELLS, GridCells
from .classes.unit_asked import UnitAsked
from .least_dimension import unit_margin_ceiling
from .probe import probe
from .race import Engine, race
from .start import Start, bounds_to_start_from

MOST_BITS = 24
"""Largest p: scores of so many bits are exact in double precision up to width 2^6."""

USUAL_BITS = (1, 2, 4, 8)
NOTHING_ASKED = "nothing to rank: every query asks for all items or for none, so no item has to differ from another"
HALVED = 3
"""Between a width that was too hard and one that was not, while they are further apart, the middle is tried."""
CIRCLES = 3
"""Widths in which items are put on a circle."""
QUICK = 0.1
"""The part of the budget of the first round."""
SOON = 0.3
"""Seconds for what is tried even if somebody wants to stop."""
FOR_REALS = 0.2
"""The part of the budget for real vectors, whose lower bound holds for every p."""


def grid_class(bits: int) -> UnitClass:
    """Class GRID with the integers that p bits stand for in practice: -1 and 1 for p = 1, else -2^(p-1) .. 2^(p-1) - 1.

    One bit is a sign, so that inner products are Hamming distances; more are what ``int8`` and its like hold. Scores
    have to differ, and no more: integers that do lie 1 apart, a gap of 1/2 on both sides of a threshold in the middle
    (in the grid of signs 2 apart, a gap of 1). The grids lie in one another.

    >>> str(grid_class(1)), str(grid_class(8))
    ('GRID(1, midrise, gap 1)', 'GRID(8, twos, gap 1/2)')
    """
    return UnitClass.parse("GRID(1, midrise, gap 1)" if bits == 1 else f"GRID({bits}, twos, gap 1/2)")


def range_words(bits: int) -> str:
    """The integers of so many bits.

    >>> range_words(1), range_words(8)
    ('-1 or 1', '-128..127')
    """
    return "-1 or 1" if bits == 1 else f"-{2 ** (bits - 1)}..{2 ** (bits - 1) - 1}"


@dataclass(frozen=True, repr=False)
class DimensionInBits(CertifiedAnswer):
    """Brackets for the least dimension, for each number of bits.

    Attributes
    ----------
    merged : MergedRelevance
        What was asked after merging what is alike.
    real : Bracket
        For real vectors; its lower bound holds for every number of bits.
    brackets : mapping from p to Bracket
        Falling in p. The class is ``grid_class(p)``.
    """

    merged: MergedRelevance
    real: Bracket
    brackets: Mapping[int, Bracket]
    seconds: float = 0.0

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def closed(self) -> bool:
        """Whether all brackets are."""
        return all(bracket.closed for bracket in self.brackets.values())

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the search; what is printed holds all the same."""
        return any(bracket.interrupted for bracket in (self.real, *self.brackets.values()))

    @cached_property
    def margin_ceiling(self) -> float | None:
        """No unit vectors of any dimension have a larger margin; None if that was not worked out."""
        return unit_margin_ceiling(self.merged)

    def certificate(self) -> dict[str, Any]:
        """The bundle of all ends that ``headcount check`` accepts."""
        brackets = (self.real, *self.brackets.values())
        ends = [end for bracket in brackets for end in bracket.ends if isinstance(end, Bound)]
        return certificate(self.real.question, *ends)

    def embeddings(self, bits: int) -> Embeddings:
        """Integer vectors of the upper bound for all queries and all items, every score compared once more.

        There is a query vector for each set of items asked for, in the order of ``merged.asked``.
        """
        bracket = self.brackets[bits]
        assert isinstance(bracket.upper, Bound)
        evidence = bracket.upper.found
        type = "int8" if bits <= 8 else "int16" if bits <= 16 else "int32"
        tables = [np.array(evidence[name], dtype=type) for name in ("queries", "keys")]
        tables = [table.reshape(len(table), bracket.upper.value) for table in tables]
        margin = verified_margin(tables[0], tables[1], bracket.question.pattern.rows, ids=self.data.items)
        vectors = np.zeros((len(self.merged.asked), bracket.upper.value), dtype=type)
        if bits == 1:
            vectors[:] = 1
        for place, one in enumerate(self.merged.asked):
            if one.row is not None:
                vectors[place] = tables[0][one.row]
        return Embeddings(vectors, tables[1][self.merged.column_of], margin)

    def arrays(self, bits: int) -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: vectors ``queries`` and ``items`` with ``query_ids``, ``grades``, ``item_ids``."""
        embeddings = self.embeddings(bits)
        return {
            "queries": embeddings.queries,
            "items": embeddings.items,
            "query_ids": np.array([self.data.queries[one.query] for one in self.merged.asked]),
            "grades": np.array([one.grade for one in self.merged.asked]),
            "item_ids": np.array(list(self.data.items)),
        }

    @property
    def in_a_line(self) -> str:
        """The data, and d for each p."""
        return f"{self.data.words}: " + ", ".join(
            f"p = {p}: d = {ends_in_words(one)}" for p, one in self.brackets.items()
        )

    def __str__(self) -> str:
        rows, columns = self.real.question.pattern.shape
        what = "grade" if self.merged.graded else "query"
        own = "a vector and a threshold per grade" if self.merged.graded else "a threshold per query"
        state = "closed" if self.closed else "open"
        lines = [
            f"least dimension d by inner products of p-bit integers, for {counted(rows, what)} and "
            f"{counted(columns, 'item')}, {own}   {state} in {self.seconds:.2f} s",
            *([f"  {NOTHING_ASKED}"] if self.merged.trivial else []),
            "     p  entries                      d    bits of a vector, p d",
        ]
        for p, bracket in self.brackets.items():
            lines.append(f"  {p:4d}  {range_words(p):20s}{ends_in_words(bracket):>10s}    {ends_in_words(bracket, p)}")
        lines.append(f"        {'real numbers':20s}{ends_in_words(self.real):>10s}")
        for p, bracket in self.brackets.items():
            for sign, end in ((">=", bracket.lower), ("<=", bracket.upper)):
                if end is not None:
                    lines.append(f"  p = {p}: d {sign} {end.value} [{end.evidence.status}] {end.evidence.method}")
        if self.merged.graded:
            lines.append("  note: a vector for each grade of a query; one vector for all its grades may need more")
        if self.interrupted:
            lines.append(
                "  note: interrupted; all ends hold, and what is open was not looked for to the end of the time"
            )
        elif not self.closed:
            lines.append(
                "  note: what is open was neither refuted nor found in the time: a longer --budget may narrow it"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (p, range_words(p), ends_in_words(bracket), ends_in_words(bracket, p))
            for p, bracket in self.brackets.items()
        ]
        rows.append(("", "real numbers", ends_in_words(self.real), ""))
        return framed(self.data.words, table(rows, ("p", "entries", "d", "bits of a vector, p d")))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of bits."""
        return [{"p": p, **flat(bracket.to_json())} for p, bracket in self.brackets.items()]

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount dimension --bits --json`` prints."""
        rows, columns = self.real.question.pattern.shape
        without = ("task", "parameters", "null_token")
        return {
            "name": self.data.name,
            "queries": len(self.data.queries),
            "items": len(self.data.items),
            "relevant_pairs": self.data.pairs,
            "merged_queries": rows,
            "merged_items": columns,
            "threshold": "free",
            **({"grades": "separate"} if self.merged.graded else {}),
            "real": {
                "lower": self.real.lower.value,
                "upper": None if self.real.upper is None else self.real.upper.value,
            },
            "margin_ceiling": self.margin_ceiling,
            "bits": {
                str(p): {name: value for name, value in bracket.to_json().items() if name not in without}
                for p, bracket in self.brackets.items()
            },
            "closed": self.closed,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
        }


def ends_in_words(bracket: Bracket, per: int = 1) -> str:
    """``4``, ``4..6`` or ``4..?``, each times a number."""
    low, high = bracket.lower.value, None if bracket.upper is None else bracket.upper.value
    return f"{per * low}" if low == high else f"{per * low}..{'?' if high is None else per * high}"


def dimension_in_bits(
    data: Any,
    bits: Sequence[int] = USUAL_BITS,
    *,
    format: str | None = None,
    diagonal: str = "free",
    grades: str | None = None,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
    start: Start | None = None,
) -> DimensionInBits:
    """The least d such that item and query vectors of p-bit integers rank: a bracket for each p.

    Each query has a threshold of its own, and its relevant items score above all others by inner products.

    Parameters
    ----------
    data, format, diagonal : as for ``least_dimension``
    grades : "separate", optional
        What is asked; ``"nested"`` is refused where a query has several grades, since that is not searched here.
    bits : the p's, 1 to 24
        1: entries -1 and 1. Else entries -2^(p-1) .. 2^(p-1) - 1, so 8 is ``int8``. Both of queries and of items.
        Where a query has several grades, each has a query vector of its own.
    budget : float > 0
        Seconds of wall-clock time for all of them.
    seed, watch, start : as for ``probe``
        An earlier answer may have other numbers of bits as well.

    Raises
    ------
    TaskError
        If the data cannot be read, is too large, or a number of bits is out of range.

    Guarantee
    ---------
    All ends hold: the checker has accepted each. Lower bounds are those of real vectors and of counting: there are
    2^(p d) vectors, and queries whose relevant sets cross need different ones, as do items that a query tells apart.

    Examples
    --------
    >>> answer = dimension_in_bits([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]], [1, 2])
    >>> [(p, bracket.lower.value, bracket.upper.value) for p, bracket in answer.brackets.items()]
    [(1, 3, 3), (2, 2, 2)]
    """
    began = time.monotonic()
    bits = [int(p) if isinstance(p, np.integer) else p for p in bits]
    if not bits or not all(type(p) is int and 1 <= p <= MOST_BITS for p in bits):
        raise TaskError(f"bits must be numbers of bits 1 .. {MOST_BITS}, got {bits}; try 1,2,4,8")
    # The negation of a query may not be in the grid, so complements stay apart.
    merged = merge(relevance_from(data, format=format, diagonal=diagonal), complements=False)
    if grades not in (None, "separate", "nested"):
        raise TaskError(f"grades must be one of nested, separate, got {grades!r}; try separate")
    if grades == "nested" and merged.graded:
        raise TaskError(
            "with bits each grade of a query has a vector of its own, got grades nested; leave it out, or leave out "
            "bits (--bits)"
        )
    question = pattern_question(merged.pattern())
    falling = sorted(set(bits), reverse=True)
    quantities = [least_size(question, "m", grid_class(p)) for p in falling]
    known = bounds_to_start_from(start, least_size(question), *quantities)
    real, found = None, dict[int, Bracket]()
    for part in (QUICK, 1.0):  # a little of everything comes first, for whoever stops the search early
        deadline = began + part * budget
        if real is None or not real.closed:
            share = FOR_REALS * (part if real is None else 1 - QUICK) * budget
            real = probe(question, budget=share, seed=seed, watch=watch, start=known)
        for place, p in enumerate(falling):
            stopped = real.interrupted or any(bracket.interrupted for bracket in found.values())
            if p in found and (stopped or found[p].closed):
                continue
            share = 0.0 if stopped else max(0.05, (deadline - time.monotonic()) / (len(falling) - place))
            found[p] = _bracket(
                question, p, real, _searched_from(found, falling[:place], real), share, seed, watch, known
            )
        _hand_down(found)
        if any(bracket.interrupted for bracket in (real, *found.values())):
            break
        known = tuple(end for bracket in (real, *found.values()) for end in bracket.ends if isinstance(end, Bound))
    assert real is not None  # there was a round
    real = _no_more_than(real, found)
    return DimensionInBits(merged, real, {p: found[p] for p in sorted(found)}, time.monotonic() - began)


def bits_bracket(question: Question, bits: int, *, budget: float = 30.0, seed: int = 0) -> Bracket:
    """The least width of vectors of p-bit integers for a pattern over ``+ - *``, a threshold per row.

    Parameters
    ----------
    question : Question
        Without a null token, small enough to be written out.
    bits : 1 .. 24
    budget : float > 0
        Seconds.

    Examples
    --------
    >>> from headcount.questions import separation_question
    >>> found = bits_bracket(separation_question(4, 1, 1), 1)
    >>> found.lower.value, found.upper.value
    (2, 2)
    """
    if question.null or question.pattern.has_zeros:
        raise TaskError(f"the pattern must be without zeros and null token, got {question.words}")
    real = probe(question, budget=FOR_REALS * budget, seed=seed)
    assert real.upper is not None  # probe knows one always
    return _bracket(question, bits, real, real.upper.value, (1 - FOR_REALS) * budget, seed)


def _searched_from(found: Mapping[int, Bracket], more: Sequence[int], real: Bracket) -> int:
    """Where tables are looked for first: the width that more bits needed, unless nothing was found for these."""
    widths = [end.value for p in more if (end := found[p].upper) is not None and end.evidence.method != OWN]
    assert real.upper is not None  # probe knows one always
    return max([real.upper.value, *widths])


def _bracket(
    question: Question, bits: int, reals: Bracket, least: int, seconds: float, seed: int,
    watch: Callable[[LocalBoard], None] | None = None, earlier: tuple[Bound, ...] = (),
) -> Bracket:  # fmt: skip
    """One number of bits: counting and reals from below, tables from above."""
    began, real, start = time.monotonic(), reals.lower, reals.upper
    assert isinstance(real, Bound) and isinstance(start, Bound)  # probe knows both
    asked = least_size(question, "m", grid_class(bits))
    unit = UnitAsked(asked)
    lower: End = certified_bound(asked, "lower", asked.least, "no vectors are narrower", {"kind": "trivial"})
    if real.value:
        method = f"as for real vectors: {real.evidence.method}"
        lower = certified_bound(asked, "lower", real.value, method, as_for_real_units(real))
    counted = counting_lower(asked)
    if counted is not None and counted.value > lower.value:
        lower = counted
    small = len(question.pattern.rows) * question.columns <= QUICK_CELLS
    upper = own_coordinates_upper(unit) if small else None
    trivial = NO_UPPER if upper is None else upper.value + question.offset
    if small and start.value:  # without a search
        tables, rng = _tables(start), np.random.default_rng([seed, bits])
        soon = began + SOON
        upper = rounded_grid_upper(asked, start.value, rng, start=tables, patience=0, deadline=soon) or upper
    board = LocalBoard(question, seed, began + seconds, (lower, upper), watch or (lambda board: None), began)
    for bound in bounds_to_start_from(earlier, asked):
        board.post(bound)
        if bound.side == "upper" and bound.value >= question.columns:  # no search has found it
            trivial = min(trivial, bound.value + question.offset)
    first = max(board.lower_bound.value, least)
    fall = partial(_fall, asked=asked, first=first, start=start, trivial=trivial)
    engines: list[Engine] = [partial(fall, turn=turn) for turn in range(2)]
    if small and 2 ** (bits * lower.value) <= MAX_POINTS:
        engines.append(partial(rise, decider=GridCells(unit)))
    try:
        if not board.over:
            race(board, engines)
    except KeyboardInterrupt:
        board.note(INTERRUPTED)
    if seconds:
        board.note_the_time(seconds)
    else:
        board.note(INTERRUPTED)
    if board.upper_bound is None and (upper := own_coordinates_upper(unit)) is not None:
        board.post(upper)
    return board.bracket()


def _fall(board: Board, asked: LeastSize, first: int, start: Bound, trivial: int, turn: int) -> None:
    """Tables of growing width until some are found, then of falling width; each failure is followed by more effort.

    ``trivial`` is the upper bound that takes no search.
    """
    offset = board.question.offset
    rng = np.random.default_rng([board.seed, turn, asked.unit_class.bits])
    if turn == 0:  # whatever the other one has found by now
        _by_curves(board, asked, first, start, rng)
    width, effort, failed = max(1, first), 0, first - 1
    while not board.over and board.upper >= trivial:
        if width >= min(trivial - offset, 2 * board.question.columns):
            width, effort = max(1, first), effort + 1
        if _attempt(board, asked, width, rng, effort) is None:
            failed = width
        width += max(1, width // (4 if turn == 0 else 1))
    known, effort = board.upper, 0
    while not board.over:
        if board.upper < known:
            known, effort = board.upper, max(0, effort - 1)
        lower, upper = board.lower - offset, board.upper - offset
        halved = effort == 0 and upper - failed > HALVED
        # The second search now and then skips a width: the one below the upper bound may be the harder seed, not width.
        width = (
            max(lower, (upper + failed) // 2) if halved else max(1, lower, upper - 1 - (turn if effort % 3 == 1 else 0))
        )
        if _attempt(board, asked, width, rng, effort) is None and board.upper == known:
            failed, effort = (width, 0) if halved else (failed, effort + 1)


def _by_curves(board: Board, asked: LeastSize, first: int, start: Bound, rng: np.random.Generator) -> None:
    """Items on the curve of the real tables, and on a circle in their order, in a few widths."""
    for width in range(max(1, first), first + CIRCLES):
        if board.over or board.upper - board.question.offset <= width:
            return
        board.say(f"{asked.unit_class.bits} bits: items on a circle in width {width}")
        if (tables := _on_a_circle(start, width)) is not None:
            _post(board, rounded_grid_upper(asked, width, rng, start=tables, patience=15, deadline=board.deadline))
        if width == start.value and board.upper - board.question.offset > width:
            _post(
                board, rounded_grid_upper(asked, width, rng, start=_tables(start), patience=30, deadline=board.deadline)
            )


def _attempt(board: Board, asked: LeastSize, width: int, rng: np.random.Generator, effort: int) -> Bound | None:
    board.say(f"{asked.unit_class.bits} bits: vectors of width {width}")
    steps, patience = (size * 2 ** min(effort, 5) for size in (250, 15))
    found = rounded_grid_upper(asked, width, rng, steps=steps, patience=patience, deadline=board.deadline)
    _post(board, found)
    return found


def _post(board: Board, found: Bound | None) -> None:
    if found is not None:
        board.post(found)


def _on_a_circle(bound: Bound, width: int) -> Tables | None:
    """Tables of items on a circle, in the order of an upper bound by the moment curve, each query with a wide gap."""
    items = items_of_order(bound, width) if 0 < bound.value <= width else None
    if items is None or len(bound.question.pattern.rows) * len(items) > MAX_FITTED:
        return None
    table = pattern_array(bound.question)[: len(bound.question.pattern.rows)]
    return widest_queries(np.where(np.abs(table) == 1, table, 0).astype(float), items), items


def _tables(bound: Bound) -> Tables:
    """The real tables of an upper bound, in floats, each coordinate of the items scaled to [-1, 1]."""
    tables = unit_tables(bound)
    extents = [max((abs(key[i]) for key in tables.keys), default=0) or 1 for i in range(tables.m)]
    items = np.array([[float(entry / e) for entry, e in zip(key, extents, strict=True)] for key in tables.keys])
    queries = []
    for query in tables.queries:
        scaled = [entry * e for entry, e in zip(query, extents, strict=True)]
        largest = max(map(abs, scaled), default=0) or 1
        queries.append([float(entry / largest) for entry in scaled])
    return np.array(queries).reshape(-1, tables.m), items.reshape(-1, tables.m)


def _no_more_than(real: Bracket, found: Mapping[int, Bracket]) -> Bracket:
    """For real vectors what is known, with vectors of few bits where they are narrower."""
    uppers = [bracket.upper for bracket in found.values() if isinstance(bracket.upper, Bound)]
    best = min(uppers, key=lambda bound: bound.value, default=None)
    if best is None or real.upper is None or best.value >= real.upper.value:
        return real
    return Bracket(real.question, real.lower, real_upper(best), real.seconds, real.notes, real.told)


def _hand_down(found: dict[int, Bracket]) -> None:
    """Tables of fewer bits are tables of more, where they are narrower."""
    rising: Iterator[int] = iter(sorted(found))
    best: Bound | None = None
    for p in rising:
        bracket = found[p]
        if best is not None and (bracket.upper is None or best.value < bracket.upper.value):
            asked = least_size(bracket.question, "m", grid_class(p))
            method = f"the vectors of fewer bits: {best.evidence.method}"
            upper = certified_bound(asked, "upper", best.value, method, best.claim()["evidence"])
            found[p] = Bracket(bracket.question, bracket.lower, upper, bracket.seconds, bracket.notes, bracket.told)
        if isinstance(found[p].upper, Bound):
            best = found[p].upper  # type: ignore[assignment]
