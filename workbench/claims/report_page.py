"""The claim matrix as a page: one HTML file that needs no other, readable without colours, and on paper.

Every verdict stands as a word or a letter beside its colour. All texts come from users' files and are escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from html import escape
from pathlib import Path

from ... import __version__
from ..output_files import write_json, write_text
from .decision import Verdict
from .report import ClaimReport, Outcome, counted

MAX_CELLS = 2_500
"""Most cells of a grid; a larger claim has its table of instances only."""

STYLE = """
body{font:14px/1.45 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222;background:#fff}
table{border-collapse:collapse;margin:.6em 0;display:block;overflow-x:auto;max-width:100%}
th,td{border:1px solid #bbb;padding:2px 8px;text-align:left;vertical-align:top}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;padding:.6em}
.grid td{text-align:center;font-weight:bold}
.P{background:#1f5fa8;color:#fff}.R{background:#b3261e;color:#fff}.O{background:#ffc107;color:#222}
.N{background:#e6e6e6;color:#777}
section{border-top:2px solid #ccc;margin-top:1.5em}
code{font-size:12px;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#555}pre{background:#262626}
a{color:#8ab4f8}.N{background:#333;color:#aaa}section{border-color:#444}}
@media print{*{-webkit-print-color-adjust:exact;print-color-adjust:exact}body{max-width:none}tr{break-inside:avoid}}
"""

LETTERS = "P: proved, R: refuted, O: open"

BASIS = "PROVED and REFUTED rest on certificates that the checker replayed; OPEN is neither, within the budget."


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
    groups = report.claims
    rows = [_matrix_row(number, name, groups[name], report) for number, name in enumerate(groups)]
    heads = ("claim", "verdict", "instances", *(f"{verdict}" for verdict in Verdict), "range", "source")
    matrix = _table(heads, rows) if groups else "<p>No claims were run.</p>"
    sections = "".join(_section(number, name, groups[name], report) for number, name in enumerate(groups))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Claims</title>'
        f"<style>{STYLE}</style></head><body><h1>Claims</h1><p>{BASIS}</p>"
        f"<p>headcount {__version__}, {date.today()}</p>{matrix}{sections}</body></html>\n"
    )


def _matrix_row(number: int, name: str, group: Sequence[Outcome], report: ClaimReport) -> str:
    verdicts = [outcome.verdict for outcome in group]
    cells = [
        f'<td><a href="#claim{number}">{escape(name)}</a><br>{escape(group[0].words)}</td>',
        _verdict_cell(report.verdicts[name]),
        f"<td>{escape(counted(group))}</td>",
        *(f"<td>{verdicts.count(verdict)}</td>" for verdict in Verdict),
        f"<td>{escape(group[0].range_words)}</td>",
        f"<td>{escape(group[0].source)}</td>",
    ]
    return "".join(cells)


def _section(number: int, name: str, group: Sequence[Outcome], report: ClaimReport) -> str:
    source = f"<p>Source: {escape(group[0].source)}</p>" if group[0].source else ""
    return (
        f'<section id="claim{number}"><h2>{escape(name)}</h2><p>{escape(group[0].words)}</p>{source}'
        f"<p><b>{report.verdicts[name]}</b>: {escape(counted(group))}; range: "
        f"{escape(group[0].range_words or 'one instance')}</p>{_grid(group)}{_counterexample(name, report)}"
        f"{_instances(group)}</section>"
    )


def _grid(group: Sequence[Outcome]) -> str:
    """Rows and columns are the values of one or two parameters; empty for other numbers of them."""
    names = [name for name, _ in group[0].parameters]
    if len(names) not in (1, 2):
        return ""
    down = _values(group, 0) if len(names) == 2 else [""]
    across = _values(group, len(names) - 1)
    if len(down) * len(across) > MAX_CELLS:
        return ""
    found: dict[tuple[str, str], Outcome] = {}
    for outcome in group:
        values = [value for _, value in outcome.parameters]
        found[values[0] if len(names) == 2 else "", values[-1]] = outcome
    complete = len(group) >= group[0].range_size
    absent = "not in the range" if complete else "not run, or not in the range"
    corner = f"{names[0]} \\ {names[1]}" if len(names) == 2 else names[0]
    head = "".join(f"<th>{escape(value)}</th>" for value in across)
    rows = "".join(
        f"<tr><th>{escape(row)}</th>{''.join(_cell(found.get((row, column)), absent) for column in across)}</tr>"
        for row in down
    )
    return (
        f'<table class="grid"><tr><th>{escape(corner)}</th>{head}</tr>{rows}</table>'
        f"<p>{LETTERS}, &middot;: {absent}.</p>"
    )


def _values(group: Sequence[Outcome], place: int) -> list[str]:
    """The values of a parameter: numbers in increasing order, others as they come."""
    values = list(dict.fromkeys(outcome.parameters[place][1] for outcome in group))
    try:
        return sorted(values, key=int)
    except ValueError:
        return values


def _cell(outcome: Outcome | None, absent: str) -> str:
    if outcome is None:
        return f'<td class="N" title="{absent}">&middot;</td>'
    letter = str(outcome.verdict)[0]
    title = escape(f"{outcome.instance}: {outcome.verdict}; {outcome.brackets}")
    return f'<td class="{letter}" title="{title}">{letter}</td>'


def _counterexample(name: str, report: ClaimReport) -> str:
    found = report.counterexample(name)
    if found is None:
        return ""
    files = "".join(
        f"<details><summary>certificate <code>{escape(digest)}</code>: save it as a file and run "
        f"<code>headcount check</code> on it</summary><pre>{escape(text)}</pre></details>"
        for digest, text in zip(found.hashes, found.decision.certificates, strict=False)
    )
    at = f" at {escape(found.instance)}" if found.instance else ""
    statement = f"{escape(found.decision.statement)} is false, since {escape(found.brackets)}"
    return f"<p>Smallest counterexample{at}: {statement}.</p>{files}"


def _instances(group: Sequence[Outcome]) -> str:
    heads = ("instance", "verdict", "proved", "seconds", "budget", "replayed", "certificates")
    rows = []
    for outcome in group:
        decision = outcome.decision
        notes = "".join(f"<br>{escape(note)}" for note in decision.notes)
        cells = (
            f"{decision.seconds:.2f}",
            f"{decision.budget:g} s" if decision.budget else "",
            "yes" if decision.reused and outcome.hashes else "no",
        )
        rows.append(
            f'<td title="{escape(decision.statement)}">{escape(outcome.instance)}</td>'
            f"{_verdict_cell(outcome.verdict)}<td>{escape(outcome.brackets)}{notes}</td>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + f"<td>{' '.join(f'<code>{escape(digest)}</code>' for digest in outcome.hashes)}</td>"
        )
    table = _table(heads, rows)
    return f"<details{' open' if len(rows) <= 40 else ''}><summary>instances: {len(rows)}</summary>{table}</details>"


def _verdict_cell(verdict: Verdict) -> str:
    return f'<td class="{str(verdict)[0]}">{verdict}</td>'


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f"<th>{head}</th>" for head in heads)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
