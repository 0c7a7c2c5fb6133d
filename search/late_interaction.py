"""Several vectors for a document and for a query (MaxSim, late interaction): the question about relevance data.

The least d such that S vectors for a document and t for a query rank, with the score sum_i max_s <q_i, d_s>. What one
vector for each needs is worked out beside it, and how many query vectors centred documents in the plane need.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bounds.centred_documents import CentredDocuments, centred_documents
from ..bounds.lower.late_interaction import (
    counted_lower,
    line_lower,
    line_question,
    one_vector_lower,
    parts_for_the_line,
    plane_lower,
)
from ..bounds.patterns import trivial_lower
from ..bounds.upper.embeddings import EmbeddingError, as_type, remedy, require_types, top_of
from ..bounds.upper.late_interaction import (
    line_upper,
    one_vector_upper,
    polygon_upper,
    runs_tables,
    runs_theorem_upper,
    runs_upper,
    tables_upper,
)
from ..display.input_error import spelled
from ..questions import late_interaction_question, least_size, separation_question
from ..questions.late_interaction import LateInteraction
from ..questions.question import MAX_CELLS, Question
from ..tasks import TaskError
from ..tasks.relevance import MergedRelevance, Relevance, merge
from ..tasks.words import counted
from .answer import Answer
from .asked import Asked
from .board import LocalBoard
from .least import least, least_answer
from .plan import Plan
from .relevance import NOTHING_ASKED, RelevanceOptions, data_json, read_line, read_lines, relevance_of

ONE_VECTOR = "one vector"
"""The name of the answer beside: one vector for a document, and for a query."""

ONE_VECTOR_PART, CENTRED_PART, LINE_SECONDS = 0.3, 0.1, 5.0
"""Parts of the budget for one vector, and for orders of centred documents; most seconds for d = 1."""

MOST_CELLS = 200_000
"""Most entries of a pattern of all sets for which vectors are written down rather than the theorem cited."""

WITHOUT = ("bits", "margin", "at", "noise", "recall", "at_most_wrong")
"""Options that are about one vector."""

SEARCHED = 200_000
"""Most products of a table that is looked for numerically."""


@dataclass(frozen=True)
class LateInteractionAsked(Asked):
    """The least d such that S vectors for a document and t for a query rank by late interaction.

    Attributes
    ----------
    merged : MergedRelevance
        What is asked after merging what is alike.
    centred : CentredDocuments, optional
        How many query vectors centred documents in the plane need.
    """

    merged: MergedRelevance = None  # type: ignore[assignment]
    centred: CentredDocuments | None = field(default=None, compare=False)

    letter = "d"

    @property
    def vectors(self) -> tuple[int, int]:
        """S and t."""
        question = self.question
        assert isinstance(question, LateInteraction)
        return question.document_vectors, question.query_vectors

    @property
    def about(self) -> str:
        return self.merged.data.words

    @property
    def words(self) -> str:
        S, t = self.vectors
        own = "a threshold per grade" if self.merged.graded else "a threshold per query"
        of = f"{counted(S, 'vector')} per document and {t} per query"
        return f"least dimension by late interaction (MaxSim), {of}, {own}"

    def remarks(self, answer: Answer) -> tuple[tuple[str, ...], tuple[str, ...]]:
        assert isinstance(answer, LateInteractionAnswer)
        lines = [answer.one_vector_words()]
        if self.centred is not None and self.centred.upper:
            lines.append(self.centred.words)
        notes = ("a threshold for each grade of a query, and query vectors of its own",) if self.merged.graded else ()
        return tuple(filter(None, lines)), notes

    def to_json(self, answer: Answer) -> dict[str, Any]:
        one, (S, t), centred = answer.beside.get(ONE_VECTOR), self.vectors, self.centred
        found: dict[str, Any] = {
            **data_json(self.merged),
            "document_vectors": S,
            "query_vectors": t,
            "threshold": "free",
            **({"grades": "separate"} if self.merged.graded else {}),
            "one_vector": None if one is None else [bound.value for bound in one.bounds],
        }
        if centred is not None:
            found["centred_documents"] = {"query_vectors": [centred.lower, centred.upper], "status": "PROVED"}
        return found


def late_interaction_asked(data: Any, options: RelevanceOptions) -> LateInteractionAsked:
    """The question about relevance data; one vector where a number of vectors is left out.

    Raises
    ------
    TaskError
        If the data cannot be read or are too large, or options do not fit together.

    Examples
    --------
    >>> from .ask import ask
    >>> pairs = late_interaction_asked("subsets n=6 k=2", RelevanceOptions(document_vectors=2, query_vectors=2))
    >>> answer = ask(pairs)
    >>> answer.values, answer.beside["one vector"].values, answer.certified
    ('2', '4', True)
    """
    for name, usual in (("score", "inner"), ("threshold", "free"), *dict.fromkeys(WITHOUT).items()):
        if getattr(options, name) != usual:
            raise TaskError(
                f"late interaction adds up inner products of real vectors, and each query has a threshold of its own: "
                f"leave out ‹{name}›, or ‹document-vectors› and ‹query-vectors›; by cosine d = 3 is enough where d = 2 "
                "is here"
            )
    relevance = relevance_of(data, options)
    merged = merge(relevance, complements=False)  # a negated query does not do the complement: max is no min
    if merged.graded and options.grades != "separate":
        raise TaskError(
            f"{relevance.name}: queries have several grades, and by late interaction each grade has query vectors of "
            "its own; say so by ‹grades=separate›"
        )
    rows, columns = merged.shape
    if rows * columns > MAX_CELLS:
        raise TaskError(
            f"{relevance.name}: {rows} x {columns} entries are left after merging, and late interaction is for up to "
            f"{MAX_CELLS}; take a part of the queries or of the items"
        )
    question = late_interaction_question(_stated(merged), options.document_vectors or 1, options.query_vectors or 1)
    return LateInteractionAsked(least_size(question), merged=merged)


def _stated(merged: MergedRelevance) -> Question:
    """All sets of k of n items by their name, which says as much in fewer words; else the pattern."""
    question = merged.question()
    n, sizes = len(merged.items), {len(chosen) for chosen in merged.selected}
    if len(sizes) == 1 and not any(map(len, merged.free)) and 0 < (k := min(sizes)) < n:
        named = separation_question(n, k, k)
        if named.can_be_written_out and named.pattern.rows == question.pattern.rows:
            return named
    return question


def late_interaction_plan(asked: Asked) -> Plan:
    """What is known at once, what one vector does, then a search for vectors.

    Of relevance data what one vector does is shown beside the answer, and comes first.
    """
    if not isinstance(asked, LateInteractionAsked):
        return Plan(trivial_lower(asked.question), None, (_counted, _refuted_on_a_line, _constructed, _one, _searched))
    return Plan(
        trivial_lower(asked.question), None, (_counted, _constructed, _refuted_on_a_line, _searched), always=_one
    )


def _question(board: LocalBoard) -> LateInteraction:
    assert isinstance(board.question, LateInteraction)
    return board.question


def _one(board: LocalBoard) -> None:
    """One vector for each: an upper bound, and a lower bound too where a document has one vector."""
    question = _question(board)
    share = board.left if question.document_vectors == 1 else ONE_VECTOR_PART * board.left
    single = least(board, Asked(least_size(question.of)), ONE_VECTOR, share)
    board.beside[ONE_VECTOR] = single
    board.post_any(one_vector_lower(question, single.lower))
    if single.upper is not None:
        board.post(one_vector_upper(question, single.upper))


def _counted(board: LocalBoard) -> None:
    if not board.closed:
        board.post_any(counted_lower(_question(board), board.lower))


def _constructed(board: LocalBoard) -> None:
    question, asked = _question(board), board.asked
    if question.of.cells > MOST_CELLS:
        board.post_any(runs_theorem_upper(question))
    if not question.of.can_be_written_out:
        return
    board.post_any(line_upper(question))
    if board.upper > 2:
        known = asked.centred if isinstance(asked, LateInteractionAsked) else None
        centred = known or centred_documents(question.signs, min(1.0, board.left), board.seed)
        board.post_any(runs_upper(question, centred.order))
    if board.upper > 2:
        board.post_any(polygon_upper(question))


def _refuted_on_a_line(board: LocalBoard) -> None:
    question, deadline = _question(board), board.until(LINE_SECONDS)
    if board.lower < 2:
        board.post_any(plane_lower(question))
    if board.lower != 1 or question.document_vectors == 1 or not question.of.can_be_written_out:
        return
    for part in parts_for_the_line(question):
        if time.monotonic() > deadline or board.lower > 1:
            return
        pattern = line_question(question.of.part(*part))
        found = least(
            board, Asked(least_size(pattern)), "on a line", deadline - time.monotonic(), lambda low, high: low > 3
        )
        if found.lower.value > 3:
            board.post(line_lower(question, part, found.lower))


def _searched(board: LocalBoard) -> None:
    """Vectors found numerically, from below: what is enough ends the search."""
    from ..solvers.max_sums import as_integers, found_vectors, plane_vectors, sign_codes

    question, (rng, starts) = _question(board), (np.random.default_rng(board.seed), 0)
    if not question.of.can_be_written_out:
        board.note("the sets are too many to be written out, so only arguments about their number were tried")
        return
    S, t = question.document_vectors, question.query_vectors
    t = min(t, max((row.count("+") for row in question.signs), default=1) or 1, 8)
    S = min(S, 8)
    signs = sign_codes(question.signs)
    if signs.size * S * t > SEARCHED:
        board.note("too many scores for a search of vectors: upper bounds are those of constructions")
        return
    while not board.over:
        widths = range(max(1, board.lower), board.upper)
        for d in widths:
            board.say(f"vectors in d = {d}, start {starts + 1}")
            if (d, t) == (2, 1) and starts:
                found = plane_vectors(signs, S, board.deadline, rng)
            else:
                found = found_vectors(signs, d, S, t, board.deadline, rng)
            tables = None if found is None else as_integers(signs, *found)
            if tables is not None:
                queries, keys = (table.tolist() for table in tables)
                board.post(tables_upper(question, queries, keys, "vectors found numerically, then integers"))
                break
            if board.over:
                break
        starts += 1


@dataclass(frozen=True, eq=False)
class VectorSets:
    """Vectors for late interaction in a number type, all scores compared as they are stored.

    Attributes
    ----------
    queries : array, shape (queries, t, d)
    items : array, shape (items, S, d)
    margin : float
        The least, over the queries, of (lowest score of a selected item - highest score of another) / 2, divided by the
        sum of the norms of the query's vectors and by the norm of the longest vector of an item. Rounded down.
    """

    queries: npt.NDArray[Any]
    items: npt.NDArray[Any]
    margin: float

    @property
    def d(self) -> int:
        """Their dimension."""
        return int(self.items.shape[2])


@dataclass(frozen=True, repr=False)
class LateInteractionAnswer(Answer):
    """An answer about late interaction, which has vectors, and what one vector needs beside it."""

    asked: LateInteractionAsked

    @property
    def merged(self) -> MergedRelevance:
        """What was asked after merging what is alike."""
        return self.asked.merged

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def read(self) -> str:
        """How the data were read, in one line."""
        return read_line(self.merged)

    def __str__(self) -> str:
        asked = f"{self.asked.words}: {self.between} ({self.state})"
        reasons = (f"  {line}" for line in self._reasons())
        return "\n".join([*map(spelled, read_lines(self.merged)), asked, *reasons])

    @property
    def in_a_line(self) -> str:
        return f"{self.data.words}: {self.between} ({self.state})"

    def lines(self) -> Iterator[str]:
        state = "closed" if self.closed else "open"
        yield f"  merged: {self.merged.words}"
        yield f"{self.asked.words}: {self.between}   {state} in {self.seconds:.2f} s"
        if self.merged.trivial:
            yield f"  {NOTHING_ASKED}"
        yield from (f"  {line}" for line in (*self._reasons(), *self.asked.remarks(self)[0]))

    def one_vector_words(self) -> str:
        """What one vector for each needs, in a sentence."""
        one = self.beside.get(ONE_VECTOR)
        if one is None or one.upper is None:
            return ""
        return f"one vector per document and per query: {one.known.replace(one.asked.symbol, 'd')} [{one.status}]"

    def margin_ceiling(self) -> float | None:
        """None: no ceiling is known for several vectors."""
        return None

    def embeddings(self, type: str = "float64", query_type: str = "") -> VectorSets:
        """Vectors of the upper bound for all queries and all items, all scores compared after rounding.

        There are ``t`` vectors (those left over are 0) for each set of items asked for, in the order of
        ``merged.asked``, and ``S`` for each item (those left over repeat the first).

        Raises
        ------
        EmbeddingError
            If the tables do not survive being rounded to the type, or there are none of that size.
        """
        query_type = query_type or type
        require_types(type, query_type)
        S, t = self.asked.vectors
        queries, keys = self._tables
        d = max(1, max(len(vector) for one in keys for vector in one))
        made = [np.zeros((len(queries) + 1, t, d)), np.zeros((len(keys), S, d))]
        for table, vectors in zip(made, (queries, keys), strict=True):
            for place, one in enumerate(vectors):
                table[place, : len(one), : len(one[0])] = np.array(one, dtype=float)
                if table is made[1]:
                    table[place, len(one) :] = table[place, 0]
        q, k = _in_type(made[0], query_type, (1, 2)), _in_type(made[1], type, None)
        rows = self.question.signs  # type: ignore[attr-defined]
        margin = _margin(q[:-1], k, rows, type)
        places = [-1 if one.row is None else one.row for one in self.merged.asked]
        return VectorSets(q[places], k[self.merged.column_of], margin)

    @cached_property
    def _tables(self) -> tuple[list[Any], list[Any]]:
        """Vectors of the merged pattern, as the upper bound has them."""
        upper, question = self.upper, self.question
        assert upper is not None and isinstance(question, LateInteraction)
        proof = upper.evidence.proof
        if proof.get("exhibit") == "maxsim":
            return proof["queries"], proof["keys"]
        if proof.get("name") == "runs":
            return runs_tables(question.signs, tuple(range(question.columns)))
        from ..bounds.upper.unit_tables import unit_tables

        single = self.beside[ONE_VECTOR].upper
        assert single is not None
        tables = unit_tables(single)
        return [[row] for row in tables.queries[: len(question.signs)]], [[row] for row in tables.keys]

    def arrays(self, type: str = "float64", query_type: str = "") -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: ``queries`` (.., t, d), ``items`` (.., S, d), ``query_ids``, ``grades``, ids."""
        found = self.embeddings(type, query_type)
        return {
            "queries": found.queries,
            "items": found.items,
            "query_ids": np.array([self.data.queries[one.query] for one in self.merged.asked]),
            "grades": np.array([one.grade for one in self.merged.asked]),
            "item_ids": np.array(list(self.data.items)),
        }


