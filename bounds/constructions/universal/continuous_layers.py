"""A continuous function on [0, 1]^(n x d) by ReLU and real softmax: the layers, after Yun et al. 2020, Theorem 1.

The theorem (arXiv 2006.04862): under Assumption 1, transformers with two heads of size 1 and ReLU feed-forward layers
of width 4 approximate every continuous function in the distance of L_P, 1 <= P < infinity. Worked out here: layers that
can be written down, a rational temperature at which softmax *equals* hardmax's step function off a set of explicit
measure, clamping, and the error with all constants.

Symbols: those of ``contextual_mapping``; 0 < beta < 1/L; M >= 0 a bound of the values y that are looked up. All numbers
are rational. A unit is written relu(w.z - a) -> vector.

1. *Embedding*: e_g(1) = n - 1, e_g(i) = i - 2, added to each coordinate of the position. Coordinates lie in [0, n].
2. *Quantiser*, d (n L - 1) blocks of 3 units: for coordinate c and cell k = 0 .. n L - 2 units at k/L, (k+1)/L - beta
   and (k+1)/L with coefficients -1, 1/(L beta), -(1/L - beta)/beta on z_c; the last of them has -1 more. So z_c becomes
   k/L on [k/L, (k+1)/L - beta], goes up to (k+1)/L on a ramp, and is itself elsewhere; the last unit flattens the last
   cell too. A value on [0, k/L] or on a ramp is touched by no later block: it is at most the next breakpoint. X is
   *good* if (x mod 1/L) < 1/L - beta for all n d entries, a set of measure (1 - L beta)^(n d) in [0, 1]^(n x d). Then
   all positions hold points of the grid, tokens, and ids (L u.z) are integers.
3. *Shifts*, the layers of ``contextual_mapping``: query 2(id - b) +- 1, key id, value id, output +-(B/L) e_1. Each
   stands in the next block whose layer of the cycle has the edge; blocks between do nothing. Lemmas 1 and 2 there do
   not speak of the places, since an idle block changes nothing.
4. *Spread*, s blocks: query 1, key and value id, output (C/L) e_1. They begin at the block from which, counting the
   blocks that are waited, they are over first: s is the number of hops of the cycle from there. C >= G + 1, C >= M + 2,
   and all n L^(dn) ids differ: by Lemma 3, or because all have been computed.
5. *Look-up*, n L^(dn) blocks of 4 units, one for each id I, descending. Let z belong to I, and y be wanted there. All
   see t = L u.z, at I - 1/2, I - 1/4, I + 1/4, I + 1/2. Coefficients of coordinate c >= 2 are 4h, -4h, -4h, 4h with h
   = y_c - z_c; those of coordinate 1 are 4h + 1/L, -4h - 2/L, -4h + 2/L, 4h - 1/L with h = y_1 - z_1. *For |t - I| <=
   1/4 coordinate 1 becomes y_1 exactly*, if errors are in coordinate 1 alone, as they are, since nothing else has
   been added to: with t = I - 1/4 + r, 0 <= r <= 1/2, it holds z_1 + (r - 1/4)/L, and the first two units add (4h +
   1/L)(1/4 + r) - (4h + 2/L) r = h + 1/(4L) - r/L. The other coordinates get (4h)(1/4 + r) - 4h r = h. Below I - 1/2
   no unit fires (the sum would be 0 above I + 1/2 as well, but in floats only up to the rounding of large terms). So
   smaller ids, which are looked up later, are left alone; and a position that has been looked up has |t| <= M W <= (C
   - 2) W < I - 1/2, since every id is at least C W (n >= 2: the id of g(1) is at least (n - 1) W, and what is spread
   at least C times that): no later block touches it.
6. *Clamp*, ceil(d/2) blocks of 4 units: z_c - relu(z_c - M) + relu(-M - z_c). So all outputs lie in [-M, M], on all X.

The last spreading block looks up the first id: d (n L - 1) + (shifting) + s + n L^(dn) + ceil(d/2) - 1 blocks in all.

**Temperature.** Let all ids be off by at most e <= 1/4. True ids differ, so keys differ by 1/2 or more; a query is off
by 2e <= 1/2 and at least 1/2 with the right sign. So at tau = 4k each other key has a weight of at most exp(-tau/4) =
e^-k <= x = (10/27)^k of the leader's, since e > 2.7. A mean is off by at most (n - 1)(G + 1) x from the value of the
leader, as ids lie in [-1/4, G + 1/4]. A shift takes e to at most e + eta, eta = 2 B (n - 1)(G + 1) x, at who stays, as
both heads have one leader and its error cancels; to (1 + 2B) e + eta at who moves. Each position moves once, so a round
of B shifts takes e to at most (1 + 2B)(e + (B - 1) eta) + eta. A spread takes it to (1 + C) e + C (n - 1)(G_t + 1) x,
with G_(t+1) = (C + 1) G_t the ids' bound. e only grows; if it ends at most 1/4, it has been so throughout, and by 5.
the output on a good X is *exactly* what hardmax gives: y of the cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil

from ....questions.sparse_pattern import SparsePattern
from ..construction import ConstructionError, least_from
from .blocks import Block, BlockNetwork, HiddenUnit, SizeOneHead, Vector
from .contextual_mapping import (
    ContextualMapping,
    Ids,
    Shift,
    Spread,
    Tokens,
    contextual_mapping,
    hops_of_all,
    proved_factor,
)

Values = Mapping[Tokens, Sequence[Vector]]
"""For each input on the grid the wanted y of each position."""


@dataclass(frozen=True)
class Plan:
    """Where each layer stands, before anything is known of the function.

    Attributes
    ----------
    mapping : ContextualMapping
        Its embedding, ids and layers of the cycle; places and hops are those of the plan.
    shifts : the block of each shift, from 0
    spread_from, hops : the first spreading block, and s
    """

    mapping: ContextualMapping
    shifts: tuple[tuple[int, Shift], ...]
    spread_from: int
    hops: int

    @property
    def quantising(self) -> int:
        """d (n L - 1)."""
        return self.mapping.coordinates * (self.mapping.n * self.mapping.levels - 1)

    @property
    def shifting(self) -> int:
        """Blocks between quantiser and spreading: (n - 1) L^d shifts, and the idle ones between."""
        return self.spread_from - self.quantising

    @property
    def looking_up(self) -> int:
        """n L^(dn)."""
        count: int = self.mapping.n * self.mapping.tokens**self.mapping.n
        return count

    @property
    def clamping(self) -> int:
        """ceil(d/2)."""
        return -(-self.mapping.coordinates // 2)

    @property
    def blocks(self) -> int:
        """All of them; the last spreading block and the first look-up are one."""
        return self.spread_from + self.hops + self.looking_up + self.clamping - 1

    @property
    def paper(self) -> int:
        """The paper's orders added up: n d/delta + p (n - 1)/delta^d + s + n/delta^(dn), delta = 1/L."""
        n, p = self.mapping.n, len(self.mapping.pattern.layers)
        quantising = n * self.mapping.coordinates * self.mapping.levels
        return quantising + p * (n - 1) * self.mapping.tokens + self.hops + self.looking_up


