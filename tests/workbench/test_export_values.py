"""Exported values, linear programs and questions: what z3, cvc5 and HiGHS make of them, and of mutants."""

import copy
import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
import z3

import corpora
import mutants
import other_solvers
from headcount import check
from headcount.core.verdict import Accepted, Malformed, Undecided
from headcount.legacy.evidence.matrices.kinds import PROVERS
from headcount.legacy.evidence.outputs.kinds import OUTPUT_KINDS
from headcount.legacy.evidence.patterns.depth import DEPTH_KINDS
from headcount.legacy.evidence.patterns.kinds import HOPS_KINDS, PATTERN_CLAIMS
from headcount.legacy.evidence.selection.kinds import SELECTION_KINDS
from headcount.workbench.export import stated_claims
from headcount.workbench.export.kinds import WRITERS, exported
from headcount.workbench.export.reasons import REASONS
from headcount.workbench.export.values import QUESTIONS, SCRIPTS, of_polynomials, values
from headcount.workbench.theorems import stored_certificates

HARMLESS = {
    "table-wrong-shape": "what there is too much of is not written",
    "case-left-open": "trees of cases are not written: every set of rows is",
    "case-not-closed": "the same",
    "not-an-automorphism": "the same",
    "rectangle-too-heavy": "the same",
    "output-not-read": "look-ups are not written: every function of position, token and row is allowed",
    "answer-wrong": "the same (a wrong answer in it)",
    "unit-outside-class": "weights, p and masks are written as the claim says, and not as the unit does",
    "symmetry-not-applicable": "squares and identity are written as tables, whatever the question is",
}
"""Why a script may be satisfiable, the statement being true, though the checker rejects the evidence."""


@cache
def files_of_the_corpora():
    """Names of claims, the claims, and the files of SMT-LIB and linear programs."""
    found = []
    for folder in (corpora.HERE, corpora.OF_MEASURES):
        for path in corpora.files("accept", folder):
            found += [(f"{path.stem} {c.number}", c, file) for c, file in files_of(json.loads(path.read_text()))]
    return found


def files_of_the_ledger(step):
    for number, (name, text) in enumerate(stored_certificates().items()):
        if number % step == 0:
            yield from ((f"{name} {claim.number}", claim, file) for claim, file in files_of(json.loads(text)))


def files_of(certificate):
    for claim in stated_claims(certificate):
        written = (of_polynomials if claim.kind == "chirotope" else values)(claim)
        yield from ((claim, file) for file in (written.files if written else ()))


def scripts(files, expected="sat"):
    return [(name, claim, file.content) for name, claim, file in files if file.expected == expected]


def test_every_kind_is_written_or_has_a_reason():
    kinds = {kind.name for kind in (*SELECTION_KINDS, *OUTPUT_KINDS)} | {"restriction", "theorem", "pattern"}
    kinds |= {kind for of_side in PROVERS.values() for of_measure in of_side.values() for kind in of_measure}
    kinds |= {kind for table in (HOPS_KINDS, DEPTH_KINDS) for of_side in table.values() for kind in of_side}
    kinds |= {kind for _, of_claim in PATTERN_CLAIMS.values() for kind in of_claim}
    kinds |= {"all-pairs", "pair", "runs", "input", "subset", "points", "combinations"}
    written = {*WRITERS, *SCRIPTS, *QUESTIONS}
    assert kinds == written | set(REASONS)
    assert written & set(REASONS) == {
        "squares",
        "identity",
        "margin",
        "symmetric",
        "trigonometric",
    }  # written for some questions only


def test_z3_confirms_values_of_the_corpora(rotating_seed):
    """A part of them, which one the seed says; the rest is among the slow tests."""
    found = scripts(files_of_the_corpora())
    assert len(found) >= 250
    for name, _, script in found[rotating_seed % 4 :: 4]:
        assert other_solvers.z3_says(script) == "sat", name


def test_cvc5_confirms_a_value_of_each_kind():
    seen = set()
    for name, claim, script in scripts(files_of_the_corpora()):
        key = claim.kind, claim.value.get("measure"), claim.value.get("unit_class", "").partition("(")[0]
        if key not in seen and len(script) < 50_000:
            seen.add(key)
            assert other_solvers.cvc5_says(script) == "sat", name
    assert {kind for kind, *_ in seen} == set(SCRIPTS) | {"chirotope"}


@pytest.mark.slow
def test_both_confirm_all_values_of_the_corpora():
    for name, _, script in scripts(files_of_the_corpora()):
        assert other_solvers.z3_says(script) == "sat", name
        assert other_solvers.cvc5_says(script) == "sat", name


def test_z3_confirms_values_of_the_ledger():
    found = [other_solvers.z3_says(script) for _, _, script in scripts(files_of_the_ledger(50))]
    assert set(found) == {"sat"}


@pytest.mark.slow
def test_both_confirm_all_values_of_the_ledger():
    count = 0
    for name, _, script in scripts(files_of_the_ledger(1)):
        assert other_solvers.z3_says(script) == "sat", name
        if count % 10 == 0:
            assert other_solvers.cvc5_says(script) == "sat", name
        count += 1
    assert count >= 800


