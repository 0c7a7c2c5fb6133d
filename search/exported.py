"""The question of one size in the languages of other people's solvers: SMT-LIB 2, DIMACS, linear programs.

Each text says on top what is asked and what an answer means. Nothing in it is proved, and no answer of a solver is a
certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..bounds.patterns import pattern_array
from ..bounds.solver_decision import formulas_of
from ..bounds.unit_classes.threshold_heads import ThresholdQuestionError, degree_blocks
from ..questions import CommunicationMatrix
from ..questions.unit_class import HARD
from ..solvers.rectangles.maximal_rectangles import TooManyRectanglesError, cover_program
from ..solvers.sign_rank.chirotope_cnf import TooManyClausesError, chirotope_clauses
from ..solvers.smt.formula import either
from ..solvers.units.threshold_degree import TooManyEntriesError, degree_program
from ..tasks import TaskError
from .asked import Asked
from .fixed import require_searchable
from .grid import require_small


def exported(asked: Asked, language: str, value: int) -> str:
    """The question whether so much of the resource is enough.

    Parameters
    ----------
    asked : Asked
    language : "smt2", "dimacs" or "lp"
    value : int
        m >= 0, p >= 1 or H >= 1.

    Raises
    ------
    TaskError
        If the question is not written in that language (which are), or is too large.
    """
    able = [name for name, (classes, _) in LANGUAGES.items() if asked.unit_class.name in classes and _is_plain(asked)]
    if language not in LANGUAGES:
        raise TaskError(f"‹export› must be one of {', '.join(LANGUAGES)}, got {language[:40]!r}")
    if language not in able:
        raise TaskError(
            f"‹export={language}› does not fit {asked.question.words:.100} in class {asked.unit_class.name.lower()}; "
            + (f"those that do: {', '.join(able)}" if able else "no other language does")
        )
    least = asked.stated.least
    if value < least:
        raise TaskError(f"‹at› must be at least {least} for {asked.resource}, got {value}; try ‹at={least}›")
    return LANGUAGES[language][1](asked, value)


def exported_cover(matrix: CommunicationMatrix, measure: str) -> str:
    """The linear program of a fractional cover number over all maximal rectangles.

    Raises
    ------
    TaskError
        If the measure is another one, or there are too many rectangles.
    """
    if measure not in ("fractional_cover0", "fractional_cover1"):
        raise TaskError(
            f"‹export=lp› writes fractional_cover0 or fractional_cover1, got {measure[:40]}; name one of them"
        )
    wanted = measure[-1]
    cells = np.array([list(row) for row in matrix.rows])
    try:
        program = cover_program(cells == wanted, cells != "10"[int(wanted)])
    except TooManyRectanglesError as error:
        raise TaskError(f"{matrix.words} is too large for ‹export=lp›: {error}; take a part of it") from None
    heading = (
        f"{measure} of {matrix.words}",
        f"optimum  the least weight of {wanted}-rectangles that give each entry {wanted} weight at least 1.",
        "A variable for each maximal rectangle, r<rows>_c<columns>, numbered from 0; a constraint for each entry.",
        "An answer is the word of a solver, not a certificate. Written by headcount.",
    )
    return "".join(f"\\ {line}\n" for line in heading) + program


def _is_plain(asked: Asked) -> bool:
    if asked.is_tensor or asked.is_averages or asked.counts_heads:
        return False
    return not asked.is_sign_rank or (asked.question.is_pattern and asked.question.can_be_written_out)


def _smt2(asked: Asked, value: int) -> str:
    if asked.unit_class.name == "GRID":
        require_small(asked)
    if asked.least.scope is not None:
        require_searchable(asked)
    formula = either(formulas_of(asked.stated, value))
    below = (
        f"unsat  there is none, so {asked.resource} >= {value + 1}."
        if asked.least.monotone
        else f"unsat  there is none with {asked.resource} = {value}; other values are questions of their own."
    )
    meanings = (f"sat    there is one, so {asked.resource} <= {value}; the model holds its tables.", below)
    return formula.script("\n".join(_heading(asked, value, meanings)))


def _dimacs(asked: Asked, value: int) -> str:
    rank = value + asked.question.offset
    if not 1 <= rank <= asked.question.columns:
        most = asked.question.columns - asked.question.offset
        raise TaskError(f"‹at› must lie in {1 - asked.question.offset} .. {most} for chirotopes, got {value}")
    try:
        found = chirotope_clauses(pattern_array(asked.question), rank)
    except (TooManyClausesError, ValueError) as error:
        raise TaskError(
            f"{asked.question.words} is too large for ‹export=dimacs›: {error}; try a smaller ‹at›"
        ) from None
    meanings = (
        f"unsat  no signs of determinants fit, so m >= {value + 1}.",
        "sat    signs fit; they need not be those of vectors, so nothing follows.",
    )
    signs = (
        "Variable k says that determinant k is positive, and false that it is negative."
        if found.uniform
        else "Variable 2k - 1 says that determinant k is positive, 2k that it is negative; further ones are auxiliary."
    )
    lines = [
        *_heading(asked, value, meanings),
        f"Signs of the {rank}x{rank} determinants of the columns' vectors (numbered from 0). {signs}",
        *(f"determinant {k}: {' '.join(map(str, subset))}" for k, subset in enumerate(found.sets, start=1)),
    ]
    head = [f"c {line}" for line in lines] + [f"p cnf {found.variables} {len(found.clauses)}"]
    return "\n".join([*head, *(" ".join(map(str, (*clause, 0))) for clause in found.clauses), ""])


def _lp(asked: Asked, value: int) -> str:
    try:
        program = degree_program(degree_blocks(asked.question, asked.position), value)
    except (TooManyEntriesError, ThresholdQuestionError) as error:
        raise TaskError(f"{asked.question.words} cannot be exported: {error}") from None
    meanings = (
        f"optimum 0       no polynomial of degree {value} has the signs, so H >= {value + 1} (H heads are one).",
        f"optimum above 0 a polynomial of degree {value} has the signs; nothing follows about H.",
    )
    return "".join(f"\\ {line}\n" for line in _heading(asked, value, meanings)) + program


def _heading(asked: Asked, value: int, meanings: Sequence[str]) -> list[str]:
    return [
        f"Is {asked.resource} = {value} enough?",
        f"{asked.question.words}, {asked.words}",
        *meanings,
        "An answer is the word of a solver, not a certificate. Written by headcount.",
    ]


LANGUAGES: dict[str, tuple[tuple[str, ...], Callable[[Asked, int], str]]] = {
    "smt2": (("SIGN", "GRID", "FIXED", *HARD), _smt2),
    "dimacs": (("SIGN",), _dimacs),
    "lp": (("THRESH",), _lp),
}
"""Name -> the classes whose questions are written in it, and how."""
