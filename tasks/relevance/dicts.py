"""Relevance as a dict, in Python and in JSON: for each query its items with their grades, or only its items."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import Any

from ...display.input_error import json_reason
from ..files import NO_TEXT, lines_of
from ..task import TaskError
from .pair_files import Pair, number, once
from .reading import How
from .relevance import Relevance, relevance

MISSING = ("nan", "None", "<NA>", "NaT")
"""What tables have where there is nothing."""
SHOWN = "write {'q1': {'d1': 1}} or {'q1': ['d1']}"


def read_json(path: Path, how: How) -> Relevance:
    """One JSON object, such as {"q1": {"d1": 2, "d2": 0}, "q2": ["d3"]}."""
    text = "\n".join(line for _, line in lines_of(path, NO_TEXT))
    try:
        content = json.loads(text, object_pairs_hook=partial(once, path))
    except TaskError:
        raise
    except (ValueError, RecursionError) as error:
        raise TaskError(
            f"{path} is not one JSON object ({json_reason(error)}); for one object per line name ‹format=jsonl›"
        ) from None
    if not isinstance(content, dict):
        raise TaskError(f"{path} must hold one JSON object with a field for each query, got {text[:40]!r}; {SHOWN}")
    return relevance_of_dict(content, path.name)


def relevance_of_dict(data: Mapping[Any, Any], name: str) -> Relevance:
    """Relevance of ``{query: {item: grade}}`` or ``{query: items}``; a query may have none.

    Raises
    ------
    TaskError
        If two keys are one id as text, or an entry is neither items nor items with grades.

    Examples
    --------
    >>> relevance_of_dict({"q": ["a", "b"], "r": []}, "dict").words
    'dict: 2 queries, 2 items, 2 relevant pairs, at most 2 for a query'
    """
    for keys in (data, *(items for items in data.values() if isinstance(items, Mapping))):
        ids: dict[str, Any] = {}
        for key in keys:
            if ids.setdefault(id_of(key), key) is not key:
                raise TaskError(f"{name}: {ids[id_of(key)]!r:.40} and {key!r:.40} are one id as text; keep one of them")
    return relevance(pairs_of_dict(data, name), name, queries=map(id_of, data))


def pairs_of_dict(data: Mapping[Any, Any], name: str) -> Iterator[Pair]:
    """The pairs of ``{query: {item: grade}}``, or of ``{query: items}``, all of grade 1.

    >>> list(pairs_of_dict({"q": {"a": 2}, 7: ["b"]}, "dict"))
    [('q', 'a', 2.0), ('7', 'b', 1.0)]
    """
    for query, items in data.items():
        if isinstance(items, Mapping):
            for item, grade in items.items():
                yield id_of(query), id_of(item), number(str(grade), f"{name}, {query!r:.40}, {item!r:.40}")
        elif isinstance(items, list | tuple | AbstractSet):
            for item in sorted(items, key=str) if isinstance(items, AbstractSet) else items:
                if isinstance(item, list | tuple | Mapping):
                    raise TaskError(
                        f"{name}, {query!r:.40}: an item must be a text or a number, got {item!r:.40}; {SHOWN}"
                    )
                yield id_of(query), id_of(item), 1.0
        else:
            raise TaskError(
                f"{name}: each query must have a dict of items with their grades, or a list of items, "
                f"got {items!r:.40} for {query!r:.40}; {SHOWN}"
            )


def id_of(value: Any) -> str:
    """An id of a table: empty where the table has none; whole, though a missing one made its column floats.

    >>> id_of(7.0), id_of("7.0"), id_of(float("nan"))
    ('7', '7.0', '')
    """
    if not isinstance(value, str) and str(value) in MISSING:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
