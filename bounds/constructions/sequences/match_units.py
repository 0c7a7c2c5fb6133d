"""Match-s by one head with a null token.

Match2 by one ordinary head with a null token, m = 3: keys on a circle (the theorem), or on a conic in fewer bits.

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

Match-s by one head of order s and width 2^(s-1) + 1; Match3 by third order with m = 5.

The score of a token with a tuple of tokens is, up to rounding, S^s cos(2 pi (sum of the tokens)/M): highest where the
sum is 0 mod M. A null token stands between. The proof, with the scale S that is enough, is in
``trigonometric_tables``; with values 1 for tokens and 0 for the null token, a head that attends to matching tuples
only outputs 1, and one that attends to the null tuple outputs 0.

Softmax. Scores that are scaled so that the gap is g (matching >= T + g, others <= T - g, with the null tuple at T)
give, with weights 2^score and n = (N+1)^(s-1) tuples, relative to the null tuple's weight 1:

* a match: output >= 2^g / (2^g + 1 + n 2^-g)  (all tuples of tokens have value 1, which only helps);
* no match: output <= n 2^-g / (1 + n 2^-g) <= n 2^-g.

So the error is at most **2^-g + n 2^-g**, below 1/2 if 2^g > 2 (n + 1); gap g costs about log2(g)/s more bits.

Keys on a conic, in integers of about log2(n) + 2 bits: query y beats 0 at key y and loses to 0 at all others.

The rule (ours; it replaces the circle of Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 6, whose rounded
coordinates need about 2 log2(n) bits). Take 2n directions (s, t) of the projective line in the order of their angles in
[0, pi), (s, t) primitive integer vectors of least length. Those with even number become keys,

    key of (s, t) = (s^2, s t, t^2),          points of the conic X Z = Y^2,

those with odd number lie between the keys. For a key with neighbours r = (a, b) and r' = (c, d), the form

    F(s, t) = (s b - t a)(s d - t c) = b d s^2 - (b c + a d) s t + a c t^2

vanishes at r and r' only, so it has one sign on the arc between them, which holds this key and no other, and the
opposite sign on the rest of the line. The query is F or -F, whichever is positive at its key. Scores are nonzero
integers, so they are >= 1 at the key and <= -1 elsewhere: gap 1 against the null key (0, 0, 0).

Size of the entries: with |(s, t)|^2 <= R for all directions, s^2, t^2, |s t| <= R, and |b d|, |a c| and
|b c + a d| = |<(a, b), (d, c)>| are <= R by Cauchy-Schwarz. There are (3/pi) R + O(sqrt(R) log R) directions of length
<= sqrt(R) (density 6/pi^2, half of the disc), so R = (2 pi/3) n + o(n) is enough, and **p <= 2 + floor(log2 R)**, about
log2(n) + 2.07. (Signs: p bits of two's complement hold -2^(p-1) .. 2^(p-1) - 1.)

**The least width is min(n - 1, 3), n >= 2.** The pattern has + at query y and key y, - elsewhere; let it be realised by
queries w_y and keys u_z. Take k = min(n - 1, 3) keys and suppose that sum_z c_z u_z = 0, not all c_z being 0. The
query of a further key has negative scores at these, so the c_z have both signs; as they are at most three in number,
one sign occurs exactly once, say (after a change of all signs) only c_a > 0. Then in sum_z c_z <w_a, u_z> the term of a
is positive and no other is negative, so it is not 0. Hence the k keys are independent, and the width is at least k.
For n <= 3, n - 1 suffices: the vertices of a regular simplex around 0, taken as queries and as keys. Match2 over Z_M,
as a selection, is this pattern with n = M and the keys renamed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import atan2, gcd, isqrt

from ....questions import Head, Layer, Table, Unit, least_size, match_question, tensor
from ....questions.attention import MAX_ORDER
from ....questions.question import MAX_CELLS
from ....tasks import Match3, MatchS
from ...bound import certificate, certified_bound
from ...unit_classes.tensor_dimension import tensor_evidence
from ..construction import ConstructionError, Theorem, require_count
from ..explicit_construction import ExplicitConstruction
from .trigonometric_tables import (
    NoThresholdError,
    TrigonometricTables,
    match_margin,
    proved_scale,
    trigonometric_tables,
)


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
    require_count("gap", "the least gap of scores", gap, "gap=1")
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


CERTIFIED_CELLS = MAX_CELLS // 4
"""Up to so many tuples of types the checker replays in some seconds."""


def match3_third_order(M: int, N: int = 4, gap: int = 1, scale: int = 0) -> ExplicitConstruction:
    """Match3 over Z_M by one head of order 3, m = 5.

    Parameters
    ----------
    M : int >= 1
        The modulus.
    N : int >= 1
        The length of the sequences it is verified on; the tables do not depend on it.
    gap : int >= 1
        g: matching pairs beat the null pair by g, all other pairs lose to it by g.
    scale : int
        S, the largest entry; 0 for the least that works (M <= 27), one found by bisection (M <= 130), else the proved.

    Guarantee
    ---------
    The selection is right for all sequences of every length: the scores of all pairs of token types were compared, or
    the scale is the proved one.

    Raises
    ------
    ConstructionError
        If the scale does not work. (TaskError for M or N out of range.)

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), on third-order attention (m = 5); the integer tables are ours.

    Examples
    --------
    >>> unit = match3_third_order(7, 3).unit
    >>> unit.m, [int(row[0]) for row in unit.outputs((1, 2, 4))], [int(row[0]) for row in unit.outputs((1, 1, 2))]
    (5, [1, 1, 1], [0, 0, 0])
    """
    words = "third-order attention computes Match3 with m = 5"
    theorem = Theorem(words, "arXiv 2306.02896", _formula(3, M, gap) if M > 0 else {})
    return _built("match3-third-order", {"M": M, "N": N}, Match3(M, N), theorem, gap, scale)


def match_s_unit(order: int, M: int, N: int = 4, gap: int = 1, scale: int = 0) -> ExplicitConstruction:
    """Match-s over Z_M by one head of order s, m = 2^(s-1) + 1.

    Parameters, guarantee and errors as for ``match3_third_order``, which is order 3.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), on higher-order attention; the integer tables are ours.

    Examples
    --------
    >>> built = match_s_unit(4, 5, 3)
    >>> built.size.m, [int(row[0]) for row in built.unit.outputs((1, 1, 2))]
    (9, [1, 1, 1])
    """
    if type(order) is int and order > MAX_ORDER:
        raise ConstructionError(
            f"order must be at most {MAX_ORDER}, got {order}: a position has (N+1)^(order-1) tuples; try order=4"
        )
    task = MatchS(order, M, N)
    theorem = Theorem("order-s attention computes Match-s with m = 2^(s-1) + 1", "ours", _formula(order, M, gap))
    return _built("match", {"order": order, "M": M, "N": N}, task, theorem, gap, scale)


def _formula(order: int, M: int, gap: int) -> dict[str, tuple[str, float | None]]:
    scale = proved_scale(order, M, gap) if type(M) is int and M > 0 and type(order) is int and order > 1 else 0
    return {
        "m": ("2^(s-1) + 1", 2 ** (order - 1) + 1),
        "S": ("8 S^s/M^2 >= 2E + 2g + S^(s-1), so O(M^2)", scale),
        "p": ("1 + bits of S, so 2 log2 M + O(1)", 1 + scale.bit_length()),
    }


def _built(
    name: str, parameters: Mapping[str, int], task: MatchS, theorem: Theorem, gap: int, scale: int
) -> ExplicitConstruction:
    require_count("gap", "the least gap of scores", gap, "gap=1")
    try:
        tables = trigonometric_tables(task.order, task.M, gap, scale)
    except NoThresholdError as error:
        least = proved_scale(task.order, task.M, gap)
        raise ConstructionError(f"scale={scale} is too small: {error}; try scale={least} or leave it out") from None
    return match_construction(name, parameters, task, theorem, tables, gap)


def match_construction(
    name: str, parameters: Mapping[str, int], task: MatchS, theorem: Theorem, tables: TrigonometricTables, gap: int
) -> ExplicitConstruction:
    """The construction with these tables by token, values 1 for tokens and 0 for the null token."""
    unit = Unit(task.M, (Layer((selecting_head(tables.queries, tables.keys, tables.null_keys),), tensor(task.order)),))
    margin = match_margin(unit, task.order, task.M)
    claim = partial(selection_certificate, gap=gap)
    return ExplicitConstruction(name, parameters, task, theorem, unit, margin_of=margin, claim=claim)


def selecting_head(
    queries: tuple[Vector, ...], keys: tuple[tuple[Vector, ...], ...], null_keys: tuple[Vector, ...]
) -> Head:
    """A head with tables by token that outputs 1 where it attends to tokens and 0 where to the null token."""
    ones = Table("token", ((1,),) * len(queries))
    tables = tuple(Table("token", rows) for rows in keys)
    return Head(Table("token", queries), tables, (ones,) * len(keys), null_keys, ((0,),) * len(keys))


def selection_certificate(built: ExplicitConstruction, gap: int) -> dict[str, object] | None:
    """The certificate that all scores have the right signs with this gap, whatever the sequence; class GRID."""
    task, size = built.task, built.size
    assert isinstance(task, MatchS)
    if task.M * (task.M + 1) ** (task.order - 1) > CERTIFIED_CELLS:
        return None
    head = built.unit.layers[0].heads[0]
    evidence = tensor_evidence(head.queries.rows, tuple(table.rows for table in head.keys), head.null_keys)
    unit_class = f"GRID({max(size.query_bits, size.key_bits)}, {size.grid}, gap {gap})"
    asked = least_size(match_question(task.order, task.M), "m", unit_class)
    words = f"{built.name}: {built.theorem.words}"
    return certificate(asked.question, certified_bound(asked, "upper", size.m, words, evidence))


Vector = tuple[int, ...]
Direction = tuple[int, int]


@dataclass(frozen=True)
class ConicKeys:
    """Queries and keys of width 3, and R, the largest squared length of a direction (a bound on all entries)."""

    queries: tuple[Vector, ...]
    keys: tuple[Vector, ...]
    R: int


def conic_keys(n: int) -> ConicKeys:
    """n keys of width 3 and n queries: <query y, key y> >= 1 and <query y, key z> <= -1 for z != y.

    Parameters
    ----------
    n : int >= 1

    Examples
    --------
    >>> conic = conic_keys(3)
    >>> [[sum(a * b for a, b in zip(q, k)) for k in conic.keys] for q in conic.queries]
    [[1, -2, -2], [-2, 1, -2], [-2, -2, 1]]
    """
    directions = _shortest_directions(2 * n)
    keys, queries = directions[0::2], []
    for y, (s, t) in enumerate(keys):
        (a, b), (c, d) = directions[2 * y - 1], directions[2 * y + 1]  # number -1 is the last: the line is closed
        form = (b * d, -(b * c + a * d), a * c)
        sign = 1 if form[0] * s * s + form[1] * s * t + form[2] * t * t > 0 else -1
        queries.append(tuple(sign * entry for entry in form))
    largest = max(s * s + t * t for s, t in directions)
    return ConicKeys(tuple(queries), tuple((s * s, s * t, t * t) for s, t in keys), largest)


def _shortest_directions(count: int) -> list[Direction]:
    """``count`` primitive vectors of least length, one of each pair +-v, in the order of their angles in [0, pi)."""
    bound = count + 4  # (3/pi) R is about 0.955 R; the loop makes up for small counts
    while True:
        root = isqrt(bound)
        found = [(s, t) for t in range(root + 1) for s in range(-root, root + 1) if _direction(s, t, bound)]
        if len(found) >= count:
            break
        bound += bound // 4
    found.sort(key=lambda v: (v[0] ** 2 + v[1] ** 2, v))
    chosen = sorted(found[:count], key=lambda v: atan2(v[1], v[0]))
    if any(a * d - b * c <= 0 for (a, b), (c, d) in pairwise(chosen)):  # floats proposed the order; this proves it
        raise ArithmeticError(f"{count} directions could not be put into order; use fewer keys")
    return chosen


def _direction(s: int, t: int, bound: int) -> bool:
    return (t > 0 or s > 0) and s * s + t * t <= bound and gcd(s, t) == 1
