"""What a two-party function needs to be computed: closed forms where it is known by name, else as measured."""

from __future__ import annotations

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


def communication_of(f: TwoPartyFunction, budget: float = 60.0, *, watch: Watch | None = None) -> CommunicationLower:
    """Lower bounds of D(f) and of the bits of one message in each direction, with the certificates of an engine.

    Parameters
    ----------
    f : TwoPartyFunction
        Perhaps a promise problem.
    budget : float > 0
        Seconds for all that is done with it; a quarter of it is spent here at the most.
    watch : callable, optional
        As ``measure`` takes it.

    Guarantee
    ---------
    A bound that replaces a closed form, a rank or a number of inputs is certified, and larger.

    Examples
    --------
    >>> from headcount.tasks.two_party.functions import matrix_function
    >>> found = communication_of(matrix_function([[1, 1, 0], [1, 0, 1], [0, 1, 1]]), 4.0)
    >>> found.value, found.one_way, found.one_way_back
    (3, 2, 2)
    """
    known = communication_lower(f)
    if known_by_name(f) or too_large(f.alice.count, f.bob.count):
        return known
    asked = MeasuresAsked(CommunicationMatrix.of(f.matrix()), NEEDED)
    found = measures_answer(asked, budget=budget * SHARE, total=budget * SHARE, watch=watch)
    ends = [end for entry in found for end in (*entry.ends, *entry.behind) if end.status is Status.CERTIFIED]
    lower = {end.measure: end for end in sorted(ends, key=lambda end: end.value) if end.side == "lower"}
    given = {"D": known.value, "one_way_ab": known.one_way, "one_way_ba": known.one_way_back}
    bounds = {name: end for name, end in lower.items() if name in given and end.value >= given[name]}
    best = {name: int(bounds[name].value) if name in bounds else value for name, value in given.items()}
    return replace(
        known,
        value=best["D"],
        one_way=best["one_way_ab"],
        one_way_back=best["one_way_ba"],
        bounds=tuple(bounds.values()),
    )
