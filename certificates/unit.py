"""What an attention unit computes, by definition: exact integers, no speed. Everything faster is tested against this.

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

Vector = tuple[int, ...]
Output = tuple[Fraction, ...]
Scores = Sequence[Any]

NULL = -1
"""The key position of the null token."""


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
        raise ValueError("a position has no key to attend to; let the mask allow one, or add a null token")
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


@dataclass(frozen=True)
class Table:
    """Vectors looked up by the token, by the position, or by both (row ``position * A + token``).

    ``by`` is ``"token"``, ``"position"`` or ``"both"``. Queries, keys and values may be arbitrary functions of token
    and position: the network before attention is free.
    """

    by: str
    rows: tuple[Vector, ...]

    def __post_init__(self) -> None:
        if self.by not in ("token", "position", "both"):
            raise ValueError(f"by must be 'token', 'position' or 'both', got {self.by!r}")

    def vector(self, position: int, token: int, alphabet: int) -> Vector:
        """The vector of a token at a position."""
        if self.by == "token":
            return self.rows[token]
        return self.rows[position] if self.by == "position" else self.rows[position * alphabet + token]


@dataclass(frozen=True)
class Head:
    """One head: queries, s-1 tables of keys, s-1 tables of values; and the null token, if there is one.

    ``null_keys`` and ``null_values`` hold a vector per key part (both empty: no null token). The null token is one more
    key that every position may attend to; in a tuple it may stand beside tokens.
    """

    queries: Table
    keys: tuple[Table, ...]
    values: tuple[Table, ...]
    null_keys: tuple[Vector, ...] = ()
    null_values: tuple[Vector, ...] = ()

    @property
    def width(self) -> int:
        """m."""
        return len(self.queries.rows[0])

    @property
    def value_width(self) -> int:
        """dv."""
        return len(self.values[0].rows[0])


@dataclass(frozen=True)
class Layer:
    """H heads on the same input, summed or side by side.

    ``weights`` is ``"saturated"``, ``"base_two"`` or ``"fixed"`` (then ``bits`` is p). ``mask[i]`` lists the key
    positions that position i may attend to (None: all of them); the null token is always allowed.
    """

    heads: tuple[Head, ...]
    polynomial: ScorePolynomial = PAIRWISE
    weights: str = "saturated"
    bits: int = 0
    combine: str = "sum"
    mask: tuple[tuple[int, ...], ...] | None = None

    @property
    def weigh(self) -> Callable[[Scores], list[int]]:
        """The weighting as a function of the scores."""
        if self.weights == "fixed":
            return fixed_point(self.bits)
        return {"saturated": saturated, "base_two": base_two}[self.weights]

    def outputs(self, tokens: Sequence[int], alphabet: int) -> tuple[Output, ...]:
        """The output row of every position: the sum of the heads' rows, or the rows one after the other."""
        rows = []
        for i in range(len(tokens)):
            parts = [self._head_output(head, i, tokens, alphabet) for head in self.heads]
            if self.combine == "concat":
                rows.append(tuple(entry for part in parts for entry in part))
            else:
                rows.append(tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True)))
        return tuple(rows)

    def _head_output(self, head: Head, i: int, tokens: Sequence[int], alphabet: int) -> Output:
        def looked_up(tables: tuple[Table, ...], null: tuple[Vector, ...]) -> list[list[Vector]]:
            rows = [[table.vector(j, token, alphabet) for j, token in enumerate(tokens)] for table in tables]
            return [[*row, blank] for row, blank in zip(rows, null, strict=True)] if null else rows

        allowed = list(range(len(tokens)) if self.mask is None else self.mask[i])
        if head.null_keys:
            allowed.append(NULL)
        query = head.queries.vector(i, tokens[i], alphabet)
        keys, values = looked_up(head.keys, head.null_keys), looked_up(head.values, head.null_values)
        return attend(self.polynomial, self.weigh, query, keys, values, allowed)


@dataclass(frozen=True)
class ReadOut:
    """The network after a layer: an arbitrary function of token and output row, as a list of its values."""

    symbols: tuple[tuple[tuple[int, Output], int], ...]
    alphabet: int

    def apply(self, tokens: Sequence[int], rows: Sequence[Output]) -> tuple[int, ...]:
        """The new symbol at every position.

        Raises
        ------
        KeyError
            If the list lacks a pair of token and row.
        """
        table = dict(self.symbols)
        return tuple(table[token, row] for token, row in zip(tokens, rows, strict=True))


