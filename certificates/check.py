"""``check`` decides whether the evidence in a certificate proves what the certificate claims.

The trusted part of the project: standard library only, exact, no solver, no other room. It rebuilds the question
from its statement, replays the evidence, and says in words what it accepted.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .claim import Claim, read_claim
from .communication.claims import check_measures
from .meter import OverLimitError
from .question import Question
from .question_file import read_question
from .reading import Node, parse, read_file
from .reduction import check_reduction
from .unit_failure import check_failure, is_failure
from .unit_provers import lower_end, upper_end
from .verdict import Accepted, Malformed, MalformedError, RejectionError, Verdict

FORMAT = "headcount-certificate"
VERSION = 1
MAX_CLAIMS = 64


def check(certificate: Path | str | bytes | Mapping[str, Any]) -> Verdict:
    """Decide whether the evidence of a certificate proves its claims.

    Parameters
    ----------
    certificate : path, str, bytes or mapping
        A path to a JSON file (``str`` is a path as well), the bytes of one, or the object itself.

    Returns
    -------
    Accepted, Rejected or Malformed
        ``Accepted.statement`` says in words what was proved; ``Rejected.code`` is a key of ``REJECTION_CODES`` and
        ``where`` the path to the offending step; ``Malformed`` means that there is nothing to judge.

    Guarantee
    ---------
    Accepted means that the statement is true under ``assumptions``. Exact integer arithmetic throughout; no solver.

    Examples
    --------
    >>> certificate = {
    ...     "format": "headcount-certificate", "version": 1,
    ...     "question": {"task": "qsa", "N": 1000, "q": 3},
    ...     "claims": [
    ...         {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 6,
    ...          "evidence": {"kind": "symmetric", "size": 7}},
    ...         {"resource": "m", "unit_class": "SIGN", "side": "upper", "value": 6, "evidence": {"kind": "squares"}},
    ...     ],
    ... }
    >>> print(check(certificate).statement)
    q-SA(N=1000, q=3) without a null token, class SIGN: 6 <= m <= 6
    """
    try:
        if isinstance(certificate, bytes):
            root = parse(certificate)
        elif isinstance(certificate, Mapping):
            root = parse(_dumped(certificate))
        elif isinstance(certificate, str) and certificate.lstrip().startswith("{"):
            raise MalformedError(
                "certificate", "looks like JSON text where a path is expected; pass bytes or the object"
            )
        else:
            root = read_file(Path(certificate))
        return _check_bundle(root)
    except MalformedError as error:
        return error.verdict
    except RejectionError as error:
        return error.verdict
    except OverLimitError as error:
        return Malformed("certificate", str(error))


def _dumped(certificate: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(certificate).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise MalformedError("certificate", f"cannot be written as JSON: {error}") from None


def _check_bundle(root: Node) -> Accepted:
    fields = root.fields(("format", "version", "question", "claims"))
    if fields["format"].text() != FORMAT:
        fields["format"].fail(f"must be {FORMAT!r}")
    if fields["version"].integer() != VERSION:
        fields["version"].fail(f"must be {VERSION}, the version that this checker knows")
    if fields["question"].field("task").value == "communication":
        return check_measures(fields["question"], fields["claims"])
    if fields["question"].field("task").value == "reduction":
        return check_reduction(fields["question"], fields["claims"])
    question = read_question(fields["question"])
    claims = fields["claims"].items()
    if any(is_failure(claim) for claim in claims):
        return check_failure(question, fields["claims"])
    if len(claims) > MAX_CLAIMS:
        fields["claims"].fail(f"must hold at most {MAX_CLAIMS} claims, got {len(claims)}")
    if not claims:
        fields["claims"].fail("must hold at least one claim")
    stated = [read_claim(claim, question) for claim in claims]
    setting = stated[0].setting
    for claim in stated:
        if claim.setting != setting:
            fields["claims"].fail("must be about one bracket: equal resource, class, sizes and error; write two files")
    lower = max((claim.value for claim in stated if claim.side == "lower"), default=None)
    upper = min((claim.value for claim in stated if claim.side == "upper"), default=None)
    if lower is not None and upper is not None and lower > upper:  # evidence for both cannot exist
        raise RejectionError("crossed-bounds", fields["claims"].path, f"{lower} > {upper}")
    sentences = [_check_claim(claim, question) for claim in stated]
    ends = ("" if lower is None else f"{lower} <= ") + setting.resource + ("" if upper is None else f" <= {upper}")
    assumptions = (question.assumption,) if question.assumption else ()
    statement = f"{question.words}, {setting.words(question)}: {ends}"
    return Accepted(statement, tuple(sentences), assumptions, lower, upper)


def _check_claim(claim: Claim, question: Question) -> str:
    if claim.side == "upper":
        return claim.require(upper_end(claim, question))
    resource = claim.setting.resource
    proved, how = lower_end(claim, question)
    if claim.value > proved:
        reason = f"{resource} >= {claim.value} claimed, {resource} >= {proved} proved"
        raise RejectionError("value-not-proved", claim.path, reason)
    return f"{resource} >= {claim.value}: {how}"
