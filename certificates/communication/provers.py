"""Which evidence proves a bound of which measure: side -> measure -> kind -> prover.

A prover takes the evidence, the matrix and the measure's parameter, and returns what is proved; it raises
``RejectionError`` where the evidence fails. Evidence of kind ``implied`` is not here: any measure may have it.
"""

from collections.abc import Callable
from fractions import Fraction

from ..reading import Node
from .matrix import CommunicationMatrix
from .measures import Proved

Prover = Callable[[Node, CommunicationMatrix, Fraction | None], Proved]
Table = dict[str, dict[str, Prover]]

PROVERS: dict[str, Table] = {"lower": {}, "upper": {}}
"""Every prover."""
