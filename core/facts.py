"""Claims that are no bounds: what each word says, and its fields."""

from collections.abc import Mapping
from typing import Any

from .meter import Meter
from .schema import Record, Type, fraction, integer, many, maybe, record, refuse, text, word
from .statements import OUTPUTS
from .unit_class import UNIT_CLASS

FACTS: Mapping[str, tuple[tuple[str, ...], Mapping[str, Type], str]] = {
    "self-attending": (("sparse-pattern",), {}, "each position attends to itself in every layer"),
    "not-self-attending": (
        ("sparse-pattern",),
        {"layer": integer(1), "position": integer(0)},
        "a position does not attend to itself in a layer",
    ),
    "path": (("sparse-pattern",), {}, "in some order each position is attended to by the next one in some layer"),
    "no-path": (("sparse-pattern",), {}, "in no order each position is attended to by the next one in some layer"),
    "hops-infinite": (
        ("sparse-pattern",),
        {},
        "after any number of layers some position does not depend on all tokens",
    ),
    "correct": (("reduction",), {}, "the task's answer, read off, is the function's value for every promised pair"),
    "incorrect": (
        ("reduction",),
        {},
        "for some promised pair the task's answer, read off, is not the function's value",
    ),
    "not-local": (
        ("reduction",),
        {},
        "no encoder of which each token is a function of its owner's input makes both runs",
    ),
    "reachable": (
        ("classifier",),
        {"sets": many(many(integer(0), 0, rule="increasing"))},
        "some hidden state gives each set",
    ),
    "unreachable": (
        ("classifier",),
        {"sets": many(many(integer(0), 0, rule="increasing"))},
        "no hidden state gives any of the sets",
    ),
    "unit-fails": (OUTPUTS, {"unit_class": UNIT_CLASS}, "the unit in the proof does not do the task"),
    "excluded": (
        OUTPUTS,
        {
            "unit_class": UNIT_CLASS,
            "sizes": many(many(integer(1), 4, 4), 1, 1000),
            "error": maybe(fraction(0)),
            "read_out": maybe(word("any", "threshold")),
        },
        "no unit of order 2 and one layer, with exactly p bits and at most m, H, dv, does it at the sizes m, p, H, dv",
    ),
}
"""The word of a fact -> the statements that it may be about, its own fields, and what it says."""


def read_fact(given: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Record:
    """The word of a fact and its fields, which have to fit the statement."""
    name = word(*FACTS).read(given["claim"], f"{path}.claim", meter)
    tasks, fields, _ = FACTS[name]
    if statement.kind not in tasks:
        refuse(f"{path}.claim", f"is about a statement with task {' or '.join(tasks)}, got {statement.kind}")
    form = record({**fields, "claim": text()}, {"error": None, "read_out": None} if name == "excluded" else {})
    found = dict(form.read(given, path, meter).fields)
    del found["claim"]
    if name == "not-self-attending" and (found["layer"] > len(statement.layers) or found["position"] >= statement.n):
        refuse(path, "must name a layer and a position of the pattern")
    if "sets" in found and any(one and one[-1] >= len(statement.weights) for one in found["sets"]):
        refuse(f"{path}.sets", "must hold classes of the statement")
    if "unit_class" in found:
        _fits_outputs(name, found, statement, path)
    return Record(name, found)


def _fits_outputs(name: str, found: Mapping[str, Any], statement: Record, path: str) -> None:
    cls = found["unit_class"]
    if name == "unit-fails" and (cls.name not in ("FIXED", "SATURATED") or (cls.grid and not cls.bits)):
        refuse(f"{path}.unit_class", "must be SATURATED or FIXED(p, grid) with a number p")
    if name == "excluded":
        if cls.name != "FIXED" or cls.bits:
            refuse(f"{path}.unit_class", "must be FIXED(p, grid), with the letter p")
        averages = statement.kind == "averaging"
        if (found["error"] is None) == averages or (found["read_out"] is None) != averages:
            refuse(path, "must have the field 'error' for averages, else the field 'read_out', and not both")
