"""Evidence that fixed-point units are too small for a task, by what they would tell across a cut: ``protocol-cost``.

One layer of order 2 with pairwise scores, class FIXED(p, grid), with or without a null token, tables of any kind, heads
summed or side by side. Symbols: m, p, H, dv as usual; N positions; n tokens of each party. A unit's output is computed
by two parties who hold different tokens; each message is one of a number of messages that is known in advance, so that
the transcripts are counted. What must differ is counted on the other side; both counts are integers.

``disjointness``, computations of Match3 (``match`` of order 3) with M >= 2n + 2 and N >= 2n + 1; any read-out.
    Position 1 and those after 2n + 1 hold the token 1. Alice's token i is 1 if a_i = 0 and else alpha_i, where alpha =
    (0, 2, 3, .., n); Bob's is 1 if b_i = 0 and else M - 1 - alpha_i. Two tokens complete the 1 at position 1 to 0 mod M
    iff they sum to -1 mod M: 1 + 1 + 1 = 3 < M; 2 + alpha <= n + 2 < M; 1 + 1 + M - 1 - alpha = M + 1 - alpha is no
    multiple of M since alpha != 1 and alpha <= n; 1 + alpha + alpha' is between 1 and 2n + 1 < M; 1 + 2 (M - 1) -
    (alpha + alpha') is at most 2M - 1 and at least 2M - 1 - 2n > M; and 1 + alpha_i + M - 1 - alpha_k = M + alpha_i -
    alpha_k is one iff i = k. So the answer at position 1 is 1 iff a and b intersect.

    *Protocol.* Row sums (``transcripts.py``): Bob answers, Alice speaks, the token at position 1 is public. So there
    are at most T transcripts before the answer.

    *Fooling set.* If two of the 2^n pairs (a, complement of a) had one transcript, so would the crossed pairs, since
    the inputs with one transcript are a rectangle; Bob's answer depends on the transcript and his input, so the crossed
    pairs would have the answer "disjoint", like those whose second half they share. But if a != a', a intersects the
    complement of a' or the other way round. Hence **T >= 2^n**.

``counting``, averaging q-SA(N, q) with an error below 1/q; the row alone is read.
    Alice holds the token (z_i, y_i), Bob all others, z in {-1, 1}. She sends H queries, and since her token is a key as
    well, its score with its own query and its value for every head; Bob computes the row. At most (2^(p m) * scores *
    2^(p dv))^H messages. With i fixed, C(N-1, q) subsets avoid i and C(N-1, q-1) contain it, the latter with two signs
    z_i: any two of these r = C(N-1, q) + 2 C(N-1, q-1) ask for means that differ by at least 2/q for some values of Bob
    (two that avoid i, or contain it with one sign or two: put +1 on the rest of the one and -1 on the rest of the
    other, agreeing with the signs of i; the same subset with two signs: always). With one message for both, one of the
    two would be wrong by 1/q. Hence **(2^(p m) * scores * 2^(p dv))^H >= r**.

Both left sides increase with m, p, H and dv, so what is excluded at some size is excluded at all smaller ones: to prove
``v`` the counts are compared at v - 1 (where dv = m is asked for, both are v - 1).
"""

from math import comb

from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.outputs import Averages, Computation
from ...statement.question import Question
from ..proof import Premises, Proved
from .transcripts import reaches, row_sums, score_count

MAX_PAIRS = 100_000
"""Largest n, and largest N of q-SA: numbers of so many bits are compared."""


def by_protocol_cost(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "protocol-cost", "argument": "disjointness", "n": n}`` or ``"argument": "counting"``."""
    if quantity.order > 2 or quantity.layers > 1:
        node.fail("is about order 2, one layer")
    n = 0
    if node.field("argument").word(("disjointness", "counting")) == "disjointness":
        if quantity.scope is None:
            node.fail("is about pairwise scores and needs the field 'scope' in the claim")
        n = node.fields(("kind", "argument", "n"))["n"].integer(1, MAX_PAIRS)
        _require_match3(node, quantity.question, n)
        needed = 2**n
        how = f"at most T transcripts of row sums, and T >= 2^{n}, by disjointness of {n} bits"
    else:
        node.fields(("kind", "argument"))
        needed = _tokens(node, quantity)
        how = f"at most T messages for a token (scores <q, k>), T >= {_short(needed)} tokens ask for different means"
    if value > quantity.least:
        (m, p, heads), dv = quantity.sizes_at(value - 1), quantity.dv_at(value - 1)
        node.meter.charge(1000 + 20 * product_steps(needed.bit_length(), needed.bit_length()))
        node.meter.charge(product_steps(3 * p, 3 * p))
        node.meter.room(3 * p)
        one_way = [(2, p * (m + dv) * heads), (score_count(quantity.unit_class, m, p), heads)]
        if reaches(row_sums(quantity.unit_class, n, m, p, heads, dv) if n else one_way, needed):
            node.reject("count-too-small", f"{quantity.resource} = {short_number(value - 1)} leaves enough")
    return Proved(value, how)


def _require_match3(node: Node, question: Question, n: int) -> None:
    parameters = dict(question.parameters)
    match3 = isinstance(question, Computation) and question.of.name == "match" and parameters["order"] == 3
    asked = isinstance(question, Computation) and question.of.position in (None, 0)
    if not match3 or not asked or parameters["M"] < 2 * n + 2 or parameters["N"] < 2 * n + 1:
        reason = f"needs match of order 3 with M >= {2 * n + 2}, N >= {2 * n + 1}, asked at the first position"
        node.reject("rule-not-applicable", reason)


def _tokens(node: Node, quantity: LeastSize) -> int:
    question = quantity.question
    if not isinstance(question, Averages) or quantity.error * question.q >= 1 or question.N > MAX_PAIRS:
        node.reject("rule-not-applicable", f"needs averaging with an error below 1/q and N <= {MAX_PAIRS}")
    node.meter.charge(100 * question.N)
    return comb(question.N - 1, question.q) + 2 * comb(question.N - 1, question.q - 1)


def _short(number: int) -> str:
    return str(number) if number < 10**9 else f"2^{number.bit_length() - 1}"
