"""An answer, printed and then written: a disk that is full must not cost it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import typer

from ..output_files import write_json
from .app import unwritable


class Answer(Protocol):
    """What a command has found."""

    def to_json(self) -> dict[str, Any]:
        """The object that ``--json`` prints."""

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``-o`` writes."""


def print_and_write(
    answer: Answer,
    show: Callable[[], None],
    output: Path | None,
    draw: Callable[[], None] | None,
    *,
    as_json: bool,
    indent: str = "",
) -> None:
    """Print the answer (``show``, or as JSON), write its certificates, draw it.

    Raises
    ------
    typer.Exit
        If a file cannot be written; the answer is printed already.
    """
    if as_json:
        typer.echo(json.dumps(answer.to_json()))
    else:
        show()
    try:
        if output is not None:
            write_json(output, answer.certificate())
            if not as_json:
                typer.echo(indent + written(output))
        if draw is not None:
            draw()
    except OSError as error:
        raise unwritable(error) from None


def written(path: Path) -> str:
    """Where a bundle was written to, and how it is checked.

    >>> written(Path("my bundle.json"))
    "written to my bundle.json; check it with: headcount check 'my bundle.json'"
    """
    return f"written to {path}; check it with: headcount check {shlex.quote(str(path))}"
