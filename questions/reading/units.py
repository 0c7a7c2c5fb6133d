"""A unit as JSON: ``unit_to_json`` writes it, ``read_unit`` and ``load_unit`` read what anyone may have written.

What is read is checked before it is believed: types, sizes, and every shape that the evaluator relies on. A unit that
has been read can be run on any sequence of its length (any length, if nothing is looked up by position) without an
error other than a read-out that lacks a pair. FORMAT.rst describes the fields.
"""

from fractions import Fraction
from operator import index
from pathlib import Path
from typing import Any

from ...certificates.meter import ENTRY
from ...display.input_error import InputError
from ..attention import WEIGHTS, Output, ScorePolynomial, Vector
from ..layer import Head, Layer, ReadOut, Table
from ..messages import short_number
from ..refusal import MalformedError
from ..unit import Unit
from .json_text import read_file
from .node import Node
from .questions import MAX_HEADS, MAX_ORDER

MAX_LAYERS = 256
MAX_MONOMIALS = 256


class UnitFileError(InputError):
    """A file does not hold a unit; the message names the place and what was required there."""


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
    >>> read_unit(Node(unit_to_json(unit), "unit")) == unit
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
        "monomials": [list(monomial) for monomial in layer.polynomial.monomials],
        "heads": [
            {
                "queries": _table_to_json(head.queries),
                "keys": [_table_to_json(table) for table in head.keys],
                "values": [_table_to_json(table) for table in head.values],
                "null_keys": _vectors_to_json(head.null_keys),
                "null_values": _vectors_to_json(head.null_values),
            }
            for head in layer.heads
        ],
    }
    return written if layer.mask is None else {**written, "mask": _vectors_to_json(layer.mask)}


def _table_to_json(table: Table) -> dict[str, Any]:
    return {"by": table.by, "rows": _vectors_to_json(table.rows)}


def _vectors_to_json(vectors: tuple[Vector, ...]) -> list[list[int]]:
    return [[index(entry) for entry in vector] for vector in vectors]


def load_unit(path: Path | str) -> Unit:
    """The unit in a JSON file that holds what ``unit_to_json`` gives.

    Raises
    ------
    UnitFileError
        If the file cannot be read, is too large, or holds anything else.
    """
    try:
        return read_unit(read_file(Path(path)))
    except MalformedError as error:
        place = error.where.replace("certificate", "unit", 1)
        raise UnitFileError(f"{path}: {place} {error.reason}; write the file with unit_to_json") from None


def read_unit(node: Node) -> Unit:
    """A unit from untrusted JSON, every shape checked.

    Raises
    ------
    MalformedError
        Naming the first place, in reading order, that is not as it must be.
    """
    fields = node.fields(("alphabet", "layers", "read_outs"))
    alphabet = fields["alphabet"].integer(1)
    nodes = fields["layers"].some(MAX_LAYERS)
    read_out_nodes = fields["read_outs"].items(len(nodes) - 1)
    layers, read_outs, lengths = [], [], _Length()
    symbols = alphabet
    for k, layer_node in enumerate(nodes):
        layers.append(_read_layer(layer_node, symbols, lengths))
        if k < len(read_out_nodes):
            read_outs.append(_read_read_out(read_out_nodes[k], symbols, _row_width(layers[-1])))
            symbols = read_outs[-1].alphabet
    return Unit(alphabet, tuple(layers), tuple(read_outs))


LookUp = dict[tuple[int, int, Output], int]
"""The answer for a position, its token, and its output row."""


def read_look_up(node: Node, unit: Unit, length: int) -> LookUp:
    """``[[position, token, row, answer], ..]``, each position, token and row once; ``length`` positions."""
    found: LookUp = {}
    width = _row_width(unit.layers[-1])
    for entry in node.entries():
        position, token, row, answer = entry.items(4)
        node.meter.charge(ENTRY + 100 * width)
        numbers = tuple(number.fraction() for number in row.items(width))
        seen = position.integer(0, length - 1), token.integer(0, unit.alphabet - 1), numbers
        if seen in found:
            entry.fail("is about a position, token and row that stand in the list already")
        found[seen] = answer.integer()
    return found


