"""The pytest plugin: every claim in a test module is run, one test per instance.

A ``Claim`` at the top of a collected module is a test of any name (like a function, it is collected where it is
imported too). PROVED instances pass, REFUTED ones fail and print their counterexample, and OPEN ones are a third
outcome, never a pass; a claim that says nothing (its function raises, its range is empty) is an error. Certificates are
kept in a folder and replayed by the next run.

pytest loads this module in every run of an environment in which headcount is installed. So it imports pytest and the
standard library only, and all else when the first claim is there. ``pytest -p no:headcount`` leaves it out.
"""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Any

import pytest

from .items import ClaimItem, Unusable, claim_nodes, is_claim
from .run import PLUGIN, WORDS, ClaimRun

STORE = ".headcount"
"""Folder of certificates below pytest's rootdir, by default."""

OPEN_CHOICES = ("report", "fail")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("claims", "claims of headcount")
    add = group.addoption
    add("--claims-budget", metavar="SECONDS", help="seconds for every instance, instead of each claim's own")
    add("--claims-store", metavar="DIR", help=f"folder of certificates to replay (default: {STORE} in the rootdir)")
    add("--claims-no-store", action="store_true", help="keep no certificates and replay none")
    add("--claims-retry", action="store_true", help="search again for what stayed open with the same budget")
    add("--claims-open", metavar="|".join(OPEN_CHOICES), help="whether an open instance is only reported, or fails")
    add("--claims-report", metavar="FILE", help="write the claim matrix to FILE.json and FILE.html")
    parser.addini("claims_store", "folder of certificates, from the rootdir", default=STORE)
    parser.addini("claims_open", f"what an open instance does: {' or '.join(OPEN_CHOICES)}", default="report")


def pytest_configure(config: pytest.Config) -> None:
    """Read the options."""
    config.addinivalue_line("markers", "claim: an instance of a claim of headcount")
    config.pluginmanager.register(claim_run(config), PLUGIN)


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> Any:
    """Collect a claim."""
    if is_claim(obj):
        return claim_nodes(collector, name, obj)  # type: ignore[arg-type]
    if type(obj) is pytest.MarkDecorator and any(map(is_claim, obj.args)):
        reason = f"the mark {obj.name} stands above @claim, where it hides the claim {name}; write it below @claim"
        return Unusable.from_parent(collector, name=name, reason=reason)
    return None


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport | None:
    """Report an instance with its outcome."""
    return item.report(call) if isinstance(item, ClaimItem) else None


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> Any:
    """Give the verdicts their words; OPEN is a category of its own."""
    told = getattr(report, "headcount_claim", None)
    if told is None or hasattr(report, "wasxfail"):
        return None
    if "outcome" not in told:  # neither proved nor refuted nor open: a defect, or out of memory
        return "error", "E", "ERROR"
    verdict = told["outcome"]["verdict"]
    if report.failed and verdict == "PROVED":  # xfail(strict=True), which was not to be proved
        return None
    if verdict == "OPEN" and report.failed:
        return "failed", "F", verdict
    category, letter, colour = WORDS[verdict]
    # Pytest knows the colours of its own categories, and 8.2 shows a coloured word as a tuple in its summary.
    return category, letter, (verdict, {colour: True}) if category == "open" else verdict


def claim_run(config: pytest.Config) -> ClaimRun:
    """What the options say.

    Raises
    ------
    pytest.UsageError
        If one of them is impossible.
    """
    options = config.option
    here, root = Path(config.invocation_params.dir), config.rootpath
    store = root / config.getini("claims_store") if options.claims_store is None else here / options.claims_store
    if options.claims_no_store and options.claims_store is not None:
        raise pytest.UsageError("--claims-store and --claims-no-store exclude each other; leave one out")
    if store.exists() and not store.is_dir():
        raise pytest.UsageError(f"the folder of certificates is needed, got the file {str(store)!r}; name a folder")
    open_does = options.claims_open or config.getini("claims_open")
    if open_does not in OPEN_CHOICES:
        raise pytest.UsageError(f"--claims-open (claims_open) must be report or fail, got {open_does!r}")
    return ClaimRun(
        budget=_budget(options.claims_budget),
        store=None if options.claims_no_store else store,
        retry=options.claims_retry,
        open_fails=open_does == "fail",
        report=_report(options.claims_report, here),
        controls=not hasattr(config, "workerinput"),
    )


def _budget(given: str | None) -> float | None:
    if given is None:
        return None
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not (seconds > 0 and isfinite(seconds)):
        raise pytest.UsageError(f"--claims-budget must be a positive number of seconds, got {given!r}; try 10")
    return seconds


def _report(given: str | None, here: Path) -> Path | None:
    """The report's path without .json or .html, found out before the run that it cannot be written."""
    if given is None:
        return None
    path = here / given
    if path.is_dir() or not path.name:
        raise pytest.UsageError(f"--claims-report needs a file name, got the folder {given!r}; try {given}/claims.html")
    if not path.parent.is_dir():
        raise pytest.UsageError(f"the folder of --claims-report {given!r} does not exist; create it first")
    return path.with_suffix("") if path.suffix.lower() in (".json", ".html", ".htm") else path
