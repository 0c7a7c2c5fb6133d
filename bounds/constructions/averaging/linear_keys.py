"""q-SA by sign keys that select *every* q-subset, with a certificate at any size: Kerdock codes and linear codes.

Keys are the words of a code (``linear_codes.py``): one bit an entry. Queries are least vectors of integers with equal
scores on y, w = U^T x with U U^T x a multiple of 1 (U the keys of y), divided by their common divisor.

**Sizes.** Kerdock keys: N <= m^2 / 2 and q <= sqrt(m) / 2, so m is the least power of 4 that is at least max(4 q^2,
sqrt(2 N)): (N, q, m) = (128, 2, 16), (2048, 4, 64), (32768, 8, 256), (2^19, 16, 1024). Dual BCH: m about sqrt N, as
(1024, 2, 31), (16384, 4, 127). This is quadratic in q. Random Gaussian keys of m = 6.1 to 6.7 q ln N exist
(``benchmarks/_existence.py``), but for N <= 2^19 the codes need fewer dimensions, and none of these random keys has a
certificate.

**Bits.** Keys have one. Queries that tie have more (3 at q = 2, 13 at q = 4 of the Kerdock codes); the sum of the keys
of y, in -q .. q, puts them above the others by m - (2q - 1) B without a tie: half of it, if q is even, is in twos(p), q
/ 2 < 2^(p - 1). ``certificate`` proves both, as far as they fit into a class: real queries (KEYS), and the sum (GRID).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb, gcd, log
from typing import Any

import numpy as np
from flint import fmpq_mat, fmpz_mat

from ....questions import Question, bits_needed, least_size, qsa_question, separation_question
from ....solvers.tied_query import widest_tie
from ....tasks import SparseAveraging
from ...bound import Bound, certificate, certified_bound
from ..construction import ConstructionError, Theorem, require_averaging, require_room
from .averaging_construction import AveragingConstruction
from .averaging_head import AveragingHead, Subset
from .dual_certificate import NoExactTieError
from .linear_codes import LARGEST_KERDOCK, MOST_WRITTEN, LinearCode, codes_for, kerdock

KEYS = "KEYS(1, midrise)"
"""Keys of one bit, real queries."""

PROPOSED = 4096
"""What a proposed query with entries up to 1 is multiplied by before it is rounded."""


@dataclass(frozen=True, eq=False)
class LinearKeys(AveragingConstruction):
    """q-SA with the words of a code as keys; ``certificate`` is about every q-subset, at any size."""

    code: LinearCode | None = None

    def certificate(self) -> dict[str, Any] | None:
        """All q-subsets by real queries, class KEYS(1, midrise); if sums of keys are enough, in class GRID, too."""
        assert self.code is not None
        N, q = self.task.N, self.task.q
        bounds = [keys_upper(self.code, qsa_question(N, q)), sums_upper(self.code, N, q)]
        return certificate(qsa_question(N, q), *(bound for bound in bounds if bound is not None))


def qsa_kerdock(N: int, q: int) -> AveragingConstruction:
    """q-SA with the words of a Kerdock code as keys: m the least power of 4 with q <= sqrt(m)/2, N <= m^2/2.

    Parameters
    ----------
    N, q : int, 1 <= q <= 16, q <= N <= 2^19

    Returns
    -------
    AveragingConstruction
        Keys +-1; every q-subset is tied above all other keys.

    Raises
    ------
    ConstructionError
        If no code of the family is large enough, or the checker could not go through its words.

    Source
    ------
    Hammons, Kumar, Calderbank, Sloane, Sole 1994; that they select every subset is proved in
    certificates/evaluate/linear_keys.py.

    Examples
    --------
    >>> built = qsa_kerdock(128, 2)
    >>> built.size.m, built.margin((5, 100)), built.certificate()["claims"][0]["unit_class"]
    (16, 2, 'KEYS(1, midrise)')
    """
    require_averaging(N, q)
    r = next((r for r in range(4, LARGEST_KERDOCK + 1, 2) if 2 ** (2 * r - 1) >= N and 4 * q * q <= 2**r), None)
    if r is None:
        most = LARGEST_KERDOCK
        raise ConstructionError(
            f"N and q must be at most {2 ** (2 * most - 1)} and {2 ** (most // 2 - 1)}, so that the checker can go "
            f"through the words of a Kerdock code, got N={N} and q={q}; try qsa-sign-keys or qsa-superimposed-code"
        )
    return _built("qsa-kerdock", kerdock(r), N, q)


def qsa_linear_keys(N: int, q: int) -> AveragingConstruction:
    """q-SA with the words of the narrowest code that is known here to select every q-subset.

    Parameters
    ----------
    N, q : int, 1 <= q <= N

    Returns
    -------
    AveragingConstruction
        Keys +-1; every q-subset is tied above all other keys.

    Raises
    ------
    ConstructionError
        If no code is known for N and q.

    Source
    ------
    Intersecting codes: Cohen, Lempel 1985; dual BCH codes: certificates/evaluate/linear_keys.py; the others were found
    by search.

    Examples
    --------
    >>> [qsa_linear_keys(N, 2).size.m for N in (16, 64, 1024)]
    [9, 15, 31]
    >>> qsa_linear_keys(64, 2).verify(samples=20).scope
    'all 2016 subsets'
    """
    require_averaging(N, q)
    code = next(codes_for(N, q), None)
    if code is None:
        raise ConstructionError(
            f"N and q must be such that a code is known, got N={N} and q={q}; try "
            "qsa-sign-keys or qsa-superimposed-code"
        )
    return _built("qsa-linear-keys", code, N, q)


def _built(name: str, code: LinearCode, N: int, q: int) -> LinearKeys:
    require_room(N, code.m, 8, f"N={N // 2}", packed=True)
    keys = code.keys(N)
    theorem = Theorem(
        f"the words of a{'n' * (code.name[0] in 'aeiou')} {code.name} as sign keys select every {q}-subset",
        "proved in certificates/evaluate/linear_keys.py",
        {
            "m": ("q ln N", q * log(N)),
            "B": ("the largest |inner product| of two words", code.coherence),
            **_sums_in_words(code, q),
        },
    )
    head = AveragingHead(keys, TiedQuery(keys, code.selects(q)), 0, q, 1, proved_range(code, q))
    proved = "the inner products of all keys" if code.selects(q) else "all subsets that hold the key 0, and translation"
    return LinearKeys(name, SparseAveraging(N, q), theorem, (head,), 1, "twos", proved, {}, code)


def _sums_in_words(code: LinearCode, q: int) -> dict[str, tuple[str, None]]:
    """What queries need where ties are not asked for, if these are other queries."""
    found = None if q <= 2 else _sums_grid(code, q)
    if found is None:
        return {}
    bits, grid, _ = found
    what = "half the sum" if grid == "twos" else "the sum"
    return {"queries": (f"{what} of its keys puts a subset above the others, without a tie, in {grid}({bits})", None)}


def _sums_grid(code: LinearCode, q: int) -> tuple[int, str, int] | None:
    """Bits and grid of sums of q keys as queries, halved if q is even, and the gap; None if they do not do."""
    times = 2 - q % 2
    gap = (code.m - (2 * q - 1) * code.coherence) // (times if q <= 2 else 2 * times)
    top, grid = q // times, "twos" if times == 2 else "midrise"
    bits = bits_needed((1, -1, top, -top), grid)
    return None if gap < 1 or bits is None else (bits, grid, gap)


def proved_range(code: LinearCode, q: int) -> tuple[int, int] | None:
    """What entries of queries are between; None if it is not known.

    w = u, or half the sum of two keys. Else let g divide all inner products, m' = m / g and B' = B / g: the integers
    adj(U U^T / g) 1 have absolute values of sum at most det q / (m' - (q - 1) B'), and det <= m'^q (Hadamard).
    """
    if q <= 2:
        return (-1, 1)
    if not code.selects(q):
        return None
    g = gcd(code.m, *code.products)
    m, B = code.m // g, code.coherence // g
    top = m**q * q // (m - (q - 1) * B)
    return (-top, top)


@dataclass(frozen=True, eq=False)
class TiedQuery:
    """The rule of the queries: the least vectors of integers, up to a factor, with equal scores on a part.

    Where these are not known to do it (``sure``) their scores are computed, and if another key scores as much, a linear
    program proposes a query, which is projected on the ties in integers.

    >>> keys = np.array([[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, 1, -1]], dtype=np.int8)
    >>> TiedQuery(keys)((0, 1)).tolist()
    [1, 1, 0, 0]
    """

    keys: np.ndarray
    sure: bool = True

    def __call__(self, part: Subset) -> np.ndarray:
        """The query of a part.

        Raises
        ------
        NoExactTieError
            If none was found.
        """
        query = self._least(part)
        if self.sure and query is not None:
            return query
        if query is None or not self._above(part, query):
            query = self._programmed(part)
        return query

    def _least(self, part: Subset) -> np.ndarray | None:
        rows = self.keys[list(part)].astype(np.int64)
        try:
            solved = fmpq_mat(fmpz_mat((rows @ rows.T).tolist())).solve(fmpq_mat(len(part), 1, [1] * len(part)))
        except ZeroDivisionError:  # dependent keys
            return None
        multipliers, scale = solved.numer_denom()
        return _reduced(multipliers, rows, np.zeros(rows.shape[1], dtype=np.int64), 1 if int(scale) > 0 else -1)

    def _above(self, part: Subset, query: np.ndarray) -> bool:
        scores = self.keys.astype(query.dtype) @ query
        on = scores[list(part)]
        return bool((on == on[0]).all() and (np.delete(scores, list(part)) < on[0]).all())

    def _programmed(self, part: Subset) -> np.ndarray:
        proposed = widest_tie(self.keys, part)
        if proposed is not None:
            rows = (self.keys[list(part[1:])].astype(np.int64) - self.keys[part[0]]) // 2
            whole = np.rint(proposed * PROPOSED).astype(np.int64)
            try:  # whole - A^T (A A^T)^-1 A whole, A the rows
                gram = fmpq_mat(fmpz_mat((rows @ rows.T).tolist()))
                solved = gram.solve(fmpq_mat(len(rows), 1, (rows @ whole).tolist()))
                multipliers, scale = solved.numer_denom()
                query = _reduced(multipliers, -rows, whole.astype(object) * int(scale), 1)
                if self._above(part, query):
                    return query
            except ZeroDivisionError:
                pass
        raise NoExactTieError(f"no query ties the keys {part} above all others")


def _reduced(multipliers: Any, rows: np.ndarray, more: np.ndarray, sign: int) -> np.ndarray:
    """The combination of the rows, and more, by its common divisor."""
    factors = [int(x) for x in multipliers.entries()]
    small = sum(map(abs, factors)) + int(abs(more).max(initial=0)) < 2**40
    kind = np.int64 if small else object
    query = np.array(factors, dtype=kind) @ rows + more.astype(kind)
    common = gcd(*(int(x) for x in query)) or 1
    made: np.ndarray = sign * (query // common)
    return made


def keys_upper(
    code: LinearCode, question: Question, unit_class: str = KEYS, deadline: float = float("inf")
) -> Bound | None:
    """m <= the width of the code in a class KEYS(p, midrise), certified; None if it is not known to select all subsets.

    Examples
    --------
    >>> str(keys_upper(kerdock(6), qsa_question(2048, 4)))
    'm <= 64 [CERTIFIED] Kerdock code: two of the 2048 keys have an inner product of at most 8'
    >>> keys_upper(kerdock(6), qsa_question(2048, 5)) is None
    True
    """
    sizes = dict(question.parameters)
    q = sizes["q"] if question.task == "qsa" else sizes["most"]
    asked = least_size(question, "m", unit_class)
    columns = {"columns": [list(column) for column in code.columns]}
    if code.selects(q):
        method = f"{code.name}: two of the {code.count} keys have an inner product of at most {code.coherence}"
        evidence: Mapping[str, Any] = {"kind": "coherence", "modulus": code.modulus, **columns}
        return certified_bound(asked, "upper", code.m, method, evidence)
    if written_numbers(code, q) > MOST_WRITTEN:
        return None
    queries = translated_queries(code, q, deadline)
    if queries is None:
        return None
    method = f"{code.name}: subsets with the key 0 have queries ({len(queries)}), all others are their translates"
    return certified_bound(asked, "upper", code.m, method, {"kind": "translates", **columns, "queries": queries})


def written_numbers(code: LinearCode, q: int) -> int:
    """How many numbers the queries of all subsets with the key 0 are; 0 if inner products are enough.

    >>> written_numbers(kerdock(4), 2), written_numbers(kerdock(4), 3) > MOST_WRITTEN
    (0, True)
    """
    if code.selects(q):
        return 0
    return comb(code.count - 1, q - 1) * code.m if code.modulus == 2 else MOST_WRITTEN + 1


def translated_queries(code: LinearCode, q: int, deadline: float = float("inf")) -> list[list[int]] | None:
    """A query, and less the score on y, for each q-subset y of all keys that holds the key 0; None if one fails.

    ``deadline``: value of ``time.monotonic()`` after which it is given up.
    """
    tied, found = TiedQuery(code.keys(code.count), sure=False), []
    for others in combinations(range(1, code.count), q - 1):
        try:
            query = tied((0, *others))
        except NoExactTieError:
            return None
        if time.monotonic() > deadline:
            return None
        found.append([*map(int, query), -int(query.sum())])  # the key 0 is (1, .., 1)
    return found


def sums_upper(code: LinearCode, N: int, q: int) -> Bound | None:
    """m <= the width in class GRID with the sum of the keys of y, halved if q is even, as query; None if it fails.

    About ties for q <= 2, else about keys above all others.

    Examples
    --------
    >>> for N, q, r in ((128, 2, 4), (2048, 4, 6)):
    ...     bound = sums_upper(kerdock(r), N, q)
    ...     print(bound.unit_class, bound)
    GRID(2, twos, gap 2) m <= 16 [CERTIFIED] sums of keys as queries
    GRID(3, twos, gap 2) m <= 64 [CERTIFIED] sums of keys as queries
    """
    found = _sums_grid(code, q)
    if found is None:
        return None
    bits, grid, gap = found
    question = qsa_question(N, q) if q <= 2 else separation_question(N, q, q)
    asked = least_size(question, "m", f"GRID({bits}, {grid}, gap {gap})")
    columns = [list(column) for column in code.columns]
    evidence = {"kind": "coherence", "modulus": code.modulus, "columns": columns}
    return certified_bound(asked, "upper", code.m, "sums of keys as queries", evidence)
