"""How many classes of 0/1 matrices with distinct rows and distinct columns there are, by the orbit-counting lemma.

The lemma (Cauchy, Frobenius, Burnside): a finite group has as many orbits as its elements have fixed points on
average. Here S_n x S_n permutes rows and columns of n x n matrices; perhaps transposition and complement belong to
the group too. Nothing is enumerated but cycle types and partitions of n lines.

*Fixed by (s, t)*, with or without complement: s x t has gcd(a, b) cycles of length lcm(a, b) on the entries where an
a-cycle of rows and a b-cycle of columns meet. Each cycle has two fillings; with complement only if its length is even.

*Distinct lines.* Let M be fixed. Which rows are equal is a partition of the rows that s keeps, and of columns
likewise. M is determined by these two and by the matrix of the parts, which has distinct lines and is fixed by the
permutations of the parts. So all fixed matrices are counted by the sum over pairs of partitions of those with
distinct lines, and the latter follow by subtraction, from few lines to many.

*Transposition.* An element that transposes is conjugate to one that moves the entry (i, j) to (j, s(i)); n! of them
share an s. If M is fixed, M(i, j) = M(j, s(i)) up to complement: rows i and i' are equal iff columns s(i) and s(i')
are. So one partition, which s keeps, determines both, and the same subtraction runs over single partitions.

>>> [count_classes(n) for n in range(1, 7)]
[2, 3, 12, 94, 1796, 100494]
>>> [count_classes(n, transposition=True, complement=True) for n in range(1, 7)]
[1, 2, 5, 35, 505, 25883]
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, gcd, prod
from typing import TypeVar

Thing = TypeVar("Thing")
Type = tuple[int, ...]
"""Lengths of the cycles of a permutation, in decreasing order."""


def count_classes(n: int, *, transposition: bool = False, complement: bool = False) -> int:
    """The number of classes of n x n matrices with distinct rows and columns, n >= 1.

    Parameters
    ----------
    transposition, complement : bool
        Whether these symmetries are taken as well as permutations of rows and of columns.

    Examples
    --------
    >>> count_classes(7)
    17422636
    """
    types, total, sides = list(cycle_types(n)), Fraction(0), 1 + transposition
    flips = (False, True)[: 1 + complement]
    for flip in flips:
        for s, t in product(types, repeat=2):
            total += Fraction(_distinct(s, t, flip), centraliser(s) * centraliser(t))
        if transposition:
            total += sum(Fraction(_distinct_turned(s, flip), centraliser(s)) for s in types)
    total /= sides * len(flips)
    if total.denominator != 1:
        raise ArithmeticError(f"an average of fixed points is no integer: {total}")
    return total.numerator


def cycle_types(n: int, most: int | None = None) -> Iterator[Type]:
    """The cycle types of permutations of n things.

    >>> list(cycle_types(3))
    [(3,), (2, 1), (1, 1, 1)]
    """
    if n == 0:
        yield ()
    for length in range(n if most is None else min(n, most), 0, -1):
        for rest in cycle_types(n - length, length):
            yield (length, *rest)


def centraliser(type_: Type) -> int:
    """n! divided by the number of permutations of a type.

    >>> centraliser((2, 1)), centraliser((1, 1, 1))
    (2, 6)
    """
    return prod(length**many * factorial(many) for length, many in Counter(type_).items())


def _fixed(rows: Type, columns: Type, flip: bool) -> int:
    """How many matrices (s, t) fixes, perhaps with complement."""
    pairs = list(product(rows, columns))
    if flip and any(a % 2 and b % 2 for a, b in pairs):
        return 0
    return 1 << sum(gcd(a, b) for a, b in pairs)


@cache
def _distinct(rows: Type, columns: Type, flip: bool) -> int:
    """The same of those with distinct lines."""
    parts = product(_quotients(rows).items(), _quotients(columns).items())
    left: int = _fixed(rows, columns, flip)
    for (s, x), (t, y) in parts:
        if (s, t) != (rows, columns):
            left -= x * y * _distinct(s, t, flip)
    return left


@cache
def _distinct_turned(type_: Type, flip: bool) -> int:
    """How many matrices with distinct lines (i, j) -> (j, s(i)) fixes, perhaps with complement."""
    image = _permutation(type_)
    lengths = _cycle_type({(i, j): (j, image[i]) for i, j in product(range(len(image)), repeat=2)})
    left = 0 if flip and any(length % 2 for length in lengths) else 2 ** len(lengths)
    for s, x in _quotients(type_).items():
        if s != type_:
            left -= x * _distinct_turned(s, flip)
    return left


@cache
def _quotients(type_: Type) -> Counter[Type]:
    """How many partitions that a permutation keeps it permutes with each cycle type; into single lines, itself."""
    image, found = _permutation(type_), Counter[Type]()
    for parts in _partitions(len(image)):
        moved: dict[int, int] = {}
        if all(moved.setdefault(parts[i], parts[image[i]]) == parts[image[i]] for i in range(len(image))):
            found[_cycle_type(moved)] += 1
    return found


def _partitions(n: int, named: Sequence[int] = ()) -> Iterator[Sequence[int]]:
    """The partitions of n things, as the number of the part of each, numbered as they first appear."""
    if len(named) == n:
        yield named
        return
    for part in range(max(named, default=-1) + 2):
        yield from _partitions(n, (*named, part))


def _permutation(type_: Type) -> list[int]:
    """A permutation of this type."""
    image: list[int] = []
    for length in type_:
        image += [len(image) + 1 + i - (length if i == length - 1 else 0) for i in range(length)]
    return image


def _cycle_type(moved: Mapping[Thing, Thing]) -> Type:
    """The cycle type of a permutation, thing -> image."""
    left, lengths = dict(moved), []
    while left:
        start, at = left.popitem()
        length = 1
        while at != start:
            at, length = left.pop(at), length + 1
        lengths.append(length)
    return tuple(sorted(lengths, reverse=True))
