"""INDEX_n to the last output of q-SA(N, q) with all of Alice's tokens first: what a recurrent network must remember.

Symbols: a token is (z, y), a value and a q-subset of the positions, counted from 1. Positions 1 .. n are Alice's:
z = +1 if a_i = 1, else -1. Position N is Bob's, with z = +1, and his subset names position b and q - 1 positions that
hold +1 for certain: public ones, and N itself. The output at N is 1 iff a_b = 1, else 1 - 2/q. So
N = n + 1 for q = 1 and N = n + q - 1 for q >= 2.
"""

from ...tasks import SparseAveraging
from ...tasks.two_party.arithmetic import switched
from ...tasks.two_party.functions import index
from ..reduction import Reduction, SizedReduction, ownership, require_parameter
from .disj_to_qsa import all_named, averaging_input, averaging_token


def _sized(n: int, q: int = 1) -> SizedReduction:
    """The mean at N is (z_b + q - 1)/q, and z_b = +1 iff a_b = 1.

    The subset {b} + {n + 1, .., n + q - 2} + {N} (for q = 1 only {b}) has q different positions in increasing order,
    because b <= n. Alice's positions come before Bob's only one, so a state after n tokens is a message from Alice to
    Bob: it has at least n bits (the 2^n rows of INDEX_n differ), n = N - 1 for q = 1 and n = N - q + 1 for q >= 2.
    """
    source = index(n)
    require_parameter("q", q, 1, "the number of positions averaged")
    N = n + max(q - 1, 1)
    fixed = (*range(n + 1, N), N)[: q - 1]
    idle = tuple(range(1, q + 1))

    return SizedReduction(
        name="index-to-streaming-qsa",
        source=source,
        target=SparseAveraging(N, q),
        sizes={"n": n, "N": N, "q": q},
        owners=ownership(N, range(1, n + 1), [N]),
        alice=lambda a, _: {i: (switched(bit, -1, 1), idle) for i, bit in enumerate(a, start=1)},
        bob=lambda b, _: {N: (1, (b, *fixed))},
        public=lambda: {i: (1, idle) for i in range(n + 1, N)},
        output_position=N,
        read_out=lambda output: int(output == 1),
        formula=lambda tokens, on: all_named(tokens, N, 1, on),
        in_alphabet=lambda token, on: averaging_token(token, N, q, on),
        alphabet_words=f"a value -1 or 1 and {q} increasing positions from 1 to {N}",
        largest=4 * N,
        assemble=averaging_input,
        prefix=True,
    )


index_to_streaming_qsa = Reduction(
    "index",
    "streaming-qsa",
    _sized,
    ("q",),
    "the values are Alice's bits, the last subset names the one that Bob wants and places known to hold +1",
    "Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 11; the tokens and the constant are our own",
)
