"""How wide embeddings have to be if some queries may fail: a bracket for each number of failing queries."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from math import floor
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bounds.bound import Bound, TooLongToCheckError, bounds_in
from ..bounds.lower.cycle import cycle_lower
from ..bounds.patterns import sparse_pattern, trivial_lower
from ..bounds.tolerance import Core, core_question, cores_lower, counted_lower, kept_question, left_out_upper
from ..bounds.upper.embeddings import Embeddings
from ..bounds.upper.moment_curve import bound_of_sparse_order
from ..bounds.upper.tables import rounded_tables_upper
from ..display.answer import flat
from ..display.html import framed, table
from ..display.input_error import spelled
from ..questions import Question, least_size
from ..questions.tolerant import Tolerant
from ..solvers.arrays import Ints
from ..solvers.sign_rank.hard_cores import SCALE, Packing, Part, pack
from ..solvers.sparse_signs.embedding_search import Vectors
from ..solvers.sparse_signs.kept_order import order_for_most
from ..solvers.sparse_signs.trimmed_search import rows_of, trimmed_vectors
from ..tasks import TaskError
from ..tasks.relevance import MergedRelevance, Relevance, merge
from ..tasks.words import counted
from .answer import INTERRUPTED, Answer, AnswerTable
from .board import LocalBoard, Watch
from .large_patterns import CHECKED, DENSE
from .least import least_answer
from .relevance import RelevanceOptions, Width, arrays_of, data_json, embeddings_of, read_line, read_lines, relevance_of
from .start import Start, bounds_to_start_from

FOR_ALL = 0.3
"""The part of the budget for vectors without failing queries, and against them."""

SLICE, SLICES = 0.5, 8
"""Seconds for hard cores of one width at a time, at least, and the part of a turn that they are."""

MOST_NAMED = 12
"""Failing queries that are named."""

_INTEGER = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[0-9]{0,3}(\.[0-9]{1,12})?")


def wrong_given(given: Any, queries: int) -> tuple[int, ...]:
    """Numbers of queries that may fail, from a number, several, or a text such as ``0,10,20``.

    Raises
    ------
    TaskError
        If one is none, or not below the number of queries.

    Examples
    --------
    >>> wrong_given("20,0", 100), wrong_given(5, 10)
    ((0, 20), (5,))
    """
    found = []
    for one in _listed(given):
        text = str(int(one)) if isinstance(one, np.integer) else str(one).strip()
        if isinstance(one, bool) or not _INTEGER.fullmatch(text):
            raise TaskError(
                f"‹at_most_wrong› must be numbers of queries that may fail, such as 20 or 0,10,20, got {text[:40]!r}"
            )
        if int(text) >= queries:
            raise TaskError(
                f"‹at_most_wrong› must be below the number of queries, which is {queries}, got {text}; "
                f"try ‹at_most_wrong={queries // 20}›"
            )
        found.append(int(text))
    if not found:
        raise TaskError("‹at_most_wrong› must be numbers of queries that may fail, got none; try 0,10,20")
    return tuple(sorted(set(found)))


def recall_given(given: Any, queries: int) -> tuple[int, ...]:
    """How many queries may fail if a share of them, above 0 and at most 1, must not: the share is taken exactly.

    Raises
    ------
    TaskError
        If a share is none.

    Examples
    --------
    >>> recall_given(0.95, 1000), recall_given("1,0.9", 46)
    ((50,), (0, 4))
    """
    found = []
    for one in _listed(given):
        text = str(one).strip()
        good = not isinstance(one, bool) and text and _NUMBER.fullmatch(text)
        share = Fraction(text) if good and text != "." else Fraction(0)
        if not 0 < share <= 1:
            raise TaskError(
                f"‹recall› is the share of the queries that must not fail, above 0 and at most 1, got {text[:40]!r}; "
                "try ‹recall=0.95›"
            )
        found.append(floor((1 - share) * queries))
    if not found:
        raise TaskError("‹recall› must be shares of the queries, got none; try ‹recall=0.95›")
    return tuple(sorted(set(found)))


def _listed(given: Any) -> list[Any]:
    if isinstance(given, str):
        return given.split(",")
    plain = given.ravel().tolist() if hasattr(given, "ravel") else given
    return list(plain) if isinstance(plain, Iterable) else [plain]


@dataclass(frozen=True)
class ToleranceAsked:
    """The least d such that vectors of R^d rank for all queries but so many, for each number.

    Attributes
    ----------
    merged : MergedRelevance
        A row for the queries that ask for the same items, or for all but these.
    wrong : tuple of int
        How many queries may fail: a query does unless all its relevant items score above all others.
    question : Question
        The pattern of the rows.
    """

    merged: MergedRelevance
    wrong: tuple[int, ...]
    question: Question

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many queries each row stands for."""
        found = [0] * self.question.shape[0]
        for one in self.merged.asked:
            if one.row is not None:
                found[one.row] += 1
        trivial = sum(one.row is None for one in self.merged.asked)
        return tuple(count or max(1, trivial) for count in found)

    def tolerant(self, wrong: int) -> Tolerant:
        """The question for one number of failing queries."""
        return Tolerant(self.question, wrong, self.counts if set(self.counts) != {1} else ())

    def asked(self, wrong: int) -> Width:
        """The same, as what is asked for."""
        return Width(least_size(self.tolerant(wrong)))


