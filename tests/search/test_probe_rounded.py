"""Class ROUNDED in ``probe``, ``frontier`` and claims: known answers, both checkers, the files, every mistake."""

import json
from fractions import Fraction
from functools import partial

import pytest

import second_opinion
from headcount import check, construct, frontier, probe, task
from headcount.certificates.verdict import Accepted, Rejected
from headcount.claims import ClaimError, computes, least
from headcount.claims.decision import Verdict, decide
from headcount.claims.effort import Effort
from headcount.questions import Head, Layer, Table, Unit, computation_question, load_unit


@pytest.fixture
def run(headcount):
    """``headcount probe`` with some words."""
    return partial(headcount, "probe")


def bounds(found):
    return found.lower.value, found.upper.value if found.upper else None


PARITY = {("midrise", 1): 1, ("twos", 1): 2, ("midrise", 2): 0, ("twos", 2): 0}
"""Grid and p -> the least m for the parity of three bits, dv = 1; with exact sums 0 in every case."""


@pytest.mark.parametrize("case", [case if case != ("twos", 1) else pytest.param(case, marks=pytest.mark.slow)
                                  for case in PARITY], ids=str)  # fmt: skip
def test_parity_of_three_bits(case):
    grid, p = case
    found = probe("parity k=3", unit_class="rounded", bits=p, dv=1, grid=grid, budget=1000)
    assert bounds(found) == (PARITY[case],) * 2 and found.certified
    bundle = found.certificate()
    assert isinstance(check(bundle), Accepted)
    assert all(second_opinion.accepts(bundle["question"], claim) for claim in bundle["claims"])
    assert bounds(probe("parity k=3", unit_class="fixed", bits=p, dv=1, grid=grid, budget=1000)) == (0, 0)


MEET = [
    ("match3 M=3 N=2", {"dv": 1}, "m", 0), ("match3 M=5 N=2", {}, "m", 1), ("match3 M=5 N=2", {"dv": 1}, "m", 1),
    ("match3 M=3 N=3", {"width": 0, "dv": 1, "minimise": "H"}, "H", 1),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in (
        ("match3 M=6 N=2", {}, "m", 2), ("match3 M=4 N=3", {}, "m", 2),
        ("match3 M=4 N=3", {"width": 0, "dv": 1, "minimise": "H"}, "H", 3),
        ("match3 M=4 N=3", {"width": 0, "dv": 1, "minimise": "H", "position": 0}, "H", 3))),
]  # fmt: skip
"""Match3 where the bounds meet, p = 1, midrise."""


@pytest.mark.parametrize(("words", "held", "letter", "value"), MEET)
def test_bounds_of_match3_meet(words, held, letter, value):
    found = probe(words, unit_class="rounded", bits=1, budget=1000, **held)
    assert (found.asked.symbol, *bounds(found), found.certified) == (letter, value, value, True)
    assert isinstance(check(found.certificate()), Accepted)


def test_bits_are_refuted_one_by_one():
    found = probe("parity k=3", unit_class="rounded", minimise="p", width=0, dv=1, budget=1000)
    assert bounds(found) == (2, 2)
    assert isinstance(check(found.certificate()), Accepted)


def test_match3_at_any_size():
    """By what a unit tells across a cut, and by telling which tokens occur; no bound contradicts another."""
    words = "match3 M=1026 N=1025"
    assert bounds(probe(words, unit_class="rounded", bits=1, grid="twos")) == (111, 1026)
    assert bounds(probe(words, unit_class="fixed", bits=1, grid="twos")) == (50, 1026)
    assert bounds(probe(words, unit_class="rounded", bits=1)) == (111, None)
    heads = probe(words, unit_class="rounded", bits=1, grid="twos", minimise="H", width=0, dv=9)
    assert bounds(heads) == (12, 114) and isinstance(check(heads.certificate()), Accepted)
    assert bounds(probe(words, unit_class="rounded", bits=1, grid="twos", heads=3)) == (36, 342)
    wide = probe(words, unit_class="rounded", bits=1, grid="twos", dv=1026)
    assert bounds(wide) == (0, 0) and "a coordinate of values for each of the 1026 tokens" in str(wide)


def test_a_function_of_ones_own():
    @task(alphabet=2, length=3)
    def majority(tokens):
        return [int(sum(tokens) >= 2)] * 3

    found = probe(majority, unit_class="rounded", bits=1, dv=1, position=2, budget=1000)
    assert bounds(found) == (0, 0)
    assert bounds(probe("match2 M=3 N=2", unit_class="rounded", bits=1, budget=1000)) == (1, 1)


