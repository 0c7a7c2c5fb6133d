"""``probe`` for classes with more than one size: brute force, the search over sizes, files, every mistake."""

import json
import time
from functools import partial
from itertools import product

import pytest

from headcount import Answer, check
from headcount.bounds.bound import Status
from headcount.certificates.verdict import Accepted
from headcount.questions import (
    GRIDS,
    SignPattern,
    UnitClass,
    least_size,
    match2_question,
    pattern_question,
    qsa_question,
)
from headcount.search import race
from headcount.search.ask import ask
from headcount.search.asked import Asked
from headcount.search.cell_search import DecidedCell
from headcount.search.class_bounds import least_bound
from headcount.search.coordinate_per_key import own_coordinates_upper
from headcount.search.fixed import FixedCells
from headcount.search.grid import GridCells
from headcount.solvers.outcome import Verdict


@pytest.fixture
def run(headcount):
    """``headcount probe`` with some words."""
    return partial(headcount, "probe")


# Brute force


def selects(rows, null, values, width, gap):
    """Whether some keys of this width over the values have a query for every row, tried one by one."""
    points = list(product(values, repeat=width))

    def met(row, query, keys, null_key):
        scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in keys]
        levels = {symbol: [s for s, c in zip(scores, row, strict=True) if c == symbol] for symbol in "+0-"}
        if null:
            at = sum(a * b for a, b in zip(query, null_key, strict=True))
        elif levels["0"]:
            at = levels["0"][0]
        else:
            return not levels["+"] or not levels["-"] or min(levels["+"]) - max(levels["-"]) >= 2 * gap
        return (
            all(s == at for s in levels["0"])
            and all(s >= at + gap for s in levels["+"])
            and all(s <= at - gap for s in levels["-"])
        )

    return any(
        all(any(met(row, query, keys, null_key) for query in points) for row in rows)
        for keys in product(points, repeat=len(rows[0]))
        for null_key in (points if null else [()])
    )


@pytest.mark.parametrize(
    ("question", "bits", "grid", "gap"),
    [
        (qsa_question(3, 1), 1, "midrise", 1),
        (qsa_question(3, 1), 2, "twos", 1),
        (qsa_question(4, 1), 1, "twos", 1),
        (qsa_question(3, 2), 1, "midrise", 3),
        (match2_question(2), 1, "midrise", 1),
        (match2_question(2), 1, "twos", 1),
        (match2_question(3), 2, "midrise", 1),
        (pattern_question(SignPattern(("+-", "-+", "0*"), null=False)), 1, "midrise", 1),
        (pattern_question(SignPattern(("+0", "-+"), null=True)), 1, "twos", 1),
    ],
    ids=str,
)
def test_widths_against_brute_force(question, bits, grid, gap):
    bracket = ask(Asked(least_size(question, "m", UnitClass("GRID", bits, grid, gap))), budget=1000)
    assert bracket.closed
    values, pattern = GRIDS[grid](bits), question.pattern
    for width in range(bracket.lower.value + 1):
        if len(values) ** (width * (pattern.shape[1] + pattern.null)) > 300_000:
            continue
        feasible = selects(pattern.rows, pattern.null, values, width, gap)
        assert feasible == (width >= bracket.lower.value)


def test_bits_against_brute_force():
    question = qsa_question(4, 1)
    bracket = ask(Asked(least_size(question, "p", "GRID(p, twos, gap 3)", m=2)), budget=1000)
    assert bracket.closed
    assert bracket.lower.value == 2
    assert not selects(question.pattern.rows, False, GRIDS["twos"](1), 2, 3)


