"""The least width of a softmax head with real tables that has the weights of an attention matrix."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ..bounds.attention_matrices.pattern_ends import (
    any_scores_upper,
    interpolation_upper,
    order_of,
    permutation_ends,
    threshold_lower,
    tie_lower,
    tie_upper,
    trivial_lower,
)
from ..bounds.attention_matrices.radon import radon_lower
from ..bounds.attention_matrices.score_tables import score_tables_upper
from ..questions import AttentionRatios, SignPattern, least_size, pattern_question
from ..questions.attention_matrix import PermutationMatrix
from .answer import Answer
from .asked import Asked, MatrixAsked
from .board import LocalBoard
from .least import least
from .plan import Plan

WHOLE_CELLS = 40_000
"""Patterns up to this many cells are searched as a whole; of larger ones a part gives the lower bound."""

PART_ROWS, PART_COLUMNS = 30, 40
RADON_KEYS = 8
"""Most keys whose dependencies are gone through."""

GROWTH = (1, 2, 4)
"""Parts of a large matrix that are tried, in multiples of these."""


def weights_plan(asked: Asked) -> Plan:
    """Patterns first, then what depends on the tolerances: each bound at the tolerances that it is about."""
    question = asked.question
    if isinstance(question, PermutationMatrix):
        return Plan(*permutation_ends(question))
    assert isinstance(question, AttentionRatios) and isinstance(asked, MatrixAsked)
    if not asked.exact:
        loose = asked.quantities[0].question
        assert isinstance(loose, AttentionRatios)
        return Plan(trivial_lower(loose), any_scores_upper(question), (_at_smaller, _at_larger))
    upper = any_scores_upper(question)
    return Plan(trivial_lower(question), upper, (_by_radon, _by_tables), always=_by_patterns)


def _at_smaller(board: LocalBoard) -> None:
    """The upper bound, at tolerances that are a little smaller than what is asked for."""
    found = least(board, MatrixAsked(board.asked.least), "smaller tolerances", board.left / 2)
    board.beside.update(found.beside)
    board.post_any(found.upper)
    _pass_on(board, found)


def _at_larger(board: LocalBoard) -> None:
    """The lower bound, at tolerances that are a little larger; more than the upper bound is not looked for."""
    reached = board.upper
    asked = MatrixAsked(board.asked.quantities[0])
    found = least(board, asked, "larger tolerances", enough=lambda lower, upper: lower >= reached)
    for name in ("threshold", "tie", "any"):
        one, other = board.beside.get(name), found.beside.get(name)
        if other is not None and (one is None or one.lower.value < other.lower.value):
            board.beside[name] = other
    board.post_any(found.lower)
    _pass_on(board, found)


def _pass_on(board: LocalBoard, found: Answer) -> None:
    """What a part of the search ran into, but that its own time was over."""
    for note in found.notes:
        if not note.startswith("the budget of"):
            board.note(note)


def _of(board: LocalBoard) -> AttentionRatios:
    assert isinstance(board.question, AttentionRatios)
    return board.question


def _is_whole(question: AttentionRatios) -> bool:
    return len(question.entries) * question.L <= WHOLE_CELLS


def _by_patterns(board: LocalBoard) -> None:
    """Interpolation, thresholds and ties, which are shown beside the answer."""
    board.post_any(interpolation_upper(_of(board)))
    board.beside["any"] = board.answer()  # its upper bound is one for any weights and tolerances
    _by_thresholds(board)
    if not board.is_enough:
        _by_ties(board)


def _probed(board: LocalBoard, rows: tuple[str, ...], words: str) -> Answer:
    pattern = pattern_question(SignPattern(rows, null=False))
    return least(board, Asked(least_size(pattern)), words, max(0.05, board.left / 3))


def _by_thresholds(board: LocalBoard) -> None:
    """Nonzeros above zeros: a lower bound at every tolerance; of a large matrix that of parts."""
    question = _of(board)
    if _is_whole(question):
        board.beside["threshold"] = found = _probed(board, question.signs_on("+"), "threshold pattern")
        board.post_any(threshold_lower(question, found.lower))
        return
    for times in GROWTH:
        if times > 1 and board.over:
            break
        part = part_of(question, times)
        found = _probed(board, signs_of_part(question, *part), f"part of {len(part[0])} rows")
        if times == 1 or found.lower.value > board.lower:
            board.beside["threshold"] = found
            board.post_any(threshold_lower(question, found.lower, part))
    board.note(f"the lower bound is that of a part, at most {len(part[0])} rows and {len(part[1])} columns")


def _by_ties(board: LocalBoard) -> None:
    """Equal scores on the nonzeros: an upper bound of uniform rows at every tolerance."""
    question = _of(board)
    if not _is_whole(question):
        return
    board.beside["tie"] = found = _probed(board, question.signs_on("0"), "tie pattern")
    assert found.upper is not None  # it is known by a simplex
    board.post_any(tie_lower(question, found.lower), tie_upper(question, found.upper))
    order = order_of(found.upper)
    if order is not None:
        bound = interpolation_upper(question, order)
        known = board.beside["any"].upper
        if known is not None and bound.value < known.value:
            board.beside["any"] = replace(board.beside["any"], lower=trivial_lower(question), upper=bound)
        board.post(bound)


def _by_radon(board: LocalBoard) -> None:
    question = _of(board)
    for size in range(board.lower + 2, min(question.L, board.upper + 1, RADON_KEYS) + 1):
        if board.over or len(question.entries) > PART_ROWS:
            return
        board.say(f"Radon partitions of {size} keys")
        found = radon_lower(question, size)
        if found is None:
            return
        board.post(found)


def _by_tables(board: LocalBoard) -> None:
    question = _of(board)
    if not question.ratio or not _is_whole(question):
        return
    turn = 0
    while not board.over:
        for width in range(max(1, board.lower), board.upper):
            if board.over or width >= board.upper:
                break
            board.say(f"tables for m = {width}")
            starts = 2 * 2 ** min(turn, 5)
            board.post_any(
                score_tables_upper(question, width, seed=board.seed + turn, starts=starts, deadline=board.deadline)
            )
        turn += 1


def part_of(question: AttentionRatios, times: int = 1) -> tuple[Sequence[int], Sequence[int]]:
    """Rows whose supports meet, and their columns: at most so many times ``PART_ROWS`` and ``PART_COLUMNS``.

    >>> from headcount.tasks.attention_matrix import band, ratios_question
    >>> rows, columns = part_of(ratios_question(band(1000, 3)))
    >>> list(rows)[:4], len(rows), len(columns)
    ([0, 1, 2, 3], 30, 33)
    """
    most_rows, most_columns = times * PART_ROWS, times * PART_COLUMNS
    by_column: dict[int, list[int]] = {}
    for i, row in enumerate(question.entries):
        for column, _ in row:
            by_column.setdefault(column, []).append(i)
    rows: dict[int, None] = {0: None}
    columns: dict[int, None] = {}
    waiting = [0]
    while waiting and len(rows) < most_rows:
        for column, _ in question.entries[waiting.pop(0)]:
            if len(columns) < most_columns:
                columns.setdefault(column)
            for i in by_column[column]:
                if i not in rows and len(rows) < most_rows:
                    rows[i] = None
                    waiting.append(i)
        if not waiting:
            waiting += [i for i in range(len(question.entries)) if i not in rows][:1]
            rows |= dict.fromkeys(waiting)
    for i in rows:
        for column, _ in question.entries[i]:
            if len(columns) < most_columns:
                columns.setdefault(column)
    spare = (column for column in range(question.L) if column not in columns)
    while len(columns) < min(question.L, math.ceil(1.1 * len(rows))):
        columns[next(spare)] = None
    return sorted(rows), sorted(columns)


def signs_of_part(question: AttentionRatios, rows: Sequence[int], columns: Sequence[int]) -> tuple[str, ...]:
    """The threshold pattern of some rows and columns."""
    supports = [{column for column, _ in question.entries[i]} for i in rows]
    return tuple("".join("-+"[j in support] for j in columns) for support in supports)
