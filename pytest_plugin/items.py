"""Claims as pytest items: an instance of a claim is a test, and its verdict is the outcome.

Only pytest and the standard library are imported here: a run without claims must not pay for them. A claim is told by
its class, which exists only once a test module has imported it.
"""

from __future__ import annotations

import shlex
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .run import PLUGIN, ClaimRun

if TYPE_CHECKING:
    from ..claims import Claim, ClaimStore, Outcome

COUNTEREXAMPLE = "counterexample{}.json"
"""Where the message of a refuted instance tells the reader to save its certificates."""


class RefutedError(Exception):
    """An instance is refuted; the message holds the counterexample."""


class StillOpenError(Exception):
    """An instance is open, and the run was asked to let that fail."""


def is_claim(value: object) -> bool:
    """Whether a value is a claim; imports nothing, and asks the value nothing (a proxy's ``__class__`` may raise)."""
    home = sys.modules.get(f"{__name__.partition('.')[0]}.claims.claim_over_range")
    return home is not None and issubclass(type(value), home.Claim)


def claim_nodes(parent: pytest.Collector, name: str, claim: Claim) -> list[pytest.Item | pytest.Collector]:
    """One item per instance, small ones first; if the range is empty or impossible, one that fails."""
    from ..claims import ClaimError

    try:
        instances = claim.instances()
    except ClaimError as error:
        return [Unusable.from_parent(parent, name=name, reason=str(error))]
    labels = _labels(claim, instances)
    return [
        ClaimItem.from_parent(parent, name=name + label, claim=claim, parameters=parameters, range_size=len(instances))
        for label, parameters in zip(labels, instances, strict=True)
    ]


def _labels(claim: Claim, instances: Sequence[Any]) -> Iterable[str]:
    """The parameters of each instance in brackets; equal ones (a random matrix drawn twice) are numbered."""
    from ..claims.ranges import spell_value

    seen: dict[str, int] = {}
    for parameters in instances:
        label = ",".join(f"{name}={spell_value(value)}" for name, value in parameters.items())
        seen[label] = seen.get(label, 0) + 1
        number = "" if seen[label] == 1 else f"#{seen[label]}"
        yield f"[{label}{number}]" if label else number


class Unusable(pytest.Collector):
    """A claim that cannot be run; the reason is its collection error, and the rest of the module is collected."""

    def __init__(self, *, reason: str, **words: Any) -> None:
        super().__init__(**words)
        self.reason = reason

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        raise self.CollectError(self.reason)


