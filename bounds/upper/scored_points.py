"""Upper bounds for a pattern by cosine or Euclidean distance, or with queries that share vectors.

Proofs: ``certificates/maps.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...certificates.evaluate.curves import roots
from ...certificates.meter import UNLIMITED, Meter
from ...questions import Question, SignPattern, pattern_question
from ...questions.relevance import Relevance
from ...questions.scored import Scored, is_tied
from ...solvers.sign_rank.column_order import good_order
from ...solvers.sign_rank.scored_points import ScoredPoints, realise_scored
from ..bound import Bound, certified_bound, premise
from ..patterns import by_tables, sign_array

LEVELS = {"-": -1, "0": 0, "+": 1, "*": 0}
"""Scores less the threshold, where any scores are possible."""


def points_upper(
    question: Scored, d: int, *, seed: int = 0, restarts: int | None = 20, seconds: float = float("inf")
) -> Bound | None:
    """m <= d if rational points of R^d are found from so many starts, else None (which says nothing).

    >>> from ...questions import scored_question
    >>> one_each = pattern_question(SignPattern(("+---", "-+--", "--+-", "---+"), null=False))
    >>> points_upper(scored_question(one_each, "euclidean"), 1).value
    1
    """
    signs, score, shared = sign_array(question.signs), question.score, question.shared
    other = seed % 2 == 1 and d > 1  # points of a sphere are points, and where one search is stuck another may not be
    if other and score == "cosine" and not shared:
        found = _lifted(realise_scored(signs, d - 1, "euclidean", seed=seed, restarts=restarts, seconds=seconds))
    else:
        score = "cosine" if other and score == "inner" else score
        found = realise_scored(signs, d, score, shared=shared, seed=seed, restarts=restarts, seconds=seconds)
    words = "points found by numerical search"
    return by_tables(question, d, words, found.queries, found.keys, d) if found.found else None


def circle_upper(question: Scored, *, seed: int = 0, deadline: float = float("inf"), enough: int = 0) -> Bound | None:
    """m <= the changes of sign round a circle, for distances 1 less: a good order; None if queries share vectors.

    >>> from ...questions import scored_question
    >>> pairs = pattern_question(SignPattern(("++---", "-++--", "--++-", "---++", "+---+"), null=False))
    >>> circle_upper(scored_question(pairs, "cosine")).value, circle_upper(scored_question(pairs, "euclidean")).value
    (2, 3)
    """
    if question.shared:
        return None
    pole = int(question.score == "euclidean")
    signs = np.hstack([sign_array(question.signs), np.full((len(question.signs), pole), -1, dtype=np.int8)])
    order = good_order(signs, seed=seed, deadline=deadline, enough=enough + pole, negate=False)
    return _round_a_circle(question, order.order, order.roots)


def circle_of_order(question: Scored, order: Sequence[int]) -> Bound:
    """The same for an order of the items that is given; nothing is written out.

    >>> from ...questions import scored_question
    >>> pairs = pattern_question(SignPattern(("++--", "-++-", "--++"), null=False))
    >>> circle_of_order(scored_question(pairs, "euclidean"), (0, 1, 2, 3)).value
    1
    """
    pole = range(question.columns, question.columns + (question.score == "euclidean"))
    whole = [*order, *pole]
    found = roots(lists_of_rows(question.of), whole, (), len(whole), Meter(UNLIMITED))
    return _round_a_circle(question, whole, max(found))


def lists_of_rows(of: Question) -> Iterator[dict[int, str]]:
    """For each row of a pattern its columns with ``+`` or ``*``."""
    if isinstance(of, Relevance):
        lists = zip(of.selected, of.free, strict=True)
        return (dict.fromkeys(s, "+") | dict.fromkeys(f, "*") for s, f in lists)
    return ({c: sign for c, sign in enumerate(row) if sign != "-"} for row in of.pattern.rows)


def sets_on_a_circle(question: Scored) -> Bound:
    """m <= 2q for q-SA by cosine, 0 if q = N: trigonometric polynomials with a double root at each of q keys.

    >>> from ...questions import qsa_question, scored_question
    >>> [sets_on_a_circle(scored_question(qsa_question(N, 3), "cosine")).value for N in (3, 10**6)]
    [0, 6]
    """
    sizes = dict(question.of.parameters)
    value, method = 2 * sizes["q"] * (sizes["q"] < sizes["N"]), "squares of trigonometric polynomials on a circle"
    return certified_bound(question, "upper", value, method, {"kind": "squares"})


def _round_a_circle(question: Scored, order: Sequence[int], most: int) -> Bound:
    """The bound of an order, for Euclidean distance with the pole; round the circle the number of roots is even."""
    value = most + most % 2
    method = f"trigonometric polynomials with at most {value} roots round a circle"
    evidence = {"kind": "trigonometric", "order": list(order)}
    return certified_bound(question, "upper", max(0, value - (question.score == "euclidean")), method, evidence)


def simplex_points_upper(question: Scored) -> Bound:
    """m <= C - 1: any scores are possible on the vertices of a simplex, for cosines one with all of them on a sphere.

    By inner products queries that share vectors need no more dimensions than there are vectors, either: each item's
    coordinates are its scores.

    Raises
    ------
    ValueError
        If no scores have the signs asked, because thresholds of one query cannot be nested.

    Examples
    --------
    >>> from ...questions import scored_question
    >>> nested = pattern_question(SignPattern(("+---", "++--", "+-+-"), null=False))
    >>> simplex_points_upper(scored_question(nested, "inner", (0, 0, 1))).value
    2
    """
    columns, rows = question.columns, question.signs
    groups = question.shared or tuple(range(len(rows)))
    if is_tied(question.of):
        levels, thresholds = [[LEVELS[symbol] for symbol in row] for row in rows], [0] * len(rows)
    else:
        levels, thresholds = nested_scores(rows, groups)
    if question.score == "inner" and len(levels) < columns - 1:
        keys = [[*(level[c] for level in levels), 1] for c in range(columns)]
        queries = [[*(int(g == place) for place in range(len(levels))), -thresholds[r]] for r, g in enumerate(groups)]
        return by_tables(question, len(levels), "coordinates are scores", queries, keys, len(levels))
    width = columns - 1
    queries = []
    if question.score == "cosine" and columns > 1:
        # The ends of an axis and the other unit vectors, by inverse stereographic projection: see _on_sphere there.
        ends = [[0] * (width - 1) + [1, 1], [0] * (width - 1) + [-1, 1]]
        keys = [*ends, *([int(i == j) for j in range(width)] + [1] for i in range(width - 1))]
        for r, g in enumerate(groups):
            level = levels[g]
            both = level[0] + level[1]
            queries.append([*(2 * x - both for x in level[2:]), level[0] - level[1], both - 2 * thresholds[r]])
    else:
        keys = [[int(i == j + 1) for j in range(width)] + [1] for i in range(columns)]
        for r, g in enumerate(groups):
            level, first = levels[g], levels[g][0]
            bulge = [-1] if question.score == "euclidean" else []
            queries.append([*(x - first + len(bulge) for x in level[1:]), *bulge, first - thresholds[r]])
    return by_tables(question, width, "a simplex", queries, keys, width)


def simplex_width(question: Scored) -> int:
    """The value of ``simplex_points_upper``.

    >>> from ...questions import scored_question
    >>> nested = pattern_question(SignPattern(("+---", "++--", "+-+-"), null=False))
    >>> [simplex_width(scored_question(nested, score, (0, 0, 1))) for score in ("inner", "cosine")]
    [2, 3]
    """
    vectors = max(question.shared, default=len(question.signs) - 1) + 1
    return min(vectors, question.columns - 1) if question.score == "inner" else question.columns - 1


def no_choice_upper(question: Scored) -> Bound | None:
    """m <= 0 if no row has two symbols: all items at one place. None if one has.

    >>> from ...questions import scored_question
    >>> no_choice_upper(scored_question(pattern_question(SignPattern(("++", "-*"), null=False)), "euclidean")).value
    0
    """
    rows = question.signs
    if any(len(set(row) - {"*"}) > 1 for row in rows):
        return None
    bulge = [-1] if question.score == "euclidean" else []
    queries = [[*bulge, 1 if "+" in row else 0 if "0" in row else -1] for row in rows]
    return by_tables(question, 0, "no query has to tell items apart", queries, [[1]] * question.columns, 0)


def two_places_upper(question: Scored) -> Bound | None:
    """m <= 1 by cosine, keys at 1 and -1, if queries that tell items apart take those at one place; else None.

    >>> from ...questions import scored_question
    >>> halves = pattern_question(SignPattern(("++--", "--*+", "++++"), null=False))
    >>> two_places_upper(scored_question(halves, "cosine")).value
    1
    """
    rows = question.signs
    if question.score != "cosine":
        return None
    groups = question.shared or tuple(range(len(rows)))
    near: dict[int, list[tuple[int, int]]] = {}  # items 0, 1, .. and queries -1, -2, ..: at the same place or not
    for row, group in zip(rows, groups, strict=True):
        if "+" in row and "-" in row:
            for c, sign in enumerate(row):
                if sign != "*":
                    near.setdefault(c, []).append((-1 - group, 1 if sign == "+" else -1))
                    near.setdefault(-1 - group, []).append((c, 1 if sign == "+" else -1))
    place: dict[int, int] = {}
    for start in near:
        waiting = [] if start in place else [start]
        place.setdefault(start, 1)
        while waiting:
            here = waiting.pop()
            for other, side in near[here]:
                if other not in place:
                    place[other] = place[here] * side
                    waiting.append(other)
                elif place[other] != place[here] * side:
                    return None
    queries = []
    for row, group in zip(rows, groups, strict=True):
        constant = 0 if "+" in row and "-" in row else 2 if "+" in row else -2
        queries.append([place.get(-1 - group, 1), constant])
    keys = [[place.get(c, 1), 1] for c in range(question.columns)]
    return by_tables(question, 1, "items at two opposite points", queries, keys, 1)


def nested_scores(rows: Sequence[str], groups: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Integer scores of the columns for each query, and a threshold for each row, that have the signs asked.

    Parameters
    ----------
    rows : words over - + *
    groups : the query of each row

    Raises
    ------
    ValueError
        If there are none.

    Examples
    --------
    >>> nested_scores(("+--", "++-"), (0, 0))
    ([[4, 2, 0]], [3, 1])
    """
    columns = len(rows[0])
    levels = [[0] * columns for _ in range(max(groups) + 1)]
    thresholds = [0] * len(rows)
    members: dict[int, list[int]] = {}
    for row, group in enumerate(groups):
        members.setdefault(group, []).append(row)
    for group, own in members.items():
        level = levels[group]
        for turn in range(2 * len(own) + 2):  # a longest path passes each row once at most
            changed = False
            for row in own:
                least = 1 + max((level[c] for c, sign in enumerate(rows[row]) if sign == "-"), default=-2)
                thresholds[row] = max(thresholds[row], least) if turn else least
                for c, sign in enumerate(rows[row]):
                    if sign == "+" and level[c] <= thresholds[row]:
                        level[c], changed = thresholds[row] + 1, True
            if not changed:
                break
        else:
            raise ValueError("the rows of one query cannot be nested: what one puts first the other puts last")
    return levels, thresholds