def test_json_and_files(run, headcount, tmp_path):
    words = ("parity", "k=3", "--class", "rounded", "--bits", "1", "--dv", "1")
    code, out, _ = run(*words, "--json", "-o", "a.json")
    answer = json.loads(out)
    assert (code, answer["unit_class"], answer["lower"]) == (0, "ROUNDED(1, midrise)", 1)
    bundle = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert isinstance(check(bundle), Accepted)
    other = json.loads((tmp_path / "a.json").read_text("utf-8").replace("ROUNDED", "FIXED"))
    assert isinstance(check(other), Rejected)
    code, out, _ = run(*words, "--start", "a.json")
    assert code == 0 and "1 <= m <= 1   closed" in out
    assert headcount("check", "a.json")[0] == 0
    code, out, _ = headcount("export", "a.json", "-o", "exported")
    assert code == 0


def test_a_unit_of_a_file_runs_with_rounded_sums(tmp_path):
    table = {"by": "token", "rows": [[0], [3]]}
    none = {"by": "token", "rows": [[], []]}
    head = {"queries": none, "keys": [none], "values": [table], "null_keys": [], "null_values": []}
    layer = {"weights": "rounded", "bits": 2, "combine": "sum", "order": 2, "monomials": [[0, 1]], "heads": [head]}
    path = tmp_path / "unit.json"
    path.write_text(json.dumps({"alphabet": 2, "layers": [layer], "read_outs": []}), "utf-8")
    assert load_unit(path).outputs((1, 1, 1))[0] == (2,)  # 3: 12, 24, 36 -> 32; 4, 8, 12; 32 / 12 is 2 2/3
    path.write_text(json.dumps({"alphabet": 2, "layers": [{**layer, "bits": 0}], "read_outs": []}), "utf-8")
    with pytest.raises(ValueError, match="bits >= 1 if weights are 'fixed' or 'rounded'"):
        load_unit(path)


def test_maps():
    found = frontier("parity k=3", unit_class="rounded", m="0:2", bits="1:2", dv=1, heads=1, budget=1000, jobs=1)
    assert found.closed and [str(width) for width in found.least_widths()] == ["1", "0"]
    sizes = {"m": [2, 6, 7, 33, 66], "bits": 1, "heads": "1:2"}
    large = frontier("match3 M=66 N=65", unit_class="rounded", grid="twos", budget=1, jobs=1, **sizes)
    assert {(c.cell.m, c.cell.H): c.status for c in large.cells} == {
        (2, 1): "infeasible", (6, 1): "infeasible", (7, 1): "open", (33, 1): "open", (66, 1): "feasible",
        (2, 2): "infeasible", (6, 2): "open", (7, 2): "open", (33, 2): "feasible", (66, 2): "feasible",
    }  # fmt: skip


def test_claims():
    effort = Effort(1000)
    rounded = least("m", "parity k=3", "rounded", bits=1, dv=1)
    for statement, verdict in (
        (rounded == 1, Verdict.PROVED), (rounded == 0, Verdict.REFUTED), (rounded >= 1, Verdict.PROVED),
        (least("m", "parity k=3", "fixed", bits=1, dv=1) < 1, Verdict.PROVED),
        (least("m", "match3 M=66 N=65", "rounded", bits=1, grid="twos") >= 7, Verdict.PROVED),
        (least("m", "match3 M=66 N=65", "rounded", bits=1, grid="twos") <= 65, Verdict.OPEN),
    ):  # fmt: skip
        assert decide(statement, effort).verdict is verdict, statement.words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("parity", "k=3", "--bits", "1", "--read-out", "any"), "--read-out does not apply to class rounded"),
        (("parity", "k=3", "--bits", "1", "--combine", "sum"), "--combine does not apply to class rounded"),
        (("qsa", "N=4", "q=2", "--bits", "1", "--error", "1/4"), "--error does not apply to class rounded"),
        (("qsa", "N=4", "q=2", "--bits", "1"), "has no finite table"),
        (("parity", "k=3"), "--bits is needed where the least m of class rounded is asked for"),
        (("parity", "k=3", "--bits", "1", "--order", "3"), "class rounded is searched at order 2"),
        (("parity", "k=3", "--bits", "1", "--engine", "smt"), "those that do: portfolio, annealing"),
        (("parity", "k=3", "--bits", "1", "--export", "smt2", "q", "--at", "1"), "--export smt2 does not fit"),
        (("parity", "k=3", "--bits", "1", "--dv", "17"), "p (m + dv) H must be at most 16"),
    ],
)
def test_mistakes(run, words, said):
    code, _, err = run(*words, "--class", "rounded")
    assert code == 2 and said in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "m", "order"),
    [("match3-third-order M=4 N=3", 5, 3), ("match3-histogram M=4 N=4", 1, 2), ("match2 M=5 N=3", 3, 2)],
)
def test_constructions_with_rounded_sums(headcount, tmp_path, words, m, order):
    """Those of the paper, of third order, too, where no reduction excludes anything: certified with rounded sums."""
    code, out, _ = headcount("construct", *words.split(), "--rounded", "-o", "c.json")
    assert code == 0 and "class ROUNDED(" in out
    bundle = json.loads((tmp_path / "c.json").read_text("utf-8"))
    (claim,) = bundle["claims"]
    assert (claim["value"], claim.get("order", 2), claim["unit_class"][:8]) == (m, order, "ROUNDED(")
    assert isinstance(check(bundle), Accepted) and second_opinion.accepts(bundle["question"], claim)


