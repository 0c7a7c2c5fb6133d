"""``headcount pattern``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import UNKNOWN
from .command import Run, command, say
from .json_answers import echo_json

if TYPE_CHECKING:
    from ..bounds.sparse_patterns.assumption_one import AssumptionOne
    from ..bounds.sparse_patterns.found import Found
    from ..tasks.sparse_patterns import AttentionPattern


MOST_SEEDS = 100_000


@command(
    "pattern",
    budget=60.0,
    plot="Draw the layers and what is reached when: png, svg or pdf.",
    as_json=True,
    output="Write the certificate here.",
)
def pattern_command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[causal] [union|..] NAME n=N .. | FILE", help="The pattern.")
    ] = None,
    loops: Annotated[bool, typer.Option("--self-loops", help="Let every position attend to itself, too.")] = False,
    copying: Annotated[
        bool, typer.Option("--copying", help="The least depth at which 0s0s can be copied (n even).")
    ] = False,
    seeds: Annotated[
        int | None,
        typer.Option("--seeds", help="Draw the pattern with so many seeds, 0, 1, ..: shares.", min=1, max=MOST_SEEDS),
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Steps that the checker may take (400,000,000).", min=1)] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the patterns and their parameters.")] = False,
    *,
    run: Run,
) -> int | None:
    r"""Whether a sparse attention pattern satisfies the universality conditions, and after how many layers each
    position depends on all.

    \b
      headcount pattern strided n=64 w=8
      headcount pattern causal fixed n=64 w=8
      headcount pattern union window w=1 stride w=8 n=64 --plot union.png
      headcount pattern edges.csv --self-loops -o edges.json
      headcount pattern star n=256 --copying
      headcount pattern random n=12 degree=3 --seeds 60
      headcount pattern --list

    A pattern is a name with its parameters, or a file. causal before it keeps the positions j <= i. union, multihead or
    sequential before several (or before one of several layers) puts all layers into one head, into heads side by side,
    or one after the other. Positions are numbered from 0.

    Files: CSV, TSV or text with a line i,j for each j that position i attends to, or with the rows of a matrix of 0
    and 1 (two lines of two are edges); .npy, .npz (SciPy sparse) with entry (i, j) not 0; .gml, .graphml (an edge i
    -> j: i attends to j); .json with the list of positions of each position.

    \b
    Assumption 1 (after Yun et al. 2020):
      every position attends to itself in every layer;
      in some order of the positions each is attended to by the next, in some layer (a Hamiltonian path);
      after a finite number of layers, the hops, every position depends on all tokens.

    It is sufficient, not necessary. Universal in this sense (finite grid, free networks between layers): without finite
    hops no network is; without a path, networks of as many layers as hops are.

    \b
    Exit codes: 0 done; 5 a path or the hops are left open (printed and written all the same); 2 wrong usage;
    1 internal error.
    """
    from ..bounds.sparse_patterns.assumption_one import assumption_one
    from ..certificates.meter import LIMIT
    from ..tasks import TaskError
    from ..tasks.sparse_patterns import pattern_from_words, with_self_loops
    from .answer_files import print_and_write
    from .progress import BarLine

    if listed:
        _list()
        return None
    run.require_files(inputs=words or ())
    if seeds is not None:
        _survey(words or [], seeds, run.budget, run.as_json, [run.output, run.plot], run.quiet)
        return None
    asked = pattern_from_words(words or [])
    if loops:
        asked = with_self_loops(asked)
    if run.plot is not None:
        _require_drawable(asked)
    if copying and (asked.n % 2 or asked.n < 4):
        raise TaskError(f"‹copying› is about sequences 0s0s of even length, at least 4, got n = {asked.n}; try n=256")
    with BarLine(run.budget, enabled=not run.quiet) as line:
        answer = assumption_one(
            asked, budget=run.budget, copying=copying, watch=lambda what: line.show(0, "", what), limit=limit or LIMIT
        )
    fits = bool(answer.certificate()["claims"])
    print_and_write(
        answer, _print, run.output if fits else None, _drawing(answer, run.plot), as_json=run.as_json, indent="  "
    )
    if run.output is not None and not fits:
        say("headcount: no certificate was written: nothing was replayed; a larger ‹limit› may help", apart=True)
    elif run.output is not None and limit is not None and limit > LIMIT and not run.as_json:
        say(f"  the check may take more steps than usual; add ‹limit={limit}› to headcount check")
    if not answer.closed:
        return UNKNOWN
    return None


def _require_drawable(asked: AttentionPattern) -> None:
    from ..show.pictures.sparse_pattern import MOST_DRAWN
    from ..tasks import TaskError

    if asked.n > MOST_DRAWN:
        raise TaskError(f"‹plot› draws up to n = {MOST_DRAWN}, got n = {asked.n}; draw a smaller one of the kind")


def _drawing(answer: AssumptionOne, plot: Path | None) -> Any:
    if plot is None:
        return None

    def draw() -> None:
        from ..show.pictures.sparse_pattern import sparse_pattern_figure

        sparse_pattern_figure(answer).savefig(plot)

    return draw


def _list() -> None:
    from ..tasks.sparse_patterns import NAMED

    for name, pattern in NAMED.items():
        say(f"{name:<12} {pattern.meaning}")
        for parameter, rule in pattern.parameters.items():
            default = "" if rule.default is None else f" ({rule.default} if left out)"
            say(f"{'':<12}   {parameter}: {rule.meaning}{default}")


def _print(answer: AssumptionOne) -> None:
    asked = answer.asked
    cycle = f", layers in a cycle of {len(asked.layers)}" if len(asked.layers) > 1 else ", every layer"
    say(f"{asked.name}{'' if 'n=' in asked.name else f', n = {asked.n}'}{cycle}")
    for number, (words, count) in enumerate(zip(asked.words, asked.connections, strict=True), start=1):
        say(f"  layer {number}: {words}, {count} connections")
    _line("each position sees itself", "yes" if answer.self_loops.holds else "no", answer.self_loops.evidence)
    _line("path through all positions", answer.path.answer, answer.path.evidence)
    for number, one in enumerate((*answer.hops.evidence, *answer.hops.told)):
        _line("" if number else "hops", "" if number else str(answer.hops), one)
    if answer.hops.computed is not None:
        say(f"    apart from the bracket, computed and not replayed: hops = {answer.hops.computed}")
    say(f"  Assumption 1 {_verdict(answer)}")
    if answer.causal:
        say(
            f"  causal reach {_depth(answer.causal_reach)} [computed]: layers until each position sees all up to itself"
        )
    if answer.copying is not None:
        say(
            f"  copying 0s0s, |s| = {asked.n // 2 - 1} [computed]: least depth {_depth(answer.copying.autoregressive)} "
            f"autoregressive, {_depth(answer.copying.masked)} masked"
        )
    for note in answer.notes:
        say(f"  note: {note}")
    decided = answer.holds is not None and (answer.hops.closed or answer.hops.infinite)
    say(f"  {'decided in' if decided else 'open after'} {answer.seconds:.2f} s")


def _line(what: str, result: str, evidence: Found) -> None:
    claim = evidence.claim() if evidence.content else {}
    side = {"lower": f">= {claim.get('value')}: ", "upper": f"<= {claim.get('value')}: "}.get(claim.get("side", ""), "")
    status = "" if result == "open" else f"[{evidence.status}] "
    say(f"  {what:<27} {result:<9} {status}{side}{evidence.method}")


def _depth(seen: Any) -> str:
    if seen is None:
        return "open"
    return "infinite" if seen.layers is None else str(seen.layers)


SENSE = "in this sense (finite grid, free networks between layers)"
"""What universal means beside a depth: every function of all tokens on a finite grid, at every position."""


def _verdict(answer: AssumptionOne) -> str:
    hops = answer.hops
    if answer.holds is None:
        return "is open"
    if not answer.self_loops.holds:
        return "does not hold"
    if not hops.closed and not hops.infinite:
        word = {True: "holds", False: "does not hold"}[answer.holds]
        return f"{word}; the least depth that is universal {SENSE} is the number of hops"
    if answer.holds:
        less = ", and with less no network is" if answer.asked.n > 1 else ""
        return f"holds; depth {hops} is universal {SENSE}{less}"
    if hops.infinite:
        return f"does not hold: no network with this pattern is universal {SENSE}, at any depth"
    return f"does not hold; it is sufficient, not necessary: depth {hops} is universal {SENSE}, and no less"


def _survey(
    words: Sequence[str], seeds: int, budget: float, as_json: bool, files: Sequence[Path | None], quiet: bool
) -> None:

    from ..bounds.sparse_patterns.random_survey import random_survey
    from ..tasks import TaskError
    from ..tasks.sparse_patterns import pattern_from_words
    from .progress import BarLine

    if any(file is not None for file in files):
        raise TaskError("‹seeds› prints shares only; leave -o and ‹plot› out, or ask for one seed")
    if not {"random", "bigbird"} & set(words):
        raise TaskError("‹seeds› is for patterns that are drawn (random, bigbird); leave it out")
    if any(word.startswith("seed=") for word in words):
        raise TaskError("‹seeds› draws the seeds 0, 1, ..; leave seed= out")
    first = pattern_from_words(words)

    def drawn(seed: int) -> Any:
        given = [
            part for word in words for part in ((word, f"seed={seed}") if word in ("random", "bigbird") else (word,))
        ]
        return pattern_from_words(given).pattern

    with BarLine(seeds, enabled=not quiet) as line:
        survey = random_survey(drawn, seeds, budget, lambda done: line.show(done, f"{done}/{seeds} seeds", ""))
    shares = {"path": survey.path, "hops": survey.hops, "assumption1": survey.assumption1}
    if as_json:
        content = {name: share.to_json() for name, share in shares.items()}
        echo_json({"pattern": first.name, "n": first.n, "seeds": seeds, **content, "seconds": survey.seconds})
    else:
        say(f"{first.name}, n = {first.n}, seeds 0 .. {seeds - 1}: share of the seeds (95 % band) [computed]")
        meanings = {"path": "path through all positions", "hops": "finite hops", "assumption1": "Assumption 1"}
        for name, share in shares.items():
            say(f"  {meanings[name]:<26} {share}")
        say(f"  in {survey.seconds:.2f} s")
    if any(share.undecided for share in shares.values()):
        raise typer.Exit(UNKNOWN)
