"""Cycle3 by one Strassen head with 0/1 entries, m = 3N + 1.

Strassen attention (Kozachinskiy et al., arXiv 2501.19215) scores a query with a pair of keys by
<q, k1> + <k1, k2> + <k2, q>, summed over the coordinates. With A the adjacency matrix, A_i its row i and e_i the unit
vectors, take three blocks of N coordinates:

    block      1     2     3         query i with keys j and l:
    query     A_i    0    e_i        <q, k1>  = A_i e_j = A_ij    (block 1; block 3 of k1 is 0)
    k1        e_j   A_j    0         <k1, k2> = A_j e_l = A_jl    (block 2; block 1 of k2 is 0)
    k2         0    e_l   A_l        <k2, q>  = A_l e_i = A_li    (block 3; block 2 of q is 0)

so that the score is A_ij + A_jl + A_li <= 3, and 3 exactly if i -> j -> l -> i.

Null token. One more coordinate: 1 in the query and in both null keys, 0 in the keys of tokens. The null pair scores
1 + 1 + 1 = 3. A pair that is null in one part scores 1 + A_ij or 1 + A_li <= 2. So the maximum is always 3: the
head attends to the null pair and to the triangles through i. With values 1 for tokens, 0 for the null token the output
is r/(r + 1) for r triangles (j, l): at least 1/2 if there is one, 0 if there is none, and the threshold 1/4 tells.

The tie with the null pair saves the scaling by 2 that a null score strictly between 2 and 3 would need: all entries
are 0 or 1 (p = 2 in two's complement). The gap is 1. A softmax of temperature 1/c needs the scores scaled by c with
(N+1)^2 2^-c < 1/4 (base 2): the N^2 pairs below 3 then weigh less than 1/4 of the null pair.
"""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from ....questions import STRASSEN, Head, Layer, Table, Unit
from ....tasks import Cycle3
from ..construction import ConstructionError, Theorem
from ..explicit_construction import ExplicitConstruction

MAX_N = 12
"""Tables have N 2^N rows."""


def cycle3_strassen(N: int) -> ExplicitConstruction:
    """Cycle3 on N vertices by one Strassen head, m = 3N + 1.

    Parameters
    ----------
    N : int, 1 <= N <= 12
        The number of vertices.

    Guarantee
    ---------
    All entries are 0 or 1. The output is r/(r + 1), r the number of pairs that close a triangle with the vertex.

    Raises
    ------
    ConstructionError
        If N is too large for tables of N 2^N rows to be written out.

    Source
    ------
    Kozachinskiy et al. (arXiv 2501.19215); the null token is ours.

    Examples
    --------
    >>> built = cycle3_strassen(3)
    >>> [str(row[0]) for row in built.unit.outputs((0b010, 0b100, 0b001))]
    ['1/2', '1/2', '1/2']
    >>> [str(row[0]) for row in built.unit.outputs((0b110, 0b100, 0b000))]
    ['0', '0', '0']
    """
    task = Cycle3(N)
    if N > MAX_N:
        raise ConstructionError(f"N must be at most {MAX_N}, got {N}: the tables would have N 2^N rows; try N=4")
    unit_vectors = [tuple(int(j == i) for j in range(N)) for i in range(N)]
    rows = [tuple(token >> j & 1 for j in range(N)) for token in range(2**N)]
    zero = (0,) * N
    both = [(unit_vectors[i], row) for i in range(N) for row in rows]
    queries = Table("both", tuple((*row, *zero, *e, 1) for e, row in both))
    first = Table("both", tuple((*e, *row, *zero, 0) for e, row in both))
    second = Table("both", tuple((*zero, *e, *row, 0) for e, row in both))
    ones = Table("token", ((1,),) * 2**N)
    head = Head(queries, (first, second), (ones, ones), ((0,) * (3 * N) + (1,),) * 2, ((0,),) * 2)
    theorem = Theorem(
        "one Strassen head detects directed triangles", "arXiv 2501.19215", {"m": ("3N + 1 (O(N))", 3 * N + 1)}
    )
    unit, margin = Unit(2**N, (Layer((head,), STRASSEN),)), lru_cache(maxsize=100_000)(_margin)
    return ExplicitConstruction(
        "cycle3-strassen", {"N": N}, task, theorem, unit, threshold=Fraction(1, 4), margin_of=margin
    )


def _margin(tokens: tuple[int, ...]) -> int:
    """3, the score that must win at every vertex, minus the best score below it."""
    N = len(tokens)
    A = np.array([[token >> j & 1 for j in range(N)] for token in tokens])
    scores = A[:, :, None] + A[None, :, :] + A.T[:, None, :]  # A_ij + A_jl + A_li
    below = max(int(scores[scores < 3].max(initial=0)), 1 + int(A.max()))
    return 3 - below