def test_what_rounded_sums_do_not_compute_has_no_certificate(headcount, tmp_path):
    """At p = 2 sums of the weight 4 stick at 16, so that seven ones and a zero give 16 / 16, as eight ones do."""
    assert construct("match3-histogram", M=2, N=8).certificate() is not None
    assert construct("match3-histogram", M=2, N=8).rounded_certificate() is None
    code, _, err = headcount("construct", "qsa-moment-curve", "N=5", "q=2", "--rounded")
    assert code == 2 and "--rounded is for units that compute a finite task" in err


def test_tables_by_token_see_an_order_with_rounded_sums():
    """0 0 1 0 and 1 0 0 0 are alike to exact sums; with one bit ((1 + 1) + 2) + 1 is 4, and ((2 + 1) + 1) + 1 is 2."""
    answers = (((0, 0, 1, 0), (None, None, None, 1)), ((1, 0, 0, 0), (None, None, None, 0)))
    question = computation_question("table", answers=answers, alphabet=2, length=4, label="in order")
    sizes = {"tables": "token", "bits": 1, "dv": 1, "grid": "twos", "budget": 20}
    exact = probe(question, unit_class="fixed", **sizes).certificate()
    assert isinstance(check(exact), Accepted)
    (claim,) = exact["claims"]
    for name in ("FIXED", "ROUNDED"):
        for tables, accepted in (("token", name == "FIXED"), ("both", False)):
            scope = {**claim["scope"], "tables": tables, "combine": "concat"}
            other = {**claim, "unit_class": claim["unit_class"].replace("FIXED", name), "scope": scope}
            assert isinstance(check({**exact, "claims": [other]}), Accepted) == accepted
            assert second_opinion.accepts(exact["question"], other) == accepted
    assert bounds(probe(question, unit_class="rounded", **sizes)) == (1, 1)


def test_no_size_where_an_input_is_hidden():
    """Under a mask nothing is seen of later tokens, whatever the sums are."""
    found = probe("match3 M=4 N=2", unit_class="rounded", bits=1, mask="causal", budget=1000)
    assert "no m will do" in str(found) and isinstance(check(found.certificate()), Accepted)
    (claim,) = found.certificate()["claims"]
    assert second_opinion.accepts(found.certificate()["question"], claim)


def test_a_claim_about_a_unit_with_rounded_sums():
    """Uniform attention over eight bits: at p = 2 the rounded share of ones does not tell all from seven."""
    question = computation_question("match", order=3, M=2, N=8)
    none, values = Table("token", ((), ())), Table("token", ((0,), (1,)))
    for weights, verdict in (("fixed", Verdict.PROVED), ("rounded", Verdict.REFUTED)):
        unit = Unit(2, (Layer((Head(none, (none,), (values,)),), weights=weights, bits=2),))
        found = decide(computes(unit, question), Effort(1000))
        assert found.verdict is verdict and all(
            isinstance(check(json.loads(text)), Accepted) for text in found.certificates
        )
    with pytest.raises(ClaimError, match="is about any read-out, got threshold=1/2"):
        computes(unit, question, threshold=Fraction(1, 2))
