"""Whatever a question, a matrix, a pattern or a bound is written as, it is read again; and the checker reads it."""

from fractions import Fraction

import pytest

from headcount.certificates.claims import words
from headcount.certificates.meter import Meter
from headcount.certificates.refuse import Malformed
from headcount.certificates.statements import STATEMENT, TASKS
from headcount.questions import (
    AttentionRatios,
    CommunicationMatrix,
    Scope,
    SignPattern,
    at_position,
    averaging_question,
    computation_question,
    late_interaction_question,
    least_size,
    match_question,
    pattern_question,
    permutation_question,
    qsa_question,
    retrieval_question,
    scored_question,
    separation_question,
    shared_question,
)
from headcount.questions.layer_patterns import NAMED_PATTERNS, Star, Summaries
from headcount.questions.reading import SUBJECTS, read_bound, read_question, read_subject
from headcount.questions.relevance import Relevance
from headcount.questions.sparse_pattern import Causal, Lists, SparsePattern, Union
from headcount.questions.tolerant import Tolerant
from headcount.questions.value_matrix import ValueMatrix

ROWS = pattern_question(SignPattern(("+-*", "-+-"), null=False), "a row")
PROMISE = (((0, 0), (0, None)), ((0, 1), (None, None)), ((1, 1), (None, 1)))
PARAMETERS = {
    "window": (1,),
    "block": (2,),
    "dilated": (1, 2),
    "stride": (2,),
    "summaries": (2, True),
    "longformer": (1, 1),
}
LAYERS = [make(4, *PARAMETERS.get(name, ())) for name, make in NAMED_PATTERNS.items()]
GRAPH = Lists(4, ((0, 2), (), (2,), (1, 3)))
MATCH = computation_question("match", order=3, M=5, N=4)
THRESHOLD, ANY = {"read_out": "threshold"}, {"read_out": "any"}
WRITTEN = [
    qsa_question(6, 2),
    averaging_question(6, 2),
    shared_question(6, 3, 2, "sum"),
    shared_question(6, 3, 3, "concat"),
    separation_question(5, 1, 3),
    retrieval_question(5, 2, 2, "cosine"),
    match_question(3, 4),
    match_question(2, 7),
    ROWS,
    Tolerant(ROWS, 1, (2, 1)),
    Tolerant(Relevance(2, ((0,),), ((1,),), blank=True), 0),
    scored_question(ROWS, "euclidean"),
    scored_question(ROWS, "inner", (0, 0)),
    Relevance(4, ((0, 2), (3,)), ((), (1,)), blank=False, name="few"),
    late_interaction_question(ROWS, 2, 3),
    late_interaction_question(separation_question(9, 2, 4), 1, 1),
    ValueMatrix(((0, 3), (None, 1)), "some"),
    Relevance(4, ((0, 2), ()), ((), ()), blank=True),
    MATCH,
    at_position(MATCH, 3),
    computation_question("table", answers=PROMISE, label="part", alphabet=2, length=2),
    computation_question("table", answers=PROMISE, alphabet=2, length=2, position=0),
    permutation_question(9),
    AttentionRatios(3, (((0, 1), (2, 5)), ((1, 1),)), Fraction(1, 8), Fraction(-10)),
    CommunicationMatrix.named("disj", 3),
    CommunicationMatrix(("01*", "110"), "mine"),
    SparsePattern((*LAYERS, GRAPH, Summaries(4, 2), Causal(Union(4, (Star(4), GRAPH))))),
]


@pytest.mark.parametrize("subject", WRITTEN, ids=lambda subject: subject.words[:40])
def test_what_is_written_is_read(subject):
    assert read_subject(subject.to_json()) == subject
    assert words(STATEMENT.read(subject.to_json(), "question", Meter()))


def test_every_kind_of_subject_is_among_them():
    assert {subject.to_json()["task"] for subject in WRITTEN} == set(SUBJECTS)
    assert set(TASKS) - set(SUBJECTS) == {"classifier", "reduction"}


@pytest.mark.parametrize(
    "size",
    [
        least_size(qsa_question(6, 2)),
        least_size(qsa_question(6, 2), "p", "GRID(p, midrise, gap 1/2)", m=4),
        least_size(match_question(3, 4)),
        least_size(shared_question(6, 3, 2, "sum"), "m", "GRID(2, twos, gap 1)"),
        least_size(averaging_question(6, 2), "H", "SOFTMAX", m=3, error=Fraction(1, 9)),
        least_size(permutation_question(9), "m", "SOFTMAX"),
        least_size(MATCH, "m", "FIXED(3, twos)", heads=2, dv=None, scope=Scope(null=False), **THRESHOLD),
        least_size(MATCH, "H", "SATURATED", m=2, order=3, layers=2, dv=2, **ANY),
        least_size(MATCH, "m", "SATURATED", pattern=SparsePattern((Star(4),)), **ANY),
        least_size(at_position(MATCH, 1), "H", "THRESH"),
    ],
    ids=lambda size: size.words[:60],
)
def test_bounds_are_read_as_written(size):
    claim = {**size.to_json(), "side": "upper", "value": 5}
    assert read_bound(claim, size.question.to_json()) == (size, "upper", 5)


def test_other_statements_are_refused():
    with pytest.raises(Malformed, match="question about units, got DISJ"):
        read_question(CommunicationMatrix.named("disj", 3).to_json())
    with pytest.raises(Malformed, match="got classifier"):
        read_question({"task": "classifier", "weights": [[1], [-1]], "threshold": "zero"})
    with pytest.raises(Malformed, match="n must be at most"):
        read_subject({"task": "communication", "of": "disj", "n": 40})
    with pytest.raises(Malformed, match="m, p or H"):
        pattern = WRITTEN[-1].to_json()
        read_bound({"quantity": "hops", "side": "lower", "value": 2}, pattern)
