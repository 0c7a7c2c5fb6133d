"""``headcount theorems``."""

import json
import shutil
import textwrap
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from ..ledger.stored import (
    GENERAL,
    Ledger,
    LedgerEntry,
    LedgerError,
    conjectures,
    not_in_the_ledger,
    repeated_certificates,
    stored_certificates,
    stored_ledger,
)
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
certificates. Beside it stands how far the general statement is proved: in Coq (a theorem of proofs/), in words (the
place of the proof is named), or on the instances only, which refute a false claim. False claims that are often made
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
        Path | None, typer.Option("--store", metavar="FOLDER", help="--run: keep what is decided here and continue.")
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
    asked = [conjecture for conjecture in conjectures() if conjecture["name"] in (names or [])]
    if asked and (replay or run or output or len(asked) < len(names or [])):
        raise usage_error(f"{asked[0]['name']} is a conjecture, with nothing to run or check; ask for it alone")
    if omitted or asked:
        printed = not_in_the_ledger() if omitted else [{"verdict": "OPEN", **conjecture} for conjecture in asked]
        lines = _omitted() if omitted else _conjectures(asked)
        typer.echo(json.dumps(printed, ensure_ascii=False) if as_json else "\n".join(lines))
        return
    try:
        _require_folder(output)
        if run:
            raise typer.Exit(_run(names or [], output, as_json, quiet, given))
        if replay:
            raise typer.Exit(_check(names or [], as_json, quiet))
        ledger = Ledger(tuple(_chosen(stored_ledger().entries, names)))
        certificates = stored_certificates()
    except LedgerError as error:
        raise usage_error(error) from None
    written = "" if output is None else _write(ledger, certificates, output)
    _show(ledger, bool(names), as_json, full)
    if written and not as_json:
        typer.echo(written)


def _chosen(known: Sequence[Any], names: Collection[str] | None) -> list[Any]:
    """The entries or theorems of these names, or all if none is named."""
    there = [one.name for one in known]
    for name in names or ():
        if name not in there:
            close = get_close_matches(name.replace("_", "-"), there, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(close)}?" if close else "headcount theorems lists them"
            raise usage_error(f"there is no theorem {name[:60]!r}; {hint}")
    return [one for one in known if not names or one.name in names]


def _require_folder(output: Path | None) -> None:
    if output is None:
        return
    if output.exists() and not output.is_dir():
        raise usage_error(f"-o needs a folder, got the file {str(output)!r}; name a new folder")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise usage_error(f"the folder {str(output)!r} cannot be made ({error.strerror}); name another") from None


def _show(ledger: Ledger, named: bool, as_json: bool, full: bool = False) -> None:
    if as_json:
        typer.echo(json.dumps(ledger.to_json(), ensure_ascii=False))
    elif named:
        typer.echo("\n\n".join("\n".join(_in_full(entry)) for entry in ledger.entries))
    else:
        typer.echo("\n".join(_table(ledger, full)))


def _table(ledger: Ledger, full: bool) -> Iterator[str]:
    """A line for each theorem, or with ``full`` all that it says."""
    width = max(len(entry.name) for entry in ledger.entries)
    verdicts = max(len(_verdict(entry)) for entry in ledger.entries)
    general = max(map(len, GENERAL))
    left = max(shutil.get_terminal_size().columns - width - verdicts - general - 8, 30)
    for topic, entries in groupby(ledger.entries, key=lambda entry: entry.topic):
        yield from ([""] if topic != ledger.entries[0].topic else [])
        yield topic.upper()
        for entry in entries:
            if full:
                yield f"{entry.name}  {_verdict(entry)}  {entry.general}  [{entry.hash}]"
                classes = f"class {_few(entry.unit_classes)}; " if entry.unit_classes else ""
                about = f"{classes}range {entry.range}; evidence {', '.join(entry.evidence)}"
                for text in (entry.statement, f"source {entry.source}", about):
                    yield from _wrapped(text, "    ")
            else:
                words = textwrap.shorten(entry.statement, left, placeholder=" ..")
                yield f"  {entry.name:{width}}  {_verdict(entry):{verdicts}}  {entry.general:{general}}  {words}"
    counts = Counter(entry.verdict for entry in ledger.entries)
    files, instances = _sizes(ledger.entries)
    yield ""
    claims = f"{len(ledger.entries)} claims: {counts['PROVED']} PROVED, {counts['REFUTED']} REFUTED"
    yield f"{claims}; {instances} instances, {files} certificates"
    how = Counter(entry.general for entry in ledger.entries if entry.verdict == "PROVED")
    told = "; ".join(f"{word}, {how[word]}: {meaning}" for word, meaning in GENERAL.items())
    yield from _wrapped(f"of those PROVED {told}", "")
    yield f"OPEN, no claim: {', '.join(conjecture['name'] for conjecture in conjectures())}"
    yield f"{len(not_in_the_ledger())} statements of the theory are not in the ledger: headcount theorems --omitted"
    if not full:
        yield "headcount theorems NAME says all about one, --full about all"


