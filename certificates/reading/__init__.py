"""What a file says, typed: every reader turns untrusted JSON into statements of ``statement/``, or says where it fails."""

from .node import Node, parse, read_file

__all__ = ["Node", "parse", "read_file"]
