"""What theorems require of sizes, classes and premises of a claim; costs grow."""

import random
from fractions import Fraction
from itertools import product

import pytest

from asking import accepts, judged, named, proved, width
from exact_sign_rank import qsa_dimension
from headcount.certificates.claims import Sizes
from headcount.certificates.meter import Meter
from headcount.certificates.schema import Record
from headcount.certificates.theorems.costs import COSTS, exceeds
from headcount.certificates.theorems.needs import NEEDS

SCOPE = {"null": True, "tables": "both", "combine": "concat"}
AVERAGES = {"task": "averaging", "N": 4, "q": 2}
HEADS = {"task": "computation", "of": "induction-heads", "A": 40, "N": 3}
MATCH3 = {"task": "computation", "of": "match", "order": 3, "M": 10**6, "N": 10**6}
CYCLES = {"task": "computation", "of": "cycle3", "N": 20}
QSA = {"task": "qsa", "N": 40, "q": 20}
BOUNDS = {  # each is proved as it stands, and by none of the changes
    "centre": (
        AVERAGES, width("SOFTMAX", "lower", 3, error="1/10"), named("centre", k=3),
        [{"heads": 2}, {"resource": "H", "m": 2, "value": 2}, {"side": "upper"}, {"error": "1/2"},
         {"unit_class": "SATURATED"}, {"unit_class": "FIXED(2, twos)"}],
    ),
    "crossings": (
        {"task": "averaging", "N": 9, "q": 3}, width("SOFTMAX", "lower", 2, error="1/2"), named("crossings", k=2),
        [{"heads": 2}, {"side": "upper"}, {"error": "1"}, {"unit_class": "SATURATED"}],
    ),
    "disjointness": (
        MATCH3, width("FIXED(1, twos)", "lower", 2, read_out="any", scope=SCOPE), named("disjointness", k=400_000),
        [{"scope": None}, {"order": 3, "scope": None}, {"layers": 2, "scope": None}, {"side": "upper"},
         {"unit_class": "SATURATED", "scope": None}, {"heads": 10**6}, {"dv": 10**6}],
    ),
    "disjointness, rounded sums": (
        MATCH3, width("ROUNDED(1, twos)", "lower", 2, read_out="any", scope=SCOPE), named("disjointness", k=400_000),
        [{"scope": None}, {"layers": 2, "scope": None}, {"side": "upper"}, {"heads": 10**6}, {"dv": 10**6},
         {"read_out": "threshold"}, {"scope": {**SCOPE, "combine": "sum"}}],
    ),
    "presence": (
        MATCH3, width("ROUNDED(1, twos)", "upper", 10**6, read_out="any", dv="m"), named("presence"),
        [{"side": "lower"}, {"value": 10**6 - 1}, {"unit_class": "ROUNDED(1, midrise)"}, {"layers": 2},
         {"heads": 2, "value": 499_999}, {"heads": 2, "dv": 499_999}, {"order": 3},
         {"unit_class": "SATURATED"}, {"unit_class": "FIXED(1, twos)", "read_out": "threshold"}, {"dv": 10**6 - 1},
         {"resource": "p", "m": 10**6, "unit_class": "ROUNDED(p, twos)", "dv": 10**6}],
    ),
    "told token": (
        CYCLES, width("FIXED(1, twos)", "lower", 17, read_out="any"), named("told token"),
        [{"order": 3}, {"layers": 2}, {"heads": 2}, {"dv": 2}, {"value": 19}, {"side": "upper"},
         {"unit_class": "SATURATED"}, {"unit_class": "FIXED(2, twos)"}],
    ),
    "told values": (
        HEADS, width("FIXED(1, twos)", "lower", 4, read_out="any"),
        named("told values", inputs=[[0, 0, 0]], position=1, values=[*range(1, 18)]),
        [{"order": 3}, {"layers": 2}, {"heads": 2}, {"dv": 3}, {"value": 5}, {"side": "upper"},
         {"unit_class": "SATURATED"}, {"unit_class": "FIXED(2, twos)"}],
    ),
    "means": (
        {**AVERAGES, "N": 60, "q": 30}, width("FIXED(1, twos)", "lower", 20, error="1/40"), named("means"),
        [{"error": "1/30"}, {"heads": 10}, {"unit_class": "SOFTMAX"}, {"value": 10**4}, {"side": "upper"}],
    ),
    "queries": (
        QSA, width("GRID(2, twos, gap 1)", "lower", 19), named("queries"),
        [{"value": 20}, {"side": "upper"}, {"unit_class": "SIGN"}, {"unit_class": "GRID(3, twos, gap 1)"}],
    ),
    "margin": (
        QSA, width("GRID(1, midrise, gap 8)", "lower", 2), named("margin"),
        [{"side": "upper"}, {"unit_class": "SIGN"}, {"unit_class": "GRID(9, midrise, gap 8)"}, {"value": 10**4}],
    ),
    "columns": (
        QSA, width("SIGN", "lower", 39), named("columns independent", k=40),
        [{"side": "upper"}, {"unit_class": "GRID(2, twos, gap 1)"}, {"value": 40}],
    ),
    "path": (
        {"task": "sparse-pattern", "n": 5, "layers": [{"name": "window", "w": 1}]}, {"claim": "path"},
        named("in order"),
        [{"claim": "no-path"}, {"claim": "self-attending"}, {"claim": "hops-infinite"}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOUNDS)
def test_a_theorem_is_about_one_class_side_and_size(name):
    statement, claim, proof, changes = BOUNDS[name]
    assert accepts(statement, claim, proof), judged({**claim, "proof": proof}, statement)
    for change in changes:
        changed = {key: value for key, value in {**claim, **change}.items() if value is not None}
        assert not accepts(statement, changed, proof), change
    for other in BOUNDS.values():
        if other[2]["name"] != proof["name"] and (QSA not in (other[0], statement) or other[0] != statement):
            assert not accepts(statement, claim, other[2]) and not accepts(other[0], other[1], proof), other[2]


def test_disjointness_is_asked_of_match3_at_the_first_position():
    claim = BOUNDS["disjointness"][1]
    for change, fine in (
        ({"position": 0}, True), ({"position": 1}, False), ({"order": 2}, False), ({"order": 4}, False),
        ({"M": 800_002}, True), ({"M": 800_001}, False), ({"N": 800_001}, True), ({"N": 800_000}, False),
    ):  # fmt: skip
        assert accepts({**MATCH3, **change}, claim, named("disjointness", k=400_000)) == fine, change
    for k in (-1, 0, 1, 10**30):
        assert not accepts(MATCH3, claim, named("disjointness", k=k))


def test_told_tokens_are_asked_where_they_can_be_told():
    claim = width("FIXED(1, twos)", "lower", 10, read_out="any")
    for change, fine in (({}, True), ({"position": 0}, False), ({"position": 19}, False), ({"N": 2}, False)):
        assert accepts({**CYCLES, **change}, claim, named("told token")) == fine, change
    for of in ({"of": "k-hop", "A": 10**6, "N": 21, "k": 10}, {"of": "composition", "n": 10**6}):
        assert not accepts({"task": "computation", **of}, claim, named("told token")), of


def costs_grow(count, seed):
    rng = random.Random(seed)
    encoding = Record("reduction", {"owners": "ABBPA", "position": (1, 2)})
    bound = Record("", {"quantity": Record("measure", {"name": "one_way_ab"})})
    for _ in range(count):

        class Case:
            s = Record("qsa", {"N": rng.randint(1, 9), "q": 1, "of": "table", "length": rng.randint(1, 9)})
            z = Record("size", {"layers": rng.randint(1, 4)})
            k, meter = rng.randint(0, 5), Meter(10**9)
            found = (Record("", {"statement": encoding}), bound)

        Case.s.fields["q"] = rng.randint(1, Case.s.N)
        sizes = Sizes(rng.randint(0, 4), rng.randint(1, 4), rng.randint(1, 3), rng.randint(1, 3))
        grid = rng.choice(("twos", "midrise"))

        def total(name, z, case=Case, grid=grid):
            most = 1
            for base, power in COSTS[name](case, grid, z):
                most *= base**power
            return most

        for name in COSTS:
            before = total(name, sizes)
            for field in sizes._fields:
                assert total(name, sizes._replace(**{field: getattr(sizes, field) + 1})) >= before, (name, sizes, field)
            factors = COSTS[name](Case, grid, sizes)
            for needed in (before - 1, before, before + 1, 2 * before + 1):
                assert exceeds(needed, factors, Meter()) == (needed > before), (name, needed, before)
    return count


def test_costs_grow_with_all_sizes_and_are_compared_exactly():
    assert costs_grow(150, 1) and {row.cost for row in NEEDS} == set(COSTS)


def test_excluded_sizes_are_each_too_small():
    claim = {
        "claim": "excluded",
        "unit_class": "FIXED(p, twos)",
        "error": "1/40",
        "sizes": [[1, 1, 1, 1], [19, 1, 1, 1]],
    }
    averages = {**AVERAGES, "N": 60, "q": 30}
    assert accepts(averages, claim, named("means"))
    assert not accepts(averages, {**claim, "sizes": [[1, 1, 1, 1], [10**4, 1, 1, 1]]}, named("means"))
    assert not accepts(averages, {**claim, "sizes": [[10**4, 1, 1, 1], [1, 1, 1, 1]]}, named("means"))
    computed = {"claim": "excluded", "unit_class": "FIXED(p, twos)", "read_out": "any", "sizes": [[1, 1, 1, 1]]}
    assert accepts(MATCH3, computed, named("disjointness", k=400_000))
    for statement, name in ((CYCLES, "told token"), (CYCLES, "least"), (MATCH3, "least"), (MATCH3, "means")):
        assert not accepts(statement, computed, named(name))


def test_premises_are_about_the_same_matrix_and_parameter():
    one, other = ({"task": "communication", "of": "matrix", "rows": rows} for rows in (["01", "10"], ["11", "10"]))
    cover = {"measure": "cover1", "side": "lower", "value": "2"}
    claim, proof = {**cover, "measure": "partition1"}, named("cover1 <= partition1", **{"from": [0]})
    assert accepts(one, claim, proof, [cover])
    assert not accepts(one, claim, proof, [{**cover, "question": other}])
    assert not accepts(one, claim, proof, [{**cover, "side": "upper"}])
    assert not accepts(one, claim, proof, [])
    bound = {"measure": "smooth_rectangle1", "epsilon": "1/3", "side": "lower", "value": "2"}
    claim = {**bound, "measure": "partition_bound"}
    proof = named("smooth_rectangle1 <= partition_bound", **{"from": [0]})
    assert accepts(one, claim, proof, [bound])
    assert not accepts(one, {**claim, "epsilon": "1/2"}, proof, [bound])
    for premises in ([0, 0], [], [1], ["0"], [None], [{}]):
        assert not accepts(one, claim, {**proof, "from": premises}, [bound])


def test_a_star_is_on_neither_side_and_a_set_is_connected():
    """K5 of single columns, each alone in a row; then with something missing."""
    pairs = [(a, b) for a, b in product(range(10), repeat=2) if a < b]
    rows = ["".join("+" if c in pair else "-" for c in range(10)) for pair in pairs]
    statement = {"task": "pattern", "rows": rows, "null": False}
    sets = [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]
    everything = list(range(len(rows)))

    def shown(sets, picked):
        return proved(statement, width("SIGN", "lower", 4), named("planarity", sets=sets, rows=picked)) == 4

    assert shown(sets, everything)
    assert not shown(sets, [k for k, pair in enumerate(pairs) if pair != (0, 1)])
    assert not shown([[0], *sets[1:]], everything)  # no row has column 0 alone
    assert not shown([[0, 1], [1, 2], *sets[2:]], everything) and not shown(sets[:4], everything)
    assert not shown([*sets[:4], [8, 10]], everything) and not shown(sets, [k for k in everything if k > 8])
    far = [k for k, (a, b) in enumerate(pairs) if not (a < 2 and b > 7)]
    assert not shown(sets, far)


def test_averages_need_no_more_than_ties_do():
    """Scores that are tied on each q-subset, multiplied up, err as little as one likes."""
    for N in range(1, 10):
        for q, error in product(range(1, N + 1), (Fraction(1, 10**6), Fraction(1, 10 * N), Fraction(9, 10 * N))):
            for name, k in product(("centre", "crossings"), range(N + 3)):
                claim = width("SOFTMAX", "lower", 1, error=str(error))
                value = proved({"task": "averaging", "N": N, "q": q}, claim, named(name, k=k))
                assert value is None or value <= qsa_dimension(N, q), (N, q, name, k, error)


def test_nested_rows_share_a_query():
    """Four keys -3, -1, 1, 3 and the queries 3 and -3 show all five rows in one dimension, with two bits."""
    statement = {"task": "pattern", "rows": ["+---", "++--", "+++-", "---+", "--++"], "null": False}
    claim = width("GRID(2, midrise, gap 1/2)", "lower", 2)
    assert not accepts(statement, claim, named("rows"))
    crossing = {**statement, "rows": ["+---", "-+--", "--+-", "---+", "++--"]}
    assert not accepts(crossing, claim, named("rows")) and not accepts(
        crossing, claim, named("rows", lines=[0, 1, 2, 3])
    )
    assert accepts(crossing, width("GRID(1, midrise, gap 1/2)", "lower", 2), named("rows", lines=[0, 1, 2, 3]))
