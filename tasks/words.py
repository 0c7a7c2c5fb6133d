"""``name=value`` words, as parameters are written on the command line."""

from collections.abc import Iterable

from ..questions import GRIDS
from .task import TaskError

MAX_WIDTH = 10**6
"""Largest width of values that is asked about."""


def named_words(words: Iterable[str]) -> dict[str, str]:
    """The values by name.

    Raises
    ------
    TaskError
        If a word has no name or no ``=``, or a name comes twice.

    Examples
    --------
    >>> named_words(["N=6", "nodes=plain"])
    {'N': '6', 'nodes': 'plain'}
    """
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise TaskError(f"parameters are name=value words, got {word!r}; write for example N=6")
        if name in values:
            raise TaskError(f"the parameter {name} is given twice; give it once")
        values[name] = value
    return values


def grid_words(grid: str, p: int = 0) -> str:
    r"""Which integers p bits stand for, with those of one p as an example.

    >>> print(grid_words("twos", 1), grid_words("midrise"), sep="\n")
    integers from -2^(p-1) to 2^(p-1) - 1 (twos); p = 1: -1, 0
    odd integers from 1 - 2^p to 2^p - 1 (midrise)
    """
    law = "odd integers from 1 - 2^p to 2^p - 1" if grid == "midrise" else "integers from -2^(p-1) to 2^(p-1) - 1"
    return f"{law} ({grid})" + (f"; p = {p}: {', '.join(map(str, GRIDS[grid](p)))}" if p else "")


def counted(number: int, word: str) -> str:
    """A number of things: the noun, in the plural unless it is one.

    >>> counted(1, "query"), counted(2, "query"), counted(3, "class"), counted(0, "item")
    ('1 query', '2 queries', '3 classes', '0 items')
    """
    if number == 1:
        return f"1 {word}"
    return f"{number} {word[:-1]}ies" if word.endswith("y") else f"{number} {word}{'es' if word.endswith('s') else 's'}"


def integer_word(name: str, value: str) -> int:
    """The integer that a parameter's value stands for.

    Raises
    ------
    TaskError
        If it is no integer, or one of more digits than Python reads.

    Examples
    --------
    >>> integer_word("N", "-6")
    -6
    """
    try:
        return int(value)
    except ValueError:
        shown = value[:40]
        raise TaskError(f"the parameter {name} must be an integer, got {shown!r}; write for example {name}=6") from None


def value_width(given: str | int | None) -> int | None:
    """The width of values, dv, that ``--dv`` names; None: as wide as queries and keys, dv = m, as in the papers.

    Raises
    ------
    TaskError
        If it is neither a number >= 1 nor m.

    Examples
    --------
    >>> value_width("3"), value_width("m"), value_width(None)
    (3, None, None)
    """
    if given in (None, "m"):
        return None
    text = str(given)
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and 1 <= int(text) <= MAX_WIDTH):
        raise TaskError(
            f"--dv, the width of values, must be 1 .. {MAX_WIDTH}, or m for values as wide as queries and keys, got "
            f"{text[:40]!r}; try --dv m"
        )
    return int(text)
