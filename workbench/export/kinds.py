"""Which kinds of evidence are written in which language, and why the others are not: one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .orders import no_order
from .protocol_parts import parts
from .rare_words import rare_words
from .record import Exported, Writer
from .rectangles import fooling, message, slots
from .signs import chirotope, independence
from .stated_claim import StatedClaim
from .symmetric import symmetric


def restriction(claim: StatedClaim) -> Exported:
    """A part of what is asked is another question, entry by entry: the numbers of rows and columns."""
    parts = {name: claim.evidence[name] for name in ("rows", "columns", "part") if name in claim.evidence}
    return Exported({"restriction": claim.premises[0], **parts})


def same_signs(claim: StatedClaim) -> Exported:
    """The sign-rank of a matrix is that of its pattern of signs: a restriction to all of it, and an equality."""
    rows, columns = claim.matrix.shape
    whole = {"rows": list(range(rows)), "columns": list(range(columns)), "equal": True}
    return Exported({"restriction": claim.premises[0], **whole})


WRITERS: Mapping[str, Writer] = {
    "chirotope": chirotope,
    "independence": independence,
    "symmetric": symmetric,
    "cover-refutation": slots,
    "partition-refutation": slots,
    "fooling-refutation": fooling,
    "message-refutation": message,
    "refutation": no_order,
    "parts": parts,
    "rare-words": rare_words,
    "restriction": restriction,
    "pattern": same_signs,
}
"""Kind of evidence -> what writes it."""

VALUES: tuple[Writer, ...] = ()
"""What writes values, linear programs and whole questions, asked in turn for the kinds that are in no row above."""

FINITE = "a finite comparison with the statement, entry by entry, without clauses"
ARGUMENT = "an argument in closed form (FORMAT.rst has it), evaluated at the numbers of the statement"
CITED = "an inequality that is cited, applied to the claims on which it rests"
RESTS = "an argument in closed form (FORMAT.rst has it) that takes the claim on which it rests to this one"
RANK = "a rank by elimination; the evidence holds no more than this word"
WALK = "a walk through the rows of the sparse pattern; without clauses"
CASES = "a tree of cases over keys and queries, closed by comparisons of scores: no clauses, and too large to be asked"
WEIGHTS = "sums of weights over all rectangles, which a tree of cases bounds: too many to be written one by one"

REASONS: Mapping[str, str] = {
    **dict.fromkeys(("trivial", "symmetric", "squares", "identity", "named", "counting", "margin"), ARGUMENT),
    **dict.fromkeys(("protocol-cost", "told-token", "centre", "crossings", "trigonometric", "short-side"), ARGUMENT),
    **dict.fromkeys(("other-score", "threshold", "tie", "separation", "saturation", "cut-rank", "cut-cost"), RESTS),
    **dict.fromkeys(("two-ends", "components", "closed-sets", "far-pair", "hops", "order", "in-order"), WALK),
    **dict.fromkeys(("grid-cases", "fixed-cases"), CASES),
    **dict.fromkeys(("cases", "distribution", "entry-weights", "dual"), WEIGHTS),
    "theorem": CITED,
    "elimination": RANK,
}
"""Kind of evidence -> why it is not exported where no writer takes it, if that is not ``FINITE``."""


def exported(claim: StatedClaim) -> Exported:
    """How a claim can be decided by other programs; where it cannot be, ``by`` says why."""
    for writer in (*([WRITERS[claim.kind]] if claim.kind in WRITERS else []), *VALUES):
        found = writer(claim)
        if found is not None:
            return found
    by: dict[str, Any] = {"not exported": REASONS.get(claim.kind, FINITE)}
    return Exported(by)
