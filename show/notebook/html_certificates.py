"""Notebook displays of patterns, matrices, units, tables and verdicts; the trusted room has none itself."""

from collections.abc import Sequence
from fractions import Fraction

from ...attention import summary
from ...bounds.upper.unit_tables import UnitTables
from ...certificates.verdict import Accepted, Rejected, Undecided, Verdict
from ...display.html import Html, badge, bracket_line, framed, paragraph, table
from ...questions import CommunicationMatrix, SignPattern, Unit
from ...questions.layer import Head, Layer
from .svg_grid import grid_drawing, legend

SIGN_COLOURS = {
    "-": ("#c6d4e8", "below"),
    "0": ("#f2b134", "selected (tie)"),
    "+": ("#e07a86", "above"),
    "*": ("#ffffff", "no condition"),
}
BIT_COLOURS = {"0": ("#f7f7f5", "0"), "1": ("#b9bdc4", "1"), "*": ("#ffffff", "not promised")}

Row = Sequence[int] | Sequence[Fraction]

SHOWN_HEADS = 4
SHOWN_VECTORS, SHOWN_WIDTH = 12, 12
MAX_BITS = 40
"""Numbers with more bits are not written out."""


def sign_pattern_html(pattern: SignPattern) -> Html:
    """The cells of a sign pattern, rows are query types."""
    words = sign_pattern_words(pattern)
    return framed(words, _drawn(pattern.rows, SIGN_COLOURS, words), _present(pattern.rows, SIGN_COLOURS))


def sign_pattern_words(pattern: SignPattern) -> str:
    """Its size, in words.

    >>> sign_pattern_words(SignPattern(("+-", "-+"), null=True))
    '2x2 sign pattern with a null token'
    """
    rows, columns = pattern.shape
    return f"{rows}x{columns} sign pattern with{'' if pattern.null else 'out'} a null token"


def matrix_html(matrix: CommunicationMatrix) -> Html:
    """The cells of a communication matrix, rows are Alice's inputs."""
    words = matrix.words
    return framed(words, _drawn(matrix.rows, BIT_COLOURS, words), _present(matrix.rows, BIT_COLOURS))


def unit_html(unit: Unit) -> Html:
    """The sizes of a unit, and the tables of its first heads, shortened where they are large."""
    heads = [(number, layer, k, head) for number, layer in enumerate(unit.layers) for k, head in enumerate(layer.heads)]
    parts = [_head_html(*entry) for entry in heads[:SHOWN_HEADS]]
    if len(heads) > SHOWN_HEADS:
        parts.append(paragraph(f"{len(heads) - SHOWN_HEADS} more heads"))
    return framed(f"attention unit over {unit.alphabet} symbols", paragraph(unit_words(unit)), *parts)


def unit_words(unit: Unit) -> str:
    """The sizes of a unit, in words."""
    return str(summary(unit))


def unit_tables_html(tables: UnitTables) -> Html:
    """Queries and keys side by side, shortened where they are large."""
    cells = [paragraph(name) + _vectors(rows) for name, rows in (("queries", tables.queries), ("keys", tables.keys))]
    side_by_side = "".join(f'<td style="vertical-align:top;text-align:left">{cell}</td>' for cell in cells)
    return framed(unit_tables_words(tables), Html(f"<table><tbody><tr>{side_by_side}</tr></tbody></table>"))


def unit_tables_words(tables: UnitTables) -> str:
    """The sizes of the tables, in words."""
    null = f"with{'' if tables.null else 'out'} a null token"
    return f"tables of width m = {tables.m}: {len(tables.queries)} queries, {len(tables.keys)} keys, {null}"


def verdict_html(verdict: Verdict) -> Html:
    """The checker's answer as a badge, with what it is about."""
    if isinstance(verdict, Accepted):
        line = bracket_line(verdict.lower, verdict.upper)
        rows = [("claim", claim) for claim in verdict.claims] + [("assumes", words) for words in verdict.assumptions]
        return framed(verdict.statement, paragraph(badge("ACCEPTED"), " ", line), table(rows))
    kind, _, said = str(verdict).partition(" ")
    if isinstance(verdict, Undecided):
        return framed("the checker's answer", paragraph(badge(kind), f" {said}"))
    code = [("code", verdict.code)] if isinstance(verdict, Rejected) else []
    rows = [*code, ("where", verdict.where), ("reason", verdict.reason)]
    return framed("the checker's answer", paragraph(badge(kind)), table(rows))


def _drawn(rows: tuple[str, ...], colours: dict[str, tuple[str, str]], words: str) -> Html:
    return grid_drawing(rows, {symbol: colour for symbol, (colour, _) in colours.items() if symbol != "*"}, words)


def _present(rows: tuple[str, ...], colours: dict[str, tuple[str, str]]) -> Html:
    return legend({symbol: shown for symbol, shown in colours.items() if any(symbol in row for row in rows)})


def _head_html(layer_number: int, layer: Layer, number: int, head: Head) -> Html:
    weights = f"fixed, p = {layer.bits}" if layer.weights == "fixed" else layer.weights
    title = f"layer {layer_number + 1}, head {number + 1}: order {layer.polynomial.order}, weights {weights}"
    named = [("queries", head.queries)]
    named += [(f"keys {part}".removesuffix(" 1"), t) for part, t in enumerate(head.keys, start=1)]
    named += [(f"values {part}".removesuffix(" 1"), t) for part, t in enumerate(head.values, start=1)]
    cells = [paragraph(f"{name}, by {listed.by}") + _vectors(listed.rows) for name, listed in named]
    tables = "".join(f'<td style="vertical-align:top;text-align:left">{cell}</td>' for cell in cells)
    null = [
        paragraph(f"null token: {name} {', '.join(map(_vector_words, vectors))}")
        for name, vectors in (("key", head.null_keys), ("value", head.null_values))
        if vectors
    ]
    side_by_side = f"<table><tbody><tr>{tables}</tr></tbody></table>"
    return Html(f'<details open="open"><summary>{title}</summary>{side_by_side}{"".join(null)}</details>')


def _vectors(rows: Sequence[Row]) -> Html:
    shown = [(f"{i}:", *_entries(row)) for i, row in enumerate(rows[:SHOWN_VECTORS])]
    if len(rows) > SHOWN_VECTORS:
        return Html(table(shown) + paragraph(f"{len(rows) - SHOWN_VECTORS} more rows"))
    return table(shown)


def _entries(row: Row) -> list[str]:
    shown = [_number(entry) for entry in row[:SHOWN_WIDTH]]
    return [*shown, f".. ({len(row)} entries)"] if len(row) > SHOWN_WIDTH else shown


def _vector_words(row: Row) -> str:
    return f"({', '.join(_entries(row))})"


def _number(entry: int | Fraction) -> str:
    """A number, or its sign and how many bits it has."""
    bits = max(abs(entry.numerator).bit_length(), entry.denominator.bit_length())
    return str(entry) if bits <= MAX_BITS else f"{'-' if entry < 0 else ''}[{bits} bits]"
