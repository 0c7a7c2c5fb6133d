"""Evidence by linear programs, discrepancy, ranks, VC: one change at a time, and nothing false is accepted.

For each matrix and measure the corpus holds a lower and an upper certificate of the same value, which is therefore the
true one (tests/measures compares these values with brute force). So an accepted mutant must claim nothing beyond it.
"""

import copy
import json
import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

from headcount.core.verdict import Accepted, Malformed, Rejected
from headcount.questions import CommunicationMatrix
from headcount.core.check import check
from headcount.solvers.rectangles.weighted_table import decided_lines, without_zeros
from headcount.legacy.evidence.matrices.light_rectangles import require_light
from headcount.core.meter import Meter, OverLimitError
from headcount.questions.reading import Node
from headcount.questions.refusal import MalformedError, RejectionError
from headcount.solvers.rectangles.light_rectangles import heaviest_weight, light_cases

ACCEPTED = Path(__file__).parent / "accept"
MEASURES = (
    "fractional_cover0", "fractional_cover1", "partition_bound", "smooth_rectangle0", "smooth_rectangle1", "disc",
    "disc_uniform", "vc_rows", "vc_columns", "rank_q", "rank_gf2", "rank_gf3", "rank_sign",
)  # fmt: skip


def certificates(measure):
    for path in sorted(ACCEPTED.glob(f"*-{measure}-*.json")):
        content = json.loads(path.read_text())
        if content["claims"][0]["measure"] == measure:
            yield content


def truths(measure):
    ends = {}
    for content in certificates(measure):
        claim = content["claims"][0]
        ends.setdefault(json.dumps(content["question"]), {}).setdefault(claim["side"], []).append(
            Fraction(claim["value"])
        )
    return {
        question: max(sides["lower"])
        for question, sides in ends.items()
        if len(sides) == 2 and max(sides["lower"]) == min(sides["upper"])
    }


