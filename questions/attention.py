"""What one head computes for one query, by definition. Everything faster is tested against this.

Symbols: N positions, A symbols in the alphabet, m width of queries and keys, p bits, H heads, order s. A head looks at
(s-1)-tuples of key positions; order 2 is ordinary attention, order 3 the tensor attention of Sanford, Hsu, Telgarsky
2023 (arXiv 2306.02896). The normalisation is over all tuples jointly, a tuple's value is the Hadamard product of its
parts' values.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

MAX_ORDER = 8
"""Largest order of a unit that certificates state."""

Vector = tuple[int, ...]
Output = tuple[Fraction, ...]
Scores = Sequence[Any]


@dataclass(frozen=True)
class ScorePolynomial:
    """A score: the sum, over the monomials and over the m coordinates, of the product of the parts named.

    Part 0 is the query, parts 1 .. s-1 the keys of a tuple. ``PAIRWISE`` is <q, k>, ``tensor(s)`` is
    sum_a q[a] k1[a] .. , ``STRASSEN`` is <q, k1> + <k1, k2> + <k2, q> (Kozachinskiy et al., arXiv 2501.19215).

    Raises
    ------
    ValueError
        If a monomial repeats a part or names one that does not exist, or the order is below 2.

    Examples
    --------
    >>> tensor(3).score(((1, 2), (3, 4), (5, 6)))
    63
    >>> STRASSEN.score(((1, 2), (3, 4), (5, 6)))
    67
    """

    order: int
    monomials: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if type(self.order) is not int or self.order < 2:
            raise ValueError(f"order must be an integer >= 2 (a query and a key), got {self.order}; try tensor(3)")
        if not self.monomials:
            raise ValueError("monomials must not be empty; try ((0, 1),), the inner product")
        for monomial in self.monomials:
            if (
                not monomial
                or list(monomial) != sorted(set(monomial))
                or not 0 <= monomial[0] <= monomial[-1] < self.order
            ):
                raise ValueError(
                    f"a monomial must name increasing parts among 0 .. {self.order - 1}, got {monomial}; try (0, 1)"
                )

    def score(self, parts: Sequence[Sequence[Any]]) -> Any:
        """The score of a query with one tuple of keys (``parts`` in this order), in the numbers given."""
        width = len(parts[0])
        return sum(prod(parts[part][a] for part in monomial) for monomial in self.monomials for a in range(width))


PAIRWISE = ScorePolynomial(2, ((0, 1),))
STRASSEN = ScorePolynomial(3, ((0, 1), (0, 2), (1, 2)))


def tensor(order: int) -> ScorePolynomial:
    """The score of an order-s unit: one monomial with all parts; ``tensor(2)`` is ``PAIRWISE``."""
    return ScorePolynomial(order, (tuple(range(order)) if type(order) is int else (0,),))


def saturated(scores: Scores) -> list[int]:
    """Weight 1 on every tuple of highest score, 0 elsewhere: the limit of softmax(t a), t to infinity.

    >>> saturated([3, 5, 5])
    [0, 1, 1]
    """
    best = max(scores)
    return [int(score == best) for score in scores]


def leftmost(scores: Scores) -> list[int]:
    """Weight 1 on the first tuple of highest score, 0 elsewhere: unique hard attention.

    >>> leftmost([3, 5, 5])
    [0, 1, 0]
    """
    first = list(scores).index(max(scores))
    return [int(k == first) for k in range(len(scores))]


def rightmost(scores: Scores) -> list[int]:
    """Weight 1 on the last tuple of highest score, 0 elsewhere.

    >>> rightmost([5, 5, 3])
    [0, 1, 0]
    """
    return leftmost(scores[::-1])[::-1]


def fixed_point(bits: int) -> Callable[[Scores], list[int]]:
    """Weights 2^(p - d) for a score d <= p below the highest, 0 further below: base-2 softmax cut to p bits.

    >>> fixed_point(3)([7, 6, 4, 3])
    [8, 4, 1, 0]
    """

    def weigh(scores: Scores) -> list[int]:
        best = max(scores)
        return [2 ** (bits - (best - score)) if best - score <= bits else 0 for score in scores]

    return weigh


def base_two(scores: Scores) -> list[int]:
    """Weights proportional to 2^score for integer scores: softmax(score ln 2), exact.

    >>> base_two([7, 6, 4])
    [8, 4, 1]
    """
    least = min(scores)
    return [2 ** (score - least) for score in scores]


NO_KEY = "a position has no key to attend to; let the mask allow one, or add a null token"

WEIGHTS: dict[str, Callable[[int], Callable[[Scores], list[int]]]] = {
    "saturated": lambda bits: saturated,
    "leftmost": lambda bits: leftmost,
    "rightmost": lambda bits: rightmost,
    "fixed": fixed_point,
    "base_two": lambda bits: base_two,
    "rounded": fixed_point,
}
"""How a layer may weigh its scores: name -> p -> weights of the scores. Sums of "rounded" are rounded (``rounded``)."""

BITS_NEEDED = ("fixed", "rounded")
"""The weights that need p."""


def attend(
    polynomial: ScorePolynomial,
    weigh: Callable[[Scores], Sequence[Any]],
    query: Sequence[Any],
    keys: Sequence[Sequence[Sequence[Any]]],
    values: Sequence[Sequence[Sequence[Any]]],
    allowed: Iterable[int],
) -> tuple[Any, ...]:
    """The output of one head for one query: the definition.

    Parameters
    ----------
    query : vector of length m
    keys : s-1 tables, each of n rows of length m
    values : s-1 tables, each of n rows of length dv
    allowed : the key positions (rows of the tables) that may take part; every part of a tuple has to be among them

    Raises
    ------
    ValueError
        If no key is allowed.

    Examples
    --------
    >>> attend(PAIRWISE, saturated, (1,), [[(2,), (5,), (5,)]], [[(10,), (20,), (40,)]], range(3))
    (Fraction(30, 1),)
    """
    tuples = list(product(tuple(allowed), repeat=polynomial.order - 1))
    if not tuples:
        raise ValueError(NO_KEY)
    scores = [
        polynomial.score((query, *(table[j] for table, j in zip(keys, chosen, strict=True)))) for chosen in tuples
    ]
    weights = weigh(scores)
    total = sum(weights)
    outputs = []
    for c in range(len(values[0][0])):
        parts = (
            weight * prod(table[j][c] for table, j in zip(values, chosen, strict=True))
            for weight, chosen in zip(weights, tuples, strict=True)
        )
        outputs.append(_ratio(sum(parts), total))
    return tuple(outputs)


def _ratio(numerator: Any, denominator: Any) -> Any:
    if isinstance(numerator, int) and isinstance(denominator, int):
        return Fraction(numerator, denominator)
    return numerator / denominator
