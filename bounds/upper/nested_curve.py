"""Upper bound where grades are nested: items on a curve, a polynomial for each query, with a small tilt.

**Theorem.** If at most k items are relevant to each query, of whatever grades, d <= 2k by inner products, by cosine and
by Euclidean distance, with one vector per query and a threshold per grade.

*Proof.* Put the items at different reals x along any order. Of a query, write + at the items of its highest grade, - at
those that are not relevant, and 0 at those between. A polynomial p with the 0 as roots, and one root more between two
neighbouring signs, or a 0 twice, where the parity is off, has these signs; let D be the number of its roots. Each
relevant item is a 0, which takes two roots at most, or a + between two -, which takes two: D <= 2k. Let T be the
polynomial of degree below the number of 0 that takes the value j at the 0 of the j-th grade between; that number is at
most D. Then f = N p + T has the values 1, 2, .. at these, and for large N is above them at the +, below them at the -:
so it puts the grades in order, and thresholds between them are the only thing that tells its rows apart. Its
coefficients but the constant one are the query, (x, .., x^D) the items.

On the circle an item stands at the angle a with tan(a / 2) = x / s, and f / (s^2 + x^2)^r, 2r >= D, is a trigonometric
polynomial of degree r: 2r coordinates (cos ja, sin ja), j = 1 .. r, and items of one norm. The p that is taken is the
same, and T takes the values j (s^2 + x^2)^r. Where all items have one norm, distances order them as cosines do.
Euclidean distance on the line, where D is odd: |q - k|^2 with q = B f / 2 differs from - B f by |k|^2 and a constant of
the query, so that B larger than all |k|^2 orders likewise. QED

Neighbours in the order share roots, so an order may need fewer than 2k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm, prod

import numpy as np
import numpy.typing as npt

from ...certificates.evaluate.curves import nested, roots
from ...certificates.meter import LIMIT, UNLIMITED, Meter
from ...certificates.refuse import Refused
from ...questions.scored import Scored
from ...solvers.arrays import Signs
from ...solvers.sign_rank.column_order import good_order, roots_along
from ..bound import Bound, TooLongToCheckError, certified_bound
from ..patterns import STAR, by_tables, sign_array
from .moment_curve import roots_of_row
from .scored_points import lists_of_rows, nested_scores, simplex_width

Integers = list[int]

MOST_STEPS = LIMIT // 20
"""Tables for which the checker would need more are not written out; they take a second."""

SYMBOLS = {1: "+", 0: "0", -1: "-", STAR: "*"}


@dataclass(frozen=True, eq=False)
class Nested:
    """The grades of each query vector.

    Attributes
    ----------
    levels : array (queries, items)
        0 where not relevant, 1, 2, .. for the grades.
    middle : array (queries, items)
        1 at the highest grade, -1 at the lowest level, 0 between, ``STAR`` where nothing is asked.
    groups : the query of each row
    cuts : for each row the least level above its threshold
    """

    levels: npt.NDArray[np.int64]
    middle: Signs
    groups: tuple[int, ...]
    cuts: tuple[int, ...]


def nested_levels(rows: Sequence[str], groups: Sequence[int]) -> Nested:
    """The levels that the rows of each query ask for.

    Raises
    ------
    ValueError
        If the rows of a query cannot be nested.

    Examples
    --------
    >>> found = nested_levels(("+---", "++-*", "--+-"), (0, 0, 1))
    >>> found.levels.tolist(), found.middle.tolist(), found.cuts
    ([[2, 1, 0, 0], [0, 0, 1, 0]], [[1, 0, -1, -1], [-1, -1, 1, -1]], (2, 1, 1))
    """
    signs, numbers = sign_array(rows), np.asarray(groups)
    levels = np.zeros((numbers.max() + 1, signs.shape[1]), dtype=np.int64)
    asked = np.zeros(levels.shape, dtype=bool)
    np.add.at(levels, numbers, signs == 1)
    np.logical_or.at(asked, numbers, signs != STAR)
    top = np.iinfo(np.int64).max
    above = np.where(signs == 1, levels[numbers], top).min(axis=1)
    below = np.where(signs == -1, levels[numbers], -1).max(axis=1)
    if (above <= below).any():  # free pairs differ from row to row
        listed, thresholds = nested_scores(rows, groups)
        levels, above = np.array(listed), np.array(thresholds) + 1
    middle = np.where(asked, 0, STAR).astype(np.int8)
    cuts = above.copy()
    for group in range(len(levels)):
        own, known = np.flatnonzero(numbers == group), asked[group]
        ranks = np.unique(levels[group][known])
        cuts[own] = np.searchsorted(ranks, above[own])
        levels[group] = np.where(known, np.searchsorted(ranks, levels[group]), 0)
        middle[group][known & (levels[group] == len(ranks) - 1)] = 1
        middle[group][known & (levels[group] == 0)] = -1
    return Nested(levels, middle, tuple(groups), tuple(cuts.tolist()))


def nested_curve_upper(
    question: Scored, order: Sequence[int] | None = None, *, below: int | None = None
) -> Bound | None:
    """m <= the roots that the polynomials of the queries need along an order, for cosines an even number.

    Parameters
    ----------
    question : Scored
        With queries that share vectors.
    order : the columns along the curve, by default as they stand
    below : the bound has to be less than this, by default less than that of a simplex

    Returns
    -------
    Bound or None
        None if it is not less. Where numbers would be too long for the checker, it counts roots instead.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question, scored_question
    >>> rows = ("+------", "+--+---", "-+-----", "-+--+--", "--+----", "--+--+-", "---+---", "---+--+")
    >>> pairs = pattern_question(SignPattern(rows, null=False))
    >>> [nested_curve_upper(scored_question(pairs, score, (0, 0, 1, 1, 2, 2, 3, 3)), below=9).value
    ...  for score in ("inner", "cosine", "euclidean")]
    [4, 4, 4]
    """
    nested = nested_levels(question.signs, question.shared)
    places = tuple(range(question.columns)) if order is None else tuple(order)
    return _along(question, nested, places, simplex_width(question) if below is None else below)


def nested_lists_upper(question: Scored, order: Sequence[int] | None = None) -> Bound:
    """The same bound, or that of a simplex if it is less, along an order, however large: nothing is written out.

    The checker counts the roots; the rows of a query stand together. For cosines and distances it is even.

    Raises
    ------
    Refused
        If the rows of a query do not ask about the same columns.

    Examples
    --------
    >>> from ...questions import scored_question
    >>> from ...questions.relevance import Relevance
    >>> lists = Relevance(9, ((0,), (0, 3), (1,), (1, 4), (2,), (2, 5)), ((),) * 6, blank=False)
    >>> nested_lists_upper(scored_question(lists, "inner", (0, 0, 1, 1, 2, 2))).value
    4
    """
    places = tuple(range(question.columns)) if order is None else tuple(order)
    rows = nested(lists_of_rows(question.of), question.shared, question.columns, Meter(UNLIMITED))
    most = min(max(roots(rows, places, (), len(places), Meter(UNLIMITED))), question.columns - 1)
    value = most + (most % 2 if question.score != "inner" else 0)
    method = f"items on a curve, at most {most} roots of a query"
    return certified_bound(question, "upper", value, method, {"kind": "trigonometric", "order": list(places)})


def nested_order_upper(
    question: Scored, *, seed: int = 0, deadline: float = float("inf"), enough: int = 0, below: int | None = None
) -> Bound | None:
    """The same along the best order that is found; ``enough`` is a bound at which to stop looking.

    >>> from ...questions import SignPattern, pattern_question, scored_question
    >>> rows = pattern_question(SignPattern(("+-----", "+--+--", "---+--", "-+-+--", "-+----", "-+---+"), null=False))
    >>> nested_order_upper(scored_question(rows, "inner", (0, 0, 1, 1, 2, 2))).value
    2
    """
    nested = nested_levels(question.signs, question.shared)
    found = good_order(nested.middle, seed=seed, deadline=deadline, enough=enough, negate=False)
    return _along(question, nested, found.order, simplex_width(question) if below is None else below)


def _along(question: Scored, nested: Nested, order: tuple[int, ...], below: int) -> Bound | None:
    columns = len(order)
    highest = nested.levels.max(axis=1)[list(nested.groups)]
    if min(nested.cuts) < 1 or (highest < nested.cuts).any():
        return None  # a row that puts no item above another one
    most = int(roots_along(nested.middle, np.array(order), np.ones(columns, dtype=np.int64)).max())
    width = most + most % 2 if question.score == "cosine" else most
    if not 0 < width < below:
        return None
    if _steps(len(nested.groups), columns, width) > MOST_STEPS:
        try:
            found = nested_lists_upper(question, order)
        except (Refused, TooLongToCheckError):  # free pairs that differ from row to row; hundreds of grades of a query
            return None
        return found if found.value < below else None
    curve = (_Line if width % 2 else _Circle)(columns, width)
    place = np.empty(columns, dtype=np.int64)
    place[list(order)] = np.arange(columns)
    along = curve.keys
    keys = [along[t] for t in place.tolist()]
    forms = [_form(*pair, order, curve) for pair in zip(nested.levels, nested.middle, strict=True)]
    queries = []
    for group, cut in zip(nested.groups, nested.cuts, strict=True):
        line, constant, unit = forms[group]
        row = [*line, constant - (2 * cut - 1) * unit]
        queries.append(curve.ball(row) if question.score == "euclidean" else row)
    method = (
        f"nested grades on a {curve.name}: polynomials with at most {most} root{'' if most == 1 else 's'} and a tilt"
    )
    return by_tables(question, width, method, queries, keys, width)


def _steps(rows: int, columns: int, width: int) -> int:
    """What the checker needs, about: see ``certificates.evaluate.vectors.signs_hold``."""
    entry = width * (2 * columns).bit_length()
    packed = columns * 3 * entry
    return rows * ((width + 1) * packed * (1 + 2 * entry // 30) + 10 * packed) // 2048


@dataclass(frozen=True)
class _Line:
    """Items (x, .., x^D, 1), x = 2t + 1 - C for number t: midpoints between neighbours are integers, too."""

    columns: int
    degree: int

    name = "line"

    @property
    def keys(self) -> list[Integers]:
        """The items in the order."""
        return [[*(x**j for j in range(1, self.degree + 1)), 1] for x in self.places]

    @property
    def places(self) -> range:
        """Their x."""
        return range(1 - self.columns, self.columns, 2)

    @cached_property
    def norms(self) -> Integers:
        """What a polynomial is divided by at each x."""
        return [1] * self.columns

    def form(self, polynomial: Integers) -> tuple[Integers, int]:
        """The line and the constant of a polynomial of degree <= D."""
        padded = [*polynomial, *[0] * (self.degree + 1 - len(polynomial))]
        return padded[1:], padded[0]

    unit = 1
    """The constant of the polynomial that is 1 everywhere, after division."""

    def ball(self, row: Integers) -> Integers:
        """B (f - t) - |k|^2 for a row f - t, which is an integer other than 0 at every item."""
        last = self.places[-1]
        most = 1 + sum(last ** (2 * j) for j in range(1, self.degree + 1))
        return [*(most * x for x in row[:-1]), -1, most * row[-1]]


@dataclass(frozen=True)
class _Circle(_Line):
    """Items (w_j cos ja, w_j sin ja, .., c) (s^2 + x^2)^r with tan(a / 2) = x / s, j = 1 .. r, and sum w_j^2 = c^2.

    With z = e^(ia) it is x = - i s (z - 1) / (z + 1) and s^2 + x^2 = 4 s^2 z / (z + 1)^2, so that

        4^r s^2r x^l / (s^2 + x^2)^r = s^l (-i)^l (z - 1)^l (z + 1)^(2r - l) z^-r.
    """

    name = "circle"

    @cached_property
    def norms(self) -> Integers:
        return [(self.columns**2 + x * x) ** (self.degree // 2) for x in self.places]

    @cached_property
    def weights(self) -> tuple[Integers, int]:
        """The w_j and c."""
        r = self.degree // 2
        if r <= 2:
            return ([1], 1) if r == 1 else ([3, 4], 5)
        ones = [1] * (r - 1)
        ones[0] += r % 2  # the sum of their squares is odd: 2b + 1 = (b + 1)^2 - b^2
        half = sum(x * x for x in ones) // 2
        return [*ones, half], half + 1

    @property
    def keys(self) -> list[Integers]:
        weights, last = self.weights
        s, r = self.columns, self.degree // 2
        found = []
        for x in self.places:
            norm, real, imaginary = s * s + x * x, 1, 0
            key = []
            for j, w in enumerate(weights, 1):
                real, imaginary = (
                    real * (s * s - x * x) - imaginary * 2 * s * x,
                    imaginary * (s * s - x * x) + real * 2 * s * x,
                )
                key += [w * real * norm ** (r - j), w * imaginary * norm ** (r - j)]
            found.append([*key, last * norm**r])
        return found

    @cached_property
    def _powers(self) -> list[Integers]:
        """For l = 0 .. 2r the coefficients of (z - 1)^l (z + 1)^(2r - l)."""
        n = self.degree
        return [_product([1] * l + [-1] * (n - l), 1) for l in range(n + 1)]

    def form(self, polynomial: Integers) -> tuple[Integers, int]:
        r, (weights, last) = self.degree // 2, self.weights
        scale, line = lcm(*weights), []
        scaled = [a * self.columns**l for l, a in enumerate(polynomial)]
        for j, w in enumerate((1, *weights)):
            even = sum((-1) ** (l // 2) * a * self._powers[l][r + j] for l, a in enumerate(scaled) if not l % 2)
            odd = -sum((-1) ** (l // 2) * a * self._powers[l][r + j] for l, a in enumerate(scaled) if l % 2)
            if j:
                line += [2 * even * last * (scale // w), -2 * odd * last * (scale // w)]
            else:
                constant = scale * even
        return line, constant

    @property
    def unit(self) -> int:  # type: ignore[override]
        return int(lcm(*self.weights[0]) * (2 * self.columns) ** self.degree)

    def ball(self, row: Integers) -> Integers:
        """All items have norm 1, which the constant makes up for."""
        return [*row[:-1], -1, row[-1] + 1]


def _form(
    levels: npt.NDArray[np.int64], middle: Signs, order: tuple[int, ...], curve: _Line
) -> tuple[Integers, int, int]:
    """Line and constant of 2 (N p + T), and what half a level is there; if no item is between, of p, and 0."""
    chosen = np.array(order)
    symbols = middle[chosen]
    halves, sign = roots_of_row("".join(SYMBOLS[entry] for entry in symbols.tolist()), range(len(order)))
    roots = [int(2 * root) + 1 - len(order) for root in halves]
    p = _product(roots, sign)
    between = np.flatnonzero(symbols == 0)
    if not len(between):
        return *curve.form(p), 0
    zeros = [2 * t + 1 - len(order) for t in between.tolist()]
    grades = levels[chosen][between].tolist()
    values = [grade * curve.norms[t] for grade, t in zip(grades, between.tolist(), strict=True)]
    slopes = [prod(z - other for other in zeros if other != z) for z in zeros]
    common = lcm(*slopes)
    tilt = [0] * len(zeros)
    for z, value, slope in zip(zeros, values, slopes, strict=True):
        part = _product([other for other in zeros if other != z], value * (common // slope))
        tilt = [a + b for a, b in zip(tilt, part, strict=True)]
    # N |p| >= common (one level more than T has) + |T| at all signs: a sum of positive terms, so floats do.
    signed = np.flatnonzero((symbols == 1) | (symbols == -1))
    x, norms = (np.array(table, dtype=np.longdouble)[signed] for table in (curve.places, curve.norms))
    others = list(roots)
    for z in zeros:
        others.remove(z)
    far = np.ones_like(x)
    for root in others:
        far /= np.abs(x - root)
    near = far.copy()
    for z in zeros:
        near /= np.abs(x - z)
    needed = (max(grades) + 1) * norms * near
    for z, value, slope in zip(zeros, values, slopes, strict=True):
        needed += np.longdouble(value) / abs(np.longdouble(slope)) * far / np.abs(x - z)
    large = 1 + (common * int(needed.max() * np.longdouble(2) ** 64 * (1 + 1e-9)) >> 64)
    padded = [*tilt, *[0] * (len(p) - len(tilt))]
    line, constant = curve.form([2 * (large * a + b) for a, b in zip(p, padded, strict=True)])
    return line, constant, common * curve.unit


def _product(roots: Sequence[int], leading: int) -> Integers:
    """The coefficients of a polynomial, the constant first.

    >>> _product([1, -2], 3)
    [-6, 3, 3]
    """
    found = [leading]
    for root in roots:
        found = [a - root * b for a, b in zip([0, *found], [*found, 0], strict=True)]
    return found
