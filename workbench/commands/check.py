"""``headcount check``; imports the checker only."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ...certificates import Accepted, Rejected, check
from .app import DONE, app

CHECK_HELP = """
Decide whether certificates prove what they claim. Uses no solver.

\b
  headcount check match2.json
  headcount check certificates/*.json --json

Exit codes: 0 all accepted; 3 one is rejected; 4 one is malformed; 2 wrong usage.
"""


@app.command("check", help=CHECK_HELP)
def check_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE..", help="Certificate bundles (JSON).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object per file.")] = False,
) -> None:
    """Decide whether certificates prove what they claim (help text: CHECK_HELP)."""
    worst = DONE
    for file in files:
        verdict = check(file)
        worst = max(worst, verdict.exit_code)
        if as_json:
            typer.echo(json.dumps({"file": str(file), **_verdict_json(verdict)}))
        else:
            typer.echo(f"{file}: {verdict}")
    raise typer.Exit(worst)


def _verdict_json(verdict: Any) -> dict[str, Any]:
    if isinstance(verdict, Accepted):
        return {
            "verdict": "accepted",
            "statement": verdict.statement,
            "lower": verdict.lower,
            "upper": verdict.upper,
            "claims": list(verdict.claims),
            "assumptions": list(verdict.assumptions),
        }
    if isinstance(verdict, Rejected):
        return {"verdict": "rejected", "code": verdict.code, "where": verdict.where, "reason": verdict.reason}
    return {"verdict": "malformed", "where": verdict.where, "reason": verdict.reason}
