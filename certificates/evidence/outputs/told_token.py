"""Evidence that fixed-point units of any number of layers are too small: what one token has to tell (``told-token``).

Class FIXED(p, grid), order 2, D layers with any read-outs between them, with or without null tokens, any scores of
order 2, any read-out. Consider inputs that differ at one position only, and let Alice hold that token, with V possible
values, while all others are known to Bob.

*Protocol.* In each layer Alice works out her token's key and value for every head and tells them: one of 2^(p (m + dv))
messages a head. Bob knows all other tokens, so he knows the symbols of all other positions before the first layer; from
them and what he is told he knows every key and value of the layer, hence the rows of all other positions, hence their
symbols before the next layer. So there are at most 2^(p (m + dv) H D) transcripts, after which he knows the rows, the
tokens and the answers at all other positions.

*Count.* If the answers at the positions that are asked, Alice's left aside, differ for any two of the V values, no two
values may lead to one transcript: **p (m + dv) H D >= ceil(log2 V)**. The left side increases with m, p, H and dv, so
to prove ``v`` it is computed at v - 1.

*V.* ``cycle3``, asked at all positions, N >= 3: w -> u and v_j -> w for j = 1 .. N - 2, and no other edges but those
out of u, which is Alice's: v_j is on a triangle (v_j -> w -> u -> v_j) iff u -> v_j, because w has one edge out, and
there are no loops. V = 2^(N-2). ``composition``, asked at the last position or at all: f(0) is Alice's, all other
tokens are 0: the last answer is f(g(0)) = f(0). V = n. ``induction-heads``, asked so, N >= 3, A >= 2: 0, .., 0, x, 0
with x not 0: the last answer is x. V = A - 1. ``k-hop``, N >= 2k + 1, A >= k + 1: the symbols c_1 = 0, .., c_k = k - 1;
c_k, .., c_k, x, then the pairs (c_(k-1), c_k), .., (c_1, c_2) and c_1, with x not c_k. c_i with i < k last occurred as
the first of its pair, so that k - 1 hops lead from the end to the c_k of the last pair (for k = 1: stay at the end),
and the last hop to x, since c_k occurred before it last at the place before x. The last answer is x. V = A - 1.
"""

from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...statement.finite_task import FiniteTask
from ...statement.least_size import LeastSize
from ...statement.outputs import Computation
from ..proof import Premises, Proved


def by_told_token(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "told-token"}``: the answers tell one token, and it is told only by its keys and values."""
    node.fields(("kind",))
    if quantity.order > 2:
        node.fail("is about order 2")
    assert isinstance(quantity.question, Computation)  # the table of kinds
    needed = _bits(quantity.question.of)
    if needed is None:
        reason = (
            "needs cycle3 (N >= 3) asked everywhere, or composition, induction-heads or k-hop, long enough, asked last"
        )
        node.reject("rule-not-applicable", reason)
    if value > quantity.least:
        (m, p, heads), dv = quantity.sizes_at(value - 1), quantity.dv_at(value - 1)
        longest = max(m, p, heads, dv, quantity.layers).bit_length()
        node.meter.charge(100 + 4 * product_steps(4 * longest, longest))
        if p * (m + dv) * heads * quantity.layers >= needed:
            node.reject("count-too-small", f"{quantity.resource} = {short_number(value - 1)} leaves enough")
    return Proved(
        value,
        f"a token tells p (m + dv) H bits in each of {short_number(quantity.layers)} layers, and has to tell {needed}",
    )


def _bits(task: FiniteTask) -> int | None:
    """ceil(log2 V), or None where no V is known."""
    given = dict(task.parameters)
    if task.name == "cycle3" and task.position is None and given["N"] >= 3:
        return given["N"] - 2
    if task.position not in (None, task.length - 1):
        return None
    if task.name == "composition":
        return (given["n"] - 1).bit_length()
    hops = given.get("k", 1)
    if task.name in ("induction-heads", "k-hop") and given["N"] >= 2 * hops + 1 and given["A"] >= hops + 1:
        return (given["A"] - 2).bit_length()
    return None