@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize("gap", [1, 2, 3, 5, 9])
def test_keys_with_coordinates_of_their_own_exist_in_every_grid(grid, gap):
    """The first upper bound is accepted by the checker, whatever the pattern."""
    patterns = [
        qsa_question(5, 2),
        qsa_question(3, 3),
        match2_question(4),
        pattern_question(SignPattern(("+0-*", "-+0+", "0000", "----"), null=True)),
        pattern_question(SignPattern(("+0-*", "-+0+", "+--+"), null=False)),
    ]
    for question in patterns:
        asked = Asked(least_size(question, "m", UnitClass("GRID", 1, grid, gap)))
        upper = own_coordinates_upper(asked)
        assert upper.evidence.status is Status.CERTIFIED
        assert (upper.value == 0) == (question == patterns[1])
        bracket = Answer(asked, least_bound(asked), upper)
        assert isinstance(check(bracket.certificate()), Accepted)
    for combine in ("sum", "concat"):
        asked = Asked(least_size(qsa_question(5, 3), "m", UnitClass("GRID", 1, grid, gap), heads=2), combine)
        assert own_coordinates_upper(asked).value == 5 * -(-gap // (4 if grid == "midrise" else 1))


# The command


def gives_up(cells, value):
    """An answer of a decider that has nothing more to try."""
    return DecidedCell(value, Verdict.OPEN, "not tried")


@pytest.fixture
def only_one_is_searched(monkeypatch):
    """Class FIXED with searches at value 1 only, so that a bracket that stays open ends by itself."""
    decide = FixedCells.decide
    monkeypatch.setattr(FixedCells, "decide", lambda *given: decide(*given) if given[1] == 1 else gives_up(*given[:2]))


CLOSED = {
    "grid m": ("qsa N=6 q=2 --bits 1", "GRID(1, midrise, gap 1)", "m", 6),
    "all positions": ("qsa N=4 q=4 --bits 1", "GRID(1, midrise, gap 1)", "m", 0),
    "grid shared": ("qsa N=5 q=2 --bits 1 --heads 2 --combine concat", "GRID(1, midrise, gap 1)", "m", 3),
    "grid twos": ("match2 M=3 --bits 2 --grid twos --gap 1", "GRID(2, twos, gap 1)", "m", 2),
    "order 3 grid": ("match3 M=2 --order 3 --bits 2", "GRID(2, midrise, gap 1)", "m", 2),
    "pairs": ("match order=2 M=5 --bits 2", "GRID(2, midrise, gap 1)", "m", 3),
    "fixed m": ("match2 M=3 N=2 --class fixed --bits 1", "FIXED(1, midrise)", "m", 1),
    "fixed H": ("parity k=2 --class fixed --minimise H --bits 1 --width 1", "FIXED(1, midrise)", "H", 1),
    "match2 thresh": ("match2 M=3 N=2 --class thresh --position 1", "THRESH", "H", 1),
}


@pytest.mark.parametrize("case", CLOSED)
def test_closed_brackets_and_their_certificates(case, run, headcount, tmp_path):
    words, unit_class, resource, value = CLOSED[case]
    code, out, err = run(*words.split(), "--budget", "1000", "--json", "-o", "c.json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert (answer["unit_class"], answer["resource"]) == (unit_class, resource)
    assert (answer["lower"], answer["upper"], answer["closed"]) == (value, value, True)
    assert answer["status"] == "CERTIFIED"
    for side in ("lower_evidence", "upper_evidence"):
        assert set(answer[side]) == {"kind", "status", "method"}
    assert resource not in answer["held_fixed"]
    verdict = check(tmp_path / "c.json")
    assert isinstance(verdict, Accepted)
    assert (verdict.lower, verdict.upper) == (value, value)
    assert headcount("check", "c.json")[0] == 0


def test_a_number_of_heads_is_a_question_of_its_own(run, headcount, tmp_path):
    """One head of width 3 is refuted, two heads are shown: two questions in one file."""
    words = ("qsa", "N=5", "q=2", "--minimise", "H", "--bits", "1", "--width", "3", "-o", "h.json")
    code, out, _ = run(*words)
    assert code == 0
    assert "2 <= H <= 2" in out
    assert [path.name for path in tmp_path.iterdir()] == ["h.json"]
    code, out, _ = headcount("check", "h.json")
    assert code == 0
    assert "qsa N=5 q=2, class GRID(1, midrise, gap 1): 4 <= m; shared N=5 q=2 heads=2 combine=sum, class" in out
    assert out.splitlines()[0].endswith("GRID(1, midrise, gap 1): m <= 3")


def test_every_smaller_p_is_refuted_in_class_fixed(run, tmp_path, only_one_is_searched):
    """More bits are other weights, so p >= 2 takes a refutation of p = 1, and p >= 3 of both."""
    words = "parity k=3 --class fixed --minimise p --width 1 --read-out threshold --budget 1000 --json -o p.json"
    code, out, _ = run(*words.split())
    answer = json.loads(out)
    assert code == 5
    assert answer["lower"] == 2
    assert answer["upper"] is None
    assert answer["upper_evidence"] is None
    claim = json.loads((tmp_path / "p.json").read_bytes())["claims"][0]
    assert len(claim["proof"]["parts"]) == answer["lower"] - 1
    assert check(tmp_path / "p.json").lower == answer["lower"]


def test_a_task_too_large_to_be_tabulated_keeps_the_protocol(run, tmp_path):
    """The bound is the greatest that the checker accepts; the next one is refused."""
    words = ["match3", "M=202", "N=201", "--class", "fixed", "--bits", "2", "--width", "3", "--minimise", "H"]
    code, out, _ = run(*words, "-o", "c.json")
    assert code == 5
    assert "too large to be tabulated" in out
    bundle = json.loads((tmp_path / "c.json").read_bytes())
    (claim,) = bundle["claims"]
    assert claim["value"] > 1
    assert check(bundle).lower == claim["value"]
    claim["value"] += 1
    assert check(bundle).code == "theorem"
    # Where counting proves nothing anywhere, there is nothing to say.
    assert run("match3", "M=6", "N=201", "--class", "fixed", "--bits", "9", "--dv", "9")[0] == 2


@pytest.mark.parametrize(
    ("words", "way", "there"),
    [
        ("--bits 4", "--bits 1: m >= 2", "--bits 1"),
        ("--bits 1 --dv 9", "--dv 1: m >= 3", "--bits 1 --dv 1"),
        ("--bits 4 --heads 2", "--bits 1 --dv 1: m >= 1", "--bits 1 --dv 1 --heads 2"),
    ],
)
def test_where_counting_proves_nothing_it_is_said_where_it_does(run, words, way, there):
    asked = ["match3", "N=9", "M=10", "--class", "fixed"]
    code, out, err = run(*asked, *words.split())
    assert (code, out) == (2, "") and err.endswith(f"; of this size counting says something with {way}\n")
    assert f": {way[-1]} <= m   open" in run(*asked, *there.split())[1]


def test_large_patterns_get_their_first_ends_in_a_process(run, monkeypatch):
    decide = GridCells.decide
    monkeypatch.setattr(GridCells, "decide", lambda *given: decide(*given) if given[1] < 10 else gives_up(*given[:2]))
    answer = json.loads(run("qsa", "N=14", "q=4", "--bits", "1", "--json", "--budget", "1000")[1])
    assert answer["lower"] == 10  # 2^9 < 1001 queries
    assert answer["upper"] == 14
    assert answer["status"] == "CERTIFIED"


def test_read_outs_differ(run, only_one_is_searched):
    """Parity of two bits at m = 0: the mean of values tells, and no mean is larger exactly at odd sums."""
    words = [
        "parity",
        "k=2",
        "--class",
        "fixed",
        "--minimise",
        "H",
        "--bits",
        "1",
        "--width",
        "0",
        "--dv",
        "1",
        "--json",
        "--budget",
        "1000",
    ]
    assert json.loads(run(*words)[1])["upper"] == 1
    answer = json.loads(run(*words, "--read-out", "threshold")[1])
    assert answer["lower"] == 2
    assert answer["held_fixed"]["read_out"] == "threshold"
    assert answer["held_fixed"]["combine"] == "sum"


def test_table_files_and_user_tasks(run, tmp_path):
    answers = [[[x, y], [None, x ^ y]] for x, y in product((0, 1), repeat=2)]
    (tmp_path / "t.json").write_text(json.dumps({"alphabet": 2, "length": 2, "answers": answers}))
    answer = json.loads(run("t.json", "--class", "thresh", "--json")[1])
    assert (answer["lower"], answer["upper"]) == (1, 1)  # the query knows its own bit
    assert answer["held_fixed"] == {"position": 1}
    (tmp_path / "mine.py").write_text(
        "from headcount.tasks import SequenceTask\n"
        "class Or(SequenceTask):\n"
        "    name, alphabet = 'or', 2\n"
        "    def __init__(self, N): self.N = N\n"
        "    def evaluate(self, tokens): return (int(any(tokens)),) * self.N\n"
        "    def near_miss(self, kind, rng): return (0,) * self.N\n"
    )
    answer = json.loads(run("mine.py:Or", "N=3", "--class", "fixed", "--bits", "1", "--dv", "1", "--json")[1])
    assert (answer["task"], answer["lower"], answer["upper"]) == ("mine.py:Or", 0, 0)
    code, _, err = run("mine.py:Or", "N=30", "--class", "fixed", "--bits", "1")
    assert code == 2
    assert "N=10 would be possible" in err


def test_the_budget_holds_and_the_bracket_is_open(run, monkeypatch):
    """Engines that never look at the clock are stopped long before they would come back."""
    monkeypatch.setattr(GridCells, "decide", lambda cells, value, seconds: time.sleep(600))
    start = time.monotonic()
    code, out, _ = run(*["qsa", "N=12", "q=3", "--bits", "2", "--budget", "2"])
    assert code == 5
    assert time.monotonic() - start < 300
    assert "6 <= m <= 12   open" in out
    assert "the budget of 2 s ran out" in out


def test_an_interrupt_prints_the_bracket_so_far(run, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(race, "race", interrupted)
    code, out, _ = run("qsa", "N=6", "q=2", "--bits", "2")
    assert code == 5
    assert "4 <= m <= 6   open" in out
    assert "interrupted" in out


@pytest.mark.slow
def test_disjointness_needs_two_heads(run):
    for n in (2, 3):
        answer = json.loads(run("disj", f"n={n}", "--class", "thresh", "--json", "--budget", "1000")[1])
        assert (answer["lower"], answer["upper"]) == (2, 2)
