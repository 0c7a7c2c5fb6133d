"""Claims about bits of state, widths of first layers, and fixed-point attention across a cut."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from math import comb
from typing import Any

from ..claims import Statement, claim, least, measured
from ..questions import CommunicationMatrix
from ..search.class_bounds import MOST_CLAIMED


@claim(N=range(3, 7), q=[1, 2, 3], where=lambda N, q: q < N)
def query_cut(N: int, q: int) -> Statement:
    """One-way, a token with q-subset y of the other N - 1 positions tells its row: ceil(log2 C(N-1, q)) bits, no less.

    A fixed-point layer tells it in H (m p + l + dv p) bits, l = ceil(log2(m 4^p + 1)), so
    H (m p + l + dv p) >= log2 C(N-1, q) for an error below 1/q, if only the row is read.

    Source: proved in reductions/excluded_sizes/counting_lower.py: means of different subsets differ by 2/q somewhere
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    Where: q < N
    """
    return measured("one_way_ab", query_matrix(N, q)) == (comb(N - 1, q) - 1).bit_length()


@claim(
    n=[16, 40, 100, 1000], p=[1, 2, 4], H=[1, 2, 8], dv=["m", 1],
    where=lambda n, p, H, dv: 16 * p * H <= n,
)  # fmt: skip
def match3_transcripts(n: int, p: int, H: int, dv: int | str) -> Statement:
    """A midrise FIXED(p) layer of H heads for Match3, N >= 2n + 1, M >= 2n + 2, has T^H >= 2^n.

    A head has T = (m (2^p - 1)^2 + 1) (floor(p/2) + 2) (n 2^p + 1) (n 2^p (2^p - 1) + 1)^dv transcripts; any read-out,
    heads side by side. The theorem of the paper is about dv = m, values as wide as queries.

    Stated is the least m that the inequality leaves, where it is below 10^6. At dv = 1 the scores alone have to pay for
    what values do not tell, and it mostly is not: then m >= 10^6 is stated, which is a cap and not what is left.

    Source: proved in certificates/theorems/costs.py; with hidden constants Sanford, Hsu, Telgarsky 2023, Theorem 7
    Beyond: all n, p, H, m and dv, by the proof that is cited; the checker counts at any size
    Where: 16 p H <= n
    """
    told, sums = (p // 2 + 2) * (n * 2**p + 1), n * 2**p * (2**p - 1) + 1

    def enough(m: int) -> bool:
        return bool(((m * (2**p - 1) ** 2 + 1) * told * sums ** (m if dv == "m" else 1)) ** H >= 2**n)

    low, high = 0, n if dv == "m" else MOST_CLAIMED  # with dv = m each coordinate tells a bit
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return least("m", f"match3 M={2 * n + 2} N={2 * n + 1}", "fixed", bits=p, heads=H, dv=dv, position=0) >= low


@claim(N=range(2, 7), q=range(1, 6), where=lambda N, q: q < N)
def rnn_state_bits(N: int, q: int) -> Statement:
    """A recurrent network needs N - 1 bits of state for the last output of q-SA(N, q), z in {-1, 1}, q <= N - 1.

    So many suffice to hold z_1, .., z_(N-1), after which the rest is known; how large the network is that computes with
    them is not counted.

    Source: proved in reductions/excluded_sizes/streaming_state.py; Sanford, Hsu, Telgarsky 2023, Theorem 11, has (N -
    1)/2
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    Where: q < N
    """
    return measured("one_way_ab", prefix_matrix(N, q)) == N - 1


@claim(N=range(2, 8), q=range(1, 7), d=[1, 2], where=lambda N, q, d: q < N and (d == 1 or N < 6))
def fully_connected_width(N: int, q: int, d: int) -> Statement:
    """The functionals of q-SA(N, q), z in R^d, span N d dimensions: the least width of a fully connected first layer.

    For real inputs; for z in {-1, 1} one row of powers of two tells all.

    Source: proved in reductions/excluded_sizes/first_layer_width.py; Sanford, Hsu, Telgarsky 2023, Theorem 10, has N
    d/2
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    Where: q < N and (d = 1 or N < 6)
    """
    return measured("rank_q", incidence_matrix(N, q, d)) == N * d


def prefix_matrix(N: int, q: int) -> CommunicationMatrix:
    """Rows z_1, .., z_(N-1); columns (y_N, value), z_N = 1; 1 iff q times the mean over y_N is the value."""
    columns = [(y, value) for y in combinations(range(N), q) for value in range(-q, q + 1, 2)]
    return _matrix(product((-1, 1), repeat=N - 1), columns, lambda z, c: sum((*z, 1)[j] for j in c[0]) == c[1])


def incidence_matrix(N: int, q: int, d: int) -> CommunicationMatrix:
    """Rows (y, coordinate), columns (position, coordinate); 1 iff the output takes that input."""
    rows = list(product(combinations(range(N), q), range(d)))
    return _matrix(rows, list(product(range(N), range(d))), lambda r, c: c[0] in r[0] and c[1] == r[1])


def query_matrix(N: int, q: int) -> CommunicationMatrix:
    """Rows y, a q-subset of N - 1 positions; columns (z, value); 1 iff q times the mean over y is the value."""
    columns = list(product(product((-1, 1), repeat=N - 1), range(-q, q + 1, 2)))
    return _matrix(combinations(range(N - 1), q), columns, lambda y, c: sum(c[0][j] for j in y) == c[1])


def _matrix(rows: Iterable[Any], columns: Sequence[Any], entry: Callable[[Any, Any], bool]) -> CommunicationMatrix:
    return CommunicationMatrix(tuple("".join("01"[entry(row, column)] for column in columns) for row in rows))
