"""Which items are relevant to which queries: a sparse matrix of grades with the ids of its rows and columns."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sparse

from ...questions.question import plain_label
from ..task import TaskError
from ..words import counted
from .reading import Reading

OTHERS = "(others)"
"""The item that stands for all that are relevant to no query."""


@dataclass(frozen=True, eq=False)
class Relevance:
    """Queries by items: how relevant each item is to each query.

    Attributes
    ----------
    queries, items : sequences of str
        The ids of the rows and of the columns; each different from the others of its kind.
    grades : sparse array, shape (queries, items)
        Numbers > 0 where an item is relevant; what is not stored is not relevant. A larger grade is more relevant.
    free : sparse array of booleans, same shape
        Pairs that nothing is asked about, such as a vertex of a graph and itself.
    name : str
        Where it comes from, for reports.
    read : Reading
        How it was read.
    below : int
        Pairs that had a grade below 0, which says not relevant.
    threshold : float, optional
        The grade from which on pairs are relevant, if one was asked for.
    has_others : bool
        Whether the last item stands for all others of the collection.

    Raises
    ------
    TaskError
        If there is no query or no item, an id occurs twice, a grade is negative or no number, or the shapes differ.

    Examples
    --------
    >>> data = relevance([("q1", "a", 1), ("q1", "b", 1), ("q2", "c", 1)])
    >>> data.queries, data.items, data.pairs
    (('q1', 'q2'), ('a', 'b', 'c'), 3)
    """

    queries: Sequence[str]
    items: Sequence[str]
    grades: Any
    free: Any
    name: str = "relevance"
    read: Reading = Reading("", "")
    below: int = 0
    threshold: float | None = None
    has_others: bool = False

    def __post_init__(self) -> None:
        shape = (len(self.queries), len(self.items))
        for what, found in (("grades", self.grades.shape), ("free pairs", self.free.shape)):
            if found != shape:
                raise TaskError(f"{self.name}: the {what} have the shape {found}, but the ids say {shape}")
        for what, ids in (("query", self.queries), ("item", self.items)):
            if not ids:
                raise TaskError(f"{self.name} has no {what}, so nothing is asked; check the file and its format")
            if len(set(ids)) < len(ids):
                twice = next(name for name, count in Counter(ids).items() if count > 1)
                raise TaskError(f"{self.name}: the {what} id {twice[:80]!r} occurs twice; give each {what} its own")
        grades = sparse.csr_array(self.grades)
        values = grades.data
        wrong = ~np.isfinite(values) | (values < 0)
        if wrong.any():
            place = int(np.argmax(wrong))
            row = int(np.searchsorted(grades.indptr, place, side="right")) - 1
            raise TaskError(
                f"{self.name}: the grade of {self.items[int(grades.indices[place])][:80]!r} for "
                f"{self.queries[row][:80]!r} must be a number >= 0, got {values[place]}; "
                "write 0, or leave the pair out, where an item is not relevant; mask it (numpy.ma) to ask nothing"
            )
        free = sparse.csr_array(self.free, dtype=bool)
        if free.nnz:  # nothing is asked there, whatever the grade
            grades = sparse.csr_array(grades - grades.multiply(free))
        for table in (grades, free):
            table.sum_duplicates()
            table.eliminate_zeros()
            table.sort_indices()
        object.__setattr__(self, "grades", grades)
        object.__setattr__(self, "free", free)

    @property
    def pairs(self) -> int:
        """Relevant pairs."""
        return int(self.grades.nnz)

    @property
    def most(self) -> int:
        """The largest number of items relevant to one query."""
        return int(np.diff(self.grades.indptr).max())

    @property
    def all_relevant(self) -> bool:
        """Whether every item is relevant to some query, or nothing is asked of it."""
        asked = np.diff(sparse.csc_array(self.grades).indptr) + np.diff(sparse.csc_array(self.free).indptr)
        return bool((asked > 0).all())

    def with_others(self) -> Relevance:
        """With one item more, which is relevant to no query: it stands for all further items of a collection.

        They may share a vector, so one is enough.

        Raises
        ------
        TaskError
            If there is an item of its name.

        Examples
        --------
        >>> relevance([("q1", "a", 1), ("q2", "b", 1)]).with_others().items
        ('a', 'b', '(others)')
        """
        if OTHERS in self.items:
            raise TaskError(
                f"{self.name}: an item is called {OTHERS!r}, the name of what ‹others› adds; leave that out"
            )
        more = sparse.csr_array((len(self.queries), 1))
        grades, free = sparse.hstack([self.grades, more]), sparse.hstack([self.free, more.astype(bool)])
        return replace(self, items=(*self.items, OTHERS), grades=grades, free=free, has_others=True)

    def from_grade(self, least: float) -> Relevance:
        """With the pairs of at least this grade relevant, and no others: one threshold, no levels.

        Raises
        ------
        TaskError
            If it is not above 0, or no grade is so large.

        Examples
        --------
        >>> relevance([("q1", "a", 4), ("q1", "b", 3), ("q2", "c", 5)]).from_grade(4).pairs
        2
        """
        if not 0 < least < float("inf"):
            raise TaskError(f"‹relevant_from› must be above 0, got {least:g}: pairs that are not listed have 0; try 1")
        kept = self.grades.copy()
        kept.data = (kept.data >= least).astype(float)
        if self.pairs and not kept.data.any():
            raise TaskError(
                f"{self.name}: no grade is at least {least:g}, the largest is {self.grades.data.max():g}; take "
                "a smaller ‹relevant_from›"
            )
        return replace(self, grades=kept, threshold=least)

    @property
    def levels(self) -> tuple[float, ...]:
        """The different grades above 0, rising."""
        return tuple(np.unique(self.grades.data).tolist())

    @property
    def levels_words(self) -> str:
        """The grades in words.

        >>> relevance([("q1", "a", 4), ("q1", "b", 3), ("q2", "c", 5)]).levels_words
        '3 grades, 3..5'
        """
        levels = self.levels
        if self.threshold is not None:
            return f"relevant from grade {self.threshold:g} on"
        if len(levels) < 2:
            return f"one grade, {levels[0]:g}" if levels else "no grade above 0"
        return f"{len(levels)} grades, {levels[0]:g}..{levels[-1]:g}"

    @property
    def words(self) -> str:
        """Its size in words.

        >>> relevance([("q1", "a", 1), ("q1", "b", 1), ("q2", "c", 1)]).words
        'relevance: 2 queries, 3 items, 3 relevant pairs, at most 2 for a query'
        """
        free = f", {counted(self.free.nnz, 'pair')} free" if self.free.nnz else ""
        return (
            f"{plain_label(self.name)}: {counted(len(self.queries), 'query')}, {counted(len(self.items), 'item')}, "
            f"{counted(self.pairs, 'relevant pair')}, at most {self.most} for a query{free}"
        )


def relevance(
    pairs: Iterable[tuple[str, str, float]],
    name: str = "relevance",
    items: Iterable[str] = (),
    queries: Iterable[str] = (),
    repeated: str | None = None,
) -> Relevance:
    """Relevance from (query, item, grade), in the order of appearance; a grade of 0 names an item only.

    Parameters
    ----------
    pairs : iterable of (query id, item id, grade)
        A pair may occur again with the same grade. A grade below 0 says not relevant.
    name : str
    items, queries : iterables of ids, optional
        Those that come first, whether or not they occur in a pair.
    repeated : "largest" or "smallest", optional
        Which grade counts of a pair with two; refused if left out.

    Raises
    ------
    TaskError
        If an id is empty, a pair occurs with two grades, or as ``Relevance`` says.

    Examples
    --------
    >>> relevance([("q", "a", 1), ("q", "b", 0)]).words
    'relevance: 1 query, 2 items, 1 relevant pair, at most 1 for a query'
    >>> relevance([("q", "a", 1), ("q", "a", 2)])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    headcount.tasks.task.TaskError: relevance: 'a' has two grades for 'q', 1 and 2; keep one of them, or ...
    """
    order = {query: place for place, query in enumerate(dict.fromkeys(queries))}
    places = {item: place for place, item in enumerate(dict.fromkeys(items))}
    rows, columns, values = array("q"), array("q"), array("d")  # a million pairs as objects would take 300 MB
    for query, item, grade in pairs:
        if not query or not item:
            what, other = ("query", item) if not query else ("item", query)
            raise TaskError(
                f"{name}: the {what} id beside {other[:80]!r} is missing; fill it in, or leave the line out"
            )
        rows.append(order.setdefault(query, len(order)))
        columns.append(places.setdefault(item, len(places)))
        values.append(grade)
    listed = np.array(rows), np.array(columns), np.array(values)
    row, column, value = listed_once(*listed, tuple(order), tuple(places), name, repeated)
    table = sparse.csr_array((np.maximum(value, 0), (row, column)), shape=(len(order), len(places)))
    free = sparse.csr_array(table.shape, dtype=bool)
    return Relevance(tuple(order), tuple(places), table, free, name, below=int((value < 0).sum()))


def listed_once(
    rows: Any, columns: Any, values: Any, queries: Sequence[str], items: Sequence[str], name: str, repeated: str | None
) -> tuple[Any, Any, Any]:
    """Each pair once, by rows; refuses one with two grades, unless it is said which counts: that comes first here."""
    sort = np.lexsort((-values if repeated == "largest" else values, columns, rows))
    rows, columns, values = rows[sort], columns[sort], values[sort]
    again = (rows[1:] == rows[:-1]) & (columns[1:] == columns[:-1])
    two = again & (values[1:] != values[:-1])
    if two.any() and repeated is None:
        place = int(np.argmax(two))
        raise TaskError(
            f"{name}: {items[columns[place]][:80]!r} has two grades for {queries[rows[place]][:80]!r}, "
            f"{values[place]:g} and {values[place + 1]:g}; keep one of them, or say which counts, as in "
            "‹repeated=largest›"
        )
    kept = np.concatenate([[True], ~again]) if len(rows) else np.zeros(0, dtype=bool)
    return rows[kept], columns[kept], values[kept]
