"""``check`` decides whether the proofs in a certificate prove what it claims.

It replays, and never searches: exact arithmetic, the standard library alone, all work charged to one meter.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from . import refuse
from .book import Book
from .claims import Claim
from .facts import FACTS
from .meter import LIMIT, Meter, OverLimitError
from .reading import load
from .rules import RULES
from .schema import ANYTHING, many, plainly, record, text, word
from .text import plain, short
from .verdict import Accepted, Malformed, Rejected, Undecided, Verdict

FORMAT = "headcount-certificate"
VERSION = 3
REMEDY = f"{VERSION} (of an older file: run the command that wrote the file again)"
FORM = {
    "format": word(FORMAT),
    "version": plainly(lambda value: (type(value), value) == (int, VERSION), REMEDY),
    "claims": many(ANYTHING), "question": ANYTHING, "remarks": many(text(most=10**6), 0),
}  # fmt: skip
FILE = record(FORM, {"question": None, "remarks": ()})


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
    file = FILE.read(root, "certificate", book.meter)
    book.question, book.at = file.question, "question"
    claims = [book.stated(value, f"claims[{i}]") for i, value in enumerate(file.claims)]
    brackets = _brackets(claims)
    for first, ends in brackets.values():
        low, high = ends.get("lower"), ends.get("upper")
        none = "none" in ends  # no value will do: above all others
        if high is not None and (none or (low is not None and low > high)):  # proofs of both cannot exist
            raise refuse.Refused(f"a lower bound of {first.symbol} exceeds an upper bound", "crossed-bounds")
    hows = []
    for i, (value, claim) in enumerate(zip(file.claims, claims, strict=True)):
        book.at = f"claims[{i}]"
        how = book.prove(value, claim, book.at)
        hows.append(f"{claim.bound if claim.side != 'fact' else claim.quantity.kind}: {how}")
        book.proved.append(claim)
    ((first, ends),) = brackets.values() if len(brackets) == 1 else ((claims[0], {}),)
    lower, upper = (int(ends[side]) if first.integral and side in ends else None for side in ("lower", "upper"))
    return Accepted(
        plain("; ".join(said(claims))), lower, upper, tuple(map(plain, hows)), tuple(book.theorems),
        tuple(book.assumptions), book.meter.spent, book.meter.limit,
    )  # fmt: skip


Ends = dict[str, Fraction | int]


def _brackets(claims: list[Claim]) -> dict[tuple[Any, Any], tuple[Claim, Ends]]:
    """For each quantity of each statement its first claim and its best ends, by side; a fact has none."""
    found: dict[tuple[Any, Any], tuple[Claim, Ends]] = {}
    for claim in claims:
        _, ends = found.setdefault((claim.statement, claim.quantity), (claim, {}))
        if claim.side == "none":
            ends["none"] = 0
        elif claim.value is not None:
            best = max if claim.side == "lower" else min
            ends[claim.side] = best(claim.value, ends.get(claim.side, claim.value))
    return found


def said(claims: list[Claim]) -> list[str]:
    """What is proved, a sentence for all quantities of one scope; what claims are about tells them apart, not words."""
    sentences: dict[tuple[Any, Any], tuple[str, list[str]]] = {}
    for first, ends in _brackets(claims).values():
        parts = sentences.setdefault((first.statement, first.scope), (first.about, []))[1]
        low, high = (None if ends.get(side) is None else short(ends[side]) for side in ("lower", "upper"))
        bracket = ("" if low is None else f"{low} <= ") + first.symbol + ("" if high is None else f" <= {high}")
        if first.side == "fact":
            parts.append(FACTS[first.quantity.kind][2])
        else:
            parts.append(f"no {first.symbol} will do" if "none" in ends else bracket)
    return [f"{about}: {', '.join(parts)}" for about, parts in sentences.values()]
