"""What an error of averages asks of scores."""

from fractions import Fraction
from math import ceil

from ..questions.least_size import LeastSize
from ..questions.outputs import Averages
from ..questions.selection import SparseAveraging
from ..questions.separation import Separation
from ..questions.unit_class import SIGN, UnitClass


def asked_of_scores(quantity: LeastSize) -> list[LeastSize]:
    """What averages with an error below 1/q ask of the scores, each of which needs no more of the resource.

    >>> from ..questions import least_size
    >>> asked = least_size(Averages(6, 2), "m", "FIXED(2, midrise)", error=Fraction(1, 4))
    >>> [(size.question.task, str(size.unit_class)) for size in asked_of_scores(asked)]
    [('separation', 'SIGN'), ('qsa', 'SIGN'), ('qsa', 'GRID(2, midrise, gap 2)')]
    """
    assert isinstance(quantity.question, Averages)
    unit_class = quantity.unit_class
    sizes = quantity.question.N, quantity.question.q
    ratio = quantity.error * quantity.question.q
    step = 2 if unit_class.grid == "midrise" else 1
    tied = unit_class.name == "SATURATED" or (unit_class.name == "FIXED" and ratio < 1 - Fraction(1, 2**step))
    question = SparseAveraging(*sizes) if tied else Separation(*sizes, sizes[1])
    separated = Separation(*sizes, sizes[1])
    found = [LeastSize(separated, "m", SIGN), LeastSize(question, "m", SIGN)]
    if unit_class.name == "FIXED":
        below = (unit_class.bits or 1) + 1  # where p is asked for, what is true of every p
        if ratio:
            below = min(below, (ceil(1 / ratio) - 1).bit_length())  # the least d with 2^-d <= ratio, if that is less
        gap = -(-below // step) * step if tied else step // 2
        if gap:
            grid = UnitClass("GRID", unit_class.bits, unit_class.grid, gap)
            found.append(LeastSize(question, quantity.resource, grid, quantity.m))
    return found


def crossing_groups(positions: int, q: int, value: int) -> int:
    """The most n with n ceil(value/2) <= q, n (value + 1) <= N, q + n value <= N."""
    if not value:
        return 0
    return max(0, min(q // -(-value // 2), positions // (value + 1), (positions - q) // value))
