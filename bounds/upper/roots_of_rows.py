"""How many roots polynomials need that show the rows of a pattern in an order of its columns."""

from collections.abc import Iterator

from ...questions.question import Question
from ...questions.relevance import Relevance
from ...questions.retrieval import Retrieval
from ...questions.separation import Separation
from ...questions.sign_pattern import transposed

Numbers = tuple[int, ...]


def roots_of_rows(question: Question, order: Numbers, negated: frozenset[int], turned: bool) -> Iterator[int]:
    """The roots that each homogeneous row (column) needs, one after the other."""
    if not isinstance(question, Relevance):
        rows = transposed(question.rows) if turned else question.rows
        return (roots_needed(row, order, negated) for row in rows)
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


def squares_of(question: Separation | Retrieval) -> int:
    """The most double zeros of a query: the greatest min(s, N - s) over the sizes s of the sets."""
    half, sizes = question.N // 2, (question.least, question.most)
    return half if sizes[0] <= half <= sizes[1] else max(min(k, question.N - k) for k in sizes)
