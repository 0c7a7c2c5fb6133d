"""The rows of a question as keys of a p-bit grid have to show them: words for each way and head."""

from itertools import combinations

from ...certificates.meter import Meter, product_steps
from ...questions.question import Question
from ...questions.selection import SparseAveraging
from ...questions.shared_averaging import SharedAveraging, divided
from ...questions.subsets import subsets_up_to
from .key_cases import Row


def lists_of_rows(question: Question, kept: int, meter: Meter) -> tuple[tuple[Row, ...], ...]:
    """The lists of rows, one of which has to be met, when so many columns are argued about.

    >>> from ...questions.selection import shared_question
    >>> concat, by_size = (lists_of_rows(shared_question(3, 2, 2, name), 3, Meter()) for name in ("concat", "sum"))
    >>> len(by_size), by_size[0] == concat[0]
    (1, True)
    >>> concat[0][0]
    (('0--', '-0-'), ('-0-', '0--'))
    """
    if isinstance(question, SharedAveraging):
        return _shared(SharedAveraging(kept, question.q, question.heads, question.combine), meter)
    if isinstance(question, SparseAveraging):
        question = SparseAveraging(kept, question.q)
    meter.charge(2 * question.cells)
    rows = question.pattern.rows
    meter.charge(2 * len(rows) * (4 + kept))
    words = (row[:kept] + ("0" if question.null else "") for row in rows)
    return (tuple(((word,),) for word in dict.fromkeys(words)),)


def _shared(question: SharedAveraging, meter: Meter) -> tuple[tuple[Row, ...], ...]:
    positions, q, heads = question.N, question.q, question.heads
    meter.room(100 * positions)
    meter.charge(positions + heads * product_steps(24 * q, 24 * q))  # q <= 2^24 heads or the number is not computed
    meter.charge(subsets_up_to(positions, q, meter.limit) * question.ways * heads * (10 + 2 * positions))
    ways = [list(divided(y, heads)) for y in combinations(range(positions), q)]
    sizes = sorted({tuple(sorted(map(len, parts), reverse=True)) for parts in ways[0]}, reverse=True)
    lists = [ways]
    if question.combine == "sum":
        lists = [[[parts for parts in row if tuple(map(len, parts)) == size] for row in ways] for size in sizes]
    return tuple(
        tuple(tuple(tuple(_word(part, positions) for part in parts) for parts in row) for row in rows) for rows in lists
    )


def _word(part: tuple[int, ...], positions: int) -> str:
    return "".join("0" if j in part else "-" for j in range(positions))
