"""The answers of the checker. Only ``Accepted`` is true: ``assert check(certificate)``."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Accepted:
    """All claims are proved: ``statement`` in words, ``lower`` and ``upper`` if one integer quantity is bounded."""

    statement: str
    claims: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    theorems: tuple[str, ...] = ()
    lower: int | None = None
    upper: int | None = None
    steps: int = field(default=0, compare=False)
    limit: int = field(default=0, compare=False)
    exit_code: int = field(default=0, repr=False)

    def __str__(self) -> str:
        lines = [f"ACCEPTED  {self.statement}", *(f"  {claim}" for claim in self.claims)]
        lines += [f"  by {theorem}" for theorem in self.theorems]
        lines += [f"  assuming {words}" for words in self.assumptions]
        return "\n".join([*lines, f"  {self.steps:,} steps of {self.limit:,} allowed"])


class _No:
    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Rejected(_No):
    """Well-formed, but the proof does not prove the claim: ``code`` is the rule, or what else is wrong."""

    code: str
    where: str
    reason: str
    exit_code: int = field(default=3, repr=False)

    def __str__(self) -> str:
        return f"REJECTED [{self.code}] at {self.where}: {self.reason}"


@dataclass(frozen=True)
class Malformed(_No):
    """Not a certificate: ``where`` names the field (or the file), ``reason`` the requirement that it misses."""

    where: str
    reason: str
    exit_code: int = field(default=4, repr=False)

    def __str__(self) -> str:
        return f"MALFORMED  {self.where}: {self.reason}"


@dataclass(frozen=True)
class Undecided(_No):
    """The check of ``where`` would take more than ``limit`` steps; whether the claims hold is left open."""

    where: str
    limit: int
    exit_code: int = field(default=5, repr=False)

    def __str__(self) -> str:
        return f"UNDECIDED  {self.where}: the check takes more than {self.limit:,} steps; --limit allows more"


Verdict = Accepted | Rejected | Malformed | Undecided
