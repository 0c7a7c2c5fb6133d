"""What a table of text is whose columns have no names: pairs, triples, a matrix, qrels, by its entries alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from ..files import is_number
from ..task import TaskError
from .names import TRUTH

LARGEST_GRADE = 100
"""Whole numbers above it are taken for ids of queries and items, not for grades."""
MANY = 20
"""Columns of more different whole numbers may be ids."""
ZEROS = 0.25
"""A narrow table with so many zeros among its entries is a matrix: ids are seldom 0."""
NARROW = 4
"""Widest table that is taken for one of ids if its numbers are no matrix of 0 and 1."""

FREE = "*"


def without_heading(rows: list[list[str]], path: Path) -> str:
    """The format that the first lines tell; what may be read in two ways is refused."""
    first, last = rows[0], rows[:2][-1]
    width = len(last)
    if all(len(row) == 4 and row[1] == "Q0" for row in rows):
        return "trec"
    if len(set(map(len, rows[:2]))) > 1:
        return "matrix" if all(map(is_entry, last[1:])) else "edges"  # whose reader says what is wrong
    whole = [_all_whole(rows, place) for place in range(width)]
    numbers = [all(is_entry(row[place]) for row in rows if len(row) == width) for place in range(width)]
    if width == 6 and all(row[1] == "Q0" for row in rows if len(row) == 6):
        raise TaskError(
            f"{path} has six columns with Q0: a run, which ranks documents, and no judgments; give the qrels, four "
            "columns of query, iteration, document, relevance"
        )
    if width == 4 and numbers[3] and not numbers[2]:
        if len({row[1] for row in rows if len(row) == 4}) == 1 or all(whole[j] for j in (1, 3)):
            return "trec"
        raise two_ways(
            path, "has four columns, a text and then a number", "qrels of TREC (‹format=trec›)",
            "a table: say what each column is, as in ‹columns=user,-,item,rating›",
        )  # fmt: skip
    if width == 1:
        if all(row and row[0] and not row[0].strip("+-*") for row in rows):
            return "matrix"
        raise TaskError(
            f"{path} has one column, and separators are tabs, ::, commas, semicolons, | or blanks; give a query and an "
            "item in each line, or say ‹format=matrix› for a single item"
        )
    if all(numbers[1:]) and (numbers[0] or width > 3):
        return _of_numbers(rows, path, width, whole, named=not numbers[0])
    if width == 2:
        return "edges"
    if width == 3:
        if not numbers[2]:
            return "triples"
        if whole[2] and _largest(rows, 2) > LARGEST_GRADE:
            raise _third(path)
        return "edges"
    raise TaskError(
        f"{path} has {width} columns of texts and numbers and no heading that is known; say what each is, as in "
        f"‹columns=user,item,rating› (- for one that is not used), or name ‹format›; its first line is "
        f"{', '.join(first)[:80]}: if these are names of columns, name those of query and item, as in "
        f"‹columns={','.join(first[:2])[:40]}›"
    )


def _third(path: Path) -> TaskError:
    return two_ways(
        path, f"has whole numbers above {LARGEST_GRADE} in its third column and no heading",
        "grades (‹columns=user,item,rating›, or ‹format=edges›)",
        "something else, a time for instance (‹columns=user,item›)", "triples (‹format=triples›)",
    )  # fmt: skip


def _of_numbers(rows: list[list[str]], path: Path, width: int, whole: list[bool], *, named: bool) -> str:
    """What lines of numbers are, behind a name perhaps: a matrix, pairs or qrels."""
    remedy = "name one with ‹format›, or write a first line such as query_id,doc_id,relevance"
    ids = whole[0] and whole[1]
    judged = width == 4 and not named and ids and whole[2] and all(row[1] == "0" for row in rows if len(row) == 4)
    if (not judged and is_matrix(rows)) or all(field in ("0", "1") for row in rows for field in row):
        return "matrix"
    if judged:
        if max(_largest(rows, 0), _largest(rows, 2)) > LARGEST_GRADE:
            return "trec"
        raise TaskError(f"{path} has 4 whole numbers in a line and no heading, which may be trec or matrix; {remedy}")
    if width in (2, 3) and ids and not named:
        if max(_largest(rows, 0), _largest(rows, 1)) > LARGEST_GRADE:
            if width == 3 and whole[2] and _largest(rows, 2) > LARGEST_GRADE:
                raise _third(path)
            return "edges"
        raise TaskError(
            f"{path} has {width} whole numbers in a line and no heading, which may be edges or matrix; {remedy}, or "
            f"say ‹columns={'user,item,rating' if width == 3 else 'user,item'}›"
        )
    raise two_ways(
        path, f"has {width} numbers in a line and no heading",
        "a table of ids: say what each column is, as in ‹columns=user,item,rating› (- for one that is not used)",
        f"a matrix of {width - named} items, a row for each query (‹format=matrix›)",
    )  # fmt: skip


def is_matrix(rows: Sequence[Sequence[str]], *, named: bool = False, strong: bool = False) -> bool:
    """Whether rows of numbers are a matrix, and surely no table of ids.

    ``named``: the first column holds names of rows, numbers though they may be; ``strong``: columns have names as well.

    >>> is_matrix([["1", "0"], ["0", "1"]]), is_matrix([["1", "61", "5", "886590717"]]), is_matrix([["1", "2"]])
    (True, False, False)
    """
    width = len(rows[0])
    even = [row for row in rows if len(row) == width]
    names = named or not all(is_entry(row[0]) for row in even)
    columns = [[row[place] for row in even] for place in range(int(names), width)]
    if not columns or not all(is_entry(field) for column in columns for field in column):
        return False
    if all(not is_number(field) or not float(field) > 1 for column in columns for field in column):
        return True
    ids = sum(map(like_ids, columns)) + (names and not strong)
    fields = [field for column in columns for field in column]
    zeros = sum(field in ("0", "", "-") for field in fields) >= ZEROS * len(fields)
    if width > NARROW or strong:
        return ids < 2 and (ids < 1 or zeros or strong)
    if not all(_is_whole(field) for column in columns[: 2 - names] for field in column if is_number(field)):
        return ids < 1  # the first two are no ids
    return width == NARROW and zeros and all(
        float(field) <= LARGEST_GRADE for field in fields if is_number(field)
    )  # fmt: skip


def like_ids(column: Sequence[str]) -> bool:
    """Whether a column may be ids: whole numbers, many or large, hardly a 0, not all in a row."""
    if not all(map(_is_whole, column)) or sum(field == "0" for field in column) > ZEROS * len(column):
        return False
    numbers = [int(float(field)) for field in column]
    same = len(numbers) > 1 and all(b - a == 1 for a, b in pairwise(numbers))
    return (max(numbers) > LARGEST_GRADE or len(set(numbers)) > MANY) and not same


def _is_whole(field: str) -> bool:
    return field.isascii() and field.isdigit() and len(field) < 19


def _all_whole(rows: Sequence[Sequence[str]], place: int) -> bool:
    return all(_is_whole(row[place]) for row in rows if len(row) > place)


def _largest(rows: Sequence[Sequence[str]], place: int) -> int:
    return max(int(row[place]) for row in rows if len(row) > place and _is_whole(row[place]))


def is_entry(field: str) -> bool:
    """Whether a field of a matrix of relevance may be an entry."""
    return field in ("", "+", "-", FREE) or is_number(field) or field.lower() in TRUTH


def two_ways(path: Path, what: str, *readings: str) -> TaskError:
    """The error that names the readings that there are, each with the option that chooses it."""
    return TaskError(f"{path} {what}; it may be {', or '.join(readings)}")
