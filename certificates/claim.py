"""A claim: one end of a bracket for one size of a unit, the other sizes held fixed.

``m <= 5`` of a question means: some unit of the class, with at most the heads, order and layers that are held fixed,
does what the question asks with m <= 5; ``m >= 5``: none does with less. Likewise for p (the class is then written with
the letter p, and the unit uses exactly the p that is claimed) and for H. Two claims are about the same bracket only if
everything that is held fixed is equal: class, sizes, error, scope. A file holds claims about one bracket.
"""

from dataclasses import dataclass
from fractions import Fraction

from .question import Question
from .reading import Node
from .scope import Scope, read_scope
from .unit_class import MAX_BITS, THRESH, UnitClass
from .verdict import RejectionError

CLASSES = {
    "averaging": ("FIXED", "SATURATED"),
    "computation": ("FIXED", "SATURATED", "THRESH"),
    "shared": ("GRID",),
}
"""The classes that a question can be asked for; all others ask for ``SIGN`` or ``GRID``."""


@dataclass(frozen=True)
class Setting:
    """What is asked for (``resource``: m, p or H) and what is held fixed; m and heads are None if asked for.

    ``m``, ``heads``, ``order``, ``layers``, ``dv`` are the most that a unit may have; ``error`` the most that its
    outputs may be wrong by (0: they are exact, or signs of scores are asked for); ``read_out`` what may follow the unit
    of a computation: ``any`` or ``threshold``; ``scope`` which units of the class are meant, if not all. If the
    question itself names a number of heads, the units have exactly so many.
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
    scope: Scope | None = None

    def words(self, question: Question) -> str:
        """The class and the sizes held fixed; of an order-2 pattern, one head and one layer go without saying."""
        parts = [f"class {self.unit_class}"]
        if self.unit_class == THRESH:
            return parts[0]
        if self.resource != "m":
            parts.append(f"m <= {self.m}")
        if not question.is_pattern and question.task != "shared":
            if self.resource != "H":
                parts.append(f"H <= {self.heads}")
            parts += [f"order <= {self.order}", f"layers <= {self.layers}"]
        if question.task == "computation":
            after = {"any": "any read-out", "threshold": "read-out a threshold"}
            parts += [f"dv <= {self.dv}", after[self.read_out], *([self.scope.words] if self.scope else [])]
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
        ("resource", "unit_class", "side", "value", "evidence"), ("m", "heads", "order", "layers", "dv", "scope")
    )
    resource = fields["resource"].text()
    several_heads = question.task in ("averaging", "computation")
    if resource not in ("m", "p", "H") or (resource == "H" and not several_heads):
        fields["resource"].fail("must be 'm' (embedding dimension), 'p' (bits) or, for outputs, 'H' (heads)")
    unit_class = _read_class(fields["unit_class"], resource, question)
    side = fields["side"].text()
    if side not in ("lower", "upper"):
        fields["side"].fail("must be lower or upper")
    value = fields["value"].integer(0 if resource == "m" else 1, MAX_BITS if resource == "p" else None)
    for name in ("m", "heads"):
        if name in fields and name[0] == resource.lower():
            fields[name].fail("must be left out, because it is what is asked for")
    if unit_class == THRESH:
        _require_threshold_question(fields, question)
    elif resource != "m" and "m" not in fields:
        node.fail(f"lacks the field 'm', which is held fixed where {resource} is asked for")
    m = fields["m"].integer(0) if "m" in fields else None
    heads = None if resource == "H" else _size(fields, "heads", 1, None if several_heads else question.heads)
    order = _size(fields, "order", 2, None if question.task == "computation" else question.order)
    layers = _size(fields, "layers", 1, None if question.task == "computation" else 1)
    for name, given, wanted in (("order", order, question.order), ("heads", heads, question.heads)):
        if given is not None and given < wanted:
            node.fail(f"needs the field {name!r} with value {wanted}, which the question names")
    error = fields["evidence"].field("error").fraction() if question.task == "averaging" else Fraction(0)
    if error < 0:
        fields["evidence"].field("error").fail("must not be negative")
    if question.task != "computation" and "dv" in fields:
        fields["dv"].fail("is held fixed for a computation only")
    dv = _size(fields, "dv", 1, None)
    read_out = _read_out(fields["evidence"]) if question.task == "computation" and unit_class != THRESH else ""
    scope = read_scope(fields["scope"]) if "scope" in fields else None
    if scope is not None and (question.task, unit_class.name, order, layers) != ("computation", "FIXED", 2, 1):
        fields["scope"].fail("is for computations in class FIXED with order 2 and one layer")
    setting = Setting(resource, unit_class, m, heads, order, layers, error, dv, read_out, scope)
    return Claim(setting, side, value, fields["evidence"], node.path)


def _require_threshold_question(fields: dict[str, Node], question: Question) -> None:
    if question.finite is None or question.finite.position is None:
        fields["unit_class"].fail("is for a question with a field 'position', whose answer is read off")
    for name in ("m", "heads", "order", "layers", "dv", "scope"):
        if name in fields:
            fields[name].fail("must be left out in class THRESH: nothing but the number of heads is bounded")


def _read_out(evidence: Node) -> str:
    """What follows the unit, as the evidence says: any or threshold."""
    kind = evidence.field("read_out").field("kind")
    if kind.value not in ("any", "threshold"):
        kind.fail("must be any or threshold")
    return kind.text()


def _read_class(node: Node, resource: str, question: Question) -> UnitClass:
    try:
        unit_class = UnitClass.parse(node.text())
    except ValueError as error:
        node.fail(str(error))
    names = CLASSES.get(question.task, ("SIGN", "GRID"))
    if unit_class.name not in names:
        node.fail(f"must be a class {' or '.join(names)} for this question, got {unit_class}")
    if unit_class == THRESH and resource != "H":
        node.fail("must not be THRESH unless the resource is H")
    if unit_class.asks_for_bits != (resource == "p"):
        node.fail("must have the letter p in place of its bits if the resource is p, and only then")
    return unit_class


def _size(fields: dict[str, Node], name: str, least: int, most: int | None) -> int:
    return fields[name].integer(least, most) if name in fields else least
