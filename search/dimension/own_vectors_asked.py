"""The question which queries vectors that somebody has can serve, and whether the width is why they cannot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, Relevance
from ...tasks.relevance.vectors import Floats, GivenVectors, given_vectors
from ...tasks.words import counted
from .options import RelevanceOptions
from .reading import relevance_of
from .relevance import RelevanceAsked, relevance_question


@dataclass(frozen=True, eq=False)
class VectorsAsked:
    """Which queries a set of item vectors can serve, and whether another one of the same width could serve all.

    Attributes
    ----------
    data : Relevance
    items : GivenVectors
    queries : GivenVectors, optional
    width : RelevanceAsked
        The least dimension for the data.
    score : "inner", "cosine" or "euclidean"
    zero : bool
        Whether relevant items have to score above 0 and others below.
    """

    data: Relevance
    items: GivenVectors
    queries: GivenVectors | None
    width: RelevanceAsked
    score: str
    zero: bool

    @property
    def merged(self) -> MergedRelevance:
        """What is asked after merging what is alike, of the least dimension."""
        return self.width.merged

    @cached_property
    def sets(self) -> tuple[tuple[int, float, tuple[int, ...]], ...]:
        """The sets of items asked for: number of the query, grade, places of the items in ``items``."""
        found = []
        grades = self.data.grades
        for query in range(len(self.data.queries)):
            start, end = grades.indptr[query : query + 2]
            columns, values = grades.indices[start:end], grades.data[start:end]
            for grade in np.unique(values) if len(values) else [1.0]:
                found.append((query, float(grade), tuple(sorted(columns[values >= grade].tolist()))))
        return tuple(found)

    @cached_property
    def compared(self) -> tuple[Floats, Floats | None]:
        """Rows and biases whose scores are compared: the items', by cosine of length 1, by distance with -|v|^2/2."""
        vectors = self.items.vectors
        if self.score == "cosine" and not self.zero:
            return _unit(vectors, self.items), None
        return vectors, _half_squares(vectors) if self.score == "euclidean" else None


def vectors_question(data: Any, options: RelevanceOptions) -> VectorsAsked:
    """The question about relevance data and vectors.

    Raises
    ------
    TaskError
        If data or vectors cannot be read or do not fit each other, or an option does not go with them.
    """
    if options.items is None:
        name = next(one for one in ("queries", "item_ids", "query_ids") if getattr(options, one) is not None)
        raise TaskError(f"‹{name}› goes with the vectors of the items; add ‹items=items.npy›")
    if options.query_ids is not None and options.queries is None:
        raise TaskError("‹query_ids› says whose the vectors of queries are; add ‹queries=queries.npy›")
    for other in ("bits", "margin", "at", "noise", "recall", "at_most_wrong", "document_vectors", "query_vectors"):
        if getattr(options, other) is not None:
            raise TaskError(f"‹items› asks about vectors that are given; leave out ‹{other}›")
    if options.others:
        raise TaskError("‹others› is an item without a vector; leave it out: further vectors with ids count as others")
    relevance = relevance_of(data, options)
    if relevance.free.nnz:
        raise TaskError(
            f"{relevance.name}: {counted(relevance.free.nnz, 'pair')} are free, and ‹items› asks of each item whether "
            "it is relevant; fill them in"
        )
    items = given_vectors(options.items, "item", relevance.items, options.item_ids)
    queries = None
    if options.queries is not None:
        queries = given_vectors(options.queries, "query", relevance.queries, options.query_ids)
        if queries.d != items.d:
            raise TaskError(
                f"the vectors of queries must be as wide as those of items, got d = {queries.d} and d = {items.d}; "
                "give the vectors of one model"
            )
    zero = options.threshold == "zero"
    if len(items.ids) < 2 and not zero:
        raise TaskError(
            f"{relevance.name}: one item is above all others whatever its vector is; give two items or more"
        )
    width = relevance_question(relevance.with_others() if len(items.ids) > items.known else relevance, options)
    asked = VectorsAsked(relevance, items, queries, width, options.score, zero)
    _ = asked.compared  # what cannot be compared exactly is refused at once
    return asked


def _unit(vectors: Floats, items: GivenVectors) -> Floats:
    """Vectors of length 1 in double precision, the same for vectors of one direction."""
    largest = np.abs(vectors).max(axis=1)
    if not largest.all():
        place = int(np.argmin(largest))
        raise TaskError(f"the item {items.ids[place][:80]!r} has the vector 0, which has no cosine; leave it out")
    scaled = vectors / largest[:, None]
    unit: Floats = scaled / np.sqrt((scaled**2).sum(axis=1))[:, None]
    return unit


def _half_squares(vectors: Floats) -> Floats:
    """-|v|^2 / 2 exactly."""
    found = []
    for row in vectors.tolist():
        exact = -sum((Fraction(entry) ** 2 for entry in row), Fraction(0)) / 2
        if Fraction(float(exact)) != exact:
            raise TaskError(
                "by Euclidean distance the squares of the lengths of the items have to be exact in double precision; "
                "round the vectors first, as an index stores them: to float16, or to integers below 2^20"
            )
        found.append(float(exact))
    return np.array(found)
