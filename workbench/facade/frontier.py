"""``frontier`` with the options of ``headcount frontier``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...tasks import TaskError
from ..commands.frontier_words import cell_question, sizes_from_word
from ..frontier.cells import CellQuestion
from ..frontier.frontier import Frontier, Watch
from ..frontier.frontier import frontier as frontier_of
from .given import given_task, in_python_words

Sizes = int | str | Iterable[int]
LIMITS = {"m": (0, 1000), "bits": (1, 64), "heads": (1, 1000)}


def frontier(
    task: Any,
    m: Sizes = "1:6",
    bits: Sizes = "1:3",
    heads: Sizes = 1,
    *,
    unit_class: str = "grid",
    grid: str = "midrise",
    gap: int = 1,
    combine: str | None = None,
    read_out: str | None = None,
    dv: int | str | None = None,
    position: int | None = None,
    null: bool = False,
    error: Any = None,
    values: int | None = None,
    budget: float = 10.0,
    jobs: int | None = None,
    scheduler: str | None = None,
    fill: bool = True,
    store: Path | str | None = None,
    watch: Watch | None = None,
) -> Frontier:
    """Map which sizes (m, p, H) a task has attention units of: ``headcount frontier``.

    Parameters
    ----------
    task : as for ``probe``, or a CellQuestion
    m, bits, heads : int, "1:6", or increasing integers
        The sizes to be mapped: widths of queries and keys, bits of a number, heads. Of "1:6" both ends are included.
    unit_class : "grid" or "fixed"
    grid, gap, combine, read_out, dv, position, null, error, values
        Choices of the class, as for ``probe``.
    budget : float > 0
        Seconds of wall-clock time for each cell.
    jobs : int, optional
        Cells at work at a time; as many as there are cores by default.
    scheduler : str, optional
        Address of a Dask scheduler whose workers decide the cells.
    fill : bool
        Whether what follows by monotonicity is filled in.
    store : Path, optional
        A file (SQLite) that keeps every answer as it comes, so that a run that is stopped continues.
    watch : callable, optional
        Told the map after every change.

    Returns
    -------
    Frontier
        Every cell feasible, infeasible or open; ``least_widths()``, ``at(m, p, H)``, ``to_json()``.

    Raises
    ------
    TaskError
        If there is no such task in this class, a size is out of range, or an option does not belong to the class.

    Examples
    --------
    >>> found = frontier("qsa N=4 q=1", m="1:3", bits=1, jobs=1)
    >>> str(found.least_width(1, 1))
    '2'
    """
    with in_python_words():
        if not budget > 0:
            raise TaskError(f"budget must be a positive number of seconds, got {budget}; try budget=10")
        ranges = [_sizes(name, given) for name, given in (("m", m), ("bits", bits), ("heads", heads))]
        asked = task if isinstance(task, CellQuestion) else _asked(
            task, name=unit_class, null=null, grid=grid, gap=gap, combine=combine, read_out=read_out, dv=dv,
            position=position, error=error, values=values,
        )  # fmt: skip
        place = None if store is None else Path(store)
        return frontier_of(
            asked, *ranges, budget=budget, jobs=jobs, scheduler=scheduler, store=place, fill=fill, watch=watch
        )


def _asked(task: Any, *, null: bool, **options: Any) -> CellQuestion:
    given = given_task(task, null=null)
    return cell_question(given, null=null and isinstance(given, list), **options)


def _sizes(name: str, given: Sizes) -> Sequence[int]:
    if isinstance(given, int | str):
        return sizes_from_word(f"--{name}", str(given), *LIMITS[name])
    sizes = [size if type(size) is int else -1 for size in given]
    least, most = LIMITS[name]
    if not sizes or sizes != sorted(set(sizes)) or sizes[0] < least or sizes[-1] > most:
        raise TaskError(
            f"{name} must be increasing integers from {least} to {most}, got {given!r:.60}; try range(1, 4)"
        )
    return sizes
