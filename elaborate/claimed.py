"""Evidence that is a theorem, an exhibit, or numbers of other rules: it stays as it is, or some names are others."""

from collections.abc import Mapping
from typing import Any

from .driver import Book, CannotElaborate, Elaborator, exhibit, rest, theorem

Json = Any
PATTERNS = ("qsa", "separation", "match", "pattern", "relevance")
WEIGHTS = ("attention-matrix", "permutation-matrix")
"""Tasks whose statements are sign patterns, and matrices of attention weights."""


def _same(**named: str) -> Elaborator:
    """An elaborator of evidence whose fields are those of the proof."""
    return lambda evidence, claim, question, book: {**named, **rest(evidence)}


def _theorem(name: str) -> Elaborator:
    return _same(rule="theorem", name=name)


def _exhibit(name: str, **names: str) -> Elaborator:
    """An exhibit with the fields of the evidence, some of them under new names."""
    return lambda evidence, claim, question, book: exhibit(
        name, **{names.get(field, field): x for field, x in rest(evidence).items()}
    )


def _layers(name: str, less: int) -> Elaborator:
    """An exhibit with so many layers as the claim has as its value, less this."""
    return lambda evidence, claim, question, book: exhibit(name, **rest(evidence), layers=max(0, claim["value"] - less))


def _by_task(table: Mapping[str, str], number: str = "") -> Elaborator:
    """A theorem that depends on the task (a retrieval's with its score), perhaps with a number of the evidence."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
        task = question["task"]
        name = table[f"{task} {question['score']}" if task == "retrieval" else task]
        return theorem(name, k=evidence[number]) if number else theorem(name)

    return elaborator


def _at_width(name: str) -> Elaborator:
    return lambda evidence, claim, question, book: theorem(name, k=claim["value"])


def trivial(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """The least value; of weights that are unequal, 1. Or what a position that attends to itself shows."""
    if "claim" in claim:
        return exhibit("self")
    return theorem("unequal weights" if question["task"] == WEIGHTS[0] and claim.get("value") != 0 else "least")


def centre(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Averages by their middle; or positions that all others are near to."""
    if claim.get("quantity") == "hops":
        return exhibit("centre", **rest(evidence))
    return theorem("centre", k=claim["value"])


