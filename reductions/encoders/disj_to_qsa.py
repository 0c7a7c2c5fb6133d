"""DISJ_n to q-SA(N, q) with q = n and N = 2n + 1: Theorem 4 of Sanford, Hsu, Telgarsky 2023.

Symbols: a token is (z, y), a value and a q-subset of the positions. Position 2n + 1 is Alice's: her subset is
{2i - 1 + a_i : i = 1 .. n}. Position 2i is Bob's: z = +1 if b_i = 1, else -1. Position 2i - 1 is public: z = -1. The
output at 2n + 1 is -1 + 2 |a AND b| / n: it is -1 iff a and b are disjoint, and else at least -1 + 2/n. Tokens are
written with positions from 1; the task counts from 0, and ``assemble`` shifts.
"""

from fractions import Fraction
from typing import Any

from ...tasks import SparseAveraging
from ...tasks.two_party.arithmetic import Arithmetic, chosen, switched
from ...tasks.two_party.functions import disj
from ..reduction import Reduction, SizedReduction, ownership, require_parameter

Token = tuple[Any, tuple[Any, ...]]


def _sized(n: int, N: int | None = None) -> SizedReduction:
    """Alice's i-th index points at Bob's value i if a_i = 1, at the public -1 before it if a_i = 0.

    So of the n values averaged, +1 are exactly those with a_i = b_i = 1, and the mean is -1 + 2 |a AND b| / n. The
    indices increase with i, so they are n different ones. An output within eps < 1/n of the mean still tells f: the two
    cases are 2/n apart. Positions beyond 2n + 1, if any, are public and hold -1.
    """
    source = disj(n)
    N = 2 * n + 1 if N is None else N
    require_parameter("N", N, 2 * n + 1, "n values of Bob, n public ones, Alice's subset")
    idle = tuple(range(1, n + 1))  # the subset of every position whose output is not read

    public = [*range(1, 2 * n, 2), *range(2 * n + 2, N + 1)]
    return SizedReduction(
        name="disj-to-qsa",
        source=source,
        target=SparseAveraging(N, n),
        sizes={"n": n, "N": N, "q": n},
        owners=ownership(N, [2 * n + 1], range(2, 2 * n + 1, 2)),
        alice=lambda a, _: {2 * n + 1: (-1, tuple(switched(bit, 2 * i + 1, 2 * i + 2) for i, bit in enumerate(a)))},
        bob=lambda b, _: {2 * i + 2: (switched(bit, -1, 1), idle) for i, bit in enumerate(b)},
        public=lambda: {i: (-1, idle) for i in public},
        output_position=2 * n + 1,
        read_out=lambda output: int(output < Fraction(1, n) - 1),
        formula=lambda tokens, on: all_named(tokens, 2 * n + 1, -1, on),
        in_alphabet=lambda token, on: averaging_token(token, N, n, on),
        alphabet_words=f"a value -1 or 1 and {n} increasing positions from 1 to {N}",
        largest=4 * N,
        assemble=averaging_input,
    )


def averaging_input(tokens: tuple[Token, ...]) -> Any:
    """The input of ``SparseAveraging``: values and subsets apart, positions counted from 0."""
    return tuple(z for z, _ in tokens), tuple(tuple(j - 1 for j in subset) for _, subset in tokens)


def averaging_token(token: Token, N: int, q: int, on: Arithmetic) -> Any:
    """Whether a token is a value +-1 with an increasing list of q positions from 1 to N."""
    value, subset = token
    if len(subset) != q:
        return on.any([])
    bounds = (0, *subset, N + 1)
    increasing = (bounds[k] < bounds[k + 1] for k in range(q + 1))
    return on.all([on.any([value == -1, value == 1]), *increasing])


def all_named(tokens: tuple[Token, ...], position: int, value: int, on: Arithmetic) -> Any:
    """Whether the output at a position (from 1) is ``value``, -1 or 1.

    A mean of numbers -1 and 1 is the one or the other only if all of them are: so no sum is needed, which keeps the
    formula easy for a solver.

    >>> from headcount.tasks.two_party.arithmetic import PLAIN
    >>> tokens = ((1, (1, 2)), (1, (1, 3)), (-1, (1, 2)))
    >>> all_named(tokens, 1, 1, PLAIN), all_named(tokens, 2, 1, PLAIN), all_named(tokens, 2, -1, PLAIN)
    (True, False, False)
    """
    values = [z for z, _ in tokens]
    return on.all(chosen(on, j, values) == value for j in tokens[position - 1][1])


disj_to_qsa = Reduction(
    "disj",
    "qsa",
    _sized,
    ("N",),
    "Alice's subset points at Bob's value i where a_i = 1; a mean above -1 shows a common 1",
    "Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 4",
)
