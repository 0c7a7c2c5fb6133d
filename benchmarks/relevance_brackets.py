"""Least dimensions of real relevance data: graphs, knowledge graphs whole and relation by relation, random sparse rows.

    python benchmarks/relevance_brackets.py graphs atlas random
    python benchmarks/relevance_brackets.py knowledge relations --folder DATASETS

``DATASETS`` holds nations.tsv, kinships.tsv and umls.tsv, triples of head, relation and tail: each the train, test and
valid files of pykeen's data set of that name, one after the other. Every bracket is checked again.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import networkx
import numpy as np
import scipy.sparse as sparse
from networkx.generators import social

from headcount import Accepted, check, dimension
from headcount.tasks.relevance import relevance_from

THRESHOLDS = ("free", "zero")

GRAPHS = ("karate_club_graph", "davis_southern_women_graph", "florentine_families_graph", "les_miserables_graph")
KNOWLEDGE = ("nations", "umls", "kinships")
EVERY = 7
"""Of the connected graphs of the atlas one in so many."""

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

Case = tuple[str, str, object]
"""The family, the name, and what ``dimension`` takes."""


def graphs(folder: Path | None) -> Iterator[Case]:
    """The social graphs of networkx."""
    for name, diagonal in product(GRAPHS, ("free", "relevant")):
        graph = getattr(social, name)()
        if diagonal == "relevant" and any("bipartite" in found for _, found in graph.nodes(data=True)):
            continue  # queries on one side, items on the other: there is no diagonal
        yield f"{name}, diagonal {diagonal}", name, relevance_from(graph, diagonal=diagonal)


def atlas(folder: Path | None) -> Iterator[Case]:
    """Connected graphs on up to seven vertices."""
    connected = [g for g in networkx.graph_atlas_g() if len(g) > 1 and networkx.is_connected(g)]
    for graph, diagonal in product(connected[::EVERY], ("free", "relevant")):
        yield f"atlas, diagonal {diagonal}", graph.name, relevance_from(graph, diagonal=diagonal)


def knowledge(folder: Path | None) -> Iterator[Case]:
    """The three knowledge graphs: (head, relation) against tail."""
    for name in KNOWLEDGE if folder else ():
        yield name, name, relevance_from(folder / f"{name}.tsv", format="triples")


def relations(folder: Path | None) -> Iterator[Case]:
    """Every relation by itself, heads against all entities."""
    for name in KNOWLEDGE if folder else ():
        triples = [line.split("\t") for line in (folder / f"{name}.tsv").read_text("utf-8").splitlines()]
        entities = sorted({entity for head, _, tail in triples for entity in (head, tail)})
        number = {entity: place for place, entity in enumerate(entities)}
        for relation in sorted({relation for _, relation, _ in triples}):
            table = np.zeros((len(entities), len(entities)))
            for head, found, tail in triples:
                if found == relation:
                    table[number[head], number[tail]] = 1
            yield f"relations of {name}", relation, table


def random(folder: Path | None) -> Iterator[Case]:
    """Rows with k relevant items at random."""
    for n, k in product((100, 1000), (1, 2, 3, 4, 5)):
        rng = np.random.default_rng(n + k)
        columns = np.concatenate([rng.choice(n, k, replace=False) for _ in range(n)])
        entries = (np.ones(n * k), (np.repeat(np.arange(n), k), columns))
        yield f"random, n = {n}, k = {k}", "", sparse.csr_array(entries, shape=(n, n))


FAMILIES = {found.__name__: found for found in (graphs, atlas, knowledge, relations, random)}


def main() -> None:
    """Print a line for each family and threshold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", help=f"of {', '.join(FAMILIES)}; those without a folder if left out")
    parser.add_argument("--folder", type=Path, help="where the triples are")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each matrix and threshold")
    chosen = parser.parse_args()
    chosen.families = chosen.families or ["graphs", "atlas", "random"]
    if unknown := set(chosen.families) - set(FAMILIES):
        parser.error(f"no family {', '.join(sorted(unknown))}")
    if chosen.folder is None and {"knowledge", "relations"} & set(chosen.families):
        parser.error("name the folder of the triples with --folder")
    print(f"{'matrices':<46}{'threshold':<11}{'closed':>10}{'median':>9}{'slowest':>9}  brackets")
    for family in chosen.families:
        lines: dict[tuple[str, str], list[tuple[int, int, float]]] = {}
        for group, name, data in FAMILIES[family](chosen.folder):
            for threshold in THRESHOLDS:
                begin = time.monotonic()
                answer = dimension(data, threshold=threshold, budget=chosen.seconds)
                seconds = time.monotonic() - begin
                if not isinstance(check(answer.certificate()), Accepted):
                    raise SystemExit(f"the checker refused {name}")
                lower, upper = answer.lower.value, answer.upper.value
                lines.setdefault((group, threshold), []).append((lower, upper, seconds))
        for (group, threshold), found in lines.items():
            brackets = Counter((lower, upper) for lower, upper, _ in found)
            words = ", ".join(
                f"{low}..{high}" * (low < high) + f"{low}" * (low == high) + f" ({times})" * (len(found) > 1)
                for (low, high), times in sorted(brackets.items())
            )
            times = sorted(seconds for _, _, seconds in found)
            closed = f"{sum(low == high for low, high, _ in found)} of {len(found)}"
            print(
                f"{group:<46}{threshold:<11}{closed:>10}{times[len(times) // 2]:>8.2f}s{times[-1]:>8.2f}s  {words}",
                flush=True,
            )


if __name__ == "__main__":
    if not all(name in os.environ for name in THREADS):  # two engines on two cores: NumPy reads this when it is loaded
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **dict.fromkeys(THREADS, "1")})
    main()
