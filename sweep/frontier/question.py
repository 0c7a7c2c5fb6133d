"""The question of a map: a task with a class of units, and ranges of sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...questions import GRIDS
from ...search.asked_classes import MAPPED, spoken
from ...search.options import Options, option
from ...search.probe_options import ProbeOptions
from ...search.settle import question_of
from ...tasks import TaskError

if TYPE_CHECKING:
    from .cells import CellQuestion

LIMITS = {"m": (0, 1000), "bits": (1, 64), "heads": (1, 1000)}


@dataclass(frozen=True)
class FrontierOptions(Options):
    """The options of ``frontier``."""

    m: Any = option("Widths of queries and keys.", "1:6", short="m", metavar="RANGE")
    bits: Any = option("p, bits per number.", "1:3", metavar="RANGE")
    heads: Any = option("H.", "1", metavar="RANGE")
    unit_class: str = option(f"{spoken(MAPPED)}.", "grid", metavar="CLASS")
    grid: str = option("midrise or twos.", "midrise", choices=tuple(GRIDS))
    gap: int = option("grid: least distance of scores from the threshold.", 1, least=1)
    combine: str | None = option(
        "sum or concat of the heads (grid: sum; fixed: concat if any read-out; rounded: concat).",
        choices=("sum", "concat"),
    )
    read_out: str | None = option(
        "fixed: any, or threshold on the first coordinate [any].", choices=("any", "threshold")
    )
    dv: int | str | None = option(
        "fixed, rounded: width of values; m: as wide as queries [m]; averages: at least --values.", metavar="DV|m"
    )
    tables: str | None = option("fixed, rounded: by position and token, or by token [both].", choices=("both", "token"))
    mask: str | None = option("Position i sees its row of a sparse pattern, such as causal.", metavar="PATTERN")
    position: int | None = option("fixed, rounded: answers are asked for at this position only (from 0).", least=0)
    null: bool = option("Pattern files: there is a null token that scores 0.", False)
    error: Any = option("qsa: what an average may be off by, such as 1/4.", metavar="EPS")
    values: int | None = option("qsa with --error: dimension of the values [1].", least=1, metavar="D")
    jobs: int | None = option("Cells at work at a time [cores].", least=1)
    scheduler: str | None = option(
        "Run on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786.", metavar="ADDRESS"
    )
    store: Path | None = option("Keep the answers here (SQLite) and continue.", metavar="FILE")

    @property
    def ranges(self) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
        """The sizes m, p and H.

        Raises
        ------
        TaskError
            If a range is none, or out of the limits.
        """
        m, bits, heads = (sizes_given(name, getattr(self, name)) for name in LIMITS)
        return m, bits, heads


@dataclass(frozen=True)
class MapAsked:
    """A map: which sizes (m, p, H) a task has units of."""

    cells: CellQuestion
    m: Sequence[int]
    p: Sequence[int]
    H: Sequence[int]


def frontier_question(task: Any, options: FrontierOptions | None = None) -> MapAsked:
    """The question about a task in whatever form: see ``headcount.frontier``.

    Raises
    ------
    TaskError
        If there is no such task in this class, a size is out of range, or an option does not belong to the class.

    Examples
    --------
    >>> asked = frontier_question("qsa N=5 q=1", FrontierOptions(m="1:3", bits=1))
    >>> asked.cells.words, list(asked.m)
    ('q-SA(N=5, q=1) without a null token, class GRID(p, midrise, gap 1)', [1, 2, 3])
    """
    options = options or FrontierOptions()
    ranges = options.ranges
    from .cells import CellQuestion  # here, since it takes long to load

    if isinstance(task, CellQuestion):
        return MapAsked(task, *ranges)
    name = options.unit_class.lower()
    if name == "thresh":
        raise TaskError("class THRESH has no m and p to map, only H; ask headcount probe with ‹unit_class=thresh›")
    if name.upper() not in MAPPED:
        raise TaskError(f"‹unit_class› must be {spoken(MAPPED)}, got {name[:40]!r}")
    if name != "grid" and options.gap != 1:
        raise TaskError("‹gap› is for ‹unit_class=grid›; a fixed-point unit is run as it is, whatever its gaps")
    if options.error is not None and options.gap != 1:
        raise TaskError("‹gap› follows from ‹error›; leave one of them out")
    same: dict[str, Any] = {
        each: options.given.get(each)
        for each in ("combine", "read_out", "dv", "tables", "mask", "position", "null", "error", "values")
        if each in options.given
    }
    if options.error is not None:
        same.pop("combine", None)
    if name == "grid":
        for each in ("read_out", "dv", "tables", "position"):
            if each in same and options.error is None:
                raise TaskError(
                    f"‹{each}› is for ‹unit_class=fixed›; units of class GRID select keys and compute nothing"
                )
        if options.error is None:
            same["gap"] = options.gap
    elif options.null:
        raise TaskError("‹null› is for pattern files, which are asked in ‹unit_class=grid›")
    try:
        asked = question_of(task, ProbeOptions(unit_class=name, bits=2, grid=options.grid, **same))
    except TaskError as error:
        raise TaskError(f"{error.args[0]}{_other_class(task, options) if name == 'grid' else ''}") from None
    if name == "grid" and not asked.question.is_pattern:
        raise TaskError(
            f"‹unit_class=grid› needs a sign pattern, and {asked.question.words} has none; try ‹unit_class=fixed›"
        )
    least = replace(asked.least, unit_class=replace(asked.unit_class, bits=0))
    return MapAsked(CellQuestion(least, options.combine or asked.sharing, asked.values), *ranges)


def _other_class(task: Any, options: FrontierOptions) -> str:
    """What to say of a task that has no pattern, if its fixed-point units can be mapped."""
    try:
        question_of(task, ProbeOptions(unit_class="fixed", bits=2, grid=options.grid))
    except TaskError:
        return ""
    return "; its fixed-point units are mapped by ‹unit_class=fixed›"


def sizes_given(name: str, given: int | str | Iterable[int]) -> Sequence[int]:
    """The sizes that a number, ``1:6`` (both 1 and 6 included), ``1,2,4:8`` or increasing integers stand for.

    Raises
    ------
    TaskError
        If it is none of these, or out of the limits.

    Examples
    --------
    >>> sizes_given("bits", "1:3"), sizes_given("m", 4), sizes_given("bits", "1,2,4:6")
    (range(1, 4), range(4, 5), (1, 2, 4, 5, 6))
    """
    least, most = LIMITS[name]
    if isinstance(given, int | str):
        return _of_word(name, str(given), least, most)
    sizes = [size if type(size) is int else -1 for size in given]
    if not sizes or sizes != sorted(set(sizes)) or sizes[0] < least or sizes[-1] > most:
        raise TaskError(
            f"‹{name}› must be increasing integers from {least} to {most}, got {given!r:.60}; try range(1, 4)"
        )
    return sizes


def _of_word(name: str, word: str, least: int, most: int) -> Sequence[int]:
    if "," in word:
        parts = [_of_word(name, part, least, most) for part in word.split(",")]
        return tuple(sorted({size for part in parts for size in part}))
    first, colon, last = word.partition(":")
    try:
        low, high = int(first), int(last if colon else first)
    except ValueError:
        raise TaskError(
            f"‹{name}› must be a number, a range such as 1:3, or a list such as 1,2,4, got {word[:40]!r}"
        ) from None
    if low > high:
        raise TaskError(f"‹{name}› must be a range from small to large, got {word[:40]!r}; try ‹{name}={high}:{low}›")
    if low < least:
        raise TaskError(f"‹{name}› must be at least {least}, got {low}; try ‹{name}={least}:{max(high, least)}›")
    if high > most:
        raise TaskError(f"‹{name}› must be at most {most}, got {high}; try ‹{name}={min(low, most)}:{most}›")
    return range(low, high + 1)
