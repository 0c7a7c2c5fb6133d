"""Claims of side ``none``: two inputs that look alike exclude every size, and a width that real units need every p."""

from itertools import product

import pytest

import corpora
import second_opinion
from asking import judged
from equal_views import asked, claim, masked, shown
from headcount.certificates.check import check

WORDS = list(product((0, 1), repeat=3))


FIRST = asked({word: (None, None, word[0]) for word in WORDS})
"""Which bit comes first, asked at the end."""
PROOF = shown(((0, 1, 0), 2), ((1, 0, 0), 2))

SECOND = asked({(x, y): (y, None) for x, y in product((0, 1), repeat=2)})
"""The second bit, asked at the first."""
HIDDEN = shown(((0, 0), 0), ((0, 1), 0))

LAST = asked({word: (word[2], None, None) for word in WORDS})
"""Which bit comes last, asked at the first."""

OWN = asked({(x, y): (0, 1) for x, y in product((0, 1), repeat=2)})
"""Where a position is: 0 at the first, 1 at the second."""
PLACES = shown(((0, 0), 0), ((0, 0), 1))

ACCEPTED = {
    "by token": (FIRST, claim(), PROOF),
    "with a null token": (FIRST, claim(null=True), PROOF),
    "by a threshold": (FIRST, claim("threshold"), PROOF),
    "any lower bound": (FIRST, claim(side="lower", value=10**9), PROOF),
    "of p": (FIRST, claim(resource="p", unit_class="FIXED(p, midrise)", m=7, dv=3), PROOF),
    "of H": (FIRST, claim(resource="H", m=7), PROOF),
    "what a mask hides": (SECOND, claim(tables="both", pattern=masked([0], [0, 1])), HIDDEN),
    "saturated, what a mask hides in two layers": (
        SECOND,
        {"resource": "m", "unit_class": "SATURATED", "side": "none", "read_out": "any", "layers": 2}
        | {"pattern": masked([0], [0, 1])},
        HIDDEN,
    ),
    "positions by a threshold": (OWN, claim("threshold"), PLACES),
    "one order of first ones": (LAST, claim(unit_class="LEFTMOST(1, midrise)"), shown(((0, 0, 1), 0), ((0, 1, 0), 0))),
    "one order of last ones": (FIRST, claim(unit_class="RIGHTMOST(1, midrise)"), PROOF),
    "as often by a threshold": (OWN, claim("threshold", pattern=masked([0], [0, 1])), PLACES),
    **{
        f"{of}, what a mask hides in {layers} layers": (
            SECOND,
            {"resource": "m", "unit_class": f"{of}(1, twos)", "side": "none", "read_out": "any", "layers": layers}
            | {"pattern": masked([0], [0, 1])},
            HIDDEN,
        )
        for of, layers in product(("ROUNDED", "HARDMAX", "LEFTMOST", "RIGHTMOST"), (1, 2))
    },
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    question, stated, proof = ACCEPTED[name]
    assert judged({**stated, "proof": proof}, question)[0] == "accepted"
    assert second_opinion.accepts(question, {**stated, "proof": proof})


ALIKE = "the two inputs look different from there"
REJECTED = {
    "tables by position": (FIRST, claim(tables="both"), PROOF, ALIKE),
    "the mask shows it": (SECOND, claim(tables="both", pattern=masked([0, 1], [1])), HIDDEN, ALIKE),
    "shown in a second layer": (
        SECOND,
        {"resource": "m", "unit_class": "SATURATED", "side": "none", "read_out": "any", "layers": 2}
        | {"pattern": {**masked([0], [0, 1]), "layers": [*masked([0], [0, 1])["layers"], {"name": "dense"}]}},
        HIDDEN,
        ALIKE,
    ),
    "the first one tells": (
        FIRST, claim(unit_class="LEFTMOST(1, midrise)"), shown(((0, 1, 0), 2), ((1, 0, 0), 2)), ALIKE,
    ),
    "the last one tells": (
        LAST, claim(unit_class="RIGHTMOST(1, midrise)"), shown(((0, 0, 1), 0), ((0, 1, 0), 0)), ALIKE,
    ),
    "other counts": (FIRST, claim(), shown(((0, 0, 0), 2), ((1, 0, 0), 2)), ALIKE),
    "equal answers": (FIRST, claim(), shown(((0, 1, 0), 2), ((0, 0, 1), 2)), "alike, or one is not asked for"),
    "not asked for": (FIRST, claim(), shown(((0, 1, 0), 1), ((1, 0, 0), 1)), "alike, or one is not asked for"),
    "no such input": (FIRST, claim(), shown(((0, 2, 0), 2), ((2, 0, 0), 2)), "no input of the task"),
    "no such position": (FIRST, claim(), shown(((0, 1, 0), 3), ((1, 0, 0), 3)), "no input of the task"),
    "the read-out sees the position": (OWN, claim(), PLACES, "the read-out may tell the two positions apart"),
    "a null token weighs more at the first": (
        OWN, claim("threshold", null=True, pattern=masked([0], [0, 1])), PLACES, ALIKE,
    ),
    "an upper bound": (FIRST, claim(side="upper", value=1), PROOF, "claims of another kind"),
    "real softmax": (
        asked({word: (None, None, word[0]) for word in WORDS}) | {"position": 2},
        {"resource": "H", "unit_class": "THRESH", "side": "lower", "value": 2},
        PROOF,
        "claims of another kind",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name):
    question, stated, proof, why = REJECTED[name]
    verdict, reason, _ = judged({**stated, "proof": proof}, question)
    assert verdict == "rejected" and why in reason
    assert not second_opinion.accepts(question, {**stated, "proof": proof})


@pytest.mark.parametrize(
    "stated", [claim(value=3), claim(side="lower"), claim(side="never")], ids=["none with a value", "no value", "side"]
)
def test_malformed(stated):
    assert judged({**stated, "proof": PROOF}, FIRST)[0] == "malformed"
    assert not second_opinion.accepts(FIRST, {**stated, "proof": PROOF})


def test_no_value_and_an_upper_bound_cross():
    """A file that claims both is refused before any proof is looked at."""
    file = {"format": "headcount-certificate", "version": 3, "question": FIRST}
    none, upper = {**claim(), "proof": PROOF}, {**claim(side="upper", value=3), "proof": PROOF}
    assert check({**file, "claims": [none]})
    for claims in ([none, upper], [upper, none]):
        verdict = check({**file, "claims": claims})
        assert (verdict.code, "exceeds an upper bound" in verdict.reason) == ("crossed-bounds", True)


def by_width(width, premise, **changed):
    """That no p will do at this width, by a bound of m."""
    stated = {"resource": "p", "unit_class": "GRID(p, midrise, gap 1)", "side": "none", "m": width}
    return stated | {"proof": {"rule": "map", "name": "part", "of": premise}} | changed


def of_real_units(value, **changed):
    proof = {"rule": "theorem", "name": "columns independent", "k": value + 1}
    return {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": value, "proof": proof} | changed


SIX = {"task": "qsa", "N": 6, "q": 2}
IN_A_GRID = {"unit_class": "GRID(2, midrise, gap 1)", "proof": {"rule": "map", "name": "part", "of": of_real_units(4)}}
NOT_BY_WIDTH = {
    "as wide as real units need": (by_width(4, of_real_units(4)), "the bound of m is none of the resource"),
    "a grid of some bits": (by_width(3, of_real_units(4, **IN_A_GRID)), "units of one class need not be units of"),
    "of m": (by_width(3, of_real_units(4), resource="m", unit_class="SIGN", m=None), "a bound to one of the same side"),
    "an upper bound": (
        by_width(3, of_real_units(4, side="upper", proof={"rule": "theorem", "name": "squares"})), "of the same side",
    ),
    "of p": (
        by_width(3, by_width(3, of_real_units(4), side="lower", value=7)), "excludes some p only",
    ),
    "another map": (
        by_width(3, of_real_units(4), proof={"rule": "map", "name": "averages", "of": of_real_units(4)}),
        "about averages, from their sets",
    ),
}  # fmt: skip


def test_no_bits_where_real_units_need_a_larger_width():
    accepted = by_width(3, of_real_units(4))
    assert judged(accepted, SIX)[0] == "accepted" and second_opinion.accepts(SIX, accepted)


def of_averages(width, premise, **changed):
    """That no p will do for averages at this width, by what an error asks of scores."""
    stated = {"resource": "p", "unit_class": "FIXED(p, twos)", "side": "none", "m": width, "error": "1/5"}
    return stated | {"proof": {"rule": "map", "name": "averages", "of": {"question": SIX, **premise}}} | changed


AVERAGES = {"task": "averaging", "N": 6, "q": 2}
NOT_OF_AVERAGES = {
    "as wide as real units need": (of_averages(4, of_real_units(4)), "the bound of m is none of the resource"),
    "an error that ties nothing": (of_averages(3, of_real_units(4), error="1/3"), "does not ask this of scores"),
    "an error of 1 for each": (of_averages(3, of_real_units(4), error="1/2"), "does not ask this of scores"),
    "of p": (of_averages(3, by_width(3, of_real_units(4, question=SIX), side="lower", value=7)), "some p only"),
    "of m": (of_averages(3, of_real_units(4), resource="m", unit_class="FIXED(2, twos)", m=None), "of the same side"),
}


def test_no_bits_for_averages():
    accepted = of_averages(3, of_real_units(4))
    assert judged(accepted, AVERAGES)[0] == "accepted" and second_opinion.accepts(AVERAGES, accepted)


@pytest.mark.parametrize(
    ("question", "stated", "why"),
    [pytest.param(question, *case, id=f"{question['task']}: {name}")
     for question, cases in ((AVERAGES, NOT_OF_AVERAGES), (SIX, NOT_BY_WIDTH)) for name, case in cases.items()],
)  # fmt: skip
def test_other_bounds_exclude_no_bits(question, stated, why):
    stated = {key: value for key, value in stated.items() if value is not None}
    verdict, reason, _ = judged(stated, question)
    assert verdict == "rejected" and why in reason, reason
    assert not second_opinion.accepts(question, stated)


def test_no_other_proof_says_that_no_value_will_do():
    """Every claim of the corpus about a size, with side none in place of its own."""
    tried = 0
    for entry in corpora.corpus("accept"):
        for one in entry["certificate"]["claims"]:
            of_width = one.get("resource") == "p" and one["proof"].get("name") in ("part", "averages")
            named = "equal-views" in one["proof"].values() or "answers" in one["proof"].values()
            if "resource" in one and not of_width and not named:
                other = {key: value for key, value in one.items() if key != "value"} | {"side": "none"}
                question = one.get("question", entry["certificate"].get("question"))
                assert judged(other, question)[0] != "accepted", other
                tried += 1
    assert tried > 200
