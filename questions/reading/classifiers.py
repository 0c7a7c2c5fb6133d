"""An output layer and sets of its classes, as a certificate states them; FORMAT.rst describes the fields."""

from ..classifier import Classifier
from ..question import MAX_NAME
from .names import read_name
from .node import Node

MAX_CLASS = 10**9
"""Largest number by which a class is called."""


def read_classifier(node: Node) -> Classifier:
    """The rows, with a coordinate for the bias and one for a free threshold."""
    node.field("task").word(("classifier",))
    fields = node.fields(("task", "weights", "threshold"), ("bias", "centred", "classes", "name", "names"))
    free = fields["threshold"].word(("free", "zero")) == "free"
    centred = "centred" in fields and fields["centred"].truth()
    if centred and "bias" in fields:
        fields["centred"].fail("must be left out with a bias")
    rows: list[tuple[int, ...]] = []
    for row in fields["weights"].entries():
        rows.append(row.integers(length=len(rows[0]) if rows else None))
    if not rows or not rows[0]:
        fields["weights"].fail("must have at least one row and one column")
    if "bias" in fields:
        bias = fields["bias"].vector(len(rows))
        rows = [(*row, b) for row, b in zip(rows, bias, strict=True)]
    classes = tuple(range(len(rows)))
    if "classes" in fields:
        classes = fields["classes"].increasing(0, MAX_CLASS, len(rows))
    names = _read_names(fields["names"], len(rows)) if "names" in fields else ()
    end = (-1,) if free else ()
    node.meter.charge(2 * len(rows) * (len(rows[0]) + 2))
    padded = tuple((*row, *end) for row in rows)
    return Classifier(padded, "bias" in fields, free, centred, classes, read_name(fields), names)


def _read_names(node: Node, count: int) -> tuple[str, ...]:
    """Any texts of at most ``MAX_NAME`` characters: they are quoted and escaped wherever they are shown."""
    texts = tuple(item.text() for item in node.items(count))
    for place, text in enumerate(texts):
        if len(text) > MAX_NAME:
            node.child(place).fail(f"must have at most {MAX_NAME} characters, got {len(text)}")
    return texts


def read_sets(node: Node, classifier: Classifier) -> list[tuple[int, ...]]:
    """Sets of rows, each an increasing list."""
    return [one.increasing(0, len(classifier.rows) - 1) for one in node.items()] or node.fail("must hold a set")
