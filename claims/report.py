"""What became of claims: an outcome for every instance, and the claim matrix as text, JSON and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..display.answer import Answer, flat
from ..display.html import Html, badge, framed, paragraph, table
from ..solvers.outcome import Verdict
from ..tasks import TaskError
from .decision import Decision
from .store import certificate_hash

REPORT_FORMAT, REPORT_VERSION = "headcount-claims-report", 1

WORST_FIRST = (Verdict.REFUTED, Verdict.OPEN, Verdict.PROVED)


@dataclass(frozen=True)
class Outcome:
    """What became of one instance of a claim.

    ``size`` orders the instances of a claim; ``parameters`` are spelled out. ``range_size`` is the number of instances
    in the claim's range, where the run may not have been of all of them (0: it was). ``named`` are the certificates'
    hashes, of an outcome that was read without their texts.
    """

    claim: str
    words: str
    source: str
    range_words: str
    parameters: tuple[tuple[str, str], ...]
    size: int
    decision: Decision
    range_size: int = 0
    named: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """PROVED, REFUTED or OPEN."""
        return self.decision.verdict

    @property
    def instance(self) -> str:
        """The parameters in one line."""
        return ", ".join(f"{name}={value}" for name, value in self.parameters)

    @property
    def brackets(self) -> str:
        """What is proved of the quantities, in one line."""
        return ", ".join(self.decision.brackets)

    @property
    def hashes(self) -> tuple[str, ...]:
        """The names of the certificates in a store."""
        return self.named or tuple(certificate_hash(text) for text in self.decision.certificates)

    def __str__(self) -> str:
        return f"{self.claim}{_at(self)}: {self.decision}"

    def to_json(self) -> dict[str, Any]:
        """The outcome with the hashes of its certificates."""
        decision = self.decision
        return {
            "claim": self.claim,
            "words": self.words,
            "source": self.source,
            "range": self.range_words,
            "parameters": dict(self.parameters),
            "size": self.size,
            "range_size": self.range_size,
            "statement": decision.statement,
            "verdict": str(decision.verdict),
            "brackets": list(decision.brackets),
            "notes": list(decision.notes),
            "seconds": round(decision.seconds, 3),
            "budget": decision.budget,
            "reused": decision.reused,
            "certificates": list(self.hashes),
        }


def outcome_from_json(found: dict[str, Any], certificates: Iterable[str] = ()) -> Outcome:
    """The outcome that ``to_json`` wrote, with its certificates' texts if they are at hand."""
    kept = {name: found[name] for name in ("statement", "seconds", "budget", "reused")}
    kept |= {name: tuple(found[name]) for name in ("brackets", "notes")}
    decision = Decision(Verdict(found["verdict"]), certificates=tuple(certificates), **kept)
    claim, words, source, over, size, range_size = (
        found[name] for name in ("claim", "words", "source", "range", "size", "range_size")
    )
    parameters, named = tuple(found["parameters"].items()), tuple(found["certificates"])
    return Outcome(claim, words, source, over, parameters, size, decision, range_size, named)


