"""What a file proves, in words: brackets of sizes and measures, and sizes that are excluded."""

from .least_size import LeastSize, MeasureOf, Quantity, StatedBound
from .outputs import Averages


def ends_of(bounds: list[StatedBound]) -> tuple[int | None, int | None]:
    """The greatest lower and the least upper value."""
    lower = max((int(bound.value) for bound in bounds if bound.side == "lower"), default=None)
    upper = min((int(bound.value) for bound in bounds if bound.side == "upper"), default=None)
    return lower, upper


def statements_of(quantities: list[Quantity], bounds: list[StatedBound]) -> list[str]:
    """What is proved of each question, class and sizes, or of each matrix."""
    found: dict[str, list[str]] = {}
    about: dict[Quantity, list[StatedBound]] = {quantity: [] for quantity in quantities}
    for bound in bounds:
        about[bound.quantity].append(bound)
    for quantity, here in about.items():
        if not isinstance(quantity, MeasureOf):
            lower, upper = ends_of(here)
            words = ("" if lower is None else f"{lower} <= ") + quantity.symbol
            found.setdefault(quantity.words, []).append(words + ("" if upper is None else f" <= {upper}"))
        else:
            found.setdefault(quantity.words, []).extend(bound.words for bound in here)
    return [f"{words}: {', '.join(said)}" for words, said in found.items()]


def excluded_words(bounds: list[StatedBound]) -> str:
    """Sizes (m, p, H, dv) at which no unit does it, from bounds m > the m of each, at p, H, dv."""
    sizes = []
    for bound in bounds:
        least = bound.quantity
        assert isinstance(least, LeastSize)
        sizes.append(f"({bound.value - 1}, {least.unit_class.bits}, {least.heads}, {least.dv})")
    assert isinstance(least, LeastSize)
    after = "any read-out" if least.read_out == "any" else "read-out a threshold"
    if isinstance(least.question, Averages):
        after = f"error <= {least.error}, whatever is read off the row alone"
    return (
        f"{least.question.words}, {after}: no unit of class {least.unit_class.at(0)}, order 2, one layer, pairwise "
        f"scores, with exactly p bits and at most m, H, dv of (m, p, H, dv) = {', '.join(sizes)}"
    )
