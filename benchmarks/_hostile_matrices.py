"""Random evidence about measures of communication matrices, for the random certificates of ``_hostile_random.py``."""

from typing import Any

Json = Any

FLAT_KINDS = ("elimination", "distinct", "trivial", "short-side", "blocky", "row-sums", "exhaustion", "counting")


def matrix_evidence(maker: Any, question: Json, claim: Json, number: int, depth: int) -> Json:
    """Evidence for a claim about a measure; ``maker`` makes the numbers, tables and premises in it."""
    rng = maker.rng
    rows = question.get("rows", ["01", "10"])
    shape = len(rows), len(rows[0])
    kind = rng.choice(
        (
            "flat",
            "flat",
            "theorem",
            "restriction",
            "pairs",
            "rectangles",
            "messages",
            "weights",
            "tree",
            "pattern",
            "dual",
        )
    )
    some = [[sorted(rng.sample(range(n), rng.randint(0, n))) for n in shape] for _ in range(rng.randint(1, 4))]
    if kind == "theorem":
        premises = [maker.premise(question, number, depth) for _ in range(rng.choice((1, 1, 2)))]
        return {"kind": kind, "name": rng.choice(maker.rules), "from": premises}
    if kind == "restriction":
        return {"kind": kind, "of": maker.premise(None, number, depth), "rows": some[0][0], "columns": some[0][1]}
    if kind == "pattern":
        signs = [row.translate(str.maketrans("01", "-+")) for row in rows]
        of = {"side": claim["side"], "resource": "m", "unit_class": "SIGN", "value": maker.number(3)}
        of["question"] = {"task": "pattern", "null": True, "rows": signs}
        return {"kind": kind, "of": {**of, "evidence": maker.evidence(of["question"], of, number, depth)}}
    if kind == "pairs":
        return {
            "kind": kind,
            "pairs": [[rng.randrange(shape[0]), rng.randrange(shape[1])] for _ in range(rng.randint(0, 3))],
        }
    if kind == "rectangles":
        return {"kind": kind, "rectangles": some}
    if kind == "messages":
        return {"kind": kind, "messages": [rng.randrange(max(shape)) for _ in range(shape[rng.randrange(2)])]}
    if kind == "weights":
        return {
            "kind": kind,
            "denominator": rng.randint(1, 2),
            "rectangles": [[*r, rng.randint(1, 2)] for r in some],
        }
    if kind == "dual":
        return {
            "kind": rng.choice(("dual", "entry-weights", "distribution")),
            "denominator": 1,
            "weights": maker.table(*shape, 1),
        }
    if kind == "tree":
        return {"kind": kind, "root": protocol_tree(maker, shape, 0)}
    return {"kind": rng.choice(FLAT_KINDS)}


def protocol_tree(maker: Any, shape: tuple[int, int], depth: int) -> Json:
    rng = maker.rng
    if depth == 3 or rng.random() < 0.3:
        return rng.randint(0, 1)
    side = rng.randrange(2)
    zero = [k for k in range(shape[side]) if rng.random() < 0.5]
    return {
        "owner": "AB"[side],
        "zero": zero,
        "children": [protocol_tree(maker, shape, depth + 1), protocol_tree(maker, shape, depth + 1)],
    }
