"""Certify what an engine has found: its evidence becomes a proof, and the checker decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..certificates.check import check
from ..certificates.meter import LIMIT
from ..certificates.verdict import Rejected, Verdict
from .driver import CannotElaborate, elaborated


class Certified(NamedTuple):
    """The certificate with proofs, and what the checker says of it; only an ``Accepted`` verdict is true."""

    certificate: dict[str, Any]
    verdict: Verdict


def certify(draft: Mapping[str, Any], limit: int = LIMIT) -> Certified:
    """The certificate that a draft makes, and the checker's verdict.

    Parameters
    ----------
    draft : mapping
        A certificate whose claims have evidence in the form in which engines write it, or proofs already.
    limit : int
        Most steps that the check may take.

    Returns
    -------
    Certified
        If some evidence makes no proof, the verdict is ``Rejected`` with the code ``no-proof``.

    Examples
    --------
    >>> claim = {"resource": "m", "unit_class": "SIGN", "side": "upper", "value": 4, "evidence": {"kind": "squares"}}
    >>> certify({"question": {"task": "qsa", "N": 6, "q": 2}, "claims": [claim]}).verdict.statement
    'qsa N=6 q=2, class SIGN: m <= 4'
    """
    try:
        certificate = elaborated(draft)
    except CannotElaborate as error:
        return Certified(dict(draft), Rejected("no-proof", "claims", str(error)))
    return Certified(certificate, check(certificate, limit))


def kind_of(proof: Mapping[str, Any]) -> str:
    """The rule of a proof, with what it names: ``theorem: squares``.

    >>> kind_of({"rule": "theorem", "name": "squares"})
    'theorem: squares'
    """
    named = next((proof[field] for field in ("name", "system", "exhibit") if field in proof), "")
    return f"{proof['rule']}: {named}" if named else str(proof["rule"])
