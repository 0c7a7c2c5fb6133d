"""``headcount check``: what ``python -m headcount.certificates`` does, which needs nothing but the standard library."""

from pathlib import Path
from typing import Annotated

import typer

from ..certificates.meter import LIMIT
from .app import app
from .check_files import VERIFIED_HELP, check_files

CHECK_HELP = """
Decide whether certificates prove what they claim. Uses no solver and searches for nothing.

\b
  headcount check match2.json
  headcount check certificates/*.json --json
  headcount check large.json --limit 2000000000
  headcount check match2.json --verified
  headcount check signrank-5/certificates-*.jsonl

A file whose name ends in jsonl holds a certificate in each line; lines that fail are named by their numbers, and a
summary follows.

Exit codes: 0 all accepted; 3 one is rejected; 4 one is malformed (for either checker); 5 one takes more steps than the
limit; 2 wrong usage, or no verified checker; 1 the two checkers disagree.
"""


@app.command("check", help=CHECK_HELP)
def check_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE..", help="Certificate bundles (JSON, or .jsonl).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object per file.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most steps that the check of a file may take.")] = LIMIT,
    verified: Annotated[bool, typer.Option("--verified", help=VERIFIED_HELP)] = False,
) -> None:
    """Decide whether certificates prove what they claim (help text: CHECK_HELP)."""
    raise typer.Exit(check_files(map(str, files), as_json=as_json, limit=limit, verified=verified))
