"""What a two-party function needs to be computed: closed forms where it is known by name, else as measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..bounds.bound import Status
from ..questions import CommunicationMatrix
from ..questions.matrix import too_large
from ..reductions.excluded_sizes.communication_lower import CommunicationLower, communication_lower, known_by_name
from ..tasks.two_party.functions import TwoPartyFunction
from .measure import Watch, measures_answer
from .measures_asked import MeasuresAsked

NEEDED = ("one_way_ab", "one_way_ba", "D")
"""The measures that the arguments about a cut need."""
SHARE = 1 / 4
"""Of the time for all, that of measuring: an open D may take as much as it is given."""


def communication_of(
    f: TwoPartyFunction, measures: Sequence[str] = NEEDED, budget: float = 60.0, *, watch: Watch | None = None
) -> CommunicationLower:
    """Bounds of D(f) and of the bits of one message in each direction, with the certificates of an engine.

    Parameters
    ----------
    f : TwoPartyFunction
        Perhaps a promise problem.
    measures : some of ``NEEDED``
        Those that are measured; of the others closed forms, ranks and numbers of inputs are enough.
    budget : float > 0
        Seconds for all that is done with it; a quarter of it is spent here at the most.
    watch : callable, optional
        As ``measure`` takes it.

    Guarantee
    ---------
    A bound that replaces a closed form, a rank or a number of inputs is certified, and no weaker.

    Examples
    --------
    >>> from headcount.tasks.two_party.functions import matrix_function
    >>> found = communication_of(matrix_function([[1, 1, 0], [1, 0, 1], [0, 1, 1]]), budget=4.0)
    >>> found.value, found.one_way, found.one_way_back, found.upper
    (3, 2, 2, 3)
    """
    known = communication_lower(f)
    if not measures or known_by_name(f) or too_large(f.alice.count, f.bob.count):
        return known
    asked = MeasuresAsked(CommunicationMatrix.of(f.matrix()), tuple(measures))
    found = measures_answer(asked, budget=budget * SHARE, total=budget * SHARE, watch=watch)
    ends = [end for entry in found for end in (*entry.ends, *entry.behind) if end.status is Status.CERTIFIED]
    lower = {end.measure: end for end in sorted(ends, key=lambda end: end.value) if end.side == "lower"}
    given = {"one_way_ab": known.one_way, "one_way_ba": known.one_way_back, "D": known.value}
    bounds = {name: end for name, end in lower.items() if name in given and end.value >= given[name]}
    one_way, back, value = (int(bounds[name].value) if name in bounds else least for name, least in given.items())
    upper, *ways = (
        min([most, *(int(end.value) for end in ends if (end.measure, end.side) == (name, "upper"))])
        for name, most in (("D", known.upper), ("one_way_ab", known.ways[0]), ("one_way_ba", known.ways[1]))
    )
    return replace(
        known,
        value=value,
        upper=upper,
        one_way=one_way,
        one_way_back=back,
        ways=(ways[0], ways[1]),
        bounds=tuple(bounds.values()),
    )