class ClaimItem(pytest.Item):
    """One instance of a claim."""

    def __init__(self, *, claim: Claim, parameters: Any, range_size: int, **words: Any) -> None:
        super().__init__(**words)
        self.claim = claim
        self.parameters = parameters
        self.range_size = range_size
        self.outcome: Outcome | None = None
        self.own_markers.extend(getattr(claim.function, "pytestmark", []))  # of marks that stand below @claim
        self.add_marker("claim")

    @property
    def run(self) -> ClaimRun:
        """What this run of pytest was asked for."""
        found: ClaimRun = self.config.pluginmanager.get_plugin(PLUGIN)  # type: ignore[assignment]
        return found

    def setup(self) -> None:
        """Make the statement: an instance that says nothing is an error, whatever it was meant to say."""
        self.claim(**self.parameters)

    def runtest(self) -> None:
        """Decide the instance.

        Raises
        ------
        RefutedError
            If it is refuted; StillOpenError or pytest's Skipped if it is open.
        """
        from ..claims import Verdict

        budget, store = self.run.budget, self.run.claim_store()
        found = self.claim.decide(self.parameters, budget=budget, store=store, retry=self.run.retry)
        self.outcome = found
        if found.verdict is Verdict.REFUTED:
            if id(self.claim) not in self.run.shrunk:  # one small counterexample is enough
                self.run.shrunk.add(id(self.claim))
                _, self.outcome = self.claim.shrunk(self.parameters, found, budget=budget, store=store)
            raise RefutedError(refuted_words(found, self.outcome, store))
        if found.verdict is Verdict.OPEN:
            if self.run.open_fails:
                raise StillOpenError(open_words(found))
            pytest.skip(open_words(found))

    def report(self, call: pytest.CallInfo[None]) -> pytest.TestReport:
        """The report, with the outcome as JSON so that it reaches the controller of a distributed run."""
        report = pytest.TestReport.from_item_and_call(self, call)
        if report.skipped and self.outcome is not None and call.when == "call":
            path, line, _ = self.reportinfo()
            report.longrepr = (str(path), (line or 0) + 1, open_words(self.outcome))
        elif (
            report.failed and call.when == "setup" and call.excinfo is not None
        ):  # pytest asks an item for its words in the other phases only
            report.longrepr = self.repr_failure(call.excinfo)
        if call.when == "call":
            told = self.outcome is not None
            report.headcount_claim = self._told() if told else {"error": True}  # type: ignore[attr-defined]
        return report

    def _told(self) -> dict[str, Any]:
        from dataclasses import replace

        from ..claims import Verdict

        assert self.outcome is not None
        outcome = replace(self.outcome, range_size=self.range_size)
        # The texts of counterexamples are shown; others are in the store, and may be large.
        texts = outcome.decision.certificates if outcome.verdict is Verdict.REFUTED else ()
        place = f"{self.parent.nodeid}::{self.name.partition('[')[0]}" if self.parent else self.name
        return {"outcome": outcome.to_json(), "texts": list(texts), "place": place}

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The message alone where it says everything; where a claim's function raised, and the place in it."""
        from ..claims import ClaimError

        error = excinfo.value
        if isinstance(error, RefutedError | StillOpenError):
            return str(error)
        if isinstance(error, ClaimError):
            cause = error.__cause__
            frames = traceback.extract_tb(cause.__traceback__) if cause is not None else []
            own = [frame for frame in frames if Path(frame.filename) == self.path]
            return f"{error}\n{own[-1].filename}:{own[-1].lineno}: {own[-1].line}" if own else str(error)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        code = getattr(self.claim.function, "__code__", None)
        if code is None or Path(code.co_filename) != self.path:  # a claim of another module, imported here
            return self.path, None, self.name
        return self.path, code.co_firstlineno - 1, self.name


def open_words(outcome: Outcome) -> str:
    """An open instance: the statement, what is proved, what was spent, and what to do."""
    decision = outcome.decision
    notes = "".join(f"; {note}" for note in decision.notes)
    again = "; not searched again: give a greater --claims-budget, or --claims-retry" if decision.reused else ""
    return f"OPEN within {decision.budget:g} s: {decision.statement}; proved: {outcome.brackets}{notes}{again}"


def refuted_words(at: Outcome, smallest: Outcome, store: ClaimStore | None) -> str:
    """A refuted instance: the claim, its statement there, the smallest counterexample, and the files that prove it."""
    shrunk = f" (shrunk from {at.instance})" if smallest.instance != at.instance else ""
    lines = [
        f"REFUTED: {at.claim}: {at.words}",
        f"counterexample: {smallest.instance or 'the statement itself'}{shrunk}",
        f"statement: {smallest.decision.statement}",
        f"proved: {smallest.brackets}",
    ]
    texts = smallest.decision.certificates
    return "\n".join([*lines, *_certificate_lines(texts, smallest.hashes, store)])


def _certificate_lines(texts: Sequence[str], hashes: Sequence[str], store: ClaimStore | None) -> list[str]:
    """Which files to check; where nothing is kept, the certificates themselves."""
    if not texts:
        return ["this follows from the definitions; no certificate is needed"]
    lines, files = [], []
    for number, (text, name) in enumerate(zip(texts, hashes, strict=True), start=1):
        kept = None if store is None else store.certificate_path(name)
        if kept is None:
            file = COUNTEREXAMPLE.format("" if len(texts) == 1 else f"_{number}")
            lines += [f"its certificate, to be saved as {file}:", text]
        else:
            below = kept.is_relative_to(Path.cwd())
            file = str(kept.relative_to(Path.cwd()) if below else kept)
        files.append(shlex.quote(file))
    return [*lines, "to be checked with", f"headcount check {' '.join(files)}"]
