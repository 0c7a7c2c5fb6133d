"""A bound that is one number, as ``headcount bounds`` prints it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PlainBound:
    """``resource >= value`` in a class: a bound that is one number."""

    unit_class: str
    resource: str
    value: int
    status: str
    why: str

    def __str__(self) -> str:
        return f"{self.resource} >= {self.value} [{self.status}] {self.why}"
