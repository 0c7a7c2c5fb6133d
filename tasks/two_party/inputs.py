"""What a party of a two-party function holds: bits, a number, a word over some symbols, or the first bits of a word.

Each kind of inputs is finite and can be iterated; ``number`` says where an input comes in that order, from 0: which row
or column of the matrix is its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeGuard

Bits = tuple[int, ...]


@dataclass(frozen=True)
class BitStrings:
    """All strings of n bits: tuples of 0 and 1, in the order of the binary numbers.

    >>> BitStrings(3).number((1, 1, 0)), BitStrings(3).spell((1, 1, 0))
    (6, '110')
    """

    n: int

    def __iter__(self) -> Iterator[Bits]:
        return product((0, 1), repeat=self.n)

    @property
    def count(self) -> int:
        """2^n."""
        return 1 << self.n

    def __contains__(self, x: object) -> bool:
        return _is_word(x, 2) and len(x) == self.n

    def __str__(self) -> str:
        return f"{self.n} bits"

    def parse(self, word: str) -> Any:
        """The bits that a word such as 0110 spells (anything else is returned as it is and will be refused)."""
        return tuple(map(int, word)) if word and set(word) <= {"0", "1"} else word

    def spell(self, x: Any) -> str:
        """The word for an input."""
        return "".join(map(str, x))

    def number(self, x: Any) -> int:
        """Its place in the order, from 0."""
        return int(self.spell(x), 2)

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

    def spell(self, x: Any) -> str:
        """The word for an input."""
        return str(x)

    def number(self, x: Any) -> int:
        """Its place in the order, from 0."""
        return int(x) - 1

    def drawn(self, rng: random.Random, ones: float = 0.5) -> int:
        """One of the numbers, each as likely (``ones`` is for bits)."""
        return rng.randint(1, self.n)


@dataclass(frozen=True)
class Words:
    """All words of ``length`` symbols 0 .. symbols - 1, such as the tables of functions; in lexicographic order.

    >>> list(Words(2, 2)), Words(3, 3).number((1, 0, 2)), Words(3, 3).parse("1,0,2")
    ([(0, 0), (0, 1), (1, 0), (1, 1)], 11, (1, 0, 2))
    """

    length: int
    symbols: int

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return product(range(self.symbols), repeat=self.length)

    @property
    def count(self) -> int:
        """symbols^length."""
        return int(self.symbols**self.length)

    def __contains__(self, x: object) -> bool:
        return _is_word(x, self.symbols) and len(x) == self.length

    def __str__(self) -> str:
        return f"{self.length} numbers from 0 to {self.symbols - 1}"

    def parse(self, word: str) -> Any:
        """The numbers that a word such as 1,0,2 spells (anything else is returned as it is and will be refused)."""
        parts = word.split(",")
        return tuple(map(int, parts)) if all(p.isascii() and p.isdigit() and len(p) < 20 for p in parts) else word

    def spell(self, x: Any) -> str:
        """The word for an input."""
        return ",".join(map(str, x))

    def number(self, x: Any) -> int:
        """Its place in the order, from 0."""
        place: int = 0
        for symbol in x:
            place = place * self.symbols + symbol
        return place

    def drawn(self, rng: random.Random, ones: float = 0.5) -> tuple[int, ...]:
        """One of the words, each as likely (``ones`` is for bits)."""
        return tuple(rng.randrange(self.symbols) for _ in range(self.length))


@dataclass(frozen=True)
class Prefixes:
    """All strings of fewer than n bits, the shorter ones first; the empty one is spelled ``-``.

    >>> list(Prefixes(2)), Prefixes(3).number((1, 0)), Prefixes(3).parse("-")
    ([(), (0,), (1,)], 5, ())
    """

    n: int

    def __iter__(self) -> Iterator[Bits]:
        return (bits for length in range(self.n) for bits in product((0, 1), repeat=length))

    @property
    def count(self) -> int:
        """2^n - 1."""
        return (1 << self.n) - 1

    def __contains__(self, x: object) -> bool:
        return _is_word(x, 2) and len(x) < self.n

    def __str__(self) -> str:
        return f"fewer than {self.n} bits (- for none)"

    def parse(self, word: str) -> Any:
        """The bits that a word such as 01 spells (anything else is returned as it is and will be refused)."""
        return () if word == "-" else BitStrings(self.n).parse(word)

    def spell(self, x: Any) -> str:
        """The word for an input."""
        return "".join(map(str, x)) or "-"

    def number(self, x: Any) -> int:
        """Its place in the order, from 0."""
        return int("1" + "".join(map(str, x)), 2) - 1

    def drawn(self, rng: random.Random, ones: float = 0.5) -> Bits:
        """Bits that are 1 with probability ``ones`` each; every length is as likely."""
        return tuple(int(rng.random() < ones) for _ in range(rng.randrange(self.n)))


Inputs = BitStrings | Numbers | Words | Prefixes


def _is_word(x: object, symbols: int) -> TypeGuard[tuple[int, ...]]:
    return isinstance(x, tuple) and all(type(symbol) is int and 0 <= symbol < symbols for symbol in x)
