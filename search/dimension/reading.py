"""The data that ``dimension`` is asked about, and the words on how they were read."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from ...display.input_error import spelled
from ...tasks.relevance import WORD, MergedRelevance, Relevance, relevance_from, subsets_from_words
from .options import RelevanceOptions

PAIRS = ("jsonl", "json", "trec", "edges", "table", "parquet", "feather", "ir_datasets", "dict", "pairs")
"""Formats that often list relevant pairs alone."""


def read_line(merged: MergedRelevance) -> str:
    """How data were read, in one line: what every answer begins with.

    >>> from ...tasks.relevance import merge
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
        notes.append("every item is relevant to some query; if the collection has others too, add ‹others=True›")
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
