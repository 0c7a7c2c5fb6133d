"""Evidence that is a theorem: names and numbers, looked up in the tables of the rule."""

from collections.abc import Callable, Mapping
from typing import Any

from .driver import Book, CannotElaborate

Json = Any
PATTERNS = ("qsa", "separation", "match", "pattern", "relevance")
WEIGHTS = ("attention-matrix", "permutation-matrix")


def proof(name: str, **given: Json) -> dict[str, Json]:
    """A proof by the theorem of this name."""
    return {"rule": "theorem", "name": name, **given}


def fields(evidence: Mapping[str, Json], *names: str, optional: tuple[str, ...] = ()) -> list[Json]:
    """The values of these fields, which are all that there are but for the kind and optional ones."""
    if not set(names) <= set(evidence) <= {"kind", *names, *optional}:
        raise CannotElaborate("the fields of the evidence are others")
    return [evidence[name] for name in names]


def named(question: Json, table: Mapping[str, str]) -> str:
    """What the table has for a task, a retrieval's with its score."""
    task = question.get("task") if isinstance(question, dict) else None
    key = f"{task} {question.get('score')}" if task == "retrieval" else task
    if not isinstance(key, str) or key not in table:
        raise CannotElaborate("the evidence is about another task")
    return table[key]


def _by_task(table: Mapping[str, str], number: str = "") -> Callable[[Json, Json, Json, Book], dict[str, Json]]:
    """An elaborator of evidence that has a number or nothing; the theorem depends on the task."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
        values = fields(evidence, *([number] if number else []))
        return proof(named(question, table), **dict(zip("k", values, strict=False)))

    return elaborator


def trivial(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """The least value; of weights that are unequal, 1."""
    fields(evidence)
    if "claim" in claim or not isinstance(question, dict):
        raise CannotElaborate("the evidence is about a bound")
    return proof("unequal weights" if question.get("task") == WEIGHTS[0] and claim.get("value") != 0 else "least")


def at_width(name: str) -> Callable[[Json, Json, Json, Book], dict[str, Json]]:
    """An elaborator of evidence for the width claimed."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
        fields(evidence)
        return proof(name, k=claim["value"])

    return elaborator


def counting(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Subsets; star-free rows; or lines that need different vectors, all or those named."""
    fields(evidence, optional=("vectors", "set"))
    task = named(question, dict(zip((*PATTERNS, "shared"), (*PATTERNS, "shared"), strict=True)))
    if "vectors" not in evidence:
        if "set" in evidence:
            raise CannotElaborate("a set needs vectors")
        return proof("queries" if task in ("qsa", "shared") else "rows shown")
    if task == "shared" or evidence["vectors"] not in ("rows", "columns"):
        raise CannotElaborate("vectors are rows or columns of a pattern")
    if task == "separation" and "set" not in evidence:
        return proof("queries" if evidence["vectors"] == "rows" else "keys")
    return proof(evidence["vectors"], **({"lines": evidence["set"]} if "set" in evidence else {}))


def margin(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Of q-SA, at any size."""
    fields(evidence)
    return proof(named(question, {"qsa": "margin"}))


def protocol_cost(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Disjointness in Match3, or means of a token."""
    if evidence.get("argument") == "disjointness":
        return proof("disjointness", k=fields(evidence, "argument", "n")[1])
    if fields(evidence, "argument") != ["counting"]:
        raise CannotElaborate("the argument is disjointness or counting")
    return proof("means")


def told_token(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """What a token tells in each layer."""
    fields(evidence)
    if "claim" in claim:
        raise CannotElaborate("the evidence is about a bound")
    return proof("told token")


def cut_cost(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """An encoding that an earlier claim has found to be correct, and a bound of its function."""
    reduction, needs = fields(evidence, "reduction", "needs")
    if type(reduction) is not int:
        raise CannotElaborate("the reduction is the number of a claim")
    return proof("cut", **{"from": [reduction, book.premise(needs)]})


def inequality(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """By its name."""
    name, premises = fields(evidence, "name", "from")
    if not isinstance(premises, list) or "measure" not in claim:
        raise CannotElaborate("an inequality is about measures, and has premises")
    return proof(name, **{"from": [book.premise(one) for one in premises]})


def _renamed(name: str, task: str, *given: str, optional: tuple[str, ...] = ()) -> Callable[..., dict[str, Json]]:
    """An elaborator that only renames."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
        fields(evidence, *given, optional=optional)
        named(question, {task: task} if task else {one: one for one in PATTERNS})
        return proof(name, **{key: evidence[key] for key in (*given, *optional) if key in evidence})

    return elaborator


def cycle(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Signed sets of columns, or of rows, of any pattern."""
    of, members = fields(evidence, "of", "members")
    return proof("cycle", of=of, members=members)


def named_hops(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """By the names of the layers: how soon, or how far they reach."""
    fields(evidence)
    named(question, {"sparse-pattern": ""})
    return proof("reach" if claim.get("side") == "lower" else "named layers")


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
    "interpolation": _by_task({"permutation-matrix": "interpolation"}),
    "centre": at_width("centre"),
    "crossings": at_width("crossings"),
    "counting": counting,
    "margin": margin,
    "protocol-cost": protocol_cost,
    "told-token": told_token,
    "cut-cost": cut_cost,
    "theorem": inequality,
    "planarity": _renamed("planarity", "", "sets", "rows"),
    "antichain": _renamed("antichain", "communication", "of", "lines"),
    "short-side": _renamed("short side", "communication"),
    "blocky": _renamed("blocky", "communication"),
    "row-sums": _renamed("row sums", "communication"),
    "vectors": _renamed("vectors", "communication", "left", "right"),
    "cycle": cycle,
    "named": named_hops,
    "in-order": _renamed("in order", "sparse-pattern", optional=("reversed",)),
}
