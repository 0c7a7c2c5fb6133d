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

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import compress
from operator import or_
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.masks import row_of
from ..meaning.reductions import either
from ..meter import Meter, words
from ..refuse import need
from ..schema import Record, integer, many, record
from .exhibit import read

PLACE = integer(0)
SET = many(either(list, many(PLACE, 3, 3), PLACE))
"""Positions, and ranges [start, stop, step] without stop."""


def about(claim: Claim, kind: str, side: str) -> Record:
    """The pattern, of a claim of this kind."""
    need((claim.quantity.kind, claim.side) == (kind, side), "the exhibit is for a claim of another kind")
    return claim.quantity.pattern if kind == "depth" else claim.statement


def need_places(pattern: Record, *places: int) -> None:
    """Refuse a position that the pattern does not have."""
    need(max(places) < pattern.n, "there is no such position")


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


FAR = record({"position": PLACE, "token": PLACE, "layers": PLACE})


def far_pair(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """hops >= T + 1."""
    p, pattern = read(FAR, proof, book), about(claim, "hops", "lower")
    need_places(pattern, p.position, p.token)
    reached, met = back(pattern, p.position, p.layers, False, book.meter)
    need(met, "nothing is attended to on the way, which proves nothing of fewer layers")
    need(not p.layers or not reached[p.token], "the token is reached")
    return Proved(p.layers + 1, f"after layer {p.layers} some position has not reached some token")


CENTRE = record({"position": PLACE, "to": integer(1), "from": PLACE})


def centre(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """hops <= a + b."""
    p, pattern, meter = read(CENTRE, proof, book), about(claim, "hops", "upper"), book.meter
    need_places(pattern, p.position)
    n, to, last = pattern.n, p.to, p.to + p.fields["from"]
    need(0 not in back(pattern, p.position, to, False, meter)[0], "the centre does not reach all")
    reaching = bytearray(n)
    reaching[p.position] = 1
    for t in range(to, last):
        meter.charge(30 * n)
        reaching = bytearray(_meets(pattern, t, i, reaching, meter) for i in range(n))
    need(0 not in reaching, "some position does not reach the centre")
    return Proved(last, "a position reaches all, and then all reach it")


def _meets(pattern: Record, t: int, i: int, chosen: bytearray, meter: Meter) -> bool:
    row = row_of(pattern.layers[t % len(pattern.layers)], i, pattern.n, meter)
    meter.charge(5 * len(row) + sum(map(len, row)) // 8)
    return any(1 in chosen[part.start : part.stop : part.step] for part in row)


def _first_full(pattern: Record, layers: int, meter: Meter) -> int | None:
    for t, sets in enumerate(sets_of(pattern, layers, False, meter)):
        full = (1 << pattern.n) - 1  # once there is room for so many
        if t and all(one == full for one in sets):
            return t
    return None


def hops(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """hops <= the first t, at most T, at which all is reached; hops >= T + 1 if there is none."""
    p = read(record({"layers": PLACE}), proof, book)
    found = _first_full(about(claim, "hops", claim.side), p.layers, book.meter)
    need((found is None) == (claim.side == "lower"), "layer by layer, all is reached before, or not all")
    return Proved(p.layers + 1 if found is None else found, "all that is reached, layer by layer")


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


def within(pattern: Record, t: int, inside: bytearray, target: bytearray, meter: Meter) -> bool:
    """Whether members of one set attend in layer t + 1 to members of the other only."""
    for i in compress(range(pattern.n), inside):
        row = row_of(pattern.layers[t % len(pattern.layers)], i, pattern.n, meter)
        meter.charge(5 * len(row) + sum(map(len, row)) // 8)
        if any(0 in target[part.start : part.stop : part.step] for part in row):
            return False
    return True


def closed_sets(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """hops infinite."""
    p, pattern, meter = (
        read(record({"sets": many(SET)}), proof, book),
        about(claim, "hops-infinite", "fact"),
        book.meter,
    )
    need(len(p.sets) % len(pattern.layers) == 0, "a set is needed for each layer of the cycle, or of several cycles")
    sets = [flags_of(places, pattern.n, meter) for places in p.sets]
    need(0 in sets[-1], "the last set holds all positions")
    meter.charge(len(sets) * pattern.n)
    closed = all(within(pattern, s, own, sets[s - 1], meter) for s, own in enumerate(sets))
    need(closed, "a member of a set attends to one outside the set before")
    return Proved(None, "after any number of layers some position depends on no position outside a set")


EXHIBITS = {"far-pair": far_pair, "centre": centre, "hops": hops, "closed-sets": closed_sets}
