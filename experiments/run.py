"""Train, store and draw the experiments.

    python experiments/run.py                            # make experiments: the short version, under ten minutes
    python experiments/run.py --full                     # make experiments-full
    python experiments/run.py copying --full --store results
    python experiments/run.py --list                     # the experiments, their cells, what is stored already

Needs: pip install 'headcount[experiments]'. A run that is stopped goes on where it was. Results are a line of JSON for
each cell with its configuration, a CSV table with a row for each seed, and pictures, all in the folder --store.
"""

import argparse
import importlib
import importlib.util
import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
EXPERIMENTS = ("averaging_models", "averaging_sizes", "triples", "copying", "sign_patterns")
"""Modules NAME.py with ``cells(size)``, the configurations of ``"smoke"``, ``"short"`` or ``"full"``, and
``train(config, report)``. NAME_picture.py has ``figures(records)``, tables.py the rows that are printed."""


def main() -> None:
    """The command line."""
    options = arguments()
    missing = [name for name in ("jax", "optax") if importlib.util.find_spec(name) is None]
    if missing:
        sys.exit(f"{' and '.join(missing)} not installed: pip install 'headcount[experiments]'")
    from store import Store, identity

    size = "full" if options.full else "smoke" if options.smoke else "short"
    folder = options.store or HERE.parent / "build" / "experiments" / size
    began = time.perf_counter()
    for name in options.experiments or [name for name in EXPERIMENTS if (HERE / f"{name}.py").exists()]:
        module = importlib.import_module(name)
        store, cells = Store(folder, name), module.cells(size)
        finished = store.finished()
        left = [cell for cell in cells if identity(cell) not in finished]
        print(f"{name}: {module.__doc__.splitlines()[0]} {len(cells)} cells, {len(cells) - len(left)} stored already")
        if options.list:
            continue
        if left:
            from workers import bars_with_words, train_all

            with bars_with_words() as progress:
                train_all(name, left, store, options.workers, progress)
        store.tidy(cells)
        report(name, cells, list(store.records()), folder, size)
    if not options.list:
        print(f"all in {folder}, {time.perf_counter() - began:.0f} s")


def report(name: str, cells: list, records: list, folder: Path, size: str) -> None:
    """Print the table, draw the pictures, and say whether the results are those stored in the repository."""
    import matplotlib

    import tables
    from store import identity, read

    wanted = {identity(cell) for cell in cells}
    records = [record for record in records if identity(record["config"]) in wanted]
    print(*(f"  {line}" for line in tables.lines(name, records)), sep="\n")
    matplotlib.use("agg")
    for title, figure in importlib.import_module(f"{name}_picture").figures(records).items():
        path = folder / f"{title}.png"
        figure.savefig(path, dpi=120, bbox_inches="tight")
        print(f"  {path}")
    kept = HERE / "results" / size
    if kept.resolve() != folder.resolve() and kept.exists():
        known = {identity(record["config"]): record["result"] for record in read(kept, name)}
        both = [record for record in records if identity(record["config"]) in known]
        same = sum(json.dumps(record["result"]) == json.dumps(known[identity(record["config"])]) for record in both)
        print(f"  {same} of {len(both)} cells to the last digit as in experiments/results/{size}")


def arguments() -> argparse.Namespace:
    """What is asked for."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("run.py", description=__doc__, formatter_class=form)
    parser.add_argument("experiments", nargs="*", metavar="NAME", help=f"of {', '.join(EXPERIMENTS)} (all)")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--full", action="store_true", help="more seeds, sizes and steps")
    sizes.add_argument("--smoke", action="store_true", help="a few steps of everything, to see that it runs")
    parser.add_argument("--store", type=Path, help="folder of the results [build/experiments/SIZE]")
    parser.add_argument("--workers", type=int, default=2, help="cells at a time, one core each [2]")
    parser.add_argument("--list", action="store_true", help="list the experiments and train nothing")
    options = parser.parse_args()
    unknown = [name for name in options.experiments if name not in EXPERIMENTS]
    if unknown:
        parser.error(f"there is no experiment {unknown[0]!r}; there are {', '.join(EXPERIMENTS)}")
    if options.workers < 1:
        parser.error(f"--workers has to be at least 1, not {options.workers}")
    return options


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("stopped: the cells that were finished are stored, and the same command goes on there", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        sys.exit(f"cannot write the results: {error.strerror}: {error.filename}; another folder: --store FOLDER")
