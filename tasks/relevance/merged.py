"""Relevance without repetition: identical and complementary queries and items, and trivial queries merged.

Every query asks that its relevant items score above a threshold of its own, all others below. Two queries with the
same relevant items are one; with complementary ones too, because the negated query with the negated threshold does the
other. Two items that are relevant to the same queries can share a key. Where the threshold is 0 for all queries, an
item that is relevant exactly where another one is not takes the negated key; with free thresholds it may not, since
negated scores lie on the other side of another threshold. A query for which all items are relevant, or none, is done by
a threshold alone; with a threshold that is 0 for all queries it needs a vector, the same for all of them. So the least
dimension of the merged pattern is that of the whole, and tables for the one are tables for the other. A query with
several grades asks for one set of items per grade, "at least so relevant". Each is a query of its own here; or, where
grades are *nested*, the sets of a query share its vector and have thresholds of their own, so that the scores of the
query order the grades. Then only queries with all sets alike are merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ...questions import Question, SignPattern, pattern_question
from ...questions.question import MAX_CELLS
from ...questions.relevance import Relevance as ListedPattern
from ...questions.sign_pattern import marked
from ..task import TaskError
from ..words import counted
from .relevance import Relevance

DIGITS = 6
"""Characters, about, of a number in a list: a pattern with so many entries for each listed one is shorter by lists."""

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Asked:
    """One set of items asked for: which query (by number), from which grade on, in which merged row, negated or not."""

    query: int
    grade: float
    row: int | None
    """None if the set is trivial."""
    negated: bool
    """Of a trivial set: whether no item is in it."""


@dataclass(frozen=True, eq=False)
class MergedRelevance:
    """What is left to be asked.

    Attributes
    ----------
    data : Relevance
        What it was made of.
    asked : tuple of Asked
        Every set of items asked for, in the order of the queries, with rising grades.
    selected : tuple of arrays
        The relevant columns of each merged row, rising.
    free : tuple of arrays
        The columns of each merged row that nothing is asked about.
    column_of : array, shape (items,)
        The merged column of each item.
    items : tuple of int
        An item (by number) for each merged column: the first one.
    negated_items : array of booleans, shape (items,)
        Whether the item takes the negated key of its column.
    shared : tuple of int
        The number of the query vector of each merged row, from 0 on, if some rows share one; else empty.

    Examples
    --------
    >>> from .relevance import relevance
    >>> merged = merge(relevance([("q1", "a", 1), ("q2", "a", 1), ("q3", "b", 1), ("q3", "c", 1), ("q1", "d", 0)]))
    >>> merged.words
    '3 queries, 1 of them like another, to 2; 4 items, 1 of them like another, to 3'
    >>> merged.pattern().rows
    ('+--', '-+-')
    """

    data: Relevance
    asked: tuple[Asked, ...]
    selected: tuple[Indices, ...]
    free: tuple[Indices, ...]
    column_of: Indices
    items: tuple[int, ...]
    negated_items: npt.NDArray[np.bool_]
    shared: tuple[int, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns that are left."""
        return len(self.selected), len(self.items)

    @property
    def trivial(self) -> bool:
        """Whether no query has to tell items apart: each asks for all items, or for none."""
        return not self.selected

    @property
    def graded(self) -> bool:
        """Whether some query asks for several sets of items, one per grade."""
        return len(self.asked) != len(self.data.queries)

    @property
    def words(self) -> str:
        """What was merged."""
        rows, columns = self.shape
        trivial = sum(one.row is None for one in self.asked)
        sets = len(self.asked)
        queries = counted(len(self.data.queries), "query")
        parts = [queries if not self.graded else f"{counted(sets, 'grade')} of {queries}"]
        if trivial:
            parts.append(f"{trivial} trivial (all items relevant, or none)")
        if alike := sets - trivial - rows:
            parts.append(f"{alike} of them like another")
        left = ", ".join(parts) + f", to {rows}"
        count = len(self.data.items)
        opposite = int(self.negated_items.sum())
        same = count - columns - opposite
        parts = [counted(count, "item")]
        if same:
            parts.append(f"{same} of them like another")
        if opposite:
            parts.append(f"{opposite} of them relevant where another is not")
        return f"{left}; {', '.join(parts)}, to {columns}"

    def question(self, *, null: bool = False) -> Question:
        """The question about the merged pattern: written out where that is short, else by lists, whatever its size.

        Examples
        --------
        >>> from .relevance import relevance
        >>> merge(relevance([("q1", "a", 1), ("q2", "b", 1), ("q2", "c", 0)])).question().words
        'the 2x3 sign pattern without a null token'
        """
        rows, columns = self.shape
        listed = sum(map(len, self.selected)) + sum(map(len, self.free))
        if rows * columns <= max(MAX_CELLS, DIGITS * listed):
            return pattern_question(self._written_out(null))
        more = (tuple(range(columns)),) if self._needs_plus(null) else ()
        selected = (*(tuple(chosen.tolist()) for chosen in self.selected), *more)
        return ListedPattern(
            columns, selected, (*(tuple(free.tolist()) for free in self.free), *((),) * len(more)), null
        )

    def pattern(self, *, null: bool = False) -> SignPattern:
        """The sign pattern written out: ``+`` relevant, ``-`` not, ``*`` free.

        Trivial queries are one last row of ``+`` if there is a null token, whose score 0 is the threshold of all rows,
        or if nothing else is left.

        Raises
        ------
        TaskError
            If it has too many cells to be written out.
        """
        rows, columns = self.shape
        if rows * columns > MAX_CELLS:
            raise TaskError(
                f"{self.data.name}: {rows} x {columns} entries are left after merging, and at most {MAX_CELLS} can be "
                "written out; ask for inner products of real numbers, or take a part of the queries or of the items"
            )
        return self._written_out(null)

    def _written_out(self, null: bool) -> SignPattern:
        columns = len(self.items)
        return SignPattern((*self._lines(columns), *("+" * columns,) * self._needs_plus(null)), null)

    def _needs_plus(self, null: bool) -> bool:
        """Whether there is a last row of ``+`` for the trivial queries."""
        return not self.selected or (null and any(one.row is None for one in self.asked))

    def _lines(self, columns: int) -> Iterator[str]:
        for selected, free in zip(self.selected, self.free, strict=True):
            yield marked(columns, {"+": selected.tolist(), "*": free.tolist()})


