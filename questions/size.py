"""The size of a unit."""

from dataclasses import dataclass

from .unit import Unit


@dataclass(frozen=True)
class Size:
    """How large a unit is."""

    m: int
    heads: int = 1
    order: int = 2
    layers: int = 1
    dv: int = 1


def size_of(unit: Unit) -> Size:
    """The size of an explicit unit."""
    return Size(unit.m, unit.H, unit.order, len(unit.layers), unit.dv)
