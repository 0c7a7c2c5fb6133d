"""The claim matrix as a page: one HTML file that needs no other, readable without colours, and on paper.

Every verdict stands as a word or a letter beside its colour. The page is ``templates/report.html.j2``, which escapes
all texts, since they come from users' files.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from .. import __version__
from ..search.output_files import write_json, write_text
from ..solvers.outcome import Verdict
from .report import ClaimReport, Outcome, counted

MAX_CELLS = 2_500
"""Most cells of a grid; a larger claim has its table of instances only."""


def write_report(report: ClaimReport, path: Path) -> tuple[Path, Path]:
    """Write the claim matrix to ``path.json`` and ``path.html``, each atomically.

    Returns
    -------
    paths : tuple of Path
        The two files.

    Raises
    ------
    OSError
        If one cannot be written.
    """
    as_json, as_html = (path.with_name(f"{path.name}.{suffix}") for suffix in ("json", "html"))
    write_json(as_json, report.to_json())
    write_text(as_html, report_page(report))
    return as_json, as_html


def report_page(report: ClaimReport) -> str:
    """The page as HTML.

    Examples
    --------
    >>> page = report_page(ClaimReport(()))
    >>> page.startswith("<!DOCTYPE html>"), "No claims were run." in page
    (True, True)
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(__package__), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters["letter"] = lambda verdict: str(verdict)[0]
    environment.filters["zip"] = lambda one, other: zip(one, other, strict=False)
    return environment.get_template("report.html.j2").render(
        version=__version__,
        today=date.today(),
        verdicts=list(Verdict),
        claims=[_claim(name, group, report) for name, group in report.claims.items()],
    )


def _claim(name: str, group: Sequence[Outcome], report: ClaimReport) -> dict[str, Any]:
    verdicts = [outcome.verdict for outcome in group]
    return {
        "name": name,
        "words": group[0].words,
        "verdict": report.verdicts[name],
        "counted": counted(group),
        "counts": [verdicts.count(verdict) for verdict in Verdict],
        "range": group[0].range_words,
        "source": group[0].source,
        "grid": _grid(group),
        "counterexample": report.counterexample(name),
        "outcomes": group,
    }


def _grid(group: Sequence[Outcome]) -> dict[str, Any] | None:
    """Rows and columns are the values of one or two parameters; None for other numbers of them."""
    names = [name for name, _ in group[0].parameters]
    if len(names) not in (1, 2):
        return None
    across = _values(group, -1)
    down = _values(group, 0) if len(names) == 2 else [""]
    if len(down) * len(across) > MAX_CELLS:
        return None
    found = {("", *(value for _, value in outcome.parameters))[-2:]: outcome for outcome in group}
    complete = len(group) >= group[0].range_size
    return {
        "corner": " \\ ".join(names),
        "across": across,
        "rows": [(row, [found.get((row, column)) for column in across]) for row in down],
        "absent": "not in the range" if complete else "not run, or not in the range",
    }


def _values(group: Sequence[Outcome], place: int) -> list[str]:
    """The values of a parameter: numbers in increasing order, others as they come."""
    values = list(dict.fromkeys(outcome.parameters[place][1] for outcome in group))
    try:
        return sorted(values, key=int)
    except ValueError:
        return values
