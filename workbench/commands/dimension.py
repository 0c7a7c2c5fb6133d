"""``headcount dimension``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...tasks.words import counted
from .app import START_WORDS, UNKNOWN, Quiet, Verbose, app, unwritable, usage_error

if TYPE_CHECKING:
    from ..search.least_dimension import LeastDimension

DIMENSION_HELP = """
How wide embeddings have to be for your data: the least d such that every query scores its relevant items above all
others.

\b
  headcount dimension qrels.jsonl
  headcount dimension qrels.trec.gz --embeddings vectors.npz --type int8
  headcount dimension qrels.trec --embeddings vectors.npz --type int8 --query-type float32
  headcount dimension friends.gml --threshold zero --budget 20
  headcount dimension ratings.csv --format matrix -o answer.json --json
  headcount dimension triples.tsv --format triples
  headcount dimension qrels.jsonl --score cosine --embeddings unit.npz
  headcount dimension qrels.jsonl --bits 1,2,4,8 --plot bits.png
  headcount dimension subsets n=16 k=2 --bits 1,2,4,8
  headcount dimension ratings.csv -o answer.json --start answer.json --budget 600

Scores are inner products of a query's vector and an item's vector. With --score cosine all items have length 1, which
needs as many dimensions or one more; with --score euclidean relevant items are nearer than the others, which needs as
many or one fewer. What inner products need is said beside it.

Each query has a threshold of its own, or, with --threshold zero, relevant items score above 0 and others below: the
sign-rank, which is at most one more, and the same by inner products and by cosine. No training finds vectors
narrower than the lower bound; the upper bound comes with vectors. Queries and items that are alike are merged first.
Files may be large: 10,000 queries and items with a million relevant pairs take minutes, and --budget 600 helps.

What -o wrote, --start goes on from, after Ctrl-C or with a larger --budget; its bounds are checked once more.

With --bits the vectors of queries and of items hold p-bit integers, and there is a bracket for each p: 1 is -1 or 1
(inner products then are Hamming distances), 4 is -8..7, 8 is int8. Fewer bits need more coordinates: there are only
2^(p d) vectors, and queries that ask for different items need different ones. Each grade of a query has its own vector.
There may be four million pairs of a query and an item, after merging.

In place of a file, subsets n= k= asks for all sets of k of n items: what can be retrieved whatever the data are.

\b
  jsonl     one JSON object per line with query-id, corpus-id and score       .jsonl
  json      one JSON object: {"q1": {"d1": 1}}, or {"q1": ["d1"]}             .json
  trec      four columns: query, iteration, document, relevance               .trec .qrels
  edges     CSV or TSV lines of query, item and perhaps a grade               .csv .tsv .txt, by the first lines
  triples   lines of head, relation, tail; a query is a head and a relation   .csv .tsv .txt, by the first lines
  matrix    a line per query: numbers, or + - and * for "either"              .csv .tsv .txt, by the first lines
  npy npz   numpy.save, scipy.sparse.save_npz                                 .npy .npz
  graphs    edgelist, gml, graphml: neighbours are relevant                   .edgelist .gml .graphml

Texts may be packed (.gz), and - reads what is piped in, with --format. Where all vertices of a graph have the attribute
bipartite, those of 0 are the queries and those of 1 the items.

Qrels often list relevant items alone. If the collection has others, which no query asks for, they have to score below
too: --others adds one item that stands for them, and may take a dimension more.

A grade above 0 says relevant, 0 says not. A query with several grades has one vector, and its scores put the items of a
higher grade above those of a lower one; with --grades separate it has a vector for each "at least so relevant".

