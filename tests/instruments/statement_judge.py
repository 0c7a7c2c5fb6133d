"""Whether what a certificate claims is false, by brute force on its statements: the proofs are not looked at.

``statements(certificate)`` lists the claims, premises in place included; ``truth`` says of one whether it is so. Proofs
that show an explicit unit are given to the second checker where the statement itself is too large to decide. Takes
accepted certificates.
"""

import json
import re
from fractions import Fraction

import brute_matrices as matrices
import brute_patterns as patterns
import brute_sparse as sparse
import brute_units as units
import exact_reachability as reachability
import exact_scored as scored
import second_opinion
import task_answers

NEAR = 1e-3
"""By how much a measure computed in floating point must be missed before a claim is called false."""

NUMERIC_SIDE = 3
MOST_PAIRS = 300
MOST_STEPS = 3000
MOST_POSITIONS = 8
MOST_BITS = 1000
MOST_CLASSES = 8
MOST_WIDTH = 4


def statements(certificate):
    """Every claim and every bound stated in place, with its question."""
    usual = certificate.get("question")

    def inside(value):
        if isinstance(value, dict):
            if "proof" in value and ("side" in value or "claim" in value):
                yield value.get("question", usual), value
            for child in value.values():
                yield from inside(child)
        elif isinstance(value, list):
            for child in value:
                yield from inside(child)

    for claim in certificate["claims"]:
        yield from inside(claim)


def truth(question, claim):
    """True, False, or None where brute force cannot tell."""
    try:
        if question["task"] == "sparse-pattern":
            return sparse.truth(question, claim)
        if "claim" in claim:
            return _fact(question, claim)
        if claim.get("quantity") == "depth":
            return sparse.depth_truth(claim, units.frozen(task_answers.inputs_and_answers(question)))
        if question["task"] == "communication":
            return _measure(question, claim)
        if question["task"] == "values":
            return None
        if claim.get("quantity") == "margin":
            return _margin(question, claim)
        least, most = _interval(question, claim)
        if claim["side"] == "none":
            return None if most is None else False
        if claim["side"] == "lower":
            if most is not None and claim["value"] > most:
                return False
            return True if claim["value"] <= least else None
        if claim["value"] < least:
            return False
        if most is not None and claim["value"] >= most:
            return True
        return _shown(question, claim)
    except task_answers.NoOpinion:
        return None


def _margin(question, claim):
    """None is above 0 if no vectors separate the rows; one is if they do with a coordinate less (for a sphere)."""
    rows, value = patterns.rows_of(question), Fraction(claim["value"])
    m = patterns.real_dimension(*rows) if rows else None
    if m is None:
        return None
    if m > claim["d"]:
        return claim["side"] == "upper" or value == 0
    if value or (claim["side"] == "upper" and m == claim["d"]):
        return None
    return claim["side"] == "lower"


def _class(text):
    name, _, bits, grid, gap = re.fullmatch(r"(\w+)(\((\w+), (\w+)(?:, gap (\d+(?:/\d+)?))?\))?", text).groups()
    return name, None if bits in (None, "p") else int(bits), grid, Fraction(gap or 0)


KNOWN = {}


def _interval(question, claim):
    """(least, most) of the least size; most is None if unknown. What it is is kept: mutants ask it again and again."""
    asked = {name: item for name, item in claim.items() if name not in ("side", "value", "proof", "question")}
    key = json.dumps((question, asked), sort_keys=True)
    if key not in KNOWN:
        if len(KNOWN) > 50_000:
            KNOWN.clear()
        KNOWN[key] = _found(question, claim)
    return KNOWN[key]


def _found(question, claim):
    name, p, grid, gap = _class(claim["unit_class"])
    resource, least = claim["resource"], 0 if claim["resource"] == "m" else 1
    rows = patterns.rows_of(question)
    if rows and name == "SIGN":
        m = patterns.real_dimension(*rows)
        return (least, None) if m is None else (m, m)
    if rows and name == "GRID":
        if resource == "m":
            return patterns.grid_width(*rows, p, grid, gap)
        return patterns.grid_bits(*rows, grid, gap, claim["m"])
    if question["task"] == "match" and name == "SIGN":
        return least, patterns.tuple_width(question["order"], question["M"])
    if question["task"] == "scored" and "rows" in question["of"] and len(question["of"]["rows"][0]) <= 4:
        return scored.dimensions(tuple(question["of"]["rows"]), question["score"], tuple(question.get("shared", ())))
    if question["task"] == "shared":
        return patterns.shared_size(question, resource, p, grid, gap, claim.get("m"))
    if question["task"] == "computation":
        return _computation(question, claim, name, p, grid)
    if question["task"] == "averaging" and resource == "m":
        best = units.least_error_without_scores(question["N"], question["q"])
        return (0, None) if Fraction(claim["error"]) >= best else (1, None)
    return least, None


def _computation(question, claim, name, p, grid):
    resource, as_wide = claim["resource"], claim.get("dv") == "m"
    least = 0 if claim["resource"] == "m" and not as_wide else 1
    pairs = units.frozen(task_answers.inputs_and_answers(question))
    A = task_answers.alphabet(question)
    if len(pairs) > 64 or len(pairs[0][0]) > 5 or A > 8:
        return least, None
    if name == "THRESH":
        degree = units.threshold_degree(pairs, A, question["position"])
        return max(1, degree or 0), None
    usual = all(claim.get(size, 1) in (1, "m") for size in ("heads", "layers", "dv")) and claim.get("order", 2) == 2
    everything = claim.get("scope", {"null": True, "tables": "both"})
    if name != "FIXED" or not usual or resource == "H" or everything["tables"] != "both" or not everything["null"]:
        return least, None
    m = claim.get("m")
    return units.fixed_size(pairs, A, resource, p, grid, m, "m" if as_wide else 1, claim["read_out"] == "threshold")


