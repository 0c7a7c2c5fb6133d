"""Sign patterns by other scores than inner products, and queries whose thresholds share one vector.

``Scored(of, score, shared)``  the rows of a pattern without a null token, for queries and m-dimensional keys

    ``inner``      <q, k_c> is above a threshold of the row where the row is ``+``, and below it where it is ``-``
    ``cosine``     the same, and all keys have one norm (0 as well, where m = 0 is enough): unit vectors, as layer norms
                   of queries and keys make them; scores are at the threshold where the row is ``0``
    ``euclidean``  |q - k_c| is below a threshold of the row where the row is ``+``, and above it where it is ``-``

Each row has a query of its own; or, if ``shared`` is given, row r that of number ``shared[r]``, and only thresholds are
its own: so grades of relevance are nested. By inner products with a query for each row the question is the pattern
itself. For all sets of some sizes there is ``Retrieval``, which needs not be written out.
"""

from dataclasses import dataclass
from typing import ClassVar

from .question import Question
from .relevance import Relevance
from .separation import Separation

SCORES_OF_PATTERNS = ("inner", "cosine", "euclidean")
"""How queries and keys are compared."""

MOST_NAMED = 6
"""Sets of rows, and rows of a set, that are named where queries share vectors."""

IN_WORDS = {"inner": "inner product", "cosine": "cosine", "euclidean": "Euclidean distance"}


@dataclass(frozen=True)
class Scored(Question):
    """A pattern by a score.

    >>> from .selection import pattern_question
    >>> from .sign_pattern import SignPattern
    >>> Scored(pattern_question(SignPattern(("+-", "-+"), null=False)), "cosine").words
    'the 2x2 sign pattern without a null token by cosine'
    >>> rows = pattern_question(SignPattern(("+--", "++-", "-++"), null=False))
    >>> Scored(rows, "inner", (0, 0, 1)).words.partition(" by ")[2]
    'inner product, 2 query vectors for its 3 rows (one for rows 0, 1), a threshold for each row'
    """

    of: Question
    score: str
    shared: tuple[int, ...] = ()
    task: ClassVar[str] = "scored"
    offset = 0

    @property
    def words(self) -> str:
        return f"{self.of.words} by {IN_WORDS[self.score]}{self._vectors if self.shared else ''}"

    @property
    def _vectors(self) -> str:
        """Which rows have one query vector, in words."""
        members: dict[int, list[int]] = {}
        for row, number in enumerate(self.shared):
            members.setdefault(number, []).append(row)
        groups = [rows for rows in members.values() if len(rows) > 1]
        named = [", ".join(map(str, rows[:MOST_NAMED])) + ", .." * (len(rows) > MOST_NAMED) for rows in groups]
        more = f", and {len(groups) - MOST_NAMED} more shared" * (len(groups) > MOST_NAMED)
        alike = f" ({', '.join(f'one for rows {rows}' for rows in named[:MOST_NAMED])}{more})" if groups else ""
        return f", {len(members)} query vectors for its {len(self.shared)} rows{alike}, a threshold for each row"

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        name, sizes = self.of.spoken
        return f"{name} by {IN_WORDS[self.score]}", sizes

    @property
    def columns(self) -> int:
        return self.of.columns

    @property
    def signs(self) -> tuple[str, ...]:
        """The rows of the pattern, written out."""
        return self.of.pattern.rows

    def to_json(self) -> dict[str, object]:
        shared = {"shared": list(self.shared)} if self.shared else {}
        return {"task": "scored", "score": self.score, "of": self.of.to_json(), **shared}


def scored_question(pattern: Question, score: str, shared: tuple[int, ...] = ()) -> Question:
    """The question for a pattern without a null token, by a score of ``SCORES_OF_PATTERNS``; with 0 by cosine alone.

    Parameters
    ----------
    pattern : a question that is a pattern
    score : ``"inner"`` (only with ``shared``), ``"cosine"`` or ``"euclidean"``
    shared : for each row the number of its query, from 0 on, new numbers in turn; empty if each row has its own

    Raises
    ------
    ValueError
        If the pattern has zeros or a null token, or the other arguments are not as described.
    """
    reason = why_not(pattern, score, shared)
    if reason:
        raise ValueError(reason)
    return Scored(pattern, score, shared)


def is_tied(pattern: Question) -> bool:
    """Whether some row of a pattern has a ``0``."""
    if isinstance(pattern, Relevance | Separation):
        return False
    return pattern.task == "qsa" or pattern.pattern.has_zeros


def why_not(pattern: Question, score: str, shared: tuple[int, ...]) -> str:
    """What is wrong with a question; empty if nothing is."""
    if score not in SCORES_OF_PATTERNS:
        return f"the score must be {', '.join(SCORES_OF_PATTERNS)}, got {score!r}"
    if not pattern.is_pattern or pattern.null:
        return "must be a pattern of - + * without a null token; by cosine, with a query for each row, 0 as well"
    if is_tied(pattern) and (score != "cosine" or shared):
        return (
            "must be a pattern of - + *; keys are compared by cosine, with a query for each row, where some row has 0"
        )
    if score == "inner" and not shared:
        return "by inner products with a query for each row the question is the pattern itself: state that"
    if shared:
        if len(shared) != pattern.shape[0]:
            return f"shared must have a number for each of the {pattern.shape[0]} rows, got {len(shared)}"
        most = -1
        for number in shared:
            if not 0 <= number <= most + 1:
                found = f"got {number} where {most + 1} is next"
                return f"the numbers of the queries must be 0, 1, .. in turn, {found}"
            most = max(most, number)
    return ""
