"""The answers of the checker: accepted, rejected, malformed; or undecided, where the work exceeds the limit.

Malformed means that the file does not say anything that could be true or false: not JSON, a missing field, a value
out of range. Rejected means that it says something and its evidence does not prove it. Undecided says nothing about
the file but that its check takes more steps than are allowed. Only accepted counts as true (``assert check(..)``).
Whatever a file holds, what is said about it is plain ASCII text of bounded length.
"""

from dataclasses import dataclass, field

from .messages import MAX_PLACE, MAX_REASON, plain
from .rejection_codes import REJECTION_CODES


@dataclass(frozen=True)
class Accepted:
    """The evidence proves every claim; ``statement`` says in words what was proved.

    ``claims`` has a sentence for each claim, ``assumptions`` what labels say and nothing proves, ``theorems`` the named
    inequalities and arguments that were cited. If all claims are about one number, ``lower`` and ``upper`` are its
    ends. ``steps`` were taken of the ``limit`` allowed.
    """

    statement: str
    claims: tuple[str, ...]
    assumptions: tuple[str, ...] = ()
    theorems: tuple[str, ...] = ()
    lower: int | None = None
    upper: int | None = None
    steps: int = field(default=0, compare=False)
    limit: int = field(default=0, compare=False)
    exit_code: int = field(default=0, repr=False)

    def __str__(self) -> str:
        assumed = (f"  assuming {words}" for words in self.assumptions)
        cited = (f"  by {words}" for words in self.theorems)
        work = f"  {self.steps:,} steps of {self.limit:,} allowed"
        return "\n".join(
            [f"ACCEPTED  {self.statement}", *(f"  {claim}" for claim in self.claims), *cited, *assumed, work]
        )


@dataclass(frozen=True)
class Rejected:
    """Well-formed, but the evidence does not prove the claim. ``code`` is a key of ``REJECTION_CODES``."""

    code: str
    where: str
    reason: str
    exit_code: int = field(default=3, repr=False)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"REJECTED [{self.code}] at {self.where}: {self.reason}"


@dataclass(frozen=True)
class Malformed:
    """Not a certificate: ``where`` names the field (or the file), ``reason`` the requirement that it misses."""

    where: str
    reason: str
    exit_code: int = field(default=4, repr=False)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"MALFORMED  {self.where}: {self.reason}"


@dataclass(frozen=True)
class Undecided:
    """The check of ``where`` would take the file beyond ``limit`` steps; nothing is said about what it claims."""

    where: str
    limit: int
    exit_code: int = field(default=5, repr=False)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"UNDECIDED  {self.where}: the check takes more than {self.limit:,} steps; --limit allows more"


Verdict = Accepted | Rejected | Malformed | Undecided


class RejectionError(Exception):
    """Raised inside the checker only; ``check`` turns it into ``Rejected``."""

    def __init__(self, code: str, where: str, reason: str = "") -> None:
        if code not in REJECTION_CODES:
            raise KeyError(code)
        text = REJECTION_CODES[code] + (f": {reason}" if reason else "")
        super().__init__(text)
        self.verdict = Rejected(code, plain(where, MAX_PLACE), plain(text, MAX_REASON))


class MalformedError(Exception):
    """Raised inside the checker only; ``check`` turns it into ``Malformed``."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.verdict = Malformed(plain(where, MAX_PLACE), plain(reason, MAX_REASON))
