"""What a verdict says: bounded, plain, and about the thing that it names, whatever a file calls things."""

import json

import pytest

import corpora
import hostile_certificates as hostile
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions.messages import MAX_MESSAGE, cut, digest_of, quoted, stated_number, whole
from headcount.questions.named_patterns import Star, Window
from headcount.questions.sparse_pattern import Causal, SparsePattern, Union

FORGED = "; q-SA(N=9, q=3) without a null token, class SIGN: 9 <= m <= 9"


def bundle(*claims, **more):
    return {"format": "headcount-certificate", "version": 2, "claims": list(claims), **more}


def trivial(question, **more):
    claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 0, "evidence": {"kind": "trivial"}}
    return {"question": question, **claim, **more}


def said(certificate):
    verdict = check(json.loads(json.dumps(certificate)))
    assert isinstance(verdict, Accepted), verdict
    assert not hostile.faults_of(verdict, 0, 1)
    return verdict


# --- things with the same words -----------------------------------------------


def test_two_patterns_with_the_same_words_are_two():
    """Each has an end; as one they would have crossing ends."""
    verdict = said(corpora.accepted("patterns-with-the-same-words")["patterns-with-the-same-words"])
    one, two = verdict.statement.split("; ")
    assert one.startswith("[no. 1, SHA-256 ") and one.endswith("class SIGN: 2 <= m")
    assert two.startswith("[no. 2, SHA-256 ") and two.endswith("class SIGN: m <= 1")
    assert one[16:32] != two[16:32]
    assert [claim[:7] for claim in verdict.claims] == ["[no. 1,", "[no. 2,"]


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
        claim = {"measure": "D", "side": "lower", "value": "0", "evidence": {"kind": "trivial"}}
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
    assert [part[:6] for part in parts] == ["[no. 1", "[no. 2"]
    assert len({part.partition("] ")[0][-16:] for part in parts}) == 2
    again = said(bundle(claims[0], json.loads(json.dumps(claims[0]))))
    assert "no. 1" not in again.statement and "; " not in again.statement


def test_claims_that_are_no_bounds_are_told_apart():
    """One layer reaches class 0 alone, another with the same words does not."""
    layers = [{"task": "classifier", "weights": [[x], [-1]], "threshold": "zero"} for x in (1, 2)]
    claim = {"claim": "reachable", "sets": [[0]], "evidence": {"kind": "points", "points": [[1]]}}
    verdict = said(bundle(*({"question": layer, **claim} for layer in layers)))
    assert [part[:6] for part in verdict.statement.split("; ")] == ["[no. 1", "[no. 2"]
    assert "[no. 1" not in said(bundle(claim, claim, question=layers[0])).statement


def test_different_sparse_patterns_have_different_words():
    window, star = Window(5, 1), Star(5)
    one = SparsePattern((Causal(Union(5, (window, star))),))
    two = SparsePattern((Union(5, (Causal(window), star)),))
    assert one.layer(1).row(0) != two.layer(1).row(0)
    assert one.words != two.words


# --- names ------------------------------------------------------------------------


def test_no_name_ends_a_statement():
    """Names that are long, escaped, full of quotes; at every place and of every length about the limit."""
    certificate = corpora.accepted("classifier-named-like-a-claim")["classifier-named-like-a-claim"]
    assert "q-SA" not in said(certificate).statement
    for filler in ("x", "\U0001f600", "'", '"', "\\", "\n", "'\""):
        for count in (0, 1, 20, 58, 60, 62, 137):
            name = (filler * 200)[:count] + FORGED
            for names in ([name, "b"], ["b", name], [name, name]):
                certificate["question"]["names"] = names
                statement = said(certificate).statement
                assert statement[-1] == "}" or statement.endswith(")")
                for part in statement.split(FORGED)[1:]:
                    assert part[0] in "'\"", statement  # still within its quotes


def test_long_lists_of_names_are_cut_between_names():
    classes, names = 60, ["y" * 199 + str(k % 10) for k in range(60)]
    question = {"task": "classifier", "weights": [[1]] * classes, "threshold": "zero", "names": names}
    sets = [list(range(classes))] * 30
    claim = {"claim": "reachable", "sets": sets, "evidence": {"kind": "points", "points": [[1]] * 30}}
    statement = said(bundle(claim, question=question)).statement
    assert statement.endswith(", ..}, and 29 more that the claim lists")
    assert statement.count("'y") == statement.count("y' .. (cut, SHA-256 ")


# --- bounds -----------------------------------------------------------------------


def test_texts_are_cut_at_their_end_and_told_apart():
    one, two = ("a" * 2000 + end for end in "xy")
    assert len(cut(one)) == MAX_MESSAGE
    assert cut(one) != cut(two)
    assert cut("\x1b[2J\u2264") == "\\x1b[2J\\u2264"
    assert len(cut("\U0001f600" * 300)) <= MAX_MESSAGE
    assert len(whole([one] * 3)) <= MAX_MESSAGE
    assert len(whole(["b" * 200] * 1000)) <= MAX_MESSAGE
    assert whole(["b" * 200] * 5).endswith("; and 1 more")


def test_numbers_of_statements_are_told_apart():
    one, two = 10**3000, 10**3000 + 1
    assert stated_number(one) != stated_number(two)
    assert stated_number(10**100) == str(10**100)
    assert digest_of([one]) != digest_of([two])
    assert digest_of(["1"]) != digest_of([1]) != digest_of([[1]])
    assert quoted("a" * 100 + "b") != quoted("a" * 100 + "c")


def test_many_claims_make_a_bounded_statement():
    questions = [{"task": "qsa", "N": n, "q": 1} for n in range(1, 200)]
    verdict = said(bundle(*map(trivial, questions)))
    assert verdict.statement.startswith("q-SA(N=1, q=1) without a null token, class SIGN: 0 <= m; q-SA(N=2")
    assert verdict.statement.rpartition("; ")[2].startswith("and 1")
    longest = bundle(trivial(questions[0], resource="p", unit_class="GRID(p, twos, gap 1)", m=10**3999, value=1))
    assert "m <= (a number of 13285 bits, SHA-256 " in said(longest).statement


@pytest.mark.parametrize("folder", corpora.FOLDERS[:3])
def test_messages_of_the_corpora(folder):
    for path in corpora.files(folder):
        verdict = check(path, 1_000_000)
        assert not hostile.faults_of(verdict, 0, 1), path.name
        assert len(str(verdict)) < 1000 or isinstance(verdict, Accepted), path.name
