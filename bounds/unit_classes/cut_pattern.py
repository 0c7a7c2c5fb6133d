"""The sign pattern of a cut: rows and columns are what Alice and Bob may hold, one token being fixed."""

from dataclasses import dataclass

from ...questions import FiniteTask, SignPattern
from ...questions.finite_task import Word
from ...questions.question import MAX_CELLS


@dataclass(frozen=True)
class CutPattern:
    """The words of both parties in lexicographic order, and ``+`` for answer 1, ``-`` for 0, ``*`` for no input."""

    rows: tuple[Word, ...]
    columns: tuple[Word, ...]
    pattern: SignPattern


def cut_pattern(task: FiniteTask, position: int, token: int, alice: tuple[int, ...]) -> CutPattern | None:
    """The pattern of the inputs with a token at a position, Bob holding what Alice does not; None if it is none.

    >>> xor = FiniteTask("table", (("alphabet", 2), ("length", 3)), tuple(
    ...     ((a, b, 0), (0, 0, a ^ b)) for a in (0, 1) for b in (0, 1)))
    >>> cut_pattern(xor, 2, 0, (0,)).pattern.rows
    ('-+', '+-')
    """
    bob = tuple(j for j in range(task.length) if j != position and j not in alice)
    cells: dict[tuple[Word, Word], str] = {}
    for tokens, answers in task.pairs():
        if tokens[position] == token and answers[position] is not None:
            cell = tuple(tokens[j] for j in alice), tuple(tokens[j] for j in bob)
            cells[cell] = "+" if answers[position] else "-"
    rows, columns = tuple(sorted({a for a, _ in cells})), tuple(sorted({b for _, b in cells}))
    if not cells or len(rows) * len(columns) > MAX_CELLS:
        return None
    signs = tuple("".join(cells.get((a, b), "*") for b in columns) for a in rows)
    return CutPattern(rows, columns, SignPattern(signs, null=True))
