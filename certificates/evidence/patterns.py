"""The entries of a pattern, paid for before they are written out: a few bytes of a file may name four million."""

from ..reading import Node
from ..statement.question import Question
from ..statement.sign_pattern import SignPattern

STEPS = 4
"""For an entry: it is made, looked at, and kept while the file is checked."""


def written_out(node: Node, question: Question) -> SignPattern:
    """The sign pattern of a question.

    Raises
    ------
    QuestionError
        If there is none, or it has too many cells; then nothing is paid.

    Examples
    --------
    >>> from ..statement.selection import SparseAveraging
    >>> node = Node(None, "claim")
    >>> written_out(node, SparseAveraging(4, 1)).shape, node.meter.spent
    ((4, 4), 64)
    """
    if question.is_pattern and question.can_be_written_out:
        node.meter.charge(STEPS * question.cells)
    return question.pattern


def homogeneous_rows(node: Node, question: Question) -> tuple[str, ...]:
    """The rows whose sign-rank is m + offset."""
    return written_out(node, question).homogeneous_rows
