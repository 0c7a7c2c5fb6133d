"""Cycles as two tables that a spreadsheet opens: the pattern, and the members."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ...certificates.theorems.lines import vectors
from .script import MOST_BYTES, TooLargeError
from .stated_claim import Exported, ExportedFile, StatedClaim

NUMBERS = {"+": 1, "-": -1, "0": 0, "*": ""}


def cycle(claim: StatedClaim) -> Exported:
    """The pattern whose sign-rank is bounded, a line for each row; the members, a row and its columns each."""
    rows, offset = vectors(claim.read, claim.fields["of"], claim.meter)
    if 3 * len(rows) * len(rows[0]) > MOST_BYTES:
        raise TooLargeError(f"the pattern would have more than {MOST_BYTES} characters")
    members = claim.fields["members"]
    size = len(members[0]) - 1
    names = [f"{claim.name}-{table}.csv" for table in ("pattern", "members")]
    tables = [
        _table([f"column {c}" for c in range(len(rows[0]))], ([NUMBERS[x] for x in row] for row in rows)),
        _table(["row", *["column"] * size], members),
    ]
    less = f", and m is at least that number less {offset}" if offset else ""
    proves = f"{claim.words}: the sign-rank of the pattern is at least {size}{less}"
    whose = "of the question" if claim.premise_of is None else f"of claim {claim.number}"
    believe = f"That the pattern is the one {whose}, and the theorem on cycles (FORMAT.rst)"
    commands = (f"python independent/cycle.py {' '.join(names)}",)
    files = [
        ExportedFile(name, content, proves, believe, "verified", commands)
        for name, content in zip(names, tables, strict=True)
    ]
    return Exported({"pattern": names[0], "members": names[1], "expected": "verified"}, tuple(files))


def _table(heading: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(lines)
    return text.getvalue()
