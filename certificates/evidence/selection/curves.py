"""Evidence that a pattern has sign-rank at most d, by curves: class SIGN.

``polynomial``  an order of the columns (some of them negated): column number t in the order is the key
                (1, t, .., t^(d-1)), a row is a polynomial of degree below d, and it exists if the row needs at most
                d - 1 real roots (Alon, Frankl, Roedl 1985; the moment curve). Or the same with rows and columns
                exchanged, since the sign-rank of the transposed pattern is the same.
``squares``     q-SA at any size: the row of y is -f with f(t) = prod_{j in y} (t - j)^2, of degree 2q, hence sign-rank
                <= 2q + 1. Thresholds at any size: 1/2 - f, since f >= 1 at the other integers; or f - 1/2 for the
                positions off y if they are fewer.
``identity``    U (or W) is the identity matrix: sign-rank <= min(R, C).
"""

from collections.abc import Iterator

from ...messages import short_number
from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.question import Question
from ...statement.relevance import Relevance
from ...statement.retrieval import Retrieval
from ...statement.selection import Matching, SparseAveraging
from ...statement.separation import Separation
from ...statement.sign_pattern import transposed
from ...statement.size import Size
from ..proof import Premises, Proved
from ..size import size_proved

Numbers = tuple[int, ...]


def by_polynomial(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "polynomial", "dimension": d, "order": [..], "negated": [..], "vectors": "columns"}``."""
    question = quantity.question
    fields = node.fields(("kind", "dimension", "order", "negated"), ("vectors",))
    turned = "vectors" in fields and fields["vectors"].word(("columns", "rows")) == "rows"
    width = fields["dimension"].integer(1)
    points = question.shape[0] + question.offset if turned else question.columns
    order = fields["order"].integers(0, points - 1)
    if len(order) != points or len(set(order)) != points:
        fields["order"].reject("order-not-a-permutation")
    negated = frozenset(fields["negated"].integers(0, points - 1))
    for r, roots in enumerate(roots_of_rows(node, question, order, negated, turned)):
        if roots > width - 1:
            line = f" with {'column' if turned else 'row'} {r}"
            node.reject("too-many-roots", f"{roots} roots, degree at most {short_number(width - 1)}", at=line)
    how = (
        f"polynomials of degree at most {short_number(width - 1)} on an order of the {'queries' if turned else 'keys'}"
    )
    return size_proved(node, quantity, value, Size(width - question.offset), how)


def roots_of_rows(
    node: Node, question: Question, order: Numbers, negated: frozenset[int], turned: bool
) -> Iterator[int]:
    """The roots that each homogeneous row (column) needs, one after the other."""
    if not isinstance(question, Relevance):
        rows = transposed(question.rows) if turned else question.rows
        node.meter.charge(4 * len(rows) * len(rows[0]))
        return (roots_needed(row, order, negated) for row in rows)
    lines = question.columns if turned else question.shape[0] + question.offset
    node.meter.charge(20 * (question.entries + len(order)) + lines * (250 + 20 * len(negated)))
    place = {column: t for t, column in enumerate(order)}
    _, selected, free = question.listed(transposed=turned)
    words = (
        _short_word(place, frozenset(chosen), ignored, negated) for chosen, ignored in zip(selected, free, strict=True)
    )
    return (roots_needed(word, tuple(range(len(word))), frozenset()) for word in words)


def _short_word(place: dict[int, int], selected: frozenset[int], free: Numbers, negated: frozenset[int]) -> str:
    """The signs of a row along the order, with one ``-`` for each run of columns that are not listed.

    Equal neighbouring signs need no root, so the short word needs as many as the whole.

    >>> _short_word({0: 4, 1: 3, 2: 2, 3: 1, 4: 0}, frozenset((0, 2)), (1,), frozenset())
    '-+*+'
    """
    signs = {place[column]: "-" if column in negated else "+" for column in selected}
    signs |= {place[column]: "+" for column in negated - selected}
    signs |= {place[column]: "*" for column in free}
    word, after = [], 0
    for t in sorted(signs):
        word += ["-", signs[t]] if t > after else [signs[t]]
        after = t + 1
    return "".join(word) + "-" * (after < len(place))


def roots_needed(row: str, order: tuple[int, ...], negated: frozenset[int]) -> int:
    """The least number of real roots, with multiplicity, of a polynomial with the row's signs along the order.

    A zero of the row is a root; between neighbouring nonzero signs the number of roots is even if the signs agree and
    odd if not, so one more root (a double zero, or a root between two keys) is added where the parity is off. A
    polynomial with exactly these roots and the right leading sign has the row's signs. A row without signs is the zero
    polynomial.

    >>> roots_needed("+-+", (0, 1, 2), frozenset())
    2
    >>> roots_needed("--0-", (0, 1, 2, 3), frozenset())
    2
    >>> roots_needed("+0*-", (0, 1, 2, 3), frozenset())
    1
    """
    total = zeros = last = 0
    for column in order:
        symbol = row[column]
        if symbol == "*":
            continue
        if symbol == "0":
            zeros += 1
            continue
        sign = (1 if symbol == "+" else -1) * (-1 if column in negated else 1)
        if last:
            zeros += (zeros + (sign != last)) % 2
        total, zeros, last = total + zeros, 0, sign
    return total + zeros if last else 0


def by_squares(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "squares"}``."""
    node.fields(("kind",))
    question = quantity.question
    if isinstance(question, Separation):
        how = "squares of polynomials on the moment curve, for every set at once"
        return size_proved(node, quantity, value, Size(2 * squares_of(question)), how)
    if isinstance(question, Matching) and question.order == 2:
        # Query x scores 1/2 - (t - s)^2 at key t, where s is the one symbol with x + s = 0 mod M: three coefficients.
        return size_proved(node, quantity, value, Size(3), "a square on the moment curve, for every query at once")
    if not isinstance(question, SparseAveraging):
        node.reject("symmetry-not-applicable")
    if question.q == question.N:
        return size_proved(node, quantity, value, Size(0), "every query ties all keys")
    how = "squares of polynomials on the moment curve, for every q-subset at once"
    return size_proved(node, quantity, value, Size(2 * question.q), how)


def squares_of(question: Separation | Retrieval) -> int:
    """The most double zeros of a query: the greatest min(s, N - s) over the sizes s of the sets."""
    half, sizes = question.N // 2, (question.least, question.most)
    return half if sizes[0] <= half <= sizes[1] else max(min(k, question.N - k) for k in sizes)


def by_identity(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "identity"}``."""
    node.fields(("kind",))
    question = quantity.question
    width = question.columns
    if question.can_be_written_out or isinstance(question, Relevance):
        width = min(width, question.shape[0] + question.offset)
    return size_proved(
        node, quantity, value, Size(width - question.offset), "an identity matrix as one of the two tables"
    )