def tolerance_question(data: Any, options: RelevanceOptions) -> ToleranceAsked:
    """The question about relevance data of which some queries may fail.

    Raises
    ------
    TaskError
        If the data cannot be read, an option does not go with failing queries, or a number is out of range.
    """
    if options.recall is not None and options.at_most_wrong is not None:
        raise TaskError("‹recall› and ‹at_most_wrong› say the same in two ways; leave out one of them")
    name = "recall" if options.recall is not None else "at_most_wrong"
    if options.score != "inner":
        raise TaskError(f"‹{name}› is for inner products; leave out ‹score›")
    for other in ("bits", "margin", "at", "noise", "document_vectors", "query_vectors"):
        if getattr(options, other) is not None:
            raise TaskError(f"‹{name}› is for vectors of real numbers without a margin; leave out ‹{other}›")
    relevance = relevance_of(data, options)
    zero = options.threshold == "zero"
    merged = merge(relevance, zero=zero)
    if merged.graded:
        levels = relevance.levels
        raise TaskError(
            f"‹{name}› counts queries with one grade each, and some have several; say from which grade on an item is "
            f"relevant, as in ‹relevant_from={levels[len(levels) // 2]:g}›"
        )
    queries = len(relevance.queries)
    given = recall_given(options.recall, queries) if name == "recall" else wrong_given(options.at_most_wrong, queries)
    return ToleranceAsked(merged, given, merged.question(null=zero))