def _margin(queries: npt.NDArray[Any], keys: npt.NDArray[Any], rows: tuple[str, ...], type: str) -> float:
    """The least margin of a row; scores are exact: numbers as stored, times a power of two, are integers."""
    exact, scales = [], []
    for table in (queries, keys):
        numbers = table.astype(float)
        _, exponents = np.frexp(numbers)
        shift = max(0, 53 - int(exponents[numbers != 0].min(initial=53)))
        exact.append(np.array([_scaled(x, shift) for x in numbers.ravel()], dtype=object))
        scales.append(shift)
    q, k = (table.reshape(shape.shape) for table, shape in zip(exact, (queries, keys), strict=True))
    longest = float(np.linalg.norm(keys.astype(float), axis=2).max(initial=0.0)) or 1.0
    least_margin = float("inf")
    for query, numbers, row in zip(q, queries.astype(float), rows, strict=True):
        scores = [sum(max(sum(a * b for a, b in zip(x, y, strict=True)) for y in key) for x in query) for key in k]
        high = [s for s, symbol in zip(scores, row, strict=True) if symbol == "+"]
        low = [s for s, symbol in zip(scores, row, strict=True) if symbol == "-"]
        if high and low:
            gap = min(high) - max(low)
            if gap <= 0:
                raise EmbeddingError(f"the vectors do not keep the order of a query as {type}{remedy(type)}")
            norms = float(np.linalg.norm(numbers, axis=1).sum()) * longest
            least_margin = min(least_margin, gap / 2 ** sum(scales) / (2 * norms) * (1 - 1e-12))
    return least_margin


