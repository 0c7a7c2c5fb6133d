"""The noun ExcludedRegion: sizes (m, p, H) at which no fixed-point unit can do a task, at a finite size of the task.

A lower bound by communication has three parts. A *reduction* turns inputs of a two-party function into inputs of the
task; a *protocol* computes a unit's output across the cut at a cost that is an explicit integer; a *communication
bound* says how many bits the function needs. A unit whose cost is below what is needed does not exist:

    cost(m, p, H, dv) >= required,   so (m, p, H) is excluded iff cost(m, p, H, dv) < required.

Nothing is asymptotic: ``required`` and the cost are numbers.

**The width of values** is a size of its own. A head of uniform attention with values as wide as the alphabet counts
tokens, with m = 1, and a read-out can do Match3 from that; so no bound on m and H alone can hold. Either dv is a
number, held fixed, or it is "m": values as wide as queries and keys, which is how Sanford, Hsu, Telgarsky 2023 (arXiv
2306.02896) count m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any

from ...display.answer import Summary
from ...display.html import badge, framed, paragraph, table
from ...tasks.words import counted
from ..protocols.cost import Cost, ToldCost, require_sizes
from ..protocols.layered_cost import LayeredCost

SHOWN_BITS = (1, 2, 4, 8)
"""The p at which a bound that is printed says what it excludes."""


class ExcludedRegionError(ValueError):
    """A bound does not exist for what was given, or a record is not one; the message says what to do."""


class Standing(Enum):
    """How a part of a bound is known; the weakest part is the bound's."""

    CHECKED = "CHECKED"
    """Every case at this size was gone through."""
    PROVED = "PROVED"
    """A proof for all sizes stands beside the code, the tests go through small sizes; no checker replays it."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Part:
    """One of the three parts of a bound."""

    role: str
    statement: str
    standing: Standing
    source: str


def proved(**parts: tuple[str, str]) -> dict[str, Part]:
    """Parts that are proved, by their roles: the statement of each, and its source."""
    return {role: Part(role, statement, Standing.PROVED, source) for role, (statement, source) in parts.items()}


def outputs_read(rows: int) -> str:
    """The condition that so many outputs are read, each from its token and row."""
    return f"{'one output' if rows == 1 else f'{rows} outputs'} read, any read-out of token and row"


ONE_TOKEN = (
    "one way, the queries, self-scores and self-values of one token: H (m p + l + dv p) bits",
    "headcount.reductions.protocols.cost",
)
"""What the protocol of the query cut is, and where it stands."""


@dataclass(frozen=True, repr=False)
class ExcludedRegion(Summary):
    """A lower bound on the sizes of fixed-point units for a task, for one finite size of the task.

    Parameters
    ----------
    argument : str
        The name of the argument in ``LOWER_BOUNDS``.
    task : str
    parameters : tuple of (str, int)
        Those of the task.
    condition : str
        What else must hold: which modulus, which error, which read-out.
    cost : Cost
        The protocol's cost as a function of m, p, H, dv.
    required : int
        The least cost that the communication bound allows.
    dv : int or "m"
        The width of values.
    reduction, protocol, communication : Part
    encoding : SizedReduction or None
        The encoding that it follows from, where the checker knows the argument.
    needs : (measure, CommunicationLower) or None
        The measure of the encoded function that gives ``required``, and what is known of that function.
    messages : int or None
        The least number of different messages, where they are counted and not their bits alone; of ``required`` bits.

    Examples
    --------
    >>> from headcount.reductions.excluded_sizes.disjointness_lower import match3_disjointness_lower
    >>> region = match3_disjointness_lower(65)
    >>> region.required, region.excludes(2, 1, 1), region.least_m(1, 1), region.least_H(1, 1)
    (32, True, 3, 2)
    """

    argument: str
    task: str
    parameters: tuple[tuple[str, int], ...]
    condition: str
    cost: Cost
    required: int
    dv: int | str
    reduction: Part
    protocol: Part
    communication: Part
    encoding: Any = field(default=None, repr=False, compare=False)
    needs: Any = field(default=None, repr=False, compare=False)
    messages: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.dv != "m":
            require_sizes(dv=self.dv)

    @property
    def unit_class(self) -> str:
        """FIXED as ``certificates.UnitClass`` writes it, or ROUNDED, with rounded sums, of ``attention.rounded``."""
        return f"{self.cost.family}(p, {self.cost.grid})"

    @property
    def layers(self) -> int:
        """D, the layers of the units that the bound is about."""
        return self.cost.layers if isinstance(self.cost, LayeredCost) else 1

    @property
    def parts(self) -> tuple[Part, Part, Part]:
        """The three parts."""
        return self.reduction, self.protocol, self.communication

    @property
    def standing(self) -> Standing:
        """The weakest part's."""
        proved = any(part.standing is Standing.PROVED for part in self.parts)
        return Standing.PROVED if proved else Standing.CHECKED

    @property
    def statement(self) -> str:
        """The bound in a sentence, with its numbers."""
        sizes = ", ".join(f"{name}={value}" for name, value in self.parameters)
        task = f"{self.task}({sizes})" if sizes else self.task
        width = "dv = m" if self.dv == "m" else f"dv = {self.dv}"
        depth = "one layer" if self.layers == 1 else f"{self.layers} layers with any networks between them"
        return (
            f"a unit of class {self.unit_class}, order 2, {depth}, H heads (summed or side by side), {width}, that "
            f"does {task}, {self.condition}, has {self._inequality}"
        )

    @property
    def _inequality(self) -> str:
        if self.messages is None or not isinstance(self.cost, ToldCost):
            return f"{self.cost.words} >= {self.required}"
        return f"{self.cost.counted} >= {power_words(self.messages)}"

    def bits(self, m: int, p: int, H: int) -> int:
        """The protocol's cost of a unit of this size.

        Raises
        ------
        CostError
            If a size is not an integer >= 1.
        """
        return self.cost.bits(m, p, H, m if self.dv == "m" else int(self.dv))

    def excludes(self, m: int, p: int, H: int) -> bool:
        """Whether no unit of this size does the task; False says nothing."""
        paid = self.bits(m, p, H)
        if self.messages is None or paid != self.required:
            return paid < self.required
        return bool(self.cost.messages(m, p, H, m if self.dv == "m" else int(self.dv)) < self.messages)

    @property
    def excludes_nothing(self) -> bool:
        """Whether even the smallest unit pays for what is required; the cost increases with m, p, H."""
        return not self.excludes(1, 1, 1)

    def says_more_than(self, others: Iterable[ExcludedRegion]) -> bool:
        """Whether at some p of ``SHOWN_BITS`` it leaves a larger m than all others."""
        return any(self.least_m(p, 1) > max([1, *(other.least_m(p, 1) for other in others)]) for p in SHOWN_BITS)

    def consequence(self, ps: Iterable[int] = SHOWN_BITS, H: int = 1) -> str:
        """What follows, in a line: the least m that is left at each p, or that nothing is excluded.

        Examples
        --------
        >>> from headcount.reductions.excluded_sizes.disjointness_lower import match3_disjointness_lower
        >>> match3_disjointness_lower(65).consequence()
        'least m not excluded at H = 1: p=1: 3, p=2: 2, p=4: 1, p=8: 1'
        >>> match3_disjointness_lower(9).consequence()
        'this argument excludes nothing: even m = p = H = 1 pays 11 bits, and 4 are required'
        """
        if self.excludes_nothing and self.messages is not None:
            paid = self.cost.messages(1, 1, 1, 1 if self.dv == "m" else int(self.dv))
            told = f"{power_words(paid)} messages, and {power_words(self.messages)} are required"
            return f"this argument excludes nothing: even m = p = H = 1 has {told}"
        if self.excludes_nothing:
            paid, required = self.bits(1, 1, 1), self.required
            required_words = f"{required} {'is' if required == 1 else 'are'} required"
            return (
                f"this argument excludes nothing: even m = p = H = 1 pays {counted(paid, 'bit')}, and {required_words}"
            )
        return f"least m not excluded at H = {H}: " + ", ".join(f"p={p}: {in_short(self.least_m(p, H))}" for p in ps)

    def least_m(self, p: int, H: int) -> int:
        """The least m that is not excluded at these p and H. The cost increases with m, so all smaller ones are.

        With dv fixed and row sums, m enters through the bits of a score only: the number may be astronomical, and no
        mistake.
        """
        require_sizes(p=p, H=H)
        return self._least(lambda m: self.excludes(m, p, H))

    def least_H(self, m: int, p: int) -> int:
        """The least H that is not excluded at these m and p."""
        require_sizes(m=m, p=p)
        return self._least(lambda H: self.excludes(m, p, H))

    def least_p(self, m: int, H: int) -> int:
        """The least p that is not excluded at these m and H."""
        require_sizes(m=m, H=H)
        return self._least(lambda p: self.excludes(m, p, H))

    def record(self) -> dict[str, Any]:
        """Everything needed to compute the bound again, as JSON."""
        return {
            "format": "headcount-excluded-region",
            "version": 1,
            "argument": self.argument,
            "task": self.task,
            "parameters": dict(self.parameters),
            "dv": self.dv,
            "unit_class": self.unit_class,
            "statement": self.statement,
            "cost": {"formula": self.cost.words, **vars(self.cost)},
            "required": self.required,
            **({} if self.messages is None else {"messages": power_words(self.messages)}),
            "standing": str(self.standing),
            "parts": [{**asdict(part), "standing": str(part.standing)} for part in self.parts],
        }

    def __str__(self) -> str:
        lines = [self.statement, *(f"  {p.role}: {p.statement} [{p.standing}; {p.source}]" for p in self.parts)]
        return "\n".join([*lines, f"  {self.consequence()}"])

    @property
    def in_a_line(self) -> str:
        """The statement; and that it excludes nothing, where that is so."""
        return self.statement + ("; this argument excludes nothing" if self.excludes_nothing else "")

    def _repr_html_(self) -> str:
        rows = table([(p.role, p.statement, badge(p.standing), p.source) for p in self.parts])
        return framed(self.statement, rows, paragraph(self.consequence()))

    def _least(self, excluded: Callable[[int], bool]) -> int:
        """The least size not excluded; sizes square until one is found, since it may have hundreds of digits."""
        if not excluded(1):
            return 1
        low, high = 1, 2
        while excluded(high):
            low, high = high, high * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if excluded(middle) else (low, middle)
        return high


def power_words(number: int) -> str:
    """A number >= 1, or if it is long the power of two that it is, or lies above.

    >>> power_words(11), power_words(2**40), power_words(2**40 + 1)
    ('11', '2^40', 'more than 2^40')
    """
    power = number.bit_length() - 1
    return str(number) if number < 10**6 else f"2^{power}" if number == 1 << power else f"more than 2^{power}"


def in_short(number: int) -> str:
    """A number, or its power of two if it is too long to be read.

    >>> in_short(12), in_short(2**100 + 1)
    ('12', 'about 2^100')
    """
    return str(number) if number < 10**12 else f"about 2^{number.bit_length() - 1}"
