"""``headcount probe``."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import START_WORDS, UNKNOWN, Quiet, Verbose, app, unwritable, usage_error

if TYPE_CHECKING:
    from ...questions import Question

# A line with \b alone keeps the paragraph after it as it is (a convention of click).
PROBE_HELP = """
Bracket the least m, p or H of a unit for a task: width of queries and keys, bits of a number, heads.

\b
  headcount probe qsa N=6 q=2
  headcount probe match2 M=7 -o match2.json
  headcount probe pattern.csv --null --budget 10 --json
  headcount probe mytask.py:task
  headcount probe pattern.csv -o answer.json --start answer.json     go on from an earlier answer

The unit class, least resource and what is held fixed:

\b
  --class sign     (unless told) one saturated head with real entries selects the right keys; least m
  --class grid     the same with integer entries of p bits, other scores at least the gap away; qsa with H heads
                   that share out the subset, each selecting its part; least m, p or H
  --class fixed    whole units in p bits, weights 2^(score - best) cut to p bits, that compute a finite task;
                   least m, p or H; values as wide as queries, as in the papers (--dv m), or held to --dv 1
  --class softmax  one head of real softmax with real tables that averages qsa up to an error; least m
  --class thresh   real softmax heads and a threshold, for the answer at one position; least H at any m and p
  match3, match    order-s heads that select the tuples with sum 0 mod M, a null token besides; least m

\b
  headcount probe match2 M=5 --bits 2                          GRID(2), least m
  headcount probe qsa N=6 q=2 --bits 1 --heads 2 --combine concat
  headcount probe qsa N=6 q=2 --minimise p --width 4
  headcount probe qsa N=5 q=2 --minimise H --bits 1 --width 3
  headcount probe match3 M=5 --order 3                         class SIGN, order 3
  headcount probe match2 M=3 N=2 --class fixed --bits 1
  headcount probe eq A=3 --class fixed --minimise H --bits 1 --width 1
  headcount probe qsa N=6 q=2 --error 1/4 --class softmax      averages up to an error, at any precision
  headcount probe qsa N=4 q=2 --error 1/4 --class fixed --bits 2
  headcount probe topk N=9 k=3 --score euclidean               each set of at most 3 is nearest to some query
  headcount probe qsa N=12 q=2 --mask "block w=3"              each position attends to its block alone
  headcount probe parity k=4 --class thresh
  headcount probe disj n=2 --class thresh
  headcount probe table.json --class thresh --position 0

Finite tasks (fixed, thresh): match2, match3, match, match3-local, match3-bigram, cycle3, induction-heads, k-hop with
their length N; composition n=..; parity k=.., disj, eq, gt, ip n=.. (bits, then a last token 0 that is asked); eq A=..
(two tokens); file.py:name of a SequenceTask; a table file, {"alphabet": 2, "length": 2, "answers": [[[0, 0],
[1, null]], ..]}: inputs, and answers at every position, null where none is asked for.

Attention matrices: the least width m of queries and keys with which a softmax head has the weights of a sparse
right-stochastic matrix, ratios of nonzeros of a row within e^delta, zeros at most eps2 of them:

\b
  headcount probe A.npz --delta 0.1 --eps2 1e-3            a file of SciPy or NumPy; with --delta or --eps2 also csv
  headcount probe others L=6 --delta 2^3/4 --eps2 2^-1     by name, as for approximate; tolerances as powers of two
  headcount probe permutation L=1000000                    every permutation matrix, at every tolerance

Of uniform rows m depends on r = ln(delta factor) / ln(1/eps2) alone, and lies between the least m of the threshold
pattern (nonzeros above zeros) and that of the tie pattern (nonzeros equal); both are printed.

