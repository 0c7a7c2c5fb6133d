"""``headcount approximate`` with ranges: the least dimension of many matrices, as a table and a picture."""

from __future__ import annotations

import time
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from .command import say
from .json_answers import echo_json

if TYPE_CHECKING:
    from ..bounds.constructions.attention_matrices import Approximation
    from ..tasks.attention_matrix import AttentionMatrix
    from .progress import BarLine

MOST_MATRICES = 200


def is_sweep(words: list[str]) -> bool:
    """Whether some parameter is a range.

    >>> is_sweep(["permutations", "L=64:256"]), is_sweep(["C:A.npz"])
    (True, False)
    """
    return any(":" in word.partition("=")[2] for word in words[1:])


def expanded(words: list[str]) -> list[list[str]]:
    """Every combination; a range doubles from its start to its end.

    >>> expanded(["band", "L=4:16", "k=2"])
    [['band', 'L=4', 'k=2'], ['band', 'L=8', 'k=2'], ['band', 'L=16', 'k=2']]
    """
    from ..tasks import TaskError

    choices = []
    for word in words[1:]:
        name, _, value = word.partition("=")
        if ":" not in value:
            choices.append([word])
            continue
        start, _, end = value.partition(":")
        if not (start.isdecimal() and end.isdecimal() and 0 < int(start) <= int(end) and len(end) < 10):
            raise TaskError(
                f"a range is written like L=64:1024, from a number >= 1 to one not below it, got {word[:40]!r}"
            )
        numbers = [int(start)]
        while 2 * numbers[-1] <= int(end):
            numbers.append(2 * numbers[-1])
        choices.append([f"{name}={number}" for number in numbers])
    found = [[words[0], *choice] for choice in product(*choices)]
    if len(found) > MOST_MATRICES:
        raise TaskError(f"ranges may give at most {MOST_MATRICES} matrices, got {len(found)}; make them shorter")
    return found


def sweep(
    words: list[str], delta: str, eps2: str, method: str, seed: int, budget: float, plot: Path | None, *,
    as_json: bool, quiet: bool,
) -> bool:  # fmt: skip
    """Print a line for each matrix, draw the picture; whether all were done, and neither budget nor Ctrl-C ended it.

    Raises
    ------
    TaskError
        If a range is impossible, or all matrices are.
    """
    from ..bounds.constructions.attention_matrices import BudgetOverError, approximate
    from .approximation_answer import approximation_json
    from .progress import BarLine

    matrices, skipped = _possible(expanded(words))
    started, finished, interrupted = time.monotonic(), True, False
    found: list[Approximation] = []
    for reason in skipped:
        say(f"left out: {reason}", apart=as_json)
    if not as_json:
        say(f"{'L':>8} {'k':>4} {'d':>6} {'2k':>4} {'formula':>14}   zero ratio  nonzero ratio   entries compared")
    with BarLine(len(matrices), enabled=not quiet) as line:
        for number, matrix in enumerate(matrices):
            left = budget - (time.monotonic() - started)
            try:
                one = approximate(
                    matrix, delta, eps2, method, seed=seed, budget=left, bits=False,
                    watch=partial(_show, line, number, method, matrix.name),
                )  # fmt: skip
            except BudgetOverError:
                finished = False
                break
            except KeyboardInterrupt:
                finished, interrupted = False, True
                break
            finished, interrupted = finished and one.finished, one.interrupted
            found.append(one)
            if not as_json:
                say(_row(one))
            if interrupted:
                break
    if as_json:
        rows = [approximation_json(one) for one in found]
        echo_json({"finished": finished, "interrupted": interrupted, "matrices": rows, "left_out": skipped})
    elif not finished:
        why = "interrupted" if interrupted else f"the budget of {budget:g} s ran out"
        done = len(found)
        say(f"{why}; {done} of {len(matrices)} matrices were done{_goes_on(matrices, found)}")
    if plot is not None and found:
        _draw(words[0], found, plot)
        say(f"drawn to {plot}", apart=as_json)
    return finished


def _possible(words: list[list[str]]) -> tuple[list[AttentionMatrix], list[str]]:
    """The matrices that exist, and what is wrong with the others; an error if none does."""
    from ..tasks import TaskError
    from ..tasks.attention_matrix import generated

    found, skipped, first = [], [], None
    for one in words:
        try:
            found.append(generated(one))
        except TaskError as error:
            if len(words) == 1:
                raise
            skipped.append(f"{' '.join(one)}: {error}")
            first = first or error
    if first is not None and not found:
        raise first
    return found, skipped


def _goes_on(matrices: list[AttentionMatrix], found: list[Approximation]) -> str:
    """Where to go on: the first matrix that was not done, or whose search was not over."""
    open_ = [one.matrix.name for one in found if not one.finished] + [one.name for one in matrices[len(found) :]]
    return f"; to go on: headcount approximate {open_[0]} .." if open_ else ""


def _show(line: BarLine, number: int, method: str, name: str, said: str) -> None:
    line.show(number, method, f"{name}, {said}")


def _row(one: Approximation) -> str:
    ratios, matrix = one.ratios, one.matrix
    void = " (> L - 1)" if one.formula >= matrix.L else ""
    return (
        f"{matrix.L:>8} {matrix.k:>4} {one.d:>6} {2 * matrix.k:>4} {f'{one.formula}{void}':>14}   "
        f"{ratios.zero_ratio:<10.3g}  {ratios.nonzero_ratio:<13.3g}   {ratios.verified}"
    )


def _draw(name: str, found: list[Approximation], plot: Path) -> None:
    from ..show.pictures.attention_dimensions import dimensions_figure

    points: dict[tuple[str, int], list[tuple[int, int]]] = {}
    formulas = {(one.matrix.L, one.matrix.k): one.formula for one in found}
    for one in found:
        points.setdefault((one.method, one.matrix.k), []).append((one.matrix.L, one.d))
    title = f"{name} by {found[0].method}: delta = {found[0].delta:g}, eps2 = {found[0].eps2:g}"
    dimensions_figure(points, lambda L, k: formulas.get((L, k), float("nan")), title).savefig(plot, dpi=120)