def places(value, path=()):
    """Paths to all integers and truth values below."""
    if isinstance(value, int):
        yield path
    elif isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def trees(value, path=()):
    """Paths to the steps of all trees of cases below."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if key == "steps":
                yield (*path, key)
            yield from trees(item, (*path, key))


def changed(content, path, change):
    mutant = copy.deepcopy(content)
    target = mutant["claims"][0]
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = change(target[path[-1]])
    return mutant


@pytest.mark.parametrize("measure", MEASURES)
def test_no_mutant_proves_something_false(measure):
    known = truths(measure)
    assert known
    refused = 0
    for content in certificates(measure):
        truth = known.get(json.dumps(content["question"]))
        if truth is None:
            continue
        claim = content["claims"][0]
        better = Fraction(1, 50) if "/" in claim["value"] else 1
        mutants = [changed(content, ("value",), lambda v, d=sign * better: str(Fraction(v) + d)) for sign in (1, -1)]
        for path in places(claim["evidence"]):
            mutants += [
                changed(content, ("evidence", *path), lambda v, d=d: not v if v is True else v + d) for d in (1, -1)
            ]
        for path in trees(claim["evidence"]):
            mutants += [changed(content, ("evidence", *path), lambda v, k=k: v[:k] + v[k + 1 :]) for k in range(12)]
            mutants += [changed(content, ("evidence", *path), lambda v, k=k: v[:k] + "0" + v[k:]) for k in range(3)]
            mutants += [changed(content, ("evidence", *path), lambda v: v[::-1])]
        for mutant in mutants:
            verdict = check(mutant)
            assert isinstance(verdict, Accepted | Rejected | Malformed)
            if isinstance(verdict, Accepted):
                value = Fraction(mutant["claims"][0]["value"])
                assert value <= truth if claim["side"] == "lower" else value >= truth, mutant
            else:
                refused += 1
    assert refused


def heaviest(weights, allowed):
    rows, columns = len(weights), len(weights[0])
    best = 0
    for s in product((0, 1), repeat=rows):
        for t in product((0, 1), repeat=columns):
            cells = [(i, j) for i in range(rows) if s[i] for j in range(columns) if t[j]]
            if all(allowed(i, j) for i, j in cells):
                best = max(best, sum(weights[i][j] for i, j in cells))
    return best


def shown_light(weights, most, evidence):
    try:
        require_light(Node(evidence, "cases"), weights, most)
    except (RejectionError, MalformedError):
        return False
    return True


def least_shown(weights):
    """The least bound for which a tree is found, which must be replayed; none may be found for less."""
    least = heaviest_weight(weights)
    evidence = light_cases(weights, least)
    assert shown_light(weights, least, evidence), weights
    if least:
        with pytest.raises(ValueError, match="weighs more"):
            light_cases(weights, least - 1)
        assert not shown_light(weights, least - 1, evidence)
    for steps in (evidence["steps"][:-1], evidence["steps"] + "0"):
        assert steps == "" or not shown_light(weights, least, {**evidence, "steps": steps})
    return least


def test_heaviest_rectangle_after_merging():
    for word in product((-1, 0, 2), repeat=6):
        weights = [list(word[:3]), list(word[3:])]
        weights.append([2 * x for x in weights[0]])  # proportional rows are added up
        assert least_shown(weights) == heaviest(weights, lambda i, j: True), weights


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (3, 1), (2, 3), (3, 3)])
def test_heaviest_rectangle_of_all_sign_matrices(shape):
    for word in product((-1, 1), repeat=shape[0] * shape[1]):
        weights = [list(word[i * shape[1] : (i + 1) * shape[1]]) for i in range(shape[0])]
        assert least_shown(weights) == heaviest(weights, lambda i, j: True), weights


@pytest.mark.parametrize("size", [4, 5])
def test_heaviest_rectangle_of_random_weights(size):
    rng = random.Random(size)
    for scale in (1, 3, 2**70):
        for _ in range(8):
            weights = [[rng.randint(-2, 2) * scale + rng.randrange(scale) for _ in range(size)] for _ in range(size)]
            assert least_shown(weights) == heaviest(weights, lambda i, j: True), weights


def test_heaviest_constant_rectangle():
    for rows in product(("011", "1*0", "001", "***", "110"), repeat=3):
        weights = [[1 + (3 * i + 5 * j) % 4 if x == "1" else 0 for j, x in enumerate(r)] for i, r in enumerate(rows)]
        expected = heaviest(weights, lambda i, j, rows=rows: rows[i][j] != "0")
        assert least_shown(without_zeros(weights, rows)) == expected, rows


def test_symmetries_shorten_trees_and_are_checked():
    """On IP_3 and EQ_3 the orbits of rows are left out at once; a tree for orbits proves nothing without them."""
    for name in ("ip", "eq"):
        weights = [list(row) for row in CommunicationMatrix.named(name, 3).signs]
        most = heaviest_weight(weights)
        evidence = light_cases(weights, most)
        plain = {"steps": evidence["steps"]}
        assert evidence["symmetries"]
        assert shown_light(weights, most, evidence)
        assert not shown_light(weights, most, plain)
        size = len(evidence["symmetries"][0])
        for a, b in combinations(range(size), 2):
            swap = list(range(size))
            swap[a], swap[b] = b, a
            if shown_light(weights, most, {**evidence, "symmetries": [*evidence["symmetries"], swap]}):
                lines = decided_lines(weights)
                assert sorted(zip(*(lines[i] for i in swap), strict=True)) == sorted(zip(*lines, strict=True))


def test_trees_are_charged_before_they_are_replayed():
    weights = [list(row) for row in CommunicationMatrix.named("ip", 3).signs]
    most = heaviest_weight(weights)
    meter = Meter(100)
    with pytest.raises(OverLimitError):
        require_light(Node(light_cases(weights, most), "cases", meter), weights, most)
    assert meter.spent == 100


def test_averaging_over_symmetries_needs_all_of_them_to_be_symmetries():
    """One rectangle of weight 2 stands for the two halves of the diagonal only if the exchange is a symmetry."""
    swap = {"rows": [1, 0], "columns": [1, 0], "transposed": False}
    evidence = {"kind": "weights", "denominator": 1, "rectangles": [[[0], [0], 2]], "symmetries": [swap]}

    def verdict(rows):
        question = {"task": "communication", "of": "matrix", "rows": rows}
        claim = {"measure": "fractional_cover1", "side": "upper", "value": "2", "evidence": evidence}
        return check({"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]})

    assert isinstance(verdict(["10", "01"]), Accepted)
    refused = verdict(["10", "11"])
    assert isinstance(refused, Rejected)
    assert refused.code == "not-an-automorphism"
