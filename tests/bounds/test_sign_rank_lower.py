"""Lower bounds of sign-ranks inside other evidence: independent vectors, and cycles where these show more."""

import random

from exact_sign_rank import sign_rank
from headcount.bounds.bound import certificate
from headcount.bounds.lower.cycle import sign_rank_lower
from headcount.bounds.lower.independent_vectors import independent_vectors_lower
from headcount.bounds.unit_classes.threshold_heads import cut_rank_heads, public_output_question
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, pattern_question


def random_question(rng, rows, columns, letters="+-"):
    words = ["".join(rng.choice(letters) for _ in range(columns)) for _ in range(rows)]
    return pattern_question(SignPattern(tuple(words), null=True))


def independent(question):
    bounds = [independent_vectors_lower(question, vectors=vectors) for vectors in ("columns", "rows")]
    return max((bound.value for bound in bounds if bound is not None), default=0)


def accepted(question, found):
    return isinstance(check(certificate(question, found)), Accepted)


def test_it_is_never_above_the_sign_rank():
    rng = random.Random(4)
    for _ in range(18):
        question = random_question(rng, rng.randint(1, 9), rng.randint(1, 5), "+-+-+-0*")
        found = sign_rank_lower(question)
        assert independent(question) <= found.value <= sign_rank(question.pattern.rows)
        assert accepted(question, found)


def test_cycles_show_more():
    rng, more = random.Random(0), 0
    for _ in range(8):
        question = random_question(rng, 8, 8)
        found = sign_rank_lower(question)
        assert accepted(question, found)
        more += found.value > independent(question)
        assert (found.value > independent(question)) == found.evidence.method.startswith("a cycle of ")
    assert more >= 2


def test_a_cut_of_which_a_cycle_shows_more():
    rng, words = random.Random(6), set()
    for _ in range(6):
        table = {(a, b): rng.random() < 0.5 for a in range(8) for b in range(8)}

        def true(word, table=table):
            a, b = (sum(bit << k for k, bit in enumerate(half)) for half in (word[:3], word[3:6]))
            return table[a, b]

        bound = cut_rank_heads(public_output_question(6, true, "random"), 6, (0, 1, 2))
        assert isinstance(check(certificate(bound.question, bound)), Accepted)
        words.add(bound.evidence.method.partition(" of ")[0])
    assert "sign-rank >= 4" in words
