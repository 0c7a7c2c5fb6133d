"""Brackets of the margin that unit vectors have, by dimension: the answer to ``--margin`` and ``--at``."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from ...bounds.bound import CrossedBoundsError, certificate
from ...bounds.unit_margins import MarginBound, margin_certificate
from ...bounds.unit_margins.below import NEARLY
from ...bounds.unit_margins.rounding import Rounding, rounding
from ...bounds.upper.embeddings import Embeddings, as_type, top_of, verified
from ...display.answer import CertifiedAnswer
from ...display.html import framed, table
from ...tasks import TaskError
from ..answer import Answer
from .answer import OfData
from .margins_asked import MarginsAsked
from .vectors import arrays_of, for_all


@dataclass(frozen=True)
class MarginAt:
    """``lower <= margin^2 <= upper`` in R^d; ``lower`` is None while no vectors that separate are known."""

    d: int
    lower: MarginBound | None
    upper: MarginBound

    def __post_init__(self) -> None:
        if self.lower is not None and self.lower.square > self.upper.square:
            raise CrossedBoundsError(f"{self.lower} but {self.upper}")

    @property
    def closed(self) -> bool:
        """Whether both bounds agree: exactly, or 0 is the upper bound."""
        return bool(self.upper.square == (0 if self.lower is None else self.lower.square))

    @property
    def met(self) -> bool:
        """Whether they agree up to the rounding of vectors to 30 bits."""
        return self.closed or (self.lower is not None and self.lower.square >= self.upper.square * NEARLY)

    @property
    def bounds(self) -> tuple[MarginBound, ...]:
        """Those that are known."""
        return (self.upper,) if self.lower is None else (self.lower, self.upper)

    @property
    def low(self) -> float:
        """The margin of the vectors, rounded down; 0 without vectors."""
        return 0.0 if self.lower is None else self.lower.margin

    def to_json(self) -> dict[str, Any]:
        """Margins as numbers, rounded outwards, and their squares as fractions."""
        sides = {"lower": self.lower, "upper": self.upper}
        return {
            "d": self.d,
            "lower": self.low,
            "upper": self.upper.margin,
            "closed": self.closed,
            **{f"{side}_square": None if one is None else str(one.square) for side, one in sides.items()},
            **{f"{side}_evidence": None if one is None else one.evidence.to_json() for side, one in sides.items()},
        }


@dataclass(frozen=True, repr=False)
class MarginAnswer(OfData, CertifiedAnswer):
    """Brackets of the margin by dimension (``answer[64]``), and of the least dimension for a margin.

    Attributes
    ----------
    asked : MarginsAsked
    curve : mapping of int to MarginAt
        By dimension: those asked for, and those that bound the least dimension.
    ceiling : MarginBound
        An upper bound in any dimension.
    real : Answer
        The least dimension without a margin, by inner products.
    """

    asked: MarginsAsked
    curve: Mapping[int, MarginAt]
    ceiling: MarginBound
    real: Answer
    seconds: float = field(default=0.0, compare=False)
    interrupted: bool = field(default=False, compare=False)

    def __getitem__(self, d: int) -> MarginAt:
        return self.curve[int(d)]

    @property
    def no_size(self) -> bool:
        """Whether no dimension has the margin asked for."""
        return self.asked.margin is not None and self.ceiling.square < self.asked.margin**2

    @property
    def least(self) -> tuple[int, int | None]:
        """The least dimension for the margin asked for: a lower bound, and an upper bound or None."""
        assert self.asked.margin is not None
        wanted = self.asked.margin**2
        low = max((d for d, one in self.curve.items() if one.upper.square < wanted), default=0) + 1
        return low, min((d for d, one in self.curve.items() if one.lower and one.lower.square >= wanted), default=None)

    @property
    def closed(self) -> bool:
        """Whether the least dimension is known, and all margins asked for are, up to the rounding of vectors."""
        least = self.asked.margin is None or self.no_size or self.least[0] == self.least[1]
        return least and all(self.curve[d].met for d in self.asked.at)

    @property
    def certified(self) -> bool:
        """All bounds are: the checker has replayed each."""
        return True

    @property
    def shown(self) -> tuple[MarginBound, ...]:
        """Every bound of the answer."""
        ends = [bound for d in sorted(self.curve) for bound in self.curve[d].bounds]
        return tuple(dict.fromkeys([*ends, self.ceiling]))

    def certificate(self) -> dict[str, Any]:
        """The bundle of all bounds that ``check`` accepts, with those of the least d without a margin."""
        found = margin_certificate(self.asked.question, self.shown)
        plain = certificate(self.real.question, *(part for bound in self.real.bounds for part in bound.claims))
        if plain["question"] == found["question"]:
            found["claims"] += plain["claims"]
        return found

    @property
    def between(self) -> str:
        """The bracket of the least dimension in words."""
        if self.no_size:
            return "no d will do"
        low, high = self.least
        return f"{low} <= d" + ("" if high is None else f" <= {high}")

    @property
    def in_a_line(self) -> str:
        """The data, and what is known."""
        least = [] if self.asked.margin is None else [f"margin {float(self.asked.margin):g}: {self.between}"]
        return f"{self.data.words}: " + "; ".join(
            [*least, *(f"d = {d}: margin {_between(self.curve[d])}" for d in self.asked.at)]
        )

    def said(self) -> Iterator[str]:
        what = "grade" if self.merged.graded else "query"
        yield f"margins of vectors of length 1, a threshold per {what}   {self.ended}"
        if self.asked.margin is not None:
            yield f"least dimension for a margin of {float(self.asked.margin):g}: {self.between}"
        yield f"  without a margin, by inner products {self.real.known} [{self.real.status}]"
        yield f"  in any dimension margin <= {up(self.ceiling.margin)} [{self.ceiling.status}] {self.ceiling.how}"
        if self.curve:
            yield "     d  margin of vectors found   no vectors have more"
        for d in sorted(self.curve):
            one = self.curve[d]
            missing = "none" if one.closed else "none found" if d in self.asked.at else "not looked for"
            found = missing if one.lower is None else down(one.low)
            state = "  closed" if one.closed else "  to 8 digits" if one.met else ""
            yield f"  {d:4d}  {found:24s}  {up(one.upper.margin):8s}{state}"
        for d in sorted(self.curve):
            one = self.curve[d]
            if one.lower is not None:
                yield f"  d = {d}: margin >= {down(one.low)} [{one.lower.status}] {one.lower.how}"
            yield f"  d = {d}: margin <= {up(one.upper.margin)} [{one.upper.status}] {one.upper.how}"
        yield from self._noise()

    def _noise(self) -> Iterator[str]:
        """Margins in units of the last place, for each format and dimension."""
        for format in self.asked.noise:
            for d in sorted(self.curve):
                if (found := self.rounding(d, format)) is None:
                    continue
                low, high = self.curve[d].low, self.curve[d].upper.margin
                state = "all orders survive" if low > found.needed else "rounding may change an order"
                if high <= found.least:
                    state = "no margin is enough for a guarantee"
                yield (
                    f"  {format} at d = {d}: margin {down(low / found.place)} units of the last place; survives above "
                    f"{up(found.needed)}: {state} [PROVED]"
                )

    def rounding(self, d: int, format: str) -> Rounding | None:
        """What rounding to a format does to the vectors found at a dimension; None without vectors."""
        lower = self.curve[d].lower
        return None if lower is None else rounding(format, list(unit_vectors(lower)))

    @property
    def of_grades(self) -> str:
        return "a vector for each grade of a query; one vector for all its grades may have a smaller margin"

    def _repr_html_(self) -> str:
        rows = [(d, down(one.low), up(one.upper.margin), one.upper.how) for d, one in sorted(self.curve.items())]
        return framed(self.data.words, table(rows, ("d", "margin found", "no more than", "why")))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each dimension."""
        return [{"d": d, "lower": one.low, "upper": one.upper.margin} for d, one in sorted(self.curve.items())]

    def to_json(self) -> dict[str, Any]:
        """The summary that ``--json`` prints."""
        least: dict[str, Any] = {}
        if self.asked.margin is not None:
            low, high = (None, None) if self.no_size else self.least
            least = {"margin": str(self.asked.margin), "least": {"lower": low, "upper": high, "no_size": self.no_size}}
        noise = {
            format: {
                str(d): {"needed": found.needed, "units": self.curve[d].low / found.place,
                         "survives": self.curve[d].low > found.needed}
                for d in sorted(self.curve) if (found := self.rounding(d, format)) is not None
            }
            for format in self.asked.noise
        }  # fmt: skip
        return self.json_of(
            **least,
            at=[self.curve[d].to_json() for d in sorted(self.curve)],
            **self.ceiling_json,
            **({"noise": noise} if noise else {}),
            inner_products=[bound.value for bound in self.real.bounds],
        )

    @property
    def tops(self) -> dict[int, float]:
        """By dimension: what the margin of no unit vectors exceeds."""
        return {d: self[d].upper.margin for d in sorted(self.curve)}

    @property
    def curves(self) -> dict[str, list[float]]:
        """By what the vectors are of: the margins found, at the dimensions of ``tops``."""
        return {"": [self[d].low for d in sorted(self.curve)]}

    @property
    def widest(self) -> int | None:
        """The dimension whose vectors are written: the least with the margin asked for, else the largest asked for."""
        if self.asked.margin is not None:
            return None if self.no_size else self.least[1]
        known = [d for d in self.asked.at if self.curve[d].lower is not None]
        return max(known, default=None)

    def embeddings(self, type: str = "float64", query_type: str = "", d: int | None = None) -> Embeddings:
        """The vectors found at a dimension for all queries and all items, compared once more as they are stored.

        Raises
        ------
        EmbeddingError
            If they do not survive being rounded to the type.
        TaskError
            If none are known.
        """
        d = self.widest if d is None else d
        lower = None if d is None else self.curve[d].lower
        if lower is None or d is None:
            raise TaskError("no vectors with such a margin are known; try a larger ‹budget›, or a smaller ‹margin›")
        tables = []
        for vectors, kind in zip(unit_vectors(lower), (query_type or type, type), strict=True):
            wide = np.zeros((len(vectors), d))
            wide[:, : vectors.shape[1]] = vectors
            largest = np.abs(wide).max(axis=1, keepdims=True)
            top = top_of(kind)
            tables.append(as_type(wide * top / np.where(largest > 0, largest, 1) if top else wide, kind))
        ids = [self.data.items[item] for item in self.merged.items]
        queries, items = tables
        return for_all(self.merged, verified(queries, items, lower.question.pattern.rows, "cosine", ids=ids))

    def arrays(self, *chosen: Any, **types: Any) -> dict[str, Any]:
        return arrays_of(self.merged, self.embeddings(*chosen, **types), graded=self.merged.graded)

    def margin_ceiling(self) -> MarginBound:
        """No unit vectors of any dimension have a larger margin."""
        return self.ceiling


