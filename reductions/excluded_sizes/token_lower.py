"""What one token has to tell, by units of any number of layers: D H (m + dv) p >= log2 of the number of its values.

Alice holds one token, with V values; all others are public, Bob holds none. In each of D layers she tells its key and
value, H (m + dv) p bits; Bob works out everything else, whatever the masks and the networks between the layers are. If
the task's outputs at some public positions differ for any two of the V values, no two of them may be told alike:

    **D H (m + dv) p >= ceil(log2 V)**

(in the last layer level sums will do as well, ``layered_cost``). Of any task whose inputs are words of one length the
token, the context and its values are looked for (``told_of``): all positions and contexts where the inputs are few. V
by task, where it is known at any size, and the outputs that are read:

``cycle3``          V = 2^(N-2). Public: w -> u and v_j -> w; Alice holds u, with an edge to v_j iff a_j = 1. Then v_j
                    is on the triangle v_j -> w -> u iff a_j = 1: N - 2 outputs. **D H (m + dv) p >= N - 2**, which is
                    more than directed triangles with N^2/9 bits give (``triangle_lower``), (2D - 1) H (m + dv) p >=
                    N/3: that bound reads N/3 outputs instead of N - 2.
``composition``     V = n. Alice holds f(1); g(j) = 1 for all j. One output, f(g(x)) = f(1).
``induction-heads`` V = A - 1, N >= 3. The sequence 0, x, 0 with x in 1 .. A-1 (before it, more symbols x' that are
                    public and do not matter): the last output is x.
``k-hop``           V = A - 1, N >= 2k + 1, A >= k + 1. Symbols c_1 .. c_k: c_k, x, then the pairs (c_(k-1), c_k), ..,
                    (c_1, c_2) and c_1; x is any symbol but c_k. The last output is x.

A bound by a cut can never be much better at D >= 2 (``layered_cost``): a unit with H (m + dv) p >= log2 A is out of its
reach. How many layers k hops need is therefore another question: about log2 k suffice, and fewer with polynomial size
do not, *if* one round of parallel computation cannot tell one cycle from two (Sanford, Hsu, Telgarsky 2024, arXiv
2402.09268). That is quoted; nothing here proves it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from ...solvers.units.told_values import (
    MOST_INPUTS,
    ToldValues,
    told_by_all,
    told_by_some,
    told_in_one_layer,
    told_together_by_all,
    told_together_by_some,
    told_values,
)
from ...tasks import TASKS, Composition, Cycle3, InductionHeads, KHop, SequenceTask, Task, TaskError
from ...tasks.sequence_task import NamedTask
from ..protocols.layered_cost import LayeredCost
from .excluded_region import ExcludedRegion, ExcludedRegionError, Part, Standing, outputs_read, proved


@dataclass(frozen=True, repr=False)
class TokenRegion(ExcludedRegion):
    """What the values of a token that were found exclude; ``of`` is the task itself."""

    told: ToldValues = field(kw_only=True)
    of: SequenceTask = field(kw_only=True)


MOST_SYMBOLS = 1 << 16
"""Largest alphabet whose tokens are tried, unless all inputs are gone through."""


@lru_cache(64)
def told_of(task: SequenceTask, *, one_layer: bool = False) -> ToldValues | None:
    """The token of a task that was found to have the most to tell; None if none has anything, or the task is too large.

    In ``one_layer`` several contexts may tell its values apart.

    Examples
    --------
    >>> told = told_of(InductionHeads(3, 4))
    >>> told.values, told.position, told.read, told.is_greatest
    ((0, 1, 2), 0, (1, 2, 3), True)
    """
    few = task.N * (task.alphabet.bit_length() - 1) < 60 and task.alphabet**task.N <= MOST_INPUTS
    if not few and task.alphabet > MOST_SYMBOLS:
        return None
    if isinstance(task, NamedTask):
        told = (told_in_one_layer if one_layer else told_values)(task.finite)
    else:
        own = type(task).instances is not SequenceTask.instances  # then not all words need be inputs
        if few or own:
            words = list(islice(task.instances(), MOST_INPUTS))
            by_all = told_together_by_all if one_layer else told_by_all
            told = by_all([(tuple(word), task.answers(word)) for word in words], task.N)
        else:
            told = (told_together_by_some if one_layer else told_by_some)(task.answers, task.alphabet, task.N)
    return told if told.bits else None


def token_region(
    task: SequenceTask, told: ToldValues, layers: int, *, dv: int | str = "m", grid: str = "twos"
) -> TokenRegion:
    """What values of a token exclude, by D layers: D H (m + dv) p >= ceil(log2 of their number).

    Examples
    --------
    >>> heads = InductionHeads(9, 5)
    >>> token_region(heads, told_of(heads), 2).required
    4
    """
    several = f", and {len(told.contexts) - 1} contexts more" if len(told.contexts) > 1 else ""
    found = f"position {told.position} of {', '.join(map(str, told.contexts[0]))}"[:80] + several
    best = "no token has more" if told.is_greatest else "the most that was found"
    parts = proved(
        reduction=(f"none: Alice holds one token, {found}; all others are public, {len(told.read)} read", HERE),
        protocol=TOLD,
    )
    differ = f"{len(told.values)} values of the token, whose outputs differ: {told.bits} bits one way ({best})"
    parts["communication"] = Part("communication", differ, Standing.CHECKED, "headcount.solvers.units.told_values")
    sizes, read = tuple(task.parameters.items()), len(told.read)
    cost = LayeredCost(layers, layers - 1, 1, read, grid, one_way=True)
    condition = outputs_read(read)
    return TokenRegion("token values", task.name, sizes, condition, cost, told.bits, dv, **parts, told=told, of=task)


HERE = "headcount.reductions.excluded_sizes.token_lower"
TOLD = "one way, the token's keys and values in every layer", "headcount.reductions.protocols.layered_cost"


def cycle3_token_lower(N: int, layers: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Cycle3(N) by D layers: D H (m + dv) p >= N - 2.

    Parameters
    ----------
    N : int >= 3
        Vertices.
    layers : int >= 1
        D.
    dv : int >= 1, or "m" (values as wide as queries)
    grid : "twos" or "midrise"

    Raises
    ------
    ExcludedRegionError
        If N is below 3.
    TaskError, CostError
        If a parameter is no size at all.

    Examples
    --------
    >>> [cycle3_token_lower(300, D).least_m(1, 1) for D in (1, 2, 3, 8)]
    [149, 75, 50, 19]
    """
    task = Cycle3(N)
    if N < 3:
        raise ExcludedRegionError(f"N must be at least 3, the vertices of a triangle, got {N}; try N=9")
    return _region("cycle3-token", task, N - 2, N - 2, layers, dv, grid)


