"""``probe`` of an attention matrix at tolerances that are no powers of two: each end from the side that proves it.

A certificate is about tolerances that are powers of two. With a little less than what is asked for, a unit is one for
what is asked for as well: an upper bound. With a little more, what no unit does none does at what is asked for: a lower
end. The two are about two questions, which almost always have the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...bounds.bound import Bound, CrossedBoundsError, certificate
from ...display.answer import CertifiedAnswer
from ...display.html import bracket_line, framed, paragraph, table
from ...questions import AttentionRatios
from .attention_matrices import MatrixBracket
from .board import only_closed
from .probe import probe


@dataclass(frozen=True, repr=False)
class ToleranceBracket(CertifiedAnswer):
    """``lower <= m <= upper`` at tolerances between those of two questions.

    Attributes
    ----------
    strict, loose : MatrixBracket
        At smaller and at larger tolerances; equal if these are exactly what is asked for.

    Raises
    ------
    CrossedBoundsError
        If the lower bound of the one is above the upper bound of the other: a bug of the first order.

    Examples
    --------
    >>> from ...tasks.attention_matrix import others, ratios_question
    >>> questions = [ratios_question(others(5), 0.1, 0.3, looser=looser) for looser in (False, True)]
    >>> bracket = probe_between(*questions)
    >>> bracket.lower.value, bracket.upper.value, len(bracket.certificate()["claims"])
    (4, 4, 2)
    """

    strict: MatrixBracket
    loose: MatrixBracket

    def __post_init__(self) -> None:
        if self.lower.value > self.upper.value:
            raise CrossedBoundsError(f"{self.lower} but {self.upper}, for {self.question.words}")

    @property
    def question(self) -> AttentionRatios:
        """That of the upper bound."""
        assert isinstance(self.strict.question, AttentionRatios)
        return self.strict.question

    @property
    def lower(self) -> Bound:
        """At the larger tolerances."""
        assert isinstance(self.loose.lower, Bound)
        return self.loose.lower

    @property
    def upper(self) -> Bound:
        """At the smaller tolerances."""
        assert isinstance(self.strict.upper, Bound)
        return self.strict.upper

    @property
    def exact(self) -> bool:
        """Whether both are what is asked for."""
        return self.strict.question == self.loose.question

    @property
    def closed(self) -> bool:
        """Whether the ends meet."""
        return self.lower.value == self.upper.value

    @property
    def seconds(self) -> float:
        """Of both searches."""
        return self.strict.seconds + (0 if self.exact else self.loose.seconds)

    @property
    def notes(self) -> tuple[str, ...]:
        """What an open bracket ran into."""
        if self.closed:
            return ()
        others = (note for note in self.loose.notes if not note.startswith("open after"))
        return tuple(dict.fromkeys((*self.strict.notes, *others)))

    @property
    def ends_of_patterns(self) -> tuple[int, int]:
        """Ends at every tolerance, see ``MatrixBracket``."""
        (low, high), (other, another) = self.strict.ends_of_patterns, self.loose.ends_of_patterns
        return max(low, other), min(high, another)

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts: two claims, about two questions unless tolerances are exact."""
        if self.exact:
            return self.strict.certificate()
        bundle = certificate(self.question, self.upper)
        claim = {"question": self.lower.question.to_json(), **self.lower.proved()}
        return {**bundle, "claims": [claim, *bundle["claims"]]}

    def __str__(self) -> str:
        state = "closed" if self.closed else "open"
        first = f"{self.question.words}: {self.lower.value} <= m <= {self.upper.value} ({state})"
        return "\n".join([first, f"  {self.lower}", f"  {self.upper}"])

    def _repr_html_(self) -> str:
        ends = [end.html_row() for end in (self.lower, self.upper)]
        line = bracket_line(self.lower.value, self.upper.value)
        return framed(self.question.words, line, table(ends), *map(paragraph, self.notes))

    def to_json(self) -> dict[str, Any]:
        """As of every bracket; ``tolerances`` are the exponents of 2 that the ends are about."""
        if self.exact:
            return self.strict.to_json()
        low, high = self.ends_of_patterns
        loose = self.loose.question
        assert isinstance(loose, AttentionRatios)
        return {
            **self.strict.to_json(),
            "lower": self.lower.value,
            "closed": self.closed,
            "seconds": round(self.seconds, 3),
            "lower_evidence": self.lower.to_json(),
            "notes": list(self.notes),
            "threshold": low,
            "tie": high,
            "tolerances": {
                "lower": {"ratio": str(loose.ratio), "zero": str(loose.zero)},
                "upper": {"ratio": str(self.question.ratio), "zero": str(self.question.zero)},
            },
        }


def probe_between(
    strict: AttentionRatios,
    loose: AttentionRatios,
    *,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[Any], None] | None = None,
) -> ToleranceBracket:
    """The least m at tolerances between those of two questions about one matrix; ``loose`` may be ``strict``.

    Raises
    ------
    ValueError
        If the questions are about two matrices, or the tolerances are the wrong way round.
    """
    same = (strict.L, strict.entries) == (loose.L, loose.entries)
    if not same or strict.ratio > loose.ratio or strict.zero > loose.zero:
        raise ValueError("strict and loose must be about one matrix, with tolerances of strict at most those of loose")
    found = probe(strict, budget=budget if strict == loose else budget / 2, seed=seed, watch=watch)
    assert isinstance(found, MatrixBracket)
    if strict == loose:
        return ToleranceBracket(found, found)
    assert found.upper is not None
    reached = found.upper.value

    def enough(lower: int, upper: int | None) -> bool:
        return lower >= reached or only_closed(lower, upper)

    other = probe(loose, budget=max(0.05, budget - found.seconds), seed=seed, watch=watch, enough=enough)
    assert isinstance(other, MatrixBracket)
    return ToleranceBracket(found, other)


def spread_of(bracket: ToleranceBracket) -> str | None:
    """r, on which alone the least m of uniform rows depends, as a fraction or as two decimals; None if not uniform."""
    if bracket.exact or bracket.strict.spread is None or bracket.loose.spread is None:
        return bracket.strict.spread
    return f"{float(Fraction(bracket.strict.spread)):.5g} .. {float(Fraction(bracket.loose.spread)):.5g}"
