"""The parameters of measures, from what is written on a command line or in Python."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from ...questions import MEASURES


def parameters_of(*, alpha: Any = None, epsilon: Any = None) -> dict[str, Fraction]:
    """Measure -> parameter, for all measures that have alpha or epsilon.

    Parameters
    ----------
    alpha, epsilon : int, float, Fraction, or text such as "3/2" and "1.5", optional

    Raises
    ------
    ValueError
        If one is no number, or too long.

    Examples
    --------
    >>> parameters_of(alpha="3/2"), parameters_of(epsilon=0.25)["partition_bound"]
    ({'gamma2_alpha': Fraction(3, 2)}, Fraction(1, 4))
    """
    given: dict[str, Fraction] = {}
    for option, value in (("alpha", alpha), ("epsilon", epsilon)):
        if value is None:
            continue
        text = str(value)
        if not re.fullmatch(r"-?\d{1,30}([./]\d{1,30})?", text) or text.endswith("/0"):
            raise ValueError(f"--{option} must be a number such as 3/2 or 1.5, got {text[:40]!r}; write it so")
        number = Fraction(text)
        given |= {name: number for name, measure in MEASURES.items() if measure.parameter == option}
    return given
