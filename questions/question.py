"""What can be asked of attention units: the common form of the questions, one type for each below.

A question says *what* a unit has to do; how large it must be for that is what claims are about (``least_size.py``).
Questions about scores (``selection.py``) say which keys a query has to attend to; questions about outputs
(``outputs.py``) which values the unit has to compute.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from .sign_pattern import SignPattern, part_of

if TYPE_CHECKING:
    from .finite_task import FiniteTask

MAX_CELLS = 4_000_000
"""Largest pattern that is written out, in cells; symmetric tasks beyond it are answered by symmetric evidence."""

MAX_NAME = 200
"""Longest label of a pattern."""


class QuestionError(ValueError):
    """The question cannot be written out as a sign pattern; the message says why."""


@dataclass(frozen=True)
class Question:
    """A question; each type below sets ``task``, the word that stands for it in files, and ``words``."""

    task: ClassVar[str] = ""
    asks_for: ClassVar[str] = "scores"
    """``"scores"`` (keys are selected), ``"weights"`` (of a softmax) or ``"outputs"`` (values are computed)."""

    @property
    def words(self) -> str:
        """The question in words."""
        raise NotImplementedError

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        """Names and values of its sizes: the fields that are integers."""
        values = ((one.name, getattr(self, one.name)) for one in fields(self))
        return tuple((name, value) for name, value in values if type(value) is int)

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        """The name (a label, if there is one) and the sizes, as they are said on the command line."""
        return getattr(self, "name", "") or self.task, dict(self.parameters)

    @property
    def heads(self) -> int:
        """The number of heads that the question itself names, else 1."""
        return 1

    @property
    def order(self) -> int:
        """The order that the question itself names, else 2."""
        return 2

    @property
    def null(self) -> bool:
        """Whether the unit has a null token (of outputs: whether it may have one)."""
        return self.asks_for == "outputs"

    @property
    def offset(self) -> int:
        """The sign-rank of ``rows`` minus m: 1 without a null token, since each row has a free threshold."""
        return 0 if self.null else 1

    @property
    def is_pattern(self) -> bool:
        """Whether it asks for the signs of the scores of an order-2 head (see ``pattern``)."""
        return False

    @property
    def finite(self) -> "FiniteTask | None":
        """The finite task whose answers are asked for, if it is that kind of question."""
        return None

    @property
    def explicit(self) -> SignPattern | None:
        """The sign pattern, if the question is nothing but that."""
        return None

    @property
    def columns(self) -> int:
        """The number of key types, without writing anything out."""
        return 0

    @property
    def cells(self) -> int:
        """Rows times columns of what would be written out, or anything above ``MAX_CELLS`` if that is more."""
        return MAX_CELLS + 1

    @property
    def can_be_written_out(self) -> bool:
        """Whether there are at most ``MAX_CELLS`` cells."""
        return self.cells <= MAX_CELLS

    @cached_property
    def pattern(self) -> SignPattern:
        """The sign pattern, written out.

        Raises
        ------
        QuestionError
            If there is none, or it has more than ``MAX_CELLS`` cells.
        """
        if not self.is_pattern:
            raise QuestionError(f"{self.words} has no order-2 sign pattern; ask qsa, match of order 2 or a pattern")
        if not self.can_be_written_out:
            raise QuestionError(f"{self.words} has more than {MAX_CELLS} cells and cannot be written out")
        return self._written_out()

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows whose sign-rank is m + offset."""
        return self.pattern.homogeneous_rows

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the pattern, without the row that is added where there is no null token."""
        return self.pattern.shape

    def each_row(self) -> Iterator[str]:
        """``rows``, one after the other; a question that holds lists never writes out all of them."""
        return iter(self.rows)

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> tuple[str, ...]:
        """The entries of the pattern in some rows and columns."""
        return part_of(self.pattern.rows, rows, columns)

    def to_json(self) -> dict[str, object]:
        """The statement as it stands in a certificate."""
        return {"task": self.task, **dict(self.parameters)}

    def _written_out(self) -> SignPattern:
        raise NotImplementedError


def plain_label(name: str) -> str:
    """The label with anything but ASCII letters, digits, spaces and ``-+_.,:/=`` replaced: it cannot pose as a claim.

    >>> plain_label("x' with m <= 7")
    'x_ with m _= 7'
    """
    return "".join(c if c.isascii() and (c.isalnum() or c in " -+_.,:/=") else "_" for c in name)


@dataclass(frozen=True)
class SubsetQuestion(Question):
    """A question about each q-subset of N positions, 1 <= q <= N: a key for each position, and no null token."""

    N: int
    q: int
    null = False

    @property
    def columns(self) -> int:
        return self.N

    @property
    def cells(self) -> int:
        return subsets_up_to(self.N, self.q, MAX_CELLS + 1) * self.N


def subsets_up_to(positions: int, q: int, most: int) -> int:
    """C(N, q), or some number above ``most`` if it is larger: the number need not be computed whole.

    >>> subsets_up_to(6, 2, 100), subsets_up_to(10**9, 10**8, 100) > 100
    (15, True)
    """
    count = 1
    for k in range(min(q, positions - q)):
        count = count * (positions - k) // (k + 1)
        if count > most:
            return count
    return count
