"""Certificates for excluded sizes: claims ``excluded``, each with the reduction, the count and the function behind it.

Three arguments have a form that the checker replays. *Match3* and *q-SA by counting* (``protocol-cost``): the proof of
the reduction stands in the checker, so the size of the task does not matter. *Encoders* (``cut-cost``): the encoder is
written out as tables and gone through for all pairs of inputs (claim ``correct``), and what the function needs is a
claim of its own: that of an engine where one has measured the function, else a fooling set (``fooling1``), or for one
message the different inputs or those in conflict; so n is small. Of read-outs of the row alone the checker knows
thresholds. It counts transcripts, of which there are at most 2^bits: what an ``ExcludedRegion`` excludes by bits it
excludes as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...bounds.bound import CheckerRefusedError
from ...bounds.largest_disjointness import MAX_PAIRS
from ...certificates.verdict import Accepted, Undecided
from ...elaborate.certify import certify
from ...measures.measured import certified, stated
from ...measures.one_way import conflicts_of, greedy_clique
from ...questions import CommunicationMatrix
from ...tasks.two_party.functions import TwoPartyError, TwoPartyFunction
from ..laws import MAX_PAIRS as MOST_INPUTS
from ..protocols.cost import OneWayCost
from ..reduction import ReductionError, SizedReduction
from ..reduction_certificate import reduction_certificate
from .communication_lower import CommunicationLower, fooling_sets
from .excluded_region import ExcludedRegion

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
    for region in regions:
        sizes = _excluded(region, widths, H)
        if not sizes:
            continue
        try:
            claims += _claims(region, parameters, sizes, error, len(claims))
        except (_LeftOutError, ReductionError, TwoPartyError, CheckerRefusedError) as reason:
            left_out.append(f"{region.argument}: {reason}")
    if not claims:
        return Exclusion(None, tuple(left_out))
    bundle, verdict = certify({"claims": claims})
    if isinstance(verdict, Undecided):
        left_out.append(f"all of it: the check takes more than {verdict.limit:,} steps; take a smaller n")
        return Exclusion(None, tuple(left_out))
    if not isinstance(verdict, Accepted):
        raise CheckerRefusedError(f"sizes excluded for {task}: {verdict}")
    return Exclusion(bundle, tuple(left_out))


class _LeftOutError(Exception):
    """The checker does not know such an argument, or not at this size."""


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


def _claims(
    region: ExcludedRegion, parameters: Mapping[str, int], sizes: list[list[int]], error: Fraction | None, before: int
) -> list[dict[str, Any]]:
    """The claim that the sizes are excluded; of an encoder after those that it is correct, and of what f needs."""
    excluded: dict[str, Any] = {"claim": "excluded", "question": {}, "unit_class": region.unit_class, "sizes": sizes}
    if region.argument == "qsa-vectors":
        raise _LeftOutError("the checker counts tokens with two values each (qsa-counting)")
    if region.argument in ("match3-disjointness", "match3-smaller-disjointness", "match3-rounded-sums"):
        N, n = parameters["N"], region.required
        if n > MAX_PAIRS:
            raise _LeftOutError(f"DISJ_{n} is larger than DISJ_{MAX_PAIRS}, the largest that the checker counts")
        modulus = parameters.get("M", N + 1)
        excluded["question"] = {"task": "computation", "of": "match", "order": 3, "M": modulus, "N": N, "position": 0}
        evidence = {"kind": "protocol-cost", "argument": "disjointness", "n": n}
        return [{**excluded, "read_out": "any", "evidence": evidence}]
    if region.argument == "qsa-counting":
        N, q = parameters["N"], parameters["q"]
        if N > MAX_PAIRS:
            raise _LeftOutError(f"N must be at most {MAX_PAIRS} for the checker to count")
        excluded["question"] = {"task": "averaging", "N": N, "q": q}
        evidence = {"kind": "protocol-cost", "argument": "counting"}
        return [{**excluded, "error": str(error or ERROR / q), "evidence": evidence}]
    sized: SizedReduction | None = region.encoding
    if sized is None:
        raise _LeftOutError("the checker knows no argument by levels of scores, or layer by layer")
    source = sized.source
    if source.alice.count * source.bob.count > MOST_INPUTS:
        raise _LeftOutError(f"the encoder of {source} has more than {MOST_INPUTS} pairs of inputs to be gone through")
    correct = reduction_certificate(sized)
    about = correct["question"]
    if about["target"]["task"] != "computation":
        raise _LeftOutError("the outputs are averages, read with the token")
    of_the_row = isinstance(region.cost, OneWayCost)
    answers = {answer for _, wanted in about["target"].get("answers", ()) for answer in wanted}
    if of_the_row and not answers <= {0, 1, None}:
        raise _LeftOutError("of read-outs of the row alone the checker knows thresholds, for the answers 0 and 1")
    at = {} if isinstance(about["position"], list) else {"position": about["position"]}
    return [
        {**correct["claims"][0], "question": about},
        _needed(sized.source, about["source"], *region.needs),
        {
            **excluded,
            "question": {**about["target"], **at},
            "read_out": "threshold" if of_the_row else "any",
            "evidence": {"kind": "cut-cost", "reduction": before, "needs": before + 1},
        },
    ]


def _needed(
    source: TwoPartyFunction, question: Mapping[str, Any], measure: str, known: CommunicationLower
) -> dict[str, Any]:
    """The claim of what the encoded function needs, with its evidence."""
    bound, matrix = known.bound(measure), CommunicationMatrix.of(source.matrix())
    if bound is None and measure == "D":
        rows, columns = ({x: number for number, x in enumerate(inputs)} for inputs in (source.alice, source.bob))
        pairs = [[rows[a], columns[b]] for a, b in fooling_sets(source).one]
        fooling = {"measure": "fooling1", "side": "lower", "value": str(len(pairs))}
        return {**fooling, "evidence": {"kind": "pairs", "pairs": pairs}, "question": question}
    if bound is None:
        senders = matrix if measure == "one_way_ab" else matrix.transposed
        method, evidence = "different inputs", dict[str, Any](kind="distinct")
        if not matrix.total:
            method, evidence = "inputs in conflict", {"kind": "clique", "inputs": greedy_clique(conflicts_of(senders))}
        bits = known.one_way if measure == "one_way_ab" else known.one_way_back
        bound = certified(matrix, measure, "lower", bits, method, evidence)
    return stated(question, bound)
