"""``headcount protocol``."""

from pathlib import Path
from typing import Annotated

import typer

from .app import DONE, UNKNOWN
from .command import Run, command, say
from .json_answers import echo_json


@command("protocol", stops=True, seed="Seed of the unit and of inputs left out.", budget=True, as_json=True)
def protocol_command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="[FUNCTION] TASK n=N m=M p=P [H=H] [dv=DV] [D=D] [a=.. b=..]", help="What is run."),
    ],
    unit_file: Annotated[
        Path | None, typer.Option("--unit", metavar="FILE", help="Run this unit (.json or .npz), not a random one.")
    ] = None,
    one_way: Annotated[
        bool, typer.Option("--one-way", help="Alice tells Bob, and hears nothing (the output at a public position).")
    ] = False,
    rounded: Annotated[
        bool,
        typer.Option("--rounded", help="Round running sums and outputs to p bits (class ROUNDED), as in the paper."),
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Run all pairs of inputs.")] = False,
    dv: Annotated[
        str | None, typer.Option(metavar="DV|m", help="Width of values; m: as wide as queries.", show_default="m")
    ] = None,
    *,
    run: Run,
) -> int | None:
    r"""Run a fixed-point attention unit as a protocol between Alice and Bob, message by message.

    \b
      headcount protocol match3 n=4 m=3 p=4 H=2
      headcount protocol match3 n=4 m=3 p=4 H=2 a=0110 b=0011
      headcount protocol qsa n=3 m=4 p=2 --all
      headcount protocol match3 n=2 --unit unit.json
      headcount protocol match3 n=4 m=3 p=1 --rounded
      headcount protocol cycle3 n=4 rows=2 m=2 p=2 D=3
      headcount protocol composition n=3 m=2 p=1 --one-way

    The cut is that of the reduction from a two-party function to the task (disj, unless one is named before the
    task): the tokens that encode a are Alice's, those that encode b are Bob's. The unit is random (--seed), with m,
    p, H and dv as given, or read from a file; any unit will do, the bits are what is shown. The answer that the
    answering party works out from the bits that arrived is compared with the unit's own output, and the bits with the
    formula.

    \b
      m p H dv     width of queries and keys, bits per number, heads (1), width of values (m: as wide as queries)
      D            layers: keys and values are exchanged in each, the last layer goes one way; the networks between the
                   layers keep all that a position has seen (1, or those of --unit)
      a= b=        the inputs; drawn at random (--seed) if left out
      grid=twos    or midrise: the p-bit grid of the entries

    Exit codes: 0 done; 5 with --all, not all pairs were run within --budget (those that were are said); 2 wrong usage.
    """
    from ..search.protocol_runs import protocol_runs
    from .progress import BarLine

    with BarLine(run.budget, enabled=not run.quiet) as line:
        found = protocol_runs(
            words,
            unit_file,
            one_way=one_way,
            rounded=rounded,
            every=every,
            dv=dv,
            seed=run.seed,
            budget=run.budget,
            watch=lambda seconds, done, pairs: line.show(seconds, f"{done}/{pairs} pairs", "message by message"),
        )
    echo_json(found.to_json()) if run.as_json else say(str(found))
    return DONE if found.complete else UNKNOWN