@dataclass(frozen=True)
class Layers:
    """The network with what its proof needs.

    ``factor`` is C, ``greatest`` the greatest id there is, ``off`` the bound of e at ``network.temperature``.
    """

    plan: Plan
    network: BlockNetwork
    factor: int
    greatest: int
    off: Fraction


def plan(pattern: SparsePattern, order: Sequence[int], levels: int, coordinates: int) -> Plan:
    """The plan along an order of the positions, or along its reverse where that is a path and takes fewer blocks.

    Raises
    ------
    ConstructionError
        If n = 1, or there is no contextual mapping along the order.

    Examples
    --------
    >>> from ....questions.layer_patterns import Window
    >>> made = plan(SparsePattern((Window(3, 1),)), range(3), levels=2, coordinates=1)
    >>> made.quantising, made.shifting, made.hops, made.looking_up, made.clamping, made.blocks
    (5, 4, 2, 24, 1, 35)
    """
    if pattern.n < 2:
        raise ConstructionError("n must be at least 2, since one position has nothing to attend to, got 1; try n=2")
    found = _plan(pattern, tuple(order), levels, coordinates)
    turned = tuple(reversed(found.mapping.order))
    if all(any(layer.has(here, before) for layer in pattern.layers) for before, here in pairwise(turned)):
        found = min(found, _plan(pattern, turned, levels, coordinates), key=lambda one: one.blocks)
    return found