class _Length:
    """The length of the sequences, as soon as a table by position or a mask has said it."""

    known: int | None = None

    def expect(self, node: Node, length: int) -> None:
        if self.known is None:
            self.known = length
        if length != self.known:
            node.fail(f"is for sequences of length {length}, but tables or masks before it are for length {self.known}")


def _row_width(layer: Layer) -> int:
    widths = [head.value_width for head in layer.heads]
    return sum(widths) if layer.combine == "concat" else widths[0]


def _read_layer(node: Node, alphabet: int, lengths: _Length) -> Layer:
    fields = node.fields(("weights", "bits", "combine", "order", "monomials", "heads"), ("mask",))
    weights = fields["weights"].word(WEIGHTS)
    bits = fields["bits"].integer(*((1, None) if weights == "fixed" else (0, 0)))
    combine = fields["combine"].word(("sum", "concat"))
    order = fields["order"].integer(2, MAX_ORDER)
    monomials = tuple(monomial.increasing(0, order - 1) for monomial in fields["monomials"].some(MAX_MONOMIALS))
    if () in monomials:
        fields["monomials"].fail("must not hold an empty monomial")
    heads = tuple(_read_head(head, order, alphabet, lengths) for head in fields["heads"].some(MAX_HEADS))
    if combine == "sum" and len({head.value_width for head in heads}) > 1:
        fields["heads"].fail("must have values of one width, because they are summed")
    mask = None
    if "mask" in fields:
        rows = fields["mask"].items()
        lengths.expect(fields["mask"], len(rows))
        mask = tuple(row.increasing(0, len(rows) - 1) for row in rows)
        if () in mask and not all(head.null_keys for head in heads):
            fields["mask"].fail("leaves a position without a key, and not every head has a null token")
    return Layer(heads, ScorePolynomial(order, monomials), weights, bits, combine, mask)


def _read_head(node: Node, order: int, alphabet: int, lengths: _Length) -> Head:
    fields = node.fields(("queries", "keys", "values", "null_keys", "null_values"))

    def table(entry: Node, width: int | None) -> Table:
        return _read_table(entry, alphabet, lengths, width)

    queries = table(fields["queries"], None)
    m = len(queries.rows[0])
    keys = tuple(table(entry, m) for entry in fields["keys"].items(order - 1))
    first, *others = fields["values"].items(order - 1)
    values = [table(first, None)]
    dv = len(values[0].rows[0])
    if dv == 0:
        first.fail("must have vectors of width at least 1")
    values += [table(entry, dv) for entry in others]
    blanks = 0 if fields["null_keys"].value == [] else order - 1
    null_keys = tuple(entry.vector(m) for entry in fields["null_keys"].items(blanks))
    null_values = tuple(entry.vector(dv) for entry in fields["null_values"].items(blanks))
    return Head(queries, keys, tuple(values), null_keys, null_values)


def _read_table(node: Node, alphabet: int, lengths: _Length, width: int | None) -> Table:
    fields = node.fields(("by", "rows"))
    by = fields["by"].word(("token", "position", "both"))
    nodes = fields["rows"].items(alphabet if by == "token" else None)
    per_position = alphabet if by == "both" else 1
    if not nodes or len(nodes) % per_position:
        fields["rows"].fail(f"must have a positive multiple of {short_number(per_position)} entries, got {len(nodes)}")
    if by != "token":
        lengths.expect(fields["rows"], len(nodes) // per_position)
    if width is None:
        width = len(nodes[0].items())
    return Table(by, tuple(entry.vector(width) for entry in nodes))


def _read_read_out(node: Node, alphabet: int, width: int) -> ReadOut:
    fields = node.fields(("alphabet", "symbols"))
    new_alphabet = fields["alphabet"].integer(1)
    symbols: dict[tuple[int, Output], int] = {}
    for entry in fields["symbols"].entries():
        token, row, symbol = entry.items(3)
        pair = token.integer(0, alphabet - 1), tuple(number.fraction() for number in row.items(width))
        if pair in symbols:
            entry.fail("is about a pair of token and row that stands in the list already")
        symbols[pair] = symbol.integer(0, new_alphabet - 1)
    return ReadOut(tuple(symbols.items()), new_alphabet)
