"""Evidence that fixed-point units are too small for a task into which a function is encoded: ``cut-cost``.

One layer of order 2 with pairwise scores, class FIXED(p, grid), any read-out. It rests on two claims: that an encoding
of a function f in the task is correct (``correct``: each of Alice's tokens a table over a, each of Bob's over b), and a
lower bound for the number of rectangles, or of entries of which no two lie in one, that f has.

*Protocol.* The party that owns a position where the answer is read works out the row there (of public positions the
party whose row sums are the cheaper): row sums with n the number of the other's tokens (``transcripts.py``), after the
owner has sent its H queries, one of 2^(p m H), unless the position is public. It then knows token and row, hence the
answer. For k positions this is done k times, and nothing needs to be known of the read-out. At most T transcripts.

*Count.* The pairs (a, b) with one transcript are a rectangle. Within it the answer depends on what the answering party
holds, so that it is split into two rectangles, one of answer 0 and one of answer 1, either of which may be empty. So f
has a partition with at most T rectangles of each value, which is no fewer than ``partition``, ``cover`` and ``fooling``
of either value are: **T >= the bound**. T increases with m, p, H and dv: to prove ``v`` it is counted at v - 1.
"""

from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...statement.least_size import LeastSize, MeasureOf
from ...statement.outputs import Computation
from ...statement.reduction import Encoding, Source
from ..proof import Premises, Proved
from .transcripts import Powers, reaches, row_sums

PARTS = ("fooling0", "fooling1", "cover0", "cover1", "partition0", "partition1")
"""Measures that are no more than the number of rectangles of a value."""


def by_cut_cost(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "cut-cost", "reduction": number of a claim, "needs": premise}``."""
    if quantity.scope is None or quantity.order > 2 or quantity.layers > 1:
        node.fail("is about pairwise scores, order 2, one layer, and needs the field 'scope' in the claim")
    fields = node.fields(("kind", "reduction", "needs"))
    encoding = premises.encoding(fields["reduction"])
    needed = _needed(fields["needs"], encoding.cut.source, premises)
    question, read = quantity.question, encoding.cut.target.question
    assert isinstance(question, Computation)  # the table of kinds
    if not isinstance(read, Computation) or question not in (read, *(read.asked_at(i) for i in encoding.positions[:1])):
        node.reject("rule-not-applicable", "the function is encoded in another task, or read at other positions")
    if len(encoding.positions) > 1 and question != read:
        node.reject("rule-not-applicable", "several positions are read, and one is asked for")
    if value > quantity.least:
        (m, p, heads), dv = quantity.sizes_at(value - 1), quantity.dv_at(value - 1)
        node.meter.charge(1000 + 20 * product_steps(needed.bit_length(), needed.bit_length()))
        node.meter.charge(product_steps(3 * p, 3 * p) * len(encoding.positions))
        node.meter.room(3 * p)
        if reaches(_transcripts(node, encoding, quantity, (m, p, heads, dv)), needed):
            node.reject("count-too-small", f"{quantity.resource} = {short_number(value - 1)} leaves enough")
    words = encoding.cut.source.words
    return Proved(
        value, f"at most T transcripts across the cut of {words}, and T >= {short_number(needed)}, which {words} has"
    )


def _needed(node: Node, source: Source, premises: Premises) -> int:
    """The bound of a measure of f, rounded up."""
    premise = premises.premise(node)
    found = premise.quantity
    if not isinstance(found, MeasureOf) or premise.side != "lower" or found.measure.name not in PARTS:
        node.reject("rule-not-applicable", f"must be a lower bound of {', '.join(PARTS)}")
    rows, columns = source.shape
    node.meter.charge(rows * columns)
    same = found.matrix.shape == source.shape and all(
        found.matrix.rows[r][c] == source.entry(r, c) for r in range(rows) for c in range(columns)
    )
    if not same:
        node.reject("rule-not-applicable", "the bound is about another function than the one that is encoded")
    return -int(-premise.value // 1)


def _transcripts(node: Node, encoding: Encoding, quantity: LeastSize, size: tuple[int, int, int, int]) -> Powers:
    m, p, heads, _ = size
    cut = encoding.cut
    owners = {cut.owners[i] for i in encoding.positions} - {"P"}
    if len(owners) > 1:
        node.reject("rule-not-applicable", "answers are read at positions of both parties")
    tokens = {"A": len(cut.of("A")), "B": len(cut.of("B"))}
    speaking = min(tokens, key=lambda party: (party in owners, tokens[party]))
    rows = row_sums(quantity.unit_class, max(1, tokens[speaking]), *size)
    sent = sum(cut.owners[i] != "P" for i in encoding.positions)
    return [*((base, exponent * len(encoding.positions)) for base, exponent in rows), (2, p * m * heads * sent)]
