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
``train(config, report)``. NAME_picture.py has ``draw(records, folder)``, which writes pictures; NAME.rst says what came
out."""


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
    """Draw the pictures, print the table, and say whether it is what is stored in the repository."""
    from store import identity, read

    wanted = {identity(cell) for cell in cells}
    records = [record for record in records if identity(record["config"]) in wanted]
    for path in importlib.import_module(f"{name}_picture").draw(records, folder):
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
    main()