Engines: --engine smt asks z3 by itself for a unit of each size (sign, grid, fixed). What it finds is made exact and
certified; what it refutes is its word alone, PROVED-BY-SOLVER, and is shown apart from the bracket. chirotope (sign)
proves lower bounds, annealing (sign, grid, fixed) finds upper bounds, convex (sign, grid) projects vectors of the best
margin, and proves by its dual that a grid has too little margin for the gap; portfolio, the default, is all that helps.
An engine by itself starts from what the definition gives (0, and a simplex), so that what it answers is its own.

\b
  headcount probe qsa N=5 q=2 --engine smt
  headcount probe match2 M=5 --bits 1 --engine smt
  headcount probe qsa N=64 q=16 --bits 1 --gap 8 --engine convex
  headcount probe match2 M=3 N=2 --class fixed --bits 1 --engine smt

--export LANGUAGE FILE --at V writes the question whether m (p, H) = V is enough, for other solvers; no search:
smt2 (SMT-LIB 2; sign, grid, fixed), dimacs (clauses of a chirotope; sign), lp (threshold degree; thresh).

\b
  headcount probe qsa N=5 q=2 --export smt2 qsa.smt2 --at 3
  headcount probe match2 M=5 --export dimacs match2.cnf --at 2
  headcount probe parity k=4 --class thresh --export lp parity.lp --at 3

A pattern file (sign, grid) has a line per query type and an entry per key type, with or without commas, or is JSON:

\b
  0   selected: at the row's threshold, that is, tied at the maximum
  -   not selected: below the threshold
  +   above the threshold
  *   no condition

Without a null token every row has a free threshold: + keys score above - keys and need not tie, 0 keys tie at the
threshold, so rows of 0 and - are selections that one head averages; with --null the threshold is the null token's
score 0, and + beats it.

