"""Lower bounds that other packages know (entry points ``headcount.bounds``), each replayed before it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from ..certificates.check import check
from ..certificates.verdict import Accepted
from ..tasks import TaskError
from ..tasks.extensions import Extension, extensions
from .plain_bound import PlainBound


def bounds_of_others(name: str, parameters: Mapping[str, int]) -> list[PlainBound]:
    """What other packages say of a task.

    What a package gives is a function of the task's name and parameters that returns certificates, as objects in the
    form of ``certificates/FORMAT.rst``; none for tasks of which it knows nothing.

    Raises
    ------
    TaskError
        If one raises, or its certificate is not accepted: which package, and why.
    """
    return [
        bound
        for one in extensions("bounds")
        for certificate in one.call(one.load(), name, dict(parameters))
        for bound in _replayed(one, certificate)
    ]


def _replayed(one: Extension, certificate: Mapping[str, object]) -> list[PlainBound]:
    verdict = check(dict(certificate))
    if not isinstance(verdict, Accepted):
        raise TaskError(f"the checker does not accept what {one} gives: {verdict}")
    claims = certificate["claims"]
    assert isinstance(claims, list)
    return [
        PlainBound(
            claim["unit_class"], claim["resource"], claim["value"], "CERTIFIED", f"by {one}, {verdict.statement}"
        )
        for claim in claims
        if claim.get("side") == "lower" and "resource" in claim
    ]