def mutated(rng, most):
    """Claims of the corpora with one number, word or list of evidence, value or question changed."""
    for folder in (corpora.HERE, corpora.OF_MEASURES):
        for path in corpora.files("accept", folder):
            bundle = json.loads(path.read_text())
            for number, claim in enumerate(bundle["claims"]):
                if claim["evidence"]["kind"] not in SCRIPTS:
                    continue
                own = {name: value for name, value in claim.items() if name != "question"}
                alone = {**bundle, "question": claim.get("question", bundle.get("question")), "claims": [own]}
                found = mutants.edits(alone["claims"][0]) + [
                    (("question", *place), other) for place, other in mutants.edits(alone["question"])
                ]
                for place, other in rng.sample(found, min(most, len(found))):
                    where = place if place[0] == "question" else ("claims", 0, *place)
                    mutant = copy.deepcopy(alone)
                    with mutants.edited(mutant, where, other):
                        yield f"{path.stem} {number} {where} {str(other)[:40]}", mutant


def disagreements(seed, most):
    """Mutants of which the checker and z3 say different things, and how often they agree."""
    agreed, wrong = Counter(), []
    for name, mutant in mutated(random.Random(seed), most):
        verdict = check(mutant, 5_000_000)
        if isinstance(verdict, Malformed | Undecided):
            continue
        accepted = isinstance(verdict, Accepted)
        try:
            written = values(stated_claims(mutant)[0])
        except Exception:  # what the checker rejects need not have a form that can be written
            if accepted:
                wrong.append(f"{name}: not written")
            continue
        if written is None or "values" not in written.by:
            continue
        try:
            said = other_solvers.z3_says(written.files[0].content)
        except z3.Z3Exception:  # a list that is too short leaves a constant of the script without its value
            if accepted:
                wrong.append(f"{name}: no script")
            continue
        if (said == "sat") == accepted and said in ("sat", "unsat"):
            agreed[said] += 1
        elif not (said == "sat" and verdict.code in HARMLESS):
            wrong.append(f"{name}: z3 says {said}, the checker {verdict}")
    return agreed, wrong


def test_mutants_are_refuted_by_evaluation(rotating_seed):
    agreed, wrong = disagreements(rotating_seed, 1)
    assert not wrong
    assert agreed["unsat"] >= 20


@pytest.mark.slow
def test_more_mutants_are_refuted_by_evaluation(rotating_seed):
    agreed, wrong = disagreements(rotating_seed, 25)
    assert not wrong
    assert agreed["unsat"] >= 800


def test_highs_finds_the_values_claimed(tmp_path):
    kinds = Counter()
    for name, claim, program in scripts(files_of_the_corpora(), "optimal"):
        found = other_solvers.optimum(program, tmp_path)
        if claim.kind == "points":
            assert found > 1e-7, name
        elif claim.kind in ("combinations", "threshold-degree"):
            assert abs(found) < 1e-7, name
        else:
            assert abs(found - Fraction(claim.value["value"])) < 1e-6, name  # those of the corpora are tight
        kinds[claim.kind] += 1
    assert min(kinds[kind] for kind in ("points", "combinations", "threshold-degree", "dual", "distribution")) >= 3


def test_z3_finds_no_tables_where_cases_are_exhausted():
    asked = [(claim, text) for _, claim, text in scripts(files_of_the_corpora(), "unsat") if len(text) < 8_000]
    assert {claim.kind for claim, _ in asked} == set(QUESTIONS)
    assert {other_solvers.z3_says(text) for _, text in asked} == {"unsat"}


def test_a_question_of_a_weaker_claim_has_tables():
    """The formula is satisfiable where tables exist: ``unsat`` is not what it always says."""
    (claim,) = stated_claims(json.loads((corpora.HERE / "accept" / "grid-cases-null.json").read_text()))[:1]
    stronger = {**claim.value, "value": claim.value["value"] + 1}
    (other,) = stated_claims({"question": claim.question, "claims": [stronger]})
    assert other_solvers.z3_says(exported(other).files[0].content) == "sat"


def test_a_question_is_the_same_text_each_time():
    certificate = json.loads((corpora.HERE / "accept" / "grid-cases-null.json").read_text())
    first, second = ([file.content for _, file in files_of(certificate)] for _ in range(2))
    assert first == second


def test_what_is_too_large_says_how_large():
    question = {"task": "qsa", "N": 60, "q": 3}
    claim = {"resource": "m", "unit_class": "SIGN", "side": "upper", "value": 6, "evidence": {"kind": "squares"}}
    (stated,) = stated_claims({"question": question, "claims": [claim]})
    reason = exported(stated).by["not exported"]
    assert reason == "the script would have 14372820 products; at most 100000 are written"


def test_more_bits_than_anyone_writes():
    bundle = json.loads((corpora.HERE / "accept" / "grid-bits.json").read_text())
    for bits, written in ((4, True), (13_000, True), (13_001, False), (10**6, False)):
        claim = {**bundle["claims"][0], "value": bits}
        assert isinstance(check({**bundle, "claims": [claim]}), Accepted)
        (stated,) = stated_claims({"question": bundle["question"], "claims": [claim]})
        found = values(stated)
        assert ("values" in found.by) == written
        assert written or found.by["not exported"] == f"the grid has {bits} bits; at most 13000 are written"
        assert not written or other_solvers.z3_says(found.files[0].content) == "sat"
