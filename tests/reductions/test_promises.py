"""Reductions of promise problems: laws, certificates and bounds on promised pairs; what is wrong is shown."""

import pytest

import headcount
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.reductions.excluded_sizes.exclusion_certificate import exclusion_certificate
from headcount.reductions.excluded_sizes.path_bounds import measures_worth
from headcount.reductions.laws import Undecided, verify_exhaustive
from headcount.reductions.reduction import ReductionError
from headcount.reductions.reduction_certificate import counterexample_certificate, reduction_certificate
from headcount.search import communication
from headcount.tasks.two_party.functions import TwoPartyError


def number(bits):
    return sum(bit << i for i, bit in enumerate(bits))


def meets(n):
    """Is there an element in both sets? Asked of sets with at most one, and undefined for others."""

    @headcount.task(alphabet=2**n, length=2, name="meets")
    def task(x):
        if bin(x[0] & x[1]).count("1") > 1:
            raise ValueError("not promised")
        return [int(x[0] & x[1] > 0)] * 2

    return task


def packed(n, alice=lambda a: {1: number(a)}, **options):
    given = {"bob": lambda b: {2: number(b)}, "output_position": 2, "read_out": lambda met: 1 - met} | options
    return headcount.reduction("udisj", meets(n), n, alice=alice, **given)


def far(n, gap):
    @headcount.task(alphabet=2**n, length=2, name="far")
    def task(x):
        differences = bin(x[0] ^ x[1]).count("1")
        if 2 * abs(2 * differences - n) < 2 * gap:
            raise ValueError("not promised")
        return [int(2 * differences > n)] * 2

    bob = lambda b: {2: number(b)}  # noqa: E731
    return headcount.reduction(f"ghd gap={gap}", task, n, alice=lambda a: {1: number(a)}, bob=bob, output_position=2)


@pytest.mark.parametrize(
    ("sized", "yes", "no"),
    [(packed(n), 3**n, n * 3 ** (n - 1)) for n in (1, 2, 3)] + [(far(4, 2), 80, 80), (far(5, 3), 192, 192)],
)
def test_all_promised_pairs_are_gone_through(sized, yes, no):
    found = verify_exhaustive(sized)
    assert found.holds
    assert (found.yes, found.no) == (yes, no)
    free = found.pairs - yes - no
    assert (f", {free} not promised" in str(found)) == (free > 0)
    verdict = check(reduction_certificate(sized))
    assert isinstance(verdict, Accepted)
    assert verdict.claims == (f"correct: evaluated at {yes} pairs with value 1 and {no} with value 0",)


def test_a_wrong_answer_at_a_promised_pair_is_shown_and_certified():
    wrong = packed(3, alice=lambda a: {1: number(a[1:])})
    found = verify_exhaustive(wrong)
    assert (found.holds, found.law, found.a, found.b) == (False, "correctness", (0, 0, 1), (0, 0, 1))
    assert isinstance(check(counterexample_certificate(wrong, found)), Accepted)


def test_a_wrong_answer_outside_the_promise_is_none():
    """The matrix promises nothing where the task says something else."""
    rows = ["1111", "1010", "1100", "100*"]

    @headcount.task(alphabet=4, length=2, name="disjoint")
    def disjoint(x):
        return [int(x[0] & x[1] == 0 or x[0] == x[1] == 3)] * 2

    sized = headcount.reduction(
        [list(row) for row in rows], disjoint, alice=lambda a: {1: a - 1}, bob=lambda b: {2: b - 1}
    )
    assert verify_exhaustive(sized).holds
    total = headcount.reduction(
        [[*row[:3], row[3].replace("*", "0")] for row in rows], disjoint,
        alice=lambda a: {1: a - 1}, bob=lambda b: {2: b - 1},
    )  # fmt: skip
    assert verify_exhaustive(total).law == "correctness"


def test_laws_about_tokens_hold_for_all_pairs():
    """Tokens are tables of each party's input: a promise on pairs excuses none."""
    big = packed(2, alice=lambda a: {1: 7 if a == (1, 1) else number(a)})
    assert verify_exhaustive(big).law == "alphabet"

    def alice(a):
        return {1: {0: 0, 1: 1, 2: 2}[number(a)]}

    found = verify_exhaustive(packed(2, alice=alice))
    assert found.law == "encoders"
    assert "the encoder of Alice in udisj-to-meets raised KeyError for a=(1, 1): 3" in found.got


