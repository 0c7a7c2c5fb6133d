"""The graph of problems: arrows checked, wrong arrows refused, paths that compose, bounds that travel along them."""

from dataclasses import replace
from itertools import product

import networkx as nx
import pytest

from headcount.reductions import problem_graph as module
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.excluded_sizes.lower_bounds import lower_bounds_for
from headcount.reductions.excluded_sizes.path_bounds import lower_bounds, path_bounds
from headcount.reductions.laws import Refuted, verify_exhaustive
from headcount.reductions.laws_by_solver import verify_symbolic
from headcount.reductions.problem_graph import (
    EQ_IN_DISJ,
    TWO_PARTY_MAPS,
    paths_to,
    problem_graph,
    reduction_between,
    reduction_to,
)
from headcount.reductions.protocols.cost import ToldCost
from headcount.reductions.protocols.cut import Cut
from headcount.reductions.protocols.half_cut_protocol import HalfCutProtocol
from headcount.reductions.protocols.layered_protocol import LayeredProtocol
from headcount.reductions.protocols.query_cut_protocol import QueryCutProtocol
from headcount.reductions.protocols.random_unit import random_fixed_point_unit
from headcount.reductions.reduction import Owner, ReductionError
from headcount.reductions.registry import REDUCTIONS
from headcount.tasks import TaskError
from headcount.tasks.two_party.functions import TwoPartyError

# ---- arrows


@pytest.mark.parametrize("step", TWO_PARTY_MAPS, ids=lambda step: step.name)
def test_maps_keep_the_value(step):
    for n in range(1, 5):
        assert step.counterexample(n) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        replace(EQ_IN_DISJ, negated=True),
        replace(EQ_IN_DISJ, alice=lambda a, on: (*a, *a)),
        replace(EQ_IN_DISJ, bob=lambda b, n, on: (*b, *(1 - bit for bit in b))),
    ],
)
def test_a_wrong_map_is_refused_with_its_counterexample(wrong, monkeypatch):
    assert len(wrong.counterexample(2)) == 2
    monkeypatch.setattr(module, "TWO_PARTY_MAPS", (wrong,))
    problem_graph()  # a claim only
    with pytest.raises(ReductionError, match=r"eq-to-disj .* n=1 on \(\(0,\), "):
        problem_graph(check_up_to=2)


def test_a_wrong_encoder_is_refused(monkeypatch):
    def swapped(n, **chosen):
        sized = disj_to_match3.at(n, **chosen)
        return replace(sized, read_out=lambda output: output)

    monkeypatch.setattr(module, "REDUCTIONS", (replace(disj_to_match3, size=swapped),))
    with pytest.raises(ReductionError, match="correctness"):
        problem_graph(check_up_to=1)


def test_the_graph():
    graph = problem_graph(check_up_to=3)
    assert nx.is_directed_acyclic_graph(graph)
    assert {(r.source, r.target) for r in (*REDUCTIONS, *TWO_PARTY_MAPS)} == set(graph.edges)
    for source, target, edge in graph.edges(data=True):
        assert graph.nodes[source]["kind"] == "two-party"
        assert (graph.nodes[target]["kind"] == "task") is (edge["kind"] == "encoding")
        assert edge["checks"] == ("all pairs of inputs, n = 1 .. 3",)
        assert edge["bits"] == 0
        assert edge["sizes"]
        assert edge["citation"]
    assert all(edge["checks"] == () for _, _, edge in problem_graph().edges(data=True))
    assert graph.edges["disj", "cycle3"]["sizes"] == "N = n + 2"
    assert graph.edges["index", "ip"]["sizes"] == "n to n"


# ---- paths


@pytest.mark.parametrize("task", sorted({r.target for r in REDUCTIONS}))
def test_every_path_is_a_reduction(task):
    """The laws hold for compositions, by brute force and by the solver."""
    for path in paths_to(task):
        for n in (1, 2, 3):
            found = verify_exhaustive(path.reduction.at(n))
            assert found.holds, found
        assert verify_symbolic(path.reduction.at(3)).holds


def test_a_composition_with_a_wrong_map_breaks_a_law():
    wrong = replace(EQ_IN_DISJ, bob=lambda b, n, on: (*b, *b))
    for found in (
        verify_exhaustive(wrong.then(disj_to_match3.at(4), 2)),
        verify_symbolic(wrong.then(disj_to_match3.at(16), 8)),
    ):
        assert isinstance(found, Refuted)
        assert found.law == "correctness"
        assert found.wanted != found.got


def test_names():
    assert [str(path) for path in paths_to("cycle3")] == [
        "disj -> cycle3",
        "eq -> disj -> cycle3",
        "index -> disj -> cycle3",
    ]
    assert reduction_to("match3").source == "disj"
    assert reduction_to("induction-heads").source == "index"
    assert reduction_between("disj", "match3") is disj_to_match3
    assert dict(reduction_between("eq", "match3").at(4, M=30).sizes) == {"n": 4, "N": 17, "M": 30}
    with pytest.raises(ReductionError, match="did you mean disj match3"):
        reduction_between("disj", "mach3")
    with pytest.raises(ReductionError, match="no reduction ends in 'match2'"):
        paths_to("match2")
    with pytest.raises(TwoPartyError):
        reduction_between("eq", "match3").at(0)
    with pytest.raises(ValueError, match="disj at size 6"):
        EQ_IN_DISJ.then(disj_to_match3.at(4), 3)


# ---- bounds along paths


