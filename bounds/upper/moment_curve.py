"""Upper bound: keys on the moment curve (1, t, .., t^(d-1)), in an order along which rows change sign seldom.

A row is a polynomial of degree below d with the row's zeros and sign changes as roots; sign-rank <= 1 + (most roots
of a row). Contains the circle: cos and sin of k angles are polynomials of degree 2k on the projective line, so
Match2 needs two roots a row and three dimensions.

Upper bound for large patterns: the moment curve along an order of the keys, or of the queries, counted from lists.

**Theorem.** If every query has at most k relevant items (or all but k; free thresholds), d <= 2k; with threshold 0,
d <= 2k + 1. If every item is relevant to at most c queries, d <= 2c + 1 either way.

*Proof.* Along any order of the items a row with b blocks of relevant items changes sign at most 2b <= 2k times, so it
has the signs of a polynomial of degree 2k at the points 1, 2, ..: sign-rank <= 2k + 1, also with the added row, which
is constant. That is d + 1 with free thresholds and d with threshold 0. Along an order of the queries, with the added
row as the last point, an item changes sign at most 2c times before it and once at it: sign-rank <= 2c + 2 = d + 1;
without the added row, 2c + 1 = d. Blocks at an end of the order change sign once, and neighbours make one block, so a
good order needs fewer.

How many roots polynomials need that show the rows of a pattern in an order of its columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from ...questions import Question
from ...solvers.sign_rank.column_order import ColumnOrder, good_order
from ..bound import Bound, certified_bound
from ..patterns import pattern_array, sparse_pattern


def moment_curve_upper(question: Question, *, seed: int = 0, deadline: float = float("inf"), enough: int = 0) -> Bound:
    """m <= roots + 1 - offset for the best order of the columns that a local search finds.

    Parameters
    ----------
    enough : a sign-rank at which to stop looking (say, the best lower bound known)

    Examples
    --------
    >>> from ...questions import match2_question
    >>> moment_curve_upper(match2_question(9)).value
    3
    """
    return bound_of_order(
        question, good_order(pattern_array(question), seed=seed, deadline=deadline, enough=max(0, enough - 1))
    )


def bound_of_order(question: Question, found: ColumnOrder) -> Bound:
    """The bound that a column order gives; the checker counts the roots again."""
    method = f"moment curve: polynomials with at most {found.roots} root{'' if found.roots == 1 else 's'}"
    return _by_polynomials(question, found.roots, method, list(found.order), list(found.negated))


def bound_of_sparse_order(question: Question, order: list[int], changes: int) -> Bound:
    """m by an order of the columns along which no row changes sign more often; the checker counts again."""
    method = f"moment curve: the keys in an order with at most {changes} sign changes"
    return _by_polynomials(question, changes, method, order, [])


def _by_polynomials(
    question: Question, degree: int, method: str, order: list[int], negated: list[int], **more: str
) -> Bound:
    about = {"dimension": degree + 1, "order": order, "negated": negated, **more}
    return certified_bound(question, "upper", degree + 1 - question.offset, method, {"kind": "polynomial", **about})


def moment_curve_tables(
    rows: tuple[str, ...], order: tuple[int, ...], negated: frozenset[int], dimension: int
) -> tuple[list[list[Fraction]], list[list[int]]]:
    """Explicit tables W (R x d), U (C x d) of the construction, for a look or a test.

    Column number t of the order is the key (1, t, .., t^(d-1)), negated if so asked; row r holds the coefficients
    of its polynomial. Rational and exact; entries grow like t^(d-1).

    >>> queries, keys = moment_curve_tables(("+-+", "+0-"), (0, 1, 2), frozenset(), 3)
    >>> [[str(sum(a * b for a, b in zip(w, u))) for u in keys] for w in queries]
    [['3/4', '-1/4', '3/4'], ['1', '0', '-1']]
    """
    place = {column: t for t, column in enumerate(order)}
    keys = [
        [(-1 if column in negated else 1) * place[column] ** power for power in range(dimension)]
        for column in range(len(order))
    ]
    return [_row_polynomial(row, order, negated, dimension) for row in rows], keys


def _row_polynomial(row: str, order: tuple[int, ...], negated: frozenset[int], dimension: int) -> list[Fraction]:
    roots, leading = roots_of_row(row, order, negated)
    if not leading:
        return [Fraction(0)] * dimension
    coefficients = [Fraction(leading)]
    for root in roots:
        shifted = [Fraction(0), *coefficients]
        coefficients = [a - root * b for a, b in zip(shifted, [*coefficients, Fraction(0)], strict=True)]
    return coefficients + [Fraction(0)] * (dimension - len(coefficients))


def roots_of_row(
    row: Sequence[str], order: Sequence[int], negated: AbstractSet[int] = frozenset()
) -> tuple[list[Fraction], int]:
    """The roots of a polynomial with the signs of a row at 0, 1, .., and the sign of its leading coefficient.

    The zeros of the row are among them; between two signs there is one more where the parity is off: a zero again if
    there is one, else halfway. A row without signs has no roots, and the coefficient 0.

    >>> [str(root) for root in roots_of_row("-0++0-", range(6))[0]], roots_of_row("-0++0-", range(6))[1]
    (['1', '4'], -1)
    """
    roots: list[Fraction] = []
    zeros: list[Fraction] = []
    last = previous = 0
    leading = 0
    for t, column in enumerate(order):
        symbol = row[column]
        if symbol == "*":
            continue
        if symbol == "0":
            zeros.append(Fraction(t))
            continue
        sign = (1 if symbol == "+" else -1) * (-1 if column in negated else 1)
        if last and (len(zeros) + (sign != last)) % 2:
            zeros.append(zeros[-1] if zeros else Fraction(previous + t, 2))
        roots += zeros
        if not last:
            leading = sign * (-1) ** len(roots)  # sign of the polynomial left of all its roots so far
        zeros, last, previous = [], sign, t
    if not last:
        return [], 0
    roots += zeros
    return roots, leading * (-1) ** len(roots)


def sparse_order_upper(
    question: Question,
    vectors: str = "columns",
    *,
    deadline: float = float("inf"),
    enough: int = 0,
    below: float = float("inf"),
) -> Bound | None:
    """The bound of the best order of the columns, or of the rows, that is found; None if it is not good enough.

    Parameters
    ----------
    question : Question
        A pattern over ``+ - *``; it may be too large to be written out.
    vectors : "columns" or "rows"
        What is put on the curve.
    deadline : time.monotonic() at which to stop
    enough : a sign-rank at which to stop looking
    below : the sign-rank has to be less than this

    Examples
    --------
    >>> from ...questions.relevance import Relevance
    >>> pairs = Relevance(6, ((0, 3), (1, 4), (2, 5)), ((),) * 3, blank=False)
    >>> sparse_order_upper(pairs).value, sparse_order_upper(pairs, "rows").value
    (2, 3)
    """
    from ...solvers.sparse_signs.order import good_sparse_order

    signs, turned, last = sparse_pattern(question), vectors == "rows", None
    if turned and question.offset:
        signs, last = signs.with_plus_row(), signs.shape[0]
    signs = signs.turned() if turned else signs
    found = good_sparse_order(signs, last=last, deadline=deadline, enough=max(0, enough - 1))
    if found.changes + 1 >= below:
        return None
    what, more = ("queries", {"vectors": "rows"}) if turned else ("keys", {})
    method = f"moment curve: the {what} in an order with at most {found.changes} sign changes"
    return _by_polynomials(question, found.changes, method, found.order.tolist(), [], **more)
