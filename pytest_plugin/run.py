"""One run of pytest with claims in it: what it was asked for, the outcomes, the report at its end.

Only pytest and the standard library are imported before the first claim is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..claims import ClaimReport, ClaimStore

PLUGIN = "headcount-claims"
"""The name under which the plugin registers the run."""

WORDS = {"PROVED": ("passed", ".", "green"), "REFUTED": ("failed", "F", "red"), "OPEN": ("open", "O", "yellow")}
"""Verdict -> pytest's category, letter and colour."""


@dataclass(eq=False)
class ClaimRun:
    """One run of pytest: what it was asked for, and the outcomes so far (of a distributed run, in the controller).

    ``shrunk`` are the claims of which a counterexample was made smaller, by identity.
    """

    budget: float | None
    store: Path | None
    retry: bool
    open_fails: bool
    report: Path | None
    controls: bool
    shrunk: set[int] = field(default_factory=set)
    outcomes: list[dict[str, Any]] = field(default_factory=list)
    written: str = ""

    def claim_store(self) -> ClaimStore | None:
        """The store, made when the first instance needs it."""
        if self.store is None:
            return None
        from ..claims import ClaimStore

        return ClaimStore(self.store)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the outcome."""
        told = getattr(report, "headcount_claim", {})
        if "outcome" in told:
            self.outcomes.append(told)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the report."""
        if self.report is None or not self.controls or session.config.option.collectonly:
            return
        from ..claims.report_page import write_report

        try:
            self.written = "claim matrix: " + ", ".join(map(str, write_report(self.claim_report(), self.report)))
        except OSError as error:
            self.written = f"the claim matrix {str(self.report)!r} could not be written: {error.strerror or error}"
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Show the claims."""
        if not self.outcomes and not self.written:
            return
        terminalreporter.section("claims")
        if self.outcomes:
            for line in str(self.claim_report()).splitlines():
                _, _, colour = WORDS.get(line.partition(" ")[0], ("", "", ""))
                terminalreporter.write_line(line, **({colour: True} if colour else {}))
            replayed = sum(
                told["outcome"]["reused"] and bool(told["outcome"]["certificates"]) for told in self.outcomes
            )
            if replayed:
                number = f"{replayed} of {len(self.outcomes)} instances"
                terminalreporter.write_line(f"{number} by replaying certificates from {self.store}, without a search")
        if self.written:
            terminalreporter.write_line(self.written)

    def claim_report(self) -> ClaimReport:
        """The outcomes as a report; claims of the same name are told apart by their modules."""
        from ..claims import ClaimReport
        from ..claims.report import outcome_from_json

        places: dict[str, set[str]] = {}
        for told in self.outcomes:
            places.setdefault(told["outcome"]["claim"], set()).add(told["place"])
        outcomes = []
        for told in self.outcomes:
            name = told["outcome"]["claim"]
            label = name if len(places[name]) == 1 else told["place"]
            outcomes.append(outcome_from_json(told["outcome"] | {"claim": label}, told["texts"]))
        return ClaimReport(tuple(outcomes))
