"""What a table of text is: pairs, triples, a matrix, a graph; with or without a heading; which column is what.

A first row of names above rows of numbers is a heading. Roles of columns go by their names. What may be read in two
ways is refused, and the message names both and the option that chooses: a table of ids is never read as a matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..files import is_number
from ..task import TaskError
from .names import (
    PAIR,
    SAME,
    TRIPLE,
    TYPED,
    columns_named,
    edges_named,
    is_known,
    may_be_roles,
    names_roles,
    plain_name,
    triples_named,
)
from .text_table import TextTable
from .without_heading import NARROW, is_entry, is_matrix, two_ways, without_heading

UNUSED = ("-", "_", "")


@dataclass(frozen=True)
class Told:
    """What a table is.

    Attributes
    ----------
    format : str
        ``edges``, ``triples``, ``matrix``, ``trec`` or ``edgelist``.
    header : bool
        Whether the first line names the columns.
    places : tuple of (int or None)
        Where query, item and grade are, or head, relation and tail; empty for other formats.
    names : tuple of str
        What the columns are called, ``column 1`` and so on without a heading.
    chosen : bool
        Whether a user named the columns.
    """

    format: str
    header: bool = False
    places: tuple[int | None, ...] = ()
    names: tuple[str, ...] = ()
    chosen: bool = False

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """What is in which column."""
        roles = TRIPLE if self.format == "triples" else PAIR
        return tuple(
            (role, self.names[place]) for role, place in zip(roles, self.places, strict=False) if place is not None
        )

    @property
    def unused(self) -> tuple[str, ...]:
        """Columns that are left alone."""
        return tuple(name for place, name in enumerate(self.names) if self.places and place not in self.places)


def tell(table: TextTable, format: str | None = None, columns: Sequence[str] | None = None) -> Told:
    """What the first lines of a text are.

    Parameters
    ----------
    table : TextTable
    format : "edges" or "triples", if it is said
    columns : what a user says of the columns, optional

    Raises
    ------
    TaskError
        If that cannot be told, because it is nothing known or may be several things.
    """
    rows = [fields for _, fields in table.first]
    # R writes names of rows without a name above them.
    shifted = len(rows) > 1 and len(rows[0]) + 1 == len(rows[1]) and not any(map(is_entry, rows[0]))
    heading = ["", *rows[0]] if shifted else rows[0]
    width = len(heading)
    named = columns is not None and all(word.strip() in heading for word in columns)
    header = shifted or has_heading(rows) or named
    names = tuple(heading) if header else tuple(f"column {place + 1}" for place in range(width))
    if columns is not None:
        places, of = places_given(columns, heading, header, width, format, table.path)
        return Told(of, header, places, names, chosen=True)
    if not header and (commented := table.heading_in_comments(width)) is not None and names_roles(commented):
        heading, header, names = commented, True, tuple(commented)
    if header:
        return _with_heading(table, rows, heading, names, format)
    if 1 < width <= NARROW and not any(map(is_entry, heading)) and any(map(is_known, heading)):
        raise two_ways(
            table.path, f"begins with {', '.join(heading)[:80]}",
            f"a heading (‹columns={','.join(heading)[:80]}›)",
            f"ids as in the other lines (‹columns={','.join(map(str, range(1, width + 1)))}›)",
        )  # fmt: skip
    if format is not None:
        return _said(format, False, width, names, table.path)
    told = without_heading(rows, table.path)
    if told == "edges":
        return Told(told, False, (0, 1, 2 if width == 3 else None), names)
    return Told(told, False, (0, 1, 2) if told == "triples" else (), names)


def has_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names columns: names above numbers, or names that are known and do not come again.

    >>> has_heading([["q", "d"], ["1", "2"]]), has_heading([["a", "b"], ["c", "d"]])
    (True, False)
    >>> has_heading([["user", "likes", "item"], ["user", "likes", "post"]])
    False
    """
    first, body = rows[0], [row for row in rows[1:] if row != rows[0]]
    if has_corner(rows):
        return True
    if any(field and is_entry(field) for field in first):
        return False
    if not body:
        return names_roles(first)
    width = len(first)
    if any(len(row) != width for row in body[:1]):
        return False
    even = [row for row in body if len(row) == width]
    if any(first[j] and all(is_number(row[j]) for row in even) for j in range(width)):
        return True
    if all(TYPED.fullmatch(field.strip()) for field in first):
        return True
    known = [j for j in range(width) if is_known(first[j])]
    new = all(row[j] != first[j] for j in range(width) for row in even)
    return bool(known) and new and (names_roles(first) or len(known) == width)


def has_corner(rows: Sequence[Sequence[str]]) -> bool:
    """Whether names of columns and of rows stand around an empty corner, as pandas writes a table of numbers.

    >>> has_corner([["", "0", "1"], ["0", "1", "0"]]), has_corner([["", "1", "1"], ["0", "1", "0"]])
    (True, False)
    """
    names = rows[0][1:]
    unlike = len(names) > 1 and len(set(names)) == len(names) and "" not in names
    return rows[0][0] == "" and unlike and len(rows) > 1 and all(row[0] != "" for row in rows[1:])


