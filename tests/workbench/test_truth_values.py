"""``assert`` of a verdict: only what is accepted, proved or right counts as true."""

import pytest

import headcount
from headcount import check, claim, least, probe
from headcount.bounds import Verification
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.laws import Refuted, Undecided, verify_exhaustive
from headcount.workbench.claims import ClaimReport, Verdict


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
    open_one = headcount.workbench.claims.Outcome(
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
