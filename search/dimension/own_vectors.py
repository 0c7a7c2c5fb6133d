"""Which queries given items can serve, which only with another query vector, and whether the width is why."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ...bounds.bound import CrossedBoundsError, certificate
from ...certificates.check import check
from ...certificates.verdict import Accepted
from ...display.answer import CertifiedAnswer
from ...display.html import framed, paragraph, table
from ...tasks import TaskError
from ...tasks.output_layers import label_sets_from, output_layer
from ...tasks.relevance.vectors import Floats
from ...tasks.words import counted
from ..board import Watch
from ..reachability import OPEN, REACHABLE, UNREACHABLE, Reachability
from ..reachable import reachable
from .answer import MOST_NAMED, OfData, named, shown
from .options import IN_WORDS
from .own_vectors_asked import VectorsAsked
from .relevance import RelevanceAnswer, relevance_answer

FOR_QUERIES = 0.5
"""The part of the budget for the queries; the rest is for the least dimension."""

UNIT = 2.0**-52
"""The rounding error of a sum of products is at most so much, times their number and their size."""


@dataclass(frozen=True, repr=False)
class VectorsAnswer(OfData, CertifiedAnswer):
    """Which queries the given items can serve, which only with another query vector, and whether width is the cause.

    Attributes
    ----------
    asked : VectorsAsked
    reach : Reachability
        What was decided of each set of items, with its evidence.
    width : RelevanceAnswer
        The least dimension for the data, whatever the vectors.
    seconds : float
    """

    asked: VectorsAsked
    reach: Reachability
    width: RelevanceAnswer
    seconds: float = field(default=0.0, compare=False)

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """For each set asked for its place in ``reach.sets``."""
        number = {one: place for place, one in enumerate(self.reach.sets)}
        return tuple(number[items] for _, _, items in self.asked.sets)

    @cached_property
    def statuses(self) -> tuple[str, ...]:
        """For each query "reachable", "unreachable" or "open"; several grades: the worst of them."""
        found = [REACHABLE] * len(self.data.queries)
        rank = (REACHABLE, OPEN, UNREACHABLE)
        for (query, _, _), place in zip(self.asked.sets, self._places, strict=True):
            found[query] = max(found[query], self.reach.statuses[place], key=rank.index)
        return tuple(found)

    def _ids(self, status: str) -> tuple[str, ...]:
        return tuple(name for name, one in zip(self.data.queries, self.statuses, strict=True) if one == status)

    @property
    def impossible(self) -> tuple[str, ...]:
        """Queries that no query vector serves with these items."""
        return self._ids(UNREACHABLE)

    @property
    def possible(self) -> tuple[str, ...]:
        """Queries that some query vector serves (of several grades: one for each)."""
        return self._ids(REACHABLE)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Queries about which nothing is said."""
        return self._ids(OPEN)

    @cached_property
    def served(self) -> tuple[str, ...] | None:
        """Queries that the given query vectors serve, every score compared; None if none were given."""
        return None if self.asked.queries is None else _served(self.asked)

    @property
    def only_with_another_vector(self) -> tuple[str, ...] | None:
        """Queries that some query vector serves, but not the given one; None if none were given."""
        if self.served is None:
            return None
        own = set(self.served)
        return tuple(name for name in self.possible if name not in own)

    @property
    def width_is_the_cause(self) -> bool | None:
        """Whether no items of this width serve all queries; False if others do; None if that is open."""
        if self.width.lower.value > self.asked.items.d:
            return True
        upper = self.width.upper
        return False if upper is not None and upper.value <= self.asked.items.d else None

    @property
    def closed(self) -> bool:
        """Whether each query is decided, and whether the width is the cause."""
        return not self.undecided and (not self.impossible or self.width_is_the_cause is not None)

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the search."""
        return self.width.interrupted

    def combination(self, query: str) -> dict[str, list[tuple[str, int]]]:
        """Why a query is impossible: weights of relevant and of other items whose means are one point.

        With a threshold of 0 the weighted sum of the one side less the other is 0. By distance the means are one point,
        too, and the relevant items have the larger mean square of distances from it.
        """
        number = next(
            place
            for (of, _, _), place in zip(self.asked.sets, self._places, strict=True)
            if self.data.queries[of] == query and self.reach.statuses[place] == UNREACHABLE
        )
        inside, ids = set(self.reach.sets[number]), self.asked.items.ids
        weights = [(j, weight) for j, weight in self.reach.decided[number].weights if j < len(ids)]
        return {
            "relevant": [(ids[j], weight) for j, weight in weights if j in inside],
            "others": [(ids[j], weight) for j, weight in weights if j not in inside],
        }

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``headcount check`` accepts: queries possible and impossible, and the least dimension."""
        found = dict(self.reach.certificate())
        of_width = certificate(self.width.question, *self.width.bounds)
        if not found["claims"]:
            return of_width
        more = [{"question": self.width.question.to_json(), **claim} for claim in of_width["claims"]]
        both = {**found, "claims": [*found["claims"], *more]}
        return both if isinstance(check(both), Accepted) else found

    @property
    def in_a_line(self) -> str:
        return f"{self.data.words}: with these items {len(self.impossible)} of {len(self.data.queries)} are impossible"

    def lines(self) -> Iterator[str]:
        return self.said()

    def said(self) -> Iterator[str]:
        asked, total = self.asked, len(self.data.queries)
        yield f"  {asked.items.words}"
        if asked.queries is not None:
            yield f"  {asked.queries.words}"
        own = "threshold 0" if asked.zero else "a threshold per query"
        yield f"which queries these items can serve by {IN_WORDS[asked.score]}, {own}   {self.ended}"
        if asked.score == "cosine" and not asked.zero:
            yield "  items are divided by their lengths in double precision, and the answer is about these"
        certified = all(place in self.reach.certified_sets for place in self._places)
        how = "CERTIFIED" if certified else "verified in integers, certified as far as they fit into a file"
        yield f"  impossible  {len(self.impossible):>7} of {counted(total, 'query')}, by any query vector  [{how}]"
        yield f"  possible    {len(self.possible):>7}"
        if self.served is not None and self.only_with_another_vector is not None:
            yield f"    with yours  {len(self.served):>5}"
            yield f"    only with another query vector  {len(self.only_with_another_vector)}"
        if self.undecided:
            yield f"  open        {len(self.undecided):>7}"
        yield f"  {self.cause}"
        for query in self.impossible[:MOST_NAMED]:
            yield f"    {self.why(query)}"
        if len(self.impossible) > MOST_NAMED:
            yield f"    .. and {len(self.impossible) - MOST_NAMED} more (‹json› lists all)"
        if self.only_with_another_vector:
            yield f"    only with another query vector: {named(self.only_with_another_vector)}"

    @property
    def cause(self) -> str:
        """Whether the width is why queries are impossible, in a sentence."""
        d, between = self.asked.items.d, f"all queries need {self.width.known} [{self.width.status}]"
        if not self.impossible and not self.undecided:
            return f"every query is possible with these items of d = {d}; {between}"
        if self.width_is_the_cause is None:
            return f"whether other items of d = {d} serve all queries is open: {between}"
        if self.width_is_the_cause:
            return f"the width is the cause: no items of d = {d} serve all queries, {between}"
        return f"the width is not the cause: other items of d = {d} serve all queries, {between}"

    def why(self, query: str) -> str:
        """Why a query is impossible, in words that name items."""
        sides = [", ".join(shown(name) for name, _ in part) for part in self.combination(query).values()]
        inside, outside = (f"{names[:200]}{'..' if len(names) > 200 else ''}" for names in sides)
        if self.asked.zero:
            return f"{shown(query)}: no vector scores {inside or 'nothing'} above 0 and {outside or 'nothing'} below"
        if self.asked.score == "euclidean":
            return f"{shown(query)}: no ball holds {inside} without one of {outside}"
        return f"{shown(query)}: a mean of its {inside} is a mean of {outside}, so one of these scores as high"

    def all_notes(self) -> tuple[str, ...]:
        """What is to be said besides."""
        several = len(self.asked.sets) > len(self.data.queries)
        return ("a query with several grades is possible if each grade is, by a vector of its own",) if several else ()

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [("impossible", len(self.impossible)), ("possible", len(self.possible))]
        if self.only_with_another_vector is not None:
            rows.append(("only with another query vector", len(self.only_with_another_vector)))
        rows += [("open", len(self.undecided))] if self.undecided else []
        why = [paragraph(self.why(query)) for query in self.impossible[:MOST_NAMED]]
        return framed(f"{self.data.words}; {self.asked.items.words}", table(rows), paragraph(self.cause), *why)

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount dimension --items --json`` prints."""
        upper, other = self.width.upper, self.only_with_another_vector
        return self.json_of(
            vectors=[one.words for one in (self.asked.items, self.asked.queries) if one is not None],
            d=self.asked.items.d,
            score=self.asked.score,
            threshold="zero" if self.asked.zero else "free",
            impossible=[
                {"query": query, **{side: [[name, str(weight)] for name, weight in part]
                                    for side, part in self.combination(query).items()}}
                for query in self.impossible
            ],
            possible=len(self.possible),
            open=list(self.undecided),
            with_yours=None if self.served is None else len(self.served),
            only_with_another_vector=None if other is None else list(other),
            certified=len(self.reach.certified_sets),
            sets=len(self.reach.sets),
            width={"lower": self.width.lower.value, "upper": None if upper is None else upper.value},
            width_is_the_cause=self.width_is_the_cause,
        )  # fmt: skip


def vectors_answer(
    asked: VectorsAsked, *, budget: float = 60.0, seed: int = 0, start: Any = None, watch: Watch | None = None
) -> VectorsAnswer:
    """Decide each query, then look for the least dimension; see ``ask``.

    Guarantee
    ---------
    A query that is said to be possible has a vector, one that is said not to be has a combination of items (Farkas),
    both in integers and verified exactly; what the given query vectors do is decided exactly, too.

    Examples
    --------
    >>> from .options import RelevanceOptions
    >>> from .own_vectors_asked import vectors_question
    >>> rows = [[1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 1, 0]]
    >>> answer = vectors_answer(vectors_question(rows, RelevanceOptions(items=[[0, 0], [2, 0], [0, 2], [1, 0]])))
    >>> answer.impossible, answer.width_is_the_cause, answer.combination("0")
    (('0',), False, {'relevant': [('0', 1), ('1', 1)], 'others': [('3', 2)]})
    """
    if start is not None:
        raise TaskError("‹start› does not apply to vectors that are given; leave it out")
    began = time.monotonic()
    rows, bias = asked.compared
    names = [shown(one) for one in asked.items.ids]
    distinct = names if len(set(names)) == len(names) else None
    layer = output_layer(rows, bias, distinct, "items")
    sets = label_sets_from([items for _, _, items in asked.sets], len(rows))
    rule = "sigmoid" if asked.zero else "top-k"
    reach = reachable(layer, [list(one) for one in sets.sets], rule=rule, budget=max(0.01, FOR_QUERIES * budget))
    left = max(0.05, budget - (time.monotonic() - began))
    width = relevance_answer(asked.width, budget=left, seed=seed, watch=watch)
    answer = replace(VectorsAnswer(asked, reach, width), seconds=time.monotonic() - began)
    serve_all = not answer.impossible and not answer.undecided and len(asked.sets) == len(asked.data.queries)
    if serve_all and answer.width_is_the_cause:
        raise CrossedBoundsError(f"these items of d = {asked.items.d} serve all queries, but {width.lower}")
    return answer


def _served(asked: VectorsAsked) -> tuple[str, ...]:
    """The queries whose vectors put their items on top, by floats where these are far enough apart, else exactly."""
    assert asked.queries is not None
    rows, bias = asked.compared
    vectors = asked.queries.vectors
    places = {name: place for place, name in enumerate(asked.queries.ids)}
    sizes = np.abs(rows).max(initial=0) * rows.shape[1]
    served = dict.fromkeys(asked.data.queries, True)
    for query, _, items in asked.sets:
        name = asked.data.queries[query]
        vector = vectors[places[name]]
        inside = np.zeros(len(rows), dtype=bool)
        inside[list(items)] = True
        scores = rows @ vector + (0 if bias is None else bias)
        error = UNIT * (rows.shape[1] + 3) * (sizes * np.abs(vector).max(initial=0) + np.abs(scores).max(initial=0))
        error += 0 if bias is None else UNIT * float(np.abs(bias).max()) * 3
        low = scores[inside].min(initial=np.inf)
        high = scores[~inside].max(initial=-np.inf)
        gap = min(low, -high) if asked.zero else low - high
        if abs(gap) > 4 * error or not np.isfinite(gap):
            served[name] &= bool(gap > 0)
        else:
            served[name] &= _exactly(rows, bias, vector, inside, zero=asked.zero)
    return tuple(name for name, good in served.items() if good)


def _exactly(rows: Floats, bias: Floats | None, vector: Floats, inside: Any, *, zero: bool) -> bool:
    """The same in rational numbers."""
    exact = [Fraction(x) for x in vector.tolist()]
    offsets: Sequence[float] = [0.0] * len(rows) if bias is None else bias.tolist()
    scores = [
        sum((Fraction(a) * b for a, b in zip(row, exact, strict=True)), Fraction(offset))
        for row, offset in zip(rows.tolist(), offsets, strict=True)
    ]
    above = [score for score, one in zip(scores, inside, strict=True) if one]
    below = [score for score, one in zip(scores, inside, strict=True) if not one]
    if zero:
        return all(score > 0 for score in above) and all(score < 0 for score in below)
    return not above or not below or min(above) > max(below)
