"""The theorem's own unit for Match-s: real softmax, cosines and sines as they are, checked in balls.

Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 6, and its companion of order 3, with explicit constants.
A tuple of tokens scores c cos(2 pi (sum)/M), c the inverse temperature; a tuple that is null in some parts 0; the
null tuple T = c (1 + cos(2 pi/M))/2 for M >= 4, and T = c/2 for M <= 3. Let

    gamma = c (1 - cos(2 pi/M))/2  (M >= 4),    gamma = c/2  (M <= 3).

Matching tuples score c = T + gamma; all others at most T - gamma: other tuples of tokens at most c cos(2 pi/M) for
M >= 4, and at most 0 for M <= 3; partly null ones 0 <= T - gamma = c cos(2 pi/M). With values 1 for tokens, 0 for the
null token, and n = (N+1)^(s-1) - 1 tuples besides the null one, weights relative to the null tuple's give

* a match: 1 - output <= (1 + n e^-gamma)/(e^gamma + 1 + n e^-gamma) <= e^-gamma + n e^(-2 gamma);
* no match: output <= n e^-gamma.

So the error is at most **(n + 1) e^-gamma**, and since 1 - cos(2 pi/M) >= 8/M^2, it is at most eps for
c >= (M^2/4) ln((N+1)^(s-1)/eps) if M >= 4 (c >= 2 ln(..) if M <= 3): c = Theta(M^2 log(N/eps)).
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import ceil, log

from flint import arb, ctx, fmpq

from ....attention.balls import ball_attention, error_upper
from ....questions import tensor
from ....tasks import MatchS
from ..construction import ConstructionError

PRECISION = 256
"""Bits of the balls."""

Ball = list[arb]


@dataclass(frozen=True)
class SoftmaxMatch:
    """Largest error of the real softmax unit over all inputs.

    ``error`` is a rational above it (the upper bound of the ball), ``inverse_temperature`` is c; ``promised`` is the
    eps for which c was chosen. ``inputs`` counts multisets of tokens: outputs depend on nothing else.
    """

    order: int
    M: int
    N: int
    inverse_temperature: int
    promised: Fraction
    error: Fraction
    inputs: int

    @property
    def kept(self) -> bool:
        """Whether the error is at most what was promised."""
        return self.error <= self.promised


def softmax_match(order: int, M: int, N: int, eps: Fraction = Fraction(1, 4)) -> SoftmaxMatch:
    """The real softmax unit for Match-s run on all inputs, in balls: m = 2^(s-1) + 1, c = (M^2/4) ln((N+1)^(s-1)/eps).

    Parameters
    ----------
    order, M, N : as in ``MatchS``; small, since all multisets of N tokens are gone through
    eps : 0 < eps < 1
        The error for which the inverse temperature c is chosen (rounded up to an integer).

    Guarantee
    ---------
    The true outputs lie in the balls; ``error`` is an upper bound on the largest |output - wanted|.

    Raises
    ------
    ConstructionError
        If eps is out of range. (TaskError for the others.)

    Examples
    --------
    >>> found = softmax_match(2, 5, 3)
    >>> found.inverse_temperature, found.kept, round(float(found.error), 4)
    (18, True, 0.0059)
    """
    task = MatchS(order, M, N)
    if not 0 < eps < 1:
        raise ConstructionError(f"eps must lie between 0 and 1, got {eps}; try Fraction(1, 4)")
    share = M * M / 4 if M >= 4 else 2
    c = ceil(share * log((N + 1) ** (order - 1) / eps))
    queries, keys, null_key = _real_tables(order, M, c)
    polynomial, values = tensor(order), [[1]] * N + [[0]]
    worst, inputs = Fraction(0), 0
    for tokens in combinations_with_replacement(range(M), N):
        inputs += 1
        tables = [[*(table[y] for y in tokens), null_key] for table in keys]
        outputs = ball_attention(
            [queries[x] for x in tokens], tables, [values] * (order - 1), polynomial=polynomial, precision=PRECISION
        )
        worst = max(worst, error_upper(outputs, [[answer] for answer in task.evaluate(tokens)], precision=PRECISION))
    return SoftmaxMatch(order, M, N, c, Fraction(eps), worst, inputs)


def _real_tables(order: int, M: int, c: int) -> tuple[list[Ball], list[list[Ball]], Ball]:
    """Queries, s-1 tables of keys, and the null key, as balls; coordinates as in ``trigonometric_tables``."""
    with ctx.workprec(PRECISION):
        even = [subset for subset in product((0, 1), repeat=order) if sum(subset) % 2 == 0]
        waves = [(arb.cos_pi_fmpq(fmpq(2 * x, M)), arb.sin_pi_fmpq(fmpq(2 * x, M))) for x in range(M)]
        threshold = (1 + arb.cos_pi_fmpq(fmpq(2, M))) / 2 if M >= 4 else arb(1) / 2
        signs = [c * (-1) ** (sum(subset) // 2) for subset in even]
        queries = [
            [*(sign * wave[subset[0]] for sign, subset in zip(signs, even, strict=True)), c * threshold]
            for wave in waves
        ]
        keys = [[[*(wave[subset[part]] for subset in even), arb(0)] for wave in waves] for part in range(1, order)]
        return queries, keys, [*(arb(0) for _ in even), arb(1)]
