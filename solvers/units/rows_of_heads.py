"""The rows of a question as keys of a p-bit grid have to show them: words for each way and head."""

from itertools import combinations

from ...questions.question import Question
from ...questions.selection import SparseAveraging
from ...questions.shared_averaging import SharedAveraging, divided
from .key_cases import Row


def lists_of_rows(question: Question, kept: int) -> tuple[tuple[Row, ...], ...]:
    """The lists of rows, one of which has to be met, when so many columns are argued about.

    >>> from ...questions.selection import shared_question
    >>> concat, by_size = (lists_of_rows(shared_question(3, 2, 2, name), 3) for name in ("concat", "sum"))
    >>> len(by_size), by_size[0] == concat[0]
    (1, True)
    >>> concat[0][0]
    (('0--', '-0-'), ('-0-', '0--'))
    """
    if isinstance(question, SharedAveraging):
        return _shared(SharedAveraging(kept, question.q, question.heads, question.combine))
    if isinstance(question, SparseAveraging):
        question = SparseAveraging(kept, question.q)
    words = (row[:kept] + ("0" if question.null else "") for row in question.pattern.rows)
    return (tuple(((word,),) for word in dict.fromkeys(words)),)


def _shared(question: SharedAveraging) -> tuple[tuple[Row, ...], ...]:
    ways = [list(divided(y, question.heads)) for y in combinations(range(question.N), question.q)]
    lists = [ways]
    if question.combine == "sum":
        sizes = sorted({tuple(sorted(map(len, parts), reverse=True)) for parts in ways[0]}, reverse=True)
        lists = [[[parts for parts in row if tuple(map(len, parts)) == size] for row in ways] for size in sizes]
    return tuple(
        tuple(tuple(tuple(_word(part, question.N) for part in parts) for parts in row) for row in rows)
        for rows in lists
    )


def _word(part: tuple[int, ...], positions: int) -> str:
    return "".join("0" if j in part else "-" for j in range(positions))
