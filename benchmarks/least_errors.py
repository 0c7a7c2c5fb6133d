"""The least error of one head of real softmax that is too narrow for ties: certified from both sides.

    python benchmarks/least_errors.py          # some seconds

For each N, q, m the two columns are what ``least_error`` says; the checker has accepted m >= .. for an error a little
below the first, and m <= .. for one a little above the second.
"""

from fractions import Fraction

from headcount.bounds.averages import centre_lower, centre_upper, least_error, saturated_upper
from headcount.questions import averaging_question, least_size

SIZES = ((4, 2), (5, 2), (6, 2), (7, 2), (9, 2), (5, 3), (6, 3), (7, 3), (8, 3), (9, 3), (12, 3), (9, 4), (12, 4))
NEAR = Fraction(1, 10**5)


def certified(N: int, q: int, m: int) -> tuple[float, float]:
    """The two ends, once the checker has accepted both, ``NEAR`` to them."""
    low, high = least_error(N, q, m)
    question = averaging_question(N, q)
    if low:
        below = Fraction(low).limit_denominator(10**9) - NEAR
        bound = centre_lower(least_size(question, "m", "SOFTMAX", error=below))
        assert bound is not None and bound.value > m, (N, q, m)
    if high < 1:
        above = least_size(question, "m", "SOFTMAX", error=Fraction(high).limit_denominator(10**6) + NEAR)
        found = [end.value for end in (saturated_upper(above), centre_upper(above)) if end is not None]
        assert min(found) <= m, (N, q, m)
    return low, high


def shown(low: float, high: float) -> str:
    if high - low < 1e-9:
        return f"{low:.6g}"
    return f"{low:.4g} .. {high:.4g}"


def main() -> None:
    most = max(min(2 * q, N - 1) for N, q in SIZES)
    print("N, q   " + "".join(f"{f'm={m}':>18}" for m in range(1, most + 1)))
    for N, q in SIZES:
        cells = [shown(*certified(N, q, m)) for m in range(1, min(2 * q, N - 1) + 1)]
        print(f"{f'{N}, {q}':<7}" + "".join(f"{cell:>18}" for cell in cells))


if __name__ == "__main__":
    main()
