"""DISJ_n to Cycle3: triangles u_i -> v_j -> w_i -> u_i, one for each bit; n = rows * columns, N = 2 rows + columns.

Symbols: a token is a row of the adjacency matrix, so all edges out of a vertex have one owner. The n bits are laid out
in ``rows`` rows and ``columns`` columns. Vertices (counted from 1): w_1 .. w_rows public, u_1 .. u_rows Alice's, v_1 ..
v_columns Bob's. Edges: w_i -> u_i; u_i -> v_j iff a_ij = 1; v_j -> w_i iff b_ij = 1. The outputs at all w_i are read,
and a and b are disjoint iff all of them are 0. The token of a vertex has the binary digit 2^(j-1) for an edge to vertex
j.

With one row this is N = n + 2 and one output. With rows = columns = N/3 it is **N^2/9 bits**, which is what a unit of
several layers can be held against: it tells of each of its 2N/3 tokens only the keys and values
(``excluded_sizes.triangle_lower``).
"""

from typing import Any

from ...tasks import Cycle3
from ...tasks.two_party.arithmetic import Arithmetic, switched
from ...tasks.two_party.functions import disj
from ..reduction import Reduction, ReductionError, SizedReduction, ownership, require_parameter


def _sized(n: int, rows: int = 1) -> SizedReduction:
    """w_i lies on a triangle iff a_ij = b_ij = 1 for some j.

    All edges go from w to u, from u to v or from v to w, so a triangle is w_i -> u_k -> v_j -> w_i. The only edge out
    of w_i leads to u_i: k = i. The other two are there iff a_ij = 1 and b_ij = 1. There are no loops. So the greatest
    output at w_1 .. w_rows is 1 iff a_ij = b_ij = 1 for some i, j.

    With one output read, no cut could embed a much larger n: whoever owns the vertex v that is read sends its row, the
    union of the rows of v's out-neighbours among its own vertices, and which of its own vertices have an edge to v; the
    other party then sees every triangle through v but those inside the sender's vertices, which take one more bit. So
    3N + 2 bits always suffice, and n + 1 = D(DISJ_n) <= 3N + 2. Hence the outputs at all w_i.
    """
    source = disj(n)
    require_parameter("rows", rows, 1, "the bits are laid out in so many rows", n)
    columns, rest = divmod(n, rows)
    if rest:
        raise ReductionError(f"rows must divide n = {n}, got {rows}; try rows=1")
    N = 2 * rows + columns

    return SizedReduction(
        name="disj-to-cycle3",
        source=source,
        target=Cycle3(N),
        sizes={"n": n, "N": N} | ({"rows": rows} if rows > 1 else {}),
        owners=ownership(N, range(rows + 1, 2 * rows + 1), range(2 * rows + 1, N + 1)),
        alice=lambda a, _: {
            rows + 1 + i: sum(switched(a[i * columns + j], 0, 1 << (2 * rows + j)) for j in range(columns))
            for i in range(rows)
        },
        bob=lambda b, _: {
            2 * rows + 1 + j: sum(switched(b[i * columns + j], 0, 1 << i) for i in range(rows)) for j in range(columns)
        },
        public=lambda: {1 + i: 1 << (rows + i) for i in range(rows)},
        output_position=1,
        read_out=lambda output: 1 - output,
        formula=lambda tokens, on: on.negation(on.any(_on_triangle(tokens, i, on) for i in range(rows))),
        alphabet_words=f"{N} bits as an integer from 0 to {(1 << N) - 1}",
        also_read=tuple(range(2, rows + 1)),
    )


def _on_triangle(rows: tuple[Any, ...], i: int, on: Arithmetic) -> Any:
    vertices = range(len(rows))
    return on.any(
        on.all([on.bit(rows[i], j), on.bit(rows[j], k), on.bit(rows[k], i)]) for j in vertices for k in vertices
    )


disj_to_cycle3 = Reduction(
    "disj",
    "cycle3",
    _sized,
    ("rows",),
    "w_i -> u_i -> v_j -> w_i is a triangle iff a_ij (Alice's edge) and b_ij (Bob's edge) are both there",
    "our own; Cycle3 is from Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), section 4",
)
