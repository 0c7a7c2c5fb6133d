"""What ``--json`` prints: the answer, with the format, its version and the command beside it."""

import json
from collections.abc import Mapping
from typing import Any

import typer

from .app import RUNNING

FORMAT, VERSION = "headcount-answer", 1
"""``docs/reference/answer.schema.json`` describes the objects; the version changes where a key changes its meaning."""


def echo_json(answer: Mapping[str, Any]) -> None:
    """Print one JSON object: ``format``, ``version``, ``command``, then the keys of the answer."""
    beside = {"format": FORMAT, "version": VERSION, "command": RUNNING.get()}
    typer.echo(json.dumps({**beside, **answer}, ensure_ascii=False))
