"""Match3Local by one head with one-bit queries and keys, m = O(K log N): only the N windows are asked for.

The window of position i holds the positions j, |i - j| <= K, those that there are. A head selects it if its scores are
tied on the window and lower elsewhere: N rows of a *band pattern*, zeros on the window, ``-`` off it. That is far less
than all subsets of 2K + 1 positions, and it is checked one by one at any N. The other end of the trade is
``match3_heads.py``: m = 2K + 2, with keys of some (2K + 2) log2 N bits.

Keys and queries are signs. All scores of a query differ by even numbers, so the gap is at least 2, more than one bit:
weights cut to p = 1 fractional bits vanish off the window. Values: position j with token x has x e_(j mod 2K + 1), and
at most 2K + 1 positions that follow one another have different residues. So the row at i holds x_j / (size of the
window) at the residue of j, and the read-out, which knows i, has all tokens of the window.

**How many dimensions.** Random keys and rounded least-squares queries with exact ties
(``averaging/dual_certificate.py``) have m of 2.5 to 4.2 q ln N, q = 2K + 1; that is sampled, and what is built is
checked on all windows. For N < 16 keys of the least width are looked for by cases: m = 5 at (N, K) = (6, 1) and (8, 1),
6 at (10, 1), (12, 1) and (8, 2), 7 at (10, 2). ``probe`` on band patterns certifies that there are none of fewer
dimensions.

Source: Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 9; exact ties, and the band pattern, are ours.
"""

from collections.abc import Sequence
from math import ceil, log
from typing import Any

import numpy as np

from ....questions import Head, Layer, SignPattern, Table, Unit, least_size, pattern_question
from ....solvers.units.grid_annealing import with_queries
from ....solvers.units.grid_case_search import search_cases
from ....solvers.units.key_cases import KeysFound
from ....tasks import Match3Local
from ...bound import certificate
from ...patterns import by_tables
from ..averaging.dual_certificate import DualCertificate, NoExactTieError
from ..averaging.sign_keys import random_sign_keys
from ..construction import ConstructionError, Theorem, require_count, require_room
from ..explicit_construction import ExplicitConstruction, computation_certificate
from .match3_heads import window_read_out

PER_Q_LOG_N = 4.2
"""m / (q ln N) of the first random keys that are tried."""

MOST_TRIED, FEW_POSITIONS = 9, 16
"""Most dimensions in which keys are looked for by cases, for fewer than so many positions."""

MOST_CASES, TRIES = 50_000, 20
"""Cases of a search for keys of one width, of which a few hundred decide; random tables of keys that are rounded."""

MOST_WRITTEN = 1000
"""Largest N whose band pattern is written into a certificate."""

Vectors = np.ndarray


def match3_local_signs(M: int, N: int, K: int, m: int | None = None, seed: int = 0) -> ExplicitConstruction:
    """Match3Local over Z_M on N tokens within distance K by one head with one-bit queries and keys, dv = 2K + 1.

    Parameters
    ----------
    M, N, K : int, M >= 1, K >= 0, N >= 2 K + 2
    m : int, optional
        Width of queries and keys; without it the least that is found for N < 16, else 4.2 (2K + 1) ln N or a little
        more.
    seed : int
        Of the keys.

    Guarantee
    ---------
    The certificate has the band pattern of all N windows in class GRID(1, midrise, gap 2), at any N up to 1000, and the
    unit itself where all M^N inputs can be run. (``size`` counts the bits of queries and keys in one grid with values,
    of which some are 0: 2 in twos.)

    Raises
    ------
    ConstructionError
        If a parameter is out of range, or no keys of so many dimensions were found.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 9.

    Examples
    --------
    >>> built = match3_local_signs(2, 8, 1)
    >>> built.size.m, built.size.dv
    (5, 3)
    >>> built.certificate()["claims"][0]["unit_class"]
    'GRID(1, midrise, gap 2)'
    """
    task = Match3Local(M, K, N)
    q = 2 * K + 1
    if q + 1 > N:
        raise ConstructionError(f"N must be at least 2 K + 2 = {q + 1}, got N={N}; try match3-local, or a smaller K")
    require_count("seed", "the seed of the keys", seed, "seed=0", least=0)
    if m is not None:
        require_count("m", "the width of queries and keys", m, "m=None, which chooses")
    require_room(N * M, q, M.bit_length(), f"K={K // 10}" if K >= 10 else "M=100")
    windows = [range(max(0, i - K), min(N, i + K + 1)) for i in range(N)]
    queries, keys = _tables(N, K, windows, m, seed)
    values = tuple(tuple(token * int(j % q == r) for r in range(q)) for j in range(N) for token in range(M))
    tables = [Table("position", tuple(tuple(map(int, row)) for row in table)) for table in (queries, keys)]
    unit = Unit(M, (Layer((Head(tables[0], (tables[1],), (Table("both", values),)),)),))
    scores = queries.astype(np.int64) @ keys.T.astype(np.int64)
    margin = min(int(row[y[0]] - np.delete(row, y).max()) for row, y in zip(scores, windows, strict=True))
    theorem = Theorem(
        "one head with few bits computes Match3Local",
        "arXiv 2306.02896, Theorem 9",
        {"m": ("O(K log N); (2K + 1) ln N", q * log(N))},
    )
    sizes = {"M": M, "N": N, "K": K, "m": keys.shape[1], "seed": seed}
    answer = window_read_out(M, N, K, q, [len(y) for y in windows])
    return ExplicitConstruction(
        "match3-local-signs", sizes, task, theorem, unit, None, answer, lambda tokens: margin, _certificate
    )


