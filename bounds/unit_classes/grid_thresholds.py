"""Is there a unit of class GRID of this size? One head for a pattern, or H heads that share out the q-subsets.

Tried in this order: counting; the sign-rank bound (one head only); a short search by cases, at the fewest bits first,
since a smaller grid lies in a larger one; real tables with a wide gap, rounded (if no scores have to tie); annealing;
the search by cases to its end. Every answer is the checker's: tables are multiplied out by it, a proof by cases is
replayed by it. What none of them decides is open.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...certificates.meter import LIMIT
from ...questions.grid import GRIDS
from ...questions.least_size import LeastSize
from ...questions.question import Question
from ...solvers.outcome import Verdict
from ...solvers.units.grid_annealing import MAX_POINTS as MOST_ANNEALED
from ...solvers.units.grid_annealing import GridTables, NotFound, anneal_keys, with_queries
from ...solvers.units.grid_case_search import search_cases
from ...solvers.units.key_cases import MAX_POINTS, CasesClosed, KeysFound, Row
from ...solvers.units.rows_of_heads import lists_of_rows
from ..bound import Bound, CheckerRefusedError, TooLongToCheckError, as_for_real_units, certified_bound
from ..patterns import by_tables
from ..upper.grid_tables import rounded_grid_upper

SHORT = 50_000
"""Cases of the first search, a second in compiled code: most sizes are decided by a few hundred."""

MOST_ON_FEWER = 1_000_000
"""Cases of each search on some of the positions."""

MOST_STEPS = 8 * LIMIT
"""Steps of the checker for one refutation, some four minutes; one that takes more than ``LIMIT`` says so."""

ROUNDED_STEPS = 1000
"""Steps towards real tables with a wide gap."""

Trees = list[list[list[int]]]


@dataclass(frozen=True)
class GridAnswer:
    """Whether there is a unit of this size; ``bound`` is what the checker has accepted, None if open.

    ``method`` says how it was decided, or what ran out; ``is_final``: more time is of no use.
    """

    status: Verdict
    method: str
    bound: Bound | None
    seconds: float = 0.0
    is_final: bool = False


def decide_grid(asked: LeastSize, value: int, budget: float) -> GridAnswer:
    """Decide whether a unit of class GRID with so much of the resource exists.

    Parameters
    ----------
    asked : LeastSize
        The least m or p in class GRID, for a question of order 2 (qsa, match2, pattern), or ``shared``: exactly H
        heads. The bound is about it: at most ``value``, or at least ``value + 1``.
    value : int
        m >= 0 or p >= 1.
    budget : float
        Seconds.

    Raises
    ------
    ValueError
        If another class or resource is asked for, or p is 0.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question, shared_question
    >>> asked = least_size(qsa_question(5, 1), "m", "GRID(1, midrise, gap 1)")
    >>> [decide_grid(asked, m, 10).status.existence for m in (1, 2, 3)]
    ['infeasible', 'infeasible', 'feasible']
    >>> two_heads = least_size(shared_question(5, 2, 2, "sum"), "p", "GRID(p, midrise, gap 1)", m=2)
    >>> decide_grid(two_heads, 1, 10).bound.value
    2
    """
    start = time.monotonic()
    search = _Search(asked, value, start + budget)
    bound = search.decide()
    spent = time.monotonic() - start
    if bound is None:
        method = "neither tables nor a refutation within the budget"
        if search.unchecked:
            method = f"there are no keys, by {search.unchecked} splits into cases, more than the checker goes through"
        return GridAnswer(Verdict.OPEN, method, None, spent, search.unchecked > 0)
    status = Verdict.FEASIBLE if bound.side == "upper" else Verdict.INFEASIBLE
    return GridAnswer(status, bound.evidence.method, bound, spent)


def anneal_grid(asked: LeastSize, value: int, deadline: float) -> Bound | None:
    """That so much of the resource is enough, if annealing finds tables before the deadline.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> asked = least_size(qsa_question(4, 1), "m", "GRID(1, midrise, gap 1)")
    >>> anneal_grid(asked, 2, time.monotonic() + 100).value
    2
    """
    search = _Search(asked, value, deadline)
    return search.anneal(search.unit_class.bits, deadline - time.monotonic())


def decide_by_cases(asked: LeastSize, value: int, cases: int) -> Bound | None:
    """The same by arguments and at most so many cases, whatever the clock says; None if they do not decide it.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> asked = least_size(qsa_question(5, 1), "m", "GRID(1, midrise, gap 1)")
    >>> [(bound.side, bound.value) for bound in (decide_by_cases(asked, m, 1000) for m in (2, 3))]
    [('lower', 3), ('upper', 3)]
    """
    search = _Search(asked, value, math.inf)
    return search.argued() or search.by_cases(search.unit_class.bits, cases, math.inf)


class _Search:
    def __init__(self, asked: LeastSize, value: int, deadline: float) -> None:
        unit_class = asked.unit_class_at(value)
        if unit_class.name != "GRID" or not unit_class.bits:
            raise ValueError(f"asked must be about GRID with its bits, got {unit_class}; try GRID(1, midrise, gap 1)")
        if asked.resource not in ("m", "p"):
            raise ValueError(f"the resource must be m or p, got {asked.resource!r:.40}")
        self.asked, self.value, self.deadline = asked, value, deadline
        self.question, self.unit_class, self.width = asked.question, unit_class, asked.sizes_at(value)[0]
        self.problems = problems_of(self.question)
        self.impossible: set[int] = set()  # bits at which a search has found that there is nothing
        self.unchecked = 0  # splits of a refutation that is too long for the checker

    def decide(self) -> Bound | None:
        if refuted := self.argued():
            return refuted
        for bits in range(1, self.unit_class.bits + 1):
            share = 0.25 if bits == self.unit_class.bits else 0.1  # of the time left
            until = time.monotonic() + share * (self.deadline - time.monotonic())
            found = self.by_cases(bits, SHORT, until)
            if self.unchecked:
                return self._fewer_positions()
            if not found and bits == self.unit_class.bits:
                found = self._rounded(until)
            if not found and bits not in self.impossible:
                found = self.anneal(bits, share * (self.deadline - time.monotonic()))
            if found:
                return found
        return self._fewer_positions() or self.by_cases(self.unit_class.bits, LIMIT, self.deadline)

    def argued(self) -> Bound | None:
        """A refutation that takes no search."""
        return self._counted() or self._sign_rank()

    def _counted(self) -> Bound | None:
        try:
            return self._bound("lower", "counting: more rows than queries", {"kind": "counting"})
        except CheckerRefusedError:
            return None  # the argument does not apply

    def _sign_rank(self) -> Bound | None:
        parameters = dict(self.question.parameters)
        if self.question.task != "qsa" or parameters["q"] == parameters["N"]:  # q = N needs no width at all
            return None
        least = min(2 * parameters["q"], parameters["N"] - 1)
        if self.width >= least:
            return None
        real = certified_bound(self.question, "lower", least, "by symmetry", {"kind": "symmetric", "size": least + 1})
        return self._bound("lower", f"sign-rank: m >= {least}", as_for_real_units(real))

    def by_cases(self, bits: int, limit: int, until: float) -> Bound | None:
        """Search the grid of so many bits; a refutation counts at the bits asked for only."""
        outcome = self._searched(self.problems, bits, limit, until)
        if isinstance(outcome, GridTables):
            return self._tables(outcome, bits, "a search by cases")
        if outcome is None:
            return None
        self.impossible.add(bits)
        return self._refuted(outcome) if bits == self.unit_class.bits else None

    def _searched(
        self, problems: tuple[tuple[Row, ...], ...], bits: int, limit: int, until: float
    ) -> GridTables | Trees | None:
        """Tables, or a tree for each problem, or neither."""
        if bits * max(self.width, 1) >= MAX_POINTS.bit_length():
            return None
        grid, gap, trees = self.unit_class.grid, self.unit_class.gap, []

        def stop() -> bool:
            return time.monotonic() > until

        for rows in problems:
            outcome = search_cases(rows, grid, bits, self.width, gap, limit=limit, stop=stop)
            if isinstance(outcome, KeysFound):
                return with_queries(rows, outcome.keys, GRIDS[grid](bits), gap)
            if not isinstance(outcome, CasesClosed):
                return None
            trees.append(outcome.tree)
            limit -= outcome.cases
        return trees

    def _fewer_positions(self) -> Bound | None:
        """A refutation on some of the positions: a unit for all of them restricts to one for these."""
        if self.question.task not in ("qsa", "shared"):
            return None
        parameters = dict(self.question.parameters)
        for kept in range(parameters["q"] + 1, parameters["N"]):
            fewer = problems_of(self.question, kept)
            outcome = self._searched(fewer, self.unit_class.bits, MOST_ON_FEWER, self.deadline)
            if isinstance(outcome, list):
                return self._refuted(outcome, kept)
        return None

    def _refuted(self, trees: Trees, kept: int | None = None) -> Bound | None:
        """The bound; None if the checker does not decide it within its limit of steps."""
        some, fewer = ("", {}) if kept is None else (f" at {kept} positions", {"positions": kept})
        evidence, splits = {"kind": "grid-cases", "trees": trees, **fewer}, sum(map(len, trees))
        method = f"no keys{some} are possible, by {splits} splits into cases"
        try:
            return self._bound("lower", method, evidence, MOST_STEPS)
        except TooLongToCheckError:
            self.unchecked = splits if kept is None else self.unchecked
            return None

    def _rounded(self, deadline: float) -> Bound | None:
        """Real tables with a wide gap, rounded and repaired, where no ties have to be kept."""
        question = self.question
        if not self.width or question.task in ("qsa", "shared") or question.pattern.has_zeros:
            return None
        rng = np.random.default_rng(0)
        return rounded_grid_upper(self.asked, self.value, rng, steps=ROUNDED_STEPS, deadline=deadline)

    def anneal(self, bits: int, seconds: float) -> Bound | None:
        """Tables over the grid of so many bits, by annealing."""
        if 2 ** (bits * self.width) > MOST_ANNEALED:
            return None
        for rows in self.problems:
            deadline = time.monotonic() + seconds / len(self.problems)
            values = GRIDS[self.unit_class.grid](bits)
            found = anneal_keys(rows, values, self.width, self.unit_class.gap, deadline=deadline)
            if not isinstance(found, NotFound):
                return self._tables(found, bits, "annealing")
        return None

    def _tables(self, found: GridTables, bits: int, method: str) -> Bound:
        spare = f", {bits} bits suffice" if bits < self.unit_class.bits else ""
        return tables_bound(self.asked, self.value, found, f"tables found by {method}{spare}")

    def _bound(self, side: str, method: str, evidence: dict[str, Any], limit: int = LIMIT) -> Bound:
        """That this size is enough, or that it is not, as a bound on the resource asked for."""
        return certified_bound(self.asked, side, self.value + (1 if side == "lower" else 0), method, evidence, limit)


def tables_bound(asked: LeastSize, value: int, found: GridTables, method: str) -> Bound:
    """That so much of the resource is enough, by tables that meet one of ``problems_of`` the question."""
    question = asked.question
    tables = list(zip(found.queries, found.keys, strict=True))
    if question.task == "shared":
        heads = [{"queries": [list(w) for w in queries], "keys": [list(u) for u in keys]} for queries, keys in tables]
        return certified_bound(asked, "upper", value, method, {"kind": "shared-tables", "heads": heads})
    ((of_words, keys),) = tables
    numbers = {word: k for k, ((word,),) in enumerate(problems_of(question)[0])}  # equal rows were searched for once
    queries = [of_words[numbers[row + "0" * question.null]] for row in question.pattern.rows]
    null: dict[str, Any] = {"null_key": list(keys[-1])} if question.null else {}
    keys = keys[:-1] if question.null else keys
    return by_tables(asked, value, method, queries, keys, asked.sizes_at(value)[0], **null)


def problems_of(question: Question, kept: int | None = None) -> tuple[tuple[Row, ...], ...]:
    """The rows to be met (one list of several will do), at all positions or at so many of them."""
    return lists_of_rows(question, question.columns if kept is None else kept)
