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
from .statements import OUTPUTS, positions
from .unit_class import FAMILIES, TABULATED, UNIT_CLASS

SIDE = word("lower", "upper")
TABLES = word("both", "token", "additive", "relative")
SCOPE = record({"null": truth(), "tables": TABLES, "combine": word("concat", "sum")})
SIZE = {
    "resource": word("m", "p", "H"), "unit_class": UNIT_CLASS, "side": word("lower", "upper", "none"),
    "value": integer(0),
}  # fmt: skip
HELD: Mapping[str, Type] = {
    "m": integer(0), "heads": integer(1), "order": integer(2), "layers": integer(1),
    "dv": Type(lambda value, path, meter: "m" if value == "m" else integer(1).read(value, path, meter)),
    "scope": SCOPE, "pattern": tagged("task", {"sparse-pattern": SPARSE}),
    "error": fraction(0), "read_out": word("any", "threshold"),
}  # fmt: skip
USUAL = {
    "m": None, "heads": 1, "order": 2, "layers": 1, "dv": 1,
    "error": Fraction(0), "read_out": "", "scope": None, "pattern": None,
}  # fmt: skip
SIZE_CLAIM = record({**SIZE, **HELD}, dict.fromkeys(("value", *HELD)))


def read_claim(value: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Claim:
    """The claim of an object of the file, without its proof and its statement."""
    given = {name: item for name, item in value.items() if name not in ("proof", "question")}
    if "claim" in given:
        return Claim(statement, read_fact(given, statement, path, meter), "fact")
    if statement.kind in ("communication", "values"):
        return _read_measure(given, statement, path, meter)
    if statement.kind == "sparse-pattern":
        found = record({"quantity": word("hops"), "side": SIDE, "value": integer(1)}).read(given, path, meter)
        return Claim(statement, Record("hops", {}), found.side, found.value)
    if given.get("quantity") == "margin":
        return _read_margin(given, statement, path, meter)
    if "quantity" in given:
        form = record({"quantity": word("depth"), "pattern": HELD["pattern"], "side": SIDE, "value": integer(0)})
        found = form.read(given, path, meter)
        _fits(found.pattern, statement, f"{path}.pattern")
        return Claim(statement, Record("depth", {"pattern": found.pattern}), found.side, found.value)
    return _read_size(given, statement, path, meter)


def _read_margin(given: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Claim:
    form = record({"quantity": word("margin"), "d": integer(1), "side": SIDE, "value": fraction(0, 1)})
    found, fields = form.read(given, path, meter), statement.fields
    signed = statement.kind in ("separation", "pattern", "relevance") and not fields.get("null")
    if not signed or any("0" in row for row in fields.get("rows", ())):
        refuse(f"{path}.quantity", "must be about a pattern of - + * without a null token")
    return Claim(statement, Record("margin", {"d": found.d}), found.side, found.value)


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
    if statement.kind not in measure.about:
        refuse(f"{path}.measure", f"{name} is defined for statements {' and '.join(measure.about)} only")
    outside = "*" if statement.kind == "communication" else None
    if not measure.promise and any(outside in row for row in statement.fields.get("rows", ())):
        refuse(f"{path}.measure", f"{name} is defined for matrices without * only")
    parameter = found.fields[measure.parameter] if measure.parameter else None
    return Claim(statement, Record("measure", {"name": name, "parameter": parameter}), found.side, found.value)


def _read_size(given: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Claim:
    found = SIZE_CLAIM.read(given, path, meter)
    name, cls, task = found.resource, found.unit_class, statement.kind
    family, outputs, computed = FAMILIES[cls.name], task in OUTPUTS, task == "computation"
    own = {"heads": statement.heads if task == "shared" else 1, "order": statement.order if task == "match" else 2}
    held = {size: found.fields[size] for size in HELD}
    sizes = {size: usual if held[size] is None else held[size] for size, usual in {**USUAL, **own}.items()}
    asked, answered = {"m": "m", "H": "heads"}.get(name), statement.fields.get("position") is not None
    threshold, wide = cls.name == "THRESH", computed and cls.name != "THRESH"
    rounds, scope, tabled = family.rounds, held["scope"], computed and cls.name in TABULATED
    scoped = tabled and sizes["order"] == 2 and (sizes["layers"] == 1 or not scope or scope.tables == "both")
    concat = not scope or scope.combine == "concat"
    masked = computed and cls.name in (*TABULATED, "SATURATED")
    rules = (
        (task in family.tasks, "unit_class", f"must be a class that can be asked for {task}"),
        (outputs or name != "H", "resource", "must be m or p"),
        (name == "H" or not threshold, "resource", "must be H in class THRESH"),
        (not threshold or set(held.values()) == {None}, "unit_class", "is one of which nothing is held fixed"),
        (answered or not threshold, "unit_class", "needs a position to be read off"),
        (threshold or name == "m" or held["m"] is not None, "m", "is needed where it is not asked for"),
        ((name == "p") == (family.grid and not cls.bits), "unit_class", "must have the letter p iff p is asked for"),
        ((found.value is None) == (found.side == "none"), "value", "is needed, and with side none left out"),
        (name == "m" or found.value != 0, "value", "must be at least 1"),
        (not asked or held[asked] is None, asked, "must be left out, because it is what is asked for"),
        (outputs or sizes["heads"] == own["heads"], "heads", "must be what the statement says"),
        (computed or sizes["order"] == own["order"], "order", "must be that of the statement"),
        (computed or sizes["layers"] == 1, "layers", "must be 1"),
        (wide or held["dv"] is None, "dv", "is held fixed for computations only"),
        (held["dv"] != "m" or name == "m", "dv", "must be a number where m is not asked for"),
        ((task == "averaging") == (held["error"] is not None), "error", "is held fixed for averages, and only there"),
        (wide == (held["read_out"] is not None), "read_out", "is for computations, and needed there"),
        (
            not held["scope"] or scoped,
            "scope",
            "is for computations in a class of tables, order 2, one layer or tables both",
        ),
        (not rounds or held["read_out"] == "any", "read_out", "must be any in class ROUNDED"),
        (not rounds or concat, "scope.combine", "must be concat in class ROUNDED, where it includes sum"),
        (not held["pattern"] or masked, "pattern", "is for computations in a class of tables, or SATURATED"),
    )
    for fits, field, reason in rules:
        if not fits:
            refuse(f"{path}.{field}", reason)
    if held["pattern"]:
        _fits(held["pattern"], statement, f"{path}.pattern")
    sizes |= {"heads": None} if name == "H" else {}
    sizes |= {"dv": None} if held["dv"] == "m" else {}
    return Claim(statement, Record("size", {"resource": name, "unit_class": cls, **sizes}), found.side, found.value)


def _fits(pattern: Record, statement: Record, path: str) -> None:
    """A sparse pattern of a claim is on the positions of its computation."""
    if statement.kind != "computation" or pattern.n != positions(statement.fields):
        refuse(path, "must be on the positions of a computation")
