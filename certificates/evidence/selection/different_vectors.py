"""How many different queries, or keys, a pattern needs at least: what ``counting`` compares with 2^(p m).

*Rows.* If one query serves two rows, then its scores order the columns for both. So rows r and s with columns c and d
such that r says c above d and s says d above c have different queries; thresholds do not matter. (Star-free rows of
``+`` and ``-`` can share a query only if the one's selected set contains the other's: an antichain of sets needs as
many queries as it has sets.)

*Columns.* If a row has different symbols at two columns, neither a star, then their scores differ and so do their keys.
"""

from itertools import combinations
from math import comb

from ...meter import Meter, words
from ...reading import Node
from ...statement.question import Question
from ...statement.separation import Separation
from ...statement.sign_pattern import transposed

MASKS = {symbol: str.maketrans("+0-*", bits) for symbol, bits in {"+": "1000", "0": "0100", "-": "0010"}.items()}

Sides = tuple[int, int, int]
"""Where a line has ``+``, ``0`` and ``-``."""


def different_vectors(fields: dict[str, Node], question: Question, meter: Meter) -> int:
    """The number of lines named by ``vectors`` and ``set``, once any two of them are known to need two vectors.

    Without ``set``: all rows (of ``separation`` those of one size, as many as there are), or all columns. A null token
    is a last column of ``0``.
    """
    rows = fields["vectors"].word(("rows", "columns")) == "rows"
    if isinstance(question, Separation) and "set" not in fields:
        meter.charge(300_000)
        sizes = [s for s in (question.least, question.N // 2, question.most) if question.least <= s <= question.most]
        columns = question.N if question.least < question.N else 1
        return max(subsets(question.N, size) for size in sizes) if rows else columns
    meter.charge(12 * question.cells)
    written = tuple(row + "0" * question.null for row in question.pattern.rows)
    lines = written if rows else transposed(written)
    if "set" in fields:
        lines = tuple(lines[i] for i in fields["set"].increasing(0, len(lines) - 1))
    counts = {tuple(map(line.count, "+0*")) for line in lines}
    alike = len(set(lines)) < len(lines)
    # Of no line or one nothing is compared: they need as many vectors, which refutes no size.
    if all(stars == 0 for _, _, stars in counts) and (not rows or len(counts) <= 1):
        enough = not alike  # of rows with as many of each symbol no set contains another
    else:
        meter.charge(comb(len(lines), 2) * (4 + 12 * words(len(lines[0]))))
        two = cross if rows else differ
        enough = not alike and all(two(*pair) for pair in combinations(map(sides_of, lines), 2))
    if not enough:
        fields["vectors"].reject("count-too-small", "two of the lines may have the same vector")
    return len(lines)


def sides_of(line: str) -> Sides:
    """Sets of places as the bits of numbers.

    >>> sides_of("+-0*")
    (8, 2, 4)
    """
    high, tied, low = (int(line.translate(MASKS[symbol]), 2) for symbol in "+0-")
    return high, tied, low


def cross(one: Sides, other: Sides) -> bool:
    """Whether some place is above another in the one line and below it in the other."""
    (a, b, c), (d, e, f) = one, other
    return any(
        high & under and low & over
        for high, low in ((a, b | c), (a | b, c))
        for over, under in ((d, e | f), (d | e, f))
    )


def differ(one: Sides, other: Sides) -> bool:
    """Whether some place has different symbols in the lines, neither a star."""
    (a, b, c), (d, e, f) = one, other
    return bool(a & (e | f) or b & (d | f) or c & (d | e))


def subsets(positions: int, q: int) -> int:
    """C(N, q), or something smaller if it is very large: C(N, k) grows with k up to N/2.

    >>> subsets(7, 3), subsets(7, 5), subsets(10**9, 10**8).bit_length() > 20_000
    (35, 21, True)
    """
    return comb(positions, min(q, positions - q, 1000))
