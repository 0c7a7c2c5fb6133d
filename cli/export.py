"""``headcount export``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ..certificates.meter import LIMIT
from ..certificates.text import plain
from ..show.export.folder import Export, NotAcceptedError, export_all
from ..tasks import TaskError
from .app import Quiet, Verbose, app, unwritable, usage_error
from .check_files import no_file
from .progress import BarLine

EXPORT_HELP = """
Write the proofs of certificates for other people's programs: clauses in DIMACS with proofs in LRAT, values and
inequalities in SMT-LIB, cycles as tables (CSV).

\b
  headcount probe match2 M=5 -o match2.json
  headcount export match2.json -o out
  lrat-check out/claim-0.cnf out/claim-0.lrat
  headcount export ledger/*.json -o exports          a folder in exports for each file
  headcount export match2.json -o out --force --json

A certificate is checked first, and exported if it is accepted. export.json says of each claim how it can be decided
without headcount, or why not; README.txt says of each file what it proves, what has to be believed, and with which
commands other programs check it. A folder that is not empty is left alone; --force replaces an earlier export.

Exit codes: 0 exported; 3 a certificate is rejected; 4 malformed; 5 takes more steps than the limit; 2 wrong usage.
"""


@app.command("export", help=EXPORT_HELP)
def export_command(
    files: Annotated[list[Path], typer.Argument(metavar="CERTIFICATE..", help="Certificate bundles (JSON).")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="Write the files here.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier export.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what export.json holds, a line per file.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most steps that the check of a file may take.")] = LIMIT,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write certificates for other programs (help text: EXPORT_HELP)."""
    apart = len(files) > 1
    for name in map(str, files):
        if reason := no_file(name):
            raise usage_error(f"{plain(name)} cannot be read: {reason}; name a certificate (JSON)")
    try:
        with BarLine(1, enabled=not quiet) as line:

            def watch(done: int, of: int, words: str) -> None:
                line.show(done / max(of, 1), f"{done}/{of}", words)

            exports = export_all(files, output, force=force, limit=limit, apart=apart, watch=watch)
    except NotAcceptedError as error:
        for name, verdict in error.verdicts:
            said = json.dumps({"file": name, **verdict.to_json()}) if as_json else f"{plain(name)}: {verdict}"
            typer.echo(said)
        raise typer.Exit(max(verdict.exit_code for _, verdict in error.verdicts)) from None
    except TaskError as error:
        raise usage_error(error) from None
    except OSError as error:
        raise unwritable(error) from None
    for one in exports:
        typer.echo(json.dumps(one.to_json()) if as_json else _shown(one))


def _shown(export: Export) -> str:
    """What was written: a line for each claim that is exported, one for each reason why others are not."""
    claims = "claim" if len(export.claims) == 1 else "claims"
    lines = [f"{export.folder}: {len(export.claims)} {claims}, {len(export.files)} files"]
    left: dict[str, list[str]] = {}
    for claim in export.claims:
        if reason := claim["by"].get("not exported"):
            left.setdefault(reason, []).append(claim["kind"])
        else:
            lines.append(f"  {claim['number']}  {claim['words']} ({claim['kind']}): {_how(claim['by'])}")
    for reason, kinds in left.items():
        lines.append(f"  not exported: {len(kinds)} ({', '.join(dict.fromkeys(kinds))}), {reason}")
    if not any(file.name.endswith(".lrat") for file in export.files):
        lines.append("  no claim rests on clauses, so that there is no proof in LRAT")
    return "\n".join(lines)


def _how(by: Mapping[str, Any]) -> str:
    if "map" in by:
        return f"from claim {by['of']}, by the map {by['map']}"
    listed = [item for value in by.values() for item in (value if isinstance(value, list) else [value])]
    names = [item for item in listed if isinstance(item, str) and item.startswith("claim-")]
    return ", ".join(names) if len(names) <= 4 else f"{len(names)} files"
