"""Match3 by an ordinary head that counts tokens: uniform attention, dv = M - 1; embedding dimension 1, or 0.

All queries and keys are 0, so that all scores tie and the head averages the values. The value of token t >= 1 is the
unit vector e_t, that of token 0 is 0: the output holds the shares n_t / N of the tokens 1 .. M-1, and n_0 = N - sum n_t
follows. The read-out knows its own token x and looks whether some y and z with n_y, n_z > 0 have x + y + z = 0 mod M.

What it says about lower bounds. Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896) count m as the width of everything, and
against m p H = Omega(N / log log N) (for M > N) this unit shows that width M suffices. Here m is the width of queries
and keys alone, and it is 1 (a table must have a column; the content is the number 0, so in truth it is 0): all the size
is in the values, dv = M - 1 with 2 bits each, and in a read-out that may be any function. A bound that is to hold for
all units must therefore count dv as well.
"""

from functools import cache

from ....questions import Head, Layer, Table, Unit
from ....questions.attention import Output
from ....tasks import Match3
from ..construction import Theorem
from ..explicit_construction import Answer, ExplicitConstruction
from ..table_sizes import require_room


def match3_histogram(M: int, N: int = 4) -> ExplicitConstruction:
    """Match3 over Z_M on N tokens by one head of uniform attention, m = 1, dv = max(M - 1, 1).

    Parameters
    ----------
    M : int >= 1
        The modulus.
    N : int >= 1
        The length of the sequences; the read-out uses it.

    Source
    ------
    Folklore; the upper bound next to Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 7.

    Examples
    --------
    >>> built = match3_histogram(4, 3)
    >>> [str(share) for share in built.unit.outputs((1, 1, 2))[0]]
    ['2/3', '1/3', '0']
    >>> built.size.m, built.size.dv, built.size.p
    (1, 3, 2)
    """
    task = Match3(M, N)
    width = max(M - 1, 1)
    require_room(M, width, 1, "M=1000")
    zeros = Table("token", ((0,),) * M)
    values = tuple(tuple(int(t == column + 1) for column in range(width)) for t in range(M))
    unit = Unit(M, (Layer((Head(zeros, (zeros,), (Table("token", values),)),)),))
    theorem = Theorem(
        "uniform attention and a read-out compute Match3 with dv = M - 1",
        "folklore, next to arXiv 2306.02896, Theorem 7",
        {"m": ("M, as the width of everything; here dv = M - 1 and queries and keys are 0", M)},
    )
    return ExplicitConstruction(
        "match3-histogram", {"M": M, "N": N}, task, theorem, unit, threshold=None, answer=_read_out(M)
    )


def _read_out(M: int) -> Answer:
    @cache
    def matches(token: int, row: Output) -> int:
        present = {t for t in range(1, M) if row[t - 1] > 0}
        if sum(row) < 1:  # the shares of the other tokens leave something for 0
            present.add(0)
        return int(any((token + y + z) % M == 0 for y in present for z in present))

    return lambda position, token, row: matches(token, row)
