"""Evidence that rests on a bound of another statement: a map, and the premise with a proof of its own."""

from typing import Any

from .driver import PATTERNS, WEIGHTS, Book, CannotElaborate, fields, task_of, theorem

Json = Any
OTHERS = ("shared", "retrieval", "scored", "averaging", "computation", "communication")


def mapped(name: str, evidence: Json, book: Book, **given: Json) -> Json:
    """A proof by the rule ``map``, without the fields that are None."""
    kept = {field: x for field, x in given.items() if x is not None}
    return {"rule": "map", "name": name, "of": book.premise(evidence.get("of")), **kept}


def premise(evidence: Json, book: Book, side: Json, null: bool | None = None) -> Json:
    """The statement of a premise that is a bound of m in class SIGN, or of a sign-rank if that has a null key."""
    of = book.stated(evidence.get("of"))
    about = book.statement(of)
    own = isinstance(about, dict) and (about.get("null", False) or about.get("task") == "match")
    rank = of.get("measure") == "sign_rank" and null is True
    if not rank and ((of.get("resource"), of.get("unit_class")) != ("m", "SIGN") or (null is not None and own != null)):
        raise CannotElaborate("the premise is another bound")
    if of.get("side") != side:
        raise CannotElaborate("the premise is of another side")
    return about


def restriction(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """A part of a pattern, of tuples, of a matrix; or the same of real vectors."""
    task = task_of(question, *PATTERNS, "communication")
    if _is_least(claim):
        return theorem("least")
    if task == "match" and question.get("order") != 2 and "part" in evidence:
        _, part, rows, columns = fields(evidence, "of", "part", "rows", "columns")
        premise(evidence, book, "lower", null=True)
        return mapped("tuples", evidence, book, part=part, rows=rows, columns=columns)
    fields(evidence, "of", optional=("rows", "columns"))
    if ("rows" in evidence) != ("columns" in evidence) or (task == "communication" and "rows" not in evidence):
        raise CannotElaborate("the rows and the columns of the part are needed")
    if task != "communication":
        null = bool(question.get("null", False)) or task == "match"
        premise(evidence, book, "lower", null=null if "rows" in evidence else None)
    return mapped("part", evidence, book, rows=evidence.get("rows"), columns=evidence.get("columns"))


def _is_least(claim: Json) -> bool:
    """Whether nothing less than the bits claimed is a number of bits."""
    return bool(claim.get("resource") == "p" and claim.get("value") == 1)


def threshold(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Nonzeros of a softmax score above zeros."""
    parts = ("rows", "columns") if task_of(question, *WEIGHTS) == "attention-matrix" else ()
    fields(evidence, "of", optional=parts)
    premise(evidence, book, "lower", null=False)
    return mapped("part", evidence, book, rows=evidence.get("rows"), columns=evidence.get("columns"))


def tie(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Nonzeros of a softmax are tied."""
    task_of(question, *WEIGHTS)
    fields(evidence, "of", optional=("rows", "columns") if claim.get("side") == "lower" else ())
    premise(evidence, book, claim.get("side"), null=False)
    return mapped("part", evidence, book, tied=True, rows=evidence.get("rows"), columns=evidence.get("columns"))


def other_score(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Cosines and distances from inner products, and from one another."""
    task = task_of(question, "scored", "retrieval")
    if task == "retrieval":
        fields(evidence, "of")
        lower, cosine = claim.get("side") == "lower", question.get("score") == "cosine"
        about = premise(evidence, book, claim.get("side"))
        if about.get("score") != (None if lower == cosine else "cosine" if lower else "euclidean"):
            raise CannotElaborate("the premise is about another score")
        return mapped("part", evidence, book)
    if claim.get("side") == "upper":
        fields(evidence, "of")
        about = premise(evidence, book, "upper", null=False if question.get("score") == "euclidean" else None)
        if "shared" in question or about.get("task") not in PATTERNS:
            raise CannotElaborate("the rows have to have queries of their own")
        return mapped("part", evidence, book)
    premise(evidence, book, "lower", null=False)
    _, rows, columns = fields(evidence, "of", "rows", "columns", optional=("cuts",))
    return mapped("sphere", evidence, book, rows=rows, columns=columns, cuts=evidence.get("cuts") or None)


def separation(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """What the error of averages asks of scores."""
    task_of(question, "averaging")
    fields(evidence, "of")
    return theorem("least") if _is_least(claim) else mapped("averages", evidence, book)


def saturation(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Tied scores multiplied up."""
    task_of(question, "averaging")
    fields(evidence, "of")
    return mapped("averages", evidence, book)


def pattern(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """The sign-rank of a matrix is that of the pattern of its signs, and the other way round."""
    task = task_of(question, "communication", *PATTERNS)
    fields(evidence, "of")
    if task == "communication" and claim.get("measure") != "sign_rank":
        raise CannotElaborate("the claim is about another measure")
    premise(evidence, book, claim.get("side"), null=True)
    return mapped("part", evidence, book)


def cut_rank(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """The answers at words of two players are a sign matrix."""
    task_of(question, "computation")
    token, alice, rows, columns, _ = fields(evidence, "token", "alice", "rows", "columns", "of")
    premise(evidence, book, "lower", null=True)
    return mapped("cut", evidence, book, token=token, alice=alice, rows=rows, columns=columns)


def composed(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Lines put together from lines with ties."""
    task_of(question, *PATTERNS, "communication")
    along, lines, _ = fields(evidence, "along", "lines", "of")
    premise(evidence, book, "lower", null=True)
    return mapped("composed", evidence, book, along=along, lines=lines)


def trivial(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """The least value; of attention weights 1, if two of a row are further apart than the ratios may be off."""
    task = task_of(question, *PATTERNS, *WEIGHTS, *OTHERS)
    fields(evidence)
    above = task == "attention-matrix" and claim.get("value") == 1
    return theorem("unequal weights" if above else "least")


ELABORATORS = {
    "restriction": restriction,
    "threshold": threshold,
    "tie": tie,
    "other-score": other_score,
    "separation": separation,
    "saturation": saturation,
    "pattern": pattern,
    "cut-rank": cut_rank,
    "composed": composed,
    "trivial": trivial,
}
"""Kind of evidence -> its elaborator."""
