"""What one token tells, and what is concluded from it."""

import pytest

import drafted
from headcount.certificates.verdict import Accepted, Rejected


def claimed(of, sizes, value, position, layers=2, resource="m", **more):
    question = {"task": "computation", "of": of, **sizes, **({} if position is None else {"position": position})}
    claim = {"resource": resource, "side": "lower", "value": value, "unit_class": "FIXED(1, twos)", "layers": layers}
    claim |= {"evidence": {"kind": "told-token"}, "read_out": "any", **more}
    return drafted.checked(drafted.bundle(question, claim))


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
