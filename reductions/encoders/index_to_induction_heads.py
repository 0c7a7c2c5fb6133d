"""INDEX_n to induction heads over three symbols with N = 2n + 1.

Symbols: position 2i is Alice's and holds a_i; position 2i - 1 is Bob's and holds the mark 2 if i is his index, else 0;
position 2n + 1 is public and holds 2. The output at 2n + 1 is what followed the only earlier mark: Alice's bit.
"""

from typing import Any

from ...tasks.sequences.pointers import InductionHeads
from ...tasks.two_party.arithmetic import Arithmetic
from ...tasks.two_party.functions import index
from ..reduction import Placed, Reduction, SizedReduction, ownership

MARK = 2


def _sized(n: int) -> SizedReduction:
    """The symbol 2 stands at 2b - 1 and at 2n + 1 and nowhere else, since Alice writes bits and Bob else writes 0.

    So the last earlier occurrence of the last symbol is 2b - 1, and its successor is a_b. With n = 1 as with any n:
    2b < 2n + 1.
    """
    source = index(n)
    N = 2 * n + 1

    def alice(a: Any, _: Arithmetic) -> Placed:
        return {2 * i + 2: bit for i, bit in enumerate(a)}

    def bob(b: Any, on: Arithmetic) -> Placed:
        return {2 * i - 1: MARK * on.number(b == i) for i in range(1, n + 1)}

    return SizedReduction(
        name="index-to-induction-heads",
        source=source,
        target=InductionHeads(3, N),
        sizes={"n": n, "N": N, "A": 3},
        owners=ownership(N, range(2, N, 2), range(1, N, 2)),
        alice=alice,
        bob=bob,
        public=lambda: {N: MARK},
        output_position=N,
        read_out=lambda output: int(output == 1),
        formula=_last_successor_is_one,
        in_alphabet=lambda token, on: on.all([token >= 0, token <= MARK]),
        alphabet_words="0, 1 or 2",
        largest=N,
    )


def _last_successor_is_one(tokens: tuple[Any, ...], on: Arithmetic) -> Any:
    """Whether the successor of the last earlier occurrence of the last token is 1."""
    *before, last = tokens
    return on.any(
        on.all([before[j] == last, tokens[j + 1] == 1, *(before[k] != last for k in range(j + 1, len(before)))])
        for j in range(len(before))
    )


index_to_induction_heads = Reduction(
    "index",
    "induction-heads",
    _sized,
    (),
    "Bob marks the place before the bit that he wants and asks for what followed his mark",
    "after Sanford, Hsu, Telgarsky 2024 (arXiv 2408.14332); the tokens are our own",
)
