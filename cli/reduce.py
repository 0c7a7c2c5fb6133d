"""``headcount reduce``."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import DONE, REJECTED, UNKNOWN
from .command import Run, command, say
from .json_answers import echo_json

if TYPE_CHECKING:
    from ..reductions.instances.instance_reduction import EncodedInstance, InstanceReduction
    from ..reductions.laws import Refuted
    from ..reductions.reduction import Encoded, SizedReduction


CHECKED_UP_TO = 4
"""Sizes n = 1 .. 4 of every reduction are checked by ``headcount reduce --verify`` without words."""


@command(
    "reduce",
    stops=True,
    budget="Seconds of wall-clock time, and for each symbolic check.",
    as_json=True,
    output="Write a certificate, for one n; of an instance its pattern.",
    plot="Draw the tokens, or, without words, the graph.",
)
def reduce_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FUNCTION TASK|FILE.py:NAME [n=N] [PARAMETER=VALUE].. [a=.. b=..]|PROBLEM attention FILE]",
            help="What is encoded in what.",
        ),
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check all laws on every pair of inputs.")] = False,
    symbolic: Annotated[bool, typer.Option("--symbolic", help="Check all inputs at once, by z3.")] = False,
    *,
    run: Run,
) -> int | None:
    r"""Encode a two-party function into a task, or an instance into a pattern, and check the encoding.

    \b
      headcount reduce
      headcount reduce disj match3 n=4 a=0110 b=0011
      headcount reduce index induction-heads a=0110 b=3 --plot index.png
      headcount reduce disj match3 n=1:6 --verify
      headcount reduce disj match3 n=16 --symbolic
      headcount reduce disj cycle3 n=4 rows=2 -o triangles.json
      headcount reduce mine.py:encoding n=1:4 --verify
      headcount reduce stretch attention non-pappus --verify
      headcount reduce stretch attention lines.csv -o pattern.json
      headcount reduce attention attention pattern.json padding=2

    Without words, the reductions are listed (--verify checks each for n = 1 to 4, --plot draws their graph). a and b
    are bits, b of index a number from 1. mine.py:encoding is a function of n in a file of your own that returns
    headcount.reduction(..); it may have other parameters, and the file is run. Every token is shown with its owner;
    the output that is read has an arrow, and the answer read off it stands next to the function's value. The sizes of
    units that an encoding excludes are printed by headcount bounds mine.py:encoding n=8.

    \b
      --verify     every pair of inputs of every n: correctness by the task's definition; locality by differing inputs;
                   ownership, order, length, alphabet; both answers occur.
      --symbolic   correctness, locality and alphabet for all inputs at once, by z3: a solver's answer, labelled so. A
                   reduction of your own needs a formula for it, headcount.reduction(.., formula=..).
      -o FILE      the tables of both parties, with the claim that they are correct for all inputs, for headcount check.

    Two reductions are about whole instances, and show that the least m is hard to decide. -o writes the pattern, which
    headcount probe takes; --verify checks the laws on this instance; padding=K adds exactly K to the least m.

    \b
      stretch attention FILE     pseudolines as rows, cells as columns, sides as entries: m <= 2 iff straight lines do.
                                 FILE is pappus, non-pappus, a csv with a line y = s x + t (s, t) or a x + b y = c
                                 (a, b, c) each, or JSON: {"lines": ..}, {"swaps": [1, 2, 1]} (which neighbours cross,
                                 from left to right), {"chirotope": "+++-"} (element 1 at infinity).
      attention attention FILE   a pattern file: each row twice, with + and with - at a new key.

    \b
    Exit codes: 0 done; 3 a law is broken (counterexample printed); 5 the budget ended first; 2 wrong usage.
    """
    from ..facade.reduce import Reduced, encoded_instance
    from ..reductions.reduction import ReductionError
    from ..reductions.reduction_words import MOST_POSITIONS, instance_from_words, reduction_from_words
    from ..search.output_files import write_json
    from .answer_files import written

    run.require_files(inputs=words or ())
    if not words:
        if run.output is not None:
            raise ReductionError("-o writes the certificate of one reduction; name it, such as disj match3 n=4")
        _list(run.as_json, run.plot, CHECKED_UP_TO if verify else 0)
        return None
    if (whole := instance_from_words(words)) is not None:
        return _instance(encoded_instance(*whole, verify=verify, symbolic=symbolic), run)
    asked = reduction_from_words(words)
    reduction, sizes, inputs = asked.reduction, asked.sizes, asked.inputs
    if not (verify or symbolic or run.output or inputs or set(asked.parameters) - set(reduction.parameters)):
        if all(value <= MOST_POSITIONS for value in asked.parameters.values()):
            reduction.at(sizes[0], **asked.parameters)  # sizes that do not fit are the first thing to say
        raise ReductionError("give the inputs, such as a=0110 b=0011, or ask for ‹verify› or ‹symbolic›")
    if run.output is not None and len(sizes) > 1:
        raise ReductionError(f"-o writes the certificate of one n, got {sizes[0]}:{sizes[-1]}; try n={sizes[0]}")
    if run.plot is not None and not inputs:
        raise ReductionError("‹plot› draws one pair of inputs; give a and b, such as a=0110 b=0011")
    asked.require(symbolic=symbolic)
    reductions = asked.sized()
    encoded = None
    if inputs:
        pair = reductions[0].source.parse(*inputs)
        encoded = reductions[0].encode(*pair)
        if not run.as_json:
            _show(reductions[0], encoded)
    outcomes = _check(reductions, verify, symbolic, run.budget, run.as_json, run.quiet)
    bundle = None
    if run.output is not None and all(found.holds is not False for _, found in outcomes):
        bundle = _certificate(reductions[0], run.quiet)
        if not isinstance(bundle, dict):
            outcomes.append(("exhaustive", bundle))
            if not run.as_json:
                say(str(bundle))
    if run.as_json:
        ways, checks = (tuple(column) for column in zip(*outcomes, strict=True)) if outcomes else ((), ())
        echo_json(Reduced(tuple(reductions), encoded, checks, ways, reduction.citation).to_json())
    if run.output is not None and isinstance(bundle, dict):
        write_json(run.output, bundle)
        say(written(run.output), apart=run.as_json)
    if run.plot is not None and encoded is not None:
        from ..show.pictures.reduction import draw_encoded

        draw_encoded(encoded, reductions[0].target, run.plot)
        say(f"drawn to {run.plot}", apart=run.as_json)
    wrong = encoded is not None and encoded.answer != encoded.wanted
    refuted = wrong or any(found.holds is False for _, found in outcomes)
    unknown = any(found.holds is None for _, found in outcomes)
    return REJECTED if refuted else UNKNOWN if unknown else DONE


def _instance(found: "EncodedInstance", run: Run) -> int:
    """Print an instance as a pattern, and write the pattern."""
    from ..reductions.reduction import ReductionError
    from ..search.output_files import write_json

    if run.plot is not None:
        raise ReductionError("‹plot› draws the tokens of two parties; of a pattern see headcount probe ‹plot›")
    if run.as_json:
        echo_json(found.to_json())
    else:
        say(str(found))
    if run.output is not None:
        write_json(run.output, found.pattern_json())
        say(f"written to {run.output}; ask for its least m with: headcount probe {run.output}", apart=run.as_json)
    return REJECTED if found.holds is False else DONE


def _show(reduction: "SizedReduction", encoded: "Encoded") -> None:
    from ..reductions.reduction import Owner
    from ..tasks.two_party.functions import DISJ_WORDS

    sizes = ", ".join(f"{name} = {value}" for name, value in reduction.sizes.items())
    say(f"{reduction.name}: {sizes}")
    say(str(encoded))
    parts = [f"{owner} {len(encoded.of(owner))}" for owner in Owner]
    say(f"tokens: {', '.join(parts)}; " + ("correct" if encoded.answer == encoded.wanted else "WRONG"))
    if reduction.source.name == "disj":
        say(f"note: {DISJ_WORDS}")


def _check(
    reductions: list["SizedReduction"], verify: bool, symbolic: bool, budget: float, as_json: bool, quiet: bool
) -> list[tuple[str, Any]]:
    """(how, what came out) for every size and every way asked for, said as it comes."""
    from ..reductions.laws import verify_exhaustive
    from ..reductions.laws_by_solver import verify_symbolic
    from ..search.interrupts import interrupts_wait
    from .progress import PairsLine, Waiting

    end = time.monotonic() + budget
    outcomes: list[tuple[str, Any]] = []
    for reduction in reductions:
        for asked, how in ((verify, "exhaustive"), (symbolic, "symbolic")):
            if not asked:
                continue
            if how == "exhaustive":
                with PairsLine(f"n = {reduction.source.n}", enabled=not quiet) as line:
                    found = verify_exhaustive(reduction, seconds=end - time.monotonic(), watch=line.update)
            else:
                with Waiting(f"n = {reduction.source.n}, {how}", enabled=not quiet):
                    with interrupts_wait():  # the end of the budget is not to come while z3 is loaded
                        from ..solvers import symbolic_terms  # noqa: F401
                    found = verify_symbolic(reduction, seconds=budget)
            outcomes.append((how, found))
            if not as_json:
                say(f"{found}; try a larger ‹budget›" if found.holds is None else str(found))
    return outcomes


def _certificate(reduction: "SizedReduction", quiet: bool) -> "dict[str, Any] | Refuted":
    """The certificate, once the checker has gone through all pairs; or where the encoder is wrong."""
    from ..bounds.bound import CheckerRefusedError, TooLongToCheckError
    from ..certificates.meter import LIMIT
    from ..reductions.laws import Refuted, require_few_pairs, verify_exhaustive, verify_some
    from ..reductions.reduction import ReductionError
    from ..reductions.reduction_certificate import reduction_certificate
    from .progress import Waiting

    require_few_pairs(reduction)
    with Waiting(f"n = {reduction.source.n}, certificate", enabled=not quiet):
        if verify_some(reduction)[0] is not None and isinstance(found := verify_exhaustive(reduction), Refuted):
            return found  # the first, as ‹verify› shows it; before the tables of all inputs are written out
        try:
            return reduction_certificate(reduction)
        except TooLongToCheckError:
            raise ReductionError(
                f"no certificate of {reduction.name} at n={reduction.source.n}: the checker's {LIMIT:,} steps do not "
                "suffice for all pairs; try a smaller n, or ‹verify›, which goes through them without the checker"
            ) from None
        except (CheckerRefusedError, ReductionError) as error:
            found = verify_exhaustive(reduction)
            if isinstance(found, Refuted):
                return found
            raise ReductionError(f"no certificate at this size: {error}; try a smaller n") from None


def _list(as_json: bool, plot: Path | None, check_up_to: int) -> None:
    from ..reductions.problem_graph import problem_graph
    from ..reductions.registry import INSTANCE_REDUCTIONS

    graph = problem_graph(check_up_to)
    edges = [(source, target, edge) for source, target, edge in graph.edges(data=True)]
    edges += [(one.source, one.target, _as_edge(one, check_up_to > 0)) for one in INSTANCE_REDUCTIONS]
    if as_json:
        names = ("kind", "sizes", "bits", "summary", "citation", "checks")
        found = [{"source": s, "target": t, **{name: edge[name] for name in names}} for s, t, edge in edges]
        echo_json({"reductions": found})
    else:
        for source, target, edge in edges:
            say(f"{source + ' ' + target:24}{edge['sizes']}")
            say(f"{'':24}{edge['summary']}")
            for words in edge["checks"]:
                say(f"{'':24}checked: {words}")
    if plot is not None:
        from ..show.pictures.reduction import draw_problem_graph

        draw_problem_graph(graph, plot)
        say(f"drawn to {plot}", apart=as_json)


def _as_edge(reduction: "InstanceReduction", verify: bool) -> dict[str, Any]:
    """A reduction of instances, as the graph of problems has its edges: it has no parties, so it is none of them."""
    about = {"kind": "instances", "sizes": reduction.sizes, "bits": 0, "summary": reduction.summary}
    return {**about, "citation": reduction.citation, "checks": reduction.checked() if verify else ()}