\b
Exit codes: 0 closed; 5 still open when the budget ran out (printed and written all the same);
2 wrong usage, or the vectors do not survive being rounded (--type); 1 internal error.
"""

MOST_NAMED = 12
PIPED = "-"
PAIRS = ("jsonl", "json", "trec", "edges")
"""Formats that often list relevant pairs alone."""
WIDTH = re.compile(r"\bm = (?=[0-9])")
"""What is called d here, in notes of the search."""
IN_WORDS = {"inner": "inner products", "cosine": "cosine", "euclidean": "Euclidean distance"}


@app.command("dimension", help=DIMENSION_HELP)
def dimension_command(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Which items are relevant to which queries.")],
    words: Annotated[list[str] | None, typer.Argument(metavar="[n= k=]", help="With subsets for FILE.")] = None,
    format: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="One of the formats above; told if left out.")
    ] = None,
    diagonal: Annotated[
        str, typer.Option(metavar="WORD", help="Graphs, a vertex and itself: free, relevant or irrelevant.")
    ] = "free",
    others: Annotated[
        bool, typer.Option("--others", help="The collection has further items, relevant to no query.")
    ] = False,
    embeddings: Annotated[
        Path | None, typer.Option("--embeddings", metavar="FILE.npz", help="Write vectors of the upper bound here.")
    ] = None,
    type: Annotated[
        str | None,
        typer.Option(
            "--type", help="Numbers of the vectors: float64, float32, float16, int32, int16 or int8 [float32]."
        ),
    ] = None,
    query_type: Annotated[
        str | None,
        typer.Option("--query-type", metavar="TYPE", help="Numbers of the queries, if they are not those of --type."),
    ] = None,
    score: Annotated[
        str, typer.Option("--score", metavar="WORD", help="inner (products), cosine or euclidean (distance).")
    ] = "inner",
    threshold: Annotated[
        str, typer.Option("--threshold", metavar="WORD", help="free: each query its own; zero: 0 for all.")
    ] = "free",
    grades: Annotated[
        str | None,
        typer.Option(
            "--grades",
            metavar="WORD",
            help="nested: a query has one vector; separate: one for each grade. [nested; with --bits: separate]",
        ),
    ] = None,
    bits: Annotated[
        str | None,
        typer.Option("--bits", metavar="P,..", help="Vectors of p-bit integers, such as 8, or 1,2,4,8, or 1:8."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw d over p, with --bits (png, svg or pdf).")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds of wall-clock time.", min=0.001)] = 60.0,
    seed: Annotated[int, typer.Option(help="Seed of the random choices.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the certificate bundle here.")
    ] = None,
    start: Annotated[Path | None, typer.Option("--start", metavar="FILE", help=START_WORDS)] = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Bracket the least dimension for relevance data (help text: DIMENSION_HELP)."""
    from ...bounds.upper.embeddings import TYPES, EmbeddingError
    from ...tasks import TaskError
    from ...tasks.relevance import FORMATS, WORD, format_of, read_relevance, subsets_from_words
    from ..output_files import require_different, require_writable, write_arrays
    from ..search.least_dimension import least_dimension
    from .answer_files import print_and_write
    from .dimension_bits import answer_in_bits, bits_from_words, ceiling_words, say_none_written, verified_words
    from .progress import ProgressLine, Waiting

    try:
        if type is not None and embeddings is None:
            raise TaskError(
                "--type is about the vectors that --embeddings FILE.npz writes; name the file, or leave it out"
            )
        if query_type is not None and embeddings is None:
            raise TaskError(
                "--query-type is about the vectors of --embeddings FILE.npz; name the file, or leave it out"
            )
        if bits is not None and (type is not None or query_type is not None or threshold != "free" or score != "inner"):
            raise TaskError(
                "--bits says what the numbers are; scores are inner products, queries have thresholds of their own: "
                "leave out --type, --query-type, --threshold and --score"
            )
        if bits is not None:
            bits_from_words(bits)  # before anything is read and printed
        if plot is not None and bits is None:
            raise TaskError("--plot draws the dimension over the bits; add for example --bits 1,2,4,8")
        type = type or "float32"
        for option, given in (("--type", type), ("--query-type", query_type or type)):
            if given not in TYPES:
                raise TaskError(f"{option} must be one of {', '.join(TYPES)}, got {given!r}; try {option} float32")
        if embeddings is not None and embeddings.suffix.lower() != ".npz":
            raise TaskError(
                f"--embeddings needs a file name that ends in npz, got {str(embeddings)!r}; try vectors.npz"
            )
        require_writable(output)
        require_writable(embeddings)
        require_different(output, embeddings, plot, inputs=[path])
        if words and str(path) != WORD:
            raise TaskError(f"words after the file are for {WORD} only, got {words[0][:60]!r}; leave them out")
        if words or (str(path) == WORD and not path.exists()):
            data, origin = subsets_from_words(words or ()), "listed"
        else:
            if str(path) == PIPED:
                if format is None:
                    raise TaskError(
                        "what is piped in has no ending that tells its format; name it, as in --format trec"
                    )
                path = Path("/dev/stdin")
            format = format or format_of(path)
            data, origin = read_relevance(path, format, diagonal), f"read as {format} ({FORMATS[format][0]})"
        data = data.with_others() if others else data
        if not as_json:
            typer.echo(f"{data.words}; {origin}")
            if format in PAIRS and data.all_relevant:
                typer.echo("  every item is relevant to some query; if the collection has others too, add --others")
        if bits is not None:
            closed = answer_in_bits(
                data, bits, grades=grades, budget=budget, seed=seed, as_json=as_json, output=output,
                embeddings=embeddings, plot=plot, quiet=quiet, start=start,
            )  # fmt: skip
            raise typer.Exit(0 if closed else UNKNOWN)
        with ProgressLine(budget, enabled=not quiet, letter="d") as line:
            answer = least_dimension(
                data,
                score=score,
                threshold=threshold,
                grades=grades or "nested",
                budget=budget,
                seed=seed,
                watch=line.update,
                start=start,
            )
    except TaskError as error:
        raise usage_error(str(error)) from None
    print_and_write(answer, _print, output, None, as_json=as_json, indent="  ", resumes=True)
    if embeddings is not None:
        try:
            with Waiting(f"comparing all scores of the vectors as {type}", enabled=not quiet):
                found, arrays = answer.embeddings(type, query_type or ""), answer.arrays(type, query_type or "")
                ceiling = None if as_json else answer.margin_ceiling()
            write_arrays(embeddings, arrays)
        except KeyboardInterrupt:
            say_none_written(embeddings)
            raise
        except EmbeddingError as error:
            short = {"int8": 8, "int16": 16}.get(type)
            plain = score == "inner" and threshold == "free" and not answer.nested
            by_bits = short and query_type in (None, type) and plain
            hint = f", or look for vectors of {short}-bit integers with --bits {short}" if by_bits else ""
            raise usage_error(f"no vectors were written: {error}{hint}") from None
        except OSError as error:
            raise unwritable(error) from None
        if not as_json:
            types = type if query_type in (None, type) else f"queries {query_type}, items {type}"
            typer.echo(f"  vectors ({types}, {verified_words(found.margin)}) written to {embeddings}")
            if said := ceiling_words(ceiling):
                typer.echo(f"  {said}")
    if not answer.closed:
        raise typer.Exit(UNKNOWN)


