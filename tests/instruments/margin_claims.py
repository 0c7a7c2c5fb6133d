"""Claims about margins: statements, proofs that hold, and edits of these that do not."""

from itertools import combinations


def subsets(n, k):
    """The words of all k-subsets of n columns."""
    return ["".join("+" if c in one else "-" for c in range(n)) for one in combinations(range(n), k)]


def pattern(rows):
    """Its statement."""
    return {"task": "pattern", "rows": list(rows), "null": False}


def margin(d, side, value, proof):
    """A claim."""
    return {"quantity": "margin", "d": d, "side": side, "value": str(value), "proof": proof}


def file(question, *claims):
    """A certificate."""
    return {"format": "headcount-certificate", "version": 3, "question": question, "claims": list(claims)}


def theorem(name, **given):
    """A proof by a theorem."""
    return {"rule": "theorem", "name": name, **given}


CROSS = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
VECTORS = {
    "rule": "evaluate",
    "exhibit": "unit-vectors",
    "form": [1, 1, 1],
    "square": 1,
    "queries": CROSS,
    "keys": CROSS,
}
TRIANGLE = {
    **VECTORS, "form": [3, 1], "square": 4, "queries": [[1, 1], [-1, 1], [0, -2]], "keys": [[1, 1], [-1, 1], [0, -2]],
}  # fmt: skip
CEILING = {
    "rule": "psd", "system": "ceiling", "block": [[5 if i == j else -1 for j in range(6)] for i in range(6)],
    "row_weights": [1] * 6, "column_weights": [36] * 6,
}  # fmt: skip
WIDE = {
    "resource": "m", "unit_class": "SIGN", "side": "lower", "value": 4,
    "proof": theorem("columns independent", k=5),
}  # fmt: skip
ABOVE = {**WIDE, "side": "upper", "proof": theorem("squares")}
SIX = {"task": "separation", "N": 6, "least": 2, "most": 2}

ACCEPTED = {
    "margin-cross-polytope": file(pattern(subsets(6, 1)), margin(3, "lower", "1/4", VECTORS)),
    "margin-triangle-by-a-form": file(pattern(subsets(3, 1)), margin(2, "lower", "9/16", TRIANGLE)),
    "margin-ceiling": file(pattern(subsets(6, 1)), margin(9, "upper", "9/25", CEILING)),
    "margin-closed": file(
        SIX, margin(4, "upper", "1/16", theorem("margin at a Radon point", k=2)),
        margin(5, "upper", "9/40", theorem("margin of a simplex", k=2)),
        margin(3, "upper", "0", theorem("margin of no vectors", **{"from": [WIDE]})),
    ),
    "margin-neighbours": file(
        pattern(subsets(6, 1)), margin(2, "upper", "62501/1000000", theorem("margin of neighbours", k=1)),
    ),
    "margin-packing": file(
        {"task": "relevance", "columns": 6, "selected": [[0], [1], [2], [3], [4], [5]], "null": False},
        margin(2, "upper", "4489/10000", theorem("margin by packing", k=1, margin="67/100")),
    ),
    "margin-part": file(
        pattern(["+---*", "-+--+", "--+-*", "---+-", "++--*"]),
        margin(2, "upper", "1/4", theorem("margin at a Radon point", k=1, lines=[0, 1, 2, 3])),
    ),
    "margin-huge": file(
        {"task": "separation", "N": 10**6, "least": 3, "most": 20},
        margin(61, "upper", "1/4", theorem("margin by packing", k=10, margin="1/2")),
    ),
}  # fmt: skip


def _with(name, number=0, **changed):
    """An accepted file with another field in one of its claims, or ``proof_..`` in the proof of one."""
    found = ACCEPTED[name]
    claims = [dict(one) for one in found["claims"]]
    for field, value in changed.items():
        if field.startswith("proof_"):
            claims[number]["proof"] = {**claims[number]["proof"], field[6:].replace("rest", "from"): value}
        else:
            claims[number][field] = value
    return {**found, "claims": claims}


SHIFTED = [[1, 0, 0], *CROSS[1:5], [0, 0, 2]]
BROKEN = [row[:] for row in CEILING["block"]]
BROKEN[0][1] = 1
UNEVEN = [row[:] for row in CEILING["block"]]
UNEVEN[0][0] = 6

