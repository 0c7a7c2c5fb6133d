"""A unit as JSON: ``unit_to_json`` writes it, ``read_unit`` and ``load_unit`` read what anyone may have written.

What is read is checked before it is believed: types, sizes, and every shape that the evaluator relies on. A unit that
has been read can be run on any sequence of its length (any length, if nothing is looked up by position) without an
error other than a read-out that lacks a pair. FORMAT.rst describes the fields.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from fractions import Fraction
from operator import index
from pathlib import Path
from typing import Any

from ..certificates.meaning import units
from ..certificates.meter import UNLIMITED, Meter
from ..certificates.reading import parse
from ..certificates.refuse import Malformed, Refused
from ..certificates.schema import ANYTHING, LIST, Record, Type, integer, many, record, refuse, truth, word
from ..display.input_error import InputError
from .attention import BITS_NEEDED, MAX_ORDER, WEIGHTS, ScorePolynomial
from .layer import Head, Layer, ReadOut, Table
from .unit import Unit


class UnitFileError(InputError):
    """A file does not hold a unit; the message names the place and what was required there."""


def _symbol(value: Any, path: str, meter: Meter) -> tuple[Any, int]:
    """An entry of a read-out: token, output row, symbol."""
    if len(LIST.read(value, path, meter)) != 3:
        refuse(path, f"must have 3 entries, got {len(value)}")
    token, row, symbol = value
    pair = integer(0).read(token, f"{path}[0]", meter), units.OUTPUT.read(row, f"{path}[1]", meter)
    return pair, integer(0).read(symbol, f"{path}[2]", meter)


def _fits(f: Mapping[str, Any]) -> str | None:
    if bool(f["bits"]) != (f["weights"] in BITS_NEEDED):
        return "must have bits >= 1 if weights are 'fixed' or 'rounded', else 0"
    return None if max(map(max, f["monomials"])) < f["order"] else "must have parts below its order in its monomials"


READ_OUT = record({"alphabet": integer(1), "symbols": many(Type(_symbol))})
LAYER = record(
    {
        "weights": word(*WEIGHTS),
        "bits": integer(0),
        "combine": units.COMBINE,
        "order": integer(2, MAX_ORDER),
        "monomials": units.MONOMIALS,
        "heads": many(units.HEAD, 1, 256),
        "mask": many(many(integer(0), 0, rule="increasing")),
        "relative": truth(),
    },
    {"mask": None, "relative": False},
    _fits,
)
BESIDE = ("divisor", "at", "claim")
"""What a file may say of the rows of a unit, and claim of it (``show/units``); the unit itself is read without."""
UNIT = record(
    {
        "alphabet": integer(1), "layers": many(LAYER, 1, 256), "read_outs": many(READ_OUT, 0),
        **dict.fromkeys(BESIDE, ANYTHING),
    },
    dict.fromkeys(BESIDE),
)  # fmt: skip


def unit_to_json(unit: Unit) -> dict[str, Any]:
    """The unit as an object of lists, integers and strings: what ``read_unit`` reads.

    Raises
    ------
    TypeError
        If an entry is not an integer.

    Examples
    --------
    >>> table = Table("token", ((0,), (1,)))
    >>> unit = Unit(2, (Layer((Head(table, (table,), (table,)),)),))
    >>> unit_to_json(unit)["layers"][0]["heads"][0]["queries"]
    {'by': 'token', 'rows': [[0], [1]]}
    >>> read_unit(unit_to_json(unit)) == unit
    True
    """
    return {
        "alphabet": index(unit.alphabet),
        "layers": [_layer_to_json(layer) for layer in unit.layers],
        "read_outs": [
            {
                "alphabet": index(read_out.alphabet),
                "symbols": [
                    [index(token), [str(Fraction(entry)) for entry in row], index(symbol)]
                    for (token, row), symbol in read_out.symbols
                ],
            }
            for read_out in unit.read_outs
        ],
    }


def _layer_to_json(layer: Layer) -> dict[str, Any]:
    written: dict[str, Any] = {
        "weights": layer.weights,
        "bits": index(layer.bits),
        "combine": layer.combine,
        "order": layer.polynomial.order,
        "monomials": _plain(layer.polynomial.monomials),
        "heads": [_plain(head) for head in layer.heads],
    }
    given = {"mask": layer.mask and _plain(layer.mask), "relative": layer.relative}
    return written | {name: item for name, item in given.items() if item not in (None, False)}


def _plain(part: Any) -> Any:
    """Heads and tables as objects of their fields, tuples as lists, and integers."""
    if isinstance(part, Table):
        return {"by": part.by, "rows": _plain(part.rows)}
    if isinstance(part, Head):
        return {one.name: _plain(getattr(part, one.name)) for one in fields(part)}
    return list(map(_plain, part)) if isinstance(part, tuple | list) else index(part)


def load_unit(path: Path | str) -> Unit:
    """The unit in a JSON file that holds what ``unit_to_json`` gives.

    Raises
    ------
    UnitFileError
        If the file cannot be read, or holds anything else.
    """
    try:
        return read_unit(parse(Path(path).read_bytes(), Meter(UNLIMITED)))
    except (OSError, ValueError) as error:  # the latter of a null byte in the path
        reason = f"unit cannot be read: {getattr(error, 'strerror', None) or error}"
    except Malformed as error:
        reason = f"{error.path.replace('certificate', 'unit', 1)} {error.reason}"
    raise UnitFileError(f"{path}: {reason}; write the file with unit_to_json")


def read_unit(value: object, path: str = "unit") -> Unit:
    """A unit from untrusted JSON, every shape checked.

    Raises
    ------
    Malformed
        Naming the place, and what was required there.
    """
    found = UNIT.read(value, path, Meter(UNLIMITED))
    layers, read_outs = tuple(map(_layer, found.layers)), found.read_outs
    unit = Unit(found.alphabet, layers, tuple(ReadOut(one.symbols, one.alphabet) for one in read_outs))
    if len(read_outs) != len(layers) - 1:
        refuse(f"{path}.read_outs", f"must have {len(layers) - 1} entries, got {len(read_outs)}")
    length, relative = unit.length or 1, found.layers[0].relative
    if any(layer.relative != relative for layer in found.layers):
        refuse(f"{path}.layers", "must all be relative, or none of them")
    for k, layer in enumerate(found.layers):
        if layer.mask and (len(layer.mask) != length or any(row and row[-1] >= length for row in layer.mask)):
            refuse(f"{path}.layers[{k}].mask", f"must have lists of positions 0 .. {length - 1}, one for each of them")
        for h, head in enumerate(layer.heads):
            with _refusing(f"{path}.layers[{k}].heads[{h}]"):
                units.Head(head, layer, unit.alphabets[k], length, 0, Meter(UNLIMITED), relative=relative)
    masks = [layer.mask or (range(length),) * length for layer in layers] if any(one.mask for one in layers) else None
    with _refusing(path):
        units.Unit(found, unit.alphabet, length, 0, masks, Meter(UNLIMITED), relative=relative)
    return unit


@contextmanager
def _refusing(path: str) -> Iterator[None]:
    """What the checker requires of the shapes of a unit, said of this place."""
    try:
        yield
    except Refused as error:
        refuse(path, f"does not fit: {error.why}")


def _layer(layer: Record) -> Layer:
    heads = tuple(
        Head(
            _table(one.queries),
            tuple(map(_table, one.keys)),
            tuple(map(_table, one.values)),
            one.null_keys,
            one.null_values,
        )
        for one in layer.heads
    )
    return Layer(
        heads, ScorePolynomial(layer.order, layer.monomials), layer.weights, layer.bits, layer.combine, layer.mask,
        layer.relative,
    )  # fmt: skip


def _table(table: Record) -> Table:
    return Table(table.by, table.rows)
