"""What ``headcount probe`` prints and writes for unit classes with more than one size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ..output_files import write_json
from ..search.board import LocalBoard
from ..search.classes.class_bracket import ClassBracket
from ..search.classes.class_probe import class_probe
from ..search.classes.unit_asked import UnitAsked
from .answer_files import say_how_to_go_on, written
from .app import unwritable
from .json_answers import echo_json
from .progress import BarLine


def answer_class(
    asked: UnitAsked, budget: float, seed: int, *, engine: str, as_json: bool, output: Path | None, quiet: bool,
    start: Path | None,
) -> bool:  # fmt: skip
    """Search, print and write; whether the bracket is closed.

    Raises
    ------
    TaskError
        If the question is too large, or no size can be enough.
    typer.Exit
        If a file could not be written; the answer is printed already.
    """
    with _ClassProgress(budget, enabled=not quiet) as line:
        bracket = class_probe(asked, budget=budget, seed=seed, watch=line.update, engine=engine, start=start)
    if as_json:
        echo_json(bracket.to_json())
    else:
        typer.echo(str(bracket))
        for note in bracket.notes:
            typer.echo(f"  note: {note}")
        if output is None and not bracket.asked.counts_heads:
            say_how_to_go_on(bracket)
    if output is not None:
        try:
            paths = _write(bracket, output)
        except OSError as error:
            raise unwritable(error) from None
        if not as_json:
            for path in paths:
                typer.echo(f"  {written(path)}")
            if not paths:
                typer.echo("  nothing is proved beyond the definition, so nothing was written")
    return bracket.closed


def _write(bracket: ClassBracket, output: Path) -> list[Path]:
    """One file; where every number of heads is a question of its own, one for each, with the number in its name."""
    bundles = bracket.certificates()
    if len(bundles) < 2 and not bracket.asked.counts_heads:
        paths = [output] * len(bundles)
    else:
        paths = [output.with_name(f"{output.stem}-H{_heads(bundle)}{output.suffix}") for bundle in bundles]
    for path, bundle in zip(paths, bundles, strict=True):
        write_json(path, bundle)
    return paths


def _heads(bundle: dict[str, Any]) -> int:
    return int(bundle["question"].get("heads", 1))


class _ClassProgress(BarLine):
    """The bar for the budget of a bracket that may have no upper bound."""

    def update(self, board: LocalBoard) -> None:
        """Show the board."""
        bracket = board.bracket()
        upper = "?" if bracket.upper is None else bracket.upper.value
        self.show(bracket.seconds, f"{bracket.lower.value} <= {bracket.lower.resource} <= {upper}", board.saying)
