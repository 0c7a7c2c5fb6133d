"""Small files that ask for much work are refused at once; quicker sums are those of the definition; ties are named."""

import json
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

import counted_lines
from headcount.certificates.check import check
from headcount.certificates.meter import LIMIT
from headcount.certificates.verdict import Accepted, Malformed, Undecided
from headcount.legacy.evidence.outputs.averaging import differences_for, weights_of
from headcount.questions.attention import fixed_point, saturated
from headcount.questions.reading.node import Node
from headcount.questions.reading.reductions import _read_target
from headcount.questions.unit_class import UnitClass

lines_at_most = counted_lines.lines_at_most

AT_ONCE = 10_000_000
"""Lines of Python before a file is refused: a second or so."""

HERE = Path(__file__).parent
TEXT = " ".join((HERE.parents[1] / "certificates" / "FORMAT.rst").read_text("utf-8").split())


def accepted(name):
    return json.loads((HERE / "accept" / f"{name}.json").read_text())


def refused(bundle):
    """It is not begun: said at once, whatever the machine."""
    with lines_at_most(AT_ONCE):
        verdict = check(json.dumps(bundle).encode())
    assert verdict == Undecided("certificate.claims[0]", LIMIT), verdict


def failing_heads(positions, heads, unit_class, keys):
    bundle = accepted("failure-averaging-fixed")
    bundle["question"] |= {"N": positions}
    claim = bundle["claims"][0]
    claim["unit_class"] = unit_class
    listed = [{"queries": [[1]], "keys": [[x] for x in keys(h)], "share": 3**h} for h in range(heads)]
    claim["evidence"] |= {"subset": [0, 1], "heads": listed}
    return bundle


def test_inputs_are_counted_before_any_is_answered(monkeypatch):
    bundle = accepted("failure-threshold")

    def never(*arguments):
        raise AssertionError("answered")

    monkeypatch.setattr("headcount.certificates.statement.finite_task.FiniteTask.answers_to", never)
    for count in (0, 3, 10**5):
        bundle["claims"][0]["evidence"]["inputs"] = [[0, 1]] * count
        verdict = check(json.dumps(bundle).encode())
        assert isinstance(verdict, Malformed)
        assert f"must have 1 to 2 entries, got {count}" in verdict.reason


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("positions", "heads"), [(10_000, 20), (4000, 40), (2000, 80)])
def test_heads_of_long_weights_are_bounded(positions, heads):
    keys = [37 * j % 4096 for j in range(positions)]
    refused(failing_heads(positions, heads, "FIXED(4096, twos)", lambda h: keys[h:] + keys[:h]))


def test_heads_without_coordinates_are_bounded():
    """No products at all, but subsets x positions x heads weights."""
    bundle = accepted("averaging-saturated")
    bundle["question"] = {"task": "averaging", "N": 500, "q": 1}
    head = {"queries": [[]] * 500, "keys": [[]] * 500, "share": 1}
    claim = bundle["claims"][0]
    claim |= {"value": 0, "heads": 80, "error": "2"}
    claim["evidence"] |= {"heads": [head] * 80}
    refused(bundle)


def test_a_few_heads_of_long_weights_are_run():
    verdict = check(failing_heads(60, 4, "FIXED(4096, twos)", lambda h: [(37 * j + h) % 997 for j in range(60)]))
    assert isinstance(verdict, Accepted), verdict