REJECTED = {
    "margin-vectors-too-wide": (_with("margin-cross-polytope", d=2), "evaluate"),
    "margin-vectors-value": (_with("margin-cross-polytope", value="2/7"), "value-not-proved"),
    "margin-vectors-of-the-other-side": (_with("margin-cross-polytope", side="upper"), "evaluate"),
    "margin-vectors-of-another-length": (_with("margin-cross-polytope", proof_keys=SHIFTED), "evaluate"),
    "margin-vectors-short": (_with("margin-cross-polytope", proof_square=2), "value-not-proved"),
    "margin-vectors-form": (_with("margin-triangle-by-a-form", proof_form=[1, 1]), "value-not-proved"),
    "margin-vectors-a-row-fails": (_with("margin-cross-polytope", proof_queries=CROSS[::-1]), "evaluate"),
    "margin-vectors-a-query-of-0": (_with("margin-cross-polytope", proof_queries=[[0, 0, 0], *CROSS[1:]]), "evaluate"),
    "margin-vectors-nothing-asked": (
        file(pattern(["+++", "***"]), margin(2, "lower", "0", {**TRIANGLE, "queries": [[1, 1], [1, 1]]})), "evaluate",
    ),
    "margin-ceiling-too-little": (_with("margin-ceiling", proof_column_weights=[35] * 6), "psd"),
    "margin-ceiling-value": (_with("margin-ceiling", value="8/25"), "value-not-proved"),
    "margin-ceiling-sign": (_with("margin-ceiling", proof_block=BROKEN), "psd"),
    "margin-ceiling-sum": (_with("margin-ceiling", proof_block=UNEVEN), "psd"),
    "margin-ceiling-no-weights": (_with("margin-ceiling", proof_row_weights=[0] * 6), "psd"),
    "margin-ceiling-of-the-other-side": (_with("margin-ceiling", side="lower"), "psd"),
    "margin-radon-too-wide": (_with("margin-closed", d=5), "theorem"),
    "margin-radon-other-sets": (_with("margin-closed", proof_k=3), "theorem"),
    "margin-simplex-value": (_with("margin-closed", 1, value="1/5"), "value-not-proved"),
    "margin-no-vectors-one-more": (_with("margin-closed", 2, d=4), "theorem"),
    "margin-no-vectors-of-the-other-side": (_with("margin-closed", 2, proof_rest=[ABOVE]), "theorem"),
    "margin-neighbours-in-space": (_with("margin-neighbours", d=3), "theorem"),
    "margin-neighbours-value": (_with("margin-neighbours", value="1/16"), "value-not-proved"),
    "margin-packing-room": (_with("margin-packing", proof_margin="1/2", value="1/4"), "theorem"),
    "margin-packing-at-1": (_with("margin-packing", proof_margin="1", value="1"), "theorem"),
    "margin-packing-wide": (_with("margin-packing", d=5), "theorem"),
    "margin-part-not-all": (_with("margin-part", proof_lines=[0, 1, 2, 4]), "theorem"),
    "margin-part-other-sizes": (_with("margin-part", proof_k=2), "theorem"),
    "margin-huge-in-more": (_with("margin-huge", d=300), "theorem"),
    "margin-of-a-bound-of-m": (
        file(SIX, {**WIDE, "proof": theorem("margin of a simplex", k=2)}), "theorem",
    ),
    "margin-by-vectors-of-signs": (
        file(pattern(["+-"]), margin(2, "lower", "1", {"rule": "evaluate", "exhibit": "points",
                                                       "queries": [[1, 0], [0, 1]], "keys": [[1, 1], [-1, 1]]})),
        "evaluate",
    ),
}  # fmt: skip

MALFORMED = {
    "margin-of-ties": (file(pattern(["+0-"]), margin(1, "upper", "1", CEILING)), "claims[0].quantity"),
    "margin-with-a-null-token": (
        file({**pattern(["+-"]), "null": True}, margin(1, "upper", "1", CEILING)), "claims[0].quantity",
    ),
    "margin-of-averages": (
        file({"task": "qsa", "N": 3, "q": 1}, margin(1, "upper", "1", CEILING)), "claims[0].quantity",
    ),
    "margin-no-lines": (_with("margin-part", proof_lines=[]), "proof.lines"),
    "margin-above-1": (file(SIX, margin(1, "upper", "2", CEILING)), "claims[0].value"),
    "margin-in-no-dimension": (file(SIX, margin(0, "upper", "1", CEILING)), "claims[0].d"),
}  # fmt: skip