\b
Exit codes: 0 closed; 5 still open when the budget ran out (printed and written all the same);
2 wrong usage; 1 internal error.
"""


@app.command("probe", help=PROBE_HELP)
def probe_command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="TASK [NAME=VALUE]..", help="A task, a pattern or table file, or file.py:name."),
    ],
    unit_class: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", help="sign, grid, fixed, softmax or thresh.")
    ] = None,
    minimise: Annotated[
        str | None, typer.Option("--minimise", metavar="m|p|H", help="What is to be least [m; thresh: H].")
    ] = None,
    bits: Annotated[int | None, typer.Option("--bits", "-p", metavar="P", help="p, held fixed.")] = None,
    width: Annotated[
        int | None, typer.Option("--width", "-m", metavar="M", help="m, held fixed where p or H is minimised.")
    ] = None,
    heads: Annotated[int | None, typer.Option("--heads", "-H", metavar="H", help="H, held fixed [1].")] = None,
    combine: Annotated[
        str | None, typer.Option("--combine", help="Several heads: sum or concat [sum; fixed with any: concat].")
    ] = None,
    grid: Annotated[str | None, typer.Option("--grid", help="grid, fixed: midrise or twos [midrise].")] = None,
    gap: Annotated[int | None, typer.Option("--gap", metavar="G", help="grid: distance of other scores [1].")] = None,
    order: Annotated[int | None, typer.Option("--order", metavar="S", help="match3, match: order of the head.")] = None,
    read_out: Annotated[
        str | None, typer.Option("--read-out", help="fixed: any (different outputs) or threshold [any].")
    ] = None,
    dv: Annotated[
        str | None,
        typer.Option(
            "--dv",
            metavar="DV|m",
            help="fixed: width of values; m: as wide as queries [m]; averages: at least --values.",
        ),
    ] = None,
    tables: Annotated[
        str | None, typer.Option("--tables", help="fixed: by position and token, or by token: both or token [both].")
    ] = None,
    position: Annotated[
        int | None, typer.Option("--position", metavar="I", help="fixed, thresh: the answer at one position, from 0.")
    ] = None,
    null: Annotated[
        bool, typer.Option("--null", help="Pattern files: a null token that scores 0. fixed: one is allowed.")
    ] = False,
    error: Annotated[
        str | None,
        typer.Option("--error", metavar="EPS", help="qsa: the most that an average may be off by, such as 1/4."),
    ] = None,
    values: Annotated[
        int | None, typer.Option("--values", metavar="D", help="qsa with --error: dimension of the values [1].")
    ] = None,
    score: Annotated[
        str | None, typer.Option("--score", help="topk: what is highest, inner, cosine or euclidean (nearest) [inner].")
    ] = None,
    mask: Annotated[
        str | None,
        typer.Option("--mask", metavar="PATTERN", help="qsa, patterns: position i sees its row of a sparse pattern."),
    ] = None,
    delta: Annotated[
        str | None,
        typer.Option("--delta", metavar="D", help="Attention matrix: ratios within e^D, or 2^a [0.1]."),
    ] = None,
    eps2: Annotated[
        str | None,
        typer.Option("--eps2", metavar="E", help="Attention matrix: zeros at most E of nonzeros, or 2^-b [1e-3]."),
    ] = None,
    engine: Annotated[
        str,
        typer.Option("--engine", metavar="NAME", help="chirotope, smt, convex, annealing or portfolio (all)."),
    ] = "portfolio",
    export: Annotated[
        tuple[str, Path] | None,
        typer.Option("--export", metavar="LANGUAGE FILE", help="Write a question for other solvers: smt2, dimacs, lp."),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="V", help="--export: the value of m, p or H that is asked about.")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds of wall-clock time.", min=0.001)] = 60.0,
    seed: Annotated[int, typer.Option(help="Seed of the random choices.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the bracket as one JSON object.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the certificate bundle here.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="sign: draw the pattern, and for m <= 3 the keys (png, svg, pdf)."),
    ] = None,
    start: Annotated[Path | None, typer.Option("--start", metavar="FILE", help=START_WORDS)] = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Bracket the least m, p or H of a task (help text: PROBE_HELP)."""
    from ...tasks import TaskError
    from ..output_files import require_different, require_picture, require_writable
    from ..search.classes.averages_asked import value_width_note
    from ..search.classes.matrix_named import is_matrix
    from ..search.classes.probe_options import ProbeOptions, settle
    from ..search.engines import require_engine
    from .matrix_answer import answer_matrix, remedy

    options = ProbeOptions(
        unit_class=unit_class,
        minimise=minimise,
        bits=bits,
        width=width,
        heads=heads,
        combine=combine,
        order=order,
        gap=gap,
        grid=grid,
        read_out=read_out,
        dv=dv,
        tables=tables,
        position=position,
        null=null,
        error=error,
        values=values,
        score=score,
        mask=mask,
    )
    try:
        require_different(output, plot, None if export is None else export[1], inputs=words)
        if is_matrix(words, delta, eps2):
            given = dict(options.given)
            given |= {"plot": plot} if plot is not None else {}
            given |= {"export": export} if export is not None or at is not None else {}
            given |= {"engine": engine} if engine != "portfolio" else {}
            given |= {"start": start} if start is not None else {}
            require_writable(output)
            if not answer_matrix(
                words, delta, eps2, given, budget=budget, seed=seed, as_json=as_json, output=output, quiet=quiet
            ):
                raise typer.Exit(UNKNOWN)
            return
        with redirect_stdout(sys.stderr):  # what a user's file prints is not a result
            asked = settle(words, options)
        if error is not None and not asked.is_averages:
            typer.echo(f"headcount: {_as_selection(asked)}", err=True)
        if dv is not None and asked.is_averages:
            typer.echo(f"headcount: {value_width_note(asked.values)}", err=True)
        if export is not None or at is not None:
            _export(asked, export, at)
            return
        require_writable(output)
        require_picture(plot)
        if asked.is_sign_rank:
            require_engine(engine, asked)
            closed = _answer_sign(asked.question, budget, seed, engine, as_json, output, plot, quiet, start)
        elif plot is not None:
            raise TaskError("--plot draws sign patterns of class sign; leave it out, or see headcount frontier --plot")
        else:
            from .class_answer import answer_class

            closed = answer_class(
                asked, budget, seed, engine=engine, as_json=as_json, output=output, quiet=quiet, start=start
            )
    except TaskError as error:
        raise usage_error(f"{error}{remedy(words, str(error))}") from None
    if not closed:
        raise typer.Exit(UNKNOWN)


