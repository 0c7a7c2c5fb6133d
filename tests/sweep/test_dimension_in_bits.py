"""``headcount dimension --bits --jobs``: each number of bits by itself, with the answers of one after the other."""

import json

import pytest

from headcount import dimension
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.search.answer import INTERRUPTED
from headcount.sweep import SchedulerLostError, dimension_in_bits
from headcount.tasks import TaskError

PATIENT = 1000.0
"""Seconds, of which these take one or two."""
WORDS = "subsets n=5 k=2"


def test_the_same_as_one_after_the_other():
    apart, plain = (dimension(WORDS, bits="1,8", budget=PATIENT, **further) for further in ({"jobs": 2}, {}))
    assert [one.values for one in apart] == [one.values for one in plain] == ["4", "3"]
    assert apart.real.values == plain.real.values == "3"
    assert isinstance(check(apart.certificate()), Accepted)


def test_an_earlier_answer_is_gone_on_from(monkeypatch):
    """What is closed already is searched for by nobody."""
    certificate = dimension(WORDS, bits="1,8", budget=PATIENT).certificate()
    asked = []
    plain = dimension_in_bits.least_answer
    monkeypatch.setattr(dimension_in_bits, "least_answer", lambda *a, **k: asked.append(k["start"]) or plain(*a, **k))
    again = dimension(WORDS, bits="1,8", budget=PATIENT, start=certificate, jobs=1)
    assert [one.values for one in again] == ["4", "3"]
    assert {(bound.side, bound.value) for bound in asked[0]} >= {("lower", 4), ("upper", 4), ("lower", 3), ("upper", 3)}


def test_watch_is_told_what_is_done_and_at_work():
    told = []
    dimension(WORDS, bits="1,8", budget=PATIENT, jobs=1, watch=lambda *what: told.append(what))
    assert (0, 2, "p = 8", "") in told and (1, 2, "p = 1", "") in told


def test_an_interrupt_leaves_bounds_that_hold(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(dimension_in_bits, "sweep", interrupted)
    answer = dimension(WORDS, bits="1,8", budget=PATIENT, jobs=1)
    assert answer.interrupted
    assert all(INTERRUPTED in one.notes for one in answer)
    assert all(answer[p].lower.value <= least <= answer[p].upper.value for p, least in ((1, 4), (8, 3)))
    assert isinstance(check(answer.certificate()), Accepted)


def test_a_lost_number_of_bits_has_plain_bounds_and_says_why(monkeypatch):
    def losing(job, keys, **_):
        for p in keys:
            yield p, job.decide(p, job.budget) if p == 8 else job.broken("ValueError: no such thing", 0.1)

    monkeypatch.setattr(dimension_in_bits, "sweep", losing)
    answer = dimension(WORDS, bits="1,8", budget=PATIENT, jobs=1)
    assert answer[8].values == "3" and not answer[8].notes
    assert not answer[1].closed and "no such thing" in " ".join(answer[1].notes)
    assert not answer.interrupted
    assert "given up: p = 1; " in str(answer)


def test_a_lost_scheduler_is_said_of_every_number_of_bits_that_it_took_along(monkeypatch):
    def losing(job, keys, **_):
        yield from ((p, job.decide(p, job.budget)) for p in keys if p == 8)
        raise SchedulerLostError("the connection broke")

    monkeypatch.setattr(dimension_in_bits, "sweep", losing)
    answer = dimension(WORDS, bits="1,2,8", budget=PATIENT, jobs=1)
    assert [one.notes for one in answer] == [("the connection broke",)] * 2 + [()]
    assert "note: given up: p = 1, p = 2; the connection broke" in str(answer)


@pytest.mark.parametrize(
    "options, remedy",
    [
        ({}, "add for example bits='1,2,4,8', or leave out jobs"),
        ({"bits": 1, "score": "cosine"}, "leave out jobs, or score"),
        ({"bits": 1, "margin": 0.1, "score": "cosine"}, "leave out jobs, or margin and score"),
        ({"at_most_wrong": 1}, "leave out jobs"),
    ],
)
def test_the_remedy_fits_what_was_given(options, remedy):
    with pytest.raises(TaskError) as caught:
        dimension(WORDS, **options, jobs=2)
    assert str(caught.value).endswith(f"; {remedy}")


@pytest.mark.parametrize(
    "options", [{}, {"bits": 1, "score": "cosine"}, {"bits": 1, "margin": 0.1}, {"at_most_wrong": 1}]
)
@pytest.mark.parametrize("place", [{"jobs": 2}, {"scheduler": "tcp://10.0.0.1:8786"}])
def test_it_is_for_bits_by_inner_products(options, place):
    with pytest.raises(TaskError, match=f"{next(iter(place))} is for bits by inner products"):
        dimension(WORDS, **options, **place)


def test_the_command(headcount):
    code, out, err = headcount(
        "dimension", *WORDS.split(), "--bits", "1,8", "--jobs", "2", "--json", "--budget", str(PATIENT)
    )
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert [found["bits"][p]["upper"] for p in ("1", "8")] == [4, 3]
    code, out, err = headcount("dimension", *WORDS.split(), "--jobs", "2")
    assert code == 2 and "--jobs is for --bits" in err