def inner_products_upper(question: Scored, bound: Bound) -> Bound | None:
    """The upper bound that one by inner products gives, about the same rows: cosines need one more, distances no more.

    With a null token, where every threshold is 0, cosines need no more. None if queries share vectors.
    """
    if question.shared:
        return None
    step = int(question.score == "cosine" and not bound.question.null)
    norms = f"with threshold 0 norms do not matter{', one more' if step else ''}"
    method = f"{norms if question.score == 'cosine' else 'far balls for half-spaces'}: {bound.evidence.method}"
    return certified_bound(question, "upper", bound.value + step, method, {"kind": "other-score", "of": premise(bound)})


def sign_rank_identity(question: Scored) -> Bound:
    """m <= min(R, C) of a cosine, where an identity matrix is a table and thresholds are 0."""
    rows, method = question.signs, "an identity matrix as a table"
    pattern = pattern_question(SignPattern(rows, null=True))
    bound = certified_bound(pattern, "upper", min(len(rows), len(rows[0])), method, {"kind": "identity"})
    found = inner_products_upper(question, bound)
    assert found is not None  # the caller's queries are their own
    return found


def _lifted(found: ScoredPoints) -> ScoredPoints:
    """Balls of R^(d-1) as caps of the sphere of R^d, by inverse stereographic projection.

    The coordinates w v, |v|^2 and w^2 that the score of a ball is made of are V / 2, (A + B) / 2 and (B - A) / 2 with
    V = 2 w v, A = |v|^2 - w^2, B = |v|^2 + w^2, where |V|^2 + A^2 = B^2.
    """
    keys = []
    for *v, w in found.keys:
        square = sum(x * x for x in v)
        keys.append((*(2 * w * x for x in v), square - w * w, square + w * w))
    queries = [(*q, s - t, s + t) for *q, s, t in found.queries]  # s is negative: minus the weight of |v|^2
    return ScoredPoints(tuple(queries), tuple(keys))
