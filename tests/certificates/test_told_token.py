"""What one token tells: the number of its values by brute force over all inputs, and what is concluded from it."""

from itertools import product

import pytest

import drafted
from headcount.certificates.verdict import Accepted, Rejected
from headcount.questions.finite_task import FiniteTask

SMALL = [
    *(("cycle3", {"N": N}) for N in (1, 2, 3)),
    *(("composition", {"n": n}) for n in (1, 2, 3)),
    *(("induction-heads", {"A": A, "N": N}) for A in (1, 2, 3, 4) for N in (1, 2, 3, 4)),
    *(("k-hop", {"A": A, "N": N, "k": k}) for A in (2, 3, 4) for N in (3, 5) for k in (1, 2)),
]


def most_values(task):
    """The most values of one token, the others held fixed, of which any two give other answers where asked."""
    asked = range(task.length) if task.position is None else [task.position]
    most = 1
    for place in range(task.length):
        seen = {}
        for tokens in product(range(task.alphabet), repeat=task.length):
            answers = task.answers_to(tokens)
            rest = tokens[:place] + tokens[place + 1 :]
            seen.setdefault(rest, set()).add(tuple(answers[i] for i in asked if i != place))
        most = max(most, *map(len, seen.values()))
    return most


def claimed(of, sizes, value, position, layers=2, resource="m", **more):
    question = {"task": "computation", "of": of, **sizes, **({} if position is None else {"position": position})}
    claim = {"resource": resource, "side": "lower", "value": value, "unit_class": "FIXED(1, twos)", "layers": layers}
    claim |= {"evidence": {"kind": "told-token"}, "read_out": "any", **more}
    return drafted.checked(drafted.bundle(question, claim))


@pytest.mark.parametrize(("of", "sizes"), SMALL, ids=str)
def test_no_more_is_told_than_there_are_values(of, sizes):
    """The greatest H above 1 that is accepted at m = 0, dv = 1, p = 1, one layer is at most ceil(log2 V)."""
    task = FiniteTask(of, tuple(sizes.items()))
    for position in (None, *range(task.length)):
        asked = FiniteTask(of, tuple(sizes.items()), position=position)
        bits = (most_values(asked) - 1).bit_length()
        accepted = [
            value for value in range(2, 9) if isinstance(claimed(of, sizes, value, position, 1, "H", m=0), Accepted)
        ]
        assert max(accepted, default=0) <= max(1, bits), (position, accepted, bits)
        if of == "cycle3" and position is None and sizes["N"] == 3:
            assert accepted == [] and bits >= 1


@pytest.mark.parametrize(("N", "layers", "dv"), [(20, 2, 1), (20, 1, 3), (9, 3, 2), (3, 1, 1)])
def test_the_least_that_is_left(N, layers, dv):
    """m >= v is accepted up to the first m with D (m + dv) >= N - 2, and no further."""
    least = next(m for m in range(N) if layers * (m + dv) >= N - 2)
    for value in range(1, least + 3):
        verdict = claimed("cycle3", {"N": N}, value, None, layers, dv=dv)
        assert isinstance(verdict, Accepted if value <= least else Rejected)


def test_more_layers_prove_less():
    bounds = []
    for layers in range(1, 9):
        values = [v for v in range(20) if isinstance(claimed("cycle3", {"N": 20}, v, None, layers), Accepted)]
        bounds.append(max(values))
    assert bounds == [17, 8, 5, 4, 3, 2, 2, 2]
