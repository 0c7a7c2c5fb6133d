"""The least depth under a sparse pattern, against networks in which every position keeps all it has been told."""

import random
from itertools import product

import pytest

import brute_sparse as brute
import drafted
from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.sparse_patterns.depth import least_depth
from headcount.certificates.verdict import Accepted, Rejected
from headcount.questions import computation_question, unit_to_json
from headcount.questions.layer_patterns import Blocks, Star, Stride, Summaries, Window
from headcount.questions.sparse_pattern import Lists, SparsePattern
from uniform_unit import uniform_unit

DEEPEST = 5


def bundle(question, pattern, side, value, evidence):
    claim = {"quantity": "depth", "pattern": pattern.to_json(), "side": side, "value": value, "evidence": evidence}
    return drafted.bundle(question.to_json(), claim)


def lower_ends(question, pattern, value):
    """Whether some position and two inputs prove the lower bound."""
    table = [tokens for tokens, _ in question.of.pairs()]
    return any(
        isinstance(
            drafted.checked(
                bundle(question, pattern, "lower", value, {"kind": "two-inputs", "position": k, "inputs": [x, y]})
            ),
            Accepted,
        )
        for k in range(pattern.n)
        for x, y in product(table, repeat=2)
        if x < y
    )


def cases():
    """Patterns of one to three layers on two and three positions, with tables."""
    rng = random.Random(7)
    functions = [(0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 0, 0, 1), (1, 1, 1, 1)]
    pairs = list(product(range(2), repeat=2))
    for layer, one in product(brute.all_layers(2), functions):
        yield [layer], [(tokens, (one[place], None)) for place, tokens in enumerate(pairs)]
    triples = list(product(range(2), repeat=3))
    for _ in range(25):
        n = rng.choice((2, 3))
        layers = [[{j for j in range(n) if rng.random() < 0.4} for _ in range(n)] for _ in range(rng.choice((1, 2, 3)))]
        inputs = pairs if n == 2 else [x for x in triples if rng.random() < 0.8]
        yield layers, [(x, tuple(rng.choice((0, 1, None)) for _ in x)) for x in inputs]


def test_against_networks_that_pass_on_everything():
    seen = set()
    for layers, table in cases():
        pattern, n = brute.pattern_of(layers), len(layers[0])
        if not table:
            continue
        question = computation_question("table", answers=tuple(table), alphabet=2, length=n)
        wanted = brute.least_depth(layers, table, DEEPEST)
        found = least_depth(question, pattern)
        assert found.layers == wanted
        seen.add(wanted)
        for value in range(4):
            verdict = drafted.checked(bundle(question, pattern, "upper", value, {"kind": "uniform-heads"}))
            assert isinstance(verdict, Accepted if wanted is not None and value >= wanted else Rejected)
        for value in range(1, 4):
            assert lower_ends(question, pattern, value) == (wanted is None or value <= wanted)
    assert seen >= {None, 0, 1, 2}


@pytest.mark.parametrize(
    ("pattern", "layers"),
    [
        (SparsePattern((Window(4, 1),)), 3),
        (SparsePattern((Star(5),)), 2),
        (SparsePattern((Window(5, 2), Stride(5, 2))), 2),
        (SparsePattern((Blocks(4, 2), Summaries(4, 2))), 2),
        (SparsePattern((Blocks(5, 2), Summaries(5, 2))), None),
        (SparsePattern((Lists(5, ((0, 1, 2, 3, 4), (0, 1), (0, 2), (0, 3), (0, 4))),)), 2),
    ],
    ids=lambda value: value.words if isinstance(value, SparsePattern) else str(value),
)
def test_the_whole_input_needs_as_many_layers_as_hops(pattern, layers):
    """The task that names the input at every position; the hub with four leaves has no path, and depth 2."""
    inputs = list(product(range(2), repeat=pattern.n))
    table = tuple((tokens, (place,) * pattern.n) for place, tokens in enumerate(inputs))
    question = computation_question("table", answers=table, alphabet=2, length=pattern.n)
    found = least_depth(question, pattern)
    assert found.layers == layers == brute.hops(brute.rows_of(pattern))
    if layers is None:
        assert "no number of layers" in found.words
        return
    assert f": {layers} <= D <= {layers}" in found.statement
    unit = uniform_unit(pattern, layers, 2, inputs)
    sizes = {"layers": layers, "read_out": "any", "pattern": pattern.to_json()}
    evidence = {"kind": "unit", "unit": unit_to_json(unit)}
    claim = {"resource": "m", "unit_class": "SATURATED", "side": "upper", "value": 0, **sizes, "evidence": evidence}
    file = drafted.bundle(question.to_json(), claim)
    assert isinstance(drafted.checked(file), Accepted)
    if layers > 1:  # one layer less is too few, whatever the unit
        fewer = uniform_unit(pattern, layers - 1, 2, inputs)
        claim["evidence"], claim["layers"] = {"kind": "unit", "unit": unit_to_json(fewer)}, layers - 1
        assert drafted.checked(file).code == "evaluate"


def test_what_cannot_be_asked():
    question = computation_question("match", order=2, M=2, N=3)
    with pytest.raises(ValueError, match="pattern must be on the 3 positions"):
        least_depth(question, SparsePattern((Star(4),)))
    for pattern, layers in ((SparsePattern((Lists(2, ((0,), ())),)), 1), (SparsePattern((Star(2),)), 0)):
        with pytest.raises(ConstructionError):
            uniform_unit(pattern, layers, 2, [(0, 0)])
