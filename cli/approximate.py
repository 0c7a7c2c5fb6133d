"""``headcount approximate``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from .app import DONE, UNKNOWN
from .command import Run, command, say
from .json_answers import echo_json


@command(
    "approximate",
    budget="Seconds for the search.",
    seed="Seed of the keys.",
    as_json=True,
    output="Write the input and the weights here.",
    plot="Draw the matrix that comes out (png, svg, pdf).",
)
def approximate_command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="A | NAME PARAMETER=VALUE..", help="A file, or a matrix by name with its parameters."),
    ],
    delta: Annotated[
        str, typer.Option(metavar="D", help="Ratios of nonzeros may be off by a factor e^D, or 2^a.")
    ] = "0.1",
    eps2: Annotated[
        str, typer.Option(metavar="E", help="Largest ratio of a zero to a nonzero of its row: 1e-3, 1/1000, 2^-10.")
    ] = "1e-3",
    method: Annotated[str, typer.Option(metavar="METHOD", help="One of the five above.")] = "least-squares",
    dimension: Annotated[int | None, typer.Option("--dimension", help="d; searched for if left out.")] = None,
    certificate: Annotated[
        Path | None,
        typer.Option("--certificate", metavar="FILE.json", help="Write a certificate of the upper bound here."),
    ] = None,
    *,
    run: Run,
) -> int | None:
    r"""Realise a sparse attention matrix A by the input alone: queries and keys for which softmax(X W_Q W_K^T X^T) is
    A up to delta and eps2, with W_Q and W_K the same for all A.

    \b
      headcount approximate A.npz --delta 0.1 --eps2 1e-3 -o X.npz
      headcount approximate permutations L=256 k=4 --method polynomial
      headcount approximate permutations L=256 k=4 --method optimised --plot picture.png
      headcount approximate dirichlet L=1024 k=2 seed=3 --eps2 1e-6 --json
      headcount approximate permutations L=64 --method projection --delta 1 --eps2 0.3 --dimension 300
      headcount approximate band L=64 k=3 --method optimised --dimension 4
      headcount approximate dirichlet L=64 k=2 --method optimised --certificate upper.json
      headcount approximate permutations L=64:1024 k=1:4 --plot dimensions.png

    A is L x L, its rows sum to 1, at most k nonzeros in a row: .npz (scipy.sparse.save_npz), .npy, .csv or .txt with
    entries such as 0.25 or 1/3, or one of

    \b
      permutations L= k= seed=           the mean of k random disjoint permutations
      band L= k=                         uniform on k neighbours in a circle
      blocks L= k=                       uniform on blocks of k
      others L=                          J - I, uniform on all others
      ranged L= k= gamma= seed=          ratios of up to gamma in a row
      dirichlet L= k= seed=              random rows on k entries

    A range such as L=64:1024 or k=1:4 doubles from its start to its end: every combination that is possible is done
    (k is at most L), and --plot draws the least d against L with the formula and the lines d = L and d = 2k.

    The ratio of two nonzeros of a row may be off by a factor e^delta, a zero is at most eps2 times a nonzero of its
    row. All L^2 entries are compared, with a bound on rounding. Either may be a power of two: --delta 2^3/4 keeps
    ratios within 2^(3/4), --eps2 2^-10 is 1/1024.

    \b
      projection      A's logarithms by a random projection (Likhosherstov, Choromanski, Weller 2021): d grows like ln L
      least-squares   random signs as keys, least queries: ratios exact, d about 3.5 k ln L for any eps2
      optimised       keys and queries moved by descent: the fewest dimensions, up to 4096 positions
      convex          keys and queries by linear programs in turn, then descent; slow, up to 512 positions
      polynomial      d = 2k whatever L, A and eps2, exact, with many bits per number

    Without --dimension the least d is searched for by bisection. L and 2k stand beside it. As many dimensions as
    different rows, or L - 1 (keys at the corners of a simplex), always work: where a method needs more, that is the
    answer, and is said. Ctrl-C ends the search: what was found is printed, written and drawn.

    -o writes X, W_Q, W_K (for polynomials the tables of queries and keys, as decimal numbers, scores in base 2).
    --certificate rounds the tables to integers and writes a certificate of the upper bound that headcount check
    replays; headcount probe brackets the least d from both sides.

    \b
    Exit codes: 0 done; 5 the budget ran out or Ctrl-C (the best so far is printed and written, if there is one), or
    there is no certificate (the tables are too large, or too near the tolerances); 2 wrong usage, or --dimension is
    too small (the least that worked is said); 1 internal error.
    """
    from ..bounds.attention_matrices.certified_unit import unit_upper
    from ..bounds.bound import certificate as bound_certificate
    from ..bounds.constructions.attention_matrices import BudgetOverError, approximate
    from ..search.output_files import write_arrays, write_json
    from ..tasks import TaskError
    from .answer_files import written
    from .approximate_sweep import is_sweep, sweep
    from .approximation_answer import approximation_json, print_approximation
    from .progress import BarLine, Waiting

    try:
        run.require_files(certificate, inputs=words)
        if run.output is not None and run.output.suffix.lower() != ".npz":
            raise TaskError(f"-o needs a file name that ends in npz, got {str(run.output)!r}; try -o X.npz")
        if is_sweep(words):
            if (run.output, dimension, certificate) != (None, None, None):
                raise TaskError(
                    "a range of matrices takes none of -o, ‹dimension›, ‹certificate›; name one matrix for these"
                )
            finished = sweep(
                words, delta, eps2, method, run.seed, run.budget, run.plot, as_json=run.as_json, quiet=run.quiet
            )
            return DONE if finished else UNKNOWN
        matrix = _matrix(words)
        if not run.as_json:
            say(matrix.words)
        with BarLine(1, enabled=not run.quiet) as line:
            found = approximate(
                matrix, delta, eps2, method, dimension=dimension, seed=run.seed, budget=run.budget,
                watch=lambda said: line.show(0, method, said),
            )  # fmt: skip
    except BudgetOverError:
        say(
            f"headcount: UNKNOWN, no dimension was found to work within {run.budget:g} s; give more ‹budget›, or "
            "‹method=polynomial›, which searches for nothing",
            apart=True,
        )
        return UNKNOWN
    except KeyboardInterrupt:
        say(
            "headcount: UNKNOWN, interrupted before a dimension was found to work; ‹method=polynomial› searches for "
            "nothing",
            apart=True,
        )
        return UNKNOWN
    bound = None
    if certificate is not None:
        with Waiting("certifying", enabled=not run.quiet):
            bound = unit_upper(found)
    if run.as_json:
        echo_json({**approximation_json(found), "certified": None if bound is None else str(bound)})
    else:
        print_approximation(found)
    if run.output is not None:
        write_arrays(run.output, found.unit.arrays())
        say(f"  written to {run.output}: {', '.join(found.unit.arrays())}", apart=run.as_json)
    if certificate is not None and bound is not None:
        write_json(certificate, bound_certificate(bound.question, bound))
        say(f"  {bound}", apart=run.as_json)
        say(f"  {written(certificate)}", apart=run.as_json)
    elif certificate is not None:
        say(
            f"headcount: the tables are too large for a certificate, or within rounding of the tolerances, so "
            f"{certificate} was not written; in the latter case a larger ‹dimension› has room",
            apart=True,
        )
    if run.plot is not None:
        from ..show.pictures.attention_matrix import draw_approximation

        draw_approximation(found, run.plot)
        say(f"  drawn to {run.plot}", apart=run.as_json)
    if not found.finished or (certificate is not None and bound is None):
        return UNKNOWN
    return None


def _matrix(words: list[str]) -> Any:
    from ..tasks import TaskError
    from ..tasks.attention_matrix import GENERATORS, attention_matrix, generated

    if words[0] in GENERATORS:
        return generated(words)
    path = Path(words[0])
    if path.suffix or os.path.exists(words[0]):
        if len(words) > 1:
            raise TaskError(f"a file takes no parameters, got {' '.join(words[1:])[:60]!r}; leave them out")
        return attention_matrix(path)
    return generated(words)
