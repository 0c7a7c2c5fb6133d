"""The claim of an object of a file: its quantity, side and value, and what it holds fixed."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .claims import Claim
from .facts import read_fact
from .meaning.masks import SPARSE
from .meaning.quantities import MEASURES
from .meter import Meter
from .schema import Record, Type, fraction, integer, record, refuse, shown, tagged, text, truth, word
from .statements import OUTPUTS
from .unit_class import FAMILIES, UNIT_CLASS

SIDE = word("lower", "upper")
SCOPE = record({"null": truth(), "tables": word("both", "token"), "combine": word("concat", "sum")})
SIZE = {"resource": word("m", "p", "H"), "unit_class": UNIT_CLASS, "side": SIDE, "value": integer(0)}
HELD: Mapping[str, Type] = {
    "m": integer(0), "heads": integer(1), "order": integer(2), "layers": integer(1),
    "dv": Type(lambda value, path, meter: "m" if value == "m" else integer(1).read(value, path, meter)),
    "scope": SCOPE, "pattern": tagged("task", {"sparse-pattern": SPARSE}),
    "error": fraction(0), "read_out": word("any", "threshold"),
}  # fmt: skip
USUAL = {"m": None, "layers": 1, "dv": 1, "error": Fraction(0), "read_out": "", "scope": None, "pattern": None}
SCOPED = "is for computations in class FIXED, order 2, one layer"
SIZE_CLAIM = record({**SIZE, **HELD}, dict.fromkeys(HELD))


def read_claim(value: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Claim:
    """The claim of an object of the file, without its proof and its statement."""
    given = {name: item for name, item in value.items() if name not in ("proof", "question")}
    if "claim" in given:
        return Claim(statement, read_fact(given, statement, path, meter), "fact")
    if statement.kind == "communication":
        return _read_measure(given, statement, path, meter)
    if statement.kind == "sparse-pattern":
        found = record({"quantity": word("hops"), "side": SIDE, "value": integer(1)}).read(given, path, meter)
        return Claim(statement, Record("hops", {}), found.side, found.value)
    if "quantity" in given:
        form = record({"quantity": word("depth"), "pattern": HELD["pattern"], "side": SIDE, "value": integer(0)})
        found = form.read(given, path, meter)
        _fits(found.pattern, statement, f"{path}.pattern")
        return Claim(statement, Record("depth", {"pattern": found.pattern}), found.side, found.value)
    return _read_size(given, statement, path, meter)


def _read_measure(given: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Claim:
    name = given.get("measure")
    if not isinstance(name, str) or name not in MEASURES:
        refuse(f"{path}.measure", f"must be a measure such as D, cover1 or gamma2, got {shown(name)}")
    measure = MEASURES[name]
    fields = {"measure": text(), "side": SIDE, "value": fraction(0)}
    if measure.parameter:
        fields[measure.parameter] = fraction(*measure.range)
    found = record(fields).read(given, path, meter)
    if measure.integral and found.value.denominator != 1:
        refuse(f"{path}.value", f"must be an integer, because {name} is one")
    if not measure.promise and "*" in "".join(statement.fields.get("rows", ())):
        refuse(f"{path}.measure", f"{name} is defined for matrices without * only")
    parameter = found.fields[measure.parameter] if measure.parameter else None
    return Claim(statement, Record("measure", {"name": name, "parameter": parameter}), found.side, found.value)


def _read_size(given: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Claim:
    found = SIZE_CLAIM.read(given, path, meter)
    name, cls, computed = found.resource, found.unit_class, statement.kind == "computation"
    family = FAMILIES[cls.name]
    outputs = statement.kind in OUTPUTS
    own = {"heads": statement.heads if statement.kind == "shared" else 1}
    own["order"] = statement.order if statement.kind == "match" else 2
    usual = {**USUAL, **own}
    sizes = {size: usual[size] if found.fields[size] is None else found.fields[size] for size in usual}
    asked = {"m": "m", "H": "heads"}.get(name)
    wide = computed and cls.name != "THRESH"
    order, averages = sizes["order"], statement.kind == "averaging"
    rules = (
        (statement.kind in family.tasks, "unit_class", f"must be a class that can be asked for {statement.kind}"),
        (outputs or name != "H", "resource", "must be m or p"),
        (name == "H" or cls.name != "THRESH", "resource", "must be H in class THRESH"),
        ((name == "p") == (family.grid and not cls.bits), "unit_class", "must have the letter p iff p is asked for"),
        (name == "m" or found.value >= 1, "value", "must be at least 1"),
        (not asked or found.fields[asked] is None, asked, "must be left out, because it is what is asked for"),
        (outputs or sizes["heads"] == own["heads"], "heads", "must be what the statement says"),
        (order >= own["order"] if computed else order == own["order"], "order", "must be that of the statement"),
        (computed or sizes["layers"] == 1, "layers", "must be 1"),
        (wide or found.dv is None, "dv", "is held fixed for computations only"),
        (found.dv != "m" or name == "m", "dv", "must be a number where m is not asked for"),
        (averages == (found.error is not None), "error", "is held fixed for averages, and only there"),
        (wide == (found.read_out is not None), "read_out", "is for computations, and needed there"),
        (not found.scope or (computed, cls.name, order, sizes["layers"]) == (True, "FIXED", 2, 1), "scope", SCOPED),
        (not found.pattern or cls.name == "SATURATED", "pattern", "is for computations in class SATURATED"),
    )
    if cls.name == "THRESH":
        if computed and statement.position is None:
            refuse(f"{path}.unit_class", "needs a statement with a position, whose answer is read off")
        if any(found.fields[held] is not None for held in HELD):
            refuse(path, "must hold nothing fixed in class THRESH: the number of heads alone is bounded")
        sizes |= {"heads": None}
    elif name != "m" and found.m is None:
        refuse(path, f"lacks the field 'm', which is held fixed where {name} is asked for")
    for fits, field, reason in rules:
        if not fits:
            refuse(f"{path}.{field}", reason)
    if sizes["pattern"] is not None:
        _fits(sizes["pattern"], statement, f"{path}.pattern")
    if name == "H":
        sizes["heads"] = None
    if sizes["dv"] == "m":
        sizes["dv"] = None
    return Claim(statement, Record("size", {"resource": name, "unit_class": cls, **sizes}), found.side, found.value)


def _fits(pattern: Record, statement: Record, path: str) -> None:
    """A sparse pattern of a claim is on the positions of its computation."""
    if statement.kind != "computation":
        refuse(path, "is for a computation")
    lengths = {"table": "length", "composition": "n"}
    length = statement.fields[lengths.get(statement.of, "N")] * (2 if statement.of == "composition" else 1)
    if pattern.n != length + (statement.of == "composition"):
        refuse(path, "must be on the positions of the task")
