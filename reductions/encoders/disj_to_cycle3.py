"""DISJ_n to Cycle3(N) with N = n + 2 vertices: a triangle through one fixed vertex.

Symbols: a token is a row of the adjacency matrix, so all edges out of a vertex have one owner. Vertex 1 is public, its
only edge goes to vertex 2. Vertex 2 is Alice's, with an edge to vertex 2 + i iff a_i = 1. Vertex 2 + i is Bob's, with
an edge to vertex 1 iff b_i = 1. The output at vertex 1 is 1 iff a and b are not disjoint. Vertices are counted from 1
here; the token of a vertex has the binary digit 2^(j-1) for an edge to vertex j.
"""

from typing import Any

from ...tasks import Cycle3
from ...tasks.two_party.arithmetic import Arithmetic, switched
from ...tasks.two_party.functions import disj
from ..reduction import Placed, Reduction, SizedReduction, ownership


def _sized(n: int) -> SizedReduction:
    """Vertex 1 lies on a triangle 1 -> j -> k -> 1 iff a_i = b_i = 1 for some i.

    The only edge out of 1 leads to 2, so j = 2; the edges out of 2 lead to 2 + i with a_i = 1, so k = 2 + i; and the
    edge from 2 + i to 1 is there iff b_i = 1. There are no loops.

    With one output read, no other cut could embed a much larger n: whoever owns the vertex v that is read sends its
    row, the union of the rows of v's out-neighbours among its own vertices, and which of its own vertices have an edge
    to v; the other party then sees every triangle through v but those inside the sender's vertices, which take one more
    bit. So 3N + 2 bits always suffice, and n + 1 = D(DISJ_n) <= 3N + 2.
    """
    source = disj(n)
    N = n + 2

    def alice(a: Any, _: Arithmetic) -> Placed:
        return {2: sum(switched(bit, 0, 1 << (2 + i)) for i, bit in enumerate(a))}

    def bob(b: Any, _: Arithmetic) -> Placed:
        return {3 + i: switched(bit, 0, 1) for i, bit in enumerate(b)}

    return SizedReduction(
        name="disj-to-cycle3",
        source=source,
        target=Cycle3(N),
        sizes={"n": n, "N": N},
        owners=ownership(N, [2], range(3, N + 1)),
        alice=alice,
        bob=bob,
        public=lambda: {1: 0b10},
        output_position=1,
        read_out=lambda output: 1 - output,
        formula=lambda tokens, on: on.negation(_on_triangle(tokens, 0, on)),
        in_alphabet=lambda token, on: on.all([token >= 0, token < 1 << N]),
        alphabet_words=f"{N} bits as an integer from 0 to {(1 << N) - 1}",
        largest=1 << N,
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
    (),
    "1 -> 2 -> 2 + i -> 1 is a triangle iff a_i (Alice's edge) and b_i (Bob's edge) are both there",
    "our own; Cycle3 is from Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), section 4",
)
