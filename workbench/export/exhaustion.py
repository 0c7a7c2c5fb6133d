"""Exhaustion (``grid-cases``, ``fixed-cases``) as the whole question: tables of the size that is refuted.

The trees of cases use symmetry, and are replayed by the checker alone. What other solvers are given is the question
itself, in bit-vectors, which they have to search: the expected answer is ``unsat``, and nothing is replayed.
"""

from __future__ import annotations

import re
from textwrap import wrap

from ...bounds.solver_decision import formulas_of
from ...solvers.smt.formula import either
from .asked import size_of, value_of
from .record import Exported, ExportedFile
from .script import MOST_BYTES, TooLargeError, need_room
from .stated_claim import StatedClaim


def whole_question(claim: StatedClaim) -> Exported:
    """The question of the size one below the value claimed.

    Raises
    ------
    TooLargeError
        If the formula would be too long, or several sizes have to be refuted.
    """
    size, below = size_of(claim), value_of(claim) - 1
    if claim.kind == "fixed-cases" and size.resource == "p" and below > 1:
        raise TooLargeError(
            f"p = 1, .., {below} are questions of their own, since a unit with more bits need not exist"
        )
    finite = size.question.finite
    if finite is not None:
        need_room(finite.count * finite.length**2 * max(size.sizes_at(below)[2], 1))
    formulas = formulas_of(size, below)
    proves = f"{claim.words}, if a solver finds no tables with {size.resource} = {below}"
    believe = (
        "That the formula is the question: unknown tables of that size in bit-vectors, every condition of the "
        "statement, "
        "and, of all tables that symmetries take to one another, some that remain; and the solver, which has to search "
        "and gives no proof here"
    )
    remarks = [
        *wrap(f"claim: {claim.words}", 116),
        *wrap(f"unsat: {proves}", 116),
        *wrap(f"to be believed: {believe}", 116),
    ]
    content = renumbered(either(formulas).script("\n".join(remarks)))
    if len(content) > MOST_BYTES:
        raise TooLargeError(f"the formula has {len(content)} characters; at most {MOST_BYTES} are written")
    name = f"{claim.name}.smt2"
    file = ExportedFile(name, content, proves, believe, "unsat", (f"z3 {name}", f"cvc5 {name}"))
    return Exported({"question": name, "expected": "unsat", "logic": formulas[0].logic}, (file,))


def renumbered(script: str) -> str:
    """A script with its auxiliary names numbered as they come: z3 numbers all terms that it has ever made.

    >>> renumbered("(let (($x71 p)) (or $x71 (f ?x9)))")
    '(let (($x0 p)) (or $x0 (f ?x1)))'
    """
    numbers: dict[str, int] = {}
    return re.sub(r"([$?]x)(\d+)", lambda found: f"{found[1]}{numbers.setdefault(found[2], len(numbers))}", script)
