"""A unit with all that it takes to run it elsewhere, and what is claimed of it.

Its object of JSON is that of the unit (``questions/unit_file.py``) with fields beside it, left out where they are None:

* ``softmax``: the weights of all layers are those of real softmax, ``{"scale": "11.09..", "base": "65536"}``: exp(scale
  times score), which is base^score where there is a base; then scale is its logarithm, in floats;
* ``divisor`` D: the output is the row divided by D;
* ``at``: the answer is 1 where the first coordinate of the row is greater, else 0;
* ``claim``: what is claimed, ``{"question", "bound", "evidence", "more"}``: a claim of a certificate without its proof,
  the kind of evidence that the tables are, and what this needs beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, isfinite, log
from typing import Any, TypeVar

from ...attention import summary
from ...certificates.meter import UNLIMITED, Meter
from ...certificates.schema import ANYTHING, Record, fraction, integer, record, refuse, text
from ...certificates.text import plain
from ...display.answer import Summary
from ...questions import Unit, read_unit, unit_to_json
from .evaluator import rows_of

CLAIM = record({"question": ANYTHING, "bound": ANYTHING, "evidence": text(most=40), "more": ANYTHING})
SOFTMAX = record({"scale": text(most=400), "base": fraction()}, {"base": None})
FIELDS = {"softmax": SOFTMAX, "divisor": integer(1), "at": fraction(), "claim": CLAIM}
FORM = record(FIELDS, dict.fromkeys(FIELDS))
EVERY = ("alphabet", "layers", "read_outs", *FIELDS)
KNOWN = record(dict.fromkeys(EVERY, ANYTHING), dict.fromkeys(EVERY))


@dataclass(frozen=True, repr=False)
class RunnableUnit(Summary):
    """A unit that can be taken away.

    Parameters
    ----------
    tables : Unit
        Of real softmax, scores are those of this unit; its own weights are then of no account.
    scale : float, optional
        Real softmax: scores are multiplied by it. None: the weights are those of ``tables``.
    base : Fraction, optional
        Real softmax whose weights are powers of this fraction, exactly; ``scale`` is its logarithm.
    divisor : int
        Rows are divided by it.
    at : Fraction, optional
        The answer is 1 where the first coordinate of a row is greater, else 0.
    claim : mapping, optional
        What a certificate proves of it; None if nothing that the checker could replay.

    """

    tables: Unit
    scale: float | None = None
    base: Fraction | None = None
    divisor: int = 1
    at: Fraction | None = None
    claim: Mapping[str, Any] | None = field(default=None, hash=False)

    def rows(self, tokens: Sequence[int]) -> list[list[Any]]:
        """The output row of each position on a sequence of symbols: fractions, of real softmax floats."""
        if self.scale is None:
            return [[entry / self.divisor for entry in row] for row in self.tables.outputs(tokens)]
        return rows_of(self.to_json(), tokens)

    def to_json(self) -> dict[str, Any]:
        """The object that files hold."""
        written = unit_to_json(self.tables)
        if self.scale is not None:
            written["softmax"] = {"scale": repr(self.scale)} | ({} if self.base is None else {"base": str(self.base)})
            for layer in written["layers"]:
                layer["weights"] = "softmax"
        beside = {
            "divisor": None if self.divisor == 1 else self.divisor,
            "at": None if self.at is None else str(self.at),
            "claim": self.claim,
        }
        return written | {name: value for name, value in beside.items() if value is not None}

    @property
    def weights(self) -> str:
        """How scores are weighed, in words."""
        if self.scale is not None:
            power = "" if self.base is None else f", weights {plain(str(self.base), 40)}^score"
            return f"real softmax of scores times {self.scale:.6g}{power}"
        kinds = {f"{layer.weights}{f', p = {layer.bits}' if layer.bits else ''}" for layer in self.tables.layers}
        return f"weights {' and '.join(sorted(kinds))}"

    def __str__(self) -> str:
        divided = f"; rows are divided by {self.divisor}" if self.divisor != 1 else ""
        answers = "" if self.at is None else f"; the answer is 1 where a row exceeds {self.at}"
        return f"{summary(self.tables)}\n{self.weights}{divided}{answers}"


Kind = TypeVar("Kind", bound=RunnableUnit)


def read_runnable(value: Any, kind: type[Kind]) -> Kind:
    """A unit of this class from untrusted JSON.

    Raises
    ------
    Malformed
        Naming the place, and what was required there.

    Examples
    --------
    >>> from ...questions import Head, Layer, Table
    >>> table = Table("token", ((0,), (1,)))
    >>> unit = RunnableUnit(Unit(2, (Layer((Head(table, (table,), (table,)),), weights="base_two"),)), scale=2.5)
    >>> read_runnable(unit.to_json(), RunnableUnit) == unit
    True
    """
    if not isinstance(value, dict):
        return kind(read_unit(value))
    KNOWN.read(value, "unit", Meter(UNLIMITED))
    beside = FORM.read({k: v for k, v in value.items() if k in FIELDS}, "unit", Meter(UNLIMITED))
    plain = {k: v for k, v in value.items() if k not in FIELDS}
    scale = None
    if beside.softmax is not None:
        scale = _scale(beside.softmax)
        plain["layers"] = [_as_base_two(layer) for layer in _listed(plain.get("layers"))]
    claim = beside.claim and dict(beside.claim.fields)
    base = beside.softmax and beside.softmax.base
    return kind(read_unit(plain), scale, base, beside.divisor or 1, beside.at, claim)


def _listed(layers: Any) -> list[Any]:
    return layers if isinstance(layers, list) else []


def _as_base_two(layer: Any) -> Any:
    """Tables of real softmax are read as those of a softmax in base 2: of either, any integers."""
    if not isinstance(layer, dict) or layer.get("weights") != "softmax":
        refuse("unit.layers", "must all have weights 'softmax' where the unit has a field 'softmax'")
    return {**layer, "weights": "base_two"}


def _scale(softmax: Record) -> float:
    try:
        scale = float(softmax.scale)
    except ValueError:
        scale = 0.0
    if not (isfinite(scale) and scale > 0):
        refuse("unit.softmax.scale", f"must be a number > 0 as text, got {softmax.scale!r:.40}")
    base = softmax.base
    if base is not None and not (base > 1 and abs(natural(base) - scale) <= 1e-9 * scale):
        refuse("unit.softmax.base", f"must be e^scale = {exp(min(scale, 700.0)):.6g}, got {plain(str(base), 40)}")
    return scale if base is None else natural(base)


def natural(base: Fraction) -> float:
    """ln(base), also of a base beyond all floats.

    >>> round(natural(Fraction(2**2000)), 6)
    1386.294361
    """
    return log(base.numerator) - log(base.denominator)
