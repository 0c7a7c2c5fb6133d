"""Which kinds of evidence are written in which language, and why the others are not: one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .inference import inference
from .orders import no_order
from .protocol_parts import parts
from .rare_words import rare_words
from .reasons import OTHER, REASONS
from .record import Exported, Writer
from .rectangles import fooling, message, slots
from .signs import chirotope as signs_of_determinants
from .signs import independence
from .stated_claim import StatedClaim
from .symmetric import symmetric
from .values import of_polynomials, values


def restriction(claim: StatedClaim) -> Exported:
    """A part of what is asked is another question, entry by entry: the numbers of rows and columns."""
    parts = {name: claim.evidence[name] for name in ("rows", "columns", "part") if name in claim.evidence}
    return Exported({"restriction": claim.premises[0], **parts})


def same_signs(claim: StatedClaim) -> Exported:
    """The sign-rank of a matrix is that of its pattern of signs: a restriction to all of it, and an equality."""
    rows, columns = claim.matrix.shape
    whole = {"rows": list(range(rows)), "columns": list(range(columns)), "equal": True}
    return Exported({"restriction": claim.premises[0], **whole})


def chirotope(claim: StatedClaim) -> Exported:
    """The refutation, and the final polynomials in it, if there are any."""
    found, polynomials = signs_of_determinants(claim), of_polynomials(claim)
    if polynomials is None:
        return found
    return Exported({**found.by, **polynomials.by}, (*found.files, *polynomials.files))


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
    "theorem": inference,
}
"""Kind of evidence -> what writes it."""

VALUES: tuple[Writer, ...] = (values,)
"""What writes values, linear programs and whole questions, asked in turn for the kinds that are in no row above."""


def exported(claim: StatedClaim) -> Exported:
    """How a claim can be decided by other programs; where it cannot be, ``by`` says why."""
    for writer in (*([WRITERS[claim.kind]] if claim.kind in WRITERS else []), *VALUES):
        found = writer(claim)
        if found is not None:
            return found
    by: dict[str, Any] = {"not exported": REASONS.get(claim.kind, OTHER)}
    return Exported(by)
