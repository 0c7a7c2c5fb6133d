"""Units that are taken away, for every construction and kind of upper bound: stored, read back, run, proved again."""

import json
from fractions import Fraction
from itertools import combinations, product

import pytest

import headcount
from headcount.bounds.constructions.averaging.softmax_averages import SoftmaxAverages
from headcount.bounds.constructions.explicit_construction import ExplicitConstruction
from headcount.bounds.constructions.registry import CONSTRUCTIONS
from headcount.certificates.verdict import Accepted
from headcount.show.units.files import FORMS
from headcount.show.units.units_of_proofs import StoredUnitError

TOY = {
    "qsa-moment-curve": "N=4 q=2", "qsa-sign-keys": "N=4 q=1", "qsa-superimposed-code": "N=4 q=1",
    "qsa-multi-head": "N=4 q=2 H=2", "match2": "M=3 N=3", "match3-third-order": "M=3 N=2", "match": "order=4 M=2 N=2",
    "match3-histogram": "M=3 N=3", "match3-bigram": "M=3 N=3", "match3-local": "M=2 N=4 K=1", "equality": "p=1",
    "cycle3-strassen": "N=2",
    "qsa-kerdock": "N=4 q=2", "qsa-linear-keys": "N=4 q=2", "match3-local-signs": "M=2 N=4 K=1",
}  # fmt: skip
AVERAGED = (
    "qsa-moment-curve N=4 q=2", "qsa-sign-keys N=4 q=2", "qsa-rounded-curve N=4 q=1", "qsa-multi-head N=4 q=2 H=2",
)  # fmt: skip
WRITTEN = [ending for ending in FORMS if ending != ".safetensors"]  # needs its library: tests/show/test_units.py


def everything(found, tmp_path):
    """The unit in each form of file, read back; it is the same, and what is claimed of it is proved again."""
    for ending in WRITTEN:
        again = headcount.unit(found.save(tmp_path / f"unit{ending}"))
        assert again == found and again.claim == found.claim
    if found.claim is not None:
        assert isinstance(headcount.check(again.certificate()), Accepted)
    return again


def words_of(task):
    """Inputs on which all positions name one subset, with the averages."""
    subsets = list(combinations(range(task.N), task.q))
    for number, subset in enumerate(subsets):
        for z in product((0, 1), repeat=task.N):
            yield [number + len(subsets) * bit for bit in z], Fraction(sum(2 * z[j] - 1 for j in subset), task.q)


@pytest.mark.parametrize("name", [entry.name for entry in CONSTRUCTIONS])
def test_constructions(name, tmp_path):
    built = headcount.construct(f"{name} {TOY[name]}")
    found = headcount.unit(built)
    assert found.claim is not None and found.scale is None
    again = everything(found, tmp_path)
    if not isinstance(built, ExplicitConstruction):
        for tokens, average in words_of(built.task):
            assert again.rows(tokens) == [[average]] * built.task.N
        return
    for tokens in map(tuple, built.task.instances()):
        symbols = built.task.symbols(tokens)
        rows = [tuple(row) for row in again.rows(symbols)]
        assert tuple(rows) == found.tables.outputs(symbols)
        assert built.answers(symbols, rows) == built.task.evaluate(tokens)


@pytest.mark.parametrize("words", AVERAGED)
@pytest.mark.parametrize("error", ["1/2", "1/20"])
def test_averages_by_real_softmax(words, error, tmp_path):
    built = headcount.construct(words, error=error)
    assert isinstance(built, SoftmaxAverages)
    found = everything(headcount.unit(built), tmp_path)
    assert found.scale is not None
    for tokens, average in words_of(built.task):
        assert all(abs(row[0] - float(average)) <= float(Fraction(error)) for row in found.rows(tokens))