def _shown(question, claim):
    """What the second checker says of a claim whose proof shows a unit, or heads; None where that would take long."""
    shown = ("unit", "failing-unit", "averaging", "failing-heads", "softmax-weights")
    _, p, _, _ = _class(claim["unit_class"])
    bits = claim["value"] if p is None and claim.get("resource") == "p" else p or 0
    if claim["proof"].get("exhibit") not in shown or bits > MOST_BITS:
        return None
    if question["task"] == "averaging" and question["N"] > MOST_POSITIONS:
        return None
    named = question["task"] == "computation" and question["of"] != "table"
    if named and question["N"] * task_answers.alphabet(question) ** min(question["N"], 20) > MOST_STEPS:
        return None
    return second_opinion.accepts(question, claim)


def _rows(question):
    if question["of"] != "matrix" and question["n"] > 4:
        return None
    return second_opinion.computations.matrix_of(second_opinion.computations.store(question))


def _measure(question, claim):
    rows = _rows(question)
    name, claimed = claim["measure"], Fraction(claim["value"])
    if rows is None or (name in matrices.NUMERIC and max(len(rows), len(rows[0])) > NUMERIC_SIDE):
        return None
    if name == "sign_rank":
        value = patterns.real_dimension(tuple(row.translate(str.maketrans("01", "-+")) for row in rows), True)
    else:
        given = claim.get("alpha", claim.get("epsilon"))
        value = matrices.measure(rows, name, None if given is None else Fraction(given))
    if value is None:
        return None
    near = NEAR if name in matrices.NUMERIC else 0
    return bool(claimed <= value + near if claim["side"] == "lower" else claimed >= value - near)


def _fact(question, claim):
    """Whether a claim that is no bound is true: reductions, failing units, sets of classes."""
    if claim["claim"] in ("reachable", "unreachable"):
        return _reaches(question, claim)
    if claim["claim"] == "unit-fails":
        return _shown(question, claim)
    if claim["claim"] == "excluded":
        return _excluded(question, claim)
    source, owners = question["source"], question["owners"]
    rows = _rows(source) if source["of"] == "matrix" or source["n"] <= 4 else None
    if claim["claim"] == "not-local":
        one, two = question["runs"]
        same = {"A": one["row"] == two["row"], "B": one["column"] == two["column"], "P": True}
        return any(same[o] and s != t for o, s, t in zip(owners, one["tokens"], two["tokens"], strict=True))
    if rows is None or len(rows) * len(rows[0]) > MOST_PAIRS:
        return None
    if claim["claim"] == "incorrect":
        pairs = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "*"]
        return _some_wrong(question, rows, pairs)
    pairs = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "*"]
    return all(pair_right(question, rows, r, c) for r, c in pairs)


def _some_wrong(question, rows, pairs):
    """Whether some pair of which both inputs are in the tables is wrong; None if none is, and others are not."""
    told = False
    for r, c in pairs:
        try:
            if not pair_right(question, rows, r, c):
                return True
        except LookupError:
            told = None
    return told


def _reaches(question, claim):
    """Whether all the sets are reachable, or none."""
    weights, bias = question["weights"], question.get("bias")
    if len(weights) > MOST_CLASSES or len(weights[0]) > MOST_WIDTH or len(claim["sets"]) > MOST_CLASSES:
        return None
    rules = {"free": question["threshold"] == "free", "centred": question.get("centred", False)}
    wanted = claim["claim"] == "reachable"
    return all(reachability.is_reachable(weights, bias, one, **rules) == wanted for one in claim["sets"])


def _excluded(question, claim):
    """Whether at each of the sizes the least m is larger: as so many claims about it."""
    if question["task"] != "computation":
        return None
    found = set()
    for m, p, heads, dv in claim["sizes"]:
        sizes = {"heads": heads, "dv": dv, "unit_class": claim["unit_class"].replace("(p,", f"({p},")}
        lower = {"resource": "m", "side": "lower", "value": m + 1, "read_out": claim["read_out"], **sizes}
        found.add(truth(question, lower))
    return False if False in found else None if None in found else True


def pair_right(question, rows, r, c):
    def tokens_of(table, key):
        return table[key] if isinstance(table, list) else table[str(key)]

    parts = {"A": iter(tokens_of(question["alice"], r)), "B": iter(tokens_of(question["bob"], c))}
    parts["P"] = iter(question["public"])
    word = [next(parts[owner]) for owner in question["owners"]]
    target, i = question["target"], question["position"]
    if target["task"] == "computation":
        if not all(0 <= x < task_answers.alphabet(target) for x in word):
            return False
        at = i if isinstance(i, list) else [i]
        if target["of"] == "table":
            found = dict(task_answers.all_inputs_and_answers(target)).get(tuple(word))
            said = [None if found is None else found[k] for k in at]
        else:
            said = [int(task_answers.answer(target, word, k)) for k in at]
        output = None if None in said else max(said)
    else:
        for z, y in word:
            if (
                abs(Fraction(z)) > 1
                or len(y) != target["q"]
                or sorted(set(y)) != y
                or not set(y) <= set(range(target["N"]))
            ):
                return False
        output = sum(Fraction(word[j][0]) for j in word[i][1]) / target["q"]
    bits = {Fraction(given): bit for given, bit in question["read_out"]}
    return output is not None and output in bits and str(bits[output]) == rows[r][c]
