"""Any table under a sparse pattern: the unit on all inputs, its certificate, wrong tables, real weights."""

import json
import random
from fractions import Fraction
from itertools import product

import pytest

from headcount.attention import PROBABILITY_MAPS, Entmax, PositiveShare
from headcount.bounds import bound
from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.universal import universal as universal_units
from headcount.bounds.constructions.universal.contextual_mapping import contextual_mapping
from headcount.bounds.constructions.universal.real_weights import with_real_weights
from headcount.bounds.constructions.universal.universal import universal, universal_unit
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Rejected
from headcount.elaborate.certify import certify
from headcount.questions import computation_question
from headcount.questions.sparse_pattern import Blocks, Dense, SparsePattern, Star, Stride, Summaries, Window

SHOWN = {
    "dense": (SparsePattern((Dense(3),)), 2, 1),
    "window": (SparsePattern((Window(4, 1),)), 2, 1),
    "star": (SparsePattern((Star(5),)), 2, 1),
    "strided": (SparsePattern((Window(4, 2), Stride(4, 2))), 2, 1),
    "fixed": (SparsePattern((Blocks(4, 2), Summaries(4, 2))), 2, 1),
    "two coordinates": (SparsePattern((Window(3, 1),)), 2, 2),
}


def random_table(n, alphabet, seed=0, values=4):
    rng = random.Random(seed)
    return [(x, tuple(rng.randrange(values) for _ in x)) for x in product(range(alphabet), repeat=n)]


def table_question(table):
    n = len(table[0][0])
    alphabet = max(max(x) for x, _ in table) + 1
    return computation_question("table", answers=tuple(table), alphabet=alphabet, length=n)


@pytest.mark.parametrize("name", SHOWN)
def test_a_random_table_is_certified_and_a_wrong_entry_rejected(name):
    pattern, levels, d = SHOWN[name]
    table = random_table(pattern.n, levels**d)
    built = universal(table_question(table), pattern, range(pattern.n), levels, d)
    found = built.verify(samples=5)
    assert found.passed
    assert found.exhaustive
    assert (built.size.m, built.size.dv, built.size.H) == (1, 1, 2)
    bundle = built.certificate()
    verdict = check(bundle)
    assert isinstance(verdict, Accepted)
    assert f"pattern=sparse-pattern n={pattern.n} layers=(" in verdict.statement
    assert "dv <= 1, " in verdict.statement
    assert "m <= 1" in verdict.statement
    assert f"layers <= {built.universal.mapping.layers}," in verdict.statement
    rng = random.Random(1)
    for _ in range(3):
        wrong = json.loads(json.dumps(bundle))
        entry = rng.choice(wrong["question"]["answers"])
        entry[1][rng.randrange(pattern.n)] += 1
        verdict = check(wrong)
        assert verdict.code == "evaluate"
        assert "answer" in str(verdict)


def test_the_unit_is_the_mapping():
    for pattern, levels, d in SHOWN.values():
        built = universal_unit(contextual_mapping(pattern, range(pattern.n), levels, d))
        for tokens, rows in built.rows.items():
            *_, before, last = built.mapping.stages(tokens)
            assert rows == tuple(b - a for a, b in zip(before, last, strict=True))
            assert [row[0] for row in built.unit.outputs(tokens)] == list(rows)


def test_where_the_least_factor_does_not_do_the_proved_one_is_taken(monkeypatch):
    build = universal_units._built
    mapping = contextual_mapping(SparsePattern((Window(3, 1),)), range(3), 2)
    monkeypatch.setattr(universal_units, "_built", lambda one: build(one) if one == mapping else None)
    assert universal_unit(mapping).mapping.factor == mapping.factor > mapping.greatest + 1


