"""The lower bounds by communication known by name, for units of one layer and of several.

A new argument is a function ``make(parameters of the task, dv=.., grid=..)``, with ``layers`` among them if it is about
units of several layers, and a line in one of the tables.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, signature
from typing import Any

from .composition_lower import composition_counting_lower
from .counting_lower import qsa_counting_lower
from .disjointness_lower import match3_disjointness_lower, match3_smaller_disjointness_lower, qsa_disjointness_lower
from .excluded_region import ExcludedRegion, ExcludedRegionError
from .rounded_lower import match3_rounded_lower
from .token_lower import composition_token_lower, cycle3_token_lower, induction_heads_token_lower, k_hop_token_lower
from .triangle_lower import cycle3_square_lower, cycle3_triangle_lower


@dataclass(frozen=True)
class LowerBoundEntry:
    """One line of a table: an argument about a task, and the function that makes its region."""

    name: str
    task: str
    make: Callable[..., ExcludedRegion]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The task's parameters that the region depends on: those of the function that have no default."""
        given = signature(self.make).parameters.values()
        return tuple(one.name for one in given if one.default is Parameter.empty and one.name != "layers")


LOWER_BOUNDS = (
    LowerBoundEntry("match3-disjointness", "match3", match3_disjointness_lower),
    LowerBoundEntry("match3-smaller-disjointness", "match3", match3_smaller_disjointness_lower),
    LowerBoundEntry("qsa-counting", "qsa", qsa_counting_lower),
    LowerBoundEntry("qsa-disjointness", "qsa", qsa_disjointness_lower),
    LowerBoundEntry("qsa-disjointness-row", "qsa", partial(qsa_disjointness_lower, read_out="row")),
    LowerBoundEntry("composition-counting", "composition", composition_counting_lower),
)
"""Of units of one layer in class FIXED."""

ROUNDED_BOUNDS = (LowerBoundEntry("match3-rounded-sums", "match3", match3_rounded_lower),)
"""Of units of one layer in class ROUNDED."""

LAYERED_BOUNDS = (
    LowerBoundEntry("cycle3-token", "cycle3", cycle3_token_lower),
    LowerBoundEntry("cycle3-triangles", "cycle3", cycle3_triangle_lower),
    LowerBoundEntry("cycle3-square", "cycle3", cycle3_square_lower),
    LowerBoundEntry("composition-token", "composition", composition_token_lower),
    LowerBoundEntry("induction-heads-token", "induction-heads", induction_heads_token_lower),
    LowerBoundEntry("k-hop-token", "k-hop", k_hop_token_lower),
)
"""Of units of several layers in class FIXED."""

_NAMES = [entry.name for entry in (*LOWER_BOUNDS, *ROUNDED_BOUNDS, *LAYERED_BOUNDS)]
if len(set(_NAMES)) != len(_NAMES):
    raise ValueError("two lower bounds have the same name")


def lower_bounds_for(
    task: str, parameters: Mapping[str, int], table: tuple[LowerBoundEntry, ...] = LOWER_BOUNDS, **options: Any
) -> tuple[ExcludedRegion, ...]:
    """Every bound of a table that applies to a task at its parameters.

    Match3's bound holds for M >= N + 1 only, so it is left out if an M is given that is smaller.

    Parameters
    ----------
    task : str
        Its name.
    parameters : mapping of str to int
        As ``Task.parameters`` has them.
    table : tuple of LowerBoundEntry
        ``LOWER_BOUNDS`` by default.
    options : dv, grid; layers for ``LAYERED_BOUNDS``
        As the bounds take them.

    Examples
    --------
    >>> [region.argument for region in lower_bounds_for("qsa", {"N": 64, "q": 4})]
    ['qsa-counting', 'qsa-disjointness', 'qsa-disjointness-row']
    >>> lower_bounds_for("match3", {"N": 65, "M": 7})
    ()
    >>> [region.unit_class for region in lower_bounds_for("match3", {"N": 65, "M": 66}, ROUNDED_BOUNDS)]
    ['ROUNDED(p, twos)']
    """
    found = []
    for entry in table:
        if entry.task != task or not set(entry.parameters) <= set(parameters):
            continue
        if task == "match3" and parameters.get("M", parameters["N"] + 1) <= parameters["N"]:
            continue
        with suppress(ExcludedRegionError):  # the argument does not reach these parameters
            found.append(entry.make(**{name: parameters[name] for name in entry.parameters}, **options))
    return tuple(found)


rounded_lower_bounds = partial(lower_bounds_for, table=ROUNDED_BOUNDS)
"""Every bound for units with rounded sums that is known for a task at its parameters."""
