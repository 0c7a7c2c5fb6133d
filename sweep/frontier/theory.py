"""What theory says about a map beforehand: curves to be drawn over it, and columns beside it.

Symbols: N positions, q size of a selected set, M modulus, m width, p bits, H heads.

counting  exactly H heads select what H queries say, of which there are 2^(p m H): different rows need different
          H-tuples of queries, so p m H >= log2 C(N, q) for q-SA and p m >= log2 M for Match2 (null token).
error     averages with an error below 1/q ask of the scores what needs m >= min(2q, N - q), or min(2q, N - 1) if ties
          (``bounds/averages.py``); 2q suffices where there are bits enough for the moment curve.
reals     the least m at unbounded p. One head: q-SA min(2q, N-1); Match2 1, 2, 3 for M = 2, 3, >= 4; both exact, so no
          grid does with less. H > 1 heads, summed or side by side: 2 ceil(q/H) suffices (parts of at most ceil(q/H)
          keys on moment curves; their sizes can be the same for all subsets), and nothing is said below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from ...bounds.averages import symmetric_lower
from ...bounds.unit_classes.equal_views import no_size
from ...questions import Question
from .cells import Cell, CellQuestion


@dataclass(frozen=True)
class TheoryCurve:
    """A least m for each p, at one H.

    ``role`` is lower (smaller m are infeasible), exact (the least m of real numbers: smaller m are infeasible) or upper
    (this m suffices for real numbers). ``name`` and ``law`` say where it comes from.
    """

    name: str
    law: str
    role: str
    widths: tuple[int, ...]


def theory_curves(asked: CellQuestion, p: Sequence[int], H: int) -> tuple[TheoryCurve, ...]:
    """The curves for a class GRID and H heads; none for FIXED, whose read-out is free.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> asked = CellQuestion(least_size(qsa_question(6, 2), "m", "GRID(p, midrise, gap 1)"))
    >>> for curve in theory_curves(asked, [1, 2, 3], 1):
    ...     print(curve)
    TheoryCurve(name='counting', law='p m H >= log2 C(N, q)', role='lower', widths=(4, 2, 2))
    TheoryCurve(name='reals', law='min(2q, N-1), exact for one head', role='exact', widths=(4, 4, 4))
    """
    if asked.is_averages:
        return _averages(asked, p)
    if asked.unit_class.name != "GRID":
        return ()
    return (*_counting(asked.question, p, H), *_reals(asked.question, p, H))


def told_cells(asked: CellQuestion, m: Sequence[int], p: Sequence[int], H: Sequence[int]) -> tuple[Cell, ...]:
    """The cells of a map just below what theory asks for, those that settle most first: deciders refute them at once.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> asked = CellQuestion(least_size(qsa_question(6, 2), "m", "GRID(p, midrise, gap 1)"))
    >>> [str(cell) for cell in told_cells(asked, range(1, 7), [1, 2, 3], [1, 2])]
    ['m=3 p=3 H=1', 'm=1 p=1 H=2']
    """
    if asked.unit_class.name == "FIXED" and not asked.is_averages:
        none = no_size(asked.at(Cell(m[-1], p[0], H[0]))) is not None  # whatever p and H
        return tuple(Cell(m[-1], bits, heads) for heads in H for bits in p) if none else ()
    found: list[Cell] = []
    for heads in H:
        known = 0
        for bits in sorted(p, reverse=True):
            needed = [curve.widths[0] for curve in theory_curves(asked, [bits], heads) if curve.role != "upper"]
            below = [width for width in m if width < max(needed, default=0)]
            if below and below[-1] > known:
                known = below[-1]
                found.append(Cell(known, bits, heads))
    return tuple(found)


def _averages(asked: CellQuestion, p: Sequence[int]) -> tuple[TheoryCurve, ...]:
    sizes = dict(asked.question.parameters)
    most = min(2 * sizes["q"], sizes["N"] - 1)
    found = [TheoryCurve("curve", "min(2q, N-1) with bits enough", "upper", (most,) * len(p))]
    known = [symmetric_lower(asked.at(Cell(0, bits, 1))) for bits in p]
    if all(bound is not None for bound in known):
        widths = tuple(bound.value for bound in known if bound is not None)
        law = "an error below 1/q separates each subset from the rest"
        return TheoryCurve("error", law, "lower", widths), *found
    return tuple(found)


def _counting(question: Question, p: Sequence[int], H: int) -> tuple[TheoryCurve, ...]:
    sizes = dict(question.parameters)
    if question.task == "qsa":
        rows, what = comb(sizes["N"], sizes["q"]), "p m H >= log2 C(N, q)"
    elif question.task == "match":
        rows, what = sizes["M"], "p m >= log2 M"
    else:
        return ()
    bits = (rows - 1).bit_length()  # least b with 2^b >= rows
    return (TheoryCurve("counting", what, "lower", tuple(-(-bits // (bits_each * H)) for bits_each in p)),)


def _reals(question: Question, p: Sequence[int], H: int) -> tuple[TheoryCurve, ...]:
    sizes = dict(question.parameters)
    if question.task == "qsa" and sizes["q"] < sizes["N"]:
        N, q = sizes["N"], sizes["q"]
        if H == 1:
            return (TheoryCurve("reals", "min(2q, N-1), exact for one head", "exact", (min(2 * q, N - 1),) * len(p)),)
        return (TheoryCurve("reals", "2 ceil(q/H) suffices for H heads", "upper", (2 * -(-q // H),) * len(p)),)
    if question.task == "match" and sizes["M"] >= 2:
        least = {2: 1, 3: 2}.get(sizes["M"], 3)
        law = "1, 2, 3 for M = 2, 3, >= 4, exact"
        return (TheoryCurve("reals", law, "exact", (least,) * len(p)),)
    return ()
