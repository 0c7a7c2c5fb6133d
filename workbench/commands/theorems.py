"""``headcount theorems``."""

import json
import shutil
import textwrap
import time
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from ..theorems import (
    Ledger,
    LedgerEntry,
    LedgerError,
    repeated_certificates,
    stored_certificates,
    stored_ledger,
)
from ..theorems.conjectures import CONJECTURES, Conjecture
from ..theorems.omitted import NOT_IN_THE_LEDGER
from .app import DONE, REJECTED, SCHEDULER_WORDS, UNKNOWN, Quiet, Verbose, app, usage_error
from .json_answers import echo_json

THEOREMS_HELP = """
The ledger: every theorem that headcount states, with the range that was run and the certificates.

\b
  headcount theorems
  headcount theorems qsa-width                   all about one
  headcount theorems --full                      all about all
  headcount theorems match3-several-layers        what is open
  headcount theorems --check
  headcount theorems --omitted
  headcount theorems -o ledger; headcount check ledger/*.json
  headcount theorems qsa-width match2-width --run
  headcount theorems --run --store kept --scheduler tcp://10.0.0.1:8786

Without an option, what is stored is printed. PROVED and REFUTED are about the range that was run, and rest on
certificates; what is proved beyond it is said in words, with the place of the proof. False claims that are often made
stand here as REFUTED. --check replays every certificate and finds every statement in them again; nothing is searched.
Without names it also takes care that every theorem of the registry is stored, once and in order, and nothing else is.
--run searches afresh, an instance a core, or on the workers of a Dask cluster (headcount frontier --help says how);
what comes out is the same. With --store what is decided is kept as it comes, and replayed by the next run.
-o writes the certificates, one a file;
with --run it writes ledger.json and certificates.jsonl instead, the form in which the ledger is stored.

\b
Exit codes: 0 all as expected; 3 something stored does not hold (--check); 5 something is open, or not what
the registry expects (--run); 2 wrong usage; 1 internal error.
"""

WIDTH = 110