def test_a_table_that_leaves_answers_out():
    table = [(x, (None, wanted[1], wanted[2])) for x, wanted in random_table(3, 2)[2:]]
    built = universal(table_question(table), SparsePattern((Star(3),)), (2, 0, 1), 2)
    assert built.verify(samples=20).passed
    assert isinstance(check(built.certificate()), Accepted)
    short = universal(computation_question("match", order=2, M=3, N=3), SparsePattern((Window(3, 1),)), range(3), 3)
    assert short.verify(samples=5).passed
    assert isinstance(check(short.certificate()), Accepted)


def test_a_certificate_too_long_to_check_is_none(monkeypatch):
    built = universal(table_question(random_table(3, 2)), SparsePattern((Star(3),)), range(3), 2)
    monkeypatch.setattr(bound, "certify", lambda draft, limit: certify(draft, 1000))
    assert built.certificate() is None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda t: universal(t, SparsePattern((Star(4),)), range(4), 2), "the table has 3 positions and the pattern 4"),
        (lambda t: universal(t, SparsePattern((Star(3),)), range(3), 3), r"2 symbols, but 3 levels of 1 .* 3\^1 = 3"),
        (lambda t: universal(t, SparsePattern((Blocks(3, 2), Summaries(3, 2))), range(3), 2), "never reaches"),
        (lambda t: universal_unit(contextual_mapping(SparsePattern((Star(9),)), range(9), 9)), "take fewer"),
    ],
)
def test_what_is_refused(make, words):
    with pytest.raises(ConstructionError, match=words):
        make(table_question(random_table(3, 2)))


@pytest.mark.parametrize("map_", [PROBABILITY_MAPS["softmax"], PROBABILITY_MAPS["sparsemax"], Entmax(Fraction(3, 2))])
def test_real_weights_give_the_same_ids(map_):
    for pattern, levels, d in (SHOWN["window"], SHOWN["strided"], (SparsePattern((Star(3),)), 2, 2)):
        mapping = universal_unit(contextual_mapping(pattern, range(pattern.n), levels, d)).mapping
        found = with_real_weights(mapping, map_)
        assert found.exhaustive
        assert found.found <= found.bound < Fraction(1, 2)
        assert (found.found == 0) == (map_.name != "softmax")


def test_a_tenth_of_the_temperature_is_too_little():
    mapping = contextual_mapping(SparsePattern((Window(3, 1),)), range(3), 2)

    class Blunt(Entmax):
        def weights(self, scores, precision=128):
            return super().weights([score / 10 for score in scores], precision)

    with pytest.raises(ValueError, match="a row is off by"):
        with_real_weights(mapping, Blunt(1))
    with pytest.raises(ValueError, match="must satisfy Assumption 2"):
        with_real_weights(mapping, PositiveShare())


@pytest.mark.slow
def test_the_largest_of_the_issue():
    """(n, d, 1/delta) = (4, 2, 3): 6561 inputs, 26 244 ids, 28 to 56 layers."""
    for pattern, layers in (
        (SparsePattern((Window(4, 1),)), 30),
        (SparsePattern((Star(4),)), 28),
        (SparsePattern((Window(4, 2), Stride(4, 2))), 56),
    ):
        built = universal(table_question(random_table(4, 9)), pattern, range(4), 3, 2)
        assert len(built.unit.layers) == layers
        if layers == 30:
            verification = built.verify(samples=2)
            assert verification.exhaustive and verification.passed


def test_a_masked_claim_says_nothing_about_other_masks():
    """The same unit under another pattern, or none, or its certificate for another task: refused."""
    bundle = universal(table_question(random_table(3, 2)), SparsePattern((Window(3, 1),)), range(3), 2).certificate()
    for layers in ([{"name": "dense"}], [{"name": "star"}], [{"name": "window", "w": 0}], None):
        other = json.loads(json.dumps(bundle))
        if layers is None:
            del other["claims"][0]["pattern"]
        else:
            other["claims"][0]["pattern"]["layers"] = layers
        assert isinstance(check(other), Rejected)
