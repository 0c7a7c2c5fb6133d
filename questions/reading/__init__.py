"""What a file says, typed: readers that turn untrusted JSON into statements, or say where it fails."""

from .json_text import parse, read_file, written
from .node import Node

__all__ = ["Node", "parse", "read_file", "written"]
