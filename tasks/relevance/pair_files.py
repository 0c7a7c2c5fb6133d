"""Relevance written pair by pair: JSON lines, TREC's four columns, tables of pairs, triples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ...display.input_error import json_reason
from ..files import NO_TEXT, lines_of, split_line
from ..task import TaskError
from .names import GRADE, ITEM, QUERY, TRUTH, columns_named, may_be_grade, plain_name, require_known
from .reading import How, Reading
from .relevance import Relevance, relevance
from .text_table import TextTable
from .told import Told, tell

Pair = tuple[str, str, float]

WORDS = re.compile(r"[^\W\d_][^\W\d]+([ -][^\W\d]+)*")
"""Words without digits, which ids seldom are."""


def read_jsonl(path: Path, how: How) -> Relevance:
    """One JSON object per line with query-id, corpus-id and score (1 if left out); BEIR's and others' names."""
    return relevance(_jsonl(path), path.name, repeated=how.repeated)


def read_trec(path: Path, how: How) -> Relevance:
    """TREC's qrels: query, iteration (ignored), document, relevance, separated by blanks.

    A relevance below 0, as of junk in the web tracks, says not relevant, as to ``trec_eval``.
    """
    table = TextTable(path, how.quoting, how.comments)
    headed: list[bool] = []
    found = relevance(_trec(table, headed), path.name, repeated=how.repeated)
    columns = (("query", "column 1"), ("item", "column 3"), ("grade", "column 4"))
    return replace(found, read=Reading("", "", bool(headed), columns, comments=table.skipped))


def read_edges(path: Path, how: How) -> Relevance:
    """Lines of query, item and, in all lines or none, a grade; a first line may name the columns."""
    return _read_table(path, how, "edges")


def read_triples(path: Path, how: How) -> Relevance:
    """Lines of head, relation, tail: a query is a head with a relation, its items are the tails.

    Every entity that occurs at all is an item.
    """
    return _read_table(path, how, "triples")


def _read_table(path: Path, how: How, format: str) -> Relevance:
    table = TextTable(path, how.quoting, how.comments)
    return relevance_of_table(table, tell(table, format, how.columns), how.repeated)


def relevance_of_table(table: TextTable, told: Told, repeated: str | None = None) -> Relevance:
    """The relevance of a text whose columns are known."""
    name = table.path.name
    if told.format == "triples":
        triples = list(_triples(table, told))
        entities = [entity for head, _, tail in triples for entity in (head, tail)]
        found = relevance(((f"{head} {relation}", tail, 1.0) for head, relation, tail in triples), name, entities)
    else:
        found = relevance(_edges(table, told), name, repeated=repeated)
    hints = _hints(found, told, table)
    reading = Reading("", "", told.header, told.columns, told.unused, table.skipped, hints=hints)
    return replace(found, read=reading)


def _hints(found: Relevance, told: Told, table: TextTable) -> tuple[str, ...]:
    """What a list of pairs or triples may be besides."""
    return (*_may_be_heading(told, table), *_may_be_graph(found, told, table))


def _may_be_heading(told: Told, table: TextTable) -> tuple[str, ...]:
    """That the first line counts, where it is of words that do not come again: words above words may be names."""
    (_, first), *others = table.first
    again = any(a == b for _, fields in others for a, b in zip(first, fields, strict=False))
    if told.header or again or not others or not all(map(WORDS.fullmatch, first)):
        return ()
    triples = told.format == "triples"
    columns = f"‹columns={','.join(first)}›" + (" and ‹format=triples›" if triples else "")
    return (
        f"the first line ({', '.join(first)}) counts as a {'triple' if triples else 'pair'}; if it names the columns, "
        f"add {columns}",
    )


def _may_be_graph(found: Relevance, told: Told, table: TextTable) -> tuple[str, ...]:
    graded = len(told.places) < 3 or told.places[2] is not None
    if told.format != "edges" or told.header or told.chosen or (graded and table.path.suffix != ".edges"):
        return ()
    both = len(set(found.queries) & set(found.items))
    if not both and table.path.suffix != ".edges":
        return ()
    return (
        f"read as two sides, queries and items ({both or 'no'} ids are on both): if these are the edges of a graph, "
        "whose vertices are queries and items at once, name ‹format=edgelist›",
    )


def number(text: str, where: str) -> float:
    """A grade; True is 1 and False 0. Below 0 it says not relevant, as to ``trec_eval``.

    >>> number("nan", "line 2")
    Traceback (most recent call last):
    ...
    headcount.tasks.task.TaskError: line 2: the grade must be a number, got 'nan'; write 0 for "not relevant"
    """
    try:
        value = float(TRUTH.get(text.lower(), text))
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        shown = repr(text[:40])
        raise TaskError(f'{where}: the grade must be a number, got {shown}; write 0 for "not relevant"')
    return value


def _jsonl(path: Path) -> Iterator[Pair]:
    for where, line in lines_of(path, NO_TEXT):
        try:
            record = json.loads(line, object_pairs_hook=partial(once, where))
        except TaskError:
            raise
        except (ValueError, RecursionError) as error:
            raise TaskError(f"{where} is not JSON ({json_reason(error)}); write one object per line") from None
        if not isinstance(record, dict):
            raise TaskError(f"{where} must be a JSON object, got {line[:40]!r}; write one object per line")
        record = {plain_name(name): (name, value) for name, value in record.items()}
        grade = _named(record, GRADE, where, 1)
        if not isinstance(grade, int | float | str):
            raise TaskError(f"{where}: the grade must be a number, got {json.dumps(grade)[:40]}; write 1 or 0")
        yield _id(record, QUERY, where), _id(record, ITEM, where), number(str(grade), where)


def once(where: object, fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; where a name comes twice, what the first one said would be lost.

    Raises
    ------
    TaskError
        If a name comes twice.
    """
    found = dict(fields)
    if len(found) < len(fields):
        names = [name for name, _ in fields]
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise TaskError(f"{where}: {twice!r:.40} comes twice in one JSON object; put what belongs to it together")
    return found


