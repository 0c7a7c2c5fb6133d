"""More answers at one position and token than there are rows there, whatever the width of queries and keys.

With p bits the weights of a head are integers up to 2^p (hard ones 0 and 1), and its values numbers of a grid, so that
it puts out one of a number of rows that does not depend on m (``certificates/theorems/costs.py``, *Rows*). A read-out
is a function of position, token and row. So where values are held to dv coordinates no m may do at all; of p and H, and
of m where values are as wide as queries, this is a lower bound.
"""

from __future__ import annotations

from functools import lru_cache

from ...certificates.unit_class import FAMILIES, TABULATED
from ...questions import LeastSize
from ...questions.finite_task import FiniteTask
from ..bound import NO_SIZE, Bound, certified_bound

EXACT = tuple(name for name in TABULATED if not FAMILIES[name].rounds)
"""Classes of tables whose sums are exact."""


def few_rows_lower(asked: LeastSize) -> Bound | None:
    """That no m will do, or the lower bound of what is asked for; None if there are rows enough at the least size.

    Parameters
    ----------
    asked : LeastSize
        About a computation that can be listed, in a class of tables whose sums are exact.

    Examples
    --------
    >>> from ...questions import computation_question, least_size
    >>> at = lambda A: least_size(
    ...     computation_question("k-hop", A=A, N=2, k=1, position=1), "m", "FIXED(1, twos)", read_out="any")
    >>> few_rows_lower(at(20))
    >>> answers = tuple(((0, x), (x, None)) for x in range(50))
    >>> many = computation_question("table", answers=answers, alphabet=50, length=2)
    >>> few_rows_lower(least_size(many, "m", "FIXED(1, twos)", read_out="any")).how
    '50 answers at one position and token, and at most 35 rows there'
    """
    finite = asked.question.finite
    if finite is None or asked.unit_class.name not in EXACT or asked.read_out != "any":
        return None
    needed, value = most_answers(finite), asked.least
    if most_rows(asked, value) >= needed:
        return None
    if asked.resource == "m" and asked.dv is not None:
        return _bound(asked, NO_SIZE, needed, most_rows(asked, value))
    while most_rows(asked, value + 1) < needed:
        value += 1
    return _bound(asked, value + 1, needed, most_rows(asked, value))


def _bound(asked: LeastSize, value: int, needed: int, rows: int) -> Bound:
    method = f"{needed} answers at one position and token, and at most {rows} rows there"
    return certified_bound(asked, "lower", value, method, {"kind": "few-rows"})


def most_rows(asked: LeastSize, value: int) -> int:
    """The most rows that there can be at a position where the resource has this value."""
    finite = asked.question.finite
    assert finite is not None
    (_, bits, heads), dv, keys = asked.sizes_at(value), asked.dv_at(value), finite.length + 1
    total = ((keys - 1) * 2**bits + 1) * (keys * 2**bits * (2**bits - 1) + 1) ** dv
    return int(total**heads)


@lru_cache(16)
def most_answers(finite: FiniteTask) -> int:
    """The most different answers at one position and token."""
    seen: dict[tuple[int, int], set[int]] = {}
    for tokens, answers in finite.pairs():
        for i, answer in enumerate(answers):
            if answer is not None:
                seen.setdefault((i, tokens[i]), set()).add(answer)
    return max(map(len, seen.values()), default=0)
