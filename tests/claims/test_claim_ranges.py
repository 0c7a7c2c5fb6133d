"""Claims over ranges: which instances there are, in which order, what is wrong with a range, what is smallest."""

import os

import pytest

import headcount
from headcount import check, probe
from headcount.bounds import Verification
from headcount.claims import (
    ClaimError,
    ClaimRaisedError,
    ClaimReport,
    Verdict,
    claim,
    least,
    matrices,
    measured,
    random_matrices,
)
from headcount.ledger.registry import THEOREMS
from headcount.ledger.run import run_ledger
from headcount.ledger.theorem import Theorem
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.laws import Refuted, Undecided, verify_exhaustive


def width(N, q):
    """The least m of q-SA(N, q) is min(2q, N - 1)."""
    return least("m", f"qsa N={N} q={q}") == min(2 * q, N - 1)


def test_instances_are_those_that_where_admits_small_ones_first():
    made = claim(N=range(2, 5), q=[1, 2, 3], where=lambda N, q: q < N)(width)
    assert [(i["N"], i["q"]) for i in made.instances()] == [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)]
    assert made.words == "The least m of q-SA(N, q) is min(2q, N - 1)."
    assert made.range_words.startswith("N = 2..4, q = 1..3")


def test_a_claim_is_a_function_of_its_parameters():
    made = claim(N=[4], q=[1])(width)
    assert made(N=9, q=3).words == "least m of q-SA(N=9, q=3) without a null token, class SIGN == 6"
    with pytest.raises(ClaimError, match="width takes N, q, got N"):
        made(N=9)


def test_a_claim_without_parameters_has_one_instance():
    made = claim()(lambda: least("m", "qsa N=4 q=1") == 2)
    assert made.instances() == ({},)
    assert made.run().verdicts == {"<lambda>": Verdict.PROVED}


@pytest.mark.parametrize(
    ("ranges", "part"),
    [
        ({"N": range(3, 6), "p": [1]}, "has a range for 'p', but takes N, q"),
        ({"N": range(3, 6)}, "takes 'q', and no range was given for it"),
        ({"N": range(6, 3), "q": [1]}, "has an empty range: N=range(6, 3) has no values"),
        ({"N": 5, "q": [1]}, "the range of N must list values, got 5 (int); write N=[5]"),
        ({"N": "345", "q": [1]}, "the range of N must list values"),
        ({"N": iter(int, 1), "q": [1]}, "the range of N has more than 100000 values"),
        ({"N": [4], "q": [1], "budget": 0}, "budget must be a positive number"),
        ({"N": [4], "q": [1], "budget": True}, "budget must be a positive number"),
        ({"N": [4], "q": [1], "seed": -1}, "seed must be an integer >= 0"),
        ({"N": [4], "q": [1], "where": 3}, "where must be a function"),
    ],
)
def test_a_typo_in_the_range_is_told_when_the_claim_is_made(ranges, part):
    with pytest.raises(ClaimError) as caught:
        claim(**ranges)(width)
    assert part in str(caught.value)


def test_a_range_that_where_empties_proves_nothing():
    made = claim(N=[3, 4], q=[5], where=lambda N, q: q < N)(width)
    with pytest.raises(ClaimError, match=r"empty range.*a claim about nothing proves nothing"):
        made.run()


def test_too_many_instances_are_refused():
    made = claim(N=range(2, 1000), q=range(1, 1000))(width)
    with pytest.raises(ClaimError, match=r"has 997002 instances .*narrow a range"):
        made.instances()


