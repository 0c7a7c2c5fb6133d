"""Which rows and columns of a pattern the proof of a lower bound looks at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...bounds.bound import bounds_in
from ...questions import Question


def used_by(proof: Mapping[str, Any], question: Question) -> tuple[list[int], list[int]]:
    """Rows and columns of a pattern that the proof of a lower bound looks at; the row of thresholds is left out."""
    height, width = question.shape
    if proof["rule"] == "map" and proof["name"] in ("part", "sphere"):
        of = proof["of"]
        (bound,) = bounds_in({"question": of.get("question", question.to_json()), "claims": [of]})
        inner_rows, inner_columns = used_by(of["proof"], bound.question)
        # Rows that cut an item off hold by the rows that tell it apart.
        places = [[row] for row in proof.get("rows", range(height))] + [cut["by"] for cut in proof.get("cuts", ())]
        columns = proof.get("columns", range(width))
        used = [columns[place] for place in inner_columns]
        return sorted({row for place in inner_rows for row in places[place]}), [c for c in used if c < width]
    if proof.get("name") == "cycle":
        chosen = sorted({column for _, *columns in proof["members"] for column in columns})
        against = sorted({row for row, *_ in proof["members"]})
    elif proof["rule"] == "clauses":
        chosen = proof.get("set") or sorted({column for each in proof["sets"] for column in each})
        against = sorted(set(_lines(proof)))
    else:
        return [], []
    rows, columns = (against, chosen) if proof["of"] == "columns" else (chosen, against)
    return [row for row in rows if row < height], list(columns)


def _lines(proof: Mapping[str, Any]) -> Iterator[int]:
    """The other lines that the clauses of a refutation look at: rows, if it is about columns."""
    d = proof.get("dimension", 0)
    for schema, *runs in [*proof["given"], *proof.get("independent", {}).get("given", ())]:
        for numbers in runs:
            if schema in ("row", "cramer"):
                yield numbers[0]
            elif schema == "product":  # inequalities: kind, row and d + 1 columns or 2d columns, three numbers
                left = numbers[1 + numbers[0] :]
                while left:
                    if left[0] == 0:
                        yield left[1]
                    left = left[d + 6 if left[0] == 0 else 2 * d + 4 :]
