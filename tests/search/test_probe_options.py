"""What the options of ``headcount probe`` ask for: classes, finite tasks by name, every mistake a user can make."""

from functools import partial
from itertools import combinations, product

import pytest

from headcount import check, probe
from headcount import task as headcount_task
from headcount.certificates.verdict import Accepted
from headcount.claims import ClaimError, claim, least
from headcount.questions import Scope, SignPattern, match2_question, pattern_question, qsa_question, shared_question
from headcount.questions.unit_class import SIGN
from headcount.search.fixed import fixed_plan
from headcount.search.masked_rows import masked
from headcount.search.probe_options import ProbeOptions
from headcount.search.settle import question_of as settle
from headcount.tasks import TaskError
from headcount.tasks.finite_questions import finite_question


@pytest.fixture
def run(headcount):
    """``headcount probe`` with some words."""
    return partial(headcount, "probe")


def test_classes_are_guessed_from_the_options():
    words = ["qsa", "N=6", "q=2"]
    assert settle(words, ProbeOptions()).unit_class == SIGN
    for options in (ProbeOptions(bits=2), ProbeOptions(bits=2, gap=3), ProbeOptions(minimise="p", width=4)):
        assert settle(words, options).unit_class.name == "GRID"
    asked = settle(["match3", "M=5"], ProbeOptions())
    assert (asked.unit_class, asked.is_tensor) == (SIGN, True)
    assert settle(["match2", "M=5"], ProbeOptions(order=2)).question == match2_question(5)
    several = [settle(words, ProbeOptions(bits=1, heads=h)).held_fixed for h in (1, 2)]
    assert several == [{}, {"H": 2, "combine": "sum"}]


def test_what_claims_state():
    """Heads that share out subsets stand in the question; a threshold is compared with the first of several heads."""
    words = ["qsa", "N=5", "q=2"]
    two = shared_question(5, 2, 2, "concat")
    shared = settle(words, ProbeOptions(bits=1, heads=2, combine="concat"))
    assert (shared.question, shared.stated.question, shared.stated.heads) == (qsa_question(5, 2), two, 2)
    counted = settle(words, ProbeOptions(bits=1, width=3, minimise="H", combine="concat"))
    assert (shared.counts_heads, counted.counts_heads) == (False, True)
    assert [counted.width_with(heads).question for heads in (1, 2)] == [qsa_question(5, 2), two]
    for read_out, combine, stated in (("any", "sum", "sum"), ("threshold", "sum", "concat")):
        options = ProbeOptions("fixed", bits=1, heads=2, read_out=read_out, combine=combine)
        whole = settle(["eq", "A=2"], options)
        assert (whole.combine, whole.held_fixed["combine"], whole.stated.scope.combine) == (combine, combine, stated)
        assert whole.stated.heads == 2


