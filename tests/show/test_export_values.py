"""Exported scripts: z3 and cvc5 say what is expected, and do not confirm a claim that is stronger by one."""

import copy
import random
from fractions import Fraction

import pytest
import z3

import proved
from headcount.certificates.check import check
from headcount.show.export.matrices import EXHIBITS
from headcount.show.export.rules import PRINTERS, REASONS, exported
from headcount.show.export.script import Named, real_number
from headcount.show.export.semidefinite import SYSTEMS
from headcount.show.export.stated_claim import StatedClaim
from other_solvers import cvc5_says, z3_says

SCRIPTS = sorted(
    kind
    for kind in proved.claims()
    if (kind in PRINTERS and kind.startswith(("evaluate", "farkas"))) or kind.removeprefix("psd: ") in SYSTEMS
)
EACH = 4
"""Claims of a kind that are tried."""


def scripts(claims, seed):
    """Some claims with their scripts, those that are too long left out."""
    claims = random.Random(seed).sample(claims, len(claims))
    found = [(claim, exported(claim)) for claim in claims[: 3 * EACH]]
    return [(claim, one.files[0]) for claim, one in found if one.files and len(one.files[0].content) < 200_000][:EACH]


def stronger(claim):
    """The claim with a bound that its proof does not give."""
    value = copy.deepcopy(dict(claim.value))
    step = 1 if claim.read.side == "lower" else -1
    number = claim.read.value + (step if claim.read.integral else step * Fraction(1, 1000))
    value["value"] = str(number) if isinstance(value["value"], str) else int(number)
    if number < 0:
        return None
    read = type(claim.read)(claim.read.statement, claim.read.quantity, claim.read.side, number)
    return StatedClaim(claim.number, value, claim.question, read, claim.premises, rests_on=claim.rests_on)


@pytest.mark.parametrize("kind", SCRIPTS)
def test_solvers_confirm_scripts(kind, rotating_seed):
    found = scripts(proved.claims()[kind], rotating_seed)
    assert found
    for _, file in found:
        assert z3_says(file.content) == file.expected
        assert f"; {file.expected}: " in file.content
        assert "; to be believed: " in file.content
        if len(file.content) < 20_000:
            assert cvc5_says(file.content) == file.expected


NO_BOUND = ("farkas: states", "farkas: degree", "evaluate: order")
"""Facts; rows that say nothing of the value; tables that are made for the value."""


@pytest.mark.parametrize("kind", [kind for kind in SCRIPTS if kind not in NO_BOUND])
def test_a_stronger_claim_is_not_confirmed(kind, rotating_seed):
    """Of bounds that are tight in the first place; a proof may show more than its claim."""
    refused = tried = 0
    for claim, _ in scripts(proved.claims()[kind], rotating_seed):
        wrong = stronger(claim)
        if wrong is None:
            continue
        alone = {"format": "headcount-certificate", "version": 3, "question": claim.question, "claims": [wrong.value]}
        if check(alone).exit_code == 0:
            continue
        tried += 1
        try:
            files = exported(wrong).files
        except (ArithmeticError, AssertionError, IndexError, KeyError, StopIteration, ValueError):
            refused += 1  # nothing can be written for it
            continue
        refused += not files or z3_says(files[0].content) != "sat"
    assert refused == tried


TREES = "farkas: rectangle-multipliers"
WITHOUT_NUMBERS = [f"evaluate: {exhibit}" for exhibit in ("distinct", "elimination", "lines", "conflicts")] + [
    "psd: norm"
]


def confirmed(script):
    """What z3 says; of numbers of rows or columns that there are not, that they are unknown."""
    try:
        return z3_says(script)
    except (AssertionError, z3.Z3Exception):
        return "error"


@pytest.mark.parametrize("kind", SCRIPTS)
def test_a_changed_proof_is_confirmed_only_if_the_checker_accepts_it(kind, rotating_seed):
    """One number of the proof is another one; what a solver confirms, the checker accepts.

    A script of multipliers goes through all sets of rows, where the checker follows a tree that fits no other numbers.
    """
    chance, told = random.Random(rotating_seed), 0
    for claim, file in scripts(proved.claims()[kind], rotating_seed):
        value = copy.deepcopy(dict(claim.value))
        places = list(integers(value["proof"]))
        if not places or file.expected != "sat":
            continue
        for _ in range(5):
            holder, key = chance.choice(places)
            before, holder[key] = holder[key], holder[key] + chance.choice((-1, 1))
            changed = StatedClaim(claim.number, copy.deepcopy(value), claim.question, claim.read, claim.premises)
            alone = {"format": "headcount-certificate", "version": 3, "question": claim.question}
            code = check({**alone, "claims": [changed.value]}).exit_code
            holder[key] = before
            if code == 4:
                continue
            try:
                files = exported(changed).files
            except Exception:
                continue
            if files:
                assert code == 0 or kind == TREES or confirmed(files[0].content) != "sat", changed.proof
                told += 1
    assert told or kind in (*NO_BOUND, *WITHOUT_NUMBERS)


def integers(value):
    """The places of all integers in a proof."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if type(item) is int:
            yield value, key
        elif isinstance(item, dict | list):
            yield from integers(item)


def test_every_proof_is_printed_or_not_for_a_reason():
    for kind, claims in proved.claims().items():
        for claim in claims[:2]:
            by = exported(claim).by
            assert by, kind
            assert ("not exported" not in by) or kind in PRINTERS or kind.split(":")[0] in (*PRINTERS, *REASONS)
    assert {f"evaluate: {exhibit}" for exhibit in EXHIBITS} <= set(PRINTERS)
    assert set(REASONS) & {"theorem", "evaluate", "tree"} == {"theorem", "evaluate", "tree"}


def test_maps_name_their_premise():
    for kind in ("map: part", "map: averages", "map: tuples"):
        claim = proved.claims()[kind][0]
        by = exported(claim).by
        assert (by["map"], by["of"]) == (kind.removeprefix("map: "), claim.premises[0])


def test_numbers_keep_their_terms(rotating_seed):
    chance = random.Random(rotating_seed)
    for _ in range(50):
        numbers = [Named(chance.randint(-3, 3), f"x_{k}") for k in range(4)]
        total = sum(a * b for a, b in zip(numbers[:2], numbers[2:], strict=True)) + 2 * numbers[0]
        script = "".join(f"(define-fun x_{k} () Int {x if x >= 0 else f'(- {-x})'})" for k, x in enumerate(numbers))
        wanted = int(total) if total >= 0 else f"(- {-int(total)})"
        assert z3_says(f"{script}(assert (= {total.term} {wanted}))(check-sat)") == "sat"
    assert real_number(Fraction(-3, 4)) == "(- (/ 3.0 4.0))"
