"""Evidence that a head needs a width for the weights of a matrix, by Radon partitions with weights: ``radon``, lower.

Let r = (ratio + spread) / -zero, where 2^spread is at least the ratio of any two weights of a row. In every row, less
its least score on the support and over -zero, scores are 0 .. r on the support and at most -1 off it.

In m dimensions any m + 2 keys T satisfy an affine dependency: sum_P lambda_j k_j = sum_N mu_j k_j, lambda, mu > 0 of
sum 1, P and N disjoint and not empty. A row whose zeros in P u N lie in P, at P & F, says

    0 <= sum_N mu_j s_j = sum_P lambda_j s_j <= r lambda(P - F) - lambda(F),  so  lambda(F) <= r / (1 + r).

The evidence names such rows F_1, .., F_n (repeated as often as is wanted) for each P and N, or the same with N for P,
that cover every j of P at least n r / (1 + r) times, and some more often. So sum_i lambda(F_i) > n r / (1 + r): there
is no such dependency, and m + 2 > |T|. With n = 1 it is Radon's argument, for every r.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ...reading import Node
from ...reading.attention_matrices import read_exponent
from ...statement.attention_matrix import AttentionRatios
from ...statement.least_size import LeastSize
from ..proof import Premises, Proved
from .attention_matrix import spread_within

MAX_KEYS = 10
"""Most columns that are argued about: all ways to divide them are gone through."""


def by_radon(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "radon", "columns": [..], "spread": "0", "rows": [[i, ..], ..]}``."""
    question = quantity.question
    assert isinstance(question, AttentionRatios)  # the table of kinds
    fields = node.fields(("kind", "columns", "spread", "rows"))
    columns = fields["columns"].increasing(0, question.L - 1)
    if not 1 <= len(columns) <= MAX_KEYS:
        fields["columns"].fail(f"must have 1 to {MAX_KEYS} entries, got {len(columns)}")
    spread = read_exponent(fields["spread"])
    if not spread_within(node, question, spread):
        fields["spread"].reject("ratio-missed", f"two weights of a row are further apart than 2^{spread}")
    r = (question.ratio + spread) / -question.zero
    node.meter.charge(len(columns) * 3 ** len(columns) + sum(map(len, question.entries)))
    zeros = [_zeros(row, columns) for row in question.entries]
    cases = fields["rows"].items((3 ** len(columns) - 2 ** (len(columns) + 1) + 1) // 2)
    # Of one key there is no division, and m >= 0 is all that follows.
    for (one, other), case in zip(partitions(len(columns)), cases, strict=True):
        named = case.integers(0, len(zeros) - 1)
        case.meter.charge(4 * len(columns) * (1 + len(named)))
        if not any(_covered(side, away, [zeros[i] for i in named], r) for side, away in ((one, other), (other, one))):
            case.reject("signs-not-covered", f"keys {sorted(one)} against {sorted(other)} of those named")
    how = f"any dependency of {len(columns)} keys contradicts a row or several, scores within r = {r} of each other"
    return Proved(len(columns) - 1, how)


def partitions(size: int) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """All pairs of disjoint sets of the numbers below size, neither empty; of a pair and its mirror image one.

    >>> [(sorted(one), sorted(other)) for one, other in partitions(2)]
    [([0], [1])]
    """
    for signs in product((0, 1, -1), repeat=size):
        one = frozenset(j for j, sign in enumerate(signs) if sign > 0)
        other = frozenset(j for j, sign in enumerate(signs) if sign < 0)
        if one and other and min(one) < min(other):
            yield one, other


def _zeros(row: tuple[tuple[int, int], ...], columns: tuple[int, ...]) -> frozenset[int]:
    """The columns chosen, by their places, where a row is 0."""
    support = {column for column, _ in row}
    return frozenset(t for t, column in enumerate(columns) if column not in support)


def _covered(side: frozenset[int], away: frozenset[int], named: list[frozenset[int]], r: Fraction) -> bool:
    if not named or any(zeros & away for zeros in named):
        return False
    slack = [sum(j in zeros for zeros in named) * (1 + r) - len(named) * r for j in side]
    return min(slack) >= 0 and max(slack) > 0
