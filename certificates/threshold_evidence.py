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
                      Bob's. So the sign-rank of the cut matrix is at most **2^(H+1) - 2**.
``softmax-weights``   w_h and v_h in integers: any w > 0 is exp of a score, and any scores are inner products of
                      queries [x_i = s] with keys of width A. Run on every input.
``threshold-unit``    the same for integer queries and keys with weights 2^score, which is softmax(score ln 2).

Sources: the degree argument is folklore for threshold circuits, for attention cf. arXiv 2609.04046; the rank argument
is ours.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

from .claim import Size
from .finite_task import FINITE_TASKS, FiniteTask, Wanted, Word
from .lower_evidence import proved_lower
from .question import MAX_CELLS, Question, pattern_question
from .question_file import MAX_HEADS
from .reading import Node
from .sign_pattern import SignPattern
from .unit import PAIRWISE, Unit
from .unit_file import read_unit, unit_length
from .verdict import RejectionError, short_number

MAX_MONOMIALS = 5_000_000
"""Most values of monomials that are added up, and most weights of keys (inputs x heads x positions), in one check."""

MAX_CUT_INPUTS = 1_000_000
"""Most inputs that are gone through for the matrix of a cut."""

MAX_ANSWER_STEPS = 100_000_000
"""Most steps that the answers of listed inputs may take, as far as their number can be foreseen."""

MAX_SCORE = 4096
"""Largest possible score of a unit with weights 2^score."""


def proved_by_threshold_degree(node: Node, question: Question, position: int) -> tuple[int, str]:
    """``{"kind": "threshold-degree", "degree": d, "weights": [[tokens, weight], ..]}``: H >= d.

    The tokens at ``position`` agree in all inputs listed; the weights are integers >= 1.
    """
    task = _finite(question, position)
    fields = node.fields(("kind", "degree", "weights"))
    degree = fields["degree"].integer(1, task.length)
    others = [j for j in range(task.length) if j != position]
    # A monomial of lower degree is a sum of monomials of degree d - 1: multiply it by sums of all indicators of a
    # further position, which are 1.
    subsets = list(combinations(others, degree - 1)) if comb(len(others), degree - 1) <= MAX_MONOMIALS else []
    entries = fields["weights"].items()
    if not entries:
        fields["weights"].fail("must hold at least one input")
    if not subsets or len(entries) * len(subsets) > MAX_MONOMIALS:
        node.fail(f"needs more than {MAX_MONOMIALS} values of monomials to be added")
    if not task.listed and len(entries) * task.length * (task.length**2 + 8 * task.alphabet) > MAX_ANSWER_STEPS:
        node.fail(f"lists inputs whose answers may take more than {MAX_ANSWER_STEPS} steps")
    sums: dict[tuple[int, ...], int] = {}
    listed = dict(task.listed)
    seen: set[Word] = set()
    token = None
    for entry in entries:
        given, weight_node = entry.items(2)
        tokens, weight = given.integers(0, task.alphabet - 1), weight_node.integer(1)
        given.items(task.length)
        if tokens in seen:
            entry.fail("is about an input that stands in the list already")
        if listed and listed.get(tokens, (None,) * task.length)[position] is None:
            given.fail("must be an input of the task whose answer is asked for")
        seen.add(tokens)
        token = tokens[position] if token is None else token
        if tokens[position] != token:
            raise RejectionError("constraint-violated", given.path, f"another token at position {position}")
        signed = weight if _answer(task, tokens, listed, position) else -weight
        for k, subset in enumerate(subsets):
            monomial = (k, *(tokens[j] for j in subset))
            sums[monomial] = sums.get(monomial, 0) + signed
    for (k, *symbols), total in sums.items():
        if total:
            product = " ".join(f"[x_{j} = {s}]" for j, s in zip(subsets[k], symbols, strict=True)) or "1"
            reason = f"the weighted signs of the monomial {product} add up to {short_number(total)}"
            raise RejectionError("constraint-violated", fields["weights"].path, reason)
    return degree, f"no polynomial of degree {degree - 1} in the indicators has the signs, by {len(entries)} weights"


