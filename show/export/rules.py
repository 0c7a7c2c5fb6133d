"""What prints a proof of each rule, and why some proofs are not exported."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import programs, runs, vectors
from .clauses import independent_keys, refutations
from .cycles import cycle
from .inequalities import inference
from .matrices import EXHIBITS, matrices
from .script import TooLargeError
from .semidefinite import semidefinite
from .stated_claim import Exported, StatedClaim
from .trees import cases

Printer = Callable[[StatedClaim], "Exported | None"]


def mapped(claim: StatedClaim) -> Exported:
    """A map takes the bound of its premise to this one: the number of the premise, and the fields of the proof."""
    rest = {name: item for name, item in claim.fields.items() if name != "of"}
    return Exported({"map": claim.proof["name"], "of": claim.premises[0], **rest})


PRINTERS: Mapping[str, Printer] = {
    "clauses": refutations,
    "farkas: states": programs.states,
    "farkas: degree": programs.degree,
    "farkas: rectangle-weights": programs.weights,
    "farkas: rectangle-multipliers": programs.multipliers,
    "tree": cases,
    "evaluate: points": vectors.points,
    "evaluate: order": vectors.order,
    "evaluate: tables": vectors.tables,
    "evaluate: tuples": vectors.tuples,
    "psd": semidefinite,
    "theorem": inference,
    **dict.fromkeys(("evaluate: elimination", *(f"evaluate: {exhibit}" for exhibit in EXHIBITS)), matrices),
    "evaluate: unit": runs.units,
    "evaluate: softmax-weights": runs.softmax_weights,
    "map": mapped,
    "theorem: columns independent": independent_keys,
    "theorem: cycle": cycle,
}
"""A rule, or a rule with what it names, -> what prints its proofs."""

RUN = "the task is evaluated by its definition, input by input; there is nothing that a solver could add"
CASES = "a tree of cases that uses symmetries; headcount probe --export smt2 writes the question, for other solvers"
REASONS: Mapping[str, str] = {
    "theorem": "a theorem in closed form (FORMAT.rst has it), evaluated at the numbers of the statement",
    **dict.fromkeys([f"evaluate: {name}" for name in ("all-pairs", "one-pair", "two-inputs", "uniform-heads")], RUN),
    "evaluate": "a finite comparison with the statement, entry by entry, without clauses",
    "evaluate: averaging": "averages, which are evaluated at every subset",
    "evaluate: order": "a curve whose keys are irrational, or logarithms, or whose queries several rows share",
    "evaluate: ratios": "scores of a softmax, which are compared with logarithms",
    "psd: ceiling": "weights on the gaps of unit vectors, whose matrix is shown to be positive semidefinite",
    "psd: margin": "weights on scores, which are compared with sizes of a grid",
    "tree": CASES,
}
"""The same -> why its proofs are not exported, or not all of them."""


def exported(claim: StatedClaim) -> Exported:
    """How a claim can be decided by other programs; where it cannot be, ``by`` says why."""
    rule = claim.proof["rule"]
    try:
        for name in (claim.kind, rule):
            found = PRINTERS[name](claim) if name in PRINTERS else None
            if found is not None:
                return found
    except TooLargeError as error:
        return Exported({"not exported": str(error)})
    return Exported({"not exported": REASONS.get(claim.kind, REASONS.get(rule, "no other program reads such a proof"))})