@pytest.mark.parametrize(
    ("task", "parameters"),
    [("match3", {"N": 65}), ("match3", {"N": 65, "M": 70}), ("qsa", {"N": 17, "q": 8}), ("qsa", {"N": 40, "q": 8})],
)
def test_direct_paths_agree_with_the_named_bounds(task, parameters):
    """The encoder's own cut gives the cost and the requirement that the bounds by name write down."""
    named = lower_bounds_for(task, parameters, dv=1)
    path = paths_to(task)[0]
    assert path.maps == ()
    regions = [one for one in path_bounds(path, parameters, dv=1) if not isinstance(one.cost, ToldCost)]
    found = {(region.cost, region.required) for region in regions}
    assert found <= {(region.cost, region.required) for region in named}
    everything = lower_bounds(task, parameters, dv=1)
    assert set(named) <= set(everything)
    assert [region.required for region in everything] == sorted((r.required for r in everything), reverse=True)
    assert not any(region.argument == f"{path} (row sums)" for region in everything)  # not twice


@pytest.mark.parametrize(
    ("task", "parameters", "n"),
    [
        ("cycle3", {"N": 12}, 10),
        ("induction-heads", {"N": 21}, 10),
        ("streaming-qsa", {"N": 12, "q": 3}, 10),
        ("match3", {"N": 21}, 10),
        ("qsa", {"N": 30, "q": 10}, 10),
        ("match3", {"N": 22}, None),
        ("match3", {"N": 21, "M": 21}, None),
        ("qsa", {"N": 20, "q": 10}, None),
        ("cycle3", {"N": 2}, None),
        ("induction-heads", {"N": 20}, None),
    ],
)
def test_the_size_of_the_source(task, parameters, n):
    regions = path_bounds(paths_to(task)[0], parameters)
    if n is None:
        assert regions == ()
    else:
        assert {region.required for region in regions} <= {n, (n - 1).bit_length()}
        assert all(f"at n = {n}," in region.condition for region in regions)
        assert all(dict(region.parameters).items() >= parameters.items() for region in regions)


@pytest.mark.parametrize("task", sorted({r.target for r in REDUCTIONS}))
def test_the_cost_is_that_of_the_protocol_on_the_encoders_cut(task):
    """A unit is run across each path's cut by the owner of the output: the bits are the region's, on every input."""
    for path in paths_to(task):
        sized = path.reduction.at(2)
        unit = random_fixed_point_unit(len(sized.owners), sized.target.alphabet, m=2, p=2, H=2, dv=2)
        regions = path_bounds(path, dict(sized.target.parameters), dv=2)
        assert regions
        for region in regions:
            one_way, owner = region.needs[0] != "D", sized.owners[sized.output_position - 1]
            if isinstance(region.cost, ToldCost) or (one_way and owner is Owner.BOB):  # played from Alice alone
                continue
            answering = Owner.ALICE if owner is Owner.ALICE and not one_way else Owner.BOB
            kind = QueryCutProtocol if one_way else HalfCutProtocol
            if one_way and owner is Owner.PUBLIC:
                protocol = LayeredProtocol(unit, Cut(sized.owners), sized.read_positions, one_way=True)
            else:
                protocol = kind(unit, Cut(sized.owners), sized.output_position, "twos", answering)
            assert protocol.formula_bits == region.bits(2, 2, 2)
            for a, b in product(sized.source.alice_inputs(), sized.source.bob_inputs()):
                tokens = sized.target.symbols(sized.encode(a, b).task_input)
                run = protocol.run(tokens)
                assert run.answer == unit.outputs(tokens)[sized.output_position - 1]
                assert run.total <= region.bits(2, 2, 2)


def test_cycle3_grows_linearly():
    """One token of Alice against N - 2 bits: m p^2 or so must grow with N."""
    least = [lower_bounds("cycle3", {"N": N})[0].least_m(1, 1) for N in (34, 66, 130, 258)]
    assert least == [12, 28, 59, 123]


def test_nothing_is_known():
    assert lower_bounds("match2", {"M": 7}) == ()
    assert lower_bounds("match3", {"N": 65, "M": 5}) == ()


# ---- random units


def test_random_units():
    unit = random_fixed_point_unit(4, 3, m=2, p=3, H=2, dv=2, combine="concat", null=True, grid="midrise")
    assert (unit.m, unit.H, unit.dv, unit.layers[0].bits, unit.layers[0].combine) == (2, 2, 2, 3, "concat")
    assert set(unit.entries) <= {-7, -5, -3, -1, 1, 3, 5, 7}
    assert len(unit.layers[0].heads[0].null_keys) == 1
    assert len(unit.outputs((0, 1, 2, 0))) == 4
    assert set(random_fixed_point_unit(9, 9, m=4, p=2, grid="twos").entries) == {-2, -1, 0, 1}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"m": 0}, "m, the width"),
        ({"p": 0}, "p, the bits"),
        ({"p": 20_000}, "p, the bits per number, must be at most 1000"),
        ({"H": -1}, "H, the number of heads"),
        ({"dv": 0}, "dv, the width of values"),
        ({"grid": "real"}, "grid must be one of"),
        ({"combine": "max"}, "combine must be sum or concat"),
        ({"alphabet": 10**9}, "at most 5000000 numbers"),
    ],
)
def test_impossible_units(change, said):
    with pytest.raises(TaskError, match=said):
        random_fixed_point_unit(**{"N": 2, "alphabet": 2, "m": 2, "p": 2, **change})
