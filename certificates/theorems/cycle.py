"""*Cycle.* Signed sets of columns that rows show, evenly many at each face: sign-rank is at least their size. Trusted.

A *member* is a row with j + 1 of its columns, each ``+`` or ``-`` there; it stands for these columns with these signs,
up to changing all of them. Every set of j columns with signs (up to all of them) lies in an even number of members; an
odd number of members *alternate*: neighbours, by number, have other signs. Then the sign-rank is at least j + 1.

Let u_c in R^j have the signs of the pattern with some w_r, in general position (a small change keeps the signs). The
numbers <w_r, s_c u_c> of a member are not 0 and have one sign, so 0 is not in conv(s_c u_c). Move all u_c on a generic
path to v_c = (1, c, .., c^(j-1)), and let nu be how often, counted over members, 0 is in such a hull. It changes when 0
passes through the hull of j signed columns, and then once for each member that contains them: an even number. So nu
stays even. Any j + 1 of the v_c have one linear dependency, whose signs alternate: in the end nu is the number of
members that alternate, which is odd. (``proofs/cycles.v`` has a proof without motion, in Coq. Frick, Hosseini and
Vasileuski 2026 define the complex in which it is a cycle.)
"""

from itertools import pairwise

from ..meter import ENTRY
from ..refuse import need
from ..schema import integer, many
from .case import TRUE, Case, Row
from .lines import OF, vectors

MEMBERS = {"of": OF, "members": many(many(integer(0), 3), 1, rule="equal")}


def cycle(x: Case) -> int:
    """The size of the members, once each face has been counted."""
    members, (rows, offset) = x.p.members, vectors(x.claim, x.p.of, x.meter)
    size, odd, alternating = len(members[0]) - 1, set[tuple[int, ...]](), 0
    x.meter.charge(len(members) * size * (60 + 10 * size))
    x.meter.room(len(members) * size * (ENTRY + 40 * size))
    for r, *columns in members:
        fits = r < len(rows) and all(a < b for a, b in pairwise([*columns, len(rows[0])]))
        need(fits and not {rows[r][c] for c in columns} - {"+", "-"}, "a member is none of a row")
        signed = [c if rows[r][c] == "+" else ~c for c in columns]
        alternating += all((a < 0) != (b < 0) for a, b in pairwise(signed))
        for face in (signed[:k] + signed[k + 1 :] for k in range(size)):
            odd ^= {tuple(face if face[0] >= 0 else [~c for c in face])}
    need(not odd, "a face is in an odd number of members")
    need(alternating % 2, "an even number of members alternate")
    return size - offset


OF_CYCLES = (Row("cycle", "lower", "", "SIGN sign_rank", TRUE, cycle, "text: Cycle", MEMBERS),)