@dataclass(frozen=True, repr=False)
class ToleranceAnswer(AnswerTable):
    """An answer for each number of queries that may fail, by ``answer[wrong]``.

    Attributes
    ----------
    merged : MergedRelevance
        What was asked after merging what is alike.
    """

    asked: ToleranceAsked = field(kw_only=True)
    stopped: bool = field(default=False, kw_only=True)

    @property
    def merged(self) -> MergedRelevance:
        """What was asked after merging what is alike."""
        return self.asked.merged

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def interrupted(self) -> bool:
        return self.stopped or super().interrupted

    def failing(self, wrong: int) -> tuple[str, ...]:
        """Ids of the queries that fail with the vectors of the upper bound: at most so many."""
        upper = self[wrong].upper
        rows = set() if upper is None else set(upper.evidence.proof["rows"])
        last = len(self.merged.selected)
        found = (one for one in self.merged.asked if (last if one.row is None else one.row) in rows)
        return tuple(self.data.queries[one.query] for one in found)

    def embeddings(self, wrong: int, type: str = "float64", query_type: str = "") -> Embeddings:
        """Vectors of the upper bound for all queries and items, verified after rounding; failing queries have zeros.

        Raises
        ------
        EmbeddingError
            If the tables do not survive being rounded to the type.
        """
        upper, merged = self[wrong].upper, self.merged
        assert upper is not None  # it is known by a simplex
        ids = [self.data.items[item] for item in merged.items]
        gone = set(upper.evidence.proof["rows"])
        kept = [row for row in range(self.asked.question.shape[0]) if row not in gone]
        place = {row: k for k, row in enumerate(kept)}
        stated = upper.evidence.proof["from"]
        if not stated:
            return Embeddings(np.zeros((len(merged.asked), 0)), np.zeros((len(self.data.items), 0)), float("inf"))
        (rest,) = bounds_in({"question": self.asked.question.to_json(), "claims": stated})
        table = embeddings_of(rest, type, ids, query_type=query_type)
        vectors = np.zeros((len(merged.asked), table.d), dtype=table.queries.dtype)
        last = len(merged.selected)
        for number, one in enumerate(merged.asked):
            row = place.get(last if one.row is None else one.row)
            if row is not None:
                vectors[number] = -table.queries[row] if one.negated else table.queries[row]
        items = table.items[merged.column_of]
        items[merged.negated_items] *= -1
        return Embeddings(vectors, items, table.margin)

    def arrays(self, wrong: int, type: str = "float64", query_type: str = "") -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: ``queries``, ``items``, ``query_ids``, ``item_ids``, and ``failing`` ids."""
        found = self.embeddings(wrong, type, query_type)
        arrays = arrays_of(self.merged, found, range(len(self.merged.asked)), graded=False)
        return {**arrays, "failing": np.array(self.failing(wrong), dtype=str)}

    def margin_ceiling(self) -> None:
        """No bound of the margin is worked out where queries may fail."""

    def recall(self, wrong: int) -> float:
        """The share of the queries that do not fail."""
        return 1 - wrong / len(self.data.queries)

    @property
    def in_a_line(self) -> str:
        return f"{self.data.words}: " + ", ".join(
            f"{wrong} may fail: d = {one.values}" for wrong, one in self.answers.items()
        )

    def lines(self) -> Iterator[str]:
        """What the command line prints, without notes."""
        yield f"  merged: {self.merged.words}"
        own = "threshold 0" if self.asked.question.null else "a threshold per query"
        state = "closed" if self.closed else "open"
        yield f"least dimension d by inner products, {own}, if queries may fail   {state} in {self.seconds:.2f} s"
        yield "  a query fails unless all its relevant items score above all others"
        yield "  may fail    recall          d"
        for name, answer in self.answers.items():
            yield f"  {name:>8s}  {self.recall(int(name)):8.4g}{answer.values:>11s}"
        for name, answer in self.answers.items():
            yield from (f"  {name} may fail: {bound.said('d')}" for bound in answer.bounds)
            if failing := self.failing(int(name)):
                shown = ", ".join(failing[:MOST_NAMED]) + (", .." if len(failing) > MOST_NAMED else "")
                yield f"       {counted(len(failing), 'failing query')}: {spelled(shown)}"

    def all_notes(self) -> tuple[str, ...]:
        """What is to be said besides."""
        if self.interrupted:
            return ("interrupted; all bounds hold, and what is open was not looked for to the end of the time",)
        if not self.closed:
            return ("what is open was neither refuted nor found in the time: a longer ‹budget› may narrow it",)
        return ()

    def __str__(self) -> str:
        read, notes = map(spelled, read_lines(self.merged)), (f"  note: {spelled(note)}" for note in self.all_notes())
        return "\n".join([*read, *list(self.lines())[1:], *notes])

    @property
    def read(self) -> str:
        """How the data were read, in one line."""
        return read_line(self.merged)

    def _repr_html_(self) -> str:
        rows = [(name, f"{self.recall(int(name)):.4g}", one.values) for name, one in self.answers.items()]
        return framed(self.data.words, table(rows, ("queries that may fail", "recall", "d")))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of failing queries."""
        return [{"wrong": int(name), **flat(answer.to_json())} for name, answer in self.answers.items()]

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount dimension --at-most-wrong --json`` prints."""
        return {
            **data_json(self.merged),
            "threshold": "zero" if self.asked.question.null else "free",
            "at_most_wrong": {
                name: {"recall": self.recall(int(name)), "failing": list(self.failing(int(name))), **answer.to_json()}
                for name, answer in self.answers.items()
            },
            "closed": self.closed,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
        }


def tolerance_answer(
    asked: ToleranceAsked,
    *,
    budget: float = 60.0,
    seed: int = 0,
    start: Start | None = None,
    watch: Watch | None = None,
) -> ToleranceAnswer:
    """An answer for each number of queries that may fail; see ``ask``.

    Guarantee
    ---------
    All bounds hold: the checker has accepted each, the weights of the hard cores and the list of failing queries too.

    Examples
    --------
    >>> rows = [[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]]
    >>> answer = tolerance_answer(tolerance_question(rows, RelevanceOptions(at_most_wrong="0,1")))
    >>> [(wrong, one.lower.value, one.upper.value, answer.failing(int(wrong))) for wrong, one in answer.answers.items()]
    [('0', 2, 2, ()), ('1', 1, 1, ('0',))]
    """
    began = time.monotonic()
    of_all = Width(least_size(asked.question))
    widths = {wrong: asked.asked(wrong) for wrong in asked.wrong}
    known = bounds_to_start_from(start, of_all.stated, *(one.stated for one in widths.values()))
    whole = least_answer(of_all, budget=max(0.01, FOR_ALL * budget), seed=seed, watch=watch, start=known)
    search = _Search(asked, whole, began + budget, seed, watch)
    for bound in known:
        search.keep(bound)
    stopped = whole.interrupted
    try:
        if not stopped:
            search.run()
    except KeyboardInterrupt:
        stopped = True
    answers = {str(wrong): search.answer(wrong, began, stopped=stopped) for wrong in asked.wrong}
    title = f"{asked.merged.data.words}, some queries may fail"
    return ToleranceAnswer(title, answers, time.monotonic() - began, asked=asked, stopped=stopped)


class _Search:
    """Bounds for each number of failing queries, which get better."""

    def __init__(self, asked: ToleranceAsked, whole: Answer, deadline: float, seed: int, watch: Watch | None) -> None:
        self.asked, self.whole, self.deadline, self.seed = asked, whole, deadline, seed
        self.signs = sparse_pattern(asked.question)
        self.counts = np.array(asked.counts)
        self.packings: dict[int, Packing] = {}
        self.cores: dict[tuple[Part, int], Core | None] = {}
        self.lower: dict[int, Bound] = {}
        self.upper: dict[int, Bound] = {}
        every, first = tuple(range(asked.question.shape[0])), whole.lower
        columns = tuple(range(asked.question.columns))
        assert whole.upper is not None  # it is known by a simplex
        self.deadline -= min(
            0.3 * max(0.0, deadline - time.monotonic()), 2 * CHECKED * len(every) * len(columns) * whole.upper.value
        )  # what the checker takes
        for wrong in asked.wrong:
            question = asked.tolerant(wrong)
            self.lower[wrong] = trivial_lower(question)
            self.upper[wrong] = left_out_upper(question, whole.upper, [], whole.upper.how)
            if not wrong and first.value:
                self.keep(cores_lower(question, [Core(every, columns, first)], [1], 1))
            if sum(self.counts) <= wrong:
                self.keep(left_out_upper(question, None, every, "every query that tells items apart may fail"))
            if (bound := counted_lower(question)) is not None:
                self.keep(bound)
        self.board = LocalBoard(asked.asked(asked.wrong[0]), seed, deadline, self._ends(asked.wrong[0]), watch)

    def keep(self, bound: Bound) -> None:
        """Keep what is better than what is known."""
        question = bound.question
        if not isinstance(question, Tolerant):
            return
        known = self.lower if bound.side == "lower" else self.upper
        wrong = question.wrong
        if (bound.value > known[wrong].value) if bound.side == "lower" else (bound.value < known[wrong].value):
            known[wrong] = bound

    def _ends(self, wrong: int) -> tuple[Bound, Bound]:
        return self.lower[wrong], self.upper[wrong]

    def answer(self, wrong: int, began: float, *, stopped: bool) -> Answer:
        """The answer for one number."""
        notes = (INTERRUPTED,) if stopped else ()
        return Answer(self.asked.asked(wrong), *self._ends(wrong), time.monotonic() - began, notes)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return time.monotonic() >= self.deadline or not self._open()

    def _open(self, value: int | None = None) -> list[int]:
        """The numbers whose bracket is open, at a value if one is given."""
        found = [wrong for wrong in self.asked.wrong if self.lower[wrong].value < self.upper[wrong].value]
        if value is None:
            return found
        return [wrong for wrong in found if self.lower[wrong].value <= value < self.upper[wrong].value]

    def run(self) -> None:
        """Both sides in turn, each time with more time, most of it for the cores, which go on from those before."""
        seconds = max(0.3, (self.deadline - time.monotonic()) / 12)
        turn = 0
        while not self.over:
            self._narrower(seconds / (1 + turn), turn)
            self._wider(seconds, turn)
            seconds, turn = 2 * seconds, turn + 1

    def _narrower(self, seconds: float, turn: int) -> None:
        """Vectors for most queries: from the width of the upper bounds down."""
        until = min(self.deadline, time.monotonic() + seconds)
        top = max((self.upper[wrong].value for wrong in self._open()), default=0) - 1
        start: Vectors | None = None
        for d in range(top, 0, -1):
            if time.monotonic() >= until:
                return
            wrongs = self._open(d)
            if not wrongs:
                continue
            self.board.say(f"upper bound: orders for d = {d}")
            self._on_a_curve(d, wrongs, turn, until)
            wrongs = self._open(d)
            if not wrongs:
                continue
            self.board.say(f"upper bound: vectors for d = {d}")
            share = min(until, time.monotonic() + max(0.2, (until - time.monotonic()) / d))
            found = trimmed_vectors(
                self.signs, self.counts, d + self.asked.question.offset, free=not self.asked.question.null,
                deadline=share, start=start, enough=min(wrongs), rounds=4 + 4 * turn, seed=self.seed + turn,
                report=lambda text, d=d: self.board.say(f"upper bound: d = {d}, {text}"),  # type: ignore[misc]
            )  # fmt: skip
            if found is not None:
                signs, vectors = rows_of(self.signs, found.kept), found.vectors
                self._post(found.failing, wrongs, partial(rounded_tables_upper, signs=signs, found=vectors))

    def _on_a_curve(self, d: int, wrongs: Sequence[int], turn: int, until: float) -> None:
        """Keys on the moment curve, in an order along which most rows change sign seldom."""
        changes = d + self.asked.question.offset - 1
        if self.signs.plus.nnz > DENSE * self.signs.shape[0] * self.signs.shape[1]:
            return
        order, failing = order_for_most(
            self.signs, self.counts, changes, rng=random.Random(self.seed + turn), tries=5 + 10 * turn,
            stop=lambda: time.monotonic() >= until,
        )  # fmt: skip
        self._post(failing, wrongs, lambda rest: bound_of_sparse_order(rest, order.tolist(), changes))

    def _post(self, failing: Ints, wrongs: Sequence[int], made: Callable[[Question], Bound | None]) -> None:
        """Keep a bound of the other rows, if few enough fail."""
        count = int(self.counts[failing].sum())
        wrongs = [wrong for wrong in wrongs if count <= wrong]
        rest = kept_question(self.asked.question, failing.tolist()) if wrongs else None
        if rest is None:
            return
        try:
            bound = made(rest)
            if bound is None:
                return
            for wrong in wrongs:
                question = self.asked.tolerant(wrong)
                method = f"{bound.how}, for all but {count} of {question.total} queries"
                self.keep(left_out_upper(question, bound, failing.tolist(), method))
        except TooLongToCheckError:
            return

    def _wider(self, seconds: float, turn: int) -> None:
        """Hard cores against the widths of the lower bounds, in turn, as long as there are more."""
        until, more, rounds = min(self.deadline, time.monotonic() + seconds), True, 0
        while more and time.monotonic() < until:
            more, rounds = False, rounds + 1
            for d in range(1, max((self.upper[wrong].value for wrong in self._open()), default=1)):
                wrongs, packing = self._open(d), self.packings.get(d)
                if not wrongs or time.monotonic() >= until:
                    continue
                known = len(packing.parts) if packing else 0
                share = min(until, time.monotonic() + max(SLICE, seconds / SLICES))
                packing = self.packings[d] = pack(
                    self.signs, self.asked.counts, d + self.asked.question.offset, free=not self.asked.question.null,
                    rng=random.Random(self.seed + 10_000 * turn + 100 * rounds + d), stop=partial(_is_past, share),
                    enough=max(wrongs) + 1.001, packing=packing,
                    report=lambda text, d=d: self.board.say(f"lower bound: d = {d}, {text}"),  # type: ignore[misc]
                )  # fmt: skip
                self._of_cores(packing, d, wrongs)
                more |= len(packing.parts) > known
                if not packing.parts:
                    break  # there are none against a larger width

    def _of_cores(self, packing: Packing, d: int, wrongs: Sequence[int]) -> None:
        """Keep what the cores say of these numbers."""
        wrongs = [wrong for wrong in wrongs if packing.value > wrong + 1e-6]
        if not wrongs:
            return
        kept = [(part, weight) for part, weight in zip(packing.parts, packing.integers(), strict=True) if weight]
        cores = [self._certified(part, d + 1) for part, _ in kept]
        chosen = [(core, weight) for core, (_, weight) in zip(cores, kept, strict=True) if core is not None]
        total = sum(weight for _, weight in chosen)
        for wrong in wrongs:
            if total > wrong * SCALE:
                try:
                    weights = [weight for _, weight in chosen]
                    self.keep(cores_lower(self.asked.tolerant(wrong), [core for core, _ in chosen], weights, SCALE))
                except TooLongToCheckError:
                    continue

    def _certified(self, part: Part, value: int) -> Core | None:
        """A core with a bound that the checker has accepted."""
        if (part, value) not in self.cores:
            question = core_question(self.asked.question, part.rows, part.columns)
            rank = value + question.offset
            bound = cycle_lower(question, above=rank - 1, enough=lambda: rank)
            good = bound is not None and bound.value >= value
            self.cores[part, value] = Core(part.rows, part.columns, bound) if bound and good else None
        return self.cores[part, value]


def _is_past(until: float) -> bool:
    return time.monotonic() >= until
