"""What one token has to tell, by units of any number of layers: D H (m + dv) p >= log2 of the number of its values.

Alice holds one token, with V values; all others are public, Bob holds none. In each of D layers she tells its key and
value, H (m + dv) p bits; Bob works out everything else, whatever the masks and the networks between the layers are. If
the task's outputs at some public positions differ for any two of the V values, no two of them may be told alike:

    **D H (m + dv) p >= ceil(log2 V)**

(in the last layer level sums will do as well, ``layered_cost``). V by task, and the outputs that are read:

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

from collections.abc import Callable, Iterator

from ...tasks import Composition, Cycle3, InductionHeads, KHop, SequenceTask
from ..protocols.layered_cost import LayeredCost
from .excluded_region import ExcludedRegion, ExcludedRegionError, outputs_read, proved

Told = tuple[int, tuple[int, ...], Callable[[], Iterator[tuple[int, ...]]]]
"""Alice's position, the positions read (both from 1), and the sequences with all values of her token."""


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


def told_token(task: SequenceTask) -> Told:
    """Alice's position, the positions that are read, and the sequences with all values of her token.

    Raises
    ------
    ExcludedRegionError
        If no such sequences are known for the task at its size.

    Examples
    --------
    >>> position, read, sequences = told_token(Composition(3))
    >>> position, read, list(sequences())
    (1, (7,), [(0, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0, 0)])
    """
    N = task.N
    if isinstance(task, Cycle3) and N >= 3:
        rest = (1,) * (N - 2)  # w = vertex 1, u = 2, v_j = 3 .. N
        return 2, tuple(range(3, N + 1)), lambda: ((0b10, a << 2, *rest) for a in range(1 << (N - 2)))
    if isinstance(task, Composition):
        return 1, (N,), lambda: ((x, *(0,) * (N - 1)) for x in range(task.n))
    k = task.k if isinstance(task, KHop) else 1
    if isinstance(task, InductionHeads | KHop) and 2 * k + 1 <= N and k + 1 <= task.A:
        last = k - 1  # c_i is the symbol i - 1
        pairs = tuple(symbol for i in reversed(range(k - 1)) for symbol in (i, i + 1))
        pad = N - 2 * k - 1
        place = pad + 2
        return place, (N,), lambda: ((*(last,) * pad, last, x, *pairs, 0) for x in range(task.A) if x != last)
    raise ExcludedRegionError(f"no token of {task.name} is known to be told at this size; take a larger N")


def _region(
    argument: str, task: SequenceTask, required: int, rows: int, layers: int, dv: int | str, grid: str
) -> ExcludedRegion:
    here = "headcount.reductions.excluded_sizes.token_lower"
    told = "one way, the token's keys and values in every layer"
    parts = proved(
        reduction=(f"none: Alice holds one token, all others are public, {rows} read", here),
        protocol=(told, "headcount.reductions.protocols.layered_cost"),
        communication=(f"the outputs differ for any two values of the token: {required} bits one way", here),
    )
    sizes, cost = tuple(task.parameters.items()), LayeredCost(layers, layers - 1, 1, rows, grid, one_way=True)
    return ExcludedRegion(argument, task.name, sizes, outputs_read(rows), cost, required, dv, **parts)
