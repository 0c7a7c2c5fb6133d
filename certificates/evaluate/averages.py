"""Exhibits of averages: heads that average over every q-subset up to an error, and heads that fail at one.

A head has a query for each subset y and a key for each position. The output there is (1/D) sum_h c_h sum_j w^h_j z_j,
with normalised weights w^h. No weight depends on z, so that the output is off by

    sum_j e_j z_j,    e_j = (1/D) sum_h c_h w^h_j - [j in y]/q:

over z in {-1, 1}^N the greatest error is sum_j |e_j|, exactly. In class SOFTMAX scores are integers times ln(base), for
a rational base above 1, so that weights are rational.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import lcm

from ..claims import Claim
from ..meaning.units import VECTORS, Weigh, dot, longest, weights_of
from ..meter import Meter, product_steps
from ..refuse import need
from ..schema import Record, fraction, integer, many, record
from ..text import short
from .exhibit import Exhibit, Shown, bits_of, need_grid, sized


def averaging(p: Record, claim: Claim, meter: Meter) -> Shown:
    """Heads that average over every q-subset, up to the error of the claim."""
    s, q, bits, count = claim.statement, claim.quantity, bits_of(claim, p.bits), len(p.heads[0].queries)
    _need_shape(p.heads, count, s.N, q.unit_class.grid, bits)
    meter.charge((count + 1) * (10 + 2 * s.q))
    subsets = list(islice(combinations(range(s.N), s.q), count + 1))
    need(len(subsets) == count, "a query is needed for each subset")
    need((p.base is not None) == (q.unit_class.name == "SOFTMAX"), "a base is needed in class SOFTMAX, and only there")
    weigh, long = (weights_of(bits), bits) if p.base is None else _powers(p.base, p.heads, meter)
    _charge(p, s.q, long, meter)
    worst = max(_error(p, r, y, weigh) for r, y in enumerate(subsets))
    need(worst <= q.error, "the error at some subset is too large")
    value = sized(claim, bits, max(len(head.keys[0]) for head in p.heads), len(p.heads))
    return value, f"heads run on all {count} subsets, greatest error {short(worst)}"


def failing_heads(p: Record, claim: Claim, meter: Meter) -> Shown:
    """Heads whose average over one subset, with the queries for it alone, is off by more than an error."""
    s, cls = claim.statement, claim.quantity.unit_class
    need(len(p.subset) == s.q and p.subset[-1] < s.N, "what is named is no subset of the task")
    _need_shape(p.heads, 1, s.N, cls.grid, cls.bits)
    _charge(p, s.q, cls.bits, meter)
    error = _error(p, 0, p.subset, weights_of(cls.bits))
    need(error > p.error, "the error there is not larger")
    return None, f"the greatest error at a subset is {short(error)}, more than {short(p.error)}"


def _need_shape(heads: Sequence[Record], count: int, n: int, grid: str, bits: int) -> None:
    for head in heads:
        need((len(head.queries), len(head.keys)) == (count, n), "a query for each subset, a key for each position")
        need(len(head.queries[0]) == len(head.keys[0]), "queries and keys differ in width")
        need_grid((*head.queries, *head.keys, (head.share, -head.share)), grid, bits)  # values are +-share


def _scores(head: Record, r: int) -> list[int]:
    return [dot(head.queries[r], key) for key in head.keys]


def _charge_scores(head: Record, meter: Meter) -> None:
    each = product_steps(longest(head.queries), longest(head.keys))
    meter.charge(len(head.queries) * len(head.keys) * (5 + len(head.keys[0]) * each))


def _powers(base: Fraction, heads: Sequence[Record], meter: Meter) -> tuple[Weigh, int]:
    """Weights proportional to base^score, and how long they are."""
    need(base > 1, "the base is not above 1")
    for head in heads:
        _charge_scores(head, meter)
    scores = (_scores(head, r) for head in heads for r in range(len(head.queries)))
    bits = max(max(found) - min(found) for found in scores) * base.numerator.bit_length()
    meter.room(bits)
    meter.charge(sum(len(h.queries) * len(h.keys) for h in heads) * 2 * product_steps(bits, bits))

    def weigh(scores: Sequence[int]) -> list[int]:
        low, high = min(scores), max(scores)
        return [base.numerator ** (x - low) * base.denominator ** (high - x) for x in scores]

    return weigh, bits


def _charge(p: Record, q: int, bits: int, meter: Meter) -> None:
    """Pay for the errors at all subsets, of q members, with weights of so many bits."""
    common = (p.divisor * q).bit_length() + (bits + 60) * len(p.heads)
    for head in p.heads:
        _charge_scores(head, meter)
        each = product_steps(bits + 30, common + head.share.bit_length())
        meter.charge(len(head.queries) * len(head.keys) * (15 + each))
        meter.room(len(head.keys) * (200 + common // 8))
    meter.charge(len(p.heads[0].queries) * (20 + 20 * product_steps(common, common)))


def _error(p: Record, r: int, y: Sequence[int], weigh: Weigh) -> Fraction:
    """The greatest error at subset y, whose queries have number r."""
    weighed = [(head.share, weigh(_scores(head, r))) for head in p.heads]
    common = lcm(len(y), *(p.divisor * sum(weights) for _, weights in weighed))
    off = [0] * len(p.heads[0].keys)
    for j in y:
        off[j] = -common // len(y)
    for share, weights in weighed:
        times = share * (common // (p.divisor * sum(weights)))
        for j, weight in enumerate(weights):
            off[j] += times * weight
    return Fraction(sum(map(abs, off)), common)


HEADS = many(record({"queries": VECTORS, "keys": VECTORS, "share": integer()}), 1, 256)
OPTIONAL = {"base": None, "bits": None}
FORM = record({"heads": HEADS, "divisor": integer(1), "base": fraction(), "bits": integer(1)}, OPTIONAL)
SUBSET = many(integer(0), rule="increasing")
FAILING = record({"subset": SUBSET, "heads": HEADS, "divisor": integer(1), "error": fraction(0)})
EXHIBITS = {
    "averaging": Exhibit("upper size averaging FIXED|SATURATED|SOFTMAX", FORM, averaging),
    "failing-heads": Exhibit("unit-fails averaging", FAILING, failing_heads),
}