@pytest.mark.parametrize("name", ["FIXED(2, twos)", "FIXED(5, midrise)", "SATURATED"])
def test_differences_are_those_of_the_definition(name):
    """Against a sum of fractions, term by term."""
    unit_class, divisor, positions = UnitClass.parse(name), 6, 4
    weigh = saturated if name == "SATURATED" else fixed_point(unit_class.bits)
    rows = list(combinations(range(positions), 2))
    heads = [
        ([(1 + r % 2, -(r % 3)) for r in range(len(rows))], [(j, 1 - j) for j in range(positions)], 5),
        ([(r, 1) for r in range(len(rows))], [(-1, j * j % 3) for j in range(positions)], -3),
    ]
    for r, subset in enumerate(rows):
        wanted = [-Fraction(int(j in subset), 2) for j in range(positions)]
        for queries, keys, share in heads:
            weights = weigh([sum(a * b for a, b in zip(queries[r], key, strict=True)) for key in keys])
            for j, weight in enumerate(weights):
                wanted[j] += Fraction(share * weight, divisor * sum(weights))
        found, common = differences_for(heads, r, subset, divisor, weights_of(unit_class)[0])
        assert [Fraction(found.get(j, 0), common) for j in range(positions)] == wanted


def test_means_are_those_of_the_definition():
    target = _read_target(Node({"task": "averaging", "N": 3, "q": 2}, "target"))
    values = [Fraction(1, 97), Fraction(-99, 100), Fraction(64, 81), Fraction(0), Fraction(-1)]
    for z in product(values, repeat=3):
        for y in combinations(range(3), 2):
            assert target.answer(((z[0], y), (z[1], ()), (z[2], ())), (0,)) == (z[y[0]] + z[y[1]]) / 2


@pytest.mark.parametrize(
    "target",
    [{"task": "computation", "of": "match", "order": 2, "M": 1, "N": 2}, {"task": "averaging", "N": 2, "q": 1}],
)
def test_many_pairs_with_cheap_answers_are_bounded(target):
    """2^24 pairs from a file of 100 kB: what every pair takes is counted, however short the definition."""
    token = 0 if target["task"] == "computation" else ["0", [0]]
    bundle = accepted("reduction-match")
    bundle["question"] |= {"source": {"task": "communication", "of": "disj", "n": 12}, "target": target}
    bundle["question"] |= {"owners": "AB", "public": [], "alice": [[token]] * 2**12, "bob": [[token]] * 2**12}
    bundle["question"]["read_out"] = [[1, 0] if target["task"] == "computation" else ["0", 0]]
    refused(bundle)


def test_a_tie_is_named_as_such():
    """A unit whose outputs are all 1, compared with 1: wrong where the answer is 0, and no less where it is 1."""
    for name in ("failure-tie-of-0", "failure-tie-of-1"):
        verdict = check(accepted(name))
        assert "wrong: output 1 equals the threshold at position 0" in verdict.statement
        assert "answer" not in verdict.statement


def test_a_tie_fails_both_claims():
    """What unit-fails proves is that the claim that the unit computes the task with this threshold is refused."""
    failing = accepted("failure-tie-of-0")
    evidence = failing["claims"][0]["evidence"]
    claim = {"resource": "m", "unit_class": "SATURATED", "side": "upper", "value": 2}
    claim |= {"read_out": "threshold", "evidence": {"kind": "unit", "unit": evidence["unit"], "at": evidence["at"]}}
    assert check({**failing, "claims": [claim]}).code == "answer-wrong"


def test_long_integers_count_as_many():
    """Values of 4000 digits multiply to a hundred thousand bits in order 8: a small file that would fill the memory."""
    bundle = accepted("failure-threshold")
    bundle["question"] = {"task": "computation", "of": "match", "order": 2, "M": 1, "N": 8}
    unit = bundle["claims"][0]["evidence"]["unit"]
    values = {"by": "position", "rows": [[10**3999 - 1 - j] for j in range(8)]}
    keys = {"by": "position", "rows": [[]] * 8}
    head = {"queries": {"by": "token", "rows": [[]]}, "keys": [keys] * 7, "values": [values] * 7}
    unit["alphabet"] = 1
    unit["layers"][0].update(order=8, monomials=[[0]], heads=[head | {"null_keys": [], "null_values": []}])
    bundle["claims"][0]["evidence"]["inputs"] = [[0] * 8]
    refused(bundle)