def composition_token_lower(n: int, layers: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Composition with domain n by D layers: D H (m + dv) p >= ceil(log2 n); parameters and errors as above.

    Examples
    --------
    >>> composition_token_lower(1000, 2).required
    10
    """
    return _region("composition-token", Composition(n), (n - 1).bit_length(), 1, layers, dv, grid)


def induction_heads_token_lower(A: int, N: int, layers: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Induction heads over A symbols by D layers: D H (m + dv) p >= ceil(log2 (A - 1)).

    Raises
    ------
    ExcludedRegionError
        If N is below 3 or A below 2.

    Examples
    --------
    >>> induction_heads_token_lower(1025, 3, 2).required
    10
    """
    task = InductionHeads(A, N)
    if N < 3 or A < 2:
        raise ExcludedRegionError(f"N must be at least 3 and A at least 2, got N={N}, A={A}; try A=3 N=5")
    return _region("induction-heads-token", task, (A - 2).bit_length(), 1, layers, dv, grid)


def k_hop_token_lower(A: int, N: int, k: int, layers: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """k hops over A symbols by D layers: D H (m + dv) p >= ceil(log2 (A - 1)).

    Raises
    ------
    ExcludedRegionError
        If N is below 2k + 1 or A below k + 1.

    Examples
    --------
    >>> k_hop_token_lower(1025, 9, 4, 2).required
    10
    """
    task = KHop(A, N, k)
    if 2 * k + 1 > N or k + 1 > A:
        raise ExcludedRegionError(
            f"N must be at least 2k + 1 and A at least k + 1, got N={N}, A={A}, k={k}; try A=4 N=7 k=3"
        )
    return _region("k-hop-token", task, (A - 2).bit_length(), 1, layers, dv, grid)


def known_task(name: str, parameters: Mapping[str, int]) -> Task | None:
    """The task of this name, if the parameters are all that it takes."""
    entry = next((entry for entry in TASKS if entry.name == name), None)
    try:
        return None if entry is None else entry.make(**parameters)
    except (TaskError, TypeError):
        return None


def told_token(task: SequenceTask) -> ToldValues:
    """The token whose values are known at any size: its position, the context, and the positions that are read.

    The values of Cycle3 are 2^(N-2), a range that has no length in Python once N is large.

    Raises
    ------
    ExcludedRegionError
        If no such token is known for the task at its size.

    Examples
    --------
    >>> told = told_token(Composition(3))
    >>> told.position, told.read, told.contexts, list(told.values)
    (0, (6,), ((0, 0, 0, 0, 0, 0, 0),), [0, 1, 2])
    """
    N = task.N
    if isinstance(task, Cycle3) and N >= 3:
        rest = (1,) * (N - 2)  # w = vertex 0, u = 1, v_j = 2 .. N - 1
        return ToldValues(((0b10, 0, *rest),), 1, range(0, 1 << N, 4), tuple(range(2, N)))
    if isinstance(task, Composition):
        return ToldValues(((0,) * N,), 0, range(task.n), (N - 1,))
    k = task.k if isinstance(task, KHop) else 1
    if isinstance(task, InductionHeads | KHop) and 2 * k + 1 <= N and k + 1 <= task.A:
        last = k - 1  # c_i is the symbol i - 1
        pairs = tuple(symbol for i in reversed(range(k - 1)) for symbol in (i, i + 1))
        pad, others = N - 2 * k - 1, range(1, task.A) if k == 1 else (*range(last), *range(k, task.A))
        return ToldValues(((*(last,) * pad, last, others[0], *pairs, 0),), pad + 1, others, (N - 1,))
    raise ExcludedRegionError(f"no token of {task.name} is known to be told at this size; take a larger N")


def _region(
    argument: str, task: SequenceTask, required: int, rows: int, layers: int, dv: int | str, grid: str
) -> ExcludedRegion:
    parts = proved(
        reduction=(f"none: Alice holds one token, all others are public, {rows} read", HERE),
        protocol=TOLD,
        communication=(f"the outputs differ for any two values of the token: {required} bits one way", HERE),
    )
    sizes, cost = tuple(task.parameters.items()), LayeredCost(layers, layers - 1, 1, rows, grid, one_way=True)
    return ExcludedRegion(argument, task.name, sizes, outputs_read(rows), cost, required, dv, **parts)
