"""What users get wrong and what hands can do to a store: nothing is rounded, nothing false is kept, nothing crashes."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from headcount import Accepted, CommunicationMatrix, check
from headcount.claims import (
    ClaimError,
    ClaimStore,
    Effort,
    Verdict,
    claim,
    computes,
    decide,
    least,
    measured,
    random_matrices,
    reduces,
)
from headcount.reductions import find_reduction, gt
from headcount.tasks import SequenceTask

EFFORT = Effort(1000.0)  # none of these takes more than some seconds
PROVED, REFUTED, OPEN = Verdict
GOOD = find_reduction("disj", "match3").at(2)


class Pick(SequenceTask):
    """The answer is c where the next token is 1."""

    name = "pick"
    alphabet, N = 2, 3

    def __init__(self, c):
        self.c = c

    def evaluate(self, tokens):
        return tuple(self.c * tokens[(i + 1) % 3] for i in range(3))

    def near_miss(self, kind, rng):
        return (0, 1, 0)


@pytest.mark.parametrize("c", [Fraction(1, 2), 0.5, "x", None])
def test_answers_are_not_rounded(c):
    with pytest.raises(ClaimError):
        least("m", Pick(c), "fixed", bits=1, dv=1, position=0)


@pytest.mark.parametrize("c", [1, True, Fraction(1), -2])
def test_answers_that_are_integers_are_taken(c):
    """A value may stand for its position, so a uniform head tells the next token."""
    assert decide(least("m", Pick(c), "fixed", bits=1, dv=1, position=0) == 0, EFFORT).verdict is PROVED


def half(output):
    return 1 if output == 0 else 0.9


def raising(output):
    return {0: 1}[output]


@pytest.mark.parametrize(
    "read_out",
    [half, raising, lambda output: "10"[output], lambda output: None, lambda output: 2, lambda output: 1 / 0],
)
def test_a_read_out_without_a_bit_is_wrong(read_out, tmp_path):
    store = ClaimStore(tmp_path)
    for _ in range(2):
        found = decide(reduces(replace(GOOD, read_out=read_out)), EFFORT, store)
        assert found.verdict is REFUTED
        assert isinstance(check(json.loads(found.certificates[0])), Accepted)


def test_a_function_that_is_only_called_so_is_not_the_one_listed():
    false_name = replace(gt(2), name="disj")
    found = decide(reduces(replace(GOOD, source=false_name)), EFFORT)
    assert found.verdict is REFUTED
    assert json.loads(found.certificates[0])["question"]["source"]["of"] == "matrix"


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"public": lambda: {1: 1.5}}, "float"),
        ({"public": lambda: {1: "1"}}, "str"),
        ({"alice": lambda a, on: {2: 1 // 0, 3: 1}}, "raised ZeroDivisionError for a=(0, 0)"),
    ],
)
def test_encoders_that_write_no_tokens_are_told(changes, part):
    try:
        found = decide(reduces(replace(GOOD, **changes)), EFFORT)
    except ClaimError as error:
        assert part in str(error)
    else:
        assert found.verdict is not PROVED


def test_a_wrong_encoder_is_not_hidden_by_an_open_one(tmp_path):
    """Both encoders have too many pairs for the checker and agree on names, sizes and tokens."""
    store = ClaimStore(tmp_path)
    right = find_reduction("disj", "match3").at(12)
    assert decide(reduces(right), EFFORT, store).verdict is OPEN
    assert decide(reduces(replace(right, read_out=lambda output: output)), EFFORT, store).verdict is REFUTED


# ---- the store


EDITS = [
    lambda bundle: bundle.update(claims=5),
    lambda bundle: bundle.update(claims=[5]),
    lambda bundle: bundle.update(claims={}),
    lambda bundle: bundle["claims"][0].pop("value", None),
    lambda bundle: bundle["claims"][0].update(value="x"),
    lambda bundle: bundle["claims"][0].update(evidence={"kind": "theorem", "name": "x", "from": [7]}),
    lambda bundle: bundle["claims"][0].update(evidence=3),
    lambda bundle: bundle.update(question=[]),
    lambda bundle: bundle.pop("question"),
]


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize(
    "make",
    [
        lambda: measured("D", "disj n=2") == 3,
        lambda: least("m", "qsa N=6 q=2") == 4,
        lambda: least("H", "qsa N=5 q=2", bits=1, width=3) == 2,
        lambda: reduces(GOOD),
    ],
)
def test_any_edit_leads_to_a_new_search(make, edit, tmp_path):
    store = ClaimStore(tmp_path)
    decide(make(), EFFORT, store)
    for path in store.certificate_paths():
        bundle = json.loads(path.read_text())
        edit(bundle)
        path.write_text(json.dumps(bundle))
    assert decide(make(), EFFORT, store).verdict is PROVED
    assert all(isinstance(check(path), Accepted) for path in store.certificate_paths())


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("budget", ["1e9", "Infinity", "NaN", "-1", "true", '"9"', "1" + 400 * "0"])
def test_a_forged_budget_does_not_keep_a_statement_open(budget, tmp_path):
    store = ClaimStore(tmp_path)
    statement = least("m", "match3 M=5") == 4
    decide(statement, Effort(0.2), store)
    (record,) = (tmp_path / "records").iterdir()
    content = json.loads(record.read_text())
    record.write_text(json.dumps(content | {"budget": "HERE"}).replace('"HERE"', budget))
    assert not decide(statement, Effort(0.3), store).reused


def test_another_seed_searches_again(tmp_path):
    store = ClaimStore(tmp_path)
    statement = least("m", "match3 M=5") == 4
    assert [decide(statement, Effort(0.3, seed), store).reused for seed in (0, 0, 1)] == [False, True, False]


def test_statements_that_differ_in_order_have_records_of_their_own(tmp_path):
    store = ClaimStore(tmp_path)
    first, second = (CommunicationMatrix(rows) for rows in (("110", "011", "101"), ("100", "010", "111")))
    one, other = (measured("D", first) >= measured("D", second)), (measured("D", second) >= measured("D", first))
    assert one.words != other.words
    for statement in (one, other):
        decide(statement, EFFORT, store)
    assert len(list((tmp_path / "records").iterdir())) == 2


# ---- ranges and shrinking


def test_where_that_fails_outside_the_range_does_not_stop_the_shrinking():
    made = claim(f=random_matrices(2, 2, 4), where=lambda f: f.rows[1][1] in "01")(lambda f: measured("rank_q", f) <= 0)
    found = made.run().counterexample("<lambda>")
    assert len(found.parameters[0][1].split("/")) == 2  # a matrix of one row has no second one


def test_a_counterexample_from_a_full_range_is_one_of_the_range():
    from headcount.claims import matrices

    found = claim(f=matrices(2, 2))(lambda f: measured("rank_q", f) != 1).run().counterexample("<lambda>")
    assert found.instance == "f=00/01"


def test_differences_read_as_they_are_written():
    x = measured("D", "eq n=1")
    assert (x - 1 >= 0).words == "D of EQ(n=1), 2x2 - 1 >= 0"
    assert (x - 2 * x >= 0).words == "D of EQ(n=1), 2x2 - 2 D of EQ(n=1), 2x2 >= 0"
    assert (x - x == 0).words == "D of EQ(n=1), 2x2 - D of EQ(n=1), 2x2 == 0"


def test_a_unit_whose_output_equals_the_threshold_is_wrong_and_it_is_said_so():
    from headcount.questions import Head, Layer, Table, Unit

    blind = Table("token", ((), ()))
    unit = Unit(2, (Layer((Head(blind, (blind,), (Table("token", ((0,), (1,))),)),)),))
    found = decide(computes(unit, Pick(1), threshold=0), EFFORT)
    assert found.verdict is REFUTED
    assert "equals" in found.brackets[0]


@pytest.mark.slow
def test_two_encoders_that_look_alike_are_told_apart_in_one_statement():
    """They write the same tokens on every pair that their identity samples, and differ at one pair."""
    right = find_reduction("disj", "match3").at(7)
    rare_a, rare_b = (1, 1, 1, 0, 0, 0, 0), (0, 0, 0, 0, 1, 1, 1)

    def bob(b, on):
        placed = dict(right.bob(b, on))
        return placed | ({right.positions(right.owners[-1])[0]: 15} if tuple(b) == rare_b else {})

    wrong = replace(right, bob=bob)
    assert right.tokens(rare_a, rare_b) != wrong.tokens(rare_a, rare_b)
    (one,), (other,) = reduces(right).quantities(), reduces(wrong).quantities()
    assert one.key == other.key, "choose a rarer pair: the identities differ, so nothing is tested"
    assert decide(reduces(wrong), EFFORT).verdict is REFUTED
    for statement in (reduces(right) & reduces(wrong), reduces(wrong) & reduces(right)):
        assert decide(statement, EFFORT).verdict is REFUTED
    assert decide(reduces(right) & ~reduces(wrong), EFFORT).verdict is PROVED


def test_a_sample_is_told_wherever_a_verdict_stands():
    report = claim(f=random_matrices(3, 3, 2, seed=2))(lambda f: measured("rank_q", f) >= 0).run()
    for text in (str(report), repr(report), report._repr_html_(), json.dumps(report.to_json())):
        assert "2 random 3x3 matrices, seed 2" in text
