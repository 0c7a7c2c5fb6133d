"""Labels, of which nothing is proved."""

from ..question import MAX_NAME, plain_label
from .node import Node


def read_name(fields: dict[str, Node]) -> str:
    """The label in the field ``name``; empty if there is none."""
    name = fields["name"].text() if "name" in fields else ""
    if len(name) > MAX_NAME:
        fields["name"].fail(f"must have at most {MAX_NAME} characters, got {len(name)}")
    if name != plain_label(name):
        fields["name"].fail("may hold ASCII letters, digits, spaces and - + _ . , : / = only")
    return name
