"""Brackets for patterns by cosine or Euclidean distance, and for queries whose thresholds share a vector.

Lower bounds come from the engines for inner products, on the pattern of what keys of a sphere do for the rows; upper
bounds from orders round a circle, from points found numerically, and from inner products.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from ...bounds.bound import Bound, End
from ...bounds.bracket import INTERRUPTED, Bracket
from ...bounds.lower.other_scores import OnASphere, different_keys_lower
from ...bounds.patterns import simplex_upper, trivial_lower
from ...bounds.upper.scored_points import (
    circle_of_order,
    circle_upper,
    inner_products_upper,
    no_choice_upper,
    points_upper,
    sign_rank_identity,
    simplex_points_upper,
    two_places_upper,
)
from ...questions.scored import Scored
from .board import Board, Enough, LocalBoard, only_closed
from .large_patterns import is_large
from .lower_end import raise_lower
from .race import race
from .upper_end import FIRST_TURN, in_turns

LARGE = 10**7
"""Most products of a table of a simplex: larger ones are left to the search."""


class OtherQuestion(Board):
    """A board for another question, whose lower bounds are turned into those of the board behind it."""

    def __init__(self, board: Board, inner: OnASphere) -> None:
        super().__init__(inner.inner, board.seed, board.deadline)
        self._board, self._inner = board, inner
        self._step = inner.step + self.question.offset

    @property
    def lower(self) -> int:
        return self._board.lower + self._step

    @property
    def upper(self) -> int:
        return self._board.upper + self._step

    @property
    def told_lower(self) -> int:
        return self._board.told_lower + self._step

    def post(self, bound: End) -> None:
        if bound.side == "lower" and isinstance(bound, Bound) and bound.value - self._inner.step > self._board.lower:
            self._board.post(self._inner.lower(bound))

    def say(self, text: str) -> None:
        self._board.say(text)

    def note(self, text: str) -> None:
        """Nothing: what such notes say is about inner products."""


def probe_scored(
    question: Scored,
    *,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
    enough: Enough = only_closed,
    known: tuple[Bound, ...] = (),
    start: tuple[Bound, ...] = (),
    whole: float | None = None,
) -> Bracket:
    """The least m for a scored pattern: a certified bracket.

    Parameters
    ----------
    known : bounds in class SIGN about the pattern by inner products, that is about ``question.of``
    start : bounds about the question itself
    whole : the budget that the user gave, of which this is a part

    Others as for ``probe``.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question, scored_question
    >>> pairs = pattern_question(SignPattern(("+++-", "---+", "-+--", "--+-"), null=False))
    >>> bracket = probe_scored(scored_question(pairs, "cosine"))
    >>> bracket.lower.value, bracket.upper.value
    (2, 2)
    """
    deadline = time.monotonic() + budget
    board = LocalBoard(question, seed, deadline, first_ends(question), watch or _nobody)
    board.enough = enough
    part = None if not is_large(question.of) else next(filter(None, map(_part_of, known)), None)
    for bound in start:
        board.post(bound)
    try:
        for bound in known:
            found = _upper(question, bound) if bound.side == "upper" else _lower(question, bound)
            if found is not None:
                board.post(found)
        if not board.over:
            lower = partial(_raise, part=part)
            race(board, (lower, _push), seeded=(_push, lower))
    except KeyboardInterrupt:
        board.note(INTERRUPTED)
    board.note_the_time(whole or budget)
    return board.bracket()


def _nobody(board: LocalBoard) -> None:
    pass


def first_ends(question: Scored) -> tuple[Bound, Bound]:
    """Ends that need no search."""
    return different_keys_lower(question) or trivial_lower(question), _first_upper(question)


def _first_upper(question: Scored) -> Bound:
    """Upper bounds that need no search; the one with the shorter evidence if they are equal."""
    if is_large(question.of) and not question.shared:
        return _from_simplex(question)
    if (nothing := no_choice_upper(question)) is not None:
        return nothing
    if (halves := two_places_upper(question)) is not None:
        return halves
    if question.shared:
        return simplex_points_upper(question)
    if question.score == "cosine":
        by_rows = sign_rank_identity(question)
        cells = len(question.signs) * question.columns
        if by_rows.value < question.columns or cells * question.columns > LARGE:
            return by_rows
        return simplex_points_upper(question)
    return _from_simplex(question)


def _from_simplex(question: Scored) -> Bound:
    found = inner_products_upper(question, simplex_upper(question.of))
    assert found is not None  # queries are their own
    return found


def _upper(question: Scored, bound: Bound) -> Bound | None:
    """From that by inner products for the same rows; an order on the moment curve is one round a circle."""
    content = bound.found
    found = inner_products_upper(question, bound)
    if found is None or content["kind"] != "polynomial" or content["negated"] or content.get("vectors") == "rows":
        return found
    return min(found, circle_of_order(question, content["order"]), key=lambda end: end.value)


def _lower(question: Scored, bound: Bound) -> Bound | None:
    """The lower bound for the same rows by inner products; None if it is 0, or about all rows of a large pattern."""
    content = bound.found
    if not bound.value or (not question.of.can_be_written_out and "rows" not in content):
        return None
    return OnASphere(question).lower(bound)


Part = tuple[tuple[int, ...], tuple[int, ...]]


def _part_of(bound: Bound) -> Part | None:
    """The rows and columns that a lower bound is about, if it is about a part."""
    content = bound.found
    if bound.side == "upper" or content["kind"] != "restriction" or "rows" not in content:
        return None
    return tuple(content["rows"]), tuple(content["columns"])


def _raise(board: Board, part: Part | None) -> None:
    """Of a large pattern only what a sphere gives away to the part that is hard by inner products."""
    question = board.question
    assert isinstance(question, Scored)  # of such a question the race is run
    if part is not None or not is_large(question.of):
        raise_lower(OtherQuestion(board, OnASphere(question, part)), cheap_first=True)


def _push(board: Board) -> None:
    question = board.question
    assert isinstance(question, Scored)  # as above
    if not question.of.can_be_written_out:
        return
    board.say("upper bound: orders of the items round a circle")
    for allowed in (0.0, 2.0):
        found = circle_upper(question, seed=board.seed, deadline=board.until(allowed), enough=board.lower)
        if found is not None:
            board.post(found)
        if board.over:
            return
    in_turns(board, "points", FIRST_TURN, partial(points_upper, question, restarts=None))
