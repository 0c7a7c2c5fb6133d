"""Relevance written pair by pair: JSON lines, TREC's four columns, lists of edges, triples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..files import fields_of, is_number, lines_of, split_line
from ..task import TaskError
from .relevance import Relevance, relevance

QUERY = (
    "query-id", "qid", "q-id", "query", "queryid", "query-no", "topic", "topic-id", "question-id", "user-id", "userid",
)  # fmt: skip
ITEM = (
    "corpus-id", "doc-id", "docid", "did", "d-id", "item", "item-id", "itemid", "document", "document-id", "docno",
    "pid", "passage-id", "product-id",
)  # fmt: skip
GRADE = (
    "score", "relevance", "rel", "grade", "label", "rating", "relevant", "is-relevant", "relevancy", "judgment",
    "judgement", "gain", "rel-label", "qrel",
)  # fmt: skip
"""Names of columns and fields, in small letters, with a hyphen where others have a blank or a low line."""
NO_GRADES = ("", "iter", "iteration", "q0", "unnamed:-0", "index", "id", "split", "time", "timestamp", "date", "year")
"""Columns of numbers that are no grades."""

TRUTH = {"true": "1", "false": "0"}

Pair = tuple[str, str, float]


def read_jsonl(path: Path) -> Relevance:
    """One JSON object per line with query-id, corpus-id and score (1 if left out); BEIR's and others' names."""
    return relevance(_jsonl(path), path.name)


def read_trec(path: Path) -> Relevance:
    """TREC's qrels: query, iteration (ignored), document, relevance, separated by blanks.

    A relevance below 0, as of junk in the web tracks, says not relevant, as to ``trec_eval``.
    """
    return relevance(_trec(path), path.name)


def read_edges(path: Path) -> Relevance:
    """CSV or TSV lines of query, item and, in all lines or none, a grade; a first line may name the columns."""
    return relevance(_edges(path), path.name)


def read_triples(path: Path) -> Relevance:
    """CSV or TSV lines of head, relation, tail: a query is a head with a relation, its items are the tails.

    Every entity that occurs at all is an item.
    """
    triples = []
    for where, fields in fields_of(path):
        if len(fields) != 3:
            raise TaskError(f"{where}: a triple has three fields (head, relation, tail), got {len(fields)}")
        triples.append(fields)
    entities = [entity for head, _, tail in triples for entity in (head, tail)]
    pairs = ((f"{head} {relation}", tail, 1.0) for head, relation, tail in triples)
    return relevance(pairs, path.name, entities)


def number(text: str, where: str) -> float:
    """A grade; True is 1 and False 0.

    >>> number("nan", "line 2")
    Traceback (most recent call last):
    ...
    headcount.tasks.task.TaskError: line 2: the grade must be a number >= 0, got 'nan'; write 0 for "not relevant"
    """
    try:
        value = float(TRUTH.get(text.lower(), text))
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        shown = repr(text[:40])
        raise TaskError(f'{where}: the grade must be a number >= 0, got {shown}; write 0 for "not relevant"')
    return value


def _jsonl(path: Path) -> Iterator[Pair]:
    for where, line in lines_of(path):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise TaskError(f"{where} is not JSON ({error}); write one object per line") from None
        if not isinstance(record, dict):
            raise TaskError(f"{where} must be a JSON object, got {line[:40]!r}; write one object per line")
        record = {plain_name(name): value for name, value in record.items()}
        grade = _named(record, GRADE, where, 1)
        if not isinstance(grade, int | float | str):
            raise TaskError(f"{where}: the grade must be a number >= 0, got {json.dumps(grade)[:40]}")
        yield str(_named(record, QUERY, where)), str(_named(record, ITEM, where)), number(str(grade), where)


def _named(record: dict[str, object], names: tuple[str, ...], where: str, default: object = None) -> object:
    for name in names:
        if name in record and (record[name] is not None or default is not None):
            return record[name]
    if default is None:
        known = " or ".join(names[:3])
        raise TaskError(f"{where} has no field {known}; it has {', '.join(sorted(record))[:80] or 'none'}")
    return default


def _trec(path: Path) -> Iterator[Pair]:
    for place, (where, line) in enumerate(lines_of(path)):
        fields = line.split()
        if len(fields) != 4 and any(one in line for one in "\t,;"):
            fields = split_line(line, where)
        if place == 0 and len(fields) == 4 and is_heading(fields):
            continue
        if len(fields) != 4:
            raise TaskError(
                f"{where}: qrels of TREC have four columns (query, iteration, document, relevance), got {len(fields)}"
            )
        below = fields[3].startswith("-") and fields[3][1:].isdecimal()
        yield fields[0], fields[2], 0.0 if below else number(fields[3], where)


def _edges(path: Path) -> Iterator[Pair]:
    width, places, heading = 0, None, []
    for place, (where, fields) in enumerate(fields_of(path)):
        if place == 0:
            places, heading = columns_named(fields), fields
        elif place == 1 and places is not None:
            require_known(heading, places, map(may_be_grade, fields), path.name)
        if places is None and len(fields) not in (2, 3):
            raise TaskError(f"{where}: an edge has two fields, or three with its grade, got {len(fields)}")
        width = width or len(fields)
        if len(fields) != width:
            raise TaskError(f"{where} has {len(fields)} fields, the lines before have {width}; give all lines as many")
        if place == 0 and (places is not None or is_heading(fields)):
            continue
        query, item, grade = places or (0, 1, 2 if width == 3 else None)
        yield fields[query], fields[item], 1.0 if grade is None else number(fields[grade], where)


def columns_named(fields: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Where a heading has queries, items and grades, if it names the first two; other columns are left alone.

    >>> columns_named(["doc_id", "query_id", "relevance"]), columns_named(["qid", "iter", "docno"])
    ((1, 0, 2), (0, 2, None))
    >>> columns_named(["source", "target"])
    """
    words = list(map(plain_name, fields))
    query, item, grade = (
        next((place for place, word in enumerate(words) if word in names), None) for names in (QUERY, ITEM, GRADE)
    )
    return None if query is None or item is None else (query, item, grade)


