"""The two-party functions that a certificate may name, each a rule in one line; n is their size.

Alice and Bob hold strings of n bits in lexicographic order, the first bit the most significant; in ``index`` Bob holds
a number 1 .. n. DISJ_n: no position has a 1 in both. EQ_n: equal. GT_n: a > b as numbers; GE_n: a >= b. IP_n: the
parity of the positions with a 1 in both. INDEX_n: bit number b of a.
"""

from collections.abc import Callable

Rule = Callable[[int, int, int], int]

NAMED: dict[str, Rule] = {
    "disj": lambda a, b, n: int(a & b == 0),
    "eq": lambda a, b, n: int(a == b),
    "gt": lambda a, b, n: int(a > b),
    "ge": lambda a, b, n: int(a >= b),
    "ip": lambda a, b, n: (a & b).bit_count() % 2,
    "index": lambda a, b, n: a >> (n - 1 - b) & 1,
}
"""Name -> value at the inputs a of Alice and b of Bob, both counted from 0."""


def named_shape(name: str, n: int) -> tuple[int, int]:
    """The numbers of inputs of Alice and of Bob.

    >>> named_shape("index", 3)
    (8, 3)
    """
    return 2**n, n if name == "index" else 2**n


def named_rows(name: str, n: int) -> tuple[str, ...]:
    """The communication matrix, a word over 0 and 1 for each input of Alice.

    >>> named_rows("disj", 2)
    ('1111', '1010', '1100', '1000')
    >>> named_rows("index", 2)
    ('00', '01', '10', '11')
    """
    rule = NAMED[name]
    rows, columns = named_shape(name, n)
    return tuple("".join("01"[rule(a, b, n)] for b in range(columns)) for a in range(rows))
