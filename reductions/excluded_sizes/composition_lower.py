"""Function composition f(g(x)) by one layer: n^n tables of f, told one way. Domain 1 .. n, N = 2n + 1 tokens.

Alice holds the n tokens of f, Bob those of g; x is public and the output is read there. Alice knows the query, so she
tells her part of the row one way (``level_sum_protocol``), or keys and values, whichever is shorter; Bob works the row
out and reads f(g(x)) off it. If two tables f != f' were told alike, Bob, with g constant and equal to some j where f(j)
!= f'(j), would give one answer to both. So there are at least n^n different messages of one length:

    min(n H (m + dv) p, H (l + levels (bits(n + 1) + dv bits(n (2^p - 1) + 1)))) >= ceil(log2 n^n).

n^n is the number of different rows of the task's matrix across this cut; the tests count them by brute force. The
number of rows is exact for one way, so no better bound comes from it; two ways 2 ceil(log2 n) bits are enough (Bob
tells g(x), Alice f(g(x))), so that nothing comes from a cut that is talked across, as it is with several layers.

**Published.** Peng, Narayanan, Papadimitriou 2024 (arXiv 2402.08164), Theorem 1: one layer of H heads, width d, p bits,
every number rounded to p bits. If R = n log2 n - H (d + 1) p > 0, then the answer is wrong for random f, g, x with
probability at least R / (3 n log2 n). That is quoted (``published_composition_error``) and not proved here. It differs
from ours in three ways: sums are rounded to p bits, so a head tells (d + 1) p; an error is allowed; n log2 n is not
rounded up. What it says at finite n: nothing at n = 2, where H (d + 1) p >= 2 = n log2 n; and never more than an error
of 1/3. Ours is about units without error, and exact sums take (p + 1) log2 n bits more for each of dv + 1 sums.
"""

from math import log2

from ...tasks import Composition
from ..protocols.cost import require_sizes
from ..protocols.layered_cost import LayeredCost
from .excluded_region import ExcludedRegion, proved


def composition_counting_lower(n: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Composition with domain n by one layer, any mask, the output at the last position read.

    Parameters
    ----------
    n : int >= 1
        The size of the domain.
    dv : int >= 1, or "m" (values as wide as queries)
    grid : "twos" or "midrise"

    Raises
    ------
    TaskError, CostError
        If a parameter is no size at all.

    Examples
    --------
    >>> region = composition_counting_lower(64)
    >>> region.required, [region.least_m(p, 1) for p in (1, 2, 4)]
    (384, [27, 15, 7])
    """
    Composition(n)
    required = (n**n - 1).bit_length()
    telling = "one way, keys and values, or highest score and sums level by level"
    tables = f"{n}^{n} tables of f, no two of which may be told alike: {required} bits one way"
    parts = proved(
        reduction=(
            f"none: Alice holds the {n} tokens of f, Bob those of g, x is public",
            "after arXiv 2402.08164, Theorem 1",
        ),
        protocol=(telling, "headcount.reductions.protocols.level_sum_protocol"),
        communication=(tables, "headcount.reductions.excluded_sizes.composition_lower"),
    )
    condition, cost = "at the last position, read off the output row and x", LayeredCost(1, 0, n, 1, grid, one_way=True)
    return ExcludedRegion("composition-counting", "composition", (("n", n),), condition, cost, required, dv, **parts)


def published_composition_error(n: int, d: int, p: int, H: int = 1) -> float:
    """R / (3 n log2 n), R = n log2 n - H (d + 1) p, or 0 where R <= 0: quoted from the paper, not proved here.

    Parameters
    ----------
    n : int >= 2
        The size of the domain.
    d, p, H : int >= 1
        Width, bits, heads.

    Examples
    --------
    >>> published_composition_error(2, 1, 1), round(published_composition_error(64, 4, 8), 4)
    (0.0, 0.2986)
    """
    require_sizes(n=n - 1, d=d, p=p, H=H)
    whole = n * log2(n)
    return max(0.0, whole - H * (d + 1) * p) / (3 * whole)