def plain_name(field: str) -> str:
    """The name of a column or a field as ``QUERY`` and the others have it.

    >>> plain_name(" Query_ID")
    'query-id'
    """
    return field.strip().lower().replace("_", "-").replace(" ", "-")


def require_known(
    heading: Sequence[str], places: tuple[int, int, int | None], numbers: Iterable[bool], name: str
) -> None:
    """Refuse a column of numbers that may be the grades under another name: without grades every pair is relevant.

    Raises
    ------
    TaskError
        If there is one.
    """
    if places[2] is not None:
        return
    for place, (field, numeric) in enumerate(zip(heading, numbers, strict=False)):
        if numeric and place not in places and plain_name(field) not in NO_GRADES:
            raise TaskError(
                f"{name}: the column {field[:40]!r} may hold grades, and is none of {', '.join(GRADE[:6])}; name it "
                "relevance, or leave it out if every pair is relevant"
            )


def may_be_grade(field: str) -> bool:
    """Whether a field of a column could be a grade: a number, or true or false."""
    return is_number(field) or field.lower() in TRUTH


def is_heading(fields: list[str]) -> bool:
    """Whether a first line names columns: ``query-id corpus-id score``, ``source,target``.

    >>> is_heading(["query-id", "corpus-id", "score"]), is_heading(["a", "b", "1"]), is_heading(["source", "target"])
    (True, False, True)
    """
    words = list(map(plain_name, fields))
    heads = {*QUERY, "source", "from", "row", "head", "user", "u"}
    return words[0] in heads or (len(words) == 3 and words[2] in {*GRADE, "weight", "value"})