def _with_heading(
    table: TextTable, rows: list[list[str]], heading: Sequence[str], names: tuple[str, ...], format: str | None
) -> Told:
    width, body = len(heading), rows[1:] or rows
    triple, pair, edge = triples_named(heading), columns_named(heading), edges_named(heading)
    if format != "triples" and pair is not None:
        return Told("edges", True, pair, names)
    if format != "edges" and triple is not None:
        return Told("triples", True, triple, names)
    if edge is not None and format != "triples":
        if format is None and "graph" in " ".join(table.before).lower():
            return Told("edgelist", True, edge, names)
        if format is None and _overlap(body, edge) and edge[2] is None:
            raise two_ways(
                table.path, f"joins {heading[edge[0]]!r} and {heading[edge[1]]!r}, and ids are on both sides",
                "a graph, whose vertices are queries and items (‹format=edgelist›)",
                "pairs of a query and an item (‹format=edges›)",
            )  # fmt: skip
        return Told("edges", True, edge, names)
    if format is not None:
        return _said(format, True, width, names, table.path)
    roles = width <= NARROW and may_be_roles(heading) and all(is_entry(row[0]) for row in body)
    if not roles and is_matrix(body, named=not heading[0], strong=not heading[0] and not is_number(body[0][0])):
        return Told("matrix", True)
    known = ", ".join(heading)[:80]
    choice = "say what each column is, as in ‹columns=user,item,rating› (- for one that is not used)"
    if width > NARROW or not all(is_entry(row[-1]) for row in body):
        raise TaskError(
            f"{table.path} has the heading {known}, and it is not known which columns are queries and items; {choice}, "
            "or name ‹format›"
        )
    raise two_ways(
        table.path, f"has the heading {known}, and it is not known which columns are queries and items",
        f"a table of ids: {choice}", f"a matrix of {width} items, a row for each query (‹format=matrix›)",
    )  # fmt: skip


def _said(format: str, header: bool, width: int, names: tuple[str, ...], path: Path) -> Told:
    """Pairs or triples whose columns stand in turn."""
    if format == "triples" and width == 3:
        return Told("triples", header, (0, 1, 2), names)
    if format == "edges" and width in (2, 3):
        return Told("edges", header, (0, 1, 2 if width == 3 else None), names)
    if format == "triples":
        raise TaskError(
            f"{path}: a triple has three fields (head, relation, tail), got {width}; name those of more columns, as in "
            "‹columns=head,relation,tail›"
        )
    raise TaskError(
        f"{path}: an edge has two fields, or three with its grade, got {width}; name those of more columns, as in "
        "‹columns=user,item,rating›"
    )


def _overlap(rows: Sequence[Sequence[str]], places: tuple[int, int, int | None]) -> bool:
    source, target, _ = places
    return bool({row[source] for row in rows} & {row[target] for row in rows if len(row) > target})


def places_given(
    columns: Sequence[str], heading: Sequence[str], header: bool, width: int, format: str | None, path: Path | str
) -> tuple[tuple[int | None, ...], str]:
    """Where query, item and grade (or head, relation and tail) are, and whether these are edges or triples.

    Raises
    ------
    TaskError
        If the words name neither columns nor what columns are.
    """
    words = [word.strip() for word in columns]
    found: list[int | None] | None = None
    triple = format == "triples" or (format is None and {_role(word) for word in words} >= set(TRIPLE))
    if header and all(word in heading for word in words):
        found = [heading.index(word) for word in words]
        triple = triple or (format is None and triples_named(words) is not None)
    elif words and all(word.isascii() and word.isdigit() for word in words):
        found = [int(word) - 1 for word in words]
        if not all(1 <= int(word) <= width for word in words):
            raise TaskError(f"{path} has {width} columns, got ‹columns={','.join(words)}›; count them from 1")
    else:
        wanted = TRIPLE if triple else PAIR
        roles = ["" if word in UNUSED else _role(word, triple) for word in words]
        if None not in roles and len(words) <= width:
            found = [roles.index(role) if role in roles else None for role in wanted]
    needed = 3 if triple else 2
    if found is None or len(found) not in (2, 3) or None in found[:needed] or len(found) < needed or _twice(found):
        seen = f"; its columns are {', '.join(heading)[:80]}" if header else f"; it has {width} columns, without names"
        raise TaskError(
            f"‹columns› must say where query and item are, and perhaps the grade, got {','.join(words)[:60]!r}{seen}; "
            "try ‹columns=user,item,rating›, what each column is in turn (- for one that is not used), or "
            "‹columns=1,2,3›, where query, item and grade are"
        )
    return (*found, *(None,) * (3 - len(found))), "triples" if triple else "edges"


def _twice(places: Sequence[int | None]) -> bool:
    given = [place for place in places if place is not None]
    return len(set(given)) < len(given)


def _role(word: str, triple: bool | None = None) -> str | None:
    """What a column of that name holds."""
    plain = plain_name(word)
    roles = PAIR if triple is False else TRIPLE if triple else (*PAIR, *TRIPLE)
    order = [role for role in roles if plain in SAME[role] or plain == role]
    if triple is None:  # whether they are triples is to be told: unmistakable names alone
        order = [role for role in TRIPLE if plain in SAME[role] and len(plain) > 1]
    return order[0] if order else None
