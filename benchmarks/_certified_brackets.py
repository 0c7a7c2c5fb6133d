"""The certified brackets of the ledger and of the corpora, and what z3 can be asked about each."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

from headcount.bounds.unit_classes.grid_thresholds import problems_of
from headcount.ledger.stored import stored_certificates
from headcount.questions import LeastSize, SignPattern, least_size, pattern_question
from headcount.questions.reading import read_bound, read_matrix
from headcount.solvers.outcome import Verdict
from headcount.solvers.units.fixed_tables import FixedTables
from headcount.solvers.units.fixed_units import units_of

CORPORA = Path(__file__).parents[1] / "tests" / "certificates" / "corpora"
SIGN_OF_BIT = str.maketrans("01", "-+")

MOST_CELLS, MOST_BITS, MOST_CASES, MOST_INPUTS = 400, 4, 60, 1000
"""Toy sizes: entries of a pattern, bits of a grid, cases and inputs of a finite task."""


@dataclass
class Ends:
    """The certified ends of one quantity, as far as there are any."""

    lower: int | None = None
    upper: int | None = None

    def add(self, side: str, value: int) -> None:
        if side == "lower":
            self.lower = value if self.lower is None else max(self.lower, value)
        else:
            self.upper = value if self.upper is None else min(self.upper, value)


def certified_brackets() -> dict[LeastSize, Ends]:
    """Every bracket of least sizes, and of sign-ranks of matrices, in the ledger and the corpora."""
    found: dict[LeastSize, Ends] = {}
    for text in texts():
        bundle = json.loads(text)
        for claim in bundle["claims"]:
            if "claim" in claim:
                continue
            question = claim.get("question", bundle.get("question"))
            if claim.get("measure") == "sign_rank":
                quantity = least_size(pattern_question(signs_of(read_matrix(question).rows)))
                side, value = claim["side"], int(claim["value"])
            elif "resource" not in claim:
                continue
            else:
                quantity, side, value = read_bound(claim, question)
            if (
                quantity.pattern is None and value is not None
            ):  # sparse patterns are no question for z3, nor are all sizes
                found.setdefault(quantity, Ends()).add(side, value)
    return found


def texts() -> Iterator[str]:
    yield from stored_certificates().values()
    for line in (CORPORA / "accept.jsonl").read_text("utf-8").splitlines():
        yield json.dumps(json.loads(line)["certificate"])


def signs_of(rows: Sequence[str]) -> SignPattern:
    """The pattern of a sign matrix: ``+`` for 1, ``-`` for 0."""
    return SignPattern(tuple(row.translate(SIGN_OF_BIT) for row in rows), null=True)


def why_not(quantity: LeastSize, ends: Ends) -> str:
    """Why z3 is not asked, or the empty text."""
    value = ends.upper if ends.upper is not None else ends.lower
    question, bits = quantity.question, quantity.unit_class_at(value).bits
    if question.task in ("averaging", "computation") and quantity.unit_class.name != "FIXED":
        return "no formula"
    if question.task == "averaging" or not (question.is_pattern or question.finite or question.task == "shared"):
        return "no formula"
    if quantity.unit_class.name not in ("SIGN", "GRID", "FIXED") or quantity.layers > 1 or quantity.order > 2:
        return "no formula"
    if question.finite is not None:
        if quantity.scope is None:
            return "no formula"
        if question.finite.alphabet**question.finite.length > MOST_INPUTS:
            return "too large"
    if bits > MOST_BITS or not (question.finite or question.task == "shared" or question.can_be_written_out):
        return "too large"
    if question.task == "shared" and comb(question.N, question.q) > MOST_CELLS:
        return "too large"
    try:
        if question.finite is not None:
            return "too large" if len(FixedTables(units_of(quantity, value)).cases) > MOST_CASES else ""
        rows = [row for problem in problems_of(question) for row in problem]
        return "too large" if sum(map(len, rows)) * question.columns > MOST_CELLS else ""
    except ValueError:
        return "too large"


def is_asked(quantity: LeastSize, ends: Ends) -> str:
    """The same, with whether there is a side to be asked about."""
    return why_not(quantity, ends) or ("" if sides(quantity, ends) else "nothing to ask")


def sides(quantity: LeastSize, ends: Ends) -> list[tuple[int, Verdict]]:
    """The values asked about, and what the certificates say of each."""
    found = [] if ends.upper is None else [(ends.upper, Verdict.FEASIBLE)]
    if ends.lower is not None and quantity.monotone and ends.lower > quantity.least:
        found.append((ends.lower - 1, Verdict.INFEASIBLE))
    return found