def _in_type(table: npt.NDArray[Any], type: str, axes: tuple[int, ...] | None) -> npt.NDArray[Any]:
    """The vectors in a type: of integers as they are where they fit, else scaled to its range, queries one by one."""
    largest = np.abs(table).max(axis=axes, keepdims=True)
    top = top_of(type)
    whole = top and largest.max(initial=0) <= top and bool((table == np.rint(table)).all())
    return as_type(table if whole else table / np.where(largest > 0, largest, 1.0) * (top or 1), type)


def _scaled(x: float, shift: int) -> int:
    numerator, denominator = float(x).as_integer_ratio()
    return int(numerator * 2**shift // denominator)


def late_interaction_answer(
    asked: LateInteractionAsked, *, budget: float = 60.0, **effort: Any
) -> LateInteractionAnswer:
    """The answer to a question about late interaction; see ``ask``."""
    began = time.monotonic()
    question = asked.question
    assert isinstance(question, LateInteraction)
    if question.document_vectors > 1:
        seconds = min(10.0, CENTRED_PART * budget)
        asked = replace(asked, centred=centred_documents(question.signs, seconds, effort.get("seed") or 0))
    left = max(0.01, budget - (time.monotonic() - began))
    found = least_answer(asked, budget=left, **effort)
    fields = {name: getattr(found, name) for name in Answer.__dataclass_fields__}
    return LateInteractionAnswer(**{**fields, "seconds": time.monotonic() - began})
