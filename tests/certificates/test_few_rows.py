"""Theorem ``answers``: more answers at one position and token than rows, against all rows that weights can make."""

from fractions import Fraction
from itertools import product

import pytest

import second_opinion
from asking import judged
from headcount.bounds.unit_classes.few_rows import few_rows_lower, most_rows
from headcount.questions import Scope, computation_question, least_size
from headcount.questions.grid import GRIDS


def telling(count, length=2):
    """A token at position 1 of so many, asked for at position 0, whose token is 0; all other tokens are 0."""
    words = [[0, x, *[0] * (length - 2)] for x in range(count)]
    answers = [[word, [word[1], *[None] * (length - 1)]] for word in words]
    return {"task": "computation", "of": "table", "alphabet": count, "length": length, "answers": answers}


def all_rows(n, p, dv, grid):
    """Every row of a head that attends to n keys: the greatest weight is 2^p, any others what p bits leave."""
    weights = [0, *(2**k for k in range(p + 1))]  # those of hard weights are among them
    values = list(product(GRIDS[grid](p), repeat=dv))
    found = set()
    for some in product(weights, repeat=n):
        if max(some) == 2**p:
            for chosen in product(values, repeat=n):
                sums = [sum(w * v[c] for w, v in zip(some, chosen, strict=True)) for c in range(dv)]
                found.add(tuple(Fraction(s, sum(some)) for s in sums))
    return found


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(
    ("n", "p", "dv"), [(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 1), (2, 2, 1), (3, 2, 1), (2, 1, 2), (3, 1, 2)]
)
def test_no_more_rows_than_are_counted(n, p, dv, grid):
    """n keys, the null key among them."""
    question = computation_question("table", answers=(((0,) * n, (0,) * n),), alphabet=1, length=n)
    asked = least_size(question, "m", f"FIXED({p}, {grid})", dv=dv, read_out="any")
    assert len(all_rows(n + 1 if n < 3 else n, p, dv, grid)) <= most_rows(asked, 0)


PROOF = {"rule": "theorem", "name": "answers"}
CLAIM = {"resource": "m", "unit_class": "FIXED(1, midrise)", "side": "none", "read_out": "any", "proof": PROOF}
WIDE = {"unit_class": "FIXED(p, midrise)", "resource": "p", "m": 9}
"""(2 * 2 + 1) (3 * 2 + 1) = 35 rows of two tokens and a null token at p = H = dv = 1."""
ACCEPTED = {
    "no m": {},
    "a lower bound of m": {"side": "lower", "value": 10**6},
    "in three layers": {"layers": 3},
    "under a mask": {"pattern": {"task": "sparse-pattern", "n": 2, "layers": [{"name": "dense"}]}},
    "of a scope": {"scope": {"null": False, "tables": "token", "combine": "sum"}},
    "of hard weights": {"unit_class": "HARDMAX(1, midrise)"},
    "of the first key": {"unit_class": "LEFTMOST(1, midrise)"},
    "of the last key": {"unit_class": "RIGHTMOST(1, midrise)"},
    "of p": {**WIDE, "side": "lower", "value": 2},
    "of H": {"resource": "H", "m": 5, "side": "lower", "value": 2},
}
REJECTED = {
    "no p": (WIDE, "a larger size may tell more"),
    "no H": ({"resource": "H", "m": 5}, "a larger size may tell more"),
    "values as wide as queries": ({"dv": "m"}, "a larger size may tell more"),
    "more bits": ({**WIDE, "side": "lower", "value": 3}, "claimed to be too small is not"),
    "more heads": ({"resource": "H", "m": 5, "side": "lower", "value": 3}, "claimed to be too small is not"),
    "two coordinates": ({"dv": 2}, "claimed to be too small is not"),
    "two heads": ({"heads": 2}, "claimed to be too small is not"),
    "two bits": ({"unit_class": "FIXED(2, midrise)"}, "claimed to be too small is not"),
    "a threshold": ({"read_out": "threshold"}, "a hypothesis of the theorem fails"),
    "rounded": ({"unit_class": "ROUNDED(1, midrise)"}, "about other tasks, quantities or classes"),
    "of order 3": ({"order": 3}, "the theorem is about other sizes"),
    "saturated": ({"unit_class": "SATURATED"}, "about other tasks, quantities or classes"),
    "from above": ({"side": "upper", "value": 1}, "about other tasks, quantities or classes"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    claim = CLAIM | ACCEPTED[name]
    assert judged(claim, telling(36))[0] == "accepted" and second_opinion.accepts(telling(36), claim)
    assert judged(claim, telling(35))[0] == "rejected" and not second_opinion.accepts(telling(35), claim)


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name):
    changed, why = REJECTED[name]
    verdict, reason, _ = judged(CLAIM | changed, telling(36))
    assert verdict == "rejected" and why in reason, reason
    assert not second_opinion.accepts(telling(36), CLAIM | changed)


def test_other_questions():
    for question in ({"task": "averaging", "N": 9, "q": 2}, telling(36) | {"position": 0}):
        accepted = judged(CLAIM, question)[0] == "accepted"
        assert accepted == (question["task"] == "computation")
        assert second_opinion.accepts(question, CLAIM) == accepted
    alone = telling(36)
    for _, wanted in alone["answers"]:
        wanted.reverse()  # each token is asked for at its own position: one answer each
    assert judged(CLAIM, alone)[0] == "rejected" and not second_opinion.accepts(alone, CLAIM)


def test_bounds_of_each_size():
    """The greatest that the theorem gives, whatever is asked for."""
    listed = tuple((tuple(word), tuple(wanted)) for word, wanted in telling(60)["answers"])
    question = computation_question("table", answers=listed, alphabet=60, length=2)
    scope = Scope(null=False)
    of = lambda *what, **held: few_rows_lower(least_size(question, *what, read_out="any", scope=scope, **held))  # noqa: E731
    assert of("m", "FIXED(1, twos)").is_no_size
    assert [of("m", "FIXED(1, twos)", dv=None).value, of("H", "FIXED(1, twos)", m=1).value] == [2, 2]
    assert of("p", "FIXED(p, twos)", m=1).value == 2 and of("m", "FIXED(2, twos)") is None
