"""INDEX_n to k-hop induction heads: a public chain of k - 1 hops, then the gadget of ``index_to_induction_heads``.

Symbols: position 2i is Alice's and holds a_i, position 2i - 1 Bob's and holds the mark 2 if i is his index, else 0, i =
1 .. n. Then come, public, the pairs (c_(k-1), 2), (c_(k-2), c_(k-1)), .., (c_1, c_2) of symbols c_i = 2 + i, and c_1
itself (at k = 1: the mark). N = 2n + 2k - 1, A = k + 2.
"""

from collections.abc import Sequence
from typing import Any

from ...tasks import KHop, SequenceTask
from ...tasks.two_party.arithmetic import Arithmetic
from ...tasks.two_party.functions import TwoPartyFunction, index
from ..reduction import Reduction, SizedReduction, ownership, require_parameter

MARK = 2


def _sized(n: int, k: int = 2) -> SizedReduction:
    """Each c_i occurs before its last place only once, as the first of its pair: a hop leads to the pair's second.

    From the last position the first hop leads to the c_2 of the pair (c_1, c_2). c_2 occurred before only as the first
    of (c_2, c_3), which stands further left; and so on to the mark of (c_(k-1), 2), after k - 1 hops. The mark occurred
    before at 2b - 1 and nowhere else, since Alice writes bits and Bob else writes 0: the last hop leads to 2b, and x =
    a_b there.
    """
    source = index(n)
    require_parameter("k", k, 1, "the number of hops", 100)
    chain = [MARK + i for i in range(1, k)] + [MARK]  # c_1, .., c_(k-1), the mark
    tail = [symbol for i in reversed(range(k - 1)) for symbol in chain[i : i + 2]] + [chain[0]]
    N = 2 * n + len(tail)

    return marked(source, tail, KHop(k + 2, N, k), {"n": n, "N": N, "A": k + 2, "k": k}, k)


def marked(
    source: TwoPartyFunction,
    tail: Sequence[int],
    target: SequenceTask,
    sizes: dict[str, int],
    hops: int,
    words: str = "",
) -> SizedReduction:
    """Bits of Alice, before each a place for Bob's mark, then a public tail; the last hop leads to the bit behind it.

    ``words`` is the alphabet in words.
    """
    n, N = source.n, 2 * source.n + len(tail)

    return SizedReduction(
        name=f"index-to-{target.name}",
        source=source,
        target=target,
        sizes=sizes,
        owners=ownership(N, range(2, 2 * n + 1, 2), range(1, 2 * n + 1, 2)),
        alice=lambda a, _: {2 * i + 2: bit for i, bit in enumerate(a)},
        bob=lambda b, on: {2 * i - 1: MARK * on.number(b == i) for i in range(1, n + 1)},
        public=lambda: dict(enumerate(tail, start=2 * n + 1)),
        output_position=N,
        read_out=lambda output: int(output == 1),
        formula=lambda tokens, on: _ends_at_one(tokens, len(tokens) - 1, hops, on),
        alphabet_words=words,
    )


def _ends_at_one(tokens: tuple[Any, ...], i: int, hops: int, on: Arithmetic) -> Any:
    """Whether k hops from i lead to the symbol 1: truth values of all places, hop by hop."""
    places: list[Any] = [None] * i + [True]  # None: not reached
    for _ in range(hops):
        reached: list[Any] = [None] * len(tokens)
        for here, truth in enumerate(places):
            if truth is None:
                continue
            for j in range(here):
                later = (tokens[other] != tokens[here] for other in range(j + 1, here))
                hop = on.all([truth, tokens[j] == tokens[here], *later])
                reached[j + 1] = hop if reached[j + 1] is None else on.any([reached[j + 1], hop])
        places = reached
    return on.any(on.all([truth, tokens[j] == 1]) for j, truth in enumerate(places) if truth is not None)


index_to_k_hop = Reduction(
    "index",
    "k-hop",
    _sized,
    ("k",),
    "a public chain of k - 1 hops leads to Bob's mark, the last hop to the bit behind it",
    "k-hop is from Sanford, Hsu, Telgarsky 2024 (arXiv 2402.09268), the encoder is our own",
)