def counting(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Subsets; star-free rows; or lines that need different vectors, all or those named."""
    vectors, task = evidence.get("vectors"), question["task"]
    if vectors is None:
        return theorem("queries" if task in ("qsa", "shared") else "rows shown")
    if task == "separation" and "set" not in evidence:
        return theorem("queries" if vectors == "rows" else "keys")
    return theorem(vectors, **({"lines": evidence["set"]} if "set" in evidence else {}))


def margin(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Of q-SA, at any size; or weights on the scores of a pattern in a grid."""
    if "block" in evidence:
        return {"rule": "psd", "system": "margin", **rest(evidence)}
    if question["task"] != "qsa":
        raise CannotElaborate("the evidence is about another task")
    return theorem("margin")


def weights(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Weighted rectangles (those of the partition bound have answers); or weights above a matrix, of a norm."""
    if "rectangles" in evidence:
        from .programs import weighted_rectangles

        return weighted_rectangles(evidence, (0, 1) if claim["measure"] == "partition_bound" else ())
    return {"rule": "psd", "system": "weights", **rest(evidence)}


def protocol_cost(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Disjointness in Match3, or means of a token."""
    return theorem("disjointness", k=evidence["n"]) if evidence["argument"] == "disjointness" else theorem("means")


def told_token(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Values of a token, whose answers are evaluated; or, of cycle3, all of them."""
    return theorem("told values" if "inputs" in evidence else "told token", **rest(evidence))


def cut_cost(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """An encoding that an earlier claim has found to be correct, and a bound of its function: which says how."""
    measure = book.stated(evidence["needs"])["measure"]
    one_way = "own token" if claim.get("read_out") == "threshold" else "told"
    name = {"D": "cut in bits", "one_way_ab": one_way, "one_way_ba": one_way}.get(measure, "cut")
    return theorem(name, **{"from": [evidence["reduction"], book.premise(evidence["needs"])]})


def inequality(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """By its name."""
    return theorem(evidence["name"], **{"from": [book.premise(one) for one in evidence["from"]]})


def from_ones(name: str) -> Elaborator:
    """From premises about 0/1 matrices, by the theorem of this name."""
    return lambda evidence, claim, question, book: theorem(
        name, **{"from": [book.premise(one) for one in evidence["from"]]}
    )


def polygon(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """From the rank, and rows and columns with 0 where they are paired."""
    lines = {"rows": evidence["rows"], "columns": evidence["columns"]}
    return theorem("polygon", **{"from": [book.premise(evidence["rank"])]}, **lines)


def named_hops(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """By the names of the layers: how soon, or how far they reach."""
    return theorem("reach" if claim.get("side") == "lower" else "named layers")


def hops(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``hops``, of either side."""
    return _layers("hops", int(claim.get("side") == "lower"))(evidence, claim, question, book)


def two_ends(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``two-ends``: a position alone is a set of one."""
    ends = [one if isinstance(one, list) else [one] for one in evidence["ends"]]
    return exhibit("two-ends", **{**rest(evidence), "ends": ends})


def tables(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Integer vectors: of a pattern by signs or in a grid, of tuples, of points for other scores."""
    task, given = question["task"], rest(evidence, "dimension")
    if task == "match" and question.get("order") != 2:
        return exhibit("tuples", **given)
    if not str(claim.get("unit_class")).startswith("SIGN"):
        return exhibit("tables", heads=[{name: table for name, table in given.items() if table is not None}])
    null, keys = given.get("null_key"), given["keys"]
    if null is not None:
        if task == "scored" or not question.get("null", task == "match"):
            raise CannotElaborate("such points have no null key")
        keys = [[a - b for a, b in zip(key, null, strict=True)] for key in keys]
    return exhibit("points", queries=given["queries"], keys=keys)


def score_tables(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Scores of a softmax."""
    return exhibit("ratios", **{name: evidence[name] for name in ("denominator", "precision", "queries", "keys")})


def polynomial(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """An order of the columns, or the rows; the dimension follows."""
    vectors, negated = evidence.get("vectors", "columns"), sorted(set(evidence["negated"]))
    return exhibit(
        "order", order=evidence["order"], negated=negated or None, vectors=None if vectors == "columns" else vectors
    )


def interpolation(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """An order of the columns; permutation matrices are covered by a closed form."""
    if question["task"] == "permutation-matrix":
        return theorem("interpolation")
    return exhibit("order", order=evidence.get("order"))


def protocol(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Nodes in preorder; Alice's is [2, rows that send 0], Bob's [3, columns that send 0], a leaf [answer], or [4]."""
    nodes: list[list[int]] = []
    constant = [4] if question["task"] == "values" else []
    waiting = [evidence["root"]]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            nodes.append([2 if node["owner"] == "A" else 3, *node["zero"]])
            waiting += reversed(node["children"])
        else:
            nodes.append(constant or [node])
    return exhibit("protocol", nodes=nodes)


INDEPENDENT = {
    "qsa": "columns independent",
    "separation": "columns independent",
    "retrieval cosine": "independent on a sphere",
    "retrieval euclidean": "independent in balls",
}
SQUARES = {task: "squares" for task in PATTERNS} | {
    "retrieval cosine": "circle",
    "retrieval euclidean": "curve",
    "scored": "circle",
}
SIMPLEX = dict.fromkeys(("retrieval cosine", "retrieval euclidean", *WEIGHTS), "simplex")
ELABORATORS: dict[str, Elaborator] = {
    "trivial": trivial,
    "centre": centre,
    "margin": margin,
    "weights": weights,
    "interpolation": interpolation,
    # theorems
    "symmetric": _by_task(INDEPENDENT, "size"),
    "squares": _by_task(SQUARES),
    "identity": _by_task({task: "identity" for task in PATTERNS} | SIMPLEX),
    "crossings": _at_width("crossings"),
    "counting": counting,
    "protocol-cost": protocol_cost,
    "told-token": told_token,
    "few-rows": _theorem("answers"),
    "cut-cost": cut_cost,
    "theorem": inequality,
    "planarity": _theorem("planarity"),
    "antichain": _theorem("antichain"),
    "short-side": _theorem("short side"),
    "blocky": _theorem("blocky"),
    "row-sums": _theorem("row sums"),
    "vectors": _theorem("vectors"),
    "cycle": _theorem("cycle"),
    "presence": _theorem("presence"),
    "named": named_hops,
    "in-order": _theorem("in order"),
    "sums": _theorem("sums"),
    "sums-of-bits": _theorem("sums of bits"),
    # numbers of other rules
    "gram": _same(rule="psd", system="gram"),
    "gram-of-rows": _same(rule="psd", system="norm"),
    # exhibits
    "tables": tables,
    "shared-tables": _exhibit("tables"),
    "coherence": _exhibit("coherence"),
    "translates": _exhibit("translates"),
    "score-tables": score_tables,
    "polynomial": polynomial,
    "trigonometric": _exhibit("order"),
    "tree": protocol,
    "messages": _exhibit("messages"),
    "distinct": _exhibit("distinct"),
    "different": _exhibit("conflicts"),
    "pairs": _exhibit("fooling", pairs="entries"),
    "rectangles": _exhibit("rectangles"),
    "lines": _exhibit("lines"),
    "elimination": _exhibit("elimination"),
    "numbers": _exhibit("numbers"),
    "factors": _exhibit("factors"),
    "square-root": _exhibit("square-root"),
    "values": from_ones("values"),
    "support": from_ones("support"),
    "polygon": polygon,
    "completion": _exhibit("completion"),
    "completions": _exhibit("completions"),
    "shattered": _exhibit("shattered", set="columns"),
    "rectangle": _exhibit("heavy-rectangle"),
    "far-pair": _layers("far-pair", 1),
    "hops": hops,
    "closed-sets": _exhibit("closed-sets"),
    "order": _exhibit("path"),
    "two-ends": two_ends,
    "components": _exhibit("components"),
    "two-inputs": _layers("two-inputs", 1),
    "uniform-heads": _layers("uniform-heads", 0),
    "all-pairs": _exhibit("all-pairs"),
    "pair": _exhibit("one-pair"),
    "runs": _exhibit("runs"),
    "equal-views": _exhibit("equal-views"),
    "one-key": _exhibit("one-key"),
    "points": _exhibit("states"),
}
"""Kind of evidence -> its elaborator."""
