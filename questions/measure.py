"""Measures of a communication matrix, as the checker lists them (``certificates/meaning/quantities.py``).

M is the 0/1 matrix, A = 2M - 1 its sign matrix (0 at ``*``), J the matrix of ones. A *rectangle* is a set of rows times
a set of columns; a b-rectangle holds no entry 1 - b (it may hold ``*``).
"""

from fractions import Fraction

from ..certificates.meaning import quantities

USUAL = {"alpha": Fraction(11, 10), "epsilon": Fraction(1, 3)}
"""Parameter -> the value that it has by default."""


class Measure(quantities.Measure):
    """A measure: its name, its definition in words, what it is defined for, and its parameter if there is one."""

    @property
    def parameter_range(self) -> tuple[Fraction, Fraction]:
        """The least and the largest value of the parameter, both allowed."""
        return self.range

    @property
    def usual(self) -> Fraction | None:
        """The value of the parameter by default; None without one."""
        return USUAL.get(self.parameter)


MEASURES: dict[str, Measure] = {name: Measure(*one) for name, one in quantities.MEASURES.items()}
"""Every measure, in the order of the table. The linear programs are written out in FORMAT.rst."""

DISC = "least, over distributions mu on the entries that are not *, of the largest |sum of mu A over a rectangle|"
MEASURES["disc"] = MEASURES["disc"]._replace(definition=DISC)  # with its letters, in full

SEEN_AS = {name: (seen, view.__name__) for name, (seen, view) in quantities.SEEN_AS.items()}
"""Measures that are by definition another one of the matrix ``transposed``, or of its ``complement``."""
