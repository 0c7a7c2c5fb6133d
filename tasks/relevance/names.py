"""What the columns of a table are called: queries, items and grades; heads, relations and tails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..files import is_number
from ..task import TaskError

QUERY = (
    "query-id", "qid", "q-id", "query", "queryid", "query-no", "q", "topic", "topic-id", "question-id", "user-id",
    "userid", "user", "uid", "session-id", "sessionid",
)  # fmt: skip
ITEM = (
    "corpus-id", "doc-id", "docid", "did", "d-id", "item", "item-id", "itemid", "iid", "document", "document-id",
    "doc", "docno", "pid", "passage-id", "product-id", "productid", "movie", "movie-id", "movieid", "book-id", "bookid",
    "asin", "isbn", "artist-id", "artistid", "track-id", "song-id", "business-id", "parent-asin",
)  # fmt: skip
GRADE = (
    "score", "relevance", "rel", "grade", "label", "rating", "relevant", "is-relevant", "relevancy", "judgment",
    "judgement", "gain", "rel-label", "qrel", "r-ui", "stars", "book-rating",
)  # fmt: skip
"""Names of columns and fields, in small letters, with a hyphen where others have a blank or a low line."""
HEAD = ("head", "subject", "head-id", "subj", "s", "h")
RELATION = ("relation", "predicate", "relation-id", "pred", "rel", "p", "r", "edge-type", "property")
TAIL = ("tail", "object", "tail-id", "obj", "o", "t")
SOURCE = ("source", "from", "fromnodeid", "from-node-id", "src")
TARGET = ("target", "to", "tonodeid", "to-node-id", "dst")
WEIGHT = (*GRADE, "weight", "value")
NO_GRADES = (
    "", "iter", "iteration", "q0", "unnamed:-0", "index", "id", "split", "time", "timestamp", "date", "year",
    "unixreviewtime",
)  # fmt: skip
"""Columns of numbers that are no grades."""

TRUTH = {"true": "1", "false": "0"}

SHORT = ("q", "d", "u", "i", "r", "s", "p", "o", "h", "t", "y", "tgt")
"""Names of columns that may be those of a table of pairs or triples, and may be something else."""

TYPED = re.compile(r"(.+):(token|token_seq|float|float_seq)")
"""A name with its type, as RecBole writes it."""

PAIR, TRIPLE = ("query", "item", "grade"), ("head", "relation", "tail")
"""What the columns of a table of pairs, and of triples, are."""

SAME = {
    "query": QUERY, "item": ITEM, "grade": GRADE, "head": HEAD, "relation": RELATION, "tail": TAIL,
}  # fmt: skip

Places = tuple[int, int, int | None]


def plain_name(field: str) -> str:
    """The name of a column or a field as ``QUERY`` and the others have it, without a type.

    >>> plain_name(" Query_ID"), plain_name("user_id:token"), plain_name("r_ui")
    ('query-id', 'user-id', 'r-ui')
    """
    typed = TYPED.fullmatch(field.strip())
    return (typed[1] if typed else field.strip()).lower().replace("_", "-").replace(" ", "-")


def columns_named(fields: Sequence[str]) -> Places | None:
    """Where a heading has queries, items and grades, if it names the first two; other columns are left alone.

    >>> columns_named(["doc_id", "query_id", "relevance"]), columns_named(["qid", "iter", "docno"])
    ((1, 0, 2), (0, 2, None))
    >>> columns_named(["userId", "movieId", "rating", "timestamp"]), columns_named(["q", "d", "r"])
    ((0, 1, 2), None)
    >>> columns_named(["source", "target"])
    """
    words = list(map(plain_name, fields))
    query, item, grade = (_place(words, names) for names in (QUERY, ITEM, GRADE))
    return None if query is None or item is None else (query, item, grade)


def triples_named(fields: Sequence[str]) -> tuple[int, int, int] | None:
    """Where a heading has heads, relations and tails, if it names all three.

    >>> triples_named(["subject", "predicate", "object"]), triples_named(["tail_id:token", "head_id:token"])
    ((0, 1, 2), None)
    """
    words = list(map(plain_name, fields))
    head, relation, tail = (_place(words, names) for names in (HEAD, RELATION, TAIL))
    return None if head is None or relation is None or tail is None else (head, relation, tail)


def edges_named(fields: Sequence[str]) -> Places | None:
    """Where a heading has the source, the target and perhaps the weight of an edge.

    >>> edges_named(["FromNodeId", "ToNodeId"]), edges_named(["a", "b", "weight"])
    ((0, 1, None), None)
    """
    words = list(map(plain_name, fields))
    source, target, weight = (_place(words, names) for names in (SOURCE, TARGET, WEIGHT))
    return None if source is None or target is None else (source, target, weight)


def names_roles(fields: Sequence[str]) -> bool:
    """Whether a heading says what is in its columns."""
    return any(named(fields) is not None for named in (columns_named, triples_named, edges_named))


def _place(words: Sequence[str], names: Sequence[str]) -> int | None:
    """Where a column of one of the names is; if there are several, that of the name that comes first."""
    return next((words.index(name) for name in names if name in words), None)


def is_known(field: str) -> bool:
    """Whether it is the name of a column of some table of pairs, edges or triples, and hardly anything else.

    >>> is_known("userId"), is_known("r"), is_known("DrugA")
    (True, False, False)
    """
    word = plain_name(field)
    return len(word) > 1 and any(word in names for names in (QUERY, ITEM, GRADE, HEAD, RELATION, TAIL, SOURCE, TARGET))


def may_be_roles(fields: Sequence[str]) -> bool:
    """Whether a heading may be that of a table of pairs or triples: one name is known, or all are short for roles.

    >>> may_be_roles(["q", "d", "r"]), may_be_roles(["src", "y"]), may_be_roles(["a", "b", "c"])
    (True, True, False)
    """
    return any(map(is_known, fields)) or all(plain_name(field) in SHORT for field in fields)


def may_be_grade(field: str) -> bool:
    """Whether a field of a column could be a grade: a number, or true or false."""
    return is_number(field) or field.lower() in TRUTH


def require_known(heading: Sequence[str], places: Places, numbers: Iterable[bool], name: str) -> None:
    """Refuse two columns for one role, and numbers that may be the grades under another name.

    Without grades every pair is relevant.

    Raises
    ------
    TaskError
        If there is one.
    """
    words = list(map(plain_name, heading))
    for place in [one for one in places if one is not None]:
        role = GRADE if place == places[2] else (words[place],)
        several = [heading[one][:40] for one, word in enumerate(words) if word in role]
        if len(several) > 1:
            raise TaskError(
                f"{name} has the columns {' and '.join(map(repr, several))}, and it is not known which one counts; "
                "choose by their numbers, as in ‹columns=1,2,3›, where query, item and grade are"
            )
    if places[2] is not None:
        return
    for place, (field, numeric) in enumerate(zip(heading, numbers, strict=False)):
        if numeric and place not in places and plain_name(field) not in NO_GRADES:
            query, item = (heading[one] for one in places[:2])
            raise TaskError(
                f"{name}: the column {field[:40]!r} may hold grades, and is none of {', '.join(GRADE[:6])}; name it "
                f"relevance, or leave it out if every pair is relevant, or choose: ‹columns={query},{item},{field}› "
                f"or ‹columns={query},{item}›"
            )
