"""Relevance from RDF's N-Triples: a query is a subject with a predicate, its items are the objects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ..files import NO_TEXT, lines_of
from ..task import TaskError
from .reading import How, Reading
from .relevance import Relevance, relevance

RESOURCE = r"<[^<>\"{}|^`\\\x00-\x20]*>|_:[^\s<>\"]+"
LITERAL = r'"(?:[^"\\\n\r]|\\.)*"(?:\^\^<[^<>\s]*>|@[A-Za-z]+(?:-[A-Za-z0-9]+)*)?'
STATEMENT = re.compile(rf"\s*({RESOURCE})\s*(<[^<>\s]*>)\s*({RESOURCE}|{LITERAL})\s*\.\s*(?:#.*)?")
"""A line of N-Triples: the grammar of the recommendation, one statement in a line."""


def read_ntriples(path: Path, how: How) -> Relevance:
    """One statement in a line, ``<subject> <predicate> <object> .``; every resource that occurs is an item.

    Statements with literals are read as others; ids are written as in the file. Nothing is resolved.
    """
    comments = [0]
    triples = list(_statements(path, comments))
    entities = [entity for subject, _, object in triples for entity in (subject, object)]
    found = relevance(((f"{subject} {verb}", object, 1.0) for subject, verb, object in triples), path.name, entities)
    columns = (("head", "subject"), ("relation", "predicate"), ("tail", "object"))
    return replace(found, read=Reading("", "", columns=columns, comments=comments[0]))


def _statements(path: Path, comments: list[int]) -> Iterator[tuple[str, str, str]]:
    for where, line in lines_of(path, NO_TEXT):
        if line.lstrip().startswith("#"):
            comments[0] += 1
        elif (found := STATEMENT.fullmatch(line)) is None:
            raise TaskError(
                f"{where} is no statement of N-Triples, got {line[:40]!r}; write <subject> <predicate> <object> ."
            )
        else:
            yield found[1], found[2], found[3]
