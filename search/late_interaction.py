"""The least d by late interaction (MaxSim): S vectors for a document and t for a query, score sum_i max_s <q_i, d_s>.

What one vector for each needs is worked out beside it.
"""

from __future__ import annotations

import time

import numpy as np

from ..bounds.centred_documents import centred_documents
from ..bounds.lower.late_interaction import (
    counted_lower,
    line_lower,
    line_question,
    one_vector_lower,
    parts_for_the_line,
    plane_lower,
)
from ..bounds.patterns import trivial_lower
from ..bounds.upper.late_interaction import (
    line_upper,
    one_vector_upper,
    polygon_upper,
    runs_theorem_upper,
    runs_upper,
    tables_upper,
)
from ..questions import least_size
from ..questions.late_interaction import LateInteraction
from .asked import Asked
from .board import LocalBoard
from .dimension.late_interaction import ONE_VECTOR, LateInteractionAsked
from .least import least
from .plan import Plan

ONE_VECTOR_PART, LINE_SECONDS = 0.3, 5.0
"""The part of the budget for one vector; most seconds for d = 1."""

MOST_CELLS = 200_000
"""Most entries of a pattern of all sets for which vectors are written down rather than the theorem cited."""

SEARCHED = 200_000
"""Most products of a table that is looked for numerically."""


def late_interaction_plan(asked: Asked) -> Plan:
    """What is known at once, what one vector does, then a search for vectors.

    Of relevance data what one vector does is shown beside the answer, and comes first.
    """
    if not isinstance(asked, LateInteractionAsked):
        return Plan(trivial_lower(asked.question), None, (_counted, _refuted_on_a_line, _constructed, _one, _searched))
    return Plan(
        trivial_lower(asked.question), None, (_counted, _constructed, _refuted_on_a_line, _searched), always=_one
    )


def _question(board: LocalBoard) -> LateInteraction:
    assert isinstance(board.question, LateInteraction)
    return board.question


def _one(board: LocalBoard) -> None:
    """One vector for each: an upper bound, and a lower bound too where a document has one vector."""
    question = _question(board)
    share = board.left if question.document_vectors == 1 else ONE_VECTOR_PART * board.left
    single = least(board, Asked(least_size(question.of)), ONE_VECTOR, share)
    board.beside[ONE_VECTOR] = single
    board.post_any(one_vector_lower(question, single.lower))
    if single.upper is not None:
        board.post(one_vector_upper(question, single.upper))


def _counted(board: LocalBoard) -> None:
    if not board.closed:
        board.post_any(counted_lower(_question(board), board.lower))


def _constructed(board: LocalBoard) -> None:
    question, asked = _question(board), board.asked
    if question.of.cells > MOST_CELLS:
        board.post_any(runs_theorem_upper(question))
    if not question.of.can_be_written_out:
        return
    board.post_any(line_upper(question))
    if board.upper > 2:
        known = asked.centred if isinstance(asked, LateInteractionAsked) else None
        centred = known or centred_documents(question.signs, min(1.0, board.left), board.seed)
        board.post_any(runs_upper(question, centred.order))
    if board.upper > 2:
        board.post_any(polygon_upper(question))


def _refuted_on_a_line(board: LocalBoard) -> None:
    question, deadline = _question(board), board.until(LINE_SECONDS)
    if board.lower < 2:
        board.post_any(plane_lower(question))
    if board.lower != 1 or question.document_vectors == 1 or not question.of.can_be_written_out:
        return
    for part in parts_for_the_line(question):
        if time.monotonic() > deadline or board.lower > 1:
            return
        pattern = line_question(question.of.part(*part))
        found = least(
            board, Asked(least_size(pattern)), "on a line", deadline - time.monotonic(), lambda low, high: low > 3
        )
        if found.lower.value > 3:
            board.post(line_lower(question, part, found.lower))


def _searched(board: LocalBoard) -> None:
    """Vectors found numerically, from below: what is enough ends the search."""
    from ..solvers.max_sums import as_integers, found_vectors, plane_vectors, sign_codes

    question, (rng, starts) = _question(board), (np.random.default_rng(board.seed), 0)
    if not question.of.can_be_written_out:
        board.note("the sets are too many to be written out, so only arguments about their number were tried")
        return
    S, t = question.document_vectors, question.query_vectors
    t = min(t, max((row.count("+") for row in question.signs), default=1) or 1, 8)
    S = min(S, 8)
    signs = sign_codes(question.signs)
    if signs.size * S * t > SEARCHED:
        board.note("too many scores for a search of vectors: upper bounds are those of constructions")
        return
    while not board.over:
        widths = range(max(1, board.lower), board.upper)
        for d in widths:
            board.say(f"vectors in d = {d}, start {starts + 1}")
            if (d, t) == (2, 1) and starts:
                found = plane_vectors(signs, S, board.deadline, rng)
            else:
                found = found_vectors(signs, d, S, t, board.deadline, rng)
            tables = None if found is None else as_integers(signs, *found)
            if tables is not None:
                queries, keys = (table.tolist() for table in tables)
                board.post(tables_upper(question, queries, keys, "vectors found numerically, then integers"))
                break
            if board.over:
                break
        starts += 1
