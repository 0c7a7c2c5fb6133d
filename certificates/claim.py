"""A claim: one end of a bracket for one size of a unit, the other sizes held fixed.

``m <= 5`` of a question means: some unit of the class, with at most the heads, order and layers that are held fixed,
does what the question asks with m <= 5; ``m >= 5``: none does with less. Likewise for p (the class is then written with
the letter p, and the unit uses exactly the p that is claimed) and for H. Two claims are about the same bracket only if
everything that is held fixed is equal: class, sizes, error. A file holds claims about one bracket.
"""

from dataclasses import dataclass
from fractions import Fraction

from .question import Question
from .reading import Node
from .unit_class import MAX_BITS, UnitClass
from .verdict import RejectionError

CLASSES = {"averaging": ("FIXED", "SATURATED"), "computation": ("FIXED", "SATURATED")}
"""The classes that a question can be asked for; all others ask for ``SIGN`` or ``GRID``."""


@dataclass(frozen=True)
class Setting:
    """What is asked for (``resource``: m, p or H) and what is held fixed; m and heads are None if asked for.

    ``m``, ``heads``, ``order``, ``layers``, ``dv`` are the most that a unit may have; ``error`` the most that its
    outputs may be wrong by (0: they are exact, or signs of scores are asked for); ``read_out`` what may follow the unit
    of a computation: ``any`` or ``threshold``.
    """

    resource: str
    unit_class: UnitClass
    m: int | None
    heads: int | None
    order: int
    layers: int
    error: Fraction
    dv: int = 1
    read_out: str = ""

    def words(self, question: Question) -> str:
        """The class and the sizes held fixed; of an order-2 pattern, one head and one layer go without saying."""
        parts = [f"class {self.unit_class}"]
        if self.resource != "m":
            parts.append(f"m <= {self.m}")
        if not question.is_pattern:
            if self.resource != "H":
                parts.append(f"H <= {self.heads}")
            parts += [f"order <= {self.order}", f"layers <= {self.layers}"]
        if question.task == "computation":
            after = {"any": "any read-out", "threshold": "read-out a threshold"}
            parts += [f"dv <= {self.dv}", after.get(self.read_out, "no read-out")]
        if question.task == "averaging":
            parts.append(f"error <= {self.error}")
        return ", ".join(parts)


@dataclass(frozen=True)
class Size:
    """How large a unit that the evidence shows to exist is, and how it is shown, in words."""

    m: int
    how: str
    heads: int = 1
    order: int = 2
    layers: int = 1
    dv: int = 1


@dataclass(frozen=True)
class Claim:
    """``resource >= value`` or ``resource <= value`` in a setting, and what is to prove it."""

    setting: Setting
    side: str
    value: int
    evidence: Node
    path: str

    @property
    def unit_class(self) -> UnitClass:
        """The class with its p, which is the value claimed if p is asked for."""
        return self.setting.unit_class.at(self.value) if self.setting.resource == "p" else self.setting.unit_class

    def require(self, size: Size) -> str:
        """The sentence that is proved if a unit of this size exists in ``unit_class``.

        Raises
        ------
        RejectionError
            If the unit is larger than what is claimed or held fixed.
        """
        setting, resource = self.setting, self.setting.resource
        for name, needed, fixed in (
            ("m", size.m, setting.m),
            ("H", size.heads, setting.heads),
            ("order", size.order, setting.order),
            ("layers", size.layers, setting.layers),
            ("dv", size.dv, setting.dv),
        ):
            if name == resource and needed > self.value:
                reason = f"{name} <= {self.value} claimed, {name} <= {needed} proved"
                raise RejectionError("value-not-proved", self.path, reason)
            if name != resource and fixed is not None and needed > fixed:
                raise RejectionError("size-exceeded", self.path, f"{name} <= {fixed} held fixed, {needed} used")
        return f"{resource} <= {self.value}: {size.how}"


def read_claim(node: Node, question: Question) -> Claim:
    """A claim that can be made about the question."""
    fields = node.fields(
        ("resource", "unit_class", "side", "value", "evidence"), ("m", "heads", "order", "layers", "dv")
    )
    resource = fields["resource"].text()
    one_head = question.is_pattern or question.task == "match"
    if resource not in ("m", "p", "H") or (resource == "H" and one_head):
        fields["resource"].fail("must be 'm' (embedding dimension), 'p' (bits) or, for outputs, 'H' (heads)")
    unit_class = _read_class(fields["unit_class"], resource, question)
    side = fields["side"].text()
    if side not in ("lower", "upper"):
        fields["side"].fail("must be lower or upper")
    if side == "lower" and not (question.is_pattern and resource == "m"):
        fields["side"].fail("must be upper; lower ends are proved for m and sign patterns of order 2 only")
    value = fields["value"].integer(0 if resource == "m" else 1, MAX_BITS if resource == "p" else None)
    for name in ("m", "heads"):
        if name in fields and name[0] == resource.lower():
            fields[name].fail("must be left out, because it is what is asked for")
    if resource != "m" and "m" not in fields:
        node.fail(f"lacks the field 'm', which is held fixed where {resource} is asked for")
    m = fields["m"].integer(0) if "m" in fields else None
    heads = None if resource == "H" else _size(fields, "heads", 1, 1 if one_head else None)
    wanted = dict(question.parameters)["order"] if question.task == "match" else 2
    order = _size(fields, "order", 2, None if question.task == "computation" else wanted)
    layers = _size(fields, "layers", 1, None if question.task == "computation" else 1)
    if order < wanted:
        node.fail(f"needs the field 'order' with value {wanted}, the order of the question")
    error = fields["evidence"].field("error").fraction() if question.task == "averaging" else Fraction(0)
    if error < 0:
        fields["evidence"].field("error").fail("must not be negative")
    dv, read_out = 1, ""
    if question.task == "computation":
        dv = _size(fields, "dv", 1, None)
        if fields["evidence"].field("kind").value == "unit":
            read_out = fields["evidence"].field("read_out").field("kind").text()
    elif "dv" in fields:
        fields["dv"].fail("is held fixed for a computation only")
    setting = Setting(resource, unit_class, m, heads, order, layers, error, dv, read_out)
    return Claim(setting, side, value, fields["evidence"], node.path)


def _read_class(node: Node, resource: str, question: Question) -> UnitClass:
    try:
        unit_class = UnitClass.parse(node.text())
    except ValueError as error:
        node.fail(str(error))
    names = CLASSES.get(question.task, ("SIGN", "GRID"))
    if unit_class.name not in names:
        node.fail(f"must be a class {' or '.join(names)} for this question, got {unit_class}")
    if unit_class.asks_for_bits != (resource == "p"):
        node.fail("must have the letter p in place of its bits if the resource is p, and only then")
    return unit_class


def _size(fields: dict[str, Node], name: str, least: int, most: int | None) -> int:
    return fields[name].integer(least, most) if name in fields else least
