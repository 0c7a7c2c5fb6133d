"""A reduction from two plain functions: right ones, wrong ones, what follows from them, and what is refused."""

import re
from itertools import product

import pytest

import headcount
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.reductions.excluded_sizes.disjointness_lower import match3_disjointness_lower
from headcount.reductions.excluded_sizes.excluded_region import Standing
from headcount.reductions.reduction import Owner, ReductionError
from headcount.tasks import Match3
from headcount.tasks.two_party.functions import TwoPartyError


def cycle(n):
    return headcount.PairDetection(n, lambda x, y: (x - y) % n in (1, n - 1), name=f"cycle-{n}")


def index_to_cycle(n, step):
    return headcount.reduction(
        "index",
        cycle(step * n),
        n,
        alice=lambda a: {j: step * (j - 1) + bit for j, bit in enumerate(a, start=1)},
        bob=lambda b: {n + 1: step * (b - 1)},
        output_position=n + 1,
    )


def disj_to_match3(n):
    """As in Sanford, Hsu, Telgarsky 2023: even alpha_i and M - 1 - alpha_i with the public 1."""
    M = 2 * n + 2
    return headcount.reduction(
        "disj",
        Match3(M, 2 * n + 1),
        n,
        alice=lambda a: {1 + i: 2 * (i - 1) if bit else 1 for i, bit in enumerate(a, start=1)},
        bob=lambda b: {1 + n + i: M + 1 - 2 * i if bit else 1 for i, bit in enumerate(b, start=1)},
        public={1: 1},
        read_out=lambda output: 1 - output,
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_right_one_is_verified_and_certified(n):
    found = headcount.reduce(index_to_cycle(n, 3), verify=True)
    assert found.holds
    assert isinstance(check(found.certificate()), Accepted)
    for a, b in product(product((0, 1), repeat=n), range(1, n + 1)):  # by hand
        tokens = found.reduction.tokens(a, b)
        assert tokens[-1] == 3 * (b - 1)
        assert any((t - tokens[-1]) % (3 * n) in (1, 3 * n - 1) for t in tokens) == a[b - 1]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_wrong_one_is_refuted_with_a_counterexample(n):
    found = headcount.reduce(index_to_cycle(n, 2), verify=True)
    wrong = found.checks[0]
    assert found.holds is False
    assert wrong.law == "correctness"
    encoded = index_to_cycle(n, 2).encode(wrong.a, wrong.b)
    assert encoded.answer != encoded.wanted
    with pytest.raises(ReductionError, match=r"no bound follows: .*breaks correctness"):
        found.lower_bounds()


def test_who_looks_at_the_other_party_s_input_is_caught():
    """Alice's function is told Bob's input behind the back of the definition."""
    said = {}

    def bob(b):
        said["b"] = b
        return {2: 0}

    def alice(a):
        return {1: int(bool(a[0] and said.get("b", (0,))[0]))}

    @headcount.task(alphabet=2, length=2)
    def first(x):
        return [x[0], x[0]]

    found = headcount.reduce(headcount.reduction("ip", first, 1, alice=alice, bob=bob), verify=True)
    assert found.holds is False


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_the_published_one_written_by_hand_gives_the_published_bound(n):
    sized = disj_to_match3(n)
    assert sized.owners[0] is Owner.PUBLIC
    assert headcount.reduce(sized, verify=True).holds
    N = 2 * n + 1
    published = match3_disjointness_lower(N)
    assert (published.cost, published.required) in {
        (region.cost, region.required) for region in headcount.reduce(sized).lower_bounds()
    }
    region = headcount.reduce(sized).lower_bounds(dv=1)[0]
    assert region.reduction.standing is Standing.CHECKED
    assert f"all laws hold for {4**n} pairs" in region.reduction.statement


def test_a_matrix_may_be_the_function():
    rows = [[0, 1, 1], [1, 0, 1]]

    @headcount.task(alphabet=6, length=2)
    def different(x):
        return [int(x[0] != x[1])] * 2

    sized = headcount.reduction(rows, different, alice=lambda a: {1: a}, bob=lambda b: {2: b})
    assert headcount.reduce(sized, a=2, b=2).encoded.answer == 0
    assert headcount.reduce(sized, verify=True).holds
    assert sized.prefix


def test_encoders_that_run_on_terms_are_decided_by_a_solver():
    def sized(step):
        n = 3
        points = step * n
        return headcount.reduction(
            "index",
            cycle(points),
            n,
            alice=lambda a, on: {j: step * (j - 1) + bit for j, bit in enumerate(a, start=1)},
            bob=lambda b, on: {n + 1: step * (b - 1)},
            output_position=n + 1,
            formula=lambda x, on: on.any(
                on.any([t - x[-1] == d for d in (1, -1, points - 1, 1 - points)]) for t in x
            ),
        )  # fmt: skip

    assert headcount.reduce(sized(3), symbolic=True).holds
    assert headcount.reduce(sized(2), symbolic=True).holds is False


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"source": "djs"}, "source must be one of disj"),
        ({"n": None}, "n, the size of index, is missing"),
        ({"n": 0}, "n, the size of a two-party function"),
        ({"source": [[0, 1]], "n": 2}, "leave n out"),
        ({"source": [["*", "*"]], "n": None}, "must promise something"),
        ({"source": "ghd", "n": 4}, "ghd needs gap"),
        ({"source": "ghd n=4 gap=2", "n": 4}, "n is given twice"),
        ({"target": 3}, "target must be a task"),
        ({"alice": 3}, "alice must be a function of an input"),
        ({"alice": lambda a: [1, 2]}, "alice must return a dict from positions"),
        ({"alice": lambda a: {0: 1}}, "counted from 1"),
        ({"alice": lambda a: {1: a[7]}}, "alice raised IndexError"),
        ({"alice": lambda a: {3: 1}}, "position 3 must have one owner"),
        ({"alice": lambda a: {1: 1}}, "position 2 of 3 must be written"),
        ({"public": {1: 0}}, "position 1 must have one owner"),
        ({"output_position": 9}, "output_position must be one position from 1 to 3, got 9"),
        ({"output_position": (1, 2)}, r"output_position must be one position from 1 to 3, got \(1, 2\)"),
    ],
)
def test_what_is_refused(changed, message):
    given = {
        "source": "index", "target": cycle(6), "n": 2, "alice": lambda a: dict(enumerate(a, start=1)),
        "bob": lambda b: {3: b}, "output_position": 3,
    } | changed  # fmt: skip
    with pytest.raises((ReductionError, TwoPartyError), match=message):
        headcount.reduction(given.pop("source"), given.pop("target"), given.pop("n"), **given)