@pytest.mark.parametrize(
    ("words", "position", "wanted"),
    [
        ("parity k=2", None, {(0, 0, 0): 0, (0, 1, 0): 1, (1, 0, 0): 1, (1, 1, 0): 0}),
        ("disj n=1", 2, {(0, 0, 0): 1, (0, 1, 0): 1, (1, 0, 0): 1, (1, 1, 0): 0}),
        ("gt n=1", None, {(0, 0, 0): 0, (0, 1, 0): 0, (1, 0, 0): 1, (1, 1, 0): 0}),
        ("eq A=2", None, {(0, 0): 1, (0, 1): 0, (1, 0): 0, (1, 1): 1}),
        ("match2 M=2 N=2", 0, {(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}),
        ("match3 M=4 N=2", 1, {(0, 0): 1, (1, 1): 0, (2, 2): 0, (1, 2): 1, (2, 1): 1, (1, 3): 0}),
    ],
)
def test_finite_tasks_by_name(words, position, wanted):
    question = finite_question(words.split(), position)
    at = question.finite.position
    found = {tokens: answers[at] for tokens, answers in question.finite.pairs()}
    assert all(found[tokens] == answer for tokens, answer in wanted.items())
    assert all(sum(a is not None for a in answers) == 1 for _, answers in question.finite.pairs())


def test_match3_by_name_is_match3_by_definition():
    question = finite_question(["match3", "M=4", "N=2"])
    for tokens, answers in question.finite.pairs():
        for x, answer in zip(tokens, answers, strict=True):
            assert answer == any((x + y + z) % 4 == 0 for y, z in product(tokens, repeat=2))


# ---- ``headcount probe topk`` by cosine and Euclidean distance.


def test_any_size_at_once(headcount, tmp_path):
    path = tmp_path / "nearest.json"
    words = ("topk", "N=1000000", "k=9", "--score", "euclidean", "-o", str(path))
    code, out, _ = headcount("probe", *words)
    assert code == 0 and "class SIGN: 17 <= m <= 17" in out
    verdict = check(path)
    assert isinstance(verdict, Accepted) and (verdict.lower, verdict.upper) == (17, 17)


def test_exact_sizes_stay_open_and_say_so(headcount):
    code, out, _ = headcount("probe", "topk", "N=8", "k=4", "least=4", "--score", "cosine", "--budget", "2")
    assert code == 5 and "by inner products" in out and "other scores are not searched" in out


def test_claims():
    @claim(N=[5, 7], k=[1, 2])
    def nearest(N, k):
        "Nearest keys take one dimension less."
        words = f"topk N={N} k={k}"
        return least("m", words, score="euclidean") == least("m", words, score="cosine") - 1

    assert {verdict.name for verdict in nearest.run().verdicts.values()} == {"PROVED"}
    with pytest.raises(ClaimError, match="score must be one of"):
        least("m", "topk N=5 k=2", score="l2")


# ---- ``probe --mask``: keys that a position does not see are no condition.


@pytest.mark.parametrize(("mask", "sees"), [("window w=2", lambda i, j: abs(i - j) <= 2), ("star", None)])
def test_rows_are_the_subsets_that_a_position_sees(mask, sees):
    sees = sees or (lambda i, j: 6 in (i, j) or (i - j) % 6 in (0, 1, 5))
    wanted = set()
    for i in range(7):
        row = [j for j in range(7) if sees(i, j)]
        for y in combinations(row, 2):
            wanted.add("".join("0" if j in y else "-" if j in row else "*" for j in range(7)))
    assert set(masked(qsa_question(7, 2), mask).pattern.rows) == wanted


@pytest.mark.parametrize(
    ("N", "q", "mask", "m"),
    [(12, 2, "block w=3", 2), (12, 2, "window w=2", 4), (12, 1, "star", 2), (9, 2, "dense", 4), (8, 2, "block w=2", 0)],
)
def test_the_least_width_under_a_mask(N, q, mask, m):
    """A block of w keys needs min(2q, w - 1); a mask that hides nothing changes nothing."""
    bracket = probe(masked(qsa_question(N, q), mask), budget=1000)
    assert (bracket.lower.value, bracket.upper.value) == (m, m)


def test_the_rows_of_a_pattern_are_its_positions():
    question = pattern_question(SignPattern(("+-+", "-+-", "--+"), null=True))
    found = masked(question, "window w=1")
    assert found.pattern.rows == ("+-*", "-+-", "*-+") and found.null


@pytest.mark.parametrize(
    ("question", "mask", "words"),
    [
        (qsa_question(6, 2), "", "must name a sparse pattern"),
        (qsa_question(6, 2), "strided w=2", "a pattern of one layer, got one of 2; put them into one head with union"),
        (qsa_question(6, 2), "window w=1 n=7", "a pattern on 6 positions.*got one on 7"),
        (qsa_question(6, 4), "window w=1", "no position sees 4 keys"),
        (qsa_question(40, 6), "dense", "at most 20000 are written"),
        (pattern_question(SignPattern(("+-",), null=True)), "dense", "a row and a column for each position"),
    ],
)
def test_what_is_no_mask(question, mask, words):
    with pytest.raises(TaskError, match=words):
        masked(question, mask)


def test_the_command(headcount):
    code, said, _ = headcount("probe", "qsa", "N=12", "q=2", "--mask", "block w=3")
    assert code == 0 and "'qsa under block 3'" in said and "class SIGN: 2 <= m <= 2" in said
    code, _, said = headcount("probe", "parity", "k=2", "--class", "thresh", "--mask", "window w=1")
    assert code == 2 and "--mask hides position 0 from position 2, which is asked" in said


def test_several_layers():
    """Of several layers the units are those of one, by position and token; only units that compute have layers."""
    asked = settle("induction-heads A=2 N=4", ProbeOptions("fixed", bits=1, dv=1, layers=2))
    assert (asked.stated.layers, asked.stated.scope, asked.stated.to_json()["layers"]) == (2, Scope(null=False), 2)
    usual = {"null_token": False, "tables": "both"}
    assert asked.held_fixed == {"layers": 2, "H": 1, "dv": 1, "read_out": "any", **usual}
    said = "layers = 2, H = 1, dv = 1, read_out = any, no null token, tables = both"
    assert asked.words == f"class FIXED(1, midrise), {said}"
    one = [settle("induction-heads A=2 N=4", ProbeOptions("fixed", bits=1, layers=layers)) for layers in (None, 1)]
    assert one[0].stated == one[1].stated and one[0].stated.scope is not None
    for options, said in (
        ({"layers": 0}, "layers must be 1 .. 64, got 0; try layers=2"),
        ({"layers": 65}, "layers must be 1 .. 64, got 65"),
        (
            {"layers": 2, "null": True},
            "null is for units of one layer, got layers=2, where tables are by position and token, without a null "
            "token; leave null out, or take layers=1",
        ),
        ({"layers": 2, "tables": "token"}, "tables is for units of one layer, got layers=2"),
        ({"layers": 2, "combine": "sum"}, "combine is for units of one layer, got layers=2"),
    ):
        with pytest.raises(TaskError) as error:
            settle("induction-heads A=2 N=4", ProbeOptions("fixed", bits=1, **options))
        assert said in str(error.value), options
    for options in ({"unit_class": "grid", "bits": 1}, {"unit_class": "sign"}, {"unit_class": "thresh"}):
        with pytest.raises(TaskError, match="layers does not apply to class"):
            settle("induction-heads A=2 N=4", ProbeOptions(**options, layers=2))


@pytest.mark.slow
def test_two_layers_are_narrower_than_one():
    """Induction heads over 2 symbols, N = 4, p = dv = H = 1: one layer needs m = 2, and two layers do with 1."""
    one = probe("induction-heads A=2 N=4", unit_class="fixed", bits=1, dv=1, budget=1000)
    assert (one.lower.value, one.upper.value) == (2, 2)
    two = probe(
        "induction-heads A=2 N=4", unit_class="fixed", bits=1, dv=1, layers=2, budget=1000,
        enough=lambda low, high: high is not None and high <= 1,
    )  # fmt: skip
    assert two.lower.value <= two.upper.value == 1
    assert two.upper.evidence.kind == "unit" and len(two.upper.found["unit"]["layers"]) == 2
    assert isinstance(check(two.certificate()), Accepted)


def test_what_tokens_have_to_tell_closes_a_question():
    """Seventeen symbols mirrored need 5 bits of key and value in one layer; of two layers m = 1 needs dv = 2."""
    mirror = headcount_task(alphabet=17, length=2)(lambda x: x[::-1])
    one, two = (
        fixed_plan(settle(mirror, ProbeOptions("fixed", bits=1, dv=1, layers=layers, position=0))).lower
        for layers in (1, 2)
    )
    assert (one.value, two.value) == (4, 2)
    assert one.evidence.kind == two.evidence.kind == "told-token"
