"""``headcount unit``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..certificates.check import check
from ..certificates.verdict import Verdict
from .app import DONE, REJECTED, UNKNOWN
from .command import Run, command, say
from .json_answers import echo_json

if TYPE_CHECKING:
    from ..show.units.stored_unit import StoredUnit


@command("unit", as_json=True, output="Write the unit here: .json, .npz, .safetensors, or .py that runs it.")
def unit_command(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="A unit (.json, .npz, .safetensors, .py) or a certificate (.json).")
    ],
    tokens: Annotated[
        str | None, typer.Option("--tokens", metavar="0,1,..", help="Print the rows on this sequence of tokens.")
    ] = None,
    *,
    run: Run,
) -> int | None:
    r"""Take a unit away: from a certificate or a file into a file, NumPy's arrays or a module that runs it, and check
    what is claimed of it.

    \b
      headcount construct qsa-moment-curve N=13 q=3 --error 1/9 --unit mc.npz
      headcount unit mc.npz                               read it back, and prove again what is claimed of it
      headcount unit mc.npz -o mc.py                      a module of NumPy alone that runs it
      headcount probe parity k=3 --class rounded --bits 1 --dv 1 -o parity.json
      headcount unit parity.json -o parity.safetensors    the unit of an upper bound
      headcount unit parity.safetensors --tokens 1,0,1,0

    A file holds tables of integers (queries, keys and values, by token, position or both), how scores are weighed, what
    the rows are divided by, the scale of real softmax, and a claim: that of the upper bound, without its proof. Here a
    proof is made from the tables as they are read, the checker decides, and the unit of the accepted proof has to be
    the one in the file. Nothing of a file is run, not even of a module.

    Averages of real softmax whose weights are too long to be replayed are certified as a selection: scores tie on each
    subset, and all others are the gap below; with the scale the error follows.

    \b
    Tokens: of a finite task its own; of averages q-SA(N, q), C = C(N, q): s for the s-th subset in lexicographic order
    with z = -1, C + s for the same with z = 1; of a selection r for row r of its pattern, the output being weights.

    \b
    Exit codes: 0 what is claimed holds; 3 it does not; 5 nothing is claimed that the checker can replay; 2 wrong usage,
    or a claim that says nothing.
    """
    from ..show.units.files import form_named
    from ..show.units.given import unit
    from ..show.units.units_of_proofs import MalformedClaimError, StoredUnitError, TooLongClaimError
    from ..tasks import TaskError

    run.require_files(inputs=[source])
    if run.output is not None:
        form_named(run.output)
    stored = unit(source)
    rows = None if tokens is None else stored.rows(_tokens(tokens, stored))
    verdict, refused, why = None, False, "nothing is claimed of it that the checker can replay"
    try:
        bundle = stored.certificate()
        verdict = None if bundle is None else check(bundle)
    except MalformedClaimError as error:
        raise TaskError(f"{source}: {error.args[0]}") from None
    except TooLongClaimError as error:
        why = str(error)
    except StoredUnitError as error:
        refused, why = True, str(error)
    if run.output is not None:
        stored.save(run.output)
    if run.as_json:
        echo_json(_to_json(source, stored, verdict, refused, why, rows))
    else:
        _print(source, stored, verdict, refused, why, rows)
        if run.output is not None:
            say(f"  written to {run.output}; check it with: headcount unit {run.output}")
    return REJECTED if refused else UNKNOWN if verdict is None else DONE


def _tokens(words: str, stored: "StoredUnit") -> list[int]:
    from ..tasks import TaskError

    length, alphabet = stored.tables.length, stored.tables.alphabet
    try:
        found = [int(word) for word in words.split(",")]
    except ValueError:
        found = []
    if not found or not all(0 <= token < alphabet for token in found) or len(found) != (length or len(found)):
        many = "" if length is None else f"{length} "
        raise TaskError(
            f"‹tokens› must be {many}tokens 0 .. {alphabet - 1} with commas between them, got {words[:60]!r}; try "
            f"‹tokens› {','.join('0' * (length or 3))}"
        )
    return found


def _print(source: Path, stored: "StoredUnit", verdict: Verdict | None, refused: bool, why: str, rows: Any) -> None:
    sizes, *more = str(stored).splitlines()
    say(f"{source}: {sizes}")
    for line in more:
        say(f"  {line}")
    if refused:
        say(f"  REJECTED    {why}")
    elif verdict is None:
        say(f"  UNKNOWN     {why}")
    else:
        say(f"  CERTIFIED   {getattr(verdict, 'statement', verdict)}")
        if stored.error is not None:
            say(f"  error       {stored.error:.3g} at most, for all values in the unit ball, by the gap and the scale")
    for i, row in enumerate(rows or ()):
        say(f"  row {i}       {', '.join(map(str, row))}")


def _to_json(
    source: Path, stored: "StoredUnit", verdict: Verdict | None, refused: bool, why: str, rows: Any
) -> dict[str, Any]:
    from ..attention import summary

    return {
        "file": str(source),
        **summary(stored.tables).fields,
        "weights": stored.weights,
        "scale": stored.scale,
        "divisor": stored.divisor,
        "claim": getattr(verdict, "statement", None),
        "accepted": False if refused else None if verdict is None else True,
        "reason": why if verdict is None else None,
        "error": stored.error,
        "rows": None if rows is None else [[str(entry) for entry in row] for row in rows],
    }
