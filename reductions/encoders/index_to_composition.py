"""INDEX_n to function composition with domain n + 1: Alice's bits are the table of f, Bob's index is g(x).

Symbols: positions 1 .. n are Alice's and hold f(j) = a_j; f(n + 1) = 0 is public, so that there are two symbols at n =
1; the next n + 1 positions are Bob's and hold g(j) = b for all j; the last one is public and holds x. The output there
is f(g(x)) = a_b.
"""

from typing import Any

from ...tasks.sequences.pointers import Composition
from ...tasks.two_party.arithmetic import Arithmetic
from ...tasks.two_party.functions import index
from ..reduction import Reduction, SizedReduction, ownership


def _sized(n: int) -> SizedReduction:
    """g is constant with value b (the symbol b - 1), so f(g(x)) = f(b) = a_b, whatever x is."""
    source = index(n)
    domain = n + 1
    N = 2 * domain + 1

    return SizedReduction(
        name="index-to-composition",
        source=source,
        target=Composition(domain),
        sizes={"n": n, "N": N},
        owners=ownership(N, range(1, n + 1), range(domain + 1, 2 * domain + 1)),
        alice=lambda a, _: dict(enumerate(a, start=1)),
        bob=lambda b, _: dict.fromkeys(range(domain + 1, 2 * domain + 1), b - 1),
        public=lambda: {domain: 0, N: 0},
        output_position=N,
        read_out=lambda output: int(output == 1),
        formula=lambda tokens, on: _composes_to_one(tokens, domain, on),
        prefix=True,
    )


def _composes_to_one(tokens: tuple[Any, ...], domain: int, on: Arithmetic) -> Any:
    """Whether f(g(x)) = 1 for the last token x."""
    f, g, x = tokens[:domain], tokens[domain:-1], tokens[-1]
    return on.any(on.all([x == i, g[i] == j, f[j] == 1]) for i in range(domain) for j in range(domain))


index_to_composition = Reduction(
    "index",
    "composition",
    _sized,
    (),
    "f is the table of Alice's bits, g is constant and leads to the bit that Bob wants",
    "after Peng, Narayanan, Papadimitriou 2024 (arXiv 2402.08164), Lemma 1; the tokens are our own",
)
