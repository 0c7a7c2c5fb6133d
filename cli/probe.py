"""``headcount probe``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..search.probe_options import ProbeOptions
from .command import Run, command, prints_are_no_results, say


@command(
    "probe",
    ProbeOptions,
    budget=60.0,
    seed=0,
    as_json="Print the bracket as one JSON object.",
    output=True,
    plot="sign: draw the pattern, and for m <= 3 the keys (png, svg, pdf).",
    start=True,
)
def probe_command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="TASK [NAME=VALUE]..", help="A task, a pattern or table file, or file.py:name."),
    ],
    *,
    engine: Annotated[
        str, typer.Option("--engine", metavar="NAME", help="chirotope, smt, convex, annealing or portfolio (all).")
    ] = "portfolio",
    export: Annotated[
        tuple[str, Path] | None,
        typer.Option("--export", metavar="LANGUAGE FILE", help="Write a question for other solvers: smt2, dimacs, lp."),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="V", help="--export: the value of m, p or H that is asked about.")
    ] = None,
    options: ProbeOptions,
    run: Run,
) -> int | None:
    r"""Bracket the least m, p or H of a unit for a task: width of queries and keys, bits of a number, heads.

    \b
      headcount probe qsa N=6 q=2
      headcount probe match2 M=7 -o match2.json
      headcount probe pattern.csv --null --budget 10 --json
      headcount probe mytask.py:task
      headcount probe pattern.csv -o answer.json --start answer.json     go on from an earlier answer

    The unit class, least resource and what is held fixed:

    \b
      --class sign     (by default) one saturated head with real entries selects the right keys; least m
      --class grid     the same with integer entries of p bits, other scores at least the gap away; qsa with H heads
                       that share out the subset, each selecting its part; least m, p or H
      --class keys     keys of p bits, real queries, that select subsets (qsa) or put them above (topk); least m
      --class fixed    whole units in p bits, weights 2^(score - best) cut to p bits, that compute a finite task;
                       least m, p or H; values as wide as queries, as in the papers (--dv m), or held to --dv 1
      --class rounded  the same, but sums and quotients are rounded to p bits, key by key; heads side by side
      --class hardmax  the same with all weight on the keys of highest score, --ties average, leftmost or rightmost
      --class softmax  one head of real softmax with real tables that averages qsa up to an error; least m
      --class thresh   real softmax heads and a threshold, for the answer at one position; least H at any m and p
      match3, match    order-s heads that select the tuples with sum 0 mod M, a null token besides; least m

    \b
      headcount probe match2 M=5 --bits 2                          GRID(2), least m
      headcount probe qsa N=6 q=2 --bits 1 --heads 2 --combine concat
      headcount probe qsa N=2048 q=4 --class keys --bits 1         every subset, at any size
      headcount probe qsa N=6 q=2 --minimise p --width 4
      headcount probe qsa N=5 q=2 --minimise H --bits 1 --width 3
      headcount probe match3 M=5 --order 3                         class SIGN, order 3
      headcount probe match2 M=3 N=2 --class fixed --bits 1
      headcount probe match3 M=5 N=2 --class rounded --bits 1
      headcount probe eq A=3 --class fixed --minimise H --bits 1 --width 1
      headcount probe induction-heads A=2 N=4 --class fixed --bits 1 --layers 2
      headcount probe parity k=1 --class hardmax --ties leftmost --bits 1
      headcount probe match2 M=3 N=2 --class fixed --bits 1 --tables relative
      headcount probe qsa N=6 q=2 --error 1/4 --class softmax      averages up to an error, at any precision
      headcount probe qsa N=4 q=2 --error 1/4 --class fixed --bits 2
      headcount probe topk N=9 k=3 --score euclidean               each set of at most 3 is nearest to some query
      headcount probe qsa N=12 q=2 --mask "block w=3"              each position attends to its block alone
      headcount probe parity k=4 --class thresh
      headcount probe disj n=2 --class thresh
      headcount probe table.json --class thresh --position 0

    Positions (fixed, rounded, hardmax): --tables both (any functions of position and token), token, additive (token and
    position embeddings are added), relative (keys and values by token and offset). Of these, and of rotary, ALiBi,
    sinusoidal positions, layer norm, residual streams and a beginning-of-sequence token, what an answer says stands in
    docs/explanation/real_models.rst.

    Finite tasks (fixed, rounded, hardmax, thresh): match2, match3, match, match3-local, match3-bigram, cycle3,
    induction-heads, k-hop with their length N; composition n=..; parity k=.., disj, eq, gt, ip n=.. (bits, then a last
    token 0 that is asked); eq A=.. (two tokens); file.py:name of a SequenceTask; a table file, {"alphabet": 2,
    "length": 2, "answers": [[[0, 0], [1, null]], ..]}: inputs, and answers at every position, null where none is asked
    for.

    Attention matrices: the least width m of queries and keys with which a softmax head has the weights of a sparse
    right-stochastic matrix, ratios of nonzeros of a row within e^delta, zeros at most eps2 of them:

    \b
      headcount probe A.npz --delta 0.1 --eps2 1e-3            a file of SciPy or NumPy; with --delta or --eps2 also csv
      headcount probe others L=6 --delta 2^3/4 --eps2 2^-1     by name, as for approximate; tolerances as powers of two
      headcount probe permutation L=1000000                    every permutation matrix, at every tolerance

    Of uniform rows m depends on r = ln(delta factor) / ln(1/eps2) alone, and lies between the least m of the threshold
    pattern (nonzeros above zeros) and that of the tie pattern (nonzeros equal); both are printed.

    Engines: --engine smt asks z3 by itself for a unit of each size (sign, grid, fixed). What it finds is made exact
    and certified; what it refutes is its word alone, PROVED-BY-SOLVER, and is shown apart from the bracket. chirotope
    (sign) proves lower bounds, annealing (not thresh) finds upper bounds, convex (sign, grid) projects vectors
    of the best margin (sign), solves linear programs for tables in turn (grid), and proves by dual weights that a
    grid has too little margin for the gap; portfolio, the default, is all that helps. An engine by itself starts
    from what the definition gives (0, and a simplex), convex from independent columns, so that what it answers is
    its own.

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
    from ..search.ask import ask
    from ..search.settle import question_of
    from ..tasks import TaskError
    from ..tasks.attention_words import remedy
    from .progress import ProgressLine

    run.require_files(None if export is None else export[1], inputs=words)
    try:
        with prints_are_no_results():
            asked = question_of(words, options)
    except TaskError as error:
        raise TaskError(f"{error.args[0]}{remedy(words, str(error))}") from None
    for note in _notes(asked, options):
        say(f"headcount: {note}", apart=True)
    if export is not None or at is not None:
        _export(asked, export, at)
        return None
    if run.plot is not None and not (asked.is_sign_rank and asked.question.asks_for != "weights"):
        raise TaskError("‹plot› draws sign patterns of class sign; leave it out, or see headcount frontier ‹plot›")
    with ProgressLine(run.budget, enabled=not run.quiet) as line:
        answer = ask(asked, **run.effort, engine=engine, watch=line.update)
    return run.answered(answer, lambda path: _draw(answer, path), resumes=not asked.counts_heads)


