"""Certificates for what one token has to tell: lower bounds for units of several layers (``told-token``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...bounds.bound import CheckerRefusedError
from ...certificates.meter import LIMIT
from ...certificates.verdict import Accepted, Malformed, Undecided
from ...elaborate.certify import certify
from ...tasks import Cycle3, SequenceTask
from ...tasks.named_computation import named_computation
from .excluded_region import ExcludedRegion
from .token_lower import TokenRegion, known_task, told_token

LONG = "the checker would take too long to evaluate {} at this size; take a smaller one"


def token_certificate(
    task: str, parameters: Mapping[str, int], regions: Sequence[ExcludedRegion], ps: Iterable[int], H: int = 1
) -> dict[str, Any] | None:
    """The bundle with the least m that the regions by one token leave, for each depth and p; None if there is none.

    Parameters
    ----------
    task, parameters : as for ``layered_bounds``
    regions : sequence of ExcludedRegion
        What ``layered_bounds`` has found; those about one token are stated: of the task by its name, or, of a task of
        one's own, of the inputs that differ in the token alone.
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
    if bundle is None or _is_long(bundle):
        return None
    bundle, verdict = certify(bundle)
    if isinstance(verdict, Malformed | Undecided):  # the checker's tasks are smaller
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
        if not (isinstance(region, TokenRegion) or region.argument.endswith("-token")):
            reasons[region.argument] = "no form of evidence runs layer by layer; ask about one layer"
            continue
        bundle = _stated(task, parameters, [region], widths, H)
        if bundle is None:
            reasons.setdefault(region.argument, "sums in the last layer are cheaper than the checker counts them")
        elif _is_long(bundle):
            reasons[region.argument] = LONG.format(task)
        elif isinstance(verdict := certify(bundle).verdict, Malformed):
            field = verdict.where.rpartition(".")[2]
            reasons[region.argument] = f"the checker refuses {task} at this size, {field} {verdict.reason}"
        elif isinstance(verdict, Undecided):
            reasons[region.argument] = LONG.format(task)
    return tuple(f"{argument}: {reason}" for argument, reason in reasons.items())


def _stated(
    task: str, parameters: Mapping[str, int], regions: Sequence[ExcludedRegion], ps: Iterable[int], H: int
) -> dict[str, Any] | None:
    """The claims that say something, unchecked."""
    claims = []
    for region in regions:
        if not (isinstance(region, TokenRegion) or region.argument.endswith("-token")):
            continue
        of = region.of if isinstance(region, TokenRegion) else known_task(task, parameters)
        if not isinstance(of, SequenceTask):
            continue
        for p in ps:
            if (least := _least(region, p, H)) > 1:
                told = {"resource": "m", "side": "lower", "value": least, "layers": region.layers, "heads": H}
                told |= {"unit_class": f"FIXED({p}, {region.cost.grid})", "dv": region.dv, "read_out": "any"}
                claims.append(
                    {"question": _question(region, of), **told, "evidence": _evidence(region, of, least, p, H)}
                )
    return {"claims": claims} if claims else None


def _is_long(bundle: Mapping[str, Any]) -> bool:
    """Whether so many tokens are evaluated that the checker would not get through: it takes 20 steps for each."""
    told = (claim["evidence"] for claim in bundle["claims"])
    sizes = (len(one["values"]) * len(word) for one in told for word in one.get("inputs", ()))
    return sum(sizes) > LIMIT // 20


def _question(region: ExcludedRegion, of: SequenceTask) -> dict[str, Any]:
    """The task by its name; or the inputs that differ in the token alone: a unit for the task does these as well."""
    if named := named_computation(of):
        return dict(named)
    assert isinstance(region, TokenRegion)
    listed = [[list(word), list(of.answers(word))] for word in region.told.inputs()]
    label = re.sub(r"[^A-Za-z0-9 \-+_.,:/=]", " ", f"{of.name}, {len(listed)} inputs of it")[:200]
    return {
        "task": "computation",
        "of": "table",
        "alphabet": of.alphabet,
        "length": of.N,
        "answers": listed,
        "name": label,
    }


def _evidence(region: ExcludedRegion, of: SequenceTask, least: int, p: int, H: int) -> dict[str, Any]:
    """The values of the token, more of them than can be told by units with one m less; of cycle3 a closed form."""
    needed = 1 + (1 << region.layers * H * (least - 1 + (least - 1 if region.dv == "m" else int(region.dv))) * p)
    if isinstance(of, Cycle3) and not isinstance(region, TokenRegion):
        return {"kind": "told-token"}
    told = region.told if isinstance(region, TokenRegion) else told_token(of)
    return {"kind": "told-token", "inputs": told.contexts, "position": told.position, "values": told.values[:needed]}


def _least(region: ExcludedRegion, p: int, H: int) -> int:
    """The least m >= 1 with D H (m + dv) p >= the bits required."""
    each = -(-region.required // (region.layers * H * p))
    return max(1, -(-each // 2) if region.dv == "m" else each - int(region.dv))
