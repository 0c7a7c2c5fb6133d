"""Match2 by one ordinary head with a null token, m = 3: keys on a circle (the theorem), or on a conic in fewer bits.

Both select, by integer scores, the keys of the tokens y with x + y = 0 mod M, and the null token where there is none:
matching keys score >= T + g, all others <= T - g, with T the null key's score. Hence, with weights 2^score and values 1
for tokens, 0 for the null token:

* a match: the tokens' weights add up to at least 2^g of the null's, so output >= 1/(1 + 2^-g);
* no match: the tokens' weights add up to at most N 2^-g of the null's, so output <= N 2^-g / (1 + N 2^-g).

The error is at most **max(2^-g, N 2^-g) = N 2^-g**; gap g >= log2(N/eps) is enough for eps, and g > log2(N) for the
threshold 1/2. The same holds for fixed-point weights (2^(p - d) at distance d <= p below the highest score, else 0):
cutting small weights off can only help. A saturated unit is exact at g = 1.

``keys="circle"``: (cos, -sin), as in the theorem, rounded: see ``trigonometric_tables`` for s = 2; S = O(M^2), so
p = 2 log2(M) + O(1). ``keys="conic"``: see ``conic_keys``; T = 0, p about log2(M) + 2.07 (+ log2 g in the queries).

Why not a convex lattice polygon with few bits (vertices of size M^1.5 by Jarnik, its edge normals as queries)? The keys
and normals are short, but the null token's score must be told from the vertex's, and the support function of the
polygon takes values of size M^2 at gap O(1): as an entry beside the null key's constant that costs 2 log2(M) bits
again. The conic avoids it, because there every query's threshold is 0.
"""

from ....tasks import MatchS
from ..construction import ConstructionError, Theorem
from ..explicit_construction import ExplicitConstruction
from .conic_keys import ConicKeys, conic_keys
from .match_s_unit import match_construction
from .trigonometric_tables import TrigonometricTables, proved_scale, trigonometric_tables


def match2_unit(M: int, N: int = 4, keys: str = "conic", gap: int = 1) -> ExplicitConstruction:
    """Match2 over Z_M by one head with a null token, m = 3.

    Parameters
    ----------
    M : int >= 1
        The modulus. (m = 3 is the least for the selection if M >= 4; for smaller M ``headcount probe`` finds less.)
    N : int >= 1
        The length of the sequences it is verified on; the tables do not depend on it.
    keys : ``"conic"`` or ``"circle"``
    gap : int >= 1
        g: matching keys beat the null key by g, all others lose to it by g.

    Guarantee
    ---------
    The selection is right for all sequences of every length.

    Raises
    ------
    ConstructionError
        If ``keys`` or ``gap`` is something else. (TaskError for M or N out of range.)

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 6; the conic is ours.

    Examples
    --------
    >>> conic, circle = match2_unit(100), match2_unit(100, keys="circle")
    >>> conic.size.m, conic.size.p, circle.size.m, circle.size.p
    (3, 9, 3, 10)
    >>> [int(row[0]) for row in conic.unit.outputs((30, 70, 5))]
    [1, 1, 0]
    """
    if keys not in ("conic", "circle"):
        raise ConstructionError(f"keys must be conic or circle, got {keys!r}; try keys=conic")
    if type(gap) is not int or gap < 1:
        raise ConstructionError(f"gap must be an integer >= 1, got {gap!r}; try gap=1")
    task = MatchS(2, M, N)
    tables = trigonometric_tables(2, M, gap) if keys == "circle" else _conic_tables(conic_keys(M), gap)
    if keys == "circle":
        formula = ("1 + bits of S, 8 S^2/M^2 >= 2E + 2g + S", 1.0 + proved_scale(2, M, gap).bit_length())
    else:
        formula = ("1 + bits of g R, R = (2 pi/3) M + o(M)", 1.0 + (gap * tables.scale).bit_length())
    theorem = Theorem(
        f"one head computes Match2 with m = 3, here with keys on a {keys}",
        "arXiv 2306.02896, Theorem 6",
        {"m": ("3", 3), "p": formula},
    )
    return match_construction("match2", {"M": M, "N": N}, task, theorem, tables, gap)


def _conic_tables(conic: ConicKeys, gap: int) -> TrigonometricTables:
    """Query x selects key -x mod M; the null key is 0, so that every query's threshold is 0."""
    M = len(conic.keys)
    queries = tuple(tuple(gap * entry for entry in conic.queries[-x % M]) for x in range(M))
    return TrigonometricTables(queries, (conic.keys,), ((0, 0, 0),), conic.R)