@pytest.mark.parametrize(("rows", "counts"), [(["0*", "*0"], "2 and 0 times"), (["1*", "*1"], "0 and 2 times")])
def test_a_promise_with_one_value_only_is_refused(rows, counts):
    sized = headcount.reduction(
        [list(row) for row in rows], meets(1), alice=lambda a: {1: 0}, bob=lambda b: {2: 0},
        read_out=lambda met: int(rows[0][0]),
    )  # fmt: skip
    found = verify_exhaustive(sized)
    assert (found.law, found.wanted, found.got) == ("both answers", "values 0 and 1 at promised pairs", counts)
    with pytest.raises(ReductionError, match="no bound follows"):
        headcount.lower_bounds(sized)


def test_a_pair_outside_the_promise_is_not_encoded():
    with pytest.raises(TwoPartyError, match="UDISJ_2 is undefined for a=11, b=11, a pair outside its promise"):
        headcount.reduce(packed(2), a="11", b="11")
    assert headcount.reduce(packed(2), a="11", b="01").encoded.answer == 0


def test_the_time_ends_a_run_through_all_pairs():
    found = verify_exhaustive(packed(4), seconds=0)
    assert isinstance(found, Undecided)
    assert "undecided, 0 of 256 pairs are right, the others were not looked at" in str(found)


@pytest.mark.parametrize(
    ("sized", "least"),
    [(packed(3), {"told by Alice": 2, "row sums": 1}), (far(5, 3), {"told by Alice": 2, "row sums": 1})],
)
def test_what_a_promise_problem_excludes_is_certified(sized, least):
    """UDISJ_3 has 8 rows in conflict; GHD_5 with gap 3 needs 7 messages, though no more than 4 rows are in conflict."""
    regions = headcount.lower_bounds(sized, budget=20)
    found = {region.argument.partition(" (")[2][:-1]: region for region in regions}
    assert {name: found[name].least_m(1, 1) for name in least} == least
    assert found["told by Alice"].required == 3
    made = exclusion_certificate(sized.target.name, {}, regions, [1], 1)
    verdict = check(made.bundle)
    assert isinstance(verdict, Accepted)
    assert any(claim.startswith("excluded: tokens: less than the 5 that") for claim in verdict.claims)


def test_several_tokens_are_told_as_a_multiset_and_one_by_one():
    """Alice's second token says nothing: it is held fixed, so that one token alone has to tell the row."""

    @headcount.task(alphabet=16, length=3, name="second")
    def task(x):
        return [None, None, int(x[1] == x[2])]

    sized = headcount.reduction(
        [[int(x == y) for y in range(16)] for x in range(16)], task,
        alice=lambda a: {1: 0, 2: a - 1}, bob=lambda b: {3: b - 1}, output_position=3,
    )  # fmt: skip
    found = {region.argument.partition(" (")[2][:-1]: region for region in headcount.lower_bounds(sized)}
    told = found["told by Alice"]
    assert (told.bits(1, 1, 1), told.required, told.messages) == (4, 4, 16)
    assert told.statement.endswith("has C(2^((m + dv) p) + 1, 2)^H >= 16")
    assert told.least_m(1, 1) == 2  # 10 messages in 4 bits are not the 16 that are required
    assert found["told by one token of Alice"].least_m(1, 1) == 2
    made = exclusion_certificate("second", {}, [found["told by one token of Alice"]], [1], 1)
    assert isinstance(check(made.bundle), Accepted)


def test_only_what_may_exclude_something_is_measured(monkeypatch):
    """Row sums of one token pay 8 bits at m = p = H = 1: what D may be at the most decides whether it is measured."""
    asked = []
    whole = communication.measures_answer
    monkeypatch.setattr(
        communication,
        "measures_answer",
        lambda question, **options: asked.append(question) or whole(question, **options),
    )
    regions = headcount.lower_bounds(packed(5))
    (rows,) = (region for region in regions if "row sums" in region.argument)
    assert rows.excludes_nothing
    assert (rows.bits(1, 1, 1), rows.communication.statement) == (
        8,
        "UDISJ_5 requires 2 bits before the answer, at most 5",
    )
    wide = headcount.reduction(
        [[int(x == y) for y in range(512)] for x in range(512)],
        headcount.task(alphabet=512, length=2, name="equal")(lambda x: [int(x[0] == x[1])] * 2),
        alice=lambda a: {1: a - 1},
        bob=lambda b: {2: b - 1},
        output_position=2,
    )
    assert [set(one.only) for one in asked] == [{"one_way_ab", "one_way_ba"}]
    assert measures_worth(wide) == ("D", "one_way_ab", "one_way_ba")
    assert measures_worth(packed(5), dv=6) == ()
