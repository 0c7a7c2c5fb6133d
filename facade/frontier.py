"""``frontier`` with the options of ``headcount frontier``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..search.ask import ask
from ..search.options import made, takes
from ..sweep.frontier.frontier import Frontier, Watch
from ..sweep.frontier.question import FrontierOptions, frontier_question


@takes(FrontierOptions, "m", "bits", "heads")
def frontier(
    task: Any,
    m: Any = "1:6",
    bits: Any = "1:3",
    heads: Any = 1,
    *,
    budget: float = 10.0,
    fill: bool = True,
    watch: Watch | None = None,
    **options: Any,
) -> Frontier:
    """Map which sizes (m, p, H) a task has attention units of: ``headcount frontier``.

    Parameters
    ----------
    task : as for ``probe``, or a CellQuestion
    m, bits, heads : int, "1:6", or increasing integers
        The sizes to be mapped: widths of queries and keys, bits of a number, heads. Of "1:6" 1 and 6 are included.
    budget : float > 0
        Seconds of wall-clock time for each cell.
    fill : bool
        Whether what follows by monotonicity is filled in.
    watch : callable, optional
        Told the map after every change.
    unit_class : "grid", "fixed" or "rounded"
    grid, gap, combine, read_out, dv, position, null, error, values
        Choices of the class, as for ``probe``.
    jobs : int, optional
        Cells at work at a time; as many as there are cores by default.
    scheduler : str, optional
        Address of a Dask scheduler whose workers decide the cells.
    store : Path, optional
        A file (SQLite) that keeps every answer as it comes, so that a run that is stopped continues.

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
    chosen = made(FrontierOptions, {"m": m, "bits": bits, "heads": heads, **options}, "frontier")
    place = None if chosen.store is None else Path(chosen.store)
    further = {"jobs": chosen.jobs, "scheduler": chosen.scheduler, "store": place, "fill": fill}
    return ask(frontier_question(task, chosen), budget, watch=watch, **further)  # type: ignore[no-any-return]
