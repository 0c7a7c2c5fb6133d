"""Certificates for excluded sizes: accepted for what is excluded, refused beyond, and true of units that exist."""

import copy
import json
from itertools import product

import pytest

from headcount.bounds.constructions.registry import CONSTRUCTIONS, construct
from headcount.certificates.check import check
from headcount.certificates.claims import Sizes
from headcount.certificates.meter import Meter
from headcount.certificates.theorems.costs import exceeds, row_sums
from headcount.certificates.verdict import Accepted, Rejected
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.excluded_sizes.exclusion_certificate import exclusion_certificate
from headcount.reductions.excluded_sizes.path_bounds import lower_bounds
from headcount.reductions.protocols.cost import RowSumCost
from headcount.reductions.protocols.cut import Cut
from headcount.reductions.protocols.half_cut_protocol import HalfCutProtocol
from headcount.reductions.protocols.random_unit import random_fixed_point_unit


def excluded(bundle):
    return [claim for claim in bundle["claims"] if claim.get("claim") == "excluded"]


@pytest.mark.parametrize("grid", ["twos", "midrise"])
@pytest.mark.parametrize("dv", ["m", 1])
@pytest.mark.parametrize(
    ("task", "parameters"),
    [
        ("match3", {"N": 65}),
        ("match3", {"N": 258, "M": 300}),
        ("qsa", {"N": 64, "q": 4}),
        pytest.param("cycle3", {"N": 10}, marks=pytest.mark.slow),
    ],
)
def test_what_is_excluded_is_certified(task, parameters, dv, grid):
    regions = lower_bounds(task, parameters, dv=dv, grid=grid)
    found = exclusion_certificate(task, parameters, regions, [1, 2, 3], H=1)
    if not any(region.excludes(1, 1, 1) for region in regions):
        assert found.bundle is None
        return
    assert found.bundle is not None, found
    assert isinstance(check(json.dumps(found.bundle).encode()), Accepted)
    claimed = {tuple(size) for claim in excluded(found.bundle) for size in claim["sizes"]}
    for m, p, H, width in claimed:
        assert any(region.excludes(m, p, H) for region in regions)
        assert width == (m if dv == "m" else dv)


def test_what_is_not_excluded_is_refused():
    """Twice the values: the count leaves enough, for every argument that has a certificate."""
    for task, parameters in (("match3", {"N": 65}), ("qsa", {"N": 64, "q": 4})):
        bundle = exclusion_certificate(task, parameters, lower_bounds(task, parameters), [1]).bundle
        changed = copy.deepcopy(bundle)
        for claim in excluded(changed):
            claim["sizes"] = [[m, p, H, 2 * width + 2] for m, p, H, width in claim["sizes"]]
        verdict = check(json.dumps(changed).encode())
        assert isinstance(verdict, Rejected), task
        assert verdict.code == "theorem"


def test_what_has_no_certificate_is_named():
    regions = lower_bounds("cycle3", {"N": 66})
    found = exclusion_certificate("cycle3", {"N": 66}, regions, [1])
    assert found.bundle is None
    assert any("more than" in reason for reason in found.left_out)
    assert exclusion_certificate("induction-heads", {"A": 3, "N": 33}, (), [1]).bundle is None


@pytest.mark.parametrize("entry", [entry for entry in CONSTRUCTIONS if entry.name == "match3-histogram"])
def test_a_unit_that_exists_is_not_excluded(entry):
    """Match3 by counting tokens, m = 1, p = 2, dv = M - 1: its own size is excluded by nothing."""
    built = construct(entry.name, M=12, N=5)
    size = built.size
    bundle = exclusion_certificate(
        "match3", {"N": 5, "M": 12}, lower_bounds("match3", {"N": 5, "M": 12}, dv=size.dv), range(1, 6)
    ).bundle
    assert bundle is None or all(
        not (size.m <= m and size.p == p and size.dv <= dv) for c in excluded(bundle) for m, p, _, dv in c["sizes"]
    )
    claim = {
        "claim": "excluded", "unit_class": "FIXED(p, twos)", "read_out": "any",
        "question": {"task": "computation", "of": "match", "order": 3, "M": 12, "N": 5, "position": 0},
        "sizes": [[size.m, size.p, size.H, size.dv]],
        "proof": {"rule": "theorem", "name": "disjointness", "k": 2},
    }  # fmt: skip
    bundle = {"format": "headcount-certificate", "version": 3, "claims": [claim]}
    assert check(json.dumps(bundle).encode()).code == "theorem"


@pytest.mark.parametrize("grid", ["twos", "midrise"])
def test_transcripts_are_no_more_than_counted(grid):
    """All pairs of inputs, random units: different transcripts <= T <= 2^bits."""
    sized = disj_to_match3.at(3)
    for seed, (m, p, H, dv) in enumerate(product((1, 2), (1, 2), (1, 2), (1, 2))):
        unit = random_fixed_point_unit(7, sized.target.alphabet, m, p, H, dv=dv, seed=seed, grid=grid)
        protocol = HalfCutProtocol(unit, Cut(sized.owners), 1, grid)
        seen = set()
        for a, b in product(sized.source.alice_inputs(), sized.source.bob_inputs()):
            run = protocol.run(sized.target.symbols(sized.encode(a, b).task_input))
            seen.add(tuple(message.bits for message in run.messages))
        counted = row_sums(grid, Sizes(m, p, H, dv), 3)
        assert not exceeds(len(seen), counted, Meter())
        assert exceeds(2 ** RowSumCost(3, grid).bits(m, p, H, dv) + 1, counted, Meter())