def _id(record: dict[str, tuple[str, object]], names: tuple[str, ...], where: str) -> str:
    found = _named(record, names, where)
    if isinstance(found, list | dict):
        shown = json.dumps(found)[:40]
        raise TaskError(f"{where}: an id must be a text or a number, got {shown}; write an object for each pair")
    return str(found)


def _named(record: dict[str, tuple[str, object]], names: tuple[str, ...], where: str, default: object = None) -> object:
    for name in names:
        if name in record and (record[name][1] is not None or default is not None):
            return record[name][1]
    if default is None:
        has = ", ".join(sorted(f"{name} (null)" if value is None else name for name, value in record.values()))
        raise TaskError(
            f"{where} has no field {' or '.join(names[:3])}; it has {has[:80] or 'none'}; name the fields query-id, "
            "corpus-id and score"
        )
    return default


def _trec(table: TextTable, headed: list[bool]) -> Iterator[Pair]:
    for place, (where, line) in enumerate(table.lines()):
        fields = line.split()
        if len(fields) != 4 and any(one in line for one in "\t,;"):
            fields = split_line(line, where)
        if place == 0 and len(fields) == 4 and columns_named(fields) is not None:
            headed.append(True)
            continue
        if len(fields) != 4:
            raise TaskError(
                f"{where}: qrels of TREC have four columns (query, iteration, document, relevance), got {len(fields)}"
            )
        yield fields[0], fields[2], number(fields[3], where)


def _fields(table: TextTable, told: Told) -> Iterator[tuple[str, list[str]]]:
    """The fields of each line after the heading, all as many, none the heading once more."""
    rows = table.rows()
    _, first = next(rows)
    width = len(told.names)
    if not told.header or table.heading_in_comments(width) == list(told.names):
        if len(first) != width:
            raise TaskError(f"{table.path}: the first line has {len(first)} fields, the next ones {width}")
        yield f"{table.path}, the first line", first
    for where, fields in rows:
        if len(fields) != width:
            raise TaskError(f"{where} has {len(fields)} fields, the lines before have {width}; give all lines as many")
        if told.header and fields == list(told.names):
            raise TaskError(f"{where} is the heading once more: these are two tables; write them into a file each")
        yield where, fields


def _edges(table: TextTable, told: Told) -> Iterator[Pair]:
    query, item, grade = told.places
    assert query is not None and item is not None  # a told table of pairs has both
    for place, (where, fields) in enumerate(_fields(table, told)):
        if place == 0 and told.header and not told.chosen:
            require_known(told.names, (query, item, grade), map(may_be_grade, fields), table.path.name)
        yield fields[query], fields[item], 1.0 if grade is None else number(fields[grade], where)


def _triples(table: TextTable, told: Told) -> Iterator[tuple[str, str, str]]:
    head, relation, tail = told.places
    assert head is not None and relation is not None and tail is not None  # a told triple has three
    for _, fields in _fields(table, told):
        yield fields[head], fields[relation], fields[tail]