def band_pattern(N: int, K: int) -> SignPattern:
    """The rows of all windows: zeros up to K from the diagonal, ``-`` elsewhere.

    >>> band_pattern(4, 1).rows
    ('00--', '000-', '-000', '--00')
    """
    return SignPattern(tuple("".join("-0"[abs(i - j) <= K] for j in range(N)) for i in range(N)), null=False)


def _certificate(built: ExplicitConstruction) -> dict[str, Any] | None:
    """The band pattern, and the unit on all inputs where that is possible."""
    N, K = built.parameters["N"], built.parameters["K"]
    if N > MOST_WRITTEN:
        return None
    (head,) = built.tables.layers[0].heads
    question = pattern_question(band_pattern(N, K))
    asked = least_size(question, "m", "GRID(1, midrise, gap 2)")
    windows = by_tables(asked, built.size.m, built.name, head.queries.rows, head.keys[0].rows, built.size.m)
    bundle, whole = certificate(question, windows), computation_certificate(built)
    if whole is not None:
        bundle["claims"] += [{"question": whole["question"], **claim} for claim in whole["claims"]]
    return bundle


def _tables(N: int, K: int, windows: Sequence[range], m: int | None, seed: int) -> tuple[Vectors, Vectors]:
    """Queries and keys of signs, all windows tied at the top."""
    if N < FEW_POSITIONS:
        for width in range(2 * K + 1, MOST_TRIED + 1) if m is None else [m] * (m <= MOST_TRIED):
            if (found := _by_cases(N, K, width)) is not None:
                return found
    if m is None or m > MOST_TRIED or N >= FEW_POSITIONS:
        width = m or ceil(PER_Q_LOG_N * max(map(len, windows)) * log(N))
        for turn in range(TRIES):
            keys = random_sign_keys(N, width, seed + turn)
            if (queries := _rounded(keys, windows, seed)) is not None:
                return queries, keys
            width += 0 if m is not None else width // 8
        m = width
    raise ConstructionError(f"no keys of m={m} were found for the windows of N={N}; try a larger m, or another seed")


def _rounded(keys: Vectors, windows: Sequence[range], seed: int) -> Vectors | None:
    """Rounded least-squares queries; None if a window has none."""
    rule, found = DualCertificate(keys, 1, seed=seed), []
    for y in windows:
        try:
            query, on, off = rule.best(tuple(y))
        except NoExactTieError:
            return None
        if on <= off:
            return None
        found.append(query)
    return np.array(found, dtype=np.int8)


def _by_cases(N: int, K: int, m: int) -> tuple[Vectors, Vectors] | None:
    """Tables found by cases; None if there are none, or after too many cases."""
    rows = [((word,),) for word in band_pattern(N, K).rows]
    found = search_cases(rows, "midrise", 1, m, 2, limit=MOST_CASES)
    if not isinstance(found, KeysFound):
        return None
    tables = with_queries(rows, found.keys, (-1, 1), 2)
    return np.array(tables.queries[0], dtype=np.int8), np.array(tables.keys[0], dtype=np.int8)
