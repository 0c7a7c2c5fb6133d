"""Claims that are no bounds: what each word says, and its fields."""

from collections.abc import Mapping
from typing import Any

from .meter import Meter
from .schema import Record, Type, fraction, integer, many, record, refuse, text, word
from .statements import OUTPUTS
from .unit_class import UNIT_CLASS

SETS = {"sets": many(many(integer(0), 0, rule="increasing"))}
PLACE = {"layer": integer(1), "position": integer(0)}
CLASS = {"unit_class": UNIT_CLASS}
ERROR = {"error": fraction(0), "read_out": word("any", "threshold")}
SIZES = {**CLASS, "sizes": many(many(integer(1), 4, 4), 1, 1000), **ERROR}
PATTERN, REDUCTION, LAYER = ("sparse-pattern",), ("reduction",), ("classifier",)
FACTS: Mapping[str, tuple[tuple[str, ...], Mapping[str, Type], str]] = {
    "self-attending": (PATTERN, {}, "each position attends to itself in every layer"),
    "not-self-attending": (PATTERN, PLACE, "a position misses itself in a layer"),
    "path": (PATTERN, {}, "in some order each position is attended to by the next one in some layer"),
    "no-path": (PATTERN, {}, "in no order each position is attended to by the next one in some layer"),
    "hops-infinite": (PATTERN, {}, "after any number of layers some position does not depend on all tokens"),
    "correct": (REDUCTION, {}, "the answer of the task, read off, is the value of the function for all promised pairs"),
    "incorrect": (REDUCTION, {}, "for some promised pair the answer, read off, is not the value of the function"),
    "not-local": (REDUCTION, {}, "no tables of tokens by their owners' inputs make both runs"),
    "reachable": (LAYER, SETS, "some hidden state gives each set"),
    "unreachable": (LAYER, SETS, "no hidden state gives any of the sets"),
    "unit-fails": (OUTPUTS, CLASS, "the unit in the proof does not do the task"),
    "excluded": (
        OUTPUTS,
        SIZES,
        "no unit of order 2, one layer and pairwise scores, with p bits and at most m, H, dv as listed, does it",
    ),
}
"""The word of a fact -> the statements that it may be about, its own fields, and what it says."""


def read_fact(given: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Record:
    """The word of a fact and its fields, which have to fit the statement."""
    name = word(*FACTS).read(given["claim"], f"{path}.claim", meter)
    tasks, fields, _ = FACTS[name]
    if statement.kind not in tasks:
        refuse(f"{path}.claim", f"is about a statement with task {' or '.join(tasks)}, got {statement.kind}")
    form = record({**fields, "claim": text()}, dict.fromkeys(ERROR) if name == "excluded" else {})
    found = {field: x for field, x in form.read(given, path, meter).fields.items() if field != "claim"}
    if name == "not-self-attending" and (found["layer"] > len(statement.layers) or found["position"] >= statement.n):
        refuse(path, "must name a layer and a position of the pattern")
    if "sets" in found and any(one and one[-1] >= len(statement.weights) for one in found["sets"]):
        refuse(f"{path}.sets", "must hold classes of the statement")
    cls: Any = found.get("unit_class")
    averages = statement.kind == "averaging"
    of = ("FIXED",) if averages else ("FIXED", "ROUNDED")
    if name == "unit-fails" and (cls.name not in ("SATURATED", *of) or (cls.grid and not cls.bits)):
        refuse(f"{path}.unit_class", f"must be SATURATED or {' or '.join(of)}(p, grid) with a number p")
    if name == "excluded" and (cls.name not in of or cls.bits):
        refuse(f"{path}.unit_class", f"must be {' or '.join(of)}(p, grid), with the letter p")
    if name == "excluded" and ((found["error"] is None) == averages or (found["read_out"] is None) != averages):
        refuse(path, "must have the field 'error' for averages, else the field 'read_out', and not both")
    return Record(name, found)