def merge(data: Relevance, *, complements: bool = True, zero: bool = False, nested: bool = False) -> MergedRelevance:
    """Merge what is alike; time and memory are linear in the relevant and the free pairs.

    Parameters
    ----------
    data : Relevance
    complements : bool
        Whether a query and its complement are one; if not they are two: the outside of a ball is no ball.
    zero : bool
        Whether the threshold of all queries is 0: then items that are complementary are merged, too.
    nested : bool
        Whether the sets of a query with several grades share its vector.

    Examples
    --------
    >>> from .array_files import relevance_of_array
    >>> data = relevance_of_array(np.array([[1, 0, 1], [0, 1, 1], [1, 0, 0]]))
    >>> merge(data).shape, merge(data, zero=True).shape
    ((2, 3), (2, 2))
    """
    column_of, items = _columns(data)
    rows: dict[tuple[bytes, ...], int] = {}
    selected: list[Indices] = []
    free: list[Indices] = []
    shared: list[int] = []
    asked = []
    for query in range(len(data.queries)):
        columns, grades = _entries(data.grades, query)
        ignored = np.unique(column_of[_entries(data.free, query)[0]])
        sets = [(float(grade), np.unique(column_of[columns[grades >= grade]])) for grade in np.unique(grades)]
        some = [chosen for _, chosen in sets if 0 < len(chosen) < len(items) - len(ignored)]
        together = nested and len(some) > 1
        if together:
            key = (ignored.tobytes(), *(chosen.tobytes() for chosen in some))
            row = rows.setdefault(key, len(selected))
            if row == len(selected):
                shared += [shared[-1] + 1 if shared else 0] * len(some)
                selected += some
                free += [ignored] * len(some)
        for grade, chosen in sets or [(1.0, column_of[:0])]:
            if not 0 < len(chosen) < len(items) - len(ignored):
                asked.append(Asked(query, grade, None, not len(chosen)))
            elif together:
                asked.append(Asked(query, grade, row, False))
                row += 1
            else:
                kept, negated = _one_of_two(chosen, ignored, len(items)) if complements else (chosen, False)
                place = rows.setdefault((kept.tobytes(), ignored.tobytes(), b"alone"), len(selected))
                if place == len(selected):
                    shared.append(shared[-1] + 1 if shared else 0)
                    selected.append(kept)
                    free.append(ignored)
                asked.append(Asked(query, grade, place, negated))
    plain = np.zeros(len(data.items), dtype=bool)
    numbers = tuple(shared) if len(set(shared)) < len(shared) else ()
    merged = MergedRelevance(data, tuple(asked), tuple(selected), tuple(free), column_of, items, plain, numbers)
    return _without_opposites(merged) if zero and not any(one.row is None for one in asked) else merged