def unit_vectors(bound: MarginBound) -> tuple[np.ndarray, np.ndarray]:
    """Queries and items of a lower bound, of length 1 but for rounding."""
    proof = bound.evidence.proof
    form = np.sqrt(np.array(proof["form"], dtype=float))
    found = []
    for name in ("queries", "keys"):
        scaled = [[x / max(1, max(map(abs, row), default=1)) for x in row] for row in proof[name]]
        table = np.array(scaled, dtype=float).reshape(len(scaled), len(form)) * form
        lengths = np.linalg.norm(table, axis=1, keepdims=True)
        found.append(table / np.where(lengths > 0, lengths, 1))
    return found[0], found[1]


def down(x: float) -> str:
    """A number with four digits, rounded down.

    >>> down(0.47434), up(0.47434), up(0.25), down(12345.6)
    ('0.4743', '0.4744', '0.25', '12340')
    """
    return _digits(x, math.floor)


def up(x: float) -> str:
    """A number with four digits, rounded up."""
    return _digits(x, math.ceil)


def _digits(x: float, rounded: Any) -> str:
    if x == 0:
        return "0"
    places = 3 - math.floor(math.log10(abs(x)))
    whole = rounded(Fraction(x) * Fraction(10) ** places)
    found = Fraction(whole) / Fraction(10) ** places
    return f"{float(found):.{max(places, 0)}f}".rstrip("0").rstrip(".") if places > 0 else str(int(found))


def _between(one: MarginAt) -> str:
    return f"{down(one.low)}..{up(one.upper.margin)}"
