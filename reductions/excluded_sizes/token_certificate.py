"""Certificates for what one token has to tell: lower bounds for units of several layers (``told-token``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...bounds.bound import CheckerRefusedError
from ...certificates.verdict import Accepted, Malformed
from ...elaborate.certify import certify
from ...tasks.named_computation import named_computation
from ...tasks.registry import TASKS
from .excluded_region import ExcludedRegion


def token_certificate(
    task: str, parameters: Mapping[str, int], regions: Sequence[ExcludedRegion], ps: Iterable[int], H: int = 1
) -> dict[str, Any] | None:
    """The bundle with the least m that the regions by one token leave, for each depth and p; None if there is none.

    Parameters
    ----------
    task, parameters : as for ``layered_bounds``
    regions : sequence of ExcludedRegion
        What ``layered_bounds`` has found; those whose argument ends in ``-token`` are stated.
    ps, H : int >= 1

    Returns
    -------
    dict or None
        Claims ``m >= v`` with keys and values told in every layer (the region's own formula may leave a larger m, where
        sums cost less in the last layer). None if no region is about one token, every v is the least there is, or the
        checker does not know the task at this size.

    Guarantee
    ---------
    The checker has just accepted it.

    Raises
    ------
    CheckerRefusedError
        If it has not, which would be a defect.

    Examples
    --------
    >>> from .layered_bounds import layered_bounds
    >>> bundle = token_certificate("cycle3", {"N": 20}, layered_bounds("cycle3", {"N": 20}, 2), [1, 2])
    >>> [(claim["layers"], claim["unit_class"], claim["value"]) for claim in bundle["claims"]]
    [(2, 'FIXED(1, twos)', 5), (2, 'FIXED(2, twos)', 3)]
    """
    bundle = _stated(task, parameters, regions, ps, H)
    if bundle is None or not bundle["claims"][0]["question"]:
        return None
    bundle, verdict = certify(bundle)
    if isinstance(verdict, Malformed):  # the checker's tasks are smaller
        return None
    if not isinstance(verdict, Accepted):
        raise CheckerRefusedError(f"what one token of {task} tells: {verdict}")
    return bundle


def left_out(
    task: str, parameters: Mapping[str, int], regions: Sequence[ExcludedRegion], ps: Iterable[int], H: int = 1
) -> tuple[str, ...]:
    """Why ``token_certificate`` has nothing: for each argument that excludes something, what stands in the way.

    Examples
    --------
    >>> from .layered_bounds import layered_bounds
    >>> left_out("cycle3", {"N": 21}, layered_bounds("cycle3", {"N": 21}, 2), [1])[0]
    'cycle3-token: the checker refuses cycle3 at this size, N must be an integer >= 1 <= 20, got 21'
    """
    widths = list(ps)
    reasons: dict[str, str] = {}
    for region in regions:
        if all(region.least_m(p, H) == 1 for p in widths):
            continue
        if not region.argument.endswith("-token"):
            reasons[region.argument] = "no form of evidence runs layer by layer; ask about one layer"
            continue
        bundle = _stated(task, parameters, [region], widths, H)
        if bundle is None:
            reasons.setdefault(region.argument, "sums in the last layer are cheaper than the checker counts them")
        elif isinstance(verdict := certify(bundle).verdict, Malformed):
            field = verdict.where.rpartition(".")[2]
            reasons[region.argument] = f"the checker refuses {task} at this size, {field} {verdict.reason}"
    return tuple(f"{argument}: {reason}" for argument, reason in reasons.items())


def _stated(
    task: str, parameters: Mapping[str, int], regions: Sequence[ExcludedRegion], ps: Iterable[int], H: int
) -> dict[str, Any] | None:
    """The claims that say something, unchecked."""
    told = [region for region in regions if region.argument.endswith("-token")]
    entry = next((entry for entry in TASKS if entry.name == task), None)
    if not told or entry is None:
        return None
    question = dict(named_computation(entry.make(**parameters)))
    claims = [
        {
            "question": question,
            "resource": "m",
            "side": "lower",
            "value": least,
            "unit_class": f"FIXED({p}, {region.cost.grid})",
            "layers": region.layers,
            "heads": H,
            "dv": region.dv,
            "read_out": "any",
            "evidence": {"kind": "told-token"},
        }
        for region in told
        for p in ps
        if (least := _least(region, p, H)) > 1
    ]
    return {"claims": claims} if claims else None


def _least(region: ExcludedRegion, p: int, H: int) -> int:
    """The least m >= 1 with D H (m + dv) p >= the bits required."""
    each = -(-region.required // (region.layers * H * p))
    return max(1, -(-each // 2) if region.dv == "m" else each - int(region.dv))
