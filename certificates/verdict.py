"""The answers of the checker. Only ``Accepted`` is true: ``assert check(certificate)``."""

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar


class _Verdict:
    exit_code: ClassVar[int]
    words: ClassVar[str] = ""

    def __bool__(self) -> bool:
        return self.exit_code == 0

    def __str__(self) -> str:
        return self.words.format(**vars(self))

    def to_json(self) -> dict[str, Any]:
        """The verdict as an object: ``verdict`` and what goes with it."""
        return {"verdict": type(self).__name__.lower(), **asdict(self)}  # type: ignore[call-overload]


@dataclass(frozen=True)
class Accepted(_Verdict):
    """All claims are proved: ``statement`` in words, ``lower`` and ``upper`` if one integer quantity is bounded."""

    statement: str
    lower: int | None = None
    upper: int | None = None
    claims: tuple[str, ...] = ()
    theorems: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    steps: int = field(default=0, compare=False)
    limit: int = field(default=0, compare=False)
    exit_code = 0

    def __str__(self) -> str:
        lines = [f"ACCEPTED  {self.statement}", *(f"  {claim}" for claim in self.claims)]
        lines += [f"  by {theorem}" for theorem in self.theorems]
        lines += [f"  assuming {words}" for words in self.assumptions]
        return "\n".join([*lines, f"  {self.steps:,} steps of {self.limit:,} allowed"])


@dataclass(frozen=True)
class Rejected(_Verdict):
    """Well-formed, but the proof does not prove the claim: ``code`` is the rule, or what else is wrong."""

    code: str
    where: str
    reason: str
    exit_code = 3
    words = "REJECTED [{code}] at {where}: {reason}"


@dataclass(frozen=True)
class Malformed(_Verdict):
    """Not a certificate: ``where`` names the field (or the file), ``reason`` the requirement that it misses."""

    where: str
    reason: str
    exit_code = 4
    words = "MALFORMED  {where}: {reason}"


@dataclass(frozen=True)
class Undecided(_Verdict):
    """The check of ``where`` would take more than ``limit`` steps; whether the claims hold is left open."""

    where: str
    limit: int
    exit_code = 5
    words = "UNDECIDED  {where}: the check takes more than {limit:,} steps; --limit allows more"


Verdict = Accepted | Rejected | Malformed | Undecided