def _plan(pattern: SparsePattern, order: tuple[int, ...], levels: int, coordinates: int) -> Plan:
    mapping = contextual_mapping(pattern, order, levels, coordinates)
    p, t = len(pattern.layers), coordinates * (mapping.n * levels - 1)
    shifts = []
    for before, here in pairwise(order):
        for token in range(mapping.tokens):
            while not pattern.layers[t % p].has(here, before):
                t += 1
            shifts.append((t, Shift(mapping.embedding[here] + token)))
            t += 1

    def hops_from(block: int) -> int:
        turned = pattern.layers[block % p :] + pattern.layers[: block % p]
        return hops_of_all(SparsePattern(turned))

    begin = min(range(t, t + p), key=lambda block: block + hops_from(block))
    return Plan(mapping, tuple(shifts), begin, hops_from(begin))


def layers(made: Plan, values: Values, bound: Fraction, beta: Fraction) -> Layers:
    """The network that computes ``values`` on the good inputs.

    Parameters
    ----------
    made : Plan
    values : for each of the L^(dn) inputs on the grid, y for each position, |y_c| <= ``bound``
    bound : M
    beta : of the quantiser, 0 < beta < 1/L
    """
    mapping = made.mapping
    least = max(mapping.greatest, ceil(bound) + 1)  # C is above it
    ids = final_ids(made, least + 1, values)
    if ids is None:
        mapping = replace(mapping, factor=max(least + 1, proved_factor(mapping.greatest, made.hops)))
        ids = final_ids(made, mapping.factor, values)
        assert ids is not None  # Lemma 3
    else:
        mapping = replace(mapping, factor=least + 1)
    k = least_from(lambda k: error_of_ids(mapping, made.hops, k) <= Fraction(1, 4), 0)
    network = BlockNetwork(
        mapping.rows,
        tuple((Fraction(e, _width(mapping)),) * mapping.coordinates for e in mapping.embedding),
        Fraction(4 * k),
        _blocks(made, mapping, ids, values, bound, beta),
    )
    greatest = max(own for after in ids.values() for own in after)
    return Layers(made, network, mapping.factor, greatest, error_of_ids(mapping, made.hops, k))


def final_ids(made: Plan, factor: int, inputs: Values) -> dict[Tokens, Ids] | None:
    """The id of each position of each input after the spread, with this C; None if two are alike."""
    mapping, p = made.mapping, len(made.mapping.rows)
    steps: list[tuple[int, Shift | Spread]] = [
        *made.shifts,
        *((made.spread_from + t, Spread(factor)) for t in range(made.hops)),
    ]
    found = {}
    for tokens in inputs:
        ids = mapping.first_ids(tokens)
        for t, step in steps:
            ids = mapping.after(step, mapping.rows[t % p], ids)
        found[tokens] = ids
    different = {own for ids in found.values() for own in ids}
    return found if len(different) == mapping.n * len(found) else None


def error_of_ids(mapping: ContextualMapping, hops: int, k: int) -> Fraction:
    """What ids may be off by at temperature 4k, if that is at most 1/4.

    >>> from ....questions.layer_patterns import Dense
    >>> mapping = contextual_mapping(SparsePattern((Dense(2),)), range(2), levels=2)
    >>> [error_of_ids(mapping, 1, k) <= Fraction(1, 4) for k in (8, 9)]
    [False, True]
    """
    x, others, B, C, G = Fraction(10, 27) ** k, mapping.n - 1, mapping.tokens, mapping.factor, mapping.greatest
    e, eta = Fraction(0), 2 * B * others * (G + 1) * x
    for _ in range(others):
        e = (1 + 2 * B) * (e + (B - 1) * eta) + eta
    for _ in range(hops):
        e = (1 + C) * e + C * others * (G + 1) * x
        G *= C + 1
    return e


def _width(mapping: ContextualMapping) -> int:
    """W."""
    return sum(mapping.levels**c for c in range(1, mapping.coordinates + 1))


