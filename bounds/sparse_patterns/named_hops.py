"""The closed forms of hops that the checker knows, asked for without a claim."""

from __future__ import annotations

from collections.abc import Callable

from ...certificates.evidence.patterns.kinds import HOPS_KINDS
from ...certificates.reading.node import Node
from ...certificates.statement.sparse_pattern import SparsePattern
from ...certificates.verdict import RejectionError


def named_ends(pattern: SparsePattern) -> tuple[int | None, int | None]:
    """What closed forms say of the number of hops: at least, at most; None where there is no closed form.

    Examples
    --------
    >>> from ...certificates.statement.sparse_pattern import Star, Window
    >>> named_ends(SparsePattern((Window(256, 16),))), named_ends(SparsePattern((Star(256),)))
    ((16, 16), (1, 2))
    """
    return _value(pattern, "lower"), _value(pattern, "upper")


def _value(pattern: SparsePattern, side: str) -> int | None:
    prover: Callable[..., object] = HOPS_KINDS[side]["named"]
    try:
        return int(prover(Node({"kind": "named"}, "evidence"), pattern, 1).value)  # type: ignore[attr-defined]
    except RejectionError:
        return None
