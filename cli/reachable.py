"""``headcount reachable``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import UNKNOWN
from .command import Run, command, say

if TYPE_CHECKING:
    from ..search.reachability import Reachability


MOST_SHOWN = 20


@command(
    "reachable",
    plot="Draw the classes and their hull (d = 2): png, svg or pdf.",
    budget=60.0,
    as_json=True,
    output="Write the certificate here.",
)
def reachable_command(
    path: Annotated[
        Path, typer.Argument(metavar="W", help="The weights: .npz, .npy, .safetensors, .pt, .csv or .tsv.")
    ],
    labels: Annotated[Path | None, typer.Argument(metavar="LABELS", help="Sets of classes, one on each line.")] = None,
    rule: Annotated[str | None, typer.Option(metavar="RULE", help="argmax, top-k or sigmoid, as above.")] = None,
    threshold: Annotated[float, typer.Option(help="For sigmoid: on the scores (logits).")] = 0.0,
    names: Annotated[Path | None, typer.Option("--names", metavar="FILE", help="A class name on each line.")] = None,
    format: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="Of LABELS: sets, json or one of dimension's.")
    ] = None,
    array: Annotated[
        str | None, typer.Option("--array", metavar="NAME", help="Which of several arrays are the weights.")
    ] = None,
    transposed: Annotated[bool, typer.Option("--transposed", help="The weights are d x classes.")] = False,
    centred: Annotated[
        bool, typer.Option("--centred", help="Only states with sum 0, as a plain layer normalisation gives; no bias.")
    ] = False,
    witnesses: Annotated[
        Path | None, typer.Option("--witnesses", metavar="FILE.npz", help="Write the hidden states found here.")
    ] = None,
    *,
    run: Run,
) -> int | None:
    r"""Which classes an output layer can predict at all: whether some hidden state puts a class, or a set of classes,
    on top.

    \b
      headcount reachable W.npz
      headcount reachable W.npz labels.csv
      headcount reachable W.npz labels.csv --rule top-k -o answer.json
      headcount reachable model.safetensors --array lm_head.weight
      headcount reachable head.npy --names vocabulary.txt --budget 600
      headcount reachable W.npz --witnesses states.npz --json

    Class j scores <W_j, x> + b_j at a hidden state x. If there are many more classes than coordinates, a class may
    lie in the hull of others and never win (it is unargmaxable), and most sets of labels are out of reach.

    \b
      argmax    each class: does it score above all others for some x      without LABELS, or of the classes in LABELS
      top-k     each set of LABELS: does it score above all others, threshold free
      sigmoid   each set of LABELS: does it, and nothing else, score above 0 (or --threshold)      with LABELS

    W.npz holds the arrays W (classes x d), perhaps b, perhaps names; W.npy, CSV and TSV are read as well, and models
    in .safetensors (with the library of that name) and PyTorch's .pt, of which nothing is executed: --array
    lm_head.weight says which of several arrays are the weights, with the bias beside it. Numbers are taken exactly as
    they are stored. LABELS has a set on each line: numbers or names of classes, separated by commas
    or blanks, {} for none; or it is JSON (a list of lists), or relevance data as for headcount dimension.

    Each answer comes with evidence in integers: a hidden state, or a combination of rows that no hidden state gets
    around.

    \b
    Exit codes: 0 every set is decided; 5 some are open (printed and written all the same); 2 wrong usage; 1 internal
    error.
    """
    from ..search.output_files import write_arrays
    from ..search.reachable import reachable
    from ..tasks import TaskError
    from ..tasks.output_layers import read_output_layer
    from .answer_files import print_and_write
    from .progress import BarLine

    if witnesses is not None and witnesses.suffix.lower() != ".npz":
        raise TaskError(f"‹witnesses› needs a file name that ends in npz, got {str(witnesses)!r}; try states.npz")
    run.require_files(witnesses, inputs=[path, labels, names])
    layer = read_output_layer(path, names=names, transposed=transposed, array=array)
    if run.plot is not None and layer.d != 2:
        raise TaskError(f"‹plot› draws layers with d = 2, and this one has d = {layer.d}; leave ‹plot› out")
    if not run.as_json:
        say(layer.words)
    with BarLine(1, enabled=not run.quiet) as line:
        answer = reachable(
            layer,
            labels,
            rule=rule,
            threshold=threshold,
            centred=centred,
            format=format,
            budget=run.budget,
            watch=lambda what, done, total: line.show(done, f"{done}/{total}", what, total),
        )
    fits = bool(answer.certificate()["claims"])
    print_and_write(
        answer, _print, run.output if fits else None, _drawing(answer, run.plot), as_json=run.as_json, indent="  "
    )
    if run.output is not None and not fits:
        say("headcount: no certificate was written: none of the evidence fits into a file", apart=True)
    if witnesses is not None:
        write_arrays(witnesses, answer.witnesses())
        if not run.as_json:
            say(f"  hidden states of {len(answer.reachable)} reachable sets written to {witnesses}")
    if not answer.closed:
        return UNKNOWN
    return None


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
    say(
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
        say(f"  {status:<12} {len(found):>7}{evidence}")
    methods = ", ".join(f"{count} {name}" for name, count in answer.methods.items())
    say(f"  decided in {answer.seconds:.2f} s: {methods or 'nothing'}")
    listed = (*answer.unreachable, *answer.open)
    for number in listed[:MOST_SHOWN]:
        say(f"    {answer.why(number)}")
    if len(listed) > MOST_SHOWN:
        say(f"    .. and {len(listed) - MOST_SHOWN} more (‹json› lists all)")
    for fact in answer.facts:
        say(f"  note: {fact}")