def _blocks(
    made: Plan, mapping: ContextualMapping, ids: Mapping[Tokens, Ids], values: Values, bound: Fraction, beta: Fraction
) -> tuple[Block, ...]:
    L, d = mapping.levels, mapping.coordinates
    own_id = tuple(Fraction(L ** (c + 1)) for c in range(d))
    heads: dict[int, tuple[str, tuple[SizeOneHead, ...]]] = {}

    def head(query: Vector, bias: int, amount: int) -> SizeOneHead:
        return SizeOneHead(query, Fraction(bias), own_id, own_id, _along(0, Fraction(amount, L), d))

    for t, step in made.shifts:
        twice = tuple(2 * a for a in own_id)
        pair = (head(twice, 1 - 2 * step.bucket, mapping.tokens), head(twice, -1 - 2 * step.bucket, -mapping.tokens))
        heads[t] = (f"shift id {step.bucket}", pair)
    for t in range(made.spread_from, made.spread_from + made.hops):
        heads[t] = ("spread", (head((Fraction(0),) * d, 1, mapping.factor),))
    units = {t: one for t, one in enumerate(_quantiser(mapping.n, d, L, beta))}
    wanted = sorted(((own, k, tokens) for tokens, after in ids.items() for k, own in enumerate(after)), reverse=True)
    looks = made.spread_from + made.hops - 1
    for t, (own, k, tokens) in enumerate(wanted, looks):
        z = _vector(own, tokens[k], mapping, k)
        units[t] = (f"look up id {own}", _look_up(own, own_id, z, values[tokens][k], L))
    for t, one in enumerate(_clamp(d, bound), looks + len(wanted)):
        units[t] = one
    found = []
    for t in range(made.blocks):
        attends, feeds = heads.get(t, ("", ())), units.get(t, ("", ()))
        found.append(Block("; ".join(filter(None, (attends[0], feeds[0]))) or "idle", attends[1], feeds[1]))
    return tuple(found)


def _vector(own: int, token: int, mapping: ContextualMapping, k: int) -> Vector:
    """z of an id: what was added since the embedding stands in coordinate 1."""
    L, d = mapping.levels, mapping.coordinates
    e = Fraction(mapping.embedding[k], _width(mapping))
    rest = tuple(e + Fraction(token // L**c % L, L) for c in range(1, d))
    return (Fraction(own, L) - sum(L**c * z for c, z in enumerate(rest, 1)), *rest)


def _along(c: int, amount: Fraction, d: int) -> Vector:
    return tuple(amount if i == c else Fraction(0) for i in range(d))


def _quantiser(n: int, d: int, L: int, beta: Fraction) -> list[tuple[str, tuple[HiddenUnit, ...]]]:
    found, cell = [], Fraction(1, L)
    for c in range(d):
        for k in range(n * L - 1):
            last = 1 if k == n * L - 2 else 0
            steps = (
                (k * cell, Fraction(-1)),
                ((k + 1) * cell - beta, cell / beta),
                ((k + 1) * cell, -(cell - beta) / beta - last),
            )
            units = tuple(HiddenUnit(_along(c, Fraction(1), d), -at, _along(c, by, d)) for at, by in steps)
            found.append((f"quantise coordinate {c}, cell {k}", units))
    return found


def _look_up(own: int, own_id: Vector, z: Vector, y: Vector, L: int) -> tuple[HiddenUnit, ...]:
    places = (Fraction(-1, 2), Fraction(-1, 4), Fraction(1, 4), Fraction(1, 2))
    found = []
    for at, sign, slope in zip(places, (4, -4, -4, 4), (1, -2, 2, -1), strict=True):
        out = [sign * (wanted - have) for wanted, have in zip(y, z, strict=True)]
        out[0] += Fraction(slope, L)
        found.append(HiddenUnit(own_id, -(own + at), tuple(out)))
    return tuple(found)


def _clamp(d: int, bound: Fraction) -> list[tuple[str, tuple[HiddenUnit, ...]]]:
    found = []
    for first in range(0, d, 2):
        units: list[HiddenUnit] = []
        for c in range(first, min(first + 2, d)):
            one = Fraction(1)
            units += (
                HiddenUnit(_along(c, one, d), -bound, _along(c, -one, d)),
                HiddenUnit(_along(c, -one, d), -bound, _along(c, one, d)),
            )
        found.append((f"clamp coordinates {first} .. {min(first + 2, d) - 1} to {bound}", tuple(units)))
    return found
