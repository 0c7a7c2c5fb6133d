"""``headcount dimension``."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..search.dimension.options import RelevanceOptions
from .answer_files import require_json
from .command import Run, command, say

if TYPE_CHECKING:
    from ..bounds.unit_margins import MarginBound

PIPED = "-"

NO_MORE, FOUND, BETWEEN, BESIDE = "#b0413e", "#2a6f4e", "#f3e9c6", "#555555"
"""Colours of a picture."""

SEVERAL = (FOUND, "#1f4e8c", "#7fb069", "#8a5a9e", "#c98a2b", "#444444")
"""Those of vectors found, of different numbers of bits."""

TYPES = ("float64", "float32", "float16", "int32", "int16", "int8")


@command(
    "dimension",
    RelevanceOptions,
    budget=60.0,
    seed=0,
    as_json=True,
    output=True,
    plot="Draw d over p, with --bits, or over failing queries, or the margin over d, with --at (png, svg or pdf).",
    start=True,
)
def dimension_command(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Which items are relevant to which queries.")],
    words: Annotated[list[str] | None, typer.Argument(metavar="[n= k=]", help="With subsets for FILE.")] = None,
    *,
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
    options: RelevanceOptions,
    run: Run,
) -> int:
    r"""How wide embeddings have to be for your data: the least d such that every query scores its relevant items
    above all others.

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
      headcount dimension subsets n=16 k=2 --bits 1:8 --jobs 2
      headcount dimension qrels.jsonl --bits 1,4,8 --score cosine --margin 0.05
      headcount dimension qrels.jsonl --margin 0.05
      headcount dimension subsets n=12 k=2 --at 2:16 --plot margins.png
      headcount dimension qrels.jsonl --at 64,128,256 --noise int8,int4
      headcount dimension subsets n=46 k=2 --document-vectors 2 --query-vectors 2
      headcount dimension ratings.csv -o answer.json --start answer.json --budget 600
      headcount dimension qrels.jsonl --recall 0.95
      headcount dimension qrels.jsonl --items items.npy --queries queries.npy -o answer.json
      headcount dimension qrels.jsonl --at-most-wrong 0,10,20,50 --plot tolerance.png

    Scores are inner products of a query's vector and an item's vector. With --score cosine all items have length 1,
    which needs as many dimensions or one more; with --score euclidean relevant items are nearer than the others,
    which needs as many or one fewer. What inner products need is said beside it.

    Each query has a threshold of its own, or, with --threshold zero, relevant items score above 0 and others below:
    the sign-rank, which is at most one more, and the same by inner products and by cosine. No training finds vectors
    narrower than the lower bound; the upper bound comes with vectors. Queries and items that are alike are merged
    first. Files may be large: 10,000 queries and items with a million relevant pairs take minutes, and --budget 600
    helps.

    What -o wrote, --start goes on from, after Ctrl-C or with a larger --budget; its bounds are checked once more.

    With --bits the vectors of queries and of items hold p-bit integers, and there is a bracket for each p: 1 is -1 or
    1 (inner products then are Hamming distances), 4 is -8..7, 8 is int8. Fewer bits need more coordinates: there are
    only 2^(p d) vectors, and queries that ask for different items need different ones. Each grade of a query has its
    own vector. There may be four million pairs of a query and an item, after merging. With --score cosine, --margin or
    --at their cosines are compared, that is inner products divided by both lengths; the checker replays the margin of
    the vectors found, and a lower bound that counts directions is proved in words.

    With --jobs each number of bits is asked by itself, so many at a time, and each has the whole --budget; with
    --scheduler this is done by the workers of a Dask cluster (headcount frontier --help says how). Scores are inner
    products then.

    With --margin all vectors have length 1, and relevant items score at least so much above the query's threshold,
    others at least so much below: the least d for that, or that no d has it. --at asks for the best margin at each
    given d. Bounds from above are theorems about the sets that queries ask for; vectors are written down as integers
    whose lengths and scores are computed exactly. --noise int8 says how many units of the last place a margin is, and
    whether all orders survive rounding.

    With --at-most-wrong so many queries may fail, one fails unless all its relevant items score above all others;
    --recall 0.95 is the same as 5 of 100. There is a bracket for each number. The lower bound rests on parts of the
    data of which some query must fail, or on there being too few half-spaces; the upper bound comes with vectors, and
    a list of the queries that fail.

    With --items vectors.npy your own vectors are asked about, and nothing is written: which queries no query vector
    serves with these items (each with a combination of items that rules it out), with --queries also which are
    possible only with another query vector than yours, and whether other items of this width serve all queries. The
    vectors are matched by ids (--item-ids, or item_ids in an .npz), or by the order in which the data name the items.

    In place of a file, subsets n= k= asks for all sets of exactly k of n items: what can be retrieved whatever the data
    are. (All sets of at most k are another question, probe topk.)

    With --document-vectors S and --query-vectors T scores are those of late interaction (MaxSim, as in ColBERT): each
    of T query vectors takes the best of a document's S vectors, and the inner products are added up. The bounds are
    certified; what one vector needs is said beside them.

    \b
      jsonl     one JSON object per line with query-id, corpus-id and score       .jsonl
      json      one JSON object: {"q1": {"d1": 1}}, or {"q1": ["d1"]}             .json
      trec      four columns: query, iteration, document, relevance               .trec .qrels
      edges     lines of query, item and perhaps a grade                          .edges, by the first lines
      triples   lines of head, relation, tail; a query is a head and a relation   .kg, by the first lines
      matrix    a line per query: numbers, or + and - * for "either"              by the first lines
      ntriples  RDF: <subject> <predicate> <object> .                             .nt
      mtx npy npz   Matrix Market, numpy.save, scipy.sparse.save_npz              .mtx .npy .npz
      parquet feather   tables with names of columns (pyarrow)                    .parquet .feather
      libsvm    labels, or grades of documents with qid:                          .libsvm .svm .letor
      arff      a table of pairs, or attributes that are labels                   .arff
      graphs    edgelist, gml, graphml, gexf, graph6, sparse6, dot (pydot)        neighbours are relevant

    Of .csv .tsv .txt .dat .inter .kg the first lines tell what they are: a first row of names above rows of numbers is
    a heading, and the names tell users and items, or queries and documents, grades, heads, relations and tails. Columns
    may be separated by tabs, ::, commas, semicolons, | or blanks. What can be read in two ways is refused; then
    --columns user,item,rating says what each column is (- for one that is not used), or which of the named ones are
    query, item and grade; --format says the format. The first line of the answer says how the file was read. Lines
    that start with # or % are comments. --quoting none takes quotation marks as parts of ids. A grade below 0 says not
    relevant, in every format.

    In place of a file, ir_datasets:beir/nfcorpus/test is the qrels of that name, if ir_datasets is installed.

    Texts may be packed (.gz), and - reads what is piped in, with --format. Where all vertices of a graph have the
    attribute bipartite, those of 0 are the queries and those of 1 the items. An edgelist is a graph, whose vertices are
    queries and items at once; edges are pairs of a query and an item.

    Qrels often list relevant items alone. If the collection has others, which no query asks for, they have to score
    below too: --others adds one item that stands for them, and may take a dimension more.

    A grade above 0 says relevant, 0 says not. A query with several grades has one vector, and its scores put the
    items of a higher grade above those of a lower one; with --grades separate it has a vector for each "at least so
    relevant"; with --relevant-from 4 grades of 4 and more are relevant, and nothing else is asked.

    \b
    Exit codes: 0 closed; 5 still open when the budget ran out (printed and written all the same);
    2 wrong usage, or the vectors do not survive being rounded (--type); 1 internal error.
    """
    from ..search.ask import ask
    from ..search.dimension.asked import dimension_question
    from ..search.dimension.given import bits_given
    from ..search.dimension.reading import read_lines
    from ..tasks import TaskError
    from .progress import BitsLine, MarginsLine, ProgressLine

    with_margin = (options.margin, options.at, options.noise) != (None, None, None)
    for name, given in (("type", type), ("query_type", query_type)):
        if given is not None and embeddings is None:
            raise TaskError(
                f"‹{name}› is about the vectors that ‹embeddings› FILE.npz writes; name the file, or leave it out"
            )
        if given is not None and given not in TYPES:
            raise TaskError(f"‹{name}› must be one of {', '.join(TYPES)}, got {given!r}; try ‹{name}=float32›")
    in_bits = options.bits is not None
    if in_bits:
        bits = bits_given(options.bits)  # before anything is read and printed
        if type is not None or query_type is not None:
            raise TaskError("‹bits› says what the numbers are; leave out ‹type› and ‹query_type›")
        if embeddings is not None and len(bits) > 1:
            raise TaskError(
                f"‹embeddings› writes the vectors of one number of bits, got ‹bits={options.bits}›; try ‹bits=8›"
            )
    tolerant = options.recall is not None or options.at_most_wrong is not None
    if run.plot is not None and options.bits is None and not with_margin and not tolerant:
        raise TaskError(
            "‹plot› draws the dimension over the bits or the queries that may fail, or the margin over the dimension; "
            "add for example ‹bits=1,2,4,8›, ‹at_most_wrong=0,10,20› or ‹at=2:16›"
        )
    if embeddings is not None and embeddings.suffix.lower() != ".npz":
        raise TaskError(f"‹embeddings› needs a file name that ends in npz, got {str(embeddings)!r}; try vectors.npz")
    yours = (options.items, options.queries, options.item_ids, options.query_ids)
    if embeddings is not None and yours != (None,) * 4:
        raise TaskError("‹embeddings› writes vectors, and ‹items› reads yours: ask for one of the two")
    run.require_files(embeddings, inputs=[path, *(Path(one) for one in yours if one is not None)])
    require_json(run.output, arrays="embeddings")
    data = _read(path, words or [], options)
    asked = dimension_question(data, options)
    wrong: tuple[int, ...] = getattr(asked, "wrong", ())
    if embeddings is not None and len(wrong) > 1:
        raise TaskError(
            f"‹embeddings› writes the vectors for one number of failing queries, got {len(wrong)}; "
            "try ‹at_most_wrong=20›"
        )
    if not run.as_json:
        for told in read_lines(asked.merged):
            say(told)
    of_margins = with_margin or (in_bits and options.score == "cosine")
    apart = in_bits and (options.jobs, options.scheduler) != (None, None)
    drawn = BitsLine if apart else MarginsLine if of_margins else ProgressLine
    with drawn(run.budget, enabled=not run.quiet) as line:
        answer = ask(asked, **run.effort, watch=line.update)
    code = run.answered(answer, lambda path: _draw(answer, path, run.as_json))
    if in_bits and not with_margin and not run.as_json and (said := ceiling_words(answer.margin_ceiling())):
        say(f"  {said}")
    known = answer.known(bits[0]) if in_bits else not with_margin or answer.widest is not None
    if embeddings is not None and known:
        types = (type or "float32", query_type or "")
        chosen = (bits[0],) if in_bits else (wrong[0], *types) if tolerant else types
        _write_vectors(answer, chosen, embeddings, run)
    return code


def _read(path: Path, words: list[str], options: RelevanceOptions) -> Any:
    """The data that are named, or piped in."""
    from ..search.dimension.reading import as_asked, relevance_of
    from ..tasks import TaskError
    from ..tasks.relevance import WORD, subsets_from_words

    if words and str(path) != WORD:
        raise TaskError(f"words after the file are for {WORD} only, got {words[0][:60]!r}; leave them out")
    if words or (str(path) == WORD and not path.exists()):
        return as_asked(subsets_from_words(words), options)
    if str(path) == PIPED:
        if options.format is None:
            raise TaskError("what is piped in has no ending that tells its format; name it, as in ‹format=trec›")
        path = Path("/dev/stdin")
    return relevance_of(path, options)


def _write_vectors(answer: Any, chosen: tuple[Any, ...], path: Path, run: Run) -> None:
    """Write the vectors of the upper bound, once all their scores have been compared."""
    from ..bounds.upper.embeddings import EmbeddingError
    from ..search.dimension.margin_curve import MarginAnswer
    from ..search.output_files import write_arrays
    from ..tasks import TaskError
    from .progress import Waiting

    of_bits, types = len(chosen) == 1, chosen[-2:]
    try:
        kind = "" if of_bits else f" as {types[0]}"
        with Waiting(f"comparing all scores of the vectors{kind}", enabled=not run.quiet):
            found, arrays = answer.embeddings(*chosen), answer.arrays(*chosen)
            ceiling = None if run.as_json else answer.margin_ceiling()
        write_arrays(path, arrays)
    except KeyboardInterrupt:
        say(f"headcount: interrupted while the vectors were compared; nothing was written to {path}", apart=True)
        raise
    except EmbeddingError as error:
        raise TaskError(f"no vectors were written: {error.args[0]}{_by_bits(answer, *types)}") from None
    if run.as_json:
        return
    said = str(found.items.dtype) if of_bits else types[0]
    if not of_bits and types[1] not in ("", types[0]):
        said = f"queries {types[1]}, items {types[0]}"
    say(f"  vectors ({said}, {verified_words(found.margin)}) written to {path}")
    if not of_bits and not isinstance(answer, MarginAnswer) and (said := ceiling_words(ceiling)):
        say(f"  {said}")


def _by_bits(answer: Any, type: str, query_type: str) -> str:
    """What to try where vectors do not survive being rounded to short integers."""
    short = {"int8": 8, "int16": 16}.get(type) if hasattr(answer, "question") else None
    plain = (
        short and getattr(answer.asked, "score", "") == "inner" and not answer.question.null and not answer.asked.nested
    )
    if not short or query_type not in ("", type) or not plain:
        return ""
    return f", or look for vectors of {short}-bit integers with ‹bits={short}›"


def _draw(answer: Any, path: Path, as_json: bool) -> None:
    """Write the picture: d over p, or over the queries that may fail, or the margin over d; both bounds of each."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    (_draw_margins if getattr(answer, "curves", None) else _draw_widths)(axes, answer)
    axes.set_ylim(bottom=0)
    axes.set_title(answer.data.name[:60])
    axes.legend(frameon=False)
    figure.savefig(path, dpi=130)
    if not as_json:
        say(f"  picture written to {path}")