def proved_by_cut_rank(node: Node, question: Question, position: int) -> tuple[int, str]:
    """``{"kind": "cut-rank", "token": s, "alice": [..], "sign_rank": {..}}``: H >= the least with 2^(H+1) - 2 >= r.

    ``sign_rank`` is a lower end for the sign pattern whose rows are the words at Alice's positions, its columns those
    at the others but ``position``, both in lexicographic order as far as they occur with token s at ``position``;
    ``+`` for answer 1, ``-`` for 0, ``*`` where there is no such input.
    """
    task = _finite(question, position)
    fields = node.fields(("kind", "token", "alice", "sign_rank"))
    token = fields["token"].integer(0, task.alphabet - 1)
    alice = fields["alice"].increasing(0, task.length - 1)
    if position in alice:
        fields["alice"].fail(f"must not hold position {position}, whose token is fixed")
    if task.count > MAX_CUT_INPUTS:
        node.fail(f"needs all inputs of the task; at most {MAX_CUT_INPUTS} are gone through")
    rows = cut_rows(task, position, token, alice)
    if not rows or len(rows) * len(rows[0]) > MAX_CELLS:
        node.fail(f"has a cut matrix that is empty or has more than {MAX_CELLS} cells")
    rank, how = proved_lower(fields["sign_rank"], pattern_question(SignPattern(rows, null=True)))
    return least_heads(rank), f"the cut matrix has sign-rank >= {rank}, and H heads reach 2^(H+1) - 2 ({how})"


def least_heads(rank: int) -> int:
    """The least H with 2^(H+1) - 2 >= rank.

    >>> [least_heads(rank) for rank in (0, 2, 3, 6, 7, 14, 15)]
    [0, 1, 2, 2, 3, 3, 4]
    """
    heads = 0
    while 2 ** (heads + 1) - 2 < rank:
        heads += 1
    return heads


def cut_rows(task: FiniteTask, position: int, token: int, alice: tuple[int, ...]) -> tuple[str, ...]:
    """The rows of the cut's sign pattern; none if the token does not occur.

    >>> xor = FiniteTask("table", (("alphabet", 2), ("length", 3)), tuple(
    ...     ((a, b, 0), (0, 0, a ^ b)) for a in (0, 1) for b in (0, 1)))
    >>> cut_rows(xor, 2, 0, (0,))
    ('-+', '+-')
    """
    bob = tuple(j for j in range(task.length) if j != position and j not in alice)
    cells: dict[tuple[Word, Word], str] = {}
    for tokens, answers in task.pairs():
        if tokens[position] == token and answers[position] is not None:
            cell = tuple(tokens[j] for j in alice), tuple(tokens[j] for j in bob)
            cells[cell] = "+" if _zero_or_one(answers[position]) else "-"
    firsts, seconds = sorted({a for a, _ in cells}), sorted({b for _, b in cells})
    if len(firsts) * len(seconds) > MAX_CELLS:
        return ()
    return tuple("".join(cells.get((a, b), "*") for b in seconds) for a in firsts)


def proved_by_softmax_weights(node: Node, question: Question, position: int) -> Size:
    """``{"kind": "softmax-weights", "at": t, "heads": [{"weights": [..], "values": [..]}, ..]}``: H <= their number.

    ``weights[s]`` (s = 0 .. A-1) lists the weights, integers >= 1, that token s at ``position`` gives to the keys, key
    number j A + x being token x at position j; ``values`` lists their values. The answer is 1 iff the sum of the
    heads' outputs is greater than t, and it is never t.
    """
    task = _finite(question, position)
    fields = node.fields(("kind", "at", "heads"))
    at = fields["at"].fraction()
    heads = fields["heads"].items()
    if len(heads) > MAX_HEADS:
        fields["heads"].fail(f"must hold at most {MAX_HEADS} heads")
    keys = task.length * task.alphabet
    _bound_inputs(node, task, len(heads))
    tables = []
    for head in heads:
        parts = head.fields(("weights", "values"))
        rows = parts["weights"].items(task.alphabet)
        for entry in (*rows, parts["values"]):
            entry.items(keys)
        tables.append(([row.integers(1) for row in rows], parts["values"].integers()))
    for tokens, answer in _inputs(task, position):
        chosen = [j * task.alphabet + token for j, token in enumerate(tokens)]
        output = Fraction(0)
        for weights, values in tables:
            row = weights[tokens[position]]
            output += Fraction(sum(row[k] * values[k] for k in chosen), sum(row[k] for k in chosen))
        _compare(output, at, answer, tokens, node)
    return Size(task.alphabet, f"{len(heads)} heads with positive weights, run on every input", len(heads))


