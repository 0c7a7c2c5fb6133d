"""``README.txt``: a short paragraph for each file, what it proves, what has to be believed, and who checks it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from .record import ExportedFile
from .stated_claim import StatedClaim

HEAD = """\
What headcount has exported from certificate.json, for programs of other people. export.json lists the claims of the
certificate in their order, and of each says how it is decided; a claim that is proved in place, for the sake of another
one, has a number after the last of them.

A .cnf file is a set of clauses in DIMACS, its comments say what each variable and each clause stands for. The .lrat
file beside it proves that they cannot all be true, step by step. An .smt2 file is SMT-LIB; where all values in it are
fixed, a solver confirms them by evaluation (sat), else it finds a contradiction (unsat). Two .csv files are a pattern
and a cycle on it, which a spreadsheet opens.
"""


def readme(claims: Sequence[tuple[StatedClaim, str]], files: Sequence[ExportedFile]) -> str:
    """The whole text: claims, each with why it is not exported or "", and files."""
    parts = [HEAD]
    for file in files:
        text = f"Proves {file.proves}. To be believed: {file.believe[:1].lower()}{file.believe[1:].rstrip('.')}."
        lines = [f"{file.name} (expected: {file.expected})", *textwrap.wrap(text, 116, break_on_hyphens=False)]
        parts.append("\n    ".join([*lines, *file.commands]) + "\n")
    mapped = [claim for claim, _ in claims if claim.proof["rule"] == "map"]
    if mapped:
        parts.append("From other claims by a map, which no file here checks and has to be believed:\n")
        for claim in mapped:
            text = f"claim {claim.number}, {claim.words}: from claim {claim.premises[0]}, by {claim.kind}."
            parts.append(textwrap.fill(text, 116, subsequent_indent="    ", break_on_hyphens=False) + "\n")
    left = [(claim, reason) for claim, reason in claims if reason]
    if left:
        parts.append("Not exported:\n")
        for claim, reason in left:
            text = f"claim {claim.number}, {claim.words} ({claim.kind}): {reason}."
            parts.append(textwrap.fill(text, 116, subsequent_indent="    ", break_on_hyphens=False) + "\n")
    return "\n".join(parts)
