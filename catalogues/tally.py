"""Numbers of classes by value, and the page of tables of a folder."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .catalogue import Catalogue, Entry

WIDTH = 110
"""Most characters of a line of text."""

Tally = dict[str, dict[str, int]]
"""Quantity -> value in words -> number of classes."""


def shown(value: Any) -> str:
    """A field in words; a bracket by its value, or both bounds.

    >>> shown([3, 3]), shown([3, 4]), shown(["+-", "++"]), shown([[1, 2], [0]]), shown({"2": [1, 1]}), shown(True)
    ('3', '3..4', '+- ++', '[1,2] [0]', '2: 1', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_bracket(value):
        lower, upper = ("" if end is None else str(end) for end in value)
        return lower if lower == upper else f"{lower}..{upper}"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {shown(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(str(item).replace(" ", "") for item in value)
    return "" if value is None else str(value)


def is_bracket(value: Any) -> bool:
    """Whether a field is ``[lower, upper]``; rows of a matrix are words, and have no numbers."""
    pair = isinstance(value, list | tuple) and len(value) == 2
    return pair and all(end is None or end == "none" or type(end) is int or _fraction(end) for end in value)


def _fraction(end: Any) -> bool:
    return isinstance(end, str) and "/" in end


def tally_of(quantities: Sequence[str], entries: Iterable[Entry]) -> Tally:
    """How many classes have each value, values in increasing order."""
    found: dict[str, Counter[str]] = {name: Counter() for name in quantities}
    for entry in entries:
        for name, counts in found.items():
            counts[shown(entry.fields.get(name))] += 1
    return {name: _sorted(counts) for name, counts in found.items()}


def summed(quantities: Sequence[str], tallies: Iterable[Tally]) -> Tally:
    """The tally of several parts.

    >>> summed(["D"], [{"D": {"2": 1}}, {"D": {"1": 1, "2": 3}}])
    {'D': {'1': 1, '2': 4}}
    """
    found: dict[str, Counter[str]] = {name: Counter() for name in quantities}
    for tally in tallies:
        for name, counts in found.items():
            counts.update(tally[name])
    return {name: _sorted(counts) for name, counts in found.items()}


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return {value: counts[value] for value in sorted(counts, key=in_order)}


def in_order(value: str) -> tuple[Any, ...]:
    """A key by which values in words are sorted: numbers by size, then words.

    >>> sorted(["none", "10", "2..3", "2"], key=in_order)
    ['2', '2..3', '10', 'none']
    """
    number, _, rest = value.partition("..")
    return (0, int(number), rest) if number.isdigit() else (1, value)


def page(catalogue: Catalogue, index: Mapping[str, Any]) -> str:
    """``README.rst``: what is tabulated, how many classes have each value, how to check it and to cite it."""
    title = f"{catalogue.title}, n = {index['n']}"
    place = f"{index['name']}-{index['n']}"
    blocks = [title + "\n" + "=" * len(title), "\n".join(textwrap.wrap(catalogue.says, WIDTH))]
    known = "" if index["complete"] else f"; {index['settled']} of them are settled so far"
    blocks.append(f"There are {index['count']} classes, {index['counted']}{known}.")
    for name in index["quantities"]:
        counts = _sorted(index["tally"][name])  # a file has them in the order of their words
        blocks.append(_table((name, "classes"), [(value, str(number)) for value, number in counts.items()]))
    blocks.append(
        "A bracket ``3..4`` is open. Each line of ``entries-*.jsonl`` is a class: its canonical form (``key``), its\n"
        "``fields``, and the lines of ``certificates-*.jsonl`` with the same number in which the certificates of both\n"
        "bounds are. ``catalogue.json`` has the SHA-256 of every file."
    )
    commands = [f"headcount atlas check {place}", f"headcount check {place}/certificates-*.jsonl"]
    commands.append(f"python -c 'import headcount; print(headcount.atlas(\"{index['name']}\", n={index['n']}))'")
    blocks.append("Check it, and load it::\n\n" + "\n".join(f"  {one}" for one in commands))
    blocks.append("\n".join(textwrap.wrap(f"How to cite: {index['cite']}", WIDTH)))
    blocks.append(f"Licence: {index['licence']}.")
    return "\n\n".join(blocks) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A simple table of reStructuredText."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
             for row in (heads, *rows)]  # fmt: skip
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])
