"""Evidence about the least depth of a finite task under a sparse pattern (``statement/depth.py``).

Let R^0_k = {k}, and R^t_k the union of R^(t-1)_k and of the R^(t-1)_j over the j in row k of layer t. (Where every
position attends to itself, R^t_k is S^t_k of ``statement/sparse_pattern.py`` for t >= 1.)

*Lemma.* The state of k after t layers is a function of k and of the tokens at R^t_k: by induction, it depends on the
states after t - 1 layers of k and of the j in row k of layer t only.

``two-inputs``     a position k and two inputs that agree at R^T_k, T = t - 1, and whose answers at k differ: by the
                   Lemma D >= t. (Fewer layers reach no more, since R^T_k holds R^(T-1)_k.)
``uniform-heads``  at every position k, inputs that agree at R^D_k have one answer. D layers do: number the states of
                   all positions after t - 1 layers by integers below some b, and let the one head of layer t have
                   m = 0, hence uniform weights, and value b^j (state) at position j. Its output at k is the sum over
                   the j in row k of b^j (state of j), divided by the length of the row; since k is part of the state,
                   and so the row known, it tells all these states, and with its own state k has the tokens at R^t_k.
                   (A position with an empty row keeps its state.)
"""

from collections.abc import Callable, Mapping

from ...messages import short_number
from ...meter import ENTRY, Meter, words
from ...reading import Node
from ...statement.depth import DepthOf
from ...statement.finite_task import FiniteTask, Word
from ...statement.sparse_pattern import SparsePattern
from ..outputs.explicit_unit import charge_inputs
from ..proof import Proved
from .rows import paid_row

DepthProver = Callable[[Node, DepthOf, int], Proved]
"""Takes the evidence, the quantity, and the value claimed."""


def by_nothing(node: Node, quantity: DepthOf, value: int) -> Proved:
    """``{"kind": "trivial"}``: a number of layers is not negative."""
    node.fields(("kind",))
    return Proved(0, "a number of layers is not negative")


def by_two_inputs(node: Node, quantity: DepthOf, value: int) -> Proved:
    """``{"kind": "two-inputs", "position": k, "inputs": [x, y]}``: they agree at all that k reaches."""
    fields = node.fields(("kind", "position", "inputs"))
    task, pattern = quantity.question.of, quantity.pattern
    position = fields["position"].integer(0, pattern.n - 1)
    inputs, answers = [], []
    for given in fields["inputs"].items(2):
        tokens = given.integers(0, task.alphabet - 1, pattern.n)
        answer = _answer(given, task, tokens, position)
        inputs.append(tokens)
        answers.append(answer)
    if answers[0] == answers[1]:
        fields["inputs"].reject("inputs-alike", f"{short_number(answers[0])} at position {position}")
    layers = value - 1
    many = f"{short_number(layers)} layers"
    for j in _reached_from(node.meter, pattern, position, layers):
        if inputs[0][j] != inputs[1][j]:
            fields["inputs"].reject("inputs-alike", f"at position {j}, reached from {position} in {many}")
    return Proved(value, f"position {position} does not reach in {many} what tells two inputs apart")


def _reached_from(meter: Meter, pattern: SparsePattern, position: int, layers: int) -> set[int]:
    """R^t_k: from k back through layers t, .., 1, all that what was reached attends to; k itself through none."""
    reached, cycle = {position}, len(pattern.layers)
    seen: list[set[int]] = [set() for _ in range(min(cycle, max(layers, 0)))]  # whose rows, layer by layer of the cycle
    for t in range(layers, 0, -1):
        meter.charge(20 + 3 * len(reached))
        here = seen[t % len(seen)]
        if all(len(one) == len(reached) for one in seen):
            break  # a whole cycle of rows is known: nothing more is reached
        for i in reached - here:
            row = paid_row(meter, pattern.layer(t), i)
            meter.charge(60 + 8 * sum(map(len, row)))
            here.add(i)
            reached.update(*row)
    meter.charge(20 * len(reached))
    return reached


def _answer(node: Node, task: FiniteTask, tokens: Word, position: int) -> int:
    node.meter.charge(task.steps + len(tokens))
    answers = task.answers_to(tokens)
    answer = None if answers is None or task.position not in (None, position) else answers[position]
    if answer is None:
        node.reject("not-an-input", f"no answer is asked for at position {position}")
    return answer


def by_uniform_heads(node: Node, quantity: DepthOf, value: int) -> Proved:
    """``{"kind": "uniform-heads"}``: inputs that agree at all that k reaches in so many layers have one answer at k."""
    node.fields(("kind",))
    task, n, meter = quantity.question.of, quantity.pattern.n, node.meter
    charge_inputs(meter, task, 10 * n + 2 * n * n)
    places = _reached(node, quantity.pattern, value)
    answers: list[dict[Word, int]] = [{} for _ in range(n)]
    for tokens, wanted in task.pairs():
        for k, answer in enumerate(wanted):
            if answer is None:  # not everywhere, or the question would not have been read
                continue
            seen = tuple(tokens[j] for j in places[k])
            if seen not in answers[k]:
                meter.charge(ENTRY + 8 * len(seen))
                answers[k][seen] = answer
            elif answers[k][seen] != answer:
                found = f"{short_number(answers[k][seen])} and {short_number(answer)} at position {k}"
                node.reject("answer-not-determined", f"{found}, for inputs that agree at all it reaches")
    return Proved(value, "every answer is a function of the tokens reached; uniform heads gather them")


def _reached(node: Node, pattern: SparsePattern, layers: int) -> list[tuple[int, ...]]:
    """R^D_k for all k, as lists."""
    n, meter = pattern.n, node.meter
    meter.room(n * (n + 200) // 4)
    meter.charge(n * (20 + words(n)))
    sets = [1 << k for k in range(n)]
    unchanged = 0  # layers in a row that brought nothing; after a cycle of them no layer will
    for t in range(1, layers + 1):
        if unchanged == len(pattern.layers):
            break
        meter.charge(n * (30 + 2 * words(n)))
        after = []
        for k in range(n):
            row = paid_row(meter, pattern.layer(t), k)
            meter.charge(sum(map(len, row)) * words(n))
            own = sets[k]
            for part in row:
                for j in part:
                    own |= sets[j]
            after.append(own)
        unchanged = unchanged + 1 if after == sets else 0
        sets = after
    meter.charge(n * n)
    return [tuple(j for j in range(n) if own >> j & 1) for own in sets]


DEPTH_KINDS: Mapping[str, Mapping[str, DepthProver]] = {
    "lower": {"trivial": by_nothing, "two-inputs": by_two_inputs},
    "upper": {"uniform-heads": by_uniform_heads},
}
"""Side -> kind -> what decides it."""