def _draw_margins(axes: Any, answer: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    widths, tops = zip(*sorted(answer.tops.items()), strict=True)
    axes.plot(widths, tops, "v-", color=NO_MORE, label="no unit vectors have a larger margin")
    for (name, lows), color in zip(answer.curves.items(), cycle(SEVERAL)):
        axes.plot(widths, lows, "^-", linewidth=3, color=color, label=f"vectors {name}found and verified")
    if len(answer.curves) == 1:
        axes.fill_between(widths, next(iter(answer.curves.values())), tops, color=BETWEEN)
    axes.axhline(answer.margin_ceiling().margin, color=BESIDE, linestyle=":", label="the most in any dimension")
    if answer.asked.margin is not None:
        axes.axhline(float(answer.asked.margin), color="#1f4e8c", linestyle="--", label="asked for")
    axes.set_xlabel("dimension d")
    axes.set_ylabel("margin")


def _draw_widths(axes: Any, answer: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    names, in_bits = list(answer.answers), hasattr(answer, "real")
    places, lows = range(len(names)), [one.lower.value for one in answer]
    highs = [one.upper.value if one.upper else None for one in answer]
    known = [k for k in places if highs[k] is not None]
    tops = [float(highs[k] or 0) for k in known]
    enough = {"linewidth": 4, "markersize": 9, "label": "enough: vectors found and compared"}
    axes.plot(known, tops, "v-", color=FOUND, **enough)
    axes.plot(list(places), lows, "^-", color=NO_MORE, label="needed: no vectors are narrower")
    axes.fill_between(known, [lows[k] for k in known], tops, color=BETWEEN)
    if in_bits and answer.real.upper is not None:
        label = f"real numbers: {answer.real.values}"
        axes.axhline(answer.real.upper.value, color=BESIDE, linestyle=":", label=label)
        if not answer.real.closed:
            axes.axhspan(answer.real.lower.value, answer.real.upper.value, color=BESIDE, alpha=0.12)
    axes.set_xticks(list(places), names)
    axes.set_xlabel("bits per number, of queries and of items" if in_bits else "queries that may fail")
    axes.set_ylabel("dimension")


def verified_words(margin: float) -> str:
    """That vectors are verified, with the margin rounded down; it is infinite where there is nothing to compare.

    >>> verified_words(0.12345), verified_words(float("inf"))
    ('verified as stored, margin 0.123', 'no query has both relevant and other items, so there is nothing to compare')
    """
    if margin == float("inf"):
        return "no query has both relevant and other items, so there is nothing to compare"
    return f"verified as stored, margin {three_digits(margin)}"


def ceiling_words(ceiling: MarginBound | None) -> str:
    """The most margin there can be; nothing if that is not known, or is what any vectors of length 1 keep to."""
    if ceiling is None or ceiling.margin >= 1:
        return ""
    most = three_digits(ceiling.margin, up=True)
    return f"no unit vectors, of any dimension, have a margin above {most} [{ceiling.status}] {ceiling.how}"


def three_digits(number: float, *, up: bool = False) -> str:
    """A positive number to three digits, rounded to the side on which the statement stays true."""
    if not 0 < number < float("inf"):
        return f"{number:g}"
    rounding = ROUND_CEILING if up else ROUND_FLOOR
    return f"{float(Context(prec=3, rounding=rounding).create_decimal(number)):.3g}"