def never(output):
    raise ValueError("no such output")


@pytest.mark.parametrize(
    ("changed", "law", "got"),
    [
        ({"read_out": lambda output: 2}, "correctness", r"2 from read_out\(.\), which must return 0 or 1"),
        ({"read_out": never}, "correctness", r"no bit: read_out\(.\) raised ValueError: no such output"),
        ({"bob": lambda b: {3: b / 1}}, "alphabet", "wanted an integer 0 .. 5, got 1.0"),
        ({"bob": lambda b: {3: "b"}}, "alphabet", "wanted an integer 0 .. 5, got b"),
    ],
)
def test_what_a_wrong_part_gave_is_shown(changed, law, got):
    given = {"alice": lambda a: dict(enumerate(a, start=1)), "bob": lambda b: {3: b}, "output_position": 3}
    (wrong,) = headcount.reduce(headcount.reduction("index", cycle(6), 2, **given | changed), verify=True).checks
    assert wrong.law == law
    assert re.search(got, str(wrong))


def test_a_matrix_has_a_size_of_its_own(tmp_path, monkeypatch):
    """What n the function in the file was called with, and the size of the matrix that it took."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "import headcount\n"
        "@headcount.task(alphabet=4, length=2, name='equal')\n"
        "def equal(x):\n    return [int(x[0] == x[1])] * 2\n"
        "def matrix(n):\n"
        "    rows = [[int(a == b) for b in range(4)] for a in range(4)]\n"
        "    return headcount.reduction(rows, equal, alice=lambda a: {1: a - 1}, bob=lambda b: {2: b - 1})\n"
    )
    assert (
        headcount.reduce("mine.py:matrix", n=1).reduction.name == "mine.py:matrix at n=1, of MATRIX_4 (matrix-to-equal)"
    )
    assert headcount.reduce("mine.py:matrix", n=4).reduction.name == "mine.py:matrix (matrix-to-equal)"


def test_a_result_is_true_only_if_it_was_checked_and_is_right():
    right, wrong = (headcount.reduce(index_to_cycle(2, step), verify=True) for step in (3, 2))
    assert right
    assert not wrong
    assert repr(right) == "<Reduced: index-to-cycle-6: n = 2, N = 3: right for all inputs>"
    assert "index-to-cycle-4: n = 2, N = 3: WRONG: index-to-cycle-4 n=2 breaks correctness" in repr(wrong)
    assert "a=(0, 1) b=1" in repr(wrong)
    assert str(wrong).startswith("index-to-cycle-4: n = 2, N = 3 -- WRONG\n")
    with pytest.raises(ReductionError, match=r"there is no certificate that a wrong encoding is right: .* a="):
        wrong.certificate()
    with pytest.raises(TypeError, match="ask verify=True"):
        bool(headcount.reduce(index_to_cycle(2, 3)))
    with pytest.raises(TypeError, match="ask verify=True"):  # one pair alone shows nothing
        bool(headcount.reduce(index_to_cycle(2, 3), a="01", b=1))
    assert not headcount.reduce(index_to_cycle(2, 2), a="01", b=1)
    undecided = headcount.reduce("disj qsa", n=40, symbolic=True, budget=0.001)
    assert "undecided" in repr(undecided)
    with pytest.raises(TypeError, match="larger budget"):
        bool(undecided)


def test_a_bound_that_excludes_nothing_says_so_everywhere():
    found = headcount.reduce(index_to_cycle(8, 3)).lower_bounds()
    region = next(one for one in found if one.argument.endswith("(row sums)"))
    assert region.excludes_nothing
    assert str(region).endswith(
        "\n  this argument excludes nothing: even m = p = H = 1 pays 14 bits, and 3 are required"
    )
    assert repr(region).endswith("; this argument excludes nothing>")
    assert "excludes nothing" in region._repr_html_()


def packed(n):
    """All of a party's set in one token: does the other token share an element with mine?"""

    @headcount.task(alphabet=2**n, length=2, name="shares")
    def shares(x):
        return [int(x[0] & x[1] > 0)] * 2

    def number(bits):
        return {1: sum(bit << i for i, bit in enumerate(bits))}

    return headcount.reduction(
        "disj", shares, n, alice=number, bob=lambda b: {2: number(b)[1]}, read_out=lambda shared: 1 - shared
    )


