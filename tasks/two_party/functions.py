"""Two-party functions: Alice holds a, Bob holds b, both want f(a, b) in {0, 1}.

DISJ_n is 1 iff a AND b = 0; EQ_n iff a = b; GT_n iff a > b (strict, most significant bit first); IP_n is the parity of
a AND b; INDEX_n is bit b of a. Bits and indices are counted from 1. Source: Kushilevitz, Nisan 1997, *Communication
Complexity*, sections 1.2 and 1.3.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ...display.input_error import InputError
from .arithmetic import PLAIN, Arithmetic, chosen

Bits = tuple[int, ...]
Rule = Callable[[Any, Any, Arithmetic], Any]

MAX_ENTRIES = 1 << 24
"""Most entries of a matrix that is written out."""


DISJ_WORDS = "DISJ is 1 iff the sets are disjoint; the papers' DISJ, the maximum of a_i b_i, is 1 iff they meet"
"""What has to be said where DISJ is spoken of: the two are complements, with the same D(f)."""


class TwoPartyError(InputError):
    """A function or an input is not what was required; the message says which, what was given and what to try."""


@dataclass(frozen=True)
class BitStrings:
    """All strings of n bits: tuples of 0 and 1, in the order of the binary numbers."""

    n: int

    def __iter__(self) -> Iterator[Bits]:
        return product((0, 1), repeat=self.n)

    @property
    def count(self) -> int:
        """2^n."""
        return 1 << self.n

    def __contains__(self, x: object) -> bool:
        return isinstance(x, tuple) and len(x) == self.n and all(type(bit) is int and bit in (0, 1) for bit in x)

    def __str__(self) -> str:
        return f"{self.n} bits"

    def parse(self, word: str) -> Any:
        """The bits that a word such as 0110 spells (anything else is returned as it is and will be refused)."""
        return tuple(map(int, word)) if word and set(word) <= {"0", "1"} else word

    def spell(self, x: Bits) -> str:
        """The word for an input."""
        return "".join(map(str, x))

    def drawn(self, rng: random.Random, ones: float = 0.5) -> Bits:
        """Bits that are 1 with probability ``ones`` each."""
        return tuple(int(rng.random() < ones) for _ in range(self.n))


@dataclass(frozen=True)
class Numbers:
    """The numbers 1 .. n."""

    n: int

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self.n + 1))

    @property
    def count(self) -> int:
        """n."""
        return self.n

    def __contains__(self, x: object) -> bool:
        return type(x) is int and 1 <= x <= self.n

    def __str__(self) -> str:
        return f"a number from 1 to {self.n}"

    def parse(self, word: str) -> Any:
        """The number that a word spells (anything else is returned as it is and will be refused)."""
        return int(word) if word.isascii() and word.isdigit() and len(word) < 20 else word

    def spell(self, x: int) -> str:
        """The word for an input."""
        return str(x)

    def drawn(self, rng: random.Random, ones: float = 0.5) -> int:
        """One of the numbers, each as likely (``ones`` is for bits)."""
        return rng.randint(1, self.n)


Inputs = BitStrings | Numbers


@dataclass(frozen=True)
class TwoPartyFunction:
    """A function of a pair of inputs with values 0 and 1.

    Parameters
    ----------
    name : str
        As on the command line.
    n : int >= 1
        The size.
    alice, bob : BitStrings or Numbers
        The inputs of each party; both can be iterated and have a count.
    rule : callable (a, b, arithmetic) -> truth value
        The definition, over integers or over terms.

    Examples
    --------
    >>> f = disj(3)
    >>> f.evaluate((0, 1, 1), (1, 0, 0)), f.evaluate((0, 1, 1), (1, 0, 1))
    (1, 0)
    >>> f.parse("a=011", "b=100")
    ((0, 1, 1), (1, 0, 0))
    """

    name: str
    n: int
    alice: Inputs
    bob: Inputs
    rule: Rule = field(repr=False, compare=False)
    rows: tuple[Bits, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"{self.name.upper()}_{self.n}"

    def alice_inputs(self) -> Iterator[Any]:
        """All inputs of Alice: the rows of the matrix."""
        return iter(self.alice)

    def bob_inputs(self) -> Iterator[Any]:
        """All inputs of Bob: the columns of the matrix."""
        return iter(self.bob)

    def evaluate(self, a: Any, b: Any) -> int:
        """f(a, b).

        Raises
        ------
        TwoPartyError
            If an input is not one of the function's.
        """
        self.require(a, b)
        return int(self.rule(a, b, PLAIN))

    def require(self, a: Any, b: Any) -> None:
        """Refuse inputs that are not the function's.

        Raises
        ------
        TwoPartyError
            Which input, what was required, what was given.
        """
        if isinstance(self.alice, BitStrings) and self.alice == self.bob:
            lengths = [len(x) if isinstance(x, tuple | str) else None for x in (a, b)]
            if None not in lengths and lengths[0] != lengths[1]:
                raise TwoPartyError(
                    f"a and b must have the same length, got {lengths[0]} and {lengths[1]} bits; "
                    f"{self} takes {self.n} each"
                )
        for name, value, inputs in (("a", a, self.alice), ("b", b, self.bob)):
            if value not in inputs:
                first: Any = next(x for x in inputs)
                word = inputs.spell(first)
                raise TwoPartyError(f"{name} must be {inputs} for {self}, got {value!r}; try {name}={word[:40]}")

    def parse(self, alice_word: str, bob_word: str) -> tuple[Any, Any]:
        """The inputs that two words spell: ``a=0110`` or ``0110`` for bits, ``b=3`` for a number from 1.

        Raises
        ------
        TwoPartyError
            If they spell no inputs of this function.
        """
        a = self.alice.parse(alice_word.strip().removeprefix("a="))
        b = self.bob.parse(bob_word.strip().removeprefix("b="))
        self.require(a, b)
        return a, b

    def matrix(self) -> tuple[Bits, ...]:
        """The communication matrix: a row per input of Alice, a column per input of Bob, in their order.

        Raises
        ------
        TwoPartyError
            If it has more than ``MAX_ENTRIES`` entries.

        Examples
        --------
        >>> disj(1).matrix(), index(2).matrix()
        (((1, 1), (1, 0)), ((0, 0), (0, 1), (1, 0), (1, 1)))
        """
        size = self.alice.count * self.bob.count
        if size > MAX_ENTRIES:
            raise TwoPartyError(f"the matrix of {self} has {size} entries, the limit is {MAX_ENTRIES}; try a smaller n")
        return tuple(tuple(int(self.rule(a, b, PLAIN)) for b in self.bob) for a in self.alice)


def disj(n: int) -> TwoPartyFunction:
    """DISJ_n: 1 iff no position has a 1 in both."""
    return _on_bits("disj", n, lambda a, b, on: on.all(x + y < 2 for x, y in zip(a, b, strict=True)))


def eq(n: int) -> TwoPartyFunction:
    """EQ_n: 1 iff a = b.

    >>> eq(2).evaluate((0, 1), (0, 1)), eq(2).evaluate((0, 1), (1, 1))
    (1, 0)
    """
    return _on_bits("eq", n, lambda a, b, on: on.all(x == y for x, y in zip(a, b, strict=True)))


def gt(n: int) -> TwoPartyFunction:
    """GT_n: 1 iff a > b as binary numbers, the first bit the most significant; 0 where they are equal.

    >>> gt(2).matrix()
    ((0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0))
    """

    def rule(a: Any, b: Any, on: Arithmetic) -> Any:
        return on.any(on.all([a[i] > b[i], *(a[j] == b[j] for j in range(i))]) for i in range(n))

    return _on_bits("gt", n, rule)


def ip(n: int) -> TwoPartyFunction:
    """IP_n: the parity of the number of positions with a 1 in both.

    >>> ip(2).evaluate((1, 1), (1, 1)), ip(2).evaluate((1, 1), (0, 1))
    (0, 1)
    """
    return _on_bits("ip", n, lambda a, b, on: on.bit(sum(x * y for x, y in zip(a, b, strict=True)), 0))


def index(n: int) -> TwoPartyFunction:
    """INDEX_n: Alice has n bits, Bob a number b from 1 to n; the value is a's bit number b.

    >>> index(3).evaluate((0, 1, 0), 2)
    1
    """
    _require_size(n)
    return TwoPartyFunction("index", n, BitStrings(n), Numbers(n), lambda a, b, on: chosen(on, b, a) == 1)


def matrix_function(rows: Sequence[Sequence[int]], name: str = "matrix") -> TwoPartyFunction:
    """The function of a 0/1 matrix: Alice has the number of a row, Bob that of a column, both from 1.

    Raises
    ------
    TwoPartyError
        If the matrix is empty, ragged or has an entry other than 0 and 1.

    Examples
    --------
    >>> matrix_function([[1, 0, 0], [0, 1, 0]]).evaluate(2, 2)
    1
    """
    table = tuple(tuple(row) for row in rows)
    if not table or not table[0] or len({len(row) for row in table}) > 1:
        raise TwoPartyError("the matrix must have at least one row and one column and rows of equal length")
    for i, row in enumerate(table, start=1):
        for j, entry in enumerate(row, start=1):
            if type(entry) is not int or entry not in (0, 1):
                raise TwoPartyError(f"the matrix must hold 0 and 1 only, got {entry!r} in row {i}, column {j}")

    def rule(a: Any, b: Any, on: Arithmetic) -> Any:
        return chosen(on, a, [chosen(on, b, row) for row in table]) == 1

    return TwoPartyFunction(
        name, max(len(table), len(table[0])), Numbers(len(table)), Numbers(len(table[0])), rule, table
    )


FUNCTIONS: dict[str, Callable[[int], TwoPartyFunction]] = {
    "disj": disj, "eq": eq, "gt": gt, "ip": ip, "index": index,
}  # fmt: skip
"""The functions known by name."""


def _on_bits(name: str, n: int, rule: Rule) -> TwoPartyFunction:
    _require_size(n)
    return TwoPartyFunction(name, n, BitStrings(n), BitStrings(n), rule)


def _require_size(n: object) -> None:
    if type(n) is not int or n < 1:
        raise TwoPartyError(f"n, the size of a two-party function, must be an integer >= 1, got {n!r}; try n=4")
