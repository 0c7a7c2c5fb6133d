"""Refutations that argue about a part of the columns or rows only: the part is a premise, the whole a restriction."""

import json

import numpy as np
import pytest

from headcount.bounds.bound import certificate
from headcount.bounds.lower.chirotope import Angle, chirotope_lower, without_repetition
from headcount.bounds.lower.independent_vectors import oriented
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, pattern_question, qsa_question
from headcount.solvers.outcome import Feasibility
from headcount.solvers.sign_rank.chirotope_search import ChirotopeSearch
from headcount.solvers.sign_rank.independence import independent_columns

CYCLE = tuple("".join("+" if (x - y) % 8 in (1, 7) else "-" for y in range(8)) for x in range(8))
QUESTIONS = {
    "cycle": (pattern_question(SignPattern(CYCLE, null=True)), 3),
    "free thresholds": (pattern_question(SignPattern(CYCLE, null=False)), 3),
    "zeros": (qsa_question(6, 2), 4),
}


@pytest.mark.parametrize("vectors", ["columns", "rows"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_parts_prove_the_bound_of_the_whole(name, vectors):
    question, rank = QUESTIONS[name]
    pattern = oriented(question, vectors)
    refuted = 0
    for left_out in range(2 if name == "cycle" else 1):
        within = tuple(j for j in range(pattern.shape[1]) if j != left_out)
        angle = Angle(vectors, within)
        part = angle.part(pattern)
        basis = None if not (part == 0).any() else independent_columns(part, enough=rank)
        search = ChirotopeSearch(part, rank, basis.columns if basis else (), np.random.default_rng(left_out))
        if search.run(float("inf")) is not Feasibility.INFEASIBLE:
            continue
        bound = chirotope_lower(question, search, angle, basis=basis)
        refuted += 1
        assert bound.value == rank + 1 - question.offset
        assert bound.evidence.kind == "restriction"
        assert isinstance(check(certificate(question, bound)), Accepted)
        spoilt = json.loads(json.dumps(certificate(question, bound)))
        spoilt["claims"][0]["proof"][vectors].pop(0)
        assert check(spoilt).code == "map"
    assert refuted


@pytest.mark.parametrize("last", [True, False])
def test_rows_that_repeat_are_left_out(last):
    pattern = np.array([[1, -1, 0, 2], [-1, 1, 0, 2], [1, -1, 2, 0], [1, 1, 1, 1], [-1, -1, -1, -1]], dtype=np.int8)
    angle = without_repetition(pattern, Angle("columns", (0, 1, 2, 3)), last=last)
    assert angle.against == ((0, 2, 3, 4) if last else (0, 2, 3))
    narrow = without_repetition(pattern, Angle("columns", (0, 1)), last=last)
    assert narrow.against == ((0, 3, 4) if last else (0, 3))
