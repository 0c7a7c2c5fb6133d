"""Constructions under a mask: run on every input against another definition, certified, and refused where wrong."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from headcount import check, construct
from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.under_mask import under_mask
from headcount.questions.layer_patterns import Dense
from headcount.questions.sparse_pattern import Causal, Lists
from headcount.tasks import TaskError

MATCHES = (
    "match2 M=4 N=3",
    "match2 M=5 N=3 keys=circle",
    "match3-third-order M=4 N=3",
    "match order=4 M=4 N=2",
    "match3-histogram M=4 N=3",
)
MASKS = {
    "causal": lambda i, j: j <= i,
    "window w=1": lambda i, j: abs(i - j) <= 1,
    "block w=2": lambda i, j: i // 2 == j // 2,
}


def visible(order, M, word, sees):
    """1 where some tuple of tokens in sight completes the sum."""
    answers = []
    for i, token in enumerate(word):
        seen = [other for j, other in enumerate(word) if sees(i, j)]
        answers.append(int(any((token + sum(some)) % M == 0 for some in product(seen, repeat=order - 1))))
    return tuple(answers)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("words", MATCHES)
def test_match_of_what_is_seen(words, mask):
    built = construct(words, mask=mask)
    order, M, N = built.task.of.order, built.task.of.M, built.task.N
    for word in product(range(M), repeat=N):
        wanted = visible(order, M, word, MASKS[mask])
        assert built.task.evaluate(word) == wanted
        assert built.answers(word, built.unit.outputs(word)) == wanted
    assert built.verify().exhaustive and built.verify().passed
    verdict = check(built.certificate())
    assert verdict and "pattern=sparse-pattern" in verdict.statement
    assert built.size == construct(words).size


QSA = (
    "qsa-moment-curve N=6 q=2",
    "qsa-sign-keys N=8 q=2",
    "qsa-superimposed-code N=6 q=2",
    "qsa-multi-head N=6 q=2 H=2",
)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("words", QSA)
def test_averages_of_what_is_seen(words, mask):
    built = construct(words, mask=mask)
    N, q = built.task.N, built.task.q
    pairs = [(i, y) for i in range(N) for y in combinations([j for j in range(N) if MASKS[mask](i, j)], q)]
    found = built.verify()
    assert found.exhaustive and found.passed and found.inputs == len(pairs) and found.margin >= 1
    unit, all_subsets = built.unit, list(combinations(range(N), q))
    for i, subset in pairs[:: max(1, len(pairs) // 12)]:  # the unit itself, on values of which one in the subset is 1
        number, count = all_subsets.index(subset), len(all_subsets)
        tokens = [number + count * (j == subset[0]) for j in range(N)]
        row = unit.outputs(tokens)[i][0] / built.of.divisor
        assert row == (1 - (q - 1)) / q
    certificate = built.certificate()
    assert (certificate is None) == ("multi-head" in words)
    assert certificate is None or check(certificate)


def test_samples_where_all_are_too_many():
    found = construct("qsa-sign-keys N=64 q=3", mask="causal").verify(samples=30, work=0)
    assert found.passed and not found.exhaustive and 20 < found.inputs <= 30


def test_wrong_tables_are_found():
    """Keys of a head that are all alike tie what is named with the rest."""
    good = construct("qsa-moment-curve N=5 q=2")
    (head,) = good.heads
    alike = replace(good, heads=(replace(head, keys=np.ones_like(head.keys)),))
    masked = under_mask(alike, lambda positions, null: Causal(Dense(positions)))
    found = masked.verify()
    assert not found.passed and found.counterexample[0] == 2 and masked.certificate() is None
    match = construct("match2 M=4 N=3", mask="causal")
    wrong = replace(match, tables=construct("match2 M=4 N=3").tables)  # which see all
    assert wrong.verify().counterexample is not None


@pytest.mark.parametrize(
    ("words", "mask", "message"),
    [
        ("cycle3-strassen N=3", "causal", "is for constructions of qsa and match"),
        ("match3-bigram M=4 N=3", "causal", "is for constructions of qsa and match"),
        ("qsa-moment-curve N=6 q=3", "block w=2", "must let some position see q = 3 keys"),
        ("match2 M=4 N=3", "causal dense n=4", "must be a pattern on 3 positions, one for each key, got one on 4"),
        ("match2 M=4 N=3", "nothing", "is no pattern"),
        ("match3-histogram M=4 N=3", "hidden.json", "position 1 sees none"),
        ("qsa-moment-curve N=3 q=1", "hidden.json", "position 1 sees none"),
    ],
)
def test_mistakes(words, mask, message, tmp_path, monkeypatch):
    (tmp_path / "hidden.json").write_text("[[0, 1], [], [2]]")
    monkeypatch.chdir(tmp_path)
    with pytest.raises((TaskError, ConstructionError), match=message):
        construct(words, mask=mask)


def test_a_null_token_is_enough_where_nothing_is_seen():
    built = under_mask(
        construct("match2 M=3 N=2"), lambda positions, null: Lists(positions, ((), (0, 1))) if null else None
    )
    assert built.verify().passed and check(built.certificate())


def test_the_command(headcount, tmp_path):
    code, shown, _ = headcount("construct", "match2", "M=3", "N=3", "--mask", "causal", "-o", tmp_path / "out.json")
    assert code == 0 and "mask=causal dense" in shown and "all 27 inputs" in shown and "CERTIFIED" in shown
    assert headcount("check", tmp_path / "out.json")[0] == 0
    code, _, error = headcount("construct", "qsa-sign-keys", "N=8", "q=2", "--error", "1/10", "--mask", "causal")
    assert code == 2 and "--mask is not for averages by real softmax" in error
    code, _, error = headcount("construct", "universal", "t.json", "--mask", "causal")
    assert code == 2 and "--mask is not for universal" in error
