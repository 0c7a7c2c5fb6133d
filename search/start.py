"""What an earlier answer proved, replayed, for a search to go on from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..bounds.bound import Bound, CheckerRefusedError, bounds_in, certified_bound
from ..certificates.meter import LIMIT
from ..questions import LeastSize
from ..tasks import TaskError

LARGEST_LIMIT = 100 * LIMIT
"""Most steps of the checker for one bound of an earlier answer."""

Start = Mapping[str, Any] | str | Path | tuple[Bound, ...]
"""A certificate, the name of its file, or what has been read from one."""


def read_start(start: Mapping[str, Any] | str | Path) -> tuple[Mapping[str, Any], str]:
    """The content of a certificate, and what to call it.

    Raises
    ------
    TaskError
        If the file cannot be read, or is no JSON object.
    """
    if isinstance(start, Mapping):
        return start, "an earlier answer"
    path = Path(start)
    try:
        content = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise TaskError(f"‹start={path}› cannot be read: {error.strerror or error}; check the path") from None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, Mapping):
        raise TaskError(f"‹start={path}› is no certificate; name a file that -o of an earlier run wrote")
    return content, path.name


def bounds_to_start_from(start: Start | None, *quantities: LeastSize) -> tuple[Bound, ...]:
    """The bounds of an earlier answer about one of these quantities, each accepted by the checker once more.

    Of a tuple, which has been read before, those that are about them, maybe none.

    Raises
    ------
    TaskError
        If it is no certificate about units, says nothing about these, or holds a bound that the checker rejects.

    Examples
    --------
    >>> from ..questions import least_size, qsa_question
    >>> from ..bounds.bound import certificate
    >>> asked = least_size(qsa_question(4, 1))
    >>> bound = certified_bound(asked, "lower", 2, "by symmetry", {"kind": "symmetric", "size": 3})
    >>> [str(found) for found in bounds_to_start_from(certificate(asked.question, bound), asked)]
    ['m >= 2 [CERTIFIED] an earlier answer (theorem: columns independent)']
    """
    if start is None:
        return ()
    if isinstance(start, tuple):
        return tuple(bound for bound in start if bound.quantity in quantities)
    content, name = read_start(start)
    try:
        claimed = bounds_in(content)
    except ValueError as error:
        raise TaskError(f"‹start={name}› is no certificate about units ({error}); name what -o wrote") from None
    ours = [bound for bound in claimed if bound.quantity in quantities]
    if not ours:
        about = claimed[0].quantity.words if claimed else "nothing"
        raise TaskError(
            f"‹start={name}› is about {about}, and what is asked is {quantities[0].words}; "
            "give it with the same data and options as before"
        )
    return tuple(_replayed(bound, name) for bound in ours)


def _replayed(bound: Bound, name: str) -> Bound:
    evidence = bound.claim()["evidence"]
    method = f"{name} ({bound.evidence.kind})"
    try:
        return certified_bound(bound.quantity, bound.side, bound.value, method, evidence, limit=LARGEST_LIMIT)
    except CheckerRefusedError as error:
        raise TaskError(f"‹start={name}› is not accepted ({error}); leave it out") from None
