"""How wide embeddings of queries and items have to be for real relevance data: the question, and its answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..bounds.bound import Bound
from ..bounds.margin_ceiling import can_be_written_out, margin_ceiling
from ..bounds.upper.embeddings import EmbeddingError, Embeddings
from ..display.input_error import spelled
from ..questions import SignPattern, least_size, scored_question
from ..questions.scored import Scored
from ..tasks import TaskError
from ..tasks.relevance import FORMATS, WORD, MergedRelevance, Relevance, merge, relevance_from, subsets_from_words
from ..tasks.relevance.text_table import COMMENTS, QUOTING
from ..tasks.words import counted
from .answer import Answer
from .asked import Asked
from .coverage import Coverage, coverage_of
from .forced import used_by
from .options import Options, option

if TYPE_CHECKING:
    from ..tasks.relevance import Asked as AskedSet

SCORES = ("inner", "cosine", "euclidean")
IN_WORDS = {"inner": "inner products", "cosine": "cosine", "euclidean": "Euclidean distance"}
"""How queries and items are compared."""

NAMED, MOST_NAMED = 8, 12
"""Most ids that a display of a notebook, and the command line, name."""

MOST_LISTED = 30_000_000
"""Most entries of all sets of items that are asked for: each grade of a query is a set."""

MOST_NESTED = 3_800_000
"""Most of them where grades are nested and the sets are listed: the checker takes some 100 steps for one."""

WIDTH = re.compile(r"\bm = (?=[0-9])")
"""What is called d here, in notes of the search."""

AGAINST = re.compile("nothing was found against d = ([0-9]+)")
"""The note of an engine that has come to its end."""

NOTHING_ASKED = "nothing to rank: every query asks for all items or for none, so no item has to differ from another"


@dataclass(frozen=True)
class RelevanceOptions(Options):
    """The options of ``dimension``."""

    format: str | None = option("One of the formats above; told if left out.", choices=tuple(FORMATS), metavar="FORMAT")
    columns: Any = option(
        "Tables: user,item,rating, what each column is (- for none), or the names or numbers of these.",
        metavar="A,B,..",
    )
    relevant_from: float | None = option(
        "Grades at least this are relevant, by one threshold. [each grade is a level]", metavar="GRADE"
    )
    quoting: str = option(
        "csv: quotation marks enclose fields; none: they are parts of ids.", "csv", choices=QUOTING, metavar="WORD"
    )
    comments: str | None = option(
        "skip or none: whether lines that start with # or % are comments; told if left out.",
        choices=COMMENTS,
        metavar="WORD",
    )
    repeated: str | None = option(
        "Of a pair with two grades the largest or the smallest counts; refused if left out.",
        choices=("largest", "smallest"), metavar="WORD",
    )  # fmt: skip
    directed: bool = option("Lists of edges: an edge goes from its first vertex to its second.", False)
    diagonal: str = option(
        "Graphs, a vertex and itself: free, relevant or irrelevant.",
        "free",
        choices=("free", "relevant", "irrelevant"),
        metavar="WORD",
    )
    others: bool = option("The collection has further items, relevant to no query.", False)
    score: str = option("inner (products), cosine or euclidean (distance).", "inner", choices=SCORES, metavar="WORD")
    threshold: str = option(
        "free: each query its own; zero: 0 for all.", "free", choices=("free", "zero"), metavar="WORD"
    )
    grades: str | None = option(
        "nested: a query has one vector; separate: one for each grade. [nested; with --bits: separate]",
        choices=("nested", "separate"),
        metavar="WORD",
    )
    document_vectors: int | None = option(
        "Late interaction (MaxSim): so many vectors per document. [1]", least=1, metavar="S"
    )
    query_vectors: int | None = option("Late interaction: so many vectors per query. [1]", least=1, metavar="T")
    bits: Any = option("Vectors of p-bit integers, such as 8, or 1,2,4,8, or 1:8.", metavar="P,..")
    margin: Any = option("Vectors of length 1 with this margin, such as 0.05.", metavar="GAMMA")
    at: Any = option("The best margin at dimensions such as 64,128 or 2:16.", metavar="D,..")
    noise: Any = option("With a margin: whether orders survive rounding to int8, float16, ..", metavar="TYPE,..")
    recall: Any = option("So large a share of the queries must not fail, such as 0.95, or 0.9,0.95.", metavar="R,..")
    at_most_wrong: Any = option("So many queries may fail, such as 20, or 0,10,20.", metavar="N,..")
    items: Any = option("Vectors of the items that you have: .npy, or .npz. Nothing is written there.", metavar="FILE")
    queries: Any = option("With --items: vectors of the queries that you have.", metavar="FILE")
    item_ids: Any = option("With --items: the id of each of its vectors, one on each line.", metavar="FILE")
    query_ids: Any = option("With --queries: the id of each of its vectors.", metavar="FILE")


class Width(Asked):
    """A least width that is called d, as for real vectors."""

    letter = "d"


@dataclass(frozen=True)
class RelevanceAsked(Asked):
    """The least d such that vectors of R^d rank: each query's relevant items score above all others.

    Attributes
    ----------
    merged : MergedRelevance
        What is asked after merging what is alike; ``merged.data`` is the whole.
    score : str
        One of ``SCORES``.
    """

    merged: MergedRelevance = None  # type: ignore[assignment]
    score: str = "inner"

    letter = "d"

    @property
    def nested(self) -> bool:
        """Whether some query has several grades in one vector."""
        return bool(self.merged.shared)

    @property
    def about(self) -> str:
        return self.merged.data.words

    @property
    def words(self) -> str:
        own = "threshold 0" if self.question.null else "a threshold per query"
        own = "one vector per query for all grades" if self.nested else own
        return f"least dimension by {IN_WORDS[self.score]}, {own}"

    def remarks(self, answer: Answer) -> tuple[tuple[str, ...], tuple[str, ...]]:
        assert isinstance(answer, RelevanceAnswer)
        queries, items = answer.forced_by()
        forced = [f"forced by the queries {_few(queries)} and the items {_few(items)}"] if queries else []
        return (*forced, *filter(None, [answer.compared(), answer.hardly_constrain()])), ()

    def to_json(self, answer: Answer) -> dict[str, Any]:
        assert isinstance(answer, RelevanceAnswer)
        queries, items = answer.forced_by()
        upper = None if answer.upper is None else answer.upper.value
        inner = answer.by_inner_products()
        return {
            **data_json(self.merged),
            "score": self.score,
            "threshold": "zero" if self.question.null else "free",
            "forced_by": {"queries": list(queries), "items": list(items)},
            "margin_ceiling": answer.margin_ceiling(),
            **({"grades": "nested"} if self.nested else {}),
            "coverage": answer.coverage.to_json(upper),
            **({} if inner is None else {"inner_products": list(inner)}),
        }


PAIRS = ("jsonl", "json", "trec", "edges", "table", "parquet", "feather", "ir_datasets", "dict", "pairs")
"""Formats that often list relevant pairs alone."""


def read_line(merged: MergedRelevance) -> str:
    """How data were read, in one line: what every answer begins with.

    >>> for part in read_line(merge(relevance_from([("q1", "a", 2), ("q1", "b", 1)]))).split("; "): print(part)
    pairs: 1 query, 2 items, 2 relevant pairs, at most 2 for a query
    read as pairs (a row for each pair), header: no, query = column 1, item = column 2, grade = column 3
    2 grades, 1..2
    merged to 1 x 2
    """
    data, (rows, columns) = merged.data, merged.shape
    return f"{data.words}; {data.read.words}; {data.levels_words}; merged to {rows} x {columns}"


def read_notes(data: Relevance) -> tuple[str, ...]:
    """What to know before an answer is used: what grades mean, what else the data may be."""
    notes = []
    if len(levels := data.levels) > 1:
        notes.append(
            f"every pair with a grade above 0 counts as relevant, and the {len(levels)} grades are levels; for one "
            f"threshold add ‹relevant_from={levels[len(levels) // 2]:g}›"
        )
    if data.read.format in PAIRS and data.all_relevant:
        notes.append("every item is relevant to some query; if the collection has others too, add ‹others›")
    return (*notes, *data.read.hints)


def read_lines(merged: MergedRelevance) -> tuple[str, ...]:
    """The line that every answer begins with, and what to know before it is used."""
    return read_line(merged), *(f"  {note}" for note in read_notes(merged.data))


def read_json(merged: MergedRelevance) -> dict[str, Any]:
    """How data were read, as JSON has it."""
    data, levels = merged.data, merged.data.levels
    return {
        "line": read_line(merged),
        **data.read.to_json(),
        "grades": {"count": len(levels), **({"least": levels[0], "most": levels[-1]} if levels else {})},
        "relevant_from": data.threshold,
        "notes": [spelled(note) for note in read_notes(data)],
    }


def data_json(merged: MergedRelevance) -> dict[str, Any]:
    """The sizes of the data, before and after merging."""
    data, (rows, columns) = merged.data, merged.shape
    return {
        "name": data.name,
        "read": read_json(merged),
        "queries": len(data.queries),
        "items": len(data.items),
        "relevant_pairs": data.pairs,
        "merged_queries": rows,
        "merged_items": columns,
    }


def relevance_of(data: Any, options: RelevanceOptions) -> Relevance:
    """The relevance that data hold, in whatever form: see ``headcount.dimension``."""
    if isinstance(data, Relevance):
        return as_asked(data, options)
    words = shlex.split(data) if isinstance(data, str) and not Path(data).exists() else []
    if words[:1] == [WORD]:
        relevance = subsets_from_words(words[1:])
    else:
        relevance = relevance_from(
            data, format=options.format, diagonal=options.diagonal, columns=options.columns, quoting=options.quoting,
            comments=options.comments, directed=options.directed, repeated=options.repeated,
        )  # fmt: skip
    return as_asked(relevance, options)


def as_asked(relevance: Relevance, options: RelevanceOptions) -> Relevance:
    """With one threshold, and with an item for all others, if options say so; what has been done is not done again."""
    if options.relevant_from is not None and relevance.threshold != options.relevant_from:
        relevance = relevance.from_grade(options.relevant_from)
    return relevance.with_others() if options.others and not relevance.has_others else relevance


def relevance_question(data: Any, options: RelevanceOptions | None = None) -> RelevanceAsked:
    """The question about relevance data: rows are queries, columns items; a grade > 0 says relevant.

    Raises
    ------
    TaskError
        If the data cannot be read, what is left after merging is too large for a score other than inner products, or
        options do not fit together.

    Examples
    --------
    >>> from headcount.search.ask import ask
    >>> answer = ask(relevance_question([[1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 1, 0], [0, 0, 0, 1]]))
    >>> answer.lower.value, answer.upper.value, answer.embeddings("int8").d
    (2, 2, 2)
    """
    options = options or RelevanceOptions()
    zero, score, grades = options.threshold == "zero", options.score, options.grades or "nested"
    if zero and score == "euclidean":
        raise TaskError("threshold zero is for inner products and cosines: no distance is below 0; leave it out")
    relevance = relevance_of(data, options)
    require_few_grades(relevance)
    merged = merge(relevance, complements=score != "euclidean", zero=zero, nested=grades == "nested")
    if zero and merged.shared:
        raise TaskError(
            "threshold zero is for one grade per query, since nested grades need thresholds that differ; "
            "take grades separate (‹grades=separate›)"
        )
    question = merged.question(null=zero)
    if merged.shared and not question.can_be_written_out and sum(map(len, merged.selected)) > MOST_NESTED:
        raise TaskError(_too_many(merged.data, sum(map(len, merged.selected)), MOST_NESTED))
    if not zero and (score != "inner" or merged.shared):  # with threshold 0 the length of an item does not matter
        question = scored_question(question, score, merged.shared)
    return RelevanceAsked(least_size(question), merged=merged, score=score)


def require_few_grades(data: Relevance) -> None:
    """Refuse data whose sets of items, one for each grade of a query, are too long to be listed.

    Raises
    ------
    TaskError
        If they have more than ``MOST_LISTED`` entries.
    """
    if data.pairs * data.most <= MOST_LISTED:
        return
    listed, grades = 0, data.grades
    for start, end in pairwise(grades.indptr.tolist()):
        ordered, counts = np.unique(grades.data[start:end], return_counts=True)
        listed += int(counts[::-1].cumsum().sum()) if len(ordered) else 0
    if listed > MOST_LISTED:
        raise TaskError(_too_many(data, listed, MOST_LISTED))


def _too_many(data: Relevance, listed: int, most: int) -> str:
    return (
        f"{data.name}: the {len(data.levels)} grades ask for sets of items with {listed:,} entries, and at most "
        f"{most:,} are listed; say from which grade on items are relevant, as in "
        f"‹relevant_from={data.levels[len(data.levels) // 2]:g}›"
    )


@dataclass(frozen=True, repr=False)
class RelevanceAnswer(Answer):
    """An answer about relevance data, which has vectors, and names what forces the lower bound."""

    asked: RelevanceAsked

    @property
    def merged(self) -> MergedRelevance:
        """What was asked after merging what is alike."""
        return self.asked.merged

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def _pattern(self) -> SignPattern:
        question = self.question
        return question.of.pattern if isinstance(question, Scored) else question.pattern

    def forced_by(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Ids of queries and of items that force the lower bound by themselves: the proof looks at no others.

        Both are empty if the lower bound is trivial.
        """
        question, proof = self.question, self.lower.evidence.proof
        rows, columns = used_by(proof, question.of if isinstance(question, Scored) else question) if proof else ([], [])
        first = {one.row: one for one in reversed(self.merged.asked) if one.row is not None}
        queries = tuple(self._name(first[row]) for row in rows if row in first)
        return queries, tuple(self.data.items[self.merged.items[column]] for column in columns)

    def _name(self, asked: AskedSet) -> str:
        """The id of a query; with the grade if it has several."""
        several = sum(other.query == asked.query for other in self.merged.asked) > 1
        return self.data.queries[asked.query] + (f" from grade {asked.grade:g} on" if several else "")

    def embeddings(self, type: str = "float64", query_type: str = "") -> Embeddings:
        """Vectors of the upper bound for all queries and all items, verified after rounding.

        By cosine the items have length 1, but for rounding; by Euclidean distance a query is the centre of its ball.

        There is a query vector for each set of items asked for, in the order of ``merged.asked``: one per query unless
        it has several grades. Nested grades of a query have equal vectors. That of a trivial set is zero where
        thresholds are free, unless the query has other sets.

        ``type`` is that of the numbers, one of ``float64``, ``float32``, ``float16``, ``int32``, ``int16``, ``int8``;
        ``query_type`` that of the queries, where it is another one.

        Raises
        ------
        EmbeddingError
            If the tables do not survive being rounded to the type.
        """
        ids = [self.data.items[item] for item in self.merged.items]
        if (type, query_type) not in self._made:
            self._made[type, query_type] = self._table(type, query_type, ids)
        table = self._made[type, query_type]
        vectors = np.zeros((len(self.merged.asked), table.d), dtype=table.queries.dtype)
        for place, one in enumerate(self.merged.asked):
            row = len(self.merged.selected) if one.row is None else one.row  # the trivial one is the last, if any
            if row < len(table.queries):
                vectors[place] = -table.queries[row] if one.negated else table.queries[row]
        if self.asked.nested:
            for place, one in enumerate(self.merged.asked):
                vectors[place] = vectors[self._leading[one.query]]
        items = table.items[self.merged.column_of]
        items[self.merged.negated_items] *= -1
        return Embeddings(vectors, items, table.margin)

    @cached_property
    def _made(self) -> dict[tuple[str, str], Embeddings]:
        """The tables that have been asked for, by the types of items and queries."""
        return {}

    def _table(self, type: str, query_type: str, ids: list[str]) -> Embeddings:
        from ..bounds.upper.unit_tables import unit_items, unit_tables
        from ..bounds.upper.wide_margins import scored_embeddings, wide_scored_embeddings

        upper = self.upper
        assert upper is not None  # it is known by a simplex
        question, score = upper.question, self.asked.score
        if self.asked.nested and upper.found["kind"] == "trigonometric":
            raise EmbeddingError("at this size no vectors for nested grades are written; ask ‹relevant_from› a grade")
        if isinstance(question, Scored) and question.of.can_be_written_out:
            return wide_scored_embeddings(upper, self._pattern.rows, type, ids, query_type=query_type)
        if score == "inner":
            return embeddings_of(upper, type, ids, query_type=query_type)
        if not question.can_be_written_out:
            raise EmbeddingError("at this size vectors are written for inner products only; ask ‹score=inner›")
        unit = unit_items(unit_tables(upper))  # by cosine with threshold 0
        return scored_embeddings(unit, self._pattern.rows, "cosine", type, ids, query_type=query_type, zero=True)

    @cached_property
    def _leading(self) -> dict[int, int]:
        """The place among the sets of each query whose vector the query has: the first that is not trivial, if any."""
        places: dict[int, int] = {}
        for place, one in enumerate(self.merged.asked):
            if one.query not in places or self.merged.asked[places[one.query]].row is None:
                places[one.query] = place
        return places

    def arrays(self, type: str = "float64", query_type: str = "") -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: vectors ``queries`` and ``items`` with ``query_ids``, ``grades``, ``item_ids``.

        Where grades are nested there is one vector per query, and no ``grades``.
        """
        nested = self.asked.nested
        places = list(self._leading.values()) if nested else list(range(len(self.merged.asked)))
        return arrays_of(self.merged, self.embeddings(type, query_type), places, graded=not nested)

    def margin_ceiling(self) -> float | None:
        """No unit vectors of any dimension have a larger margin; None if that was not worked out.

        It is for a threshold per query and one grade: see ``bounds.margin_ceiling``.
        """
        if self.question.null or self.asked.nested or self.asked.score == "euclidean":
            return None
        return unit_margin_ceiling(self.merged)

    @cached_property
    def coverage(self) -> Coverage:
        """How much of what could be asked of the items the queries ask."""
        return coverage_of(self.data, self.asked.score)

    def hardly_constrain(self) -> str:
        """That the data say little about the width that other queries need, in a sentence; empty if that is not so.

        See ``Coverage.hardly_constrain`` for when it is.
        """
        upper = None if self.upper is None else self.upper.value
        return self.coverage.words if self.coverage.hardly_constrain(upper) else ""

    def by_inner_products(self) -> tuple[int, int] | None:
        """The bracket of the same sets by inner products, a query for each; None where that is what was asked.

        It is the one that was found, as far as the bracket of this answer does not say more. By cosine as many
        dimensions or one more are needed, by Euclidean distance as many or one fewer; nested grades need as many as
        separate ones at least. And a lower bound that cuts no item off is one by inner products (``maps.py``).
        """
        inner = self.beside.get("inner")
        if inner is None or inner.upper is None or self.upper is None:
            return None
        (least, most), (low, high) = (tuple(bound.value for bound in one.bounds) for one in (inner, self))
        distance = self.asked.score == "euclidean"
        content = self.lower.found
        if content["kind"] == "other-score":  # about the rows by themselves
            cut = not distance and "cuts" in content
            least = max(least, low - cut)
        elif not self.asked.nested:
            least = max(least, low - (not distance))
        return least, min(most, high + distance)

    def compared(self) -> str:
        """By how much the score differs from inner products, in a sentence; empty if that is not what was asked."""
        inner = self.by_inner_products()
        if inner is None or self.upper is None:
            return ""
        (least, most), low, high = inner, self.lower.value, self.upper.value
        if self.asked.nested:
            return f"by inner products with a query vector for each grade {least} <= d <= {most}"
        known = f"by inner products {least} <= d <= {most}"
        if self.asked.score == "cosine":
            more = [step for step in (0, 1) if low - most <= step <= high - least]
            return f"{known}: cosine needs {_steps(more, 'more')}"
        fewer = [step for step in (0, 1) if least - high <= step <= most - low]
        return f"{known}: Euclidean distance needs {_steps(fewer, 'fewer')}"

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
            zero = "no query has to tell items apart: one coordinate is for scores above 0 and below"
            yield f"  {zero if self.question.null else NOTHING_ASKED}"
        if compared := self.compared():
            yield f"  {compared}"
        lower, *others = self._reasons()
        yield f"  {lower}"
        queries, items = self.forced_by()
        if items:
            by = f" and {_listed(queries, 'query')}" if queries else ""
            yield f"       forced by {_listed(items, 'item')}{by} alone"
        yield from (f"  {line}" for line in others)
        if said := self.hardly_constrain():
            yield f"  {said}"

    def all_notes(self) -> tuple[str, ...]:
        notes = (WIDTH.sub("d = ", note) for note in self.notes)
        return tuple(note for note in notes if not self._is_past(note))

    def _is_past(self, note: str) -> bool:
        """Whether a note speaks of a dimension that is refuted by now: what one engine did not find, another has."""
        about = AGAINST.match(note)
        return about is not None and int(about[1]) < self.lower.value


def relevance_answer(asked: RelevanceAsked, **effort: Any) -> RelevanceAnswer:
    """The answer to a question about relevance data; see ``ask``."""
    from .least import least_answer

    found = least_answer(asked, **effort)
    return RelevanceAnswer(**{name: getattr(found, name) for name in Answer.__dataclass_fields__})


def embeddings_of(upper: Bound, type: str, ids: Sequence[str], *, query_type: str = "") -> Embeddings:
    """The vectors of an upper bound of a pattern by inner products, one for each row and column, verified."""
    from ..bounds.upper.large_embeddings import large_embeddings
    from ..bounds.upper.wide_margins import wide_embeddings
    from .large_patterns import is_large

    question = upper.question
    if is_large(question) and (question.task == "relevance" or upper.found["kind"] == "tables"):
        return large_embeddings(upper, type, ids, query_type=query_type)
    return wide_embeddings(upper, question.pattern.rows, type, ids, query_type=query_type)


def arrays_of(
    merged: MergedRelevance, embeddings: Embeddings, places: Sequence[int], *, graded: bool
) -> dict[str, npt.NDArray[Any]]:
    """Vectors with the ids of what they stand for."""
    chosen = [merged.asked[place] for place in places]
    return {
        "queries": embeddings.queries[list(places)],
        "items": embeddings.items,
        "query_ids": np.array([merged.data.queries[one.query] for one in chosen]),
        **({"grades": np.array([one.grade for one in chosen])} if graded else {}),
        "item_ids": np.array(list(merged.data.items)),
    }


def unit_margin_ceiling(merged: MergedRelevance) -> float | None:
    """No unit vectors of any dimension have a larger margin, thresholds free; None if that was not worked out.

    >>> from ..tasks.relevance import merge, relevance_from
    >>> round(unit_margin_ceiling(merge(relevance_from([[1, 0, 0], [0, 1, 0], [0, 0, 1]]))), 2)
    0.75
    """
    found = margin_ceiling(merged.pattern().rows) if can_be_written_out(*merged.shape) else None
    return None if found is None or found.square is None else found.value


def _steps(steps: list[int], word: str) -> str:
    return "as many" if steps == [0] else f"{' or '.join(map(str, steps))} {word}"


def _few(ids: Sequence[str]) -> str:
    """The first ids, and how many more there are."""
    return ", ".join(ids[:NAMED]) + (f" and {len(ids) - NAMED} more" if len(ids) > NAMED else "")


def _listed(ids: Sequence[str], what: str) -> str:
    shown = ", ".join(_shown(name[:40]) for name in ids[:MOST_NAMED])
    return f"{counted(len(ids), what)} ({shown}{', ..' if len(ids) > MOST_NAMED else ''})"


def _shown(name: str) -> str:
    """An id, safe to print: what moves the cursor or the like is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
