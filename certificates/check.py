"""``check`` decides whether the evidence in a certificate proves what the certificate claims.

The trusted part of the project: standard library only, exact, no solver, no search, no other room. It rebuilds the
question from its statement, replays the evidence, and says in words what it accepted. All work is charged to one meter.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .book import Book
from .messages import MAX_PLACE, plain
from .meter import LIMIT, Meter, OverLimitError
from .reading import parse, read_file, written
from .verdict import Malformed, MalformedError, RejectionError, Undecided, Verdict


def check(certificate: Path | str | bytes | Mapping[str, Any], limit: int = LIMIT) -> Verdict:
    """Decide whether the evidence of a certificate proves its claims.

    Parameters
    ----------
    certificate : path, str, bytes or mapping
        A path to a JSON file (``str`` is a path as well), the bytes of one, or the object itself.
    limit : int
        Most steps (``Meter``) that the check may take.

    Returns
    -------
    Accepted, Rejected, Malformed or Undecided
        ``Accepted.statement`` says in words what was proved; ``Rejected.code`` is a key of ``REJECTION_CODES`` and
        ``where`` the path to the offending step; ``Malformed`` means that there is nothing to judge; ``Undecided`` that
        the check would take more than ``limit`` steps.

    Guarantee
    ---------
    Accepted means that the statement is true under ``assumptions``. Exact arithmetic throughout; no solver, no search:
    the work is linear in the length of the file and in what its statements say is to be evaluated.

    Examples
    --------
    >>> certificate = {
    ...     "format": "headcount-certificate", "version": 2,
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
    meter = Meter(limit)
    book = Book()
    try:
        if isinstance(certificate, bytes):
            root = parse(certificate, meter=meter)
        elif isinstance(certificate, Mapping):
            root = parse(written(certificate), meter=meter)
        elif isinstance(certificate, str) and certificate.lstrip().startswith("{"):
            raise MalformedError(
                "certificate", "looks like JSON text where a path is expected; pass bytes or the object"
            )
        else:
            root = read_file(Path(certificate), meter)
        return book.check(root)
    except (MalformedError, RejectionError) as error:
        return error.verdict
    except (OverLimitError, MemoryError):
        return Undecided(plain(book.at, MAX_PLACE), limit)
    except RecursionError:
        return Malformed(plain(book.at, MAX_PLACE), "is nested too deeply")
