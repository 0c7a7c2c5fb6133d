"""Evidence that is a theorem, a positive semidefinite matrix or weights of inequalities: names and numbers stay."""

from collections.abc import Iterable, Mapping
from typing import Any

from .driver import PATTERNS, WEIGHTS, Book, CannotElaborate, Elaborator, fields, task_of, theorem

Json = Any


def named(question: Json, table: Mapping[str, str]) -> str:
    """What the table has for a task, a retrieval's with its score."""
    task = question.get("task") if isinstance(question, dict) else None
    key = f"{task} {question.get('score')}" if task == "retrieval" else task
    if not isinstance(key, str) or key not in table:
        raise CannotElaborate("the evidence is about another task")
    return table[key]


def _by_task(table: Mapping[str, str], number: str = "") -> Elaborator:
    """An elaborator of evidence that has a number or nothing; the theorem depends on the task."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
        values = fields(evidence, *([number] if number else []))
        return theorem(named(question, table), **dict(zip("k", values, strict=False)))

    return elaborator


def trivial(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """The least value; of weights that are unequal, 1."""
    fields(evidence)
    if "claim" in claim or not isinstance(question, dict):
        raise CannotElaborate("the evidence is about a bound")
    return theorem("unequal weights" if question.get("task") == WEIGHTS[0] and claim.get("value") != 0 else "least")


def at_width(name: str) -> Elaborator:
    """An elaborator of evidence for the width claimed."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
        fields(evidence)
        return theorem(name, k=claim["value"])

    return elaborator


def counting(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Subsets; star-free rows; or lines that need different vectors, all or those named."""
    fields(evidence, optional=("vectors", "set"))
    task = task_of(question, *PATTERNS, "shared")
    if "vectors" not in evidence:
        if "set" in evidence:
            raise CannotElaborate("a set needs vectors")
        return theorem("queries" if task in ("qsa", "shared") else "rows shown")
    if task == "shared" or evidence["vectors"] not in ("rows", "columns"):
        raise CannotElaborate("vectors are rows or columns of a pattern")
    if task == "separation" and "set" not in evidence:
        return theorem("queries" if evidence["vectors"] == "rows" else "keys")
    return theorem(evidence["vectors"], **({"lines": evidence["set"]} if "set" in evidence else {}))


def protocol_cost(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Disjointness in Match3, or means of a token."""
    if evidence.get("argument") == "disjointness":
        return theorem("disjointness", k=fields(evidence, "argument", "n")[1])
    if fields(evidence, "argument") != ["counting"]:
        raise CannotElaborate("the argument is disjointness or counting")
    return theorem("means")


def told_token(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """What a token tells in each layer."""
    fields(evidence)
    if "claim" in claim:
        raise CannotElaborate("the evidence is about a bound")
    return theorem("told token")


def cut_cost(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """An encoding that an earlier claim has found to be correct, and a bound of its function."""
    reduction, needs = fields(evidence, "reduction", "needs")
    if type(reduction) is not int:
        raise CannotElaborate("the reduction is the number of a claim")
    return theorem("cut", **{"from": [reduction, book.premise(needs)]})


def inequality(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """By its name."""
    name, premises = fields(evidence, "name", "from")
    if not isinstance(premises, list) or "measure" not in claim:
        raise CannotElaborate("an inequality is about measures, and has premises")
    return theorem(name, **{"from": [book.premise(one) for one in premises]})


def _renamed(name: str, tasks: Iterable[str], *given: str, optional: tuple[str, ...] = ()) -> Elaborator:
    """An elaborator of evidence about one of these tasks, or any, whose fields are those of the theorem."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
        fields(evidence, *given, optional=optional)
        if tasks:
            task_of(question, *tasks)
        return theorem(name, **{key: evidence[key] for key in (*given, *optional) if key in evidence})

    return elaborator


def named_hops(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """By the names of the layers: how soon, or how far they reach."""
    fields(evidence)
    task_of(question, "sparse-pattern")
    return theorem("reach" if claim.get("side") == "lower" else "named layers")


def margin(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Of q-SA, at any size; or weights on the scores of a pattern in a grid."""
    if set(evidence) == {"kind"}:
        task_of(question, "qsa")
        return theorem("margin")
    return {"rule": "psd", "system": "margin", **dict(zip(SHOWN, fields(evidence, *SHOWN), strict=True))}


SHOWN = ("block", "row_weights", "column_weights")
NORMS = ("gamma2", "gamma2_01", "gamma2_alpha", "gamma2_inf", "trace_norm")


def _definite(system: str, measures: Iterable[str], *given: str, optional: tuple[str, ...] = ()) -> Elaborator:
    """An elaborator of a Gram matrix, weights, or a norm alone, for one of these measures."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
        if claim.get("measure") not in measures:
            raise CannotElaborate("the evidence is about other measures")
        fields(evidence, *given, optional=optional)
        return {"rule": "psd", "system": system, **{key: evidence[key] for key in evidence if key != "kind"}}

    return elaborator


def threshold_degree(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """No polynomial of a lower degree."""
    degree, rows = fields(evidence, "degree", "weights")
    return {"rule": "farkas", "system": "degree", "degree": degree, "rows": rows}


MATRIX = ("communication",)
INDEPENDENT = {
    "qsa": "columns independent",
    "separation": "columns independent",
    "retrieval cosine": "independent on a sphere",
    "retrieval euclidean": "independent in balls",
}
SQUARES = {task: "squares" for task in PATTERNS} | {"retrieval cosine": "circle", "retrieval euclidean": "curve"}
SIMPLEX = dict.fromkeys(("retrieval cosine", "retrieval euclidean", *WEIGHTS), "simplex")
ELABORATORS = {
    "trivial": trivial,
    "symmetric": _by_task(INDEPENDENT, "size"),
    "squares": _by_task(SQUARES),
    "identity": _by_task({task: "identity" for task in PATTERNS} | SIMPLEX),
    "centre": at_width("centre"),
    "crossings": at_width("crossings"),
    "counting": counting,
    "margin": margin,
    "protocol-cost": protocol_cost,
    "told-token": told_token,
    "cut-cost": cut_cost,
    "theorem": inequality,
    "planarity": _renamed("planarity", PATTERNS, "sets", "rows"),
    "antichain": _renamed("antichain", MATRIX, "of", "lines"),
    "short-side": _renamed("short side", MATRIX),
    "blocky": _renamed("blocky", MATRIX),
    "row-sums": _renamed("row sums", MATRIX),
    "vectors": _renamed("vectors", MATRIX, "left", "right"),
    "cycle": _renamed("cycle", (), "of", "members"),
    "named": named_hops,
    "gram": _definite("gram", NORMS, "scale", "rows", "columns", optional=("block",)),
    "weights": _definite("weights", NORMS, *SHOWN),
    "gram-of-rows": _definite("norm", ("spectral_norm",), "norm"),
    "threshold-degree": threshold_degree,
    "in-order": _renamed("in order", ["sparse-pattern"], optional=("reversed",)),
}
