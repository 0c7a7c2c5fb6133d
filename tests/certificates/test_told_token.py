"""What one token tells, and what is concluded from it."""

import random
from itertools import combinations, product

import pytest

import drafted
from asking import accepts, named, width
from headcount.bounds.unit_classes.fixed_unit_bounds import decide_fixed_unit
from headcount.certificates.verdict import Accepted, Rejected
from headcount.questions import Scope, computation_question, least_size
from headcount.questions.outputs import at_position
from headcount.solvers.outcome import Verdict


def claimed(of, sizes, value, position, layers=2, resource="m", **more):
    question = {"task": "computation", "of": of, **sizes, **({} if position is None else {"position": position})}
    claim = {"resource": resource, "side": "lower", "value": value, "unit_class": "FIXED(1, twos)", "layers": layers}
    claim |= {"evidence": {"kind": "told-token"}, "read_out": "any", **more}
    return drafted.checked(drafted.bundle(question, claim))


@pytest.mark.parametrize(("N", "layers", "dv"), [(20, 2, 1), (20, 1, 3), (9, 3, 2), (3, 1, 1)])
def test_the_least_that_is_left(N, layers, dv):
    """m >= v is accepted up to the first m with D (m + dv) >= N - 2, and no further."""
    least = next(m for m in range(N) if layers * (m + dv) >= N - 2)
    for value in range(1, least + 3):
        verdict = claimed("cycle3", {"N": N}, value, None, layers, dv=dv)
        assert isinstance(verdict, Accepted if value <= least else Rejected)


def test_more_layers_prove_less():
    bounds = []
    for layers in range(1, 9):
        values = [v for v in range(20) if isinstance(claimed("cycle3", {"N": 20}, v, None, layers), Accepted)]
        bounds.append(max(values))
    assert bounds == [17, 8, 5, 4, 3, 2, 2, 2]


def table(answers, alphabet, length):
    return computation_question("table", answers=answers, label="random", alphabet=alphabet, length=length)


def proofs(question):
    """Every way to cite the theorem: all positions, one or two contexts, and sets of values."""
    of = question.finite
    for position in range(of.length):
        contexts = [list(word) for word in product(range(of.alphabet), repeat=of.length) if word[position] == 0]
        for inputs in [[word] for word in contexts] + [list(two) for two in combinations(contexts, 2)]:
            for size in range(1, of.alphabet + 1):
                for values in combinations(range(of.alphabet), size):
                    yield named("told values", inputs=inputs, position=position, values=list(values))


SIZES = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2)]
OTHERS = [(of, 3, 2) for of in ("ROUNDED", "HARDMAX", "LEFTMOST", "RIGHTMOST")]


def least_width(question, of="FIXED"):
    """The least m at p = dv = 1, or 2 if it is more, by exhaustive search."""
    asked = least_size(question, "m", f"{of}(1, twos)", dv=1, read_out="any", scope=Scope(null=False))
    return next((m for m in range(2) if decide_fixed_unit(asked, m, 1000).status is Verdict.FEASIBLE), 2)


def random_tables(count, seed, alphabet, length):
    rng = random.Random(seed)
    for _ in range(count):
        words = [word for word in product(range(alphabet), repeat=length) if rng.random() < 0.9]
        answers = tuple((word, tuple(rng.choice((None, 0, 1, 2)) for _ in word)) for word in words)
        if any(answer is not None for _, wanted in answers for answer in wanted):
            yield table(answers, alphabet, length)


@pytest.mark.parametrize(("of", "alphabet", "length"), [("FIXED", *sizes) for sizes in SIZES] + [*OTHERS])
def test_no_proof_exceeds_the_truth(of, alphabet, length):
    """Hostile proofs about tiny tables, some answers not asked for, some words no inputs: m >= v only if it is so."""
    raised = 0
    for question in random_tables(6, 1000 * alphabet + length, alphabet, length):
        least = least_width(question, of)
        for proof in proofs(question):
            for value in (1, 2):
                claim = width(f"{of}(1, twos)", "lower", value, read_out="any")
                if accepts(question.to_json(), claim, proof):
                    assert value <= least, (question.to_json(), proof)
                    raised += 1
    assert raised or alphabet < 3  # two values cost a bit, which the least unit has


EQUAL = at_position(table(tuple(((a, b), (None, int(a == b))) for a, b in product(range(5), repeat=2)), 5, 2), 1)
"""Is the first of two tokens the second one? Asked at the second."""
VALUES = [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("resource", "cls"), [("m", 1), ("p", "p"), ("H", 1)])
def test_several_contexts_tell_more_in_one_layer(resource, cls):
    """Any one second token tells two values apart; four of them tell all five, so 3 bits: one more than m = dv = 1."""
    held = {name: 1 for name, of in (("m", "m"), ("heads", "H")) if of != resource}
    claim = {"resource": resource, "unit_class": f"FIXED({cls}, twos)", "side": "lower", "read_out": "any", **held}
    one, four = ([[0, b] for b in range(count)] for count in (1, 4))
    for inputs, layers, value, fine in (
        (four, 1, 2, True),
        (four, 1, 3, False),
        (one, 1, 2, False),
        (one, 2, 1, False),
        (four, 2, 2, False),
        (four[:3], 1, 2, False),
    ):
        proof = named("told values", inputs=inputs, position=0, values=VALUES)
        assert accepts(EQUAL.to_json(), {**claim, "layers": layers, "value": value}, proof) == fine, (inputs, layers)


def test_masks_do_not_matter():
    """What a position sees is the same for all values: the bound holds under any mask, and no other theorem's does."""
    word = [[0, 0, 0]]
    question = {"task": "computation", "of": "induction-heads", "A": 9, "N": 3}
    claim = {"resource": "m", "unit_class": "FIXED(1, twos)", "side": "lower", "read_out": "any", "layers": 2}
    causal = {"task": "sparse-pattern", "n": 3, "layers": [{"name": "causal", "of": {"name": "dense"}}]}
    for pattern in ({}, {"pattern": causal}):
        for value, fine in ((1, True), (2, False)):
            proof = named("told values", inputs=word, position=1, values=[*range(1, 9)])
            assert accepts(question, {**claim, **pattern, "value": value}, proof) == fine, (pattern, value)


def test_a_context_has_the_position():
    """Without one token a value put after the end would be at another position, whose answer is its own."""
    proof = named("told values", inputs=[[0]], position=5, values=VALUES)
    own = table(tuple(((a, b), (None, b)) for a, b in product(range(5), repeat=2)), 5, 2).to_json()
    assert not accepts(own, width("FIXED(1, twos)", "lower", 1, read_out="any"), proof)
