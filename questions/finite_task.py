"""Tasks on all sequences of one length over a finite alphabet, by name, or listed in a ``table``.

Symbols: N positions, M modulus, K reach; symbols 0 .. A-1. The answer at every position is an integer (0 or 1 for the
named tasks, except ``induction-heads``, ``k-hop``, ``composition``), or not asked for. What the answers of a named task
are is defined where certificates are checked (``certificates/meaning/tasks.py``), and nowhere else.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from types import SimpleNamespace
from typing import cast

from ..certificates.meaning.tasks import NAMED, Wanted, Word
from ..certificates.schema import Record
from ..certificates.statements import FINITE

__all__ = ["FINITE_TASKS", "MAX_CASES", "MAX_INPUTS", "Answers", "FiniteTask", "Wanted", "Word"]

Answers = tuple[tuple[Word, Wanted], ...]
Sizes = tuple[tuple[str, int], ...]

MAX_INPUTS = 5_000_000
"""Most inputs of a finite task that are gone through."""
MAX_CASES = 20_000
"""Most pairs of an input and a position at which an answer is asked for, where answers are listed."""

FINITE_TASKS: Mapping[str, tuple[str, ...]] = {
    **{name: tuple(parameters) for name, parameters in FINITE.items()},
    "table": ("alphabet", "length"),
}
"""Name -> parameters. ``table`` is given by a list of inputs and answers."""


@lru_cache(256)
def _definition(name: str, sizes: Sizes) -> tuple[int, int, Callable[[Word], Word], int]:
    """Alphabet, length, answers and steps of a named task."""
    return NAMED[name](cast(Record, SimpleNamespace(**dict(sizes))))  # whose fields are looked up for each input


@dataclass(frozen=True)
class FiniteTask:
    """A task of ``FINITE_TASKS`` with its parameters; ``listed`` are the inputs and answers of a ``table``.

    If there is a ``position``, only the answers there are asked for.

    Examples
    --------
    >>> task = FiniteTask("match", (("order", 2), ("M", 3), ("N", 2)))
    >>> task.count, dict(task.pairs())[1, 2]
    (9, (1, 1))
    >>> dict(FiniteTask("match", (("order", 2), ("M", 3), ("N", 2)), position=1).pairs())[1, 2]
    (None, 1)
    """

    name: str
    parameters: Sizes
    listed: Answers = ()
    position: int | None = None

    @property
    def alphabet(self) -> int:
        """A."""
        return self._sizes[0]

    @property
    def length(self) -> int:
        """N."""
        return self._sizes[1]

    @property
    def steps(self) -> int:
        """About how many steps the answers to one input may take, each well below a microsecond."""
        return self._sizes[2]

    @property
    def count(self) -> int:
        """The number of inputs, or ``MAX_INPUTS + 1`` if there are more than ``MAX_INPUTS``."""
        if self.name == "table":
            return len(self.listed)
        if self.alphabet > 1 and self.length > MAX_INPUTS.bit_length():
            return MAX_INPUTS + 1
        return min(self.alphabet**self.length if self.alphabet > 1 else 1, MAX_INPUTS + 1)

    def answers_to(self, tokens: Word) -> Wanted | None:
        """The answers to one input over the alphabet, at all positions; None if it is not in the list of a ``table``.

        >>> FiniteTask("match", (("order", 2), ("M", 3), ("N", 2))).answers_to((1, 2))
        (1, 1)
        """
        if self.name == "table":
            return self._by_input.get(tokens)
        return self.defined(tokens)

    def defined(self, tokens: Word) -> Word:
        """The answers of a named task to one input."""
        return _definition(self.name, self.parameters)[2](tokens)

    def pairs(self) -> Iterator[tuple[Word, Wanted]]:
        """Every input with the answers asked for, inputs in lexicographic order (those of a table as listed)."""
        for tokens, answers in self.listed if self.name == "table" else self._all_pairs():
            if self.position is None:
                yield tokens, answers
            else:
                yield tokens, tuple(answer if i == self.position else None for i, answer in enumerate(answers))

    def _all_pairs(self) -> Iterator[tuple[Word, Wanted]]:
        definition = _definition(self.name, self.parameters)[2]
        return ((tokens, definition(tokens)) for tokens in product(range(self.alphabet), repeat=self.length))

    @cached_property
    def _sizes(self) -> tuple[int, int, int]:
        if self.name == "table":
            sizes = dict(self.parameters)
            return sizes["alphabet"], sizes["length"], sizes["length"]
        alphabet, length, _, steps = _definition(self.name, self.parameters)
        return alphabet, length, steps

    @cached_property
    def _by_input(self) -> dict[Word, Wanted]:
        return dict(self.listed)