@dataclass(frozen=True, repr=False)
class ClaimReport(Answer):
    """The outcomes of one or more claims; it counts as true only if every claim is PROVED over its whole range.

    Examples
    --------
    >>> from headcount.claims import claim, least
    >>> @claim(M=[3, 4])
    ... def width_of_match2(M):
    ...     "Match2 needs m = 3."
    ...     return least("m", f"match2 M={M}") == 3
    >>> report = width_of_match2.run()
    >>> bool(report), report
    (False, <ClaimReport: width_of_match2 REFUTED at M=3: m <= 2>)
    >>> report.counterexample().instance
    'M=3'
    """

    outcomes: tuple[Outcome, ...]

    def __bool__(self) -> bool:
        return bool(self.outcomes) and all(self.verdicts.values())

    @property
    def claims(self) -> dict[str, tuple[Outcome, ...]]:
        """The outcomes by claim, small instances first."""
        grouped: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            grouped.setdefault(outcome.claim, []).append(outcome)
        return {name: tuple(sorted(group, key=lambda outcome: outcome.size)) for name, group in grouped.items()}

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """Of every claim: REFUTED if an instance is; else OPEN if one is or was not run; else PROVED over its range."""
        return {name: _joint_verdict(group) for name, group in self.claims.items()}

    def counterexample(self, claim: object = None) -> Outcome | None:
        """The smallest refuted instance of a claim; None if there is none.

        Parameters
        ----------
        claim : Claim or str, optional
            The claim, or its name; it may be left out if there is one only.

        Raises
        ------
        TaskError
            If there is no such claim, or several and none is named.
        """
        group = self.claims[self._named(claim)]
        return next((outcome for outcome in group if outcome.verdict is Verdict.REFUTED), None)

    def _named(self, claim: object) -> str:
        names = list(self.claims)
        if claim is None and len(names) == 1:
            return names[0]
        name = claim if isinstance(claim, str) else getattr(claim, "name", None)
        if isinstance(name, str) and name in names:
            return name
        given = "none" if claim is None else repr(name or claim)
        known = f"try {' or '.join(map(repr, names))}" if names else "none was run"
        raise TaskError(f"claim must be one of the claims of this report or its name, got {given:.80}; {known}")

    def to_json(self) -> dict[str, Any]:
        """The claim matrix: a claim's words, source, range, joint verdict, counts and instances."""
        return {
            "format": REPORT_FORMAT,
            "version": REPORT_VERSION,
            "claims": [
                {
                    "claim": name,
                    "words": group[0].words,
                    "source": group[0].source,
                    "range": group[0].range_words,
                    "verdict": str(_joint_verdict(group)),
                    "counts": _counts(group),
                    "run": len(group),
                    "range_size": _range_size(group),
                    "instances": [outcome.to_json() for outcome in group],
                }
                for name, group in self.claims.items()
            ],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each instance."""
        return [flat(outcome.to_json()) for group in self.claims.values() for outcome in group]

    @property
    def in_a_line(self) -> str:
        """The verdict on each claim, with the smallest counterexample of a refuted one; these come first."""
        worst_first = sorted(self.claims, key=lambda name: WORST_FIRST.index(self.verdicts[name]))
        return "; ".join(map(self._in_a_line, worst_first)) or "no claims were run"

    def _in_a_line(self, name: str) -> str:
        verdict, found = self.verdicts[name], self.counterexample(name)
        return (
            f"{name} {verdict}{_over(self.claims[name])}"
            if found is None
            else f"{name} {verdict}{_at(found)}: {found.brackets}"
        )

    def __str__(self) -> str:
        return "\n".join(line for name in self.claims for line in self._lines(name)) or "no claims were run"

    def _lines(self, name: str) -> list[str]:
        group = self.claims[name]
        lines = [f"{_joint_verdict(group)!s:8} {counted(group)}  {name}: {group[0].words}{_over(group)}"]
        found = self.counterexample(name)
        if found is not None:
            lines.append(f"         smallest counterexample{_at(found)}: {found.brackets}")
        still = [outcome for outcome in group if outcome.verdict is Verdict.OPEN]
        if still:
            more = f" and {len(still) - 1} more" if len(still) > 1 else ""
            within = f" within {still[0].decision.budget:g} s" if still[0].decision.budget else ""
            lines.append(f"         open{within}{_at(still[0])}: {still[0].brackets}{more}")
        return lines

    def _repr_html_(self) -> str:
        parts = []
        for name, group in self.claims.items():
            rows = [(o.instance, badge(o.verdict), o.brackets) for o in group]
            words = f" {counted(group)}  {name}: {group[0].words}{_over(group)}"
            title = paragraph(badge(_joint_verdict(group)), words)
            parts.append(title + table(rows, ("instance", "verdict", "proved")))
        return framed("claims", *map(Html, parts))


def _at(outcome: Outcome) -> str:
    return f" at {outcome.instance}" if outcome.parameters else ""


def _over(group: Sequence[Outcome]) -> str:
    """The range, or sample, that a verdict is about."""
    return f" ({group[0].range_words})" if group[0].range_words else ""


def counted(group: Sequence[Outcome]) -> str:
    """How many outcomes of a claim have its verdict, and how much of its range was run, if not all of it."""
    verdict, size = _joint_verdict(group), _range_size(group)
    number = sum(outcome.verdict is verdict for outcome in group)
    if len(group) == size:
        return f"{number} of {size}"
    proved = _counts(group)["PROVED"]
    tally = f"{proved} PROVED" if verdict is Verdict.OPEN and not number else f"{number} {verdict}"
    return f"{tally}, {len(group)} of {size} instances run"


def _joint_verdict(group: Sequence[Outcome]) -> Verdict:
    found = {outcome.verdict for outcome in group}
    if len(group) < _range_size(group):  # of the others nothing is known
        found.add(Verdict.OPEN)
    return next(verdict for verdict in WORST_FIRST if verdict in found)


def _range_size(group: Sequence[Outcome]) -> int:
    return max(len(group), *(outcome.range_size for outcome in group))


def _counts(group: Iterable[Outcome]) -> dict[str, int]:
    verdicts = [outcome.verdict for outcome in group]
    return {str(verdict): verdicts.count(verdict) for verdict in Verdict}
