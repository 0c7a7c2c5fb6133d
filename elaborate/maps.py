"""Evidence that rests on a bound of another statement: a map, and the premise with a proof of its own."""

from typing import Any

from .driver import Book, Elaborator, rest, theorem

Json = Any


def mapped(name: str, evidence: Json, book: Book, **given: Json) -> dict[str, Json]:
    """A proof by the rule ``map``, without the fields that are None."""
    kept = {field: x for field, x in {**given, **rest(evidence, "of")}.items() if x is not None}
    return {"rule": "map", "name": name, "of": book.premise(evidence["of"]), **kept}


def _map(name: str, **given: Json) -> Elaborator:
    """An elaborator of evidence whose fields are those of the map."""
    return lambda evidence, claim, question, book: mapped(name, evidence, book, **given)


def restriction(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """A part of a pattern, of tuples, of a matrix; or the same of real vectors."""
    return theorem("least") if _is_least(claim) else mapped("tuples" if "part" in evidence else "part", evidence, book)


def _is_least(claim: Json) -> bool:
    """Whether nothing less than the bits claimed is a number of bits."""
    return bool(claim.get("resource") == "p" and claim.get("value") == 1)


def other_score(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Cosines and distances from inner products, and from one another."""
    if question["task"] == "retrieval" or claim.get("side") == "upper":
        return mapped("part", evidence, book)
    return mapped("sphere", {**evidence, "cuts": evidence.get("cuts") or None}, book)


def separation(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """What the error of averages asks of scores."""
    return theorem("least") if _is_least(claim) else mapped("averages", evidence, book)


def cores(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Parts of which some row must fail, with weights."""
    return theorem("cores", **{"from": [book.premise(one) for one in evidence["of"]]}, **rest(evidence, "of"))


def left_out(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Vectors for the other rows."""
    return theorem("left out", **{"from": [book.premise(one) for one in evidence["of"]]}, rows=evidence["rows"])


def few_realised(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """More rows than some vectors can realise."""
    return theorem(evidence["theorem"], k=claim["value"])


ELABORATORS: dict[str, Elaborator] = {
    "restriction": restriction,
    "threshold": _map("part"),  # nonzeros of a softmax score above zeros
    "tie": _map("part", tied=True),  # nonzeros of a softmax are tied
    "other-score": other_score,
    "separation": separation,
    "saturation": _map("averages"),  # tied scores multiplied up
    "pattern": _map("part"),  # the sign-rank of a matrix is that of the pattern of its signs
    "cut-rank": _map("cut"),  # the answers at words of two players are a sign matrix
    "cores": cores,  # some row of each part fails
    "left-out": left_out,  # of vectors for the others
    "few-realised": few_realised,  # there are not so many half-spaces
    "composed": _map("composed"),  # lines put together from lines with ties
}
"""Kind of evidence -> its elaborator."""