def proved_by_threshold_unit(node: Node, question: Question, position: int) -> Size:
    """``{"kind": "threshold-unit", "at": t, "unit": {..}}``: the answer is 1 iff the first output coordinate is > t.

    The unit has one layer of order 2, weights ``base_two``, no mask.
    """
    task = _finite(question, position)
    fields = node.fields(("kind", "at", "unit"))
    at = fields["at"].fraction()
    unit = read_unit(fields["unit"])
    _require_thresholds(fields["unit"], unit, task)
    layer = unit.layers[0]
    _bound_inputs(node, task, sum(head.width + head.value_width for head in layer.heads))
    for tokens, answer in _inputs(task, position):
        _compare(unit.outputs(tokens)[position][0], at, answer, tokens, node)
    how = f"a unit of {unit.H} heads with weights 2^score, run on every input"
    return Size(unit.m, how, unit.H)  # value coordinates but the first may be dropped


def _require_thresholds(node: Node, unit: Unit, task: FiniteTask) -> None:
    if unit.alphabet != task.alphabet or unit_length(unit) not in (None, task.length):
        raise RejectionError("table-wrong-shape", node.path, "another alphabet or length than the task")
    layer = unit.layers[0]
    if len(unit.layers) > 1 or layer.polynomial != PAIRWISE or layer.weights != "base_two" or layer.mask is not None:
        reason = "must be one layer with scores <q, k>, weights base_two and no mask"
        raise RejectionError("unit-outside-class", node.path, reason)
    for h, head in enumerate(layer.heads):
        vectors = (*head.queries.rows, *head.keys[0].rows, *head.null_keys)
        largest = max((abs(entry) for vector in vectors for entry in vector), default=0)
        if head.width * largest**2 > MAX_SCORE:
            Node(None, f"{node.path}.layers[0].heads[{h}]").fail(f"may have scores above {MAX_SCORE}")


def _finite(question: Question, position: int) -> FiniteTask:
    if question.finite is None or not 0 <= position < question.finite.length:
        Node(None, "question").fail("must be a computation, and the position one of its positions")
    return question.finite


def _answer(task: FiniteTask, tokens: Word, listed: dict[Word, Wanted], position: int) -> bool:
    """The answer at the position; ``listed`` are the inputs of a ``table``."""
    answers: Wanted = listed[tokens] if listed else FINITE_TASKS[task.name].answers(tokens, dict(task.parameters))
    return _zero_or_one(answers[position])


def _inputs(task: FiniteTask, position: int) -> Iterator[tuple[Word, bool]]:
    for tokens, answers in task.pairs():
        if answers[position] is not None:
            yield tokens, _zero_or_one(answers[position])


def _zero_or_one(answer: int | None) -> bool:
    assert answer is not None  # not asked for: left out by the callers
    if answer not in (0, 1):
        Node(None, "question").fail(f"must have answers 0 and 1 at the position, got {short_number(answer)}")
    return bool(answer)


def _bound_inputs(node: Node, task: FiniteTask, work: int) -> None:
    if task.count * task.length * max(1, work) > MAX_MONOMIALS:
        node.fail(f"needs more than {MAX_MONOMIALS} weights of keys to be added")


def _compare(output: Fraction, at: Fraction, answer: bool, tokens: Word, node: Node) -> None:
    if output == at or answer != (output > at):
        raise RejectionError("answer-wrong", node.path, f"answer {int(answer)} at {list(tokens)}")
