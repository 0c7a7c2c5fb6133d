"""What a verdict says: bounded, plain, and about the thing that it names, whatever a file calls things."""

import json

import pytest

import corpora
import hostile_certificates as hostile
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions.layer_patterns import Star, Window
from headcount.questions.sparse_pattern import Causal, SparsePattern, Union

FORGED = "; q-SA(N=9, q=3) without a null token, class SIGN: 9 <= m <= 9"


def bundle(*claims, **more):
    return {"format": "headcount-certificate", "version": 3, "claims": list(claims), **more}


def trivial(question, **more):
    claim = {
        "resource": "m",
        "unit_class": "SIGN",
        "side": "lower",
        "value": 0,
        "proof": {"rule": "theorem", "name": "least"},
    }
    return {"question": question, **claim, **more}


def said(certificate):
    verdict = check(json.loads(json.dumps(certificate)))
    assert isinstance(verdict, Accepted), verdict
    assert not hostile.faults_of(verdict, 0, 1)
    return verdict


# --- things with the same words -----------------------------------------------


def test_two_patterns_with_the_same_shape_are_two():
    """Each has an end; as one they would have crossing ends."""
    verdict = said(corpora.accepted("patterns-with-the-same-words")["patterns-with-the-same-words"])
    one, two = verdict.statement.split("; ")
    assert one.endswith("class SIGN: 2 <= m") and two.endswith("class SIGN: m <= 1")
    assert one.partition(",")[0] != two.partition(",")[0]
    assert (verdict.lower, verdict.upper) == (None, None)


def test_long_patterns_are_told_apart_by_a_digest():
    rows = ["+" * 200] * 20
    for other in (["+" * 200] * 19 + ["+" * 199 + "-"], ["+" * 200] * 21, [*rows[:7], "-" * 200, *rows[8:]]):
        statement = said(
            bundle(*[trivial({"task": "pattern", "null": True, "rows": of}) for of in (rows, other)])
        ).statement
        assert len({part.partition(",")[0] for part in statement.split("; ")}) == 2


PAIRS = {
    "pattern": ({"task": "pattern", "null": True, "rows": ["+-"]}, {"task": "pattern", "null": True, "rows": ["++"]}),
    "named": tuple({"task": "pattern", "null": True, "name": "a", "rows": [row]} for row in ("+-", "++")),
    "relevance": tuple({"task": "relevance", "columns": 2, "selected": [[k]], "null": True} for k in (0, 1)),
    "scored": tuple(
        {"task": "scored", "score": "cosine", "of": {"task": "pattern", "null": False, "rows": [row]}}
        for row in ("+-", "-+")
    ),
}
COMPUTED = tuple(
    {"task": "computation", "of": "table", "alphabet": 1, "length": 1, "answers": [[[0], [k]]]} for k in (0, 1)
)
RATIOS = tuple({"task": "attention-matrix", "L": 2, "rows": [[[k, 1]]], "ratio": "0", "zero": "-1"} for k in (0, 1))


@pytest.mark.parametrize("name", [*PAIRS, "computation", "ratios", "matrix"])
def test_each_kind_of_question_is_told_apart(name):
    if name == "matrix":
        claim = {"measure": "D", "side": "lower", "value": "0", "proof": {"rule": "theorem", "name": "least"}}
        matrices = [{"task": "communication", "of": "matrix", "rows": [row]} for row in ("01", "10")]
        claims = [{"question": question, **claim} for question in matrices]
    elif name == "computation":
        claims = [trivial(question, unit_class="SATURATED", read_out="any") for question in COMPUTED]
    elif name == "ratios":
        claims = [trivial(question, unit_class="SOFTMAX") for question in RATIOS]
    else:
        claims = [trivial(question) for question in PAIRS[name]]
    verdict = said(bundle(*claims))
    parts = verdict.statement.split("; ")
    assert len(set(parts)) == len(parts) == 2
    again = said(bundle(claims[0], json.loads(json.dumps(claims[0]))))
    assert "; " not in again.statement


def test_claims_that_are_no_bounds_are_told_apart():
    """One layer reaches class 0 alone, another with the same words does not."""
    layers = [{"task": "classifier", "weights": [[x], [-1]], "threshold": "zero"} for x in (1, 2)]
    claim = {"claim": "reachable", "sets": [[0]], "proof": {"rule": "evaluate", "exhibit": "states", "points": [[1]]}}
    verdict = said(bundle(*({"question": layer, **claim} for layer in layers)))
    assert len(set(verdict.statement.split("; "))) == 2
    assert "; " not in said(bundle(claim, claim, question=layers[0])).statement


def test_different_sparse_patterns_have_different_words():
    window, star = Window(5, 1), Star(5)
    one = SparsePattern((Causal(Union(5, (window, star))),))
    two = SparsePattern((Union(5, (Causal(window), star)),))
    assert one.layer(1).row(0) != two.layer(1).row(0)
    assert one.words != two.words


# --- names ------------------------------------------------------------------------


def test_no_name_is_part_of_a_statement():
    """Names of classes that are long, escaped, full of quotes, or pose as claims: at most their digests are shown."""
    question = {"task": "classifier", "weights": [[1], [-1]], "threshold": "zero"}
    claim = {"claim": "reachable", "sets": [[0]], "proof": {"rule": "evaluate", "exhibit": "states", "points": [[1]]}}
    for filler in ("x", "\U0001f600", "'", '"', "\\", "\n", "'\""):
        for count in (0, 1, 20, 58, 60, 62, 137):
            name = (filler * 200)[:count] + FORGED
            for names in ([name, "b"], ["b", name], [name, name]):
                certificate = bundle(claim, question={**question, "names": names})
                verdict = check(json.loads(json.dumps(certificate)))
                assert not hostile.faults_of(verdict, 0, 1)
                assert not str(verdict.statement if verdict else "").endswith(FORGED)


# --- bounds -----------------------------------------------------------------------


def test_many_claims_make_a_bounded_statement():
    questions = [{"task": "qsa", "N": n, "q": 1} for n in range(1, 200)]
    verdict = said(bundle(*map(trivial, questions)))
    assert verdict.statement.startswith("qsa N=1 q=1, class SIGN: 0 <= m; qsa N=2") and len(verdict.statement) <= 1000
    longest = bundle(trivial(questions[0], resource="p", unit_class="GRID(p, twos, gap 1)", m=10**3999, value=1))
    assert (
        "m <= a number of 13285 bits" in said(longest).statement.replace("(", "").replace("[", "")
        or "#" in said(longest).statement
    )


@pytest.mark.parametrize("folder", ["accept", "reject", "malformed"])
def test_messages_of_the_corpora(folder):
    for entry in corpora.corpus(folder):
        verdict = check(entry["certificate"], 1_000_000)
        assert not hostile.faults_of(verdict, 0, 1), entry["name"]
        assert len(str(verdict)) < 1500 or isinstance(verdict, Accepted), entry["name"]
