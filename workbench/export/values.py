"""Which kinds of evidence are values that solvers confirm, or questions that they search, and how each is written.

A kind that is in no table here, and in none of ``kinds.py``, has nothing to be confirmed by evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...questions.question import MAX_CELLS
from . import (
    attention_scores,
    averages,
    curve_points,
    definite_matrices,
    exhaustion,
    final_polynomials,
    grid_tables,
    linear_programs,
    output_layers,
    ranks,
    score_tables,
    scored_tables,
    unit_runs,
    weighted_rectangles,
    witnesses,
)
from .asked import measure_name, size_of
from .record import Exported, ExportedFile
from .script import Script, TooLargeError
from .stated_claim import StatedClaim

ScriptWriter = Callable[[StatedClaim], Script | None]
ProgramWriter = Callable[[StatedClaim], str]


def _tables(claim: StatedClaim) -> Script:
    size = size_of(claim)
    if size.question.task == "scored":
        return scored_tables.scored_tables(claim)
    if size.question.order > 2:
        return grid_tables.tuple_tables(claim)
    return score_tables.score_tables(claim) if size.unit_class.name == "SIGN" else grid_tables.grid_tables(claim)


def _of_pattern(claim: StatedClaim) -> Script | None:
    question = size_of(claim).question
    if question.task == "retrieval":
        return curve_points.retrieval_points(claim)
    return score_tables.score_tables(claim) if question.is_pattern and question.cells <= MAX_CELLS else None


def _weights(claim: StatedClaim) -> Script:
    name = measure_name(claim)
    if name.startswith("gamma2") or name == "trace_norm":
        return definite_matrices.weights(claim)
    return weighted_rectangles.cover_weights(claim)


def _dual(claim: StatedClaim) -> Script:
    if measure_name(claim) == "partition_bound":
        return weighted_rectangles.partition_dual(claim)
    return weighted_rectangles.smooth_dual(claim)


def _distinct(claim: StatedClaim) -> Script:
    if measure_name(claim).startswith("rank"):
        return ranks.rank(claim)
    assert claim.bound is not None  # a measure has one
    return witnesses.different_lines(claim) if claim.bound.side == "lower" else witnesses.messages(claim)


SCRIPTS: Mapping[str, ScriptWriter] = {
    "tables": _tables,
    "polynomial": score_tables.score_tables,
    "squares": _of_pattern,
    "identity": _of_pattern,
    "trigonometric": curve_points.circle_points,
    "shared-tables": grid_tables.shared_tables,
    "score-tables": attention_scores.score_tables,
    "averaging": averages.averages,
    "unit": unit_runs.unit_runs,
    "softmax-weights": unit_runs.softmax_weights,
    "points": output_layers.reached_sets,
    "combinations": output_layers.excluded_states,
    "margin": definite_matrices.margin,
    "threshold-degree": linear_programs.threshold_degree,
    "weights": _weights,
    "entry-weights": weighted_rectangles.entry_weights,
    "dual": _dual,
    "distribution": weighted_rectangles.distribution,
    "cases": weighted_rectangles.distribution,
    "signed-rectangles": weighted_rectangles.signed_rectangles,
    "rectangle": weighted_rectangles.one_rectangle,
    "gram": definite_matrices.gram,
    "gram-of-rows": definite_matrices.gram_of_rows,
    "vectors": definite_matrices.two_vectors,
    "row-sums": definite_matrices.row_sums,
    "elimination": ranks.rank,
    "distinct": _distinct,
    "pairs": witnesses.fooling_set,
    "rectangles": witnesses.rectangles,
    "lines": witnesses.rectangles,
    "different": witnesses.different_lines,
    "antichain": witnesses.different_lines,
    "clique": witnesses.different_lines,
    "messages": witnesses.messages,
    "shattered": witnesses.shattered,
    "blocky": witnesses.blocky,
    "tree": witnesses.protocol_tree,
}
"""Kind of evidence -> what writes its values; None where the kind means something else for the question."""

PROGRAMS: Mapping[str, ProgramWriter] = {
    "points": output_layers.margin_program,
    "combinations": output_layers.margin_program,
    "threshold-degree": linear_programs.degree_program_of,
    "entry-weights": linear_programs.of_rectangles,
    "weights": linear_programs.of_rectangles,
    "dual": linear_programs.of_rectangles,
    "distribution": linear_programs.of_rectangles,
    "signed-rectangles": linear_programs.of_rectangles,
}
"""Kind of evidence -> the linear program whose optimum the claim bounds."""

QUESTIONS = ("grid-cases", "fixed-cases")
"""Kinds of which the whole question is written, for a solver that searches."""


def values(claim: StatedClaim) -> Exported | None:
    """The values, the linear program or the question of a claim; None if its evidence is of another kind."""
    try:
        if claim.kind in QUESTIONS:
            return exhaustion.whole_question(claim)
        script = SCRIPTS[claim.kind](claim) if claim.kind in SCRIPTS else None
        if script is None:
            return None
        found = _exported(claim, script, f"{claim.name}.smt2")
    except TooLargeError as error:
        return Exported({"not exported": str(error)})
    return _with_program(claim, found) if claim.kind in PROGRAMS else found


def of_polynomials(claim: StatedClaim) -> Exported | None:
    """The final polynomials of a refutation; None if it has none."""
    try:
        script = final_polynomials.final_polynomials(claim)
    except TooLargeError:
        return None
    return None if script is None else _exported(claim, script, f"{claim.name}.smt2")


def _exported(claim: StatedClaim, script: Script, name: str) -> Exported:
    by = {"values": name, "expected": "sat", "logic": script.logic}
    commands = (f"z3 {name}", f"cvc5 {name}")
    proves = f"{claim.words}, because {script.proves}"
    return Exported(by, (ExportedFile(name, script.text, proves, script.believe, "sat", commands),))


def _with_program(claim: StatedClaim, found: Exported) -> Exported:
    """The values, and the linear program if it is small enough."""
    try:
        program = PROGRAMS[claim.kind](claim)
    except TooLargeError:
        return found
    name = f"{claim.name}.lp"
    believe = "That the program is that of the statement, and a solver that works with floating-point numbers"
    proves = f"{claim.words}, as far as a solver's optimum says so ({linear_programs.MEANINGS[claim.kind](claim)})"
    file = ExportedFile(name, program, proves, believe, "optimal", (f"highs {name}",))
    return Exported({**found.by, "program": name}, (*found.files, file))