def _without_opposites(merged: MergedRelevance) -> MergedRelevance:
    """Each column whose signs are those of an earlier one negated is left out.

    Nothing else becomes alike by that: rows that agree, or are opposite, on the columns left are so on all of them.
    """
    rows, columns = merged.shape
    plus, free = (_turned(lists, columns) for lists in (merged.selected, merged.free))
    every = np.arange(rows)
    first: dict[tuple[bytes, bytes], int] = {}
    opposite: dict[int, int] = {}
    for column in range(columns):
        chosen, ignored = plus[column], free[column]
        signed = np.setdiff1d(every, ignored, assume_unique=True) if len(ignored) else every
        if 2 * len(chosen) > len(signed) or (2 * len(chosen) == len(signed) and chosen[0] != signed[0]):
            chosen = np.setdiff1d(signed, chosen, assume_unique=True)
        key = (chosen.tobytes(), ignored.tobytes())
        if first.setdefault(key, column) != column:
            opposite[column] = first[key]
    if not opposite:
        return merged
    kept = np.array([column for column in range(columns) if column not in opposite])
    place = np.full(columns, -1)
    place[kept] = np.arange(len(kept))
    target = np.array([place[opposite.get(column, column)] for column in range(columns)])
    negated = np.array([column in opposite for column in range(columns)])
    selected, ignored_lists = (
        tuple(place[one][place[one] >= 0] for one in lists) for lists in (merged.selected, merged.free)
    )
    return replace(
        merged,
        selected=selected,
        free=ignored_lists,
        column_of=target[merged.column_of],
        items=tuple(merged.items[column] for column in kept),
        negated_items=negated[merged.column_of],
    )


def _turned(lists: tuple[Indices, ...], columns: int) -> list[Indices]:
    """The rows of each column."""
    lengths = [len(one) for one in lists]
    rows = np.repeat(np.arange(len(lists)), lengths)
    listed = np.concatenate([*lists, np.empty(0, dtype=np.int64)])
    order = np.argsort(listed, kind="stable")
    return np.split(rows[order], np.searchsorted(listed[order], np.arange(1, columns)))


def _entries(array: object, row: int) -> tuple[Indices, npt.NDArray[np.float64]]:
    """Columns and values of what a row of a CSR array stores."""
    start, end = array.indptr[row : row + 2]  # type: ignore[attr-defined]
    return array.indices[start:end].astype(np.int64), array.data[start:end]  # type: ignore[attr-defined]


def _columns(data: Relevance) -> tuple[Indices, tuple[int, ...]]:
    """The merged column of each item, and the first item of each: items alike in every grade and every free pair."""
    grades, free = data.grades.tocsc(), data.free.tocsc()
    for array in (grades, free):
        array.sort_indices()
    classes: dict[tuple[bytes, bytes, bytes], int] = {}
    column_of = np.empty(len(data.items), dtype=np.int64)
    first = []
    for item in range(len(data.items)):
        rows, values = _entries(grades, item)
        key = (rows.tobytes(), values.tobytes(), _entries(free, item)[0].tobytes())
        if key not in classes:
            classes[key] = len(classes)
            first.append(item)
        column_of[item] = classes[key]
    return column_of, tuple(first)


def _one_of_two(chosen: Indices, free: Indices, columns: int) -> tuple[Indices, bool]:
    """A set of columns or its complement among those that are not free: the smaller, or the one with the first column.

    So of two complementary queries the same one is kept, and sets stay as sparse as they are.
    """
    asked = columns - len(free)
    if 2 * len(chosen) < asked:
        return chosen, False
    rest = np.setdiff1d(np.arange(columns), np.union1d(chosen, free), assume_unique=True)
    if 2 * len(chosen) == asked and chosen[0] < rest[0]:
        return chosen, False
    return rest, True
