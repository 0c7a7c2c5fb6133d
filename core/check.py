"""``check`` decides whether the proofs in a certificate prove what it claims.

It replays, and never searches: exact arithmetic, the standard library alone, all work charged to one meter.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import refuse
from .book import Book
from .claims import Claim
from .facts import FACTS
from .meter import LIMIT, Meter, OverLimitError
from .reading import load
from .rules import RULES
from .schema import many, record, shown, text, words
from .text import plain
from .verdict import Accepted, Malformed, Rejected, Undecided, Verdict

FORMAT = "headcount-certificate"
VERSION = 3
FILE = ("format", "version", "claims", "question", "remarks")


def check(certificate: Path | str | bytes | Mapping[str, Any], limit: int = LIMIT) -> Verdict:
    """Decide whether the proofs of a certificate prove its claims.

    Parameters
    ----------
    certificate : path, str, bytes or mapping
        A path to a JSON file (``str`` is a path as well), the bytes of one, or the object itself.
    limit : int
        Most steps (``Meter``) that the check may take.

    Returns
    -------
    Accepted, Rejected, Malformed or Undecided
        ``Accepted.statement`` says in words what is proved. ``Rejected.code`` is the rule of the proof that fails, or
        what else is wrong, and ``where`` the path to it. ``Malformed``: there is nothing to judge. ``Undecided``: the
        check takes more than ``limit`` steps.

    Guarantee
    ---------
    Accepted means that the statement is true under ``assumptions``. The work is linear in the length of the file and
    in what its statements say is to be evaluated.

    Examples
    --------
    >>> certificate = {
    ...     "format": "headcount-certificate", "version": 3,
    ...     "question": {"task": "qsa", "N": 1000, "q": 3},
    ...     "claims": [
    ...         {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 6,
    ...          "proof": {"rule": "theorem", "name": "columns independent", "k": 7}},
    ...         {"resource": "m", "unit_class": "SIGN", "side": "upper", "value": 6,
    ...          "proof": {"rule": "theorem", "name": "squares"}},
    ...     ],
    ... }
    >>> print(check(certificate).statement)
    qsa N=1000 q=3, class SIGN: 6 <= m <= 6
    """
    meter = Meter(limit)
    book = Book(meter, RULES)
    try:
        return _checked(load(certificate, meter), book)
    except refuse.Malformed as error:
        return Malformed(plain(error.path), plain(error.reason))
    except refuse.Refused as error:
        return Rejected(error.code or "proof", plain(book.at), plain(error.why))
    except (OverLimitError, MemoryError):
        return Undecided(plain(book.at), limit)
    except RecursionError:
        return Malformed(plain(book.at), "is nested too deeply")


def _checked(root: Any, book: Book) -> Accepted:
    _require_form(root)
    book.question = root.get("question")
    record({"remarks": many(text(most=10**6), 0)}, {"remarks": ()}).read(
        {"remarks": root["remarks"]} if "remarks" in root else {}, "certificate", book.meter
    )
    book.at = "question"
    claims = [book.stated(value, f"claims[{i}]") for i, value in enumerate(root["claims"])]
    _refuse_crossed(claims)
    hows = []
    for i, (value, claim) in enumerate(zip(root["claims"], claims, strict=True)):
        book.at = f"claims[{i}]"
        how = book.prove(value, claim, book.at)
        hows.append(f"{claim.bound if claim.side != 'fact' else claim.quantity.kind}: {how}")
        book.proved.append(claim)
    lower, upper = _ends(claims) if len({_key(claim) for claim in claims}) == 1 and claims[0].integral else (None, None)
    return Accepted(
        plain("; ".join(said(claims))), tuple(map(plain, hows)), tuple(book.assumptions), tuple(book.theorems),
        lower, upper, book.meter.spent, book.meter.limit,
    )  # fmt: skip


def _require_form(root: Any) -> None:
    if not isinstance(root, dict) or root.get("format") != FORMAT:
        raise refuse.Malformed("format", f"must be '{FORMAT}'")
    version = root.get("version")
    if version in (1, 2) and not isinstance(version, bool):
        raise refuse.Malformed(
            "version", f"is {version}, no longer read; run the command that wrote the file again: it writes {VERSION}"
        )
    if type(version) is not int or version != VERSION:
        raise refuse.Malformed("version", f"must be {VERSION}, got {shown(version)}")
    for name in root:
        if name not in FILE:
            raise refuse.Malformed("certificate", f"has an unknown field {shown(name)}")
    if not isinstance(root.get("claims"), list) or not root["claims"]:
        raise refuse.Malformed("claims", "must be a list of at least one claim")


def _key(claim: Claim) -> tuple[Any, Any]:
    """What a bound bounds: two bounds are ends of one bracket if and only if these are equal."""
    return claim.statement, claim.quantity


def _ends(claims: list[Claim]) -> tuple[Any, Any]:
    lower = max((claim.value for claim in claims if claim.side == "lower" and claim.value is not None), default=None)
    upper = min((claim.value for claim in claims if claim.side == "upper" and claim.value is not None), default=None)
    return None if lower is None else int(lower), None if upper is None else int(upper)


def _grouped(claims: list[Claim]) -> dict[tuple[Any, Any], list[Claim]]:
    groups: dict[tuple[Any, Any], list[Claim]] = {}
    for claim in claims:
        groups.setdefault(_key(claim), []).append(claim)
    return groups


def _refuse_crossed(claims: list[Claim]) -> None:
    """Proofs of both sides of a crossing cannot exist, so none is looked at."""
    for here in _grouped(claims).values():
        lower = max((claim.value for claim in here if claim.side == "lower" and claim.value is not None), default=None)
        upper = min((claim.value for claim in here if claim.side == "upper" and claim.value is not None), default=None)
        if lower is not None and upper is not None and lower > upper:
            raise refuse.Refused("a lower bound exceeds an upper bound of the same quantity", "crossed-bounds")


def said(claims: list[Claim]) -> list[str]:
    """What is proved, a sentence for each quantity; sentences are grouped by what they are about, never by words."""
    sentences = []
    for here in _grouped(claims).values():
        first = here[0]
        if first.side == "fact":
            about = {**first.quantity.fields}
            sentences.append(
                f"{first.about}: {FACTS[first.quantity.kind][2]}"
                if about
                else f"{words(first.statement)}: {FACTS[first.quantity.kind][2]}"
            )
        elif first.integral:
            lower, upper = _ends(here)
            bound = ("" if lower is None else f"{lower} <= ") + first.symbol + ("" if upper is None else f" <= {upper}")
            sentences.append(f"{first.about}: {bound}")
        else:
            sentences.append(f"{first.about}: {', '.join(claim.bound for claim in here)}")
    return sentences
