"""What claims are about: one row for each task, with its fields. FORMAT.rst says what each of them means."""

from collections.abc import Mapping
from itertools import accumulate, pairwise
from math import gcd
from typing import Any

from .meaning.masks import SPARSE
from .meaning.reductions import classifier_type, reduction_types
from .schema import Rule, Type, fraction, integer, label, many, maybe, pair, record, tagged, text, truth, word

SIZE = integer(1, 10**9)
SHORT = integer(1, 10**6)
LABEL = label(text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -+_.,:/="))
LABELLED = {"name": ""}
INCREASING = many(integer(0), 0, rule="increasing")
LISTS = many(INCREASING)
WEIGHT = integer(1, 2**1100)


Fields = Mapping[str, Any]


def _rising(*names: str) -> Rule:
    reason = f"must have {' <= '.join(names)}"
    return lambda f: None if all(f[a] <= f[b] for a, b in pairwise(names)) else reason


def _relevance(f: Fields) -> str | None:
    if len(f["free"]) not in (0, len(f["selected"])):
        return "must have a list 'free' for each row"
    if f["free"] and not any(f["free"]):
        return "must leave out 'free' where no column is free"
    if any(row and row[-1] >= f["columns"] for row in (*f["selected"], *f["free"])):
        return "must have columns below 'columns' in its lists"
    disjoint = all(set(a).isdisjoint(b) for a, b in zip(f["selected"], f["free"], strict=False))
    return None if disjoint else "must not have a column that is selected and free"


def _scored(f: Fields) -> str | None:
    of, shared = f["of"], f["shared"]
    rows = of.fields.get("rows", ())
    tied = of.kind == "qsa" or any("0" in row for row in rows)
    if of.fields.get("null") or of.kind == "match" or (tied and (f["score"] != "cosine" or shared)):
        return "must be about a pattern of - + * without a null token; by cosine, with a query for each row, 0 as well"
    if not shared:
        return "must be the pattern itself by inner products" if f["score"] == "inner" else None
    if len(shared) != len(rows or of.fields.get("selected", ())):
        return "must have a number in 'shared' for each row that is written out"
    turns = (number <= most + 1 for number, most in zip(shared, (-1, *accumulate(shared, max)), strict=False))
    return None if all(turns) else "must have the numbers 0, 1, .. in turn in 'shared'"


def _tolerant(f: Fields) -> str | None:
    of, counts = f["of"], f["counts"]
    if of.kind not in ("pattern", "relevance"):
        return "must be about a pattern whose rows are written out"
    rows = of.fields.get("rows") or of.fields["selected"]
    return None if len(counts) in (0, len(rows)) else "must have a count for each row, or none"


def _maxsim(f: Fields) -> str | None:
    of = f["of"]
    tied = of.kind == "qsa" or any("0" in row for row in of.fields.get("rows", ()))
    plain = not (of.fields.get("null") or of.kind == "match" or tied)
    return None if plain else "must be about a pattern of - + * without a null token"


def _ratios(f: Fields) -> str | None:
    for row in f["rows"]:
        if any(a >= b for a, b in pairwise((*(column for column, _ in row), f["L"]))):
            return "must have increasing columns below L in each row"
        if gcd(*(weight for _, weight in row)) > 1:
            return "must have weights without a common divisor in each row"
    return None if f["zero"] < 0 else "must have a negative exponent 'zero'"


def positions(f: Fields) -> int:
    """How many positions a computation of these fields has."""
    return 2 * int(f["n"]) + 1 if "n" in f else int(f["N"] if "N" in f else f["length"])


def _within(f: Fields) -> str | None:
    return None if (f["position"] or 0) < positions(f) else "must have a position below its length"


def _table(f: Fields) -> str | None:
    answers, place = f["answers"], f["position"]
    if any(not len(given) == len(wanted) == f["length"] for given, wanted in answers):
        return "must have inputs and answers of its length"
    if any(token >= f["alphabet"] for given, _ in answers for token in given):
        return "must have tokens below 'alphabet'"
    if len({given for given, _ in answers}) != len(answers):
        return "must not have an input twice"
    asked = (wanted if place is None else wanted[place : place + 1] for _, wanted in answers)
    return _within(f) if any(set(some) - {None} for some in asked) else "must ask for some answer"


def _matrix(f: Fields) -> str | None:
    if len(f["rows"]) * len(f["rows"][0]) > 2**20:
        return f"must have at most {2**20} entries"
    return None if any(set(row) - {"*"} for row in f["rows"]) else "must have some entry 0 or 1"


def _values(f: Fields) -> str | None:
    found = {value for row in f["rows"] for value in row} - {None}
    if not 1 <= len(found) <= 2**12:
        return f"must have 1 to {2**12} different values"
    return None if len(f["rows"]) * len(f["rows"][0]) <= 2**16 else f"must have at most {2**16} entries"


WRITTEN = {"rows": many(text("-0+*", 4_000_000, 1), rule="equal"), "null": truth(), "name": LABEL}
RELEVANCE = {"columns": SIZE, "selected": LISTS, "free": LISTS, "null": truth(), "name": LABEL}
PATTERNS: dict[str, Type] = {
    "qsa": record({"N": SIZE, "q": SIZE}, rule=_rising("q", "N")),
    "separation": record({"N": SIZE, "least": SIZE, "most": SIZE}, rule=_rising("least", "most", "N")),
    "match": record({"order": integer(2, 8), "M": SIZE}),
    "pattern": record(WRITTEN, LABELLED),
    "relevance": record(RELEVANCE, {"free": (), **LABELLED}, _relevance),
}
"""Statements about the signs of scores (``meaning/pattern.py``)."""

POSITION = {"position": None}
FINITE: dict[str, dict[str, Type]] = {
    "match": {"order": integer(2, 8), "M": SHORT, "N": SHORT},
    "match3-local": {"M": SHORT, "N": SHORT, "K": integer(0, 10**6)},
    "match3-bigram": {"M": SHORT, "N": SHORT},
    "cycle3": {"N": integer(1, 20)},
    "induction-heads": {"A": SHORT, "N": SHORT},
    "k-hop": {"A": SHORT, "N": SHORT, "k": SHORT},
    "composition": {"n": SHORT},
}
"""Tasks on all words of a length over an alphabet (``meaning/tasks.py``): name and parameters."""

ANSWERS = many(pair(many(integer(0)), many(maybe(integer()))))
TABLE = {"alphabet": SHORT, "length": SHORT, "answers": ANSWERS, "name": LABEL, "position": integer(0)}
NAMED = {name: record({**fields, "position": integer(0)}, POSITION, _within) for name, fields in FINITE.items()}
COMPUTATION = tagged("of", {**NAMED, "table": record(TABLE, {**POSITION, **LABELLED}, _table)}, keep=True)

FUNCTIONS = ("disj", "eq", "gt", "ge", "ip", "index")
GIVEN = {"rows": many(text("01*", 2**12, 1), 1, 2**12, "equal"), "name": LABEL}
LISTED = {name: record({"n": integer(1, 500)}) for name in FUNCTIONS}
VALUED = many(many(maybe(integer(0, 10**9)), 1, 2**12), 1, 2**12, "equal")
COMMUNICATION = tagged("of", {**LISTED, "matrix": record(GIVEN, LABELLED, _matrix)}, keep=True)

AVERAGING = record({"N": SIZE, "q": SIZE}, rule=_rising("q", "N"))
SCORES = word("cosine", "euclidean")
OF = tagged("task", PATTERNS)
SCORED = {"score": word("inner", "cosine", "euclidean"), "of": OF, "shared": many(integer(0))}
TOLERANT = {"of": OF, "wrong": integer(0, 10**9), "counts": many(SIZE)}
MAXSIM = {"of": OF, "document_vectors": SHORT, "query_vectors": SHORT}
SHARED = {"N": SIZE, "q": SIZE, "heads": integer(1, 256), "combine": word("concat", "sum")}
EXPONENT = {"ratio": fraction(0, 10**6, 4096), "zero": fraction(-(10**6), 10**6, 4096)}
TARGET = tagged("task", {"computation": COMPUTATION, "averaging": AVERAGING})
TASKS: dict[str, Type] = {
    **PATTERNS,
    "retrieval": record({"N": SIZE, "least": SIZE, "most": SIZE, "score": SCORES}, rule=_rising("least", "most", "N")),
    "scored": record(SCORED, {"shared": ()}, _scored),
    "tolerant": record(TOLERANT, {"counts": ()}, _tolerant),
    "maxsim": record(MAXSIM, rule=_maxsim),
    "shared": record(SHARED, rule=_rising("heads", "q", "N")),
    "attention-matrix": record({"L": SIZE, "rows": many(many(pair(integer(0), WEIGHT))), **EXPONENT}, rule=_ratios),
    "permutation-matrix": record({"L": SIZE}),
    "averaging": AVERAGING,
    "computation": COMPUTATION,
    "communication": COMMUNICATION,
    "values": record({"rows": VALUED, "name": LABEL}, LABELLED, _values),
    "sparse-pattern": SPARSE,
    "classifier": classifier_type(LABEL),
    **reduction_types(COMMUNICATION, TARGET),
}
STATEMENT = tagged("task", TASKS)
"""Every statement; ``Record.kind`` is its task."""

SELECTION = (*PATTERNS, "retrieval", "scored", "tolerant", "maxsim", "shared")
WEIGHTS = ("attention-matrix", "permutation-matrix")
OUTPUTS = ("averaging", "computation")
