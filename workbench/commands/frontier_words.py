"""The words of ``headcount frontier``: ranges, and a task with a class of units."""

from collections.abc import Sequence

from ...questions import Question, Scope, UnitClass, least_size
from ...tasks import TaskError, question_from_words
from ...tasks.words import value_width
from ..frontier.cells import CellQuestion
from ..search.classes.averages_asked import error_asked, require_value_width, settle_averages
from ..search.classes.probe_options import Asked, ProbeOptions, finite_of, selection_of
from ..search.finite_questions import finite_question


def sizes_from_word(option: str, word: str, least: int, most: int) -> Sequence[int]:
    """The sizes that ``3``, ``1:6`` (both ends included) or ``1,2,4:8`` stand for.

    Raises
    ------
    TaskError
        If the word is none of these, or goes beyond ``least`` or ``most``.

    Examples
    --------
    >>> sizes_from_word("--bits", "1:3", 1, 64), sizes_from_word("--m", "4", 0, 1000)
    (range(1, 4), range(4, 5))
    >>> sizes_from_word("--bits", "1,2,4:6", 1, 64)
    (1, 2, 4, 5, 6)
    """
    if "," in word:
        parts = [sizes_from_word(option, part, least, most) for part in word.split(",")]
        return tuple(sorted({size for part in parts for size in part}))
    first, colon, last = word.partition(":")
    try:
        low, high = int(first), int(last if colon else first)
    except ValueError:
        raise TaskError(
            f"{option} must be a number, a range such as 1:3, or a list such as 1,2,4, got {word[:40]!r}"
        ) from None
    if low > high:
        raise TaskError(f"{option} must be a range from small to large, got {word[:40]!r}; try {option} {high}:{low}")
    if low < least:
        raise TaskError(f"{option} must be at least {least}, got {low}; try {option} {least}:{max(high, least)}")
    if high > most:
        raise TaskError(f"{option} must be at most {most}, got {high}; try {option} {min(low, most)}:{most}")
    return range(low, high + 1)


def cell_question(
    task: Asked,
    *,
    name: str,
    null: bool,
    grid: str,
    gap: int,
    combine: str | None,
    read_out: str | None,
    dv: str | int | None,
    position: int | None,
    error: str | None = None,
    values: int | None = None,
) -> CellQuestion:
    """The task, in words or as an object, and the class, from the options of the command line.

    Raises
    ------
    TaskError
        If there is no such task in this class, or an option does not belong to the class.
    """
    name = name.lower()
    for option, value, known in (
        ("--class", name, ("grid", "fixed")),
        ("--grid", grid, ("midrise", "twos")),
        ("--combine", combine or "sum", ("sum", "concat")),
        ("--read-out", read_out or "any", ("any", "threshold")),
    ):
        if option == "--class" and value == "thresh":
            raise TaskError("class THRESH has no m and p to map, only H; ask headcount probe with --class thresh")
        if value not in known:
            raise TaskError(f"{option} must be {' or '.join(known)}, got {value[:40]!r}")
    if error_asked(error, values) is not None:
        for option, given in (
            ("--read-out", read_out),
            ("--dv", dv if name == "grid" else None),
            ("--position", position),
            ("--null", null or None),
        ):
            if given is not None:
                raise TaskError(f"{option} does not apply to averages with an error; leave it out")
        require_value_width(dv, values or 1)
        if gap != 1:
            raise TaskError("--gap follows from --error; leave one of them out")
        unit_class = UnitClass("GRID", 0, grid, 1) if name == "grid" else UnitClass("FIXED", 0, grid)
        asked = settle_averages(task, unit_class, "m", error=error, values=values or 1)
        return CellQuestion(asked.least, combine or "sum", asked.values)
    if name == "grid":
        for option, given in (("--read-out", read_out), ("--dv", dv), ("--position", position)):
            if given is not None:
                raise TaskError(f"{option} is for --class fixed; units of class GRID select keys and compute nothing")
        try:
            question = _selection(task, null)
        except TaskError as error:
            raise TaskError(f"{error}{_other_class(task)}") from None
        if not question.is_pattern:
            raise TaskError(f"--class grid needs a sign pattern, and {question.words} has none; try --class fixed")
        return CellQuestion(least_size(question, "m", UnitClass("GRID", 0, grid, gap)), combine or "sum")
    if null:
        raise TaskError("--null is for pattern files, which are asked in --class grid")
    if gap != 1:
        raise TaskError("--gap is for --class grid; a fixed-point unit is run as it is, whatever its gaps")
    question = _computation(task, position)
    read_out = read_out or "any"
    # Heads are put together as ``probe`` takes them.
    scope = Scope(null=False, combine=combine or ("concat" if read_out == "any" else "sum"))
    width = value_width(dv)
    least = least_size(question, "m", UnitClass("FIXED", 0, grid), dv=width, read_out=read_out, scope=scope)
    return CellQuestion(least)


def _selection(task: Asked, null: bool) -> Question:
    return (
        question_from_words(task, null=null) if isinstance(task, list) else selection_of(task, ProbeOptions(), "GRID")
    )


def _computation(task: Asked, position: int | None) -> Question:
    return finite_question(task, position) if isinstance(task, list) else finite_of(task, position, True, "FIXED")


def _other_class(task: Asked) -> str:
    try:
        _computation(task, None)
    except TaskError:
        return ""
    return "; its fixed-point units are mapped by --class fixed"