@app.command("theorems", help=THEOREMS_HELP)
def theorems_command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME..]", help="Theorems, such as qsa-width; all if left out.")
    ] = None,
    replay: Annotated[bool, typer.Option("--check", help="Replay the stored certificates now.")] = False,
    run: Annotated[bool, typer.Option("--run", help="Run the claims afresh.")] = False,
    jobs: Annotated[
        int | None, typer.Option(help="--run: instances at work at a time.", min=1, show_default="cores")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=f"--run: {SCHEDULER_WORDS[0].lower()}{SCHEDULER_WORDS[1:]}")
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FOLDER", help="--run: keep what is decided here and continue."),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Whole statements, with source, class and range.")] = False,
    omitted: Annotated[bool, typer.Option("--omitted", help="What is not in the ledger, and why.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write the certificates here.")
    ] = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Print, check or run the ledger (help text: THEOREMS_HELP)."""
    if replay and run:
        raise usage_error("--check replays what is stored and --run searches afresh; take one of them")
    given = {"jobs": jobs, "scheduler": scheduler, "store": store}
    if not run and (left := [name for name, value in given.items() if value is not None]):
        raise usage_error(f"--{left[0]} is for --run, which searches afresh; add it, or leave --{left[0]} out")
    if omitted and (replay or run or names or output):
        raise usage_error("--omitted lists what is not in the ledger; leave the other words out")
    if omitted:
        typer.echo(_omitted(as_json))
        return
    asked = [conjecture for conjecture in CONJECTURES if conjecture.name in (names or [])]
    if asked and (replay or run or output or len(asked) < len(names or [])):
        raise usage_error(f"{asked[0].name} is a conjecture, with nothing to run or check; ask for it alone")
    if asked:
        typer.echo(_conjectures(asked, as_json))
        return
    try:
        _require_folder(output)
        if run:
            raise typer.Exit(_run(names or [], output, as_json, quiet, jobs, scheduler, store))
        if replay:
            raise typer.Exit(_check(names or [], as_json, quiet))
        ledger = Ledger(_chosen(stored_ledger(), names or []))
        certificates = stored_certificates()
    except LedgerError as error:
        raise usage_error(str(error)) from None
    written = "" if output is None else _write(ledger, certificates, output)
    _show(ledger, len(names or []), as_json, full)
    if written and not as_json:
        typer.echo(written)


def _chosen(ledger: Ledger, names: list[str]) -> tuple[LedgerEntry, ...]:
    known = [entry.name for entry in ledger.entries]
    for name in names:
        if name not in known:
            raise usage_error(_unknown(name, known))
    return tuple(entry for entry in ledger.entries if not names or entry.name in names)


def _unknown(name: str, known: list[str]) -> str:
    close = get_close_matches(name.replace("_", "-"), known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else "headcount theorems lists them"
    return f"there is no theorem {name[:60]!r}; {hint}"


def _require_folder(output: Path | None) -> None:
    if output is None:
        return
    if output.exists() and not output.is_dir():
        raise usage_error(f"-o needs a folder, got the file {str(output)!r}; name a new folder")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise usage_error(f"the folder {str(output)!r} cannot be made ({error.strerror}); name another") from None


def _show(ledger: Ledger, named: int, as_json: bool, full: bool = False) -> None:
    if as_json:
        typer.echo(json.dumps(ledger.to_json(), ensure_ascii=False))
    elif named:
        typer.echo("\n\n".join(_in_full(entry) for entry in ledger.entries))
    else:
        typer.echo(_table(ledger, full))


def _table(ledger: Ledger, full: bool) -> str:
    """A line for each theorem, or with ``full`` all that it says."""
    lines = []
    topic = ""
    width = max(len(entry.name) for entry in ledger.entries)
    verdicts = max(len(_verdict(entry)) for entry in ledger.entries)
    left = max(shutil.get_terminal_size().columns - width - verdicts - 6, 30)
    for entry in ledger.entries:
        if entry.topic != topic:
            topic = entry.topic
            lines += ["", topic.upper()]
        if not full:
            words = textwrap.shorten(entry.statement, left, placeholder=" ..")
            lines.append(f"  {entry.name:{width}}  {_verdict(entry):{verdicts}}  {words}")
            continue
        lines.append(f"{entry.name}  {_verdict(entry)}  [{entry.hash}]")
        lines += textwrap.wrap(entry.statement, WIDTH, initial_indent="    ", subsequent_indent="    ")
        lines += textwrap.wrap(f"source {entry.source}", WIDTH, initial_indent="    ", subsequent_indent="    ")
        about = [", ".join(entry.unit_classes) and f"class {_few(entry.unit_classes)}", f"range {entry.range}"]
        about.append(f"evidence {', '.join(entry.evidence)}")
        line = "; ".join(part for part in about if part)
        lines += textwrap.wrap(line, WIDTH, initial_indent="    ", subsequent_indent="    ")
    proved = sum(entry.verdict == "PROVED" for entry in ledger.entries)
    refuted = sum(entry.verdict == "REFUTED" for entry in ledger.entries)
    instances = sum(len(entry.instances) for entry in ledger.entries)
    files = len({name for entry in ledger.entries for name in entry.certificates})
    total = (
        f"{len(ledger.entries)} claims: {proved} PROVED, {refuted} REFUTED; {instances} instances, {files} certificates"
    )
    left_out = f"{len(NOT_IN_THE_LEDGER)} statements of the theory are not in the ledger: headcount theorems --omitted"
    open_ones = [f"OPEN, no claim: {', '.join(conjecture.name for conjecture in CONJECTURES)}"]
    hint = [] if full else ["headcount theorems NAME says all about one, --full about all"]
    return "\n".join([*lines[1:], "", total, *open_ones, left_out, *hint])


def _conjectures(asked: list[Conjecture], as_json: bool) -> str:
    """What is open, in full."""
    if as_json:
        return json.dumps([{"verdict": "OPEN", **asdict(conjecture)} for conjecture in asked], ensure_ascii=False)
    lines = []
    for conjecture in asked:
        lines.append(f"{conjecture.name}  OPEN, a conjecture: nothing is run and nothing certified")
        parts = [("states", conjecture.statement), ("source", conjecture.source)]
        parts += [("known", words) for words in conjecture.known] + [("instances", conjecture.instances)]
        for title, text in parts:
            lines += textwrap.wrap(text, WIDTH, initial_indent=f"  {title:<10}", subsequent_indent=" " * 12)
    return "\n".join(lines)


def _omitted(as_json: bool) -> str:
    """What is not in the ledger, each with its reason."""
    if as_json:
        return json.dumps(NOT_IN_THE_LEDGER, ensure_ascii=False)
    lines = []
    for statement, reason in NOT_IN_THE_LEDGER.items():
        lines += textwrap.wrap(statement, WIDTH, break_on_hyphens=False)
        lines += textwrap.wrap(
            reason,
            WIDTH,
            initial_indent="    ",
            subsequent_indent="    ",
            break_on_hyphens=False,  # a theorem's name stays whole
        )
    return "\n".join(lines)


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"


def _verdict(entry: LedgerEntry) -> str:
    count = entry.counts[entry.verdict]
    unexpected = "" if entry.verdict == entry.expected else f", expected {entry.expected}"
    return f"{entry.verdict} {count} of {len(entry.instances)}{unexpected}"


def _in_full(entry: LedgerEntry) -> str:
    def block(title: str, text: str) -> list[str]:
        return textwrap.wrap(text, WIDTH, initial_indent=f"  {title:<10}", subsequent_indent=" " * 12) if text else []

    lines = [f"{entry.name}  {_verdict(entry)}", *block("states", entry.statement)]
    for paragraph in entry.remarks.split("\n\n"):
        lines += block("note", paragraph)
    lines += [*block("source", entry.source), *block("beyond", entry.scope), *block("range", entry.range)]
    lines += [*block("class", ", ".join(entry.unit_classes)), *block("evidence", ", ".join(entry.evidence))]
    for instance in entry.instances:
        found = ", ".join(instance.proved)
        lines += textwrap.wrap(
            f"{instance.verdict:8} {instance.spelled}: {found}", WIDTH, initial_indent="  ", subsequent_indent=" " * 11
        )
        lines += [f"           certificate {name}" for name in instance.certificates]
    return "\n".join(lines)


def _write(ledger: Ledger, certificates: dict[str, str], output: Path) -> str:
    names = sorted({name for entry in ledger.entries for name in entry.certificates})
    for name in names:
        (output / f"{name}.json").write_text(certificates[name] + "\n", "utf-8")
    return f"{len(names)} certificates written to {output}; check them with: headcount check {output}/*.json"


def _check(names: list[str], as_json: bool, quiet: bool) -> int:
    from ..theorems.faults import ledger_faults
    from ..theorems.registry import THEOREMS
    from .progress import BarLine

    whole, certificates, start = stored_ledger(), stored_certificates(), time.monotonic()
    known = [theorem.name for theorem in THEOREMS]
    for name in names:
        if name not in known:
            raise usage_error(_unknown(name, known))
    with BarLine(1, enabled=not quiet) as line:

        def watch(done: int, of: int, words: str) -> None:
            line.show(done / of, f"{done}/{of}", words)

        faults = ledger_faults(
            whole, certificates, THEOREMS, names=names, repeated=repeated_certificates(), watch=watch
        )
    seconds = time.monotonic() - start
    entries = [entry for entry in whole.entries if not names or entry.name in names]
    files = len({name for entry in entries for name in entry.certificates})
    instances = sum(len(entry.instances) for entry in entries)
    if as_json:
        echo_json({"certificates": files, "instances": instances, "faults": faults})
    else:
        for fault in faults:
            typer.echo(f"REJECTED {fault}")
        held = "all hold" if not faults else f"{len(faults)} {'fault' if len(faults) == 1 else 'faults'}"
        typer.echo(
            f"{files} certificates replayed, {instances} statements of {len(entries)} claims found in them "
            f"again in {seconds:.1f} s: {held}"
        )
    return REJECTED if faults else DONE


def _run(
    names: list[str],
    output: Path | None,
    as_json: bool,
    quiet: bool,
    jobs: int | None,
    scheduler: str | None,
    store: Path | None,
) -> int:
    from ...tasks import TaskError
    from ..claims import ClaimError
    from ..theorems.registry import THEOREMS
    from ..theorems.run import run_ledger
    from ..theorems.stored import write_ledger
    from .progress import BarLine

    known = [theorem.name for theorem in THEOREMS]
    for name in names:
        if name not in known:
            raise usage_error(_unknown(name, known))
    chosen = [theorem for theorem in THEOREMS if not names or theorem.name in names]
    with BarLine(1, enabled=not quiet) as line:

        def watch(name: str, number: int, of: int) -> None:
            line.show(number / of, f"{number}/{of} instances", name)

        try:
            ledger, certificates = run_ledger(
                chosen, watch=watch, store=store, jobs=jobs, scheduler=scheduler, say=line.say
            )
        except (TaskError, ClaimError) as error:
            raise usage_error(str(error)) from None
    _show(ledger, len(names), as_json)
    if output is not None:
        write_ledger(ledger, certificates, output)
        if not as_json:
            typer.echo(f"ledger and {len(certificates)} certificates written to {output}")
    return DONE if all(entry.verdict == entry.expected for entry in ledger.entries) else UNKNOWN
