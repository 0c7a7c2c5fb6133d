"""Exhibits about sparse patterns: how many layers it takes until every position has reached all.

S^0_k = {k}, and S^t_k is the union of S^(t-1)_j over the j in row k of layer t: what k is given through t layers
depends on no other token. The number of *hops* is the least t >= 1 with S^t_k = [n] for all k. R^t_k is the same where
each position keeps its own state: the union of R^(t-1)_k and of the R^(t-1)_j.

``far-pair``     F_T = {k}, and F_(s-1) is all that members of F_s attend to in layer s: S^T_k is the union of the S^s_i
                 over i in F_s. If all F_s with 1 <= s <= T have a member and j is not in F_0, no s <= T is enough,
                 since S^s_i = [n] for all i would give S^T_k = [n].
``centre``       S^a_c = [n], and each k attends to c through the last b of a + b layers: S^(a+b)_k holds S^a_c.
``hops``         all S^t_k, layer by layer: the first t at which all are full, or that there is none up to T.
``closed-sets``  sets C_1 .. C_R, none empty, R a multiple of the cycle; in layer s members of C_s attend to members of
                 C_(s-1) only, where C_0 = C_R, which is not [n]. By induction S^t_k lies in C_0 for k in C_(t mod R).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import compress
from operator import or_
from typing import Any

from ..claims import Claim
from ..meaning.masks import row_of
from ..meaning.reductions import either
from ..meter import Meter, words
from ..refuse import need
from ..schema import Record, integer, many, record
from .exhibit import Exhibit, Shown

PLACE = integer(0)
SET = many(either(list, many(PLACE, 3, 3), PLACE))
"""Positions, and ranges [start, stop, step] without stop."""


def back(pattern: Record, k: int, layers: int, keep: bool, meter: Meter) -> tuple[bytes, bool]:
    """F_0 for F_T = {k} as bytes 0 and 1, and whether all F before have a member; R^T_k if states are kept.

    Where F_t holds what it was a cycle earlier on the way, only the rows of its new members are made.
    """
    n, cycle, idle, met = pattern.n, len(pattern.layers), 0, True
    meter.charge(2 * n * min(cycle, layers + 1))
    meter.room(8 * n)
    here, known = 1 << 8 * k, dict[int, tuple[int, int]]()
    for t in range(layers, 0, -1):
        if idle == cycle:
            break  # the same through a whole cycle, and so for ever
        meter.charge(40 + n // 4)
        met = met and here > 0
        before, image = known.get(t % cycle, (0, 0))
        if before & ~here:
            before, image = 0, 0
        seen = bytearray(image.to_bytes(n, "little"))
        for i in compress(range(n), (here & ~before).to_bytes(n, "little")):
            for part in row_of(pattern.layers[(t - 1) % cycle], i, n, meter):
                meter.charge(8 + len(part) // 8)
                seen[part.start : part.stop : part.step] = b"\1" * len(part)
        image = int.from_bytes(seen, "little")
        known[t % cycle], after = (here, image), image | here if keep else image
        idle, here = idle + 1 if after == here else 0, after
    return here.to_bytes(n, "little"), met


def sets_of(pattern: Record, layers: int, keep: bool, meter: Meter) -> Iterator[list[int]]:
    """All S^t_k, or R^t_k, as numbers of n bits, for t = 0, 1, .. ``layers``, or until they stay the same for ever."""
    n, idle = pattern.n, 0
    meter.room(n * (n + 200) // 4)
    meter.charge(n * (20 + words(n)))
    sets = [1 << k for k in range(n)]
    yield sets
    for t in range(layers):
        if idle == len(pattern.layers):
            break
        meter.charge(n * (40 + 2 * words(n)))
        unions: dict[range, int] = {}  # many rows share a range
        after = []
        for k in range(n):
            row = row_of(pattern.layers[t % len(pattern.layers)], k, n, meter)
            for part in row:
                if part not in unions:
                    meter.charge(20 + len(part) * words(n))
                    meter.room((2 * n + len(unions)) * (50 + n // 8))
                    unions[part] = reduce(or_, sets[part.start : part.stop : part.step])
            meter.charge(len(row) * words(n))
            after.append(reduce(or_, (unions[part] for part in row), sets[k] if keep else 0))
        idle, sets = idle + 1 if after == sets else 0, after
        yield sets


def far_pair(p: Record, claim: Claim, meter: Meter) -> Shown:
    """hops >= T + 1."""
    need(max(p.position, p.token) < claim.statement.n, "there is no such position")
    reached, met = back(claim.statement, p.position, p.layers, False, meter)
    need(met, "nothing is attended to on the way, which proves nothing of fewer layers")
    need(not p.layers or not reached[p.token], "the token is reached")
    return p.layers + 1, f"after layer {p.layers} some position has not reached some token"


def centre(p: Record, claim: Claim, meter: Meter) -> Shown:
    """hops <= a + b."""
    pattern, last = claim.statement, p.to + p.fields["from"]
    need(p.position < pattern.n, "there is no such position")
    need(0 not in back(pattern, p.position, p.to, False, meter)[0], "the centre does not reach all")
    missing = bytearray(b"\1") * pattern.n
    missing[p.position] = 0
    for t in range(p.to, last):
        meter.charge(30 * pattern.n)
        missing = bytearray(within(pattern, t, (i,), missing, meter) for i in range(pattern.n))
    need(1 not in missing, "some position does not reach the centre")
    return last, "a position reaches all, and then all reach it"


def hops(p: Record, claim: Claim, meter: Meter) -> Shown:
    """hops <= the first t, at most T, at which all is reached; hops >= T + 1 if there is none."""
    n, layers = claim.statement.n, enumerate(sets_of(claim.statement, p.layers, False, meter))
    found = next((t for t, sets in layers if t and all(one.bit_count() == n for one in sets)), None)
    need((found is None) == (claim.side == "lower"), "layer by layer, all is reached before, or not all")
    return p.layers + 1 if found is None else found, "all that is reached, layer by layer"


def flags_of(places: Sequence[Any], n: int, meter: Meter) -> bytearray:
    """A set, as a byte for each position."""
    meter.charge(n + 20 * len(places))
    meter.room(4 * n)
    flags = bytearray(n)
    for start, stop, step in ((one, one + 1, 1) if isinstance(one, int) else one for one in places):
        need(start < stop <= n and step, "a set holds what is no range of positions")
        part = range(start, stop, step)
        meter.charge(len(part))
        flags[start:stop:step] = b"\1" * len(part)
    return flags


def within(pattern: Record, t: int, members: Iterable[int], target: bytearray, meter: Meter) -> bool:
    """Whether the members of a set attend in layer t + 1 to members of the target only."""
    for i in members:
        row = row_of(pattern.layers[t % len(pattern.layers)], i, pattern.n, meter)
        meter.charge(5 * len(row) + sum(map(len, row)) // 8)
        if any(0 in target[part.start : part.stop : part.step] for part in row):
            return False
    return True


def closed_sets(p: Record, claim: Claim, meter: Meter) -> Shown:
    """hops infinite."""
    pattern, places = claim.statement, range(claim.statement.n)
    need(len(p.sets) % len(pattern.layers) == 0, "a set is needed for each layer of the cycle, or of several cycles")
    sets = [flags_of(one, pattern.n, meter) for one in p.sets]
    need(0 in sets[-1], "the last set holds all positions")
    meter.charge(len(sets) * pattern.n)
    closed = all(within(pattern, s, compress(places, own), sets[s - 1], meter) for s, own in enumerate(sets))
    need(closed, "a member of a set attends to one outside the set before")
    return None, "after any number of layers some position depends on no position outside a set"


FAR = record({"position": PLACE, "token": PLACE, "layers": PLACE})
CENTRE = record({"position": PLACE, "to": integer(1), "from": PLACE})
EXHIBITS = {
    "far-pair": Exhibit("hops lower", FAR, far_pair),
    "centre": Exhibit("hops upper", CENTRE, centre),
    "hops": Exhibit("hops", record({"layers": PLACE}), hops),
    "closed-sets": Exhibit("hops-infinite", record({"sets": many(SET)}), closed_sets),
}
