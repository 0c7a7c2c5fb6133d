"""What a claim says of a statement: a bound of a quantity, or a fact."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .meaning.masks import SPARSE
from .meaning.quantities import MEASURES
from .meter import Meter
from .refuse import Refused
from .schema import (
    Record,
    Type,
    fraction,
    integer,
    many,
    maybe,
    record,
    refuse,
    shown,
    tagged,
    text,
    truth,
    word,
    words,
)
from .statements import OUTPUTS, SELECTION, WEIGHTS
from .text import short


class UnitClass(NamedTuple):
    """A class of units: ``bits`` is 0 without a grid, or where p is asked for; ``gap`` is 0, 1/2 or a positive integer."""

    name: str
    bits: int = 0
    grid: str = ""
    gap: Fraction = Fraction(0)

    def __str__(self) -> str:
        gap = f", gap {self.gap}" if self.gap else ""
        return f"{self.name}({self.bits or 'p'}, {self.grid}{gap})" if self.grid else self.name


class Family(NamedTuple):
    """A row of the table of classes.

    ``tasks`` it can be asked for; ``monotone``: the resources in which a unit gives one of every larger size, so that
    to refute v - 1 proves >= v. One more coordinate or head may hold a constant; midrise(p) lies in midrise(p + 1). The
    weights of FIXED are cut p bits below the highest score, so it is not monotone in p.
    """

    tasks: tuple[str, ...]
    monotone: str
    grid: bool = False
    gap: bool = False


FAMILIES: Mapping[str, Family] = {
    "SIGN": Family(tuple(task for task in SELECTION if task != "shared"), "m"),
    "GRID": Family(tuple(task for task in SELECTION if task not in ("retrieval", "scored")), "mp", True, True),
    "FIXED": Family(OUTPUTS, "mH", True),
    "SATURATED": Family(OUTPUTS, "mH"),
    "SOFTMAX": Family(("averaging", *WEIGHTS), "mH"),
    "THRESH": Family(("computation",), "H"),
}
WRITTEN = re.compile(r"([A-Z]+)(?:\((p|[1-9][0-9]{0,8}), (midrise|twos)(?:, gap ([1-9][0-9]{0,8}|1/2))?\))?")


def _read_class(value: Any, path: str, meter: Meter) -> UnitClass:
    form = WRITTEN.fullmatch(value) if isinstance(value, str) and len(value) <= 100 else None
    if form:
        name, bits, grid, gap = form.groups()
        family = FAMILIES.get(name)
        if family and family.grid == bool(grid) and family.gap == bool(gap):
            return UnitClass(name, int(bits) if bits not in (None, "p") else 0, grid or "", Fraction(gap or 0))
    refuse(path, f"must be a class of units such as SIGN or GRID(2, midrise, gap 1), got {shown(value)}")


UNIT_CLASS = Type(_read_class)


class Sizes(NamedTuple):
    """m, p, H and dv of a unit; 0 where the class has no such size."""

    m: int
    bits: int
    heads: int
    dv: int


@dataclass(frozen=True)
class Claim:
    """``quantity`` of ``statement`` is at least (``lower``) or at most (``upper``) ``value``; or a ``fact``, without one."""

    statement: Record
    quantity: Record
    side: str
    value: Fraction | int | None = None

    @property
    def monotone(self) -> bool:
        """Whether a unit with one value of the resource gives one with every larger value."""
        return self.quantity.resource in FAMILIES[self.quantity.unit_class.name].monotone

    @property
    def least(self) -> int:
        """The least value that the quantity can have: a unit has a head, an entry a bit, a row a coordinate."""
        if self.quantity.kind == "size":
            return 0 if self.quantity.resource == "m" and self.quantity.dv is not None else 1
        return 1 if self.quantity.kind == "hops" else 0

    @property
    def integral(self) -> bool:
        """Whether the quantity is an integer."""
        return self.quantity.kind != "measure" or MEASURES[self.quantity.name].integral

    def sizes(self, value: int) -> Sizes:
        """The sizes of the units where the resource has this value."""
        q = self.quantity
        at = {"m": q.m or 0, "p": q.unit_class.bits, "H": q.heads or 0, q.resource: value}
        return Sizes(at["m"], at["p"], at["H"], value if q.dv is None else q.dv)

    def refuted(self) -> list[int]:
        """The values at which it has to be shown that there is no unit, so that the lower bound follows.

        Just below the value if the class is monotone in the resource, else at all from the least on.
        """
        if self.side != "lower" or self.value is None or self.value <= self.least:
            raise Refused("a lower bound above the least value is needed; at the least value cite the theorem 'least'")
        top = int(self.value)
        if self.quantity.kind != "size" or self.monotone:
            return [top - 1]
        if top - self.least > 1000:
            raise Refused("too many values have to be refuted")
        return list(range(self.least, top))

    def reached_by(self, proved: Fraction | int) -> bool:
        """Whether a proved bound of the same side gives the one claimed; an integer quantity is rounded inwards."""
        assert self.value is not None
        if self.side == "lower":
            return self.value < proved + 1 if self.integral else self.value <= proved
        return self.value > proved - 1 if self.integral else self.value >= proved

    @property
    def symbol(self) -> str:
        """The letter or name of what is bounded."""
        q = self.quantity
        if q.kind == "measure":
            parameter = MEASURES[q.name].parameter
            return f"{q.name} ({parameter} = {short(q.parameter)})" if parameter else str(q.name)
        return {"size": str(q.fields.get("resource")), "depth": "D"}.get(q.kind, q.kind)

    @property
    def about(self) -> str:
        """What is bounded, in words: statement, class, sizes held fixed."""
        q, named = self.quantity, {} if self.quantity.kind == "measure" else self.quantity.fields
        held = [f"{name}={words(item)}" for name, item in named.items() if name not in ("resource", "unit_class")]
        held = [part for part in held if not part.endswith(("=None", "="))]
        cls = [f"class {q.unit_class}"] if "unit_class" in named else []
        return ", ".join([words(self.statement), *cls, *held])

    @property
    def bound(self) -> str:
        """The bound alone: ``m >= 4``."""
        return f"{self.symbol} {'>=' if self.side == 'lower' else '<='} {short(self.value or 0)}"


SIDE = word("lower", "upper")
SCOPE = record({"null": truth(), "tables": word("both", "token"), "combine": word("concat", "sum")})
SIZE = {"resource": word("m", "p", "H"), "unit_class": UNIT_CLASS, "side": SIDE, "value": integer(0)}
HELD: Mapping[str, Type] = {
    "m": integer(0),
    "heads": integer(1),
    "order": integer(2),
    "layers": integer(1),
    "dv": Type(lambda value, path, meter: "m" if value == "m" else integer(1).read(value, path, meter)),
    "scope": SCOPE,
    "pattern": tagged("task", {"sparse-pattern": SPARSE}),
    "error": fraction(0),
    "read_out": word("any", "threshold"),
}
SIZE_CLAIM = record({**SIZE, **HELD}, dict.fromkeys(HELD))


def read_claim(value: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Claim:
    """The claim of an object of the file, without its proof and its statement."""
    given = {name: item for name, item in value.items() if name not in ("proof", "question")}
    if "claim" in given:
        return Claim(statement, _read_fact(given, statement, path, meter), "fact")
    if statement.kind == "communication":
        return _read_measure(given, statement, path, meter)
    if statement.kind == "sparse-pattern":
        form = record({"quantity": word("hops"), "side": SIDE, "value": integer(1)})
        found = form.read(given, path, meter)
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
    usual = {
        "m": None,
        **own,
        "layers": 1,
        "dv": 1,
        "error": Fraction(0),
        "read_out": "",
        "scope": None,
        "pattern": None,
    }
    sizes = {size: usual[size] if found.fields[size] is None else found.fields[size] for size in usual}
    asked = {"m": "m", "H": "heads"}.get(name)
    wide = computed and cls.name != "THRESH"
    rules = (
        (statement.kind not in family.tasks, "unit_class", f"must be a class that can be asked for {statement.kind}"),
        (name == "H" and not outputs, "resource", "must be m or p"),
        (name != "H" and cls.name == "THRESH", "resource", "must be H in class THRESH"),
        ((name == "p") != (family.grid and not cls.bits), "unit_class", "must have the letter p exactly if p is asked for"),
        (name != "m" and found.value < 1, "value", "must be at least 1"),
        (asked and found.fields[asked] is not None, asked, "must be left out, because it is what is asked for"),
        (not outputs and sizes["heads"] != own["heads"], "heads", "must be what the statement says"),
        (sizes["order"] < own["order"] or (not computed and sizes["order"] != own["order"]), "order", "must be that of the statement"),
        (not computed and sizes["layers"] != 1, "layers", "must be 1"),
        (not wide and found.dv is not None, "dv", "is held fixed for computations only"),
        (found.dv == "m" and name == "H" and found.m is None, "dv", "needs m"),
        ((statement.kind == "averaging") != (found.error is not None), "error", "is held fixed for averages, and only there"),
        (wide != (found.read_out is not None), "read_out", "is for computations, and needed there"),
        (found.scope is not None and (computed, cls.name, sizes["order"], sizes["layers"]) != (True, "FIXED", 2, 1), "scope",
         "is for computations in class FIXED, order 2, one layer"),
        (found.pattern is not None and (not computed or cls.name != "SATURATED"), "pattern", "is for computations in class SATURATED"),
    )  # fmt: skip
    if cls.name == "THRESH":
        if computed and statement.position is None:
            refuse(f"{path}.unit_class", "needs a statement with a position, whose answer is read off")
        if any(found.fields[held] is not None for held in HELD):
            refuse(path, "must hold nothing fixed in class THRESH: the number of heads alone is bounded")
        sizes |= {"heads": None}
    elif name != "m" and found.m is None:
        refuse(path, f"lacks the field 'm', which is held fixed where {name} is asked for")
    for wrong, field, reason in rules:
        if wrong:
            refuse(f"{path}.{field}", reason)
    if sizes["pattern"] is not None:
        _fits(sizes["pattern"], statement, f"{path}.pattern")
    if name == "H":
        sizes["heads"] = None
    if sizes["dv"] == "m":
        sizes["dv"] = None if name == "m" else sizes["m"]
    return Claim(statement, Record("size", {"resource": name, "unit_class": cls, **sizes}), found.side, found.value)


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
        "no unit of order 2 and one layer with exactly p bits and at most m, H, dv does it, at any (m, p, H, dv) listed",
    ),
}
"""The word of a fact -> the statements that it may be about, its own fields, and what it says."""


def _read_fact(given: Mapping[str, Any], statement: Record, path: str, meter: Meter) -> Record:
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


def _fits(pattern: Record, statement: Record, path: str) -> None:
    """A sparse pattern of a claim is on the positions of its computation."""
    if statement.kind != "computation":
        refuse(path, "is for a computation")
    length = (
        statement.length
        if statement.of == "table"
        else 2 * statement.n + 1
        if statement.of == "composition"
        else statement.N
    )
    if pattern.n != length:
        refuse(path, "must be on the positions of the task")