def _notes(asked: Any, options: ProbeOptions) -> list[str]:
    """What is said of an error in a class that is about selecting, and of a width of values beside averages."""
    from ..search.averages_asked import value_width_note

    notes = []
    if options.error is not None and not asked.is_averages:
        if asked.unit_class.gap:
            notes.append(
                f"a softmax in base 2 keeps to the error by ties with the gap {asked.unit_class.gap}, which is asked "
                "for; of real softmax ask ‹unit_class=softmax›"
            )
        else:
            notes.append(
                "a saturated head with an error below 1/q selects exactly, so the error makes no difference to class "
                "sign; of real softmax ask ‹unit_class=softmax›"
            )
    if options.dv is not None and asked.is_averages:
        notes.append(value_width_note(asked.values))
    return notes


def _export(asked: Any, export: tuple[str, Path] | None, at: int | None) -> None:
    """Write the question of one size; nothing is searched."""
    from ..search.exported import exported
    from ..search.output_files import write_text
    from ..tasks import TaskError

    if export is None:
        raise TaskError("‹at› says which size ‹export› writes; add ‹export› smt2 question.smt2")
    language, path = export
    if at is None:
        raise TaskError(f"‹export› needs the size that is asked about; add ‹at=3› for {asked.resource} = 3")
    text = exported(asked, language, at)
    write_text(path, text)
    say(f"whether {asked.resource} = {at} is enough, written to {path}; its first lines say what an answer means")


def _draw(answer: Any, path: Path) -> None:
    if not answer.question.can_be_written_out:
        why = "the pattern is too large" if answer.question.is_pattern else "it is no sign pattern"
        say(f"headcount: {why} to be drawn, so ‹plot› was left out", apart=True)
        return
    from ..show.pictures.bracket import draw_bracket

    draw_bracket(answer, path)
