"""INDEX_n to induction heads over three symbols with N = 2n + 1.

Symbols: position 2i is Alice's and holds a_i; position 2i - 1 is Bob's and holds the mark 2 if i is his index, else 0;
position 2n + 1 is public and holds 2. The output at 2n + 1 is what followed the only earlier mark: Alice's bit.
"""

from ...tasks import InductionHeads
from ...tasks.two_party.functions import index
from ..reduction import Reduction, SizedReduction
from .index_to_k_hop import MARK, marked


def _sized(n: int) -> SizedReduction:
    """The symbol 2 stands at 2b - 1 and at 2n + 1 and nowhere else, since Alice writes bits and Bob else writes 0.

    So the last earlier occurrence of the last symbol is 2b - 1, and its successor is a_b. With n = 1 as with any n:
    2b < 2n + 1.
    """
    N = 2 * n + 1
    return marked(index(n), [MARK], InductionHeads(3, N), {"n": n, "N": N, "A": 3}, 1, "0, 1 or 2")


index_to_induction_heads = Reduction(
    "index",
    "induction-heads",
    _sized,
    (),
    "Bob marks the place before the bit that he wants and asks for what followed his mark",
    "after Sanford, Hsu, Telgarsky 2024 (arXiv 2408.14332); the tokens are our own",
)
