"""Which cells can be decided at all: what is refused before any work, with the size that would be possible."""

from ...questions import Question, qsa_question
from ...questions.unit_class import FIXED_POINT
from ...search.few_subsets import MOST_DEMANDS, require_few_subsets
from ...solvers.units.fixed_tables import MAX_ENTRIES
from ...tasks import TaskError
from .cells import MOST_INPUTS, Cell, CellQuestion

SHARED = "only the subsets of qsa are shared out among heads"


def require_decidable(asked: CellQuestion, cells: list[Cell]) -> None:
    """Refuse ranges in which nothing could be decided, naming the nearest size that is possible.

    Raises
    ------
    TaskError
        If several heads are asked for where there is one, H > q, no score difference reaches the gap, or the task is
        too large to be written out.
    """
    heads = max(cell.H for cell in cells)
    if heads > 1 and not asked.several_heads:
        raise TaskError(
            f"‹heads› must be 1 for {asked.question.words} in class {asked.unit_class.name}, got {heads}: "
            + ("averages with an error are asked of one head" if asked.is_averages else SHARED)
        )
    if asked.is_averages:
        _require_averages(asked, cells)
        return
    if asked.unit_class.name in FIXED_POINT:
        _require_fixed(asked, cells)
        return
    _require_subsets(asked, heads)
    widest = max(cells, key=lambda cell: (cell.p, cell.m))
    grid, gap = asked.unit_class.grid, asked.unit_class.gap
    reach = widest_difference(grid, widest.p, widest.m)
    if _has_differences(asked.question, heads) and widest.m > 0 and reach < gap:
        raise TaskError(
            f"‹gap={gap}› is out of reach: scores of {grid} entries with m={widest.m} and p={widest.p} are "
            f"at most {reach} apart; try ‹gap={reach}› or a larger p"
        )


def widest_difference(grid: str, bits: int, width: int) -> int:
    """The greatest difference of two scores of one query: each coordinate adds max |query| (max key - min key).

    >>> widest_difference("midrise", 1, 3), widest_difference("twos", 2, 1)
    (6, 6)
    """
    if grid == "midrise":
        return width * ((1 << bits) - 1) * 2 * ((1 << bits) - 1)
    return width * (1 << bits - 1) * ((1 << bits) - 1)


def _has_differences(question: Question, heads: int) -> bool:
    """Whether some row wants two scores to differ (with a null key every sign does)."""
    if question.task == "qsa":
        sizes = dict(question.parameters)
        return sizes["q"] < sizes["N"] or heads > 1
    return any(len({*row, "0" if question.null else "*"} - {"*"}) > 1 for row in question.pattern.rows)


def _require_subsets(asked: CellQuestion, heads: int) -> None:
    if asked.question.task != "qsa":
        if not asked.question.can_be_written_out or len(asked.question.pattern.rows) > MOST_DEMANDS:
            raise TaskError(f"{asked.question.words} is too large; at most {MOST_DEMANDS} rows are gone through")
        return
    q = dict(asked.question.parameters)["q"]
    if heads > q:
        raise TaskError(
            f"‹heads› must be at most q={q}, got {heads}: every head selects a part of the subset that is not empty; "
            f"try ‹heads=1:{q}›"
        )
    require_few_subsets(asked.question, heads)


def _require_averages(asked: CellQuestion, cells: list[Cell]) -> None:
    sizes = dict(asked.question.parameters)
    require_few_subsets(qsa_question(sizes["N"], sizes["q"]), 1)
    if asked.unit_class.grid == "twos" and any(cell.p == 1 for cell in cells):
        raise TaskError(
            "‹bits› must be at least 2 for twos, got 1: of the numbers -1 and 0 no value can be z and -z; try ‹bits=2› "
            "or ‹grid=midrise›"
        )


def _require_fixed(asked: CellQuestion, cells: list[Cell]) -> None:
    finite = asked.question.finite
    if finite is None:
        raise TaskError(
            f"class {asked.unit_class.name} needs a finite task, got {asked.question.words}; try match3 M=3 N=3"
        )
    by_argument = asked.least.pattern is None and finite.name == "match" and dict(finite.parameters)["order"] == 3
    if finite.count > MOST_INPUTS and not by_argument:
        length = next(n for n in range(finite.length, -1, -1) if n == 0 or finite.alphabet**n <= MOST_INPUTS)
        hint = f"N={length} would be possible" if length and finite.name != "cycle3" else "try smaller parameters"
        raise TaskError(f"{asked.question.words} has more than {MOST_INPUTS} inputs, which are gone through; {hint}")
    if asked.least.read_out == "threshold" and asked.combine == "concat" and max(cell.H for cell in cells) > 1:
        raise TaskError("‹read_out=threshold› looks at one coordinate, so several heads must be summed: ‹combine=sum›")
    if asked.least.dv is None and min(cell.m for cell in cells) == 0:
        raise TaskError(
            "‹m› must be at least 1 where values are as wide as queries (dv = m), since m = 0 leaves them no "
            "coordinate; start ‹m› at 1, or take ‹dv=1›"
        )
    smallest = min(cells, key=lambda cell: asked.entries_exponent(cell))
    if asked.entries_exponent(smallest) >= MAX_ENTRIES.bit_length() and not by_argument:
        raise TaskError(
            f"even {smallest} is too large: p (m + dv) H must be at most {MAX_ENTRIES.bit_length() - 1}, since a key "
            f"has 2^(p (m + dv) H) entries to choose from, got {asked.entries_exponent(smallest)}; lower m, p, H, dv"
        )
