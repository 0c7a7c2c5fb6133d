"""Refutations of version 2, whose clauses are written out, as proofs of the rules ``clauses`` and ``farkas``.

A clause of a refutation becomes the name of a schema and numbers (``certificates/systems``); clauses of one schema are
put together, and hints renumbered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .case_lemmas import lemmas_of_cases
from .driver import Book, Elaborator, theorem

Json = Any
Named = tuple[str, list[int]]
Renamed = Callable[[int], int] | None


def refutation(named: Sequence[Named], lemmas: Json, renamed: Renamed = None) -> dict[str, Json]:
    """``given`` and ``lemmas``: clauses sorted by schema, lemmas up to the first that is empty.

    ``renamed``: the new number of a variable. A lemma that holds a literal and its negation is left out.
    """
    order = sorted(range(len(named)), key=lambda k: named[k][0])
    place = {k: n for n, k in enumerate(order)}
    given: list[list[Json]] = []
    for k in order:
        name, numbers = named[k]
        if not given or given[-1][0] != name:
            given.append([name])
        given[-1].append(numbers)
    kept: list[Json] = []
    for k, (literals, hints) in enumerate(lemmas, start=len(named)):
        if any(-literal in literals for literal in literals):
            place[k] = -1
            continue
        place[k] = len(named) + len(kept)
        new = [(1 if x > 0 else -1) * renamed(abs(x)) for x in literals] if renamed else literals
        kept.append([new, [place[hint] for hint in hints if place[hint] >= 0]])
        if not literals:
            break
    return {"given": given, "lemmas": kept}


def independence(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """A set of lines without a dependency."""
    return {"rule": "clauses", "system": "dependency", "of": evidence["vectors"], **_dependency(evidence)}


def _dependency(evidence: Json) -> Json:
    size = len(evidence["set"])
    named = []
    for axiom in evidence["axioms"]:
        clause = axiom["clause"]
        if axiom["rule"] == "row":
            named.append(("row", [axiom["row"], *clause]))
        elif axiom["rule"] == "nonzero":
            named.append(("nonzero", []))
        else:
            named.append(("exclusive", [_exclusive(axiom, size)]))
    return {"set": evidence["set"], **_closed(named, evidence)}


def _exclusive(axiom: Json, count: int) -> int:
    """The number that is not positive and negative."""
    found, *_ = (k for k in range(count) if {-(2 * k + 1), -(2 * k + 2)} <= set(axiom["clause"]))
    return found


def _closed(named: list[Named], evidence: Json) -> Json:
    """The refutation; an empty clause among those given is its last lemma, if there is none."""
    found = refutation(named, evidence["lemmas"])
    empty = [k for k, axiom in enumerate(evidence["axioms"]) if axiom["clause"] == []]
    if empty and (not found["lemmas"] or found["lemmas"][-1][0]):
        order = sorted(range(len(named)), key=lambda k: named[k][0])
        found["lemmas"].append([[], [order.index(empty[0])]])
    return found


def chirotope(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Signs of determinants that cannot be."""
    sets = evidence["sets"]
    named = [_determinants(axiom, len(sets)) for axiom in evidence["axioms"]]
    proof = {"rule": "clauses", "system": "chirotope", "of": evidence["vectors"], "dimension": evidence["dimension"]}
    if "basis" in evidence:
        proof["independent"] = _dependency(evidence["basis"])
    return {**proof, "uniform": evidence["uniform"], "sets": sets, **_closed(named, evidence)}


def _determinants(axiom: Json, sets: int) -> Named:
    rule, clause = axiom["rule"], axiom["clause"]
    if rule in ("cramer", "plucker"):
        return rule, [*_identity(axiom), *clause]
    if rule == "product":
        numbers = [len(clause), *clause]
        for one in axiom["inequalities"]:
            kind = 0 if one["rule"] == "cramer" else 1
            numbers += [kind, *_identity(one), one["larger"], one["smaller"], one["times"]]
        return rule, numbers
    if rule == "lex":
        return rule, [*axiom["permutation"], *axiom["signs"], -1 if axiom["negated"] else 1, *clause]
    if rule == "exclusive":
        return rule, [_exclusive(axiom, sets)]
    return "choice", clause


def _identity(axiom: Json) -> list[int]:
    first = [axiom["row"]] if axiom["rule"] == "cramer" else axiom["small"]
    return [*first, *axiom["large"]]


def clique(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Inputs any two of which need different messages."""
    inputs = evidence["inputs"]
    bits = (max(len(inputs), 1) - 1).bit_length()
    if not bits:
        return theorem("least")
    given = {"given": [["pin", [1 << (bits - 1)]]], "lemmas": []}
    return {"rule": "clauses", "system": "colouring", "bits": bits - 1, "pinned": inputs, **given}


def parts(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Parts that exclude protocols."""
    found: list[Json] = []
    for part in evidence["parts"]:
        if len(part) == 3:
            found.append(part)
            continue
        sides = []
        for side, (numbers, steps) in enumerate(part[3:], start=1):
            edges = [found[number][side] for number in numbers]
            given, lemmas = lemmas_of_cases(steps, edges)
            named = [("edge", [numbers[edge], colour]) for edge, colour in given]
            sides.append(refutation(named, lemmas))
        found.append([*part[:3], *sides])
    return {"rule": "clauses", "system": "splits", "parts": found}


def combinations(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Sets of classes that no state gives: what is left over is taken up by the row of the scale, or of the centre."""
    weights, bias = question["weights"], question.get("bias")
    found = []
    for combination, one in zip(evidence["combinations"], claim["sets"], strict=True):
        signed = [(j, int(text, 16) if j in one else -int(text, 16)) for j, text in combination]
        rows = [[j, text] for j, text in combination]
        left = 0
        if bias is not None:
            left = -sum(x * bias[j] for j, x in signed)
        elif question.get("centred"):
            left = -sum(x * weights[j][0] for j, x in signed)
        if left:
            rows.append([len(weights), f"{left:x}"])
        found.append(rows)
    return {"rule": "farkas", "system": "states", "rows": found}


def threshold_degree(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """No polynomial of a lower degree."""
    return {"rule": "farkas", "system": "degree", "degree": evidence["degree"], "rows": evidence["weights"]}


ELABORATORS: dict[str, Elaborator] = {
    "independence": independence,
    "chirotope": chirotope,
    "clique": clique,
    "parts": parts,
    "combinations": combinations,
    "threshold-degree": threshold_degree,
}
