"""``name=value`` words, as parameters are written on the command line."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from ..lazy_names import named
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


def integer_words(words: Iterable[str]) -> dict[str, int]:
    """The integers by name.

    >>> integer_words(["N=6", "q=2"])
    {'N': 6, 'q': 2}
    """
    return {name: integer_word(name, value) for name, value in named_words(words).items()}


@dataclass(frozen=True)
class Entry:
    """One line of a registry: what words such as ``match2 M=7`` make, a line about it, and an example of such words.

    ``home`` is the function or class itself, or where it is: ``"tasks.top_k:TopK"``, loaded when it is used.
    """

    name: str
    home: Callable[..., Any] | str
    summary: str
    example: str

    @property
    def make(self) -> Any:
        """The function or class."""
        return named(self.home) if isinstance(self.home, str) else self.home

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters that have to be given."""
        return tuple(one.name for one in signature(self.make).parameters.values() if one.default is one.empty)

    @property
    def optional(self) -> tuple[str, ...]:
        """The parameters that have a default."""
        return tuple(name for name in signature(self.make).parameters if name not in self.parameters)

    def made(self, given: Mapping[str, int], most: int | None = None) -> Any:
        """What the parameters make.

        Raises
        ------
        TaskError
            If one is missing, unknown, or above ``most``.
        """
        for missing in self.parameters:
            if missing not in given:
                other = next((name for name in given if name.lower() == missing.lower()), None)
                hint = "" if other is None else f" (not {other})"
                raise TaskError(f"{self.name} needs the parameter {missing}{hint}; write for example: {self.example}")
        for name, value in given.items():
            if name not in (*self.parameters, *self.optional):
                known = " and ".join((*self.parameters, *self.optional))
                raise TaskError(f"{self.name} has no parameter {name}; it takes {known}, as in: {self.example}")
            if most is not None and value > most:
                raise TaskError(f"{name} must be at most {most}, got {value}; try a smaller one")
        return self.make(**given)


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
            f"‹dv›, the width of values, must be 1 .. {MAX_WIDTH}, or m for values as wide as queries and keys, got "
            f"{text[:40]!r}; try ‹dv=m›"
        )
    return int(text)
