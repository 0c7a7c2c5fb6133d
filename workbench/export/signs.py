"""Refutations about the signs of real numbers: ``chirotope`` and ``independence``, with the proof of a basis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .record import Exported, ExportedFile
from .refutation import Axiom, Refutation
from .stated_claim import StatedClaim

LISTS = ("axioms", "lemmas", "sets", "basis")


def chirotope(claim: StatedClaim) -> Exported:
    """The signs of determinants, and of the coefficients of a dependency where independent columns are proved first."""
    evidence = claim.evidence
    about: dict[str, Any] = {name: value for name, value in evidence.items() if name not in LISTS}
    by = {"refutation": f"{claim.name}.cnf", "proof": f"{claim.name}.lrat"}
    files: tuple[ExportedFile, ...] = ()
    if "basis" in evidence:
        basis, name = evidence["basis"], f"{claim.name}-basis"
        about["basis"] = basis["set"]
        by |= {"basis": f"{name}.cnf", "basis_proof": f"{name}.lrat"}
        files = _independence(claim, {**basis, "vectors": evidence["vectors"]}, name)
    variables = _signs(evidence["sets"], evidence["uniform"])
    vectors, d = evidence["vectors"], evidence["dimension"]
    proves = f"{claim.words}: no vectors of dimension {d} have the signs of the determinants of the {vectors} supposed"
    believe = (
        "Tables of width d give vectors of dimension d, whose determinants have signs that satisfy each clause, by the "
        "identity that its comment names; m is the sign-rank, one less without a null token."
    )
    return Exported(by, _refutation(claim, evidence, about, variables).files(claim.name, proves, believe) + files)


def independence(claim: StatedClaim) -> Exported:
    """The signs of the coefficients of a dependency."""
    return independent(claim, claim.evidence)


def independent(claim: StatedClaim, evidence: Mapping[str, Any]) -> Exported:
    """The same for any evidence of that kind."""
    by = {"refutation": f"{claim.name}.cnf", "proof": f"{claim.name}.lrat"}
    return Exported(by, _independence(claim, evidence, claim.name))


def _independence(claim: StatedClaim, evidence: Mapping[str, Any], name: str) -> tuple[ExportedFile, ...]:
    chosen, vectors = evidence["set"], evidence["vectors"]
    about = {"kind": "independence", "vectors": vectors, "set": chosen}
    variables = _signs([[column] for column in chosen], uniform=False)
    listed = ", ".join(map(str, chosen))
    proves = f"{claim.words}, since the {vectors} {listed} are independent in every realisation"
    if name != claim.name:
        proves = f"the {vectors} {listed} are independent in every realisation, which {claim.name}.cnf uses"
    believe = (
        "The coefficients of a dependency have signs that satisfy each clause, because with any row the sum of "
        "coefficients times scores is 0; m is at least their number, one less without a null token."
    )
    return _refutation(claim, evidence, about, variables).files(name, proves, believe)


def _refutation(
    claim: StatedClaim, evidence: Mapping[str, Any], about: Mapping[str, Any], variables: dict[int, dict[str, Any]]
) -> Refutation:
    axioms = [
        Axiom({name: value for name, value in axiom.items() if name != "clause"}, tuple(axiom["clause"]))
        for axiom in evidence["axioms"]
    ]
    return Refutation(claim.question, claim.claim, about, variables, len(variables), axioms, evidence["lemmas"])


def _signs(sets: list[list[int]], uniform: bool) -> dict[int, dict[str, Any]]:
    """What the variables say: one for each set if none of the numbers is 0, else two."""
    if uniform:
        return {number: {"positive": one} for number, one in enumerate(sets, start=1)}
    says = [{sign: one} for one in sets for sign in ("positive", "negative")]
    return dict(enumerate(says, start=1))
