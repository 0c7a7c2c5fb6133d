"""What the options of ``headcount probe`` ask for: classes, finite tasks by name, every mistake a user can make."""

from functools import partial
from itertools import product

import pytest

from headcount.questions import match2_question, qsa_question, shared_question
from headcount.questions.unit_class import SIGN
from headcount.workbench.search import race
from headcount.workbench.search.finite_questions import finite_question
from headcount.workbench.search.probe_options import ProbeOptions
from headcount.workbench.search.settle import question_of as settle


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


MISTAKES = {
    "--class": ("qsa N=6 q=2 --class grids", "--class must be one of sign, grid, fixed, softmax, thresh, got 'grids'"),
    "p = 0": ("qsa N=6 q=2 --bits 0", "--bits must be 1 .. 4096, got 0; try --bits 2"),
    "bits of sign": ("qsa N=6 q=2 --class sign --bits 2", "--bits does not apply to class sign"),
    "bits of thresh": ("parity k=3 --class thresh --bits 2", "--bits does not apply to class thresh"),
    "H > q": ("qsa N=6 q=2 --bits 1 --heads 3", "--heads must be at most q=2, got 3"),
    "heads of match2": ("match2 M=5 --bits 1 --heads 2", "only the subsets of qsa are shared out"),
    "heads of sign": ("qsa N=6 q=2 --class sign --heads 2", "--heads does not apply to class sign"),
    "order": ("qsa N=6 q=2 --order 3", "--order 3 needs a task on tuples"),
    "order grid": ("match2 M=5 --order 3 --bits 2", "--order 3 needs a task on tuples"),
    "order 2 of match3": ("match3 M=5 --order 2", "selects tuples of order 3, got --order 2"),
    "null of match3": ("match3 M=5 --null", "--null is for pattern files"),
    "order of fixed": ("match3 M=3 N=3 --class fixed --bits 1 --order 3", "is searched at order 2"),
    "gap of fixed": ("match2 M=3 N=2 --class fixed --bits 1 --gap 2", "--gap does not apply to class fixed"),
    "gap": ("qsa N=6 q=2 --bits 1 --gap 0", "--gap must be 1 .."),
    "grid": ("qsa N=6 q=2 --bits 1 --grid round", "--grid must be one of midrise, twos"),
    "combine": ("qsa N=6 q=2 --bits 1 --combine both", "--combine must be one of sum, concat"),
    "no bits": ("qsa N=6 q=2 --class grid", "--bits is needed where the least m of class grid is asked for"),
    "no width": ("qsa N=6 q=2 --minimise p", "--width is needed where the least p"),
    "both": ("qsa N=6 q=2 --minimise p --bits 2 --width 4", "--minimise p asks for it"),
    "width": ("qsa N=6 q=2 --bits 2 --width 4", "--minimise m asks for it"),
    "minimise": ("qsa N=6 q=2 --minimise q", "--minimise must be one of m, p, H"),
    "H of sign": ("qsa N=6 q=2 --class sign --minimise H", "class sign has a least m only"),
    "m of thresh": ("parity k=3 --class thresh --minimise m", "class thresh has a least H only"),
    "no p": ("qsa N=6 q=2 --minimise p --width 3", "no number of bits is enough at width 3: class SIGN needs m >= 4"),
    "p of tuples": ("match3 M=3 --minimise p --width 3", "the least m is searched for, got --minimise p"),
    "N of tuples": ("match3 M=3 N=3", "does not depend on N"),
    "computed": ("parity k=3", "parity is computed, not selected"),
    "no class": ("match2 M=3 N=2 --dv 2", "--dv needs a class that computes answers"),
    "qsa computed": ("qsa N=6 q=2 --class thresh", "take --class sign or grid"),
    "no N": ("match2 M=3 --class fixed --bits 1", "match2 needs the length N"),
    "position": ("match2 M=3 N=2 --class thresh", "say which with --position 0 .. 1"),
    "position range": ("match2 M=3 N=2 --class thresh --position 2", "--position must be 0 .. 1, got 2"),
    "position of parity": ("parity k=3 --class thresh --position 0", "is asked at position 3"),
    "large task": ("match3 M=5 N=9 --class fixed --bits 1", "at most 20000 answers are gone through; N=5 would"),
    "large parity": ("parity k=40 --class thresh", "try k=10"),
    "large disj": ("disj n=6 --class thresh", "try n=5"),
    "large grid": ("qsa N=60 q=4 --bits 1", "N=34 would be possible"),
    "large tuples": ("match3 M=200", "try M=158"),
    "large entries": ("match2 M=3 N=2 --class fixed --bits 17", "p (m + dv) H must be at most 16"),
    "threshold concat": (
        "parity k=3 --class fixed --bits 1 --heads 2 --read-out threshold --combine concat",
        "take --combine sum",
    ),
    "answers": ("a.json --class thresh --position 0", "class thresh needs answers 0 or 1, got 2"),
    "table": ("b.json --class fixed --bits 1", "must be lists of length 2"),
    "not a table": ("c.json --class fixed --bits 1", "holds no table"),
    "no file": ("none.json --class fixed --bits 1", "none.json cannot be read"),
    "unknown": ("march --class fixed --bits 1", "there is no finite task 'march'"),
    "no n": ("disj --class thresh", "disj takes the parameter n, got none"),
    "zero n": ("disj n=0 --class thresh", "n must be an integer >= 1, got 0"),
    "plot": ("qsa N=6 q=2 --bits 1 --plot a.png", "--plot draws sign patterns of class sign"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_get_one_sentence(case, run, tmp_path, monkeypatch):
    (tmp_path / "a.json").write_text('{"alphabet": 2, "length": 1, "answers": [[[0], [2]], [[1], [0]]]}')
    (tmp_path / "b.json").write_text('{"alphabet": 2, "length": 2, "answers": [[[0], [2]]]}')
    (tmp_path / "c.json").write_text('{"rows": ["+-"]}')
    monkeypatch.setattr(race, "race", lambda *_: pytest.fail("the search was started"))
    words, said = MISTAKES[case]
    before = sorted(path.name for path in tmp_path.iterdir())
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    (line,) = err.strip().splitlines()
    assert line.startswith("headcount: ")
    assert said in line
    assert len(line) < 400
    assert sorted(path.name for path in tmp_path.iterdir()) == before
