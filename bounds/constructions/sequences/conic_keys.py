"""Keys on a conic, in integers of about log2(n) + 2 bits: query y beats 0 at key y and loses to 0 at all others.

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

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, gcd, isqrt

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