def test_a_function_that_raises_says_where_and_decides_nothing():
    made = claim(N=[4], q=[0])(lambda N, q: least("m", f"qsa N={N} q=1") >= N // q)
    with pytest.raises(ClaimRaisedError, match=r"raised ZeroDivisionError at N=4, q=0.*neither proved nor refuted"):
        made.run()
    made = claim(N=[4], q=[0], where=lambda N, q: N // q)(width)
    with pytest.raises(ClaimRaisedError, match="where= of the claim width raised ZeroDivisionError at N=4, q=0"):
        made.instances()


@pytest.mark.parametrize(
    ("function", "part"),
    [
        (lambda N: True, "a statement was required, such as least('m', task) >= 4, got True (bool)"),
        (lambda N: None, "a statement was required"),
        (lambda N: 2 <= least("m", "qsa N=4 q=1") <= 3, "write a <= x <= b as (a <= x) & (x <= b)"),
        (lambda N: least("breadth", "qsa N=4 q=1") >= 2, "the resource must be one of"),
    ],
)
def test_what_is_no_statement_is_an_error_and_no_verdict(function, part):
    with pytest.raises(ClaimError) as caught:
        claim(N=[4])(function).run()
    assert part in str(caught.value)
    assert "N=4" in str(caught.value)


def test_the_smallest_counterexample_is_the_smallest():
    made = claim(N=range(3, 7), q=[2, 1])(lambda N, q: least("m", f"qsa N={N} q={q}") >= N - 1)
    report = made.run()
    found = report.counterexample("<lambda>")
    assert found.instance == "N=4, q=1"  # q = 2 comes first in its range, but q-SA(4, 2) and (5, 2) need N - 1
    assert made.size({"N": 4, "q": 1}) == 2


# ---- matrices


def test_matrices_are_all_matrices_of_a_shape():
    assert len({m.rows for m in matrices(2, 3)}) == 64 == len(matrices(2, 3))
    assert [m.rows for m in random_matrices(4, 4, 5, seed=1)] == [m.rows for m in random_matrices(4, 4, 5, seed=1)]


@pytest.mark.parametrize("make", [lambda: matrices(0, 2), lambda: matrices(5, 5), lambda: random_matrices(3, 3, 0)])
def test_impossible_shapes_are_refused(make):
    with pytest.raises(ClaimError):
        make()


def test_a_random_counterexample_is_shrunk_to_one_that_nothing_smaller_is():
    """rank over Q <= 2 of random 4x4 matrices: what is left is 3x3 of rank 3 with as few ones as possible."""
    made = claim(f=random_matrices(4, 4, 3))(lambda f: measured("rank_q", f) <= 2)
    found = made.run().counterexample("<lambda>")
    rows = found.parameters[0][1].split("/")
    assert len(rows) == 3 == len(rows[0])
    assert sum(row.count("1") for row in rows) == 3  # a permutation matrix


# ---- ``assert`` of a verdict: only what is accepted, proved or right counts as true.


@claim(M=[3, 4])
def of_match2(M):
    """Match2 needs m = 3."""
    return least("m", f"match2 M={M}") == 3


@claim(M=[4, 5])
def of_match2_from_four(M):
    """Match2 needs m = 3 from M = 4 on."""
    return least("m", f"match2 M={M}") == 3


@claim(N=[8])
def too_hard(N):
    """Not decided in a moment."""
    return least("m", f"match3 M={N} N={N}", "grid", bits=1) == 4


def test_only_an_accepted_file_is_true():
    bundle = probe("qsa N=5 q=1").certificate()
    assert check(bundle)
    wrong = {**bundle, "claims": [{**bundle["claims"][0], "value": 9}]}
    verdicts = [check(wrong), check({}), check(bundle, 5)]
    assert [type(verdict).__name__ for verdict in verdicts] == ["Rejected", "Malformed", "Undecided"]
    assert not any(verdicts)


def test_only_a_report_in_which_all_is_proved_is_true():
    good, bad = of_match2_from_four.run(), of_match2.run()
    assert good
    assert not bad
    assert [bool(outcome.verdict) for outcome in bad.outcomes] == [False, True]
    assert [bool(outcome.decision) for outcome in bad.outcomes] == [False, True]
    assert not ClaimReport((*good.outcomes, *bad.outcomes))
    assert not ClaimReport(())
    assert [bool(verdict) for verdict in Verdict] == [True, False, False]


def test_a_report_with_an_open_instance_is_false():
    first, *others = of_match2_from_four.run().outcomes
    open_one = headcount.claims.Outcome(
        first.claim, "", "", "", first.parameters, 0, type(first.decision)(Verdict.OPEN, "", ())
    )
    assert not ClaimReport((open_one, *others))
    part = type(first)(first.claim, "", "", "", first.parameters, 0, first.decision, range_size=2)
    assert not ClaimReport((part,))  # the other instance was not run


def test_a_failing_assertion_says_what_was_refuted():
    report = of_match2.run()
    with pytest.raises(AssertionError, match="of_match2 REFUTED at M=3: m <= 2"):
        assert report, report
    assert repr(report) == "<ClaimReport: of_match2 REFUTED at M=3: m <= 2>"
    assert "smallest counterexample at M=3: m <= 2" in str(report)
    both = ClaimReport((*of_match2_from_four.run().outcomes, *report.outcomes))
    assert both.in_a_line == "of_match2 REFUTED at M=3: m <= 2; of_match2_from_four PROVED (M = 4, 5)"
    assert repr(ClaimReport(())) == "<ClaimReport: no claims were run>"


def test_checks_that_fail_are_false():
    assert verify_exhaustive(disj_to_match3.at(2))
    assert not Refuted("a", 2, "locality", 0, 0, (), 0, 1)
    assert not Undecided("a", 2, 1.0)
    assert Verification("all", 1, 1, True)
    assert not Verification("all", 1, 1, True, counterexample=(1,))


# ---- the counterexample


def test_the_counterexample_of_the_only_claim():
    report = of_match2.run()
    found = report.counterexample()
    assert found.instance == "M=3"
    assert found  # one that there is counts as true: ``if report.counterexample():``
    assert report.counterexample(of_match2) is found
    assert report.counterexample("of_match2") is found
    assert of_match2_from_four.run().counterexample() is None


def test_the_counterexample_of_one_of_several():
    both = ClaimReport((*of_match2.run().outcomes, *of_match2_from_four.run().outcomes))
    assert both.counterexample(of_match2).instance == "M=3"
    assert both.counterexample(of_match2_from_four) is None
    for given in ((), ("other",), (too_hard,), (7,), ([],)):
        with pytest.raises(headcount.TaskError, match="try 'of_match2' or 'of_match2_from_four'"):
            both.counterexample(*given)
    with pytest.raises(headcount.TaskError, match="none was run"):
        ClaimReport(()).counterexample()


# ---- Instances of claims decided side by side: the same outcomes, the same store, errors and losses.


@claim(N=range(3, 6), q=[1, 2], where=lambda N, q: q < N)
def one_less(N, q):
    """The least m of q-SA(N, q) is less than min(2q, N - 1)."""
    return least("m", f"qsa N={N} q={q}") < min(2 * q, N - 1)


@claim(N=range(3, 6))
def lost(N):
    """A search that takes its process along."""
    if N == 4 and os.getpid() != HERE:
        os._exit(1)
    return least("m", f"qsa N={N} q=1") == 2


HERE = os.getpid()


@claim(N=[3, 4])
def mistaken(N):
    """No statement."""
    if os.getpid() != HERE or N == 4:
        raise ClaimError("not a statement")
    return least("m", f"qsa N={N} q=1") == 2


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.json")}


def test_what_comes_out_does_not_depend_on_the_jobs(tmp_path):
    told = []
    one = one_less.run(budget=1000, store=tmp_path / "one")
    two = one_less.run(budget=1000, store=tmp_path / "two", jobs=2, watch=lambda *what: told.append(what[:2]))
    assert two == one
    assert {outcome.verdict for outcome in two.outcomes} == {Verdict.REFUTED}
    assert told == [(n, len(one.outcomes)) for n in range(1, len(one.outcomes) + 1)]
    assert files(tmp_path / "two") == files(tmp_path / "one")
    again = one_less.run(budget=1000, store=tmp_path / "two", jobs=2)
    assert [outcome.decision.certificates for outcome in again.outcomes] == [
        outcome.decision.certificates for outcome in one.outcomes
    ]
    assert all(outcome.verdict is Verdict.REFUTED for outcome in again.outcomes)
    assert all(outcome.decision.reused for outcome in again.outcomes)


def test_a_process_that_is_lost_leaves_its_instance_open(tmp_path):
    report = lost.run(budget=1000, jobs=2, store=tmp_path)
    assert [str(outcome.verdict) for outcome in report.outcomes] == ["PROVED", "OPEN", "PROVED"]
    assert report.outcomes[1].decision.notes == ("the decider was stopped from outside",)
    assert len(list((tmp_path / "records").iterdir())) == 2, "it is searched again by the next run"


def test_a_mistake_in_a_claim_is_for_whoever_runs_it():
    with pytest.raises(ClaimError, match="not a statement"):
        mistaken.run(jobs=2)


def test_the_ledger_does_not_depend_on_the_jobs(tmp_path):
    chosen = [theorem for theorem in THEOREMS if theorem.name == "match2-width"]
    assert len(chosen) == 1
    one = run_ledger(chosen)
    assert run_ledger(chosen, jobs=2, store=tmp_path) == one


def test_what_stays_open_beside_others_is_tried_again_alone():
    theorem = Theorem(lost)
    assert run_ledger([theorem], jobs=2) == run_ledger([theorem])
    assert [entry.verdict for entry in run_ledger([theorem], jobs=2)[0].entries] == ["PROVED"]