def _export(asked: Any, export: tuple[str, Path] | None, at: int | None) -> None:
    """Write the question of one size; nothing is searched."""
    from ...tasks import TaskError
    from ..output_files import require_writable, write_text
    from ..search.exported import exported

    if export is None:
        raise TaskError("--at says which size --export writes; add --export smt2 question.smt2")
    language, path = export
    if at is None:
        raise TaskError(f"--export needs the size that is asked about; add --at 3 for {asked.resource} = 3")
    require_writable(path)
    text = exported(asked, language, at)
    try:
        write_text(path, text)
    except OSError as error:
        raise unwritable(error) from None
    typer.echo(
        f"whether {asked.resource} = {at} is enough, written to {path}; its first lines say what an answer means"
    )


def _as_selection(asked: Any) -> str:
    """What an error means in a class that is about selecting."""
    if asked.unit_class.gap:
        return (
            f"a softmax in base 2 keeps to the error by ties with the gap {asked.unit_class.gap}, which is asked for; "
            "of real softmax ask --class softmax"
        )
    return (
        "a saturated head with an error below 1/q selects exactly, so the error makes no difference to class sign; "
        "of real softmax ask --class softmax"
    )


def _answer_sign(
    question: Question,
    budget: float,
    seed: int,
    engine: str,
    as_json: bool,
    output: Path | None,
    plot: Path | None,
    quiet: bool,
    start: Path | None,
) -> bool:
    """Search, print, write and draw; whether the bracket is closed."""
    from ..search.probe import probe
    from .answer_files import print_and_write
    from .progress import ProgressLine

    with ProgressLine(budget, enabled=not quiet) as line:
        bracket = probe(question, budget=budget, seed=seed, engine=engine, watch=line.update, start=start)
    draw = None if plot is None else partial(_draw, bracket, plot)
    print_and_write(bracket, _print_bracket, output, draw, as_json=as_json, indent="  ", resumes=True)
    return bracket.closed


def _draw(bracket: Any, path: Path) -> None:
    if not bracket.question.can_be_written_out:
        why = "the pattern is too large" if bracket.question.is_pattern else "it is no sign pattern"
        typer.echo(f"headcount: {why} to be drawn, so --plot was left out", err=True)
        return
    from ...show.pictures.bracket import draw_bracket

    draw_bracket(bracket, path)


def _print_bracket(bracket: Any) -> None:
    lower, upper = bracket.lower, bracket.upper
    state = "closed" if bracket.closed else "open"
    typer.echo(bracket.question.words)
    typer.echo(
        f"class {lower.unit_class}: {lower.value} <= {lower.resource} <= {upper.value}   "
        f"{state} in {bracket.seconds:.2f} s"
    )
    for end in (lower, upper):
        typer.echo(f"  {end}")
    for line in bracket.told_lines:
        typer.echo(line)
    for note in (*bracket.notes, *_advice(bracket)):
        typer.echo(f"  note: {note}")


def _advice(bracket: Any) -> tuple[str, ...]:
    """A word on patterns that were probably meant otherwise."""
    pattern = bracket.question.explicit
    if pattern is None or pattern.null:
        return ()
    if not pattern.has_zeros:
        return (
            "each query's + keys score above its - keys, at a threshold of its own; if they are to tie, so that a head "
            "averages them, write 0 for +; for the sign-rank itself add --null",
        )
    odd = sum("0" not in row or "+" in row or "*" in row for row in pattern.rows)
    if not odd:
        return ()
    return (
        f"{odd} of {len(pattern.rows)} rows have no 0, or a + or * beside it: they are read as signs against a free "
        "threshold, which is not a selection that one head makes",
    )
