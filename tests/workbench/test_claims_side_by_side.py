"""Instances of claims decided side by side: the same outcomes, the same store, errors and losses."""

import os

import pytest

from headcount.workbench.claims import ClaimError, Verdict, claim, least
from headcount.workbench.theorems.registry import THEOREMS
from headcount.workbench.theorems.run import run_ledger
from headcount.workbench.theorems.theorem import Theorem


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
