"""``headcount reachable``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import UNKNOWN, Quiet, Verbose, app, unwritable, usage_error

if TYPE_CHECKING:
    from ..search.reachability import Reachability

REACHABLE_HELP = """
Which classes an output layer can predict at all: whether some hidden state puts a class, or a set of classes, on top.

\b
  headcount reachable W.npz
  headcount reachable W.npz labels.csv
  headcount reachable W.npz labels.csv --rule top-k -o answer.json
  headcount reachable head.npy --names vocabulary.txt --budget 600
  headcount reachable W.npz --witnesses states.npz --json

Class j scores <W_j, x> + b_j at a hidden state x. If there are many more classes than coordinates, a class may lie in
the hull of others and never win (it is unargmaxable), and most sets of labels are out of reach.

\b
  argmax    each class: does it score above all others for some x      without LABELS, or of the classes in LABELS
  top-k     each set of LABELS: does it score above all others, threshold free
  sigmoid   each set of LABELS: does it, and nothing else, score above 0 (or --threshold)      with LABELS

W.npz holds the arrays W (classes x d), perhaps b, perhaps names; W.npy, CSV and TSV are read as well. Numbers are taken
exactly as they are stored. LABELS has a set on each line: numbers or names of classes, separated by commas or blanks,
{} for none; or it is JSON (a list of lists), or relevance data as for headcount dimension.

Each answer comes with evidence in integers: a hidden state, or a combination of rows that no hidden state gets around.

\b
Exit codes: 0 every set is decided; 5 some are open (printed and written all the same); 2 wrong usage; 1 internal error.
"""

MOST_SHOWN = 20


@app.command("reachable", help=REACHABLE_HELP)
def reachable_command(
    path: Annotated[Path, typer.Argument(metavar="W", help="The weights: .npz, .npy, .csv or .tsv.")],
    labels: Annotated[Path | None, typer.Argument(metavar="LABELS", help="Sets of classes, one on each line.")] = None,
    rule: Annotated[str | None, typer.Option(metavar="RULE", help="argmax, top-k or sigmoid, as above.")] = None,
    threshold: Annotated[float, typer.Option(help="For sigmoid: on the scores (logits).")] = 0.0,
    names: Annotated[Path | None, typer.Option("--names", metavar="FILE", help="A class name on each line.")] = None,
    format: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="Of LABELS: sets, json or one of dimension's.")
    ] = None,
    transposed: Annotated[bool, typer.Option("--transposed", help="The weights are d x classes.")] = False,
    centred: Annotated[
        bool, typer.Option("--centred", help="Only states with sum 0, as a plain layer normalisation gives; no bias.")
    ] = False,
    witnesses: Annotated[
        Path | None, typer.Option("--witnesses", metavar="FILE.npz", help="Write the hidden states found here.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the classes and their hull (d = 2): png, svg or pdf.")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds of wall-clock time.", min=0.001)] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the certificate here.")
    ] = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Decide which sets of classes are reachable (help text: REACHABLE_HELP)."""
    from ...tasks import TaskError
    from ...tasks.output_layers import read_output_layer
    from ..output_files import require_different, require_picture, require_writable, write_arrays
    from ..search.reachable import reachable
    from .answer_files import print_and_write
    from .progress import BarLine

    try:
        if witnesses is not None and witnesses.suffix.lower() != ".npz":
            raise TaskError(f"--witnesses needs a file name that ends in npz, got {str(witnesses)!r}; try states.npz")
        require_writable(output)
        require_writable(witnesses)
        require_picture(plot)
        require_different(output, witnesses, plot, inputs=[path, labels, names])
        layer = read_output_layer(path, names=names, transposed=transposed)
        if plot is not None and layer.d != 2:
            raise TaskError(f"--plot draws layers with d = 2, and this one has d = {layer.d}; leave --plot out")
        if not as_json:
            typer.echo(layer.words)
        with BarLine(1, enabled=not quiet) as line:
            answer = reachable(
                layer,
                labels,
                rule=rule,
                threshold=threshold,
                centred=centred,
                format=format,
                budget=budget,
                watch=lambda what, done, total: line.show(done, f"{done}/{total}", what, total),
            )
    except TaskError as error:
        raise usage_error(str(error)) from None
    fits = bool(answer.certificate()["claims"])
    print_and_write(answer, _print, output if fits else None, _drawing(answer, plot), as_json=as_json, indent="  ")
    if output is not None and not fits:
        typer.echo("headcount: no certificate was written: none of the evidence fits into a file", err=True)
    if witnesses is not None:
        try:
            write_arrays(witnesses, answer.witnesses())
        except OSError as error:
            raise unwritable(error) from None
        if not as_json:
            typer.echo(f"  hidden states of {len(answer.reachable)} reachable sets written to {witnesses}")
    if not answer.closed:
        raise typer.Exit(UNKNOWN)


def _drawing(answer: Reachability, plot: Path | None) -> Any:
    if plot is None:
        return None

    def draw() -> None:
        from ..search.reachability_picture import output_layer_figure

        output_layer_figure(answer).savefig(plot)

    return draw


def _print(answer: Reachability) -> None:
    from ..search.reachability import RULES

    sets = len(answer.sets)
    what = ("class" if sets == 1 else "classes") if answer.rule == "argmax" else "set" if sets == 1 else "sets"
    alike = f" ({answer.labels.given} given)" if answer.rule != "argmax" and answer.labels.given > sets else ""
    state = " with sum 0" if answer.table.centred else ""
    typer.echo(
        f"  {sets} {what}{alike}, rule {answer.rule}: "
        f"is there a hidden state{state} such that {RULES[answer.rule].words}?"
    )
    for status, found in (("reachable", answer.reachable), ("unreachable", answer.unreachable), ("open", answer.open)):
        evidence = ""
        if found and status != "open":
            certified = len(answer.certified_sets.intersection(found))
            evidence = (
                "CERTIFIED" if certified == len(found) else f"{certified} CERTIFIED, the others verified in integers"
            )
            evidence = f"  [{evidence}]" if certified else "  [verified in integers; too large for a certificate]"
        typer.echo(f"  {status:<12} {len(found):>7}{evidence}")
    methods = ", ".join(f"{count} {name}" for name, count in answer.methods.items())
    typer.echo(f"  decided in {answer.seconds:.2f} s: {methods or 'nothing'}")
    listed = (*answer.unreachable, *answer.open)
    for number in listed[:MOST_SHOWN]:
        typer.echo(f"    {answer.why(number)}")
    if len(listed) > MOST_SHOWN:
        typer.echo(f"    .. and {len(listed) - MOST_SHOWN} more (--json lists all)")
    for fact in answer.facts:
        typer.echo(f"  note: {fact}")