@dataclass(frozen=True)
class Unit:
    """Layers of integer tables: everything that is stored, and nothing else.

    Between layers a ``ReadOut`` turns tokens and output rows into the next layer's symbols. The last layer's rows are
    the unit's output; what is read off them is the business of the claim that is made about the unit.

    Parameters
    ----------
    alphabet : A, the symbols being 0 .. A-1
    layers : at least one
    read_outs : one between each two layers

    Examples
    --------
    >>> keys = Table("token", ((0,), (1,)))
    >>> highest = Unit(2, (Layer((Head(Table("token", ((1,), (1,))), (keys,), (keys,)),)),))
    >>> [str(row[0]) for row in highest.outputs((0, 1, 0))]
    ['1', '1', '1']
    >>> highest.m, highest.H, highest.order, highest.parameters
    (1, 1, 2, 6)
    """

    alphabet: int
    layers: tuple[Layer, ...]
    read_outs: tuple[ReadOut, ...] = ()

    def outputs(self, tokens: Sequence[int]) -> tuple[Output, ...]:
        """The last layer's output rows on a sequence of symbols, exact."""
        alphabet = self.alphabet
        for layer, read_out in zip(self.layers, self.read_outs, strict=False):
            tokens = read_out.apply(tokens, layer.outputs(tokens, alphabet))
            alphabet = read_out.alphabet
        return self.layers[-1].outputs(tokens, alphabet)

    @property
    def m(self) -> int:
        """The largest width of queries and keys."""
        return max(head.width for layer in self.layers for head in layer.heads)

    @property
    def dv(self) -> int:
        """The largest width of values."""
        return max(head.value_width for layer in self.layers for head in layer.heads)

    @property
    def H(self) -> int:
        """The largest number of heads of a layer."""
        return max(len(layer.heads) for layer in self.layers)

    @property
    def order(self) -> int:
        """The largest order of a layer."""
        return max(layer.polynomial.order for layer in self.layers)

    @property
    def entries(self) -> tuple[int, ...]:
        """Every integer stored in a table of queries, keys or values, null tokens included."""
        return tuple(entry for vector in self.vectors for entry in vector)

    @property
    def vectors(self) -> tuple[Vector, ...]:
        """Every vector stored."""
        found: list[Vector] = []
        for layer in self.layers:
            for head in layer.heads:
                for table in (head.queries, *head.keys, *head.values):
                    found += table.rows
                found += (*head.null_keys, *head.null_values)
        return tuple(found)

    @property
    def parameters(self) -> int:
        """How many numbers are stored."""
        return len(self.entries)


def midrise(bits: int) -> range:
    """The p-bit grid {+-1, +-3, .., +-(2^p - 1)}; 2^p integers.

    >>> list(midrise(2))
    [-3, -1, 1, 3]
    """
    return range(1 - 2**bits, 2**bits, 2)


def twos(bits: int) -> range:
    """The p-bit grid {-2^(p-1), .., 2^(p-1) - 1} of two's complement; 2^p integers.

    >>> list(twos(2))
    [-2, -1, 0, 1]
    """
    return range(-(2 ** (bits - 1)), 2 ** (bits - 1))


GRIDS: dict[str, Callable[[int], range]] = {"midrise": midrise, "twos": twos}


def bits_needed(entries: Iterable[int], grid: str = "twos") -> int | None:
    """The least p >= 1 such that the p-bit grid holds every entry, or None if no p does (an even entry in midrise).

    >>> bits_needed([3, -4]), bits_needed([4]), bits_needed([3, -5], "midrise"), bits_needed([2], "midrise")
    (3, 4, 3, None)
    """
    numbers = list(entries)
    if grid == "midrise":
        if any(entry % 2 == 0 for entry in numbers):
            return None
        return max((abs(entry).bit_length() for entry in numbers), default=1)
    return max((1 + (entry if entry >= 0 else ~entry).bit_length() for entry in numbers), default=1)