def _sizes(entries: Iterable[LedgerEntry]) -> tuple[int, int]:
    """How many certificates there are, and how many instances."""
    return len({name for entry in entries for name in entry.certificates}), sum(len(one.instances) for one in entries)


def _conjectures(asked: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What is open, in full."""
    for conjecture in asked:
        yield f"{conjecture['name']}  OPEN, a conjecture: nothing is run and nothing certified"
        yield from _block("states", conjecture["statement"])
        yield from _block("source", conjecture["source"])
        for words in conjecture["known"]:
            yield from _block("known", words)
        yield from _block("instances", conjecture["instances"])


def _omitted() -> Iterator[str]:
    """What is not in the ledger, each with its reason."""
    for statement, reason in not_in_the_ledger().items():
        yield from textwrap.wrap(statement, WIDTH, break_on_hyphens=False)  # a theorem's name stays whole
        yield from _wrapped(reason, "    ", break_on_hyphens=False)


def _wrapped(text: str, indent: str, more: str | None = None, **how: Any) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=more or indent, **how)


def _block(title: str, text: str) -> list[str]:
    return _wrapped(text, f"  {title:<10}", " " * 12)


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"


def _verdict(entry: LedgerEntry) -> str:
    count = entry.counts[entry.verdict]
    unexpected = "" if entry.verdict == entry.expected else f", expected {entry.expected}"
    return f"{entry.verdict} {count} of {len(entry.instances)}{unexpected}"


def _in_full(entry: LedgerEntry) -> Iterator[str]:
    yield f"{entry.name}  {_verdict(entry)}"
    yield from _block("states", entry.statement)
    for paragraph in entry.remarks.split("\n\n"):
        yield from _block("note", paragraph)
    general = GENERAL[entry.general] + (f": {entry.coq} (proofs/)" if entry.coq else "")
    about = {"source": entry.source, "general": general, "beyond": entry.scope, "range": entry.range}
    about |= {"class": ", ".join(entry.unit_classes), "evidence": ", ".join(entry.evidence)}
    for title, text in about.items():
        yield from _block(title, text)
    for instance in entry.instances:
        found = ", ".join(instance.proved)
        yield from _wrapped(f"{instance.verdict:8} {instance.spelled}: {found}", "  ", " " * 11)
        yield from (f"           certificate {name}" for name in instance.certificates)


def _write(ledger: Ledger, certificates: dict[str, str], output: Path) -> str:
    names = sorted({name for entry in ledger.entries for name in entry.certificates})
    for name in names:
        (output / f"{name}.json").write_text(certificates[name] + "\n", "utf-8")
    return f"{len(names)} certificates written to {output}; check them with: headcount check {output}/*.json"


def _check(names: list[str], as_json: bool, quiet: bool) -> int:
    from ..ledger.faults import ledger_faults
    from ..ledger.registry import THEOREMS
    from .progress import BarLine

    whole, certificates, start = stored_ledger(), stored_certificates(), time.monotonic()
    _chosen(THEOREMS, names)
    with BarLine(1, enabled=not quiet) as line:

        def watch(done: int, of: int, words: str) -> None:
            line.show(done / of, f"{done}/{of}", words)

        faults = ledger_faults(
            whole, certificates, THEOREMS, names=names, repeated=repeated_certificates(), watch=watch
        )
    seconds = time.monotonic() - start
    entries = [entry for entry in whole.entries if not names or entry.name in names]
    files, instances = _sizes(entries)
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


def _run(names: list[str], output: Path | None, as_json: bool, quiet: bool, how: Mapping[str, Any]) -> int:
    from ..claims import ClaimError
    from ..ledger.registry import THEOREMS
    from ..ledger.run import run_ledger
    from ..ledger.stored import write_ledger
    from ..tasks import TaskError
    from .progress import BarLine

    chosen = _chosen(THEOREMS, names)
    with BarLine(1, enabled=not quiet) as line:

        def watch(name: str, number: int, of: int) -> None:
            line.show(number / of, f"{number}/{of} instances", name)

        try:
            ledger, certificates = run_ledger(chosen, watch=watch, say=line.say, **how)
        except (TaskError, ClaimError) as error:
            raise usage_error(error) from None
    _show(ledger, bool(names), as_json)
    if output is not None:
        write_ledger(ledger, certificates, output)
        if not as_json:
            typer.echo(f"ledger and {len(certificates)} certificates written to {output}")
    return DONE if all(entry.verdict == entry.expected for entry in ledger.entries) else UNKNOWN
