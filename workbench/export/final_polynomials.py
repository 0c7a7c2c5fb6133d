"""Bi-quadratic final polynomials (``product`` axioms of a chirotope) as a script: signs of terms, and exponents.

Each inequality comes from an identity, a sum of terms that is 0, in which one term has a sign that no other can have:
its absolute value is the sum of the others', so at least that of any other, and larger if a third term is not 0. The
inequalities are raised to powers and multiplied. If every determinant and every score stands on both sides equally
often, and one inequality is strict, the product says x > x. What a solver confirms are the signs and the exponents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...legacy.evidence.selection.chirotope_axioms import Chirotope, cramer_terms, plucker_terms
from ...legacy.kernel.sums import Literals, Term
from ...questions.sign_pattern import transposed
from .asked import size_of
from .script import Script, integer, need_room
from .stated_claim import StatedClaim


def final_polynomials(claim: StatedClaim) -> Script | None:
    """The script of the ``product`` axioms; None if there are none."""
    evidence = claim.evidence
    axioms = [(a, axiom) for a, axiom in enumerate(evidence["axioms"]) if axiom["rule"] == "product"]
    if not axioms:
        return None
    need_room(sum(len(axiom["inequalities"]) for _, axiom in axioms) * 3 * (evidence["dimension"] + 2))
    rows = size_of(claim).question.rows
    literals = Literals(tuple(map(tuple, evidence["sets"])), evidence["uniform"])
    chirotope = Chirotope(transposed(rows) if evidence["vectors"] == "rows" else rows, evidence["dimension"], literals)
    script = Script(
        "QF_NIA",
        claim.words,
        "for each axiom of rule product: if its clause is false, in each identity named one term has a sign that the "
        "others cannot have; with the powers n_a_i every determinant and every score stands on both sides of the "
        "product "
        "of the inequalities equally often; and one of them is strict",
        "the Grassmann-Pluecker and Cramer identities; that in axiom a the determinant of the columns named has the "
        "sign "
        "g_a_columns or, where it is said, may be 0 as well, when the clause is false; and the refutation by the "
        "clauses, "
        f"which is {claim.name}.lrat",
    )
    for a, axiom in axioms:
        _write_axiom(script, a, axiom, chirotope)
    return script


def _write_axiom(script: Script, a: int, axiom: Mapping[str, Any], chirotope: Chirotope) -> None:
    literals = chirotope.literals
    known = literals.signs_if_false(tuple(axiom["clause"]))
    script.remark(f"axiom {a}, clause {axiom['clause']}")
    certain: set[tuple[int, ...]] = set()
    for subset, signs in known.items():
        one = next((sign for sign in (1, -1) if sign in signs), 0)
        if len(signs - {0}) > 1:
            continue  # nothing is known of it
        script.define(_sign(a, subset), one)
        if 0 in signs:
            script.remark("  or 0")
        else:
            certain.add(subset)
    balance: dict[str, tuple[list[str], list[str]]] = {}
    strict = []
    for i, step in enumerate(axiom["inequalities"]):
        label = {name: value for name, value in step.items() if name not in ("larger", "smaller", "times")}
        large = tuple(step["large"])
        terms = (
            cramer_terms(chirotope, step["row"], large)
            if step["rule"] == "cramer"
            else plucker_terms(tuple(step["small"]), large)
        )
        script.remark(f"inequality {i}: {label}, |term {step['larger']}| >= |term {step['smaller']}|")
        power = script.define(f"n_{a}_{i}", step["times"])
        script.require(f"(>= {power} 1)")
        signs_of = [_term(a, term, known, certain) for term in terms]
        top, sure = signs_of[step["larger"]]
        script.require(f"(not (= {top} 0))" if sure and step["larger"] != step["smaller"] else "false")
        for j, (sign, _) in enumerate(signs_of):
            if j != step["larger"]:
                script.require(f"(<= (* {top} {sign}) 0)" if sign else "false")
        third = [
            f"(not (= {sign} 0))"
            for j, (sign, sure) in enumerate(signs_of)
            if sure and sign and j not in (step["larger"], step["smaller"])
        ]
        strict.append(f"(ite (or false {' '.join(third)}) {power} 0)")
        for side, which in enumerate(("larger", "smaller")):
            for factor in _factors(terms[step[which]]):
                balance.setdefault(factor, ([], []))[side].append(power)
    script.remark("exponents on both sides")
    for factor, (left, right) in balance.items():
        script.remark(f"  {factor}")
        script.require(f"(= {script.sum(left)} {script.sum(right)})")
    script.require(f"(>= {script.sum(strict)} 1)")


def _sign(a: int, subset: tuple[int, ...]) -> str:
    return f"g_{a}_{'_'.join(map(str, subset))}"


def _term(a: int, term: Term, known: Mapping[Any, frozenset[int]], certain: set[tuple[int, ...]]) -> tuple[str, bool]:
    """The sign of a term that it has, or of which it may be 0; and whether it has that sign. Empty: it may have any."""
    if term.coefficient == 0:
        return "0", True
    if term.coefficient is None or any(len(known.get(one, frozenset((1, -1))) - {0}) > 1 for one in term.factors):
        return "", False
    names = " ".join(_sign(a, one) for one in term.factors)
    return f"(* {integer(term.coefficient)} {names})", all(one in certain for one in term.factors)


def _factors(term: Term) -> list[str]:
    """Its determinants and its score, in words."""
    found = [f"determinant {' '.join(map(str, one))}" for one in term.factors]
    return found if term.scale is None else [*found, f"score of row {term.scale[0]}, column {term.scale[1]}"]
