"""Certificates for excluded sizes: claims ``excluded``, each with the reduction, the count and the function behind it.

Three arguments have a form that the checker replays. *Match3* and *q-SA by counting* (``protocol-cost``): the proof of
the reduction stands in the checker, so the size of the task does not matter. *Encoders along a path* (``cut-cost``):
the encoder is written out as tables and gone through for all pairs of inputs (claim ``correct``), the fooling set of
the function is written out (``fooling1``), so n is small. The checker counts transcripts, of which there are at most
2^bits: what an ``ExcludedRegion`` excludes by bits it excludes as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...bounds.bound import CheckerRefusedError
from ...bounds.largest_disjointness import MAX_PAIRS
from ...certificates.verdict import Accepted
from ...elaborate.certify import certify
from ...tasks.two_party.functions import Inputs, TwoPartyError
from ..laws import MAX_PAIRS as MOST_INPUTS
from ..problem_graph import Path, paths_to
from ..protocols.cost import RowSumCost
from ..reduction import ReductionError, SizedReduction
from ..reduction_certificate import reduction_certificate
from .communication_lower import fooling_sets
from .excluded_region import ExcludedRegion
from .path_bounds import at_parameters

ERROR = Fraction(9, 10)
"""Averages are asked for with the error ERROR / q: the argument needs one below 1/q."""


@dataclass(frozen=True)
class Exclusion:
    """What was certified: the bundle, or None if nothing was, and what is left out, with the reason."""

    bundle: dict[str, Any] | None
    left_out: tuple[str, ...]


def exclusion_certificate(
    task: str,
    parameters: Mapping[str, int],
    regions: Sequence[ExcludedRegion],
    ps: Iterable[int],
    H: int = 1,
    error: Fraction | None = None,
    sized: SizedReduction | None = None,
) -> Exclusion:
    """The bundle that proves what regions exclude at H heads and each p: the largest m, with dv as the regions have it.

    Parameters
    ----------
    task, parameters : as for ``lower_bounds``
        Match3 without a modulus is asked with the least one that the bound holds for, M = N + 1.
    regions : sequence of ExcludedRegion
        What ``lower_bounds`` has found for the task.
    ps, H : int >= 1
    error : Fraction below 1/q
        Of q-SA; ``ERROR`` / q by default.
    sized : SizedReduction, optional
        The reduction that the regions follow from, where it is none of the known paths.

    Guarantee
    ---------
    The checker has just accepted the bundle.

    Raises
    ------
    CheckerRefusedError
        If it has not, which would be a defect.

    Examples
    --------
    >>> from .path_bounds import lower_bounds
    >>> found = exclusion_certificate("match3", {"N": 65}, lower_bounds("match3", {"N": 65}), [1])
    >>> [claim["sizes"] for claim in found.bundle["claims"]]
    [[[2, 1, 1, 2]], [[3, 1, 1, 3]]]
    """
    widths = list(ps)
    claims: list[dict[str, Any]] = []
    left_out: list[str] = []
    paths = {} if sized else _paths(task)
    for region in regions:
        sizes = _excluded(region, widths, H)
        if not sizes:
            continue
        if not region.unit_class.startswith("FIXED"):
            left_out.append(f"{region.argument}: the checker does not know class {region.unit_class}")
            continue
        if region.argument == "qsa-vectors":
            left_out.append("qsa-vectors: the checker counts tokens with two values each (qsa-counting)")
            continue
        if region.argument in ("match3-disjointness", "match3-smaller-disjointness"):
            found = _match3(region, parameters, sizes)
        elif region.argument == "qsa-counting":
            found = _counting(region, parameters, sizes, error)
        else:
            path = paths.get(region.argument)
            by = sized if path is None else at_parameters(path.reduction, parameters)
            found = _encoded(region, by, sizes, len(claims))
        if isinstance(found, str):
            left_out.append(f"{region.argument}: {found}")
        else:
            claims += found
    if not claims:
        return Exclusion(None, tuple(left_out))
    bundle, verdict = certify({"claims": claims})
    if not isinstance(verdict, Accepted):
        raise CheckerRefusedError(f"sizes excluded for {task}: {verdict}")
    return Exclusion(bundle, tuple(left_out))


def _excluded(region: ExcludedRegion, ps: list[int], H: int) -> list[list[int]]:
    """[m, p, H, dv] with the largest m that is excluded at each p."""
    sizes = []
    for p in ps:
        m = region.least_m(p, H) - 1
        if m and m.bit_length() <= LONGEST:
            sizes.append([m, p, H, m if region.dv == "m" else int(region.dv)])
    return sizes


LONGEST = 4000
"""Most bits of an m that is written into a file; with dv held fixed it may be astronomical."""


def _claim(region: ExcludedRegion, question: dict[str, Any], sizes: list[list[int]], **more: Any) -> dict[str, Any]:
    return {"claim": "excluded", "question": question, "unit_class": region.unit_class, "sizes": sizes, **more}


def _match3(
    region: ExcludedRegion, parameters: Mapping[str, int], sizes: list[list[int]]
) -> list[dict[str, Any]] | str:
    N = parameters["N"]
    n = region.required
    if n > MAX_PAIRS:
        return f"DISJ_{n} is larger than DISJ_{MAX_PAIRS}, the largest that the checker counts"
    question = {
        "task": "computation",
        "of": "match",
        "order": 3,
        "M": parameters.get("M", N + 1),
        "N": N,
        "position": 0,
    }
    evidence = {"kind": "protocol-cost", "argument": "disjointness", "n": n}
    return [_claim(region, question, sizes, read_out="any", evidence=evidence)]


def _counting(
    region: ExcludedRegion, parameters: Mapping[str, int], sizes: list[list[int]], error: Fraction | None
) -> list[dict[str, Any]] | str:
    if parameters["N"] > MAX_PAIRS:
        return f"N must be at most {MAX_PAIRS} for the checker to count"
    question = {"task": "averaging", "N": parameters["N"], "q": parameters["q"]}
    evidence = {"kind": "protocol-cost", "argument": "counting"}
    return [_claim(region, question, sizes, error=str(error or ERROR / parameters["q"]), evidence=evidence)]


def _encoded(
    region: ExcludedRegion, sized: SizedReduction | None, sizes: list[list[int]], before: int
) -> list[dict[str, Any]] | str:
    """The three claims of an encoder: it is correct, the function has a fooling set, the sizes are excluded."""
    if sized is None or not isinstance(region.cost, RowSumCost):
        return "no form of evidence goes one way, as its protocol does"
    pairs = sized.source.alice.count * sized.source.bob.count
    if pairs > MOST_INPUTS:
        return f"the encoder of {sized.source} has more than {MOST_INPUTS} pairs of inputs to be gone through"
    try:
        correct = reduction_certificate(sized)
        needs = _fooling_set(sized)
    except (ReductionError, TwoPartyError, CheckerRefusedError) as error:
        return str(error)
    stated = correct["question"]
    if stated["target"]["task"] != "computation":
        return "the outputs are averages, read with the token"
    question = dict(stated["target"])
    if not isinstance(stated["position"], list):
        question["position"] = stated["position"]
    evidence = {"kind": "cut-cost", "reduction": before, "needs": before + 1}
    return [
        {**correct["claims"][0], "question": stated},
        {**needs, "question": stated["source"]},
        _claim(region, question, sizes, read_out="any", evidence=evidence),
    ]


def _fooling_set(sized: SizedReduction) -> dict[str, Any]:
    pairs = fooling_sets(sized.source).one
    rows, columns = _numbers(sized.source.alice), _numbers(sized.source.bob)
    evidence = {"kind": "pairs", "pairs": [[rows[a], columns[b]] for a, b in pairs]}
    return {"measure": "fooling1", "side": "lower", "value": str(len(pairs)), "evidence": evidence}


def _numbers(inputs: Inputs) -> dict[Any, int]:
    return {x: number for number, x in enumerate(inputs)}


def _paths(task: str) -> dict[str, Path]:
    try:
        return {str(path): path for path in paths_to(task)}
    except ReductionError:
        return {}
