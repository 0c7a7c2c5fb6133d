"""How many classes of +-1 matrices there are, by the orbit-counting lemma: nothing is enumerated but cycle types.

*The lemma* (Cauchy, Frobenius, Burnside): a finite group has as many orbits as its elements have fixed points on
average. The group B_k x B_n permutes and negates k rows and n columns; of square matrices it is twice as large, with
transposition. A signed permutation is conjugate to any other with as many cycles of each length and sign (the product
of the signs along the cycle), so elements are counted by type: a multiset of pairs (length, sign).

*All matrices* fixed by (s, t): an a-cycle of rows of sign e and a b-cycle of columns of sign d meet in gcd(a, b)
orbits of entries. The way round an orbit has l = lcm(a, b) steps and the sign e^(l/a) d^(l/b). If that is +, the orbit
has two fillings, else none.

*Lines distinct up to sign.* A row in a cycle (c, e) of s is a vector y with t^c y = e y, and determines the cycle. Let
F(c, e) count these vectors, and N(c, e) those of which no smaller power of t does so with either sign. A vector whose
least such power is d, with sign f, is counted in F(c, e) if d divides c and f^(c/d) = e: so F(c, e) = sum N(d, f), and
N follows by subtraction, an integer combination of Fs. Rows in m cycles (c, e) are distinct up to sign iff their first
vectors are taken from the N(c, e), each without the 2c vectors of orbits before: N (N - 2c) (N - 4c) .. ways. As a
polynomial in the F(c, e), each monomial counts the fixed matrices whose rows have that type, without any condition. So
the count with distinct rows is a sum over types, with integer coefficients that do not depend on the columns; the same
then holds for columns.

*Transposition.* An element that transposes is conjugate to M -> (s M)^T, with s in B_n; n! 2^n elements share each s.
It takes the entry (i, j) to (j, s(i)), up to sign. If M is fixed by it, then equal rows (up to sign) make columns of
the same numbers equal: both are distinct, or neither, and the same polynomial in the type of s counts.

>>> [square_classes(n) for n in range(1, 7)]
[1, 1, 1, 3, 8, 62]
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, gcd, lcm

Type = tuple[tuple[int, int], ...]
"""Cycles of a signed permutation: (length, sign), in rising order."""

Sum = Counter[Type]
"""An integer combination of types."""

SIGNS = (-1, 1)


def cycle_types(n: int, least: tuple[int, int] = (1, -1)) -> Iterator[Type]:
    """The types of signed permutations of n points.

    >>> list(cycle_types(1)), len(list(cycle_types(8)))
    ([((1, -1),), ((1, 1),)], 185)
    """
    if n == 0:
        yield ()
    for cycle in product(range(1, n + 1), SIGNS):
        if cycle >= least:
            for rest in cycle_types(n - cycle[0], cycle):
                yield (cycle, *rest)


def share(type_: Type) -> Fraction:
    """The share of the signed permutations that are of a type."""
    size = 1
    for (length, _), many in Counter(type_).items():
        size *= (2 * length) ** many * factorial(many)
    return Fraction(1, size)


def fixed(rows: Type, columns: Type) -> int:
    """How many matrices elements of these types fix.

    >>> fixed(((1, 1), (1, 1)), ((1, 1),)), fixed(((2, 1),), ((1, -1),)), fixed(((1, 1),), ((1, -1),))
    (4, 2, 0)
    """
    total = 1
    for (a, e), (b, d) in product(rows, columns):
        length = lcm(a, b)
        total *= 2 ** gcd(a, b) if e ** (length // a) * d ** (length // b) == 1 else 0
    return total


def fixed_turned(type_: Type) -> int:
    """How many matrices are M = (s M)^T, s of this type: the orbits of entries under (i, j) -> (j, s(i)), with signs.

    >>> fixed_turned(((1, 1), (1, 1))), fixed_turned(((1, -1),))
    (8, 0)
    """
    moves: dict[tuple[int, int], tuple[int, int, int]] = {}
    image: list[tuple[int, int]] = []
    for length, sign in type_:
        first = len(image)
        image += [(first + (i + 1) % length, sign if i == 0 else 1) for i in range(length)]
    for i, j in product(range(len(image)), repeat=2):
        moves[i, j] = (j, *image[i])
    total, left = 1, set(moves)
    while left:
        entry, sign = start, _ = left.pop(), 1
        while True:
            *following, factor = moves[entry]
            entry, sign = (following[0], following[1]), sign * factor
            if entry == start:
                break
            left.remove(entry)
        total *= 2 if sign == 1 else 0
    return total


@cache
def _exact(length: int, sign: int) -> Sum:
    """N(c, e) as a combination of the F."""
    total: Sum = Counter({((length, sign),): 1})
    for d, f in product(range(1, length), SIGNS):
        if length % d == 0 and f ** (length // d) == sign:
            total.subtract(_exact(d, f))
    return total


@cache
def distinct_lines(type_: Type) -> Sum:
    """The combination of types that counts what is fixed and has lines distinct up to sign.

    >>> sorted(distinct_lines(((1, 1), (1, 1))).items())
    [(((1, 1),), -2), (((1, 1), (1, 1)), 1)]
    """
    total: Sum = Counter({(): 1})
    for (length, sign), many in Counter(type_).items():
        for taken in range(many):
            factor = _exact(length, sign).copy()
            factor[()] -= 2 * length * taken
            total = _multiplied(total, factor)
    return total


def _multiplied(left: Sum, right: Sum) -> Sum:
    found: Sum = Counter()
    for (a, x), (b, y) in product(left.items(), right.items()):
        found[tuple(sorted((*a, *b)))] += x * y
    return Counter({type_: x for type_, x in found.items() if x})


@cache
def _average(n: int) -> dict[Type, Fraction]:
    """The combination of types that counts lines distinct up to sign, on average over the signed permutations of n."""
    total: dict[Type, Fraction] = {}
    for type_ in cycle_types(n):
        for smaller, x in distinct_lines(type_).items():
            total[smaller] = total.get(smaller, Fraction(0)) + share(type_) * x
    return {type_: x for type_, x in total.items() if x}


def classes_of_shape(k: int, n: int) -> int:
    """Classes of k x n matrices with rows and columns distinct up to sign, up to permutations and negations.

    >>> classes_of_shape(3, 4), classes_of_shape(5, 7)
    (1, 18)
    """
    pairs = product(_average(k).items(), _average(n).items())
    return _whole(sum((x * y * fixed(rows, columns) for (rows, x), (columns, y) in pairs), Fraction(0)))


@cache
def square_classes(n: int) -> int:
    """The same of n x n matrices, up to transposition as well."""
    turned = sum((x * fixed_turned(type_) for type_, x in _average(n).items()), Fraction(0))
    return _whole((classes_of_shape(n, n) + turned) / 2)


def _whole(total: Fraction) -> int:
    if total.denominator != 1:
        raise ArithmeticError(f"an average of fixed points is no integer: {total}")
    return total.numerator
