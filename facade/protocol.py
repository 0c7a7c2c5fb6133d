"""``protocol`` with the options of ``headcount protocol``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from ..questions import Unit
from ..search.protocol_runs import ProtocolRuns, protocol_runs


def protocol(
    task: str,
    n: int | None = None,
    *,
    unit: Unit | Path | str | None = None,
    a: str | None = None,
    b: str | int | None = None,
    every: bool = False,
    one_way: bool = False,
    rounded: bool = False,
    seed: int = 0,
    **sizes: Any,
) -> ProtocolRuns:
    """Run a fixed-point attention unit as a protocol between Alice and Bob: ``headcount protocol``.

    Parameters
    ----------
    task : str
        A task such as ``"match3"``, or a function and a task such as ``"index k-hop"``; or all words in one.
    n : int, optional
        The size of the two-party function.
    unit : Unit or path, optional
        Run this one; a random unit of the sizes given by default.
    a, b : str, optional
        The inputs; drawn by the seed unless given.
    every : bool
        All pairs of inputs.
    one_way : bool
        Alice tells Bob, and hears nothing.
    rounded : bool
        Running sums and outputs are rounded to p bits, as in the paper (class ROUNDED).
    seed : int
        Of the unit and of the inputs.
    **sizes
        m, p, H, dv, D (layers), grid, and parameters of the reduction such as ``rows``.

    Returns
    -------
    ProtocolRuns
        ``runs`` with their messages, ``bits``, ``formula_bits``; printed, message by message.

    Guarantee
    ---------
    Each answer was compared with the unit's own output, and the bits with the formula.

    Raises
    ------
    ReductionError, ProtocolError, TaskError, TwoPartyError, AttentionError, UnitFileError, CostError, CutError
        If there is no such task, a size is missing or does not fit, or the unit cannot be read or run.

    Examples
    --------
    >>> found = protocol("match3", n=2, m=1, p=2, a="01", b="10")
    >>> found.bits[0] <= found.formula_bits
    True
    """
    words = shlex.split(task)
    given = {"n": n, **sizes, "a": a, "b": b}
    words += [f"{name}={value}" for name, value in given.items() if value is not None]
    taken = Path(unit) if isinstance(unit, str) else unit
    return protocol_runs(words, taken, one_way=one_way, rounded=rounded, every=every, seed=seed)
