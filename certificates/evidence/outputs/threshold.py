"""Class THRESH: real softmax, any m and p, answer 1 iff an affine function of the output row is positive.

One layer of H heads of order 2, summed or side by side, possibly with a null token; the answer wanted is that of one
position i, and it is 0 or 1. The affine function may be moved into the values (it applies to each head's values, and
its constant is added to the values of one head), so what is compared with 0 is f = sum_h N_h / D_h, where for a fixed
token at i

    D_h = sum_j w_h(j, x_j) > 0,    N_h = sum_j w_h(j, x_j) v_h(j, x_j)

are sums of functions of one token each. As D_1 .. D_H > 0, the sign of f is that of F = f D_1 .. D_H.

``threshold-degree``  F is a polynomial of degree at most H in the indicators [x_j = s], j != i. Let positive weights c
                      on inputs satisfy sum_x c(x) sign(x) M(x) = 0 for every monomial M of degree below d. A
                      polynomial F of lower degree would give 0 = sum_x c(x) sign(x) F(x), and every term is >= 0,
                      positive where the answer is 0, also if the read-out answers 1 at f = 0; for M = 1 the weights of
                      both answers are equal, so some answer is 0. Hence H >= d.
``cut-rank``          Split the other positions between Alice and Bob: D_h = a_h + b_h, N_h = g_h + e_h, with a, g of
                      Alice's tokens (and the fixed one) and b, e of Bob's. Multiplied out, F is a sum of terms
                      e_h a_S b_R and g_h a_S b_R over partitions {h}, S, R of the heads (a_S, b_R products). Collect
                      the former by S, the latter by R: 2 (2^H - 1) products of a function of Alice's tokens and one of
                      Bob's. So a sign pattern in which answers are entries has sign-rank at most **2^(H+1) - 2**.
``softmax-weights``   w_h and v_h in integers: any w > 0 is exp of a score, and any scores are inner products of
                      queries [x_i = s] with keys of width A. Run on every input.

Sources: the degree argument is folklore for threshold circuits, for attention cf. arXiv 2609.04046; the rank argument
is ours.
"""

from fractions import Fraction
from itertools import combinations
from math import comb

from ...messages import short_number
from ...meter import ENTRY, product_steps
from ...reading import Node
from ...reading.questions import MAX_HEADS
from ...statement.finite_task import FiniteTask, Wanted, Word
from ...statement.least_size import LeastSize
from ...statement.outputs import Computation
from ...statement.size import Size
from ..proof import Premises, Proved
from ..restriction import sign_rank_premise
from ..selection.tables import longest_entry
from ..size import size_proved
from .explicit_unit import charge_inputs


def by_threshold_degree(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "threshold-degree", "degree": d, "weights": [[tokens, weight], ..]}``: H >= d.

    The tokens at the position agree in all inputs listed; the weights are integers >= 1.
    """
    task, position = _asked(quantity)
    fields = node.fields(("kind", "degree", "weights"))
    degree = fields["degree"].integer(1, task.length)
    others = [j for j in range(task.length) if j != position]
    # A monomial of lower degree is a sum of monomials of degree d - 1: multiply it by sums of all indicators of a
    # further position, which are 1.
    node.meter.charge(task.length**2)
    monomials = comb(len(others), degree - 1)
    node.meter.charge(monomials * 60)
    subsets = list(combinations(others, degree - 1))
    sums: dict[tuple[int, ...], int] = {}
    seen: set[Word] = set()
    here: int | None = None  # the token at the position, which has to be one and the same
    for entry in fields["weights"].entries():
        given, weight_node = entry.items(2)
        weight = weight_node.integer(1)
        node.meter.charge(20 + task.length + task.steps + monomials * (degree + ENTRY + weight.bit_length() // 8))
        tokens = given.integers(0, task.alphabet - 1, task.length)
        if tokens in seen:
            entry.fail("is about an input that stands in the list already")
        answer = _answer(node, task.answers_to(tokens), position)
        if answer is None:
            given.fail("must be an input of the task whose answer is asked for")
        seen.add(tokens)
        here = tokens[position] if here is None else here
        if tokens[position] != here:
            given.reject("constraint-violated", f"another token at position {position}")
        signed = weight if answer else -weight
        for k, subset in enumerate(subsets):
            monomial = (k, *(tokens[j] for j in subset))
            sums[monomial] = sums.get(monomial, 0) + signed
    if not seen:
        fields["weights"].fail("must hold at least one input")
    for (k, *symbols), total in sums.items():
        if total:
            product = " ".join(f"[x_{j} = {s}]" for j, s in zip(subsets[k], symbols, strict=True)) or "1"
            reason = f"the weighted signs of the monomial {product} add up to {short_number(total)}"
            fields["weights"].reject("constraint-violated", reason)
    how = f"no polynomial of degree {degree - 1} in the indicators has the signs, by {len(seen)} weights"
    return Proved(degree, how)


def by_cut_rank(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "cut-rank", "token": s, "alice": [..], "rows": [..], "columns": [..], "of": premise}``.

    ``of`` is a lower bound of the sign-rank of a pattern whose rows are the words listed for Alice's positions, whose
    columns are those listed for the others but the position that is asked about, where token s stands: ``+`` where the
    answer is 1, ``-`` where it is 0. So H >= the least with 2^(H+1) - 2 >= that bound.
    """
    task, position = _asked(quantity)
    fields = node.fields(("kind", "token", "alice", "rows", "columns", "of"))
    token = fields["token"].integer(0, task.alphabet - 1)
    alice = fields["alice"].increasing(0, task.length - 1)
    if position in alice:
        fields["alice"].fail(f"must not hold position {position}, whose token is fixed")
    bob = tuple(j for j in range(task.length) if j != position and j not in alice)
    rank, pattern = sign_rank_premise(fields["of"], premises)
    rows = [row.vector(len(alice)) for row in fields["rows"].items(pattern.shape[0])]
    columns = [column.vector(len(bob)) for column in fields["columns"].items(pattern.shape[1])]
    node.meter.charge(len(rows) * len(columns) * (20 + task.length + task.steps))
    word = [token] * task.length
    for r, row in enumerate(rows):
        for j, symbol in zip(alice, row, strict=True):
            word[j] = symbol
        for c, column in enumerate(columns):
            if pattern.rows[r][c] == "*":
                continue
            for j, symbol in zip(bob, column, strict=True):
                word[j] = symbol
            inside = all(0 <= symbol < task.alphabet for symbol in word)
            answer = _answer(node, task.answers_to(tuple(word)) if inside else None, position)
            if answer is None or pattern.rows[r][c] != "-+"[answer]:
                node.reject("not-a-restriction", f"row {r}, column {c} is {pattern.rows[r][c]}, the answer {answer}")
    how = f"the matrix of a cut has sign-rank >= {short_number(rank)}, and H heads reach 2^(H+1) - 2"
    return Proved(least_heads(rank), how)


