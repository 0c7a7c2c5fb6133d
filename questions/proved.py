"""What a file proves, in words: brackets of sizes and measures, and sizes that are excluded."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from .hops import HopsOf
from .least_size import LeastSize, MeasureOf, Quantity, StatedBound
from .matrix import CommunicationMatrix
from .messages import cut, digest_of, stated_number
from .outputs import Averages
from .question import Question
from .sparse_pattern import SparsePattern

MAX_WORDS = 500
"""Longest words for what a statement is about."""


@dataclass(frozen=True)
class Told:
    """A part of a statement: what it is about, in words; what that is, equal only if it is the same; the text."""

    words: str
    about: Hashable
    text: str


def ends_of(bounds: list[StatedBound]) -> tuple[int | None, int | None]:
    """The greatest lower and the least upper value."""
    lower = max((int(bound.value) for bound in bounds if bound.side == "lower"), default=None)
    upper = min((int(bound.value) for bound in bounds if bound.side == "upper"), default=None)
    return lower, upper


def subject_of(quantity: Quantity) -> Question | CommunicationMatrix | SparsePattern:
    """What a quantity is about."""
    if isinstance(quantity, MeasureOf):
        return quantity.matrix
    return quantity.pattern if isinstance(quantity, HopsOf) else quantity.question


def statements_of(bounds: list[StatedBound]) -> list[Told]:
    """What is proved of each question, class and sizes, or of each matrix."""
    found: dict[tuple[Hashable, str], list[str]] = {}
    about: dict[Quantity, list[StatedBound]] = {}
    for bound in bounds:
        about.setdefault(bound.quantity, []).append(bound)
    for quantity, here in about.items():
        said = found.setdefault((subject_of(quantity), quantity.words), [])
        if isinstance(quantity, MeasureOf):
            said.extend(bound.words for bound in here)
        else:
            lower, upper = ends_of(here)
            words = ("" if lower is None else f"{stated_number(lower)} <= ") + quantity.symbol
            said.append(words + ("" if upper is None else f" <= {stated_number(upper)}"))
    return [
        Told(getattr(subject, "words", ""), subject, f"{cut(words, MAX_WORDS)}: {', '.join(said)}")
        for (subject, words), said in found.items()
    ]


def marks_of(told: Iterable[Told]) -> dict[Hashable, str]:
    """What tells apart things that have the same words: a number and a digest for each of them; else nothing."""
    named: dict[str, dict[Hashable, None]] = {}
    for part in told:
        named.setdefault(part.words, {})[part.about] = None
    alike = [things for things in named.values() if len(things) > 1]
    return {
        thing: f"[no. {number}, SHA-256 {_digest(thing)}] "
        for things in alike
        for number, thing in enumerate(things, start=1)
    }


def _digest(thing: Hashable) -> str:
    stated = thing.to_json() if isinstance(thing, Question | CommunicationMatrix | SparsePattern) else thing
    return digest_of(stated)


def excluded_words(bounds: list[StatedBound]) -> str:
    """Sizes (m, p, H, dv) at which no unit does it, from bounds m > the m of each, at p, H, dv."""
    sizes = []
    for bound in bounds:  # one at least: ``read_excluded`` sees to it
        least = bound.quantity
        assert isinstance(least, LeastSize)
        numbers = (bound.value - 1, least.unit_class.bits, least.heads, least.dv)
        sizes.append(f"({', '.join(map(stated_number, numbers))})")
    assert isinstance(least, LeastSize)
    after = "any read-out" if least.read_out == "any" else "read-out a threshold"
    if isinstance(least.question, Averages):
        after = f"error <= {stated_number(least.error)}, whatever is read off the row alone"
    return (
        f"{least.question.words}, {after}: no unit of class {least.unit_class.at(0)}, order 2, one layer, pairwise "
        f"scores, with exactly p bits and at most m, H, dv of (m, p, H, dv) = {', '.join(sizes)}"
    )