def test_many_bits_in_a_token_exclude_units():
    found = {region.argument.partition(" (")[2]: region for region in headcount.lower_bounds(packed(6))}
    rows, one_way, told = found["row sums)"], found["own token)"], found["told by Bob)"]
    assert rows.excludes_nothing  # at n = 9 it is not, in the tutorial
    assert [told.least_m(p, 1) for p in (1, 2, 3)] == [3, 2, 1]
    assert one_way.required == 6
    assert one_way.bits(1, 1, 1) == 3  # a query, a score, a value, a bit each
    assert [one_way.least_m(p, 1) for p in (1, 2)] == [2, 1]
    assert repr(one_way).endswith(">= 6>")
    assert one_way.consequence((1, 2)) == "least m not excluded at H = 1: p=1: 2, p=2: 1"


@pytest.mark.parametrize("words", [{"target": "match3"}, {"n": 3}, {"rows": 2}])
def test_a_reduction_at_its_size_takes_no_other(words):
    with pytest.raises(ReductionError, match="is a reduction at its size"):
        headcount.reduce(index_to_cycle(2, 3), **words)


def test_inputs_are_given_together():
    with pytest.raises(ReductionError, match="b is missing"):
        headcount.reduce(index_to_cycle(2, 3), a="01")


def test_bounds_need_a_sequence_and_of_several_outputs_tokens_are_told():
    several = headcount.reduce("disj cycle3", n=4, rows=2).lower_bounds()
    assert {region.argument.partition(" (")[2][:7] for region in several} == {"told by"}
    with pytest.raises(ReductionError, match="must have a sequence of tokens as input"):
        headcount.reduce("disj qsa", n=4).lower_bounds()