def least_heads(rank: int) -> int:
    """The least H with 2^(H+1) - 2 >= rank.

    >>> [least_heads(rank) for rank in (0, 2, 3, 6, 7, 14, 15)]
    [0, 1, 2, 2, 3, 3, 4]
    """
    return max(0, (max(rank, 0) + 1).bit_length() - 1)


def by_softmax_weights(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "softmax-weights", "at": t, "heads": [{"weights": [..], "values": [..]}, ..]}``: H <= their number.

    ``weights[s]`` (s = 0 .. A-1) lists the weights, integers >= 1, that token s at the position gives to the keys, key
    number j A + x being token x at position j, and one last key, if it is there, the null token; ``values`` lists
    their values. The answer is 1 iff the sum of the heads' outputs is greater than t, and it is never t.
    """
    task, position = _asked(quantity)
    fields = node.fields(("kind", "at", "heads"))
    at = fields["at"].fraction()
    keys = task.length * task.alphabet
    tables = []
    longest = at.numerator.bit_length() + at.denominator.bit_length()
    for head in fields["heads"].some(MAX_HEADS):
        parts = head.fields(("weights", "values"))
        values = parts["values"].integers()
        if len(values) not in (keys, keys + 1):
            parts["values"].fail(f"must have {keys} entries, or one more with a null token, got {len(values)}")
        rows = [row.integers(1, length=len(values)) for row in parts["weights"].items(task.alphabet)]
        tables.append((rows, values))
        longest = max(longest, longest_entry(rows), longest_entry([values]))
    sums = task.length * product_steps(longest, longest)
    charge_inputs(node.meter, task, len(tables) * (20 + sums + 4 * product_steps(len(tables) * longest, 2 * longest)))
    for tokens, answers in task.pairs():
        answer = _answer(node, answers, position)
        if answer is None:  # not at all inputs, or the question would not have been read
            continue
        chosen = [j * task.alphabet + token for j, token in enumerate(tokens)]
        output = Fraction(0)
        for weights, values in tables:
            row = weights[tokens[position]]
            here = [*chosen, keys] if len(values) > keys else chosen
            output += Fraction(sum(row[k] * values[k] for k in here), sum(row[k] for k in here))
        if output == at or answer != (output > at):
            node.reject("answer-wrong", f"answer {answer} at {list(tokens[:40])}")
    how = f"{len(tables)} heads with positive weights, run on every input"
    return size_proved(node, quantity, value, Size(task.alphabet, len(tables)), how)


def _asked(quantity: LeastSize) -> tuple[FiniteTask, int]:
    """The task and the position whose answer is read off."""
    assert isinstance(quantity.question, Computation)  # the table of kinds
    assert quantity.question.of.position is not None  # class THRESH asks for it
    return quantity.question.of, quantity.question.of.position


def _answer(node: Node, answers: Wanted | None, position: int) -> int | None:
    """The answer at the position, 0 or 1; None if it is not asked for, or there is no such input."""
    answer = None if answers is None else answers[position]
    if answer not in (0, 1, None):
        node.fail(f"needs answers 0 and 1 at the position, got {short_number(answer)}")
    return answer
