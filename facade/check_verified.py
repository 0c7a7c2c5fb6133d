"""``check_verified``: what the checker that is proved in Coq says of a certificate (``verified/``)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..certificates.verdict import Verdict

PROGRAM = "headcount-verified"
VARIABLE = "HEADCOUNT_VERIFIED"
BUILT = Path(__file__).parents[1] / "build" / "verified" / PROGRAM
"""Where ``make verified`` puts it in a checkout."""


class NotInstalledError(RuntimeError):
    """The verified checker is nowhere to be found, or does not run."""


@dataclass(frozen=True)
class Verified:
    """The verdict of the verified checker.

    ``verdict`` is accepted, rejected, not covered, malformed or undecided; ``statements`` are the claims that are
    proved, in words made from the very terms of the proof; ``not_covered`` the kinds of the claims of which it says
    nothing; ``reason`` is why there is nothing to judge.
    """

    verdict: str
    statements: tuple[str, ...] = ()
    not_covered: tuple[str, ...] = ()
    reason: str = ""

    def __bool__(self) -> bool:
        return self.verdict == "accepted"

    def __str__(self) -> str:
        if self.verdict == "not covered":
            return f"not covered by the verified checker: {'; '.join(dict.fromkeys(self.not_covered))}"
        return f"{self.verdict} by the verified checker{self.reason and ': '}{self.reason}"

    def to_json(self) -> dict[str, Any]:
        """The fields as an object."""
        return asdict(self)

    def contradicts(self, verdict: Verdict) -> bool:
        """Whether one of the two checkers accepts what the other one rejects."""
        return {self.verdict, _word(verdict)} == {"accepted", "rejected"}

    def differs_in_form(self, verdict: Verdict) -> bool:
        """Whether one of the two checkers accepts what the other one finds malformed."""
        return {self.verdict, _word(verdict)} == {"accepted", "malformed"}


def _word(verdict: Verdict) -> str:
    return type(verdict).__name__.lower()


def program() -> str:
    """The path of the program: ``$HEADCOUNT_VERIFIED``, else on the PATH, else where ``make verified`` builds it."""
    found = os.environ.get(VARIABLE) or shutil.which(PROGRAM) or (str(BUILT) if BUILT.exists() else None)
    if found is None:
        raise NotInstalledError(
            f"the verified checker is not installed: {PROGRAM} is neither named by {VARIABLE}, nor on the PATH, nor "
            f"{BUILT}; `make verified` in a checkout builds it"
        )
    return found


def check_verified(certificate: Path | str | bytes | Mapping[str, Any]) -> Verified:
    """Ask the checker that is proved in Coq whether a certificate proves its claims: ``headcount check --verified``.

    Parameters
    ----------
    certificate : path, str, bytes or mapping
        A path to a JSON file (``str`` is a path as well), the bytes of one, or the object itself.

    Returns
    -------
    Verified
        True if all claims are accepted; ``str`` of it says so, or which kinds are not covered.

    Raises
    ------
    NotInstalledError
        The program is not built, or does not run.

    Guarantee
    ---------
    The statements hold, by a theorem of Coq (``check_sound`` in ``proofs/checker.v``). What has to be believed besides
    is on the page "What has to be believed" of the documentation.

    Examples
    --------
    >>> check_verified("match2.json")  # doctest: +SKIP
    Verified(verdict='accepted', statements=('m >= 3 for class SIGN, Match2 with M = 7 ..', ..), ..)
    """
    if isinstance(certificate, str | Path):
        return _asked(Path(certificate))
    content = certificate if isinstance(certificate, bytes) else json.dumps(certificate).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        path.write_bytes(content)
        return _asked(path)


def check_verified_lines(certificates: Iterable[tuple[int, bytes]]) -> dict[int, Verified]:
    """Ask the verified checker about many certificates at once, each a line with its number.

    Raises
    ------
    NotInstalledError
        The program is not built, or does not run.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines"
        numbers = []
        with path.open("wb") as lines:
            for number, certificate in certificates:
                lines.write(b"%d %b\n" % (number, certificate))
                numbers.append(number)
        said = _said("--lines", str(path))
    if len(said) != len(numbers):
        raise NotInstalledError(f"{PROGRAM} gives {len(said)} verdicts of {len(numbers)} certificates")
    return dict(zip(numbers, map(_verdict, said), strict=True))


def _asked(path: Path) -> Verified:
    said = _said("--", str(path))
    return _verdict(said[0])


def _said(*words: str) -> list[dict[str, Any]]:
    """What the program prints, an object for each certificate."""
    command = [program(), "--json", *words]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        if not found or not all(isinstance(one, dict) and isinstance(one.get("verdict"), str) for one in found):
            raise ValueError(f"it prints {done.stdout:.60}")
    except (OSError, ValueError) as error:
        raise NotInstalledError(f"{command[0]} does not answer as the verified checker does: {error}") from None
    return found


def _verdict(said: dict[str, Any]) -> Verified:
    if said["verdict"] == "internal error":
        raise RuntimeError(f"the verified checker has an internal error, please report it: {said['reason']}")
    claims = said.get("claims", [])
    return Verified(
        said["verdict"],
        tuple(claim["statement"] for claim in claims if claim["outcome"] == "proved"),
        tuple(claim["kind"] for claim in claims if claim["outcome"] == "not covered"),
        said.get("reason", ""),
    )