BOUNDS = {  # what is asked, with options: what of a row says the answer, or None if any read-out may
    "qsa N=5 q=2": {}, "match2 M=5": {}, "match2 M=4 --bits": {"bits": 2}, "qsa N=5 q=2 --bits": {"bits": 1},
    "qsa N=4 q=2 in two heads": {"bits": 1, "heads": 2, "combine": "concat"},
    "qsa N=6 q=2 softmax": {"error": "1/4", "unit_class": "softmax"},
    "qsa N=6 q=3 coarse": {"error": "3/4", "unit_class": "softmax"},
    "qsa N=4 q=2 fixed": {"error": "1/4", "unit_class": "fixed", "bits": 2},
    "match2 M=3 N=2 fixed": {"unit_class": "fixed", "bits": 1},
    "match2 M=3 N=2 relative": {"unit_class": "fixed", "bits": 1, "tables": "relative"},
    "match2 M=3 N=2 least p": {"unit_class": "fixed", "width": 1, "minimise": "p"},
    "match2 M=3 N=2 causal": {"unit_class": "fixed", "bits": 1, "mask": "window w=1"},
    "parity k=3 rounded": {"unit_class": "rounded", "bits": 1, "dv": 1},
    "parity k=2 threshold": {"unit_class": "fixed", "bits": 1, "read_out": "threshold", "heads": 2},
    "parity k=1 leftmost": {"unit_class": "hardmax", "ties": "leftmost", "bits": 1},
    "match2 M=3 N=2 hard": {"unit_class": "hardmax", "bits": 1},
    "induction-heads A=2 N=3 layers": {"unit_class": "fixed", "bits": 1, "layers": 2},
}  # fmt: skip


def asked(name):
    words = " ".join(word for word in name.split() if "=" in word or word == name.split()[0])
    return headcount.probe(words, budget=1000, **BOUNDS[name])


@pytest.mark.parametrize("name", BOUNDS)
def test_upper_bounds(name, tmp_path):
    answer = asked(name)
    found = headcount.unit(answer)
    assert found.claim is not None and found == headcount.unit(answer.upper) == headcount.unit(answer.certificate())
    again = everything(found, tmp_path)
    question = answer.question
    if question.finite is not None:
        seen = {}
        for tokens, answers in question.finite.pairs():
            rows = again.rows(tokens)
            for i, wanted in enumerate(answers):
                told = (i, tokens[i], *rows[i]) if again.at is None else int(rows[i][0] > again.at)
                if wanted is not None:
                    assert seen.setdefault(told, wanted) == wanted
    elif question.task == "averaging":
        task = headcount.SparseAveraging(question.N, question.q)
        error = float(answer.asked.stated.error)
        for tokens, average in words_of(task):
            assert all(abs(float(row[0] - average)) <= error for row in again.rows(tokens))
    elif found.claim["question"]["task"] == "shared":
        for row, wanted in enumerate(combinations(range(4), 2)):
            weights = again.rows([row] * 4)[0]
            assert [j for j in range(4) if weights[j] + weights[4 + j]] == list(wanted)
    else:
        for row, signs in enumerate(question.pattern.rows):
            columns = len(signs)
            weights = again.rows([row] * columns)[0]
            if "0" in signs:
                assert weights == [Fraction(sign == "0", signs.count("0")) for sign in signs]
            else:  # a null token: the weight is on keys above it, or on none
                assert {sign for sign, weight in zip(signs, weights, strict=True) if weight} <= {"+", "*"}
                assert ("+" not in signs) or sum(weights) == 1


@pytest.mark.parametrize(
    ("words", "options", "said"),
    [
        ("parity k=2", {"unit_class": "thresh"}, "softmax-weights, which has no integer tables"),
        ("match3 M=4", {"order": 3}, "tuples, which has no integer tables"),
        ("match3 M=66 N=65", {"unit_class": "fixed", "bits": 1, "grid": "twos"}, "theorem: presence, which has no"),
        ("topk N=6 k=2", {}, "scores above a threshold, which no head selects"),
    ],
)
def test_bounds_without_a_unit_say_so(words, options, said):
    with pytest.raises(StoredUnitError, match=said):
        headcount.unit(headcount.probe(words, budget=20, **options))


def test_cells_of_a_map():
    """Every feasible cell has a unit."""
    found = headcount.frontier("match2 M=3 N=2", "1:2", "1:2", unit_class="fixed", jobs=1, budget=1000)
    feasible = [cell for cell in found.cells if cell.status == "feasible"]
    assert len(feasible) >= 2
    for cell in feasible:
        assert isinstance(headcount.check(headcount.unit(json.loads(cell.evidence)).certificate()), Accepted)
