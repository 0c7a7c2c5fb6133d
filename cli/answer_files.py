"""An answer, printed and then written: a disk that is full must not cost it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from ..search.output_files import require_writable, write_json
from ..tasks import TaskError
from .json_answers import echo_json


def print_and_write(
    answer: Any,
    show: Callable[[Any], None],
    output: Path | None,
    draw: Callable[[], None] | None,
    *,
    as_json: bool,
    indent: str = "",
    resumes: bool = False,
) -> None:
    """Print the answer (``show``, or as JSON), write its certificates, draw it.

    Parameters
    ----------
    answer : Answer, AnswerTable or Measurement
    show : callable, to print it in words
    output : where its certificates go, if anywhere
    draw : callable, if it is to be drawn
    as_json : whether it is printed as one JSON object
    indent : before the line that says where the certificates are
    resumes : whether the command has --start

    Raises
    ------
    OSError
        If a file cannot be written; the answer is printed already.
    """
    if as_json:
        echo_json(answer.to_json())
    else:
        show(answer)
        if resumes and output is None and answer.interrupted:
            typer.echo("  to go on another time, keep the answer with -o FILE and begin with --start FILE")
    if output is not None:
        bundle = answer.certificate()
        if bundle["claims"]:
            write_json(output, bundle)
        if not as_json:
            nothing = "nothing is proved beyond the definition, so nothing was written"
            typer.echo(indent + (written(output) if bundle["claims"] else nothing))
    if draw is not None:
        draw()


OTHERS = (
    ".npz", ".npy", ".csv", ".tsv", ".txt", ".png", ".svg", ".pdf", ".pt", ".safetensors", ".parquet", ".html", ".py",
)  # fmt: skip
"""Endings of files of other kinds: a certificate under such a name would be taken for what it is not."""


def require_json(path: Path | None, *, arrays: str = "") -> None:
    """Refuse to write a certificate, which is JSON, under the name of another kind of file.

    Parameters
    ----------
    path : where a certificate goes, if anywhere
    arrays : the option that writes arrays, if the command has one

    Raises
    ------
    TaskError
        If the name has an ending of ``OTHERS``.
    """
    ending = "" if path is None else path.suffix.lower()
    if ending in OTHERS:
        assert path is not None  # it has an ending
        written = f"; the vectors are written by ‹{arrays}› {path}" if arrays and ending == ".npz" else ""
        raise TaskError(
            f"-o writes a certificate, which is JSON, got the name {str(path)!r}; name it {path.stem}.json{written}"
        )


def require_folder(path: Path | None) -> None:
    """Find out before the search that certificates cannot be written into a folder.

    Raises
    ------
    TaskError
        If it is a file, or cannot be made.
    """
    if path is None:
        return
    if path.exists() and not path.is_dir():
        raise TaskError(f"-o needs a folder, got the file {str(path)!r}; try -o certificates")
    require_writable(path / "a.json" if path.exists() else path)


def written(path: Path) -> str:
    """Where a bundle was written to, and how it is checked.

    >>> written(Path("my bundle.json"))
    "written to my bundle.json; check it with: headcount check 'my bundle.json'"
    """
    return f"written to {path}; check it with: headcount check {shlex.quote(str(path))}"