def _print(answer: LeastDimension) -> None:
    bracket = answer.bracket
    lower, upper = bracket.lower, bracket.upper
    assert upper is not None
    state = "closed" if answer.closed else "open"
    typer.echo(f"  merged: {answer.merged.words}")
    typer.echo(
        f"least dimension by {IN_WORDS[answer.score]}, {_threshold(answer)}: {lower.value} <= d <= {upper.value}   "
        f"{state} in {answer.seconds:.2f} s"
    )
    if answer.merged.trivial:
        zero = "no query has to tell items apart: one coordinate is for scores above 0 and below"
        from ..search.dimension_in_bits import NOTHING_ASKED

        typer.echo(f"  {zero if bracket.question.null else NOTHING_ASKED}")
    if compared := answer.compared():
        typer.echo(f"  {compared}")
    typer.echo(f"  d >= {lower.value} [{lower.evidence.status}] {lower.evidence.method}")
    queries, items = answer.forced_by()
    if items:
        by = f" and {_named(queries, 'query')}" if queries else ""
        typer.echo(f"       forced by {_named(items, 'item')}{by} alone")
    typer.echo(f"  d <= {upper.value} [{upper.evidence.status}] {upper.evidence.method}")
    for note in bracket.notes:
        typer.echo(f"  note: {WIDTH.sub('d = ', note)}")


def _threshold(answer: LeastDimension) -> str:
    if answer.nested:
        return "one vector per query for all grades"
    return "threshold 0" if answer.bracket.question.null else "a threshold per query"


def _named(ids: tuple[str, ...], what: str) -> str:
    shown = ", ".join(_shown(name[:40]) for name in ids[:MOST_NAMED])
    return f"{counted(len(ids), what)} ({shown}{', ..' if len(ids) > MOST_NAMED else ''})"


def _shown(name: str) -> str:
    """An id, safe to print: what moves the cursor or the like is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
