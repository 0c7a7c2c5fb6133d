"""All refutations of the ledger and of the corpora, exported and given to programs that share nothing with headcount.

    python benchmarks/independent_programs.py            # make second-opinion: two minutes
    python benchmarks/independent_programs.py --every 40 # a part of them

``independent/clauses.py`` makes each clause again from the statement, ``independent/lrat.py`` decides each proof, and
so do dratify, which is other people's and gets no hints, and, where ``acl2`` is installed, the program of ACL2's books,
which is proved correct. Exits with 1 if one of them
disagrees with the checker, which has accepted everything here.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from _proofs_without_hints import dratify_says
from headcount import export
from headcount.workbench.theorems import stored_certificates

ROOT = Path(__file__).parents[1]
KINDS = ("chirotope", "independence", "symmetric", "refutation", "parts", "rare-words", "restriction")
"""What names of kinds with clauses hold; other certificates need not be written out."""


def certificates():
    """Name and text of those in which such a kind occurs."""
    for number, text in enumerate(stored_certificates().values()):
        yield f"ledger-{number}", text
    for folder in ("", "communication/"):
        for path in sorted((ROOT / "tests" / "certificates" / folder / "accept").glob("*.json")):
            yield f"{folder.strip('/') or 'corpus'}-{path.stem}", path.read_text("utf-8")


def exported(place, every):
    """Folders with the exports."""
    found = []
    for number, (name, text) in enumerate(certificates()):
        if number % every == 0 and re.search(rf'"kind": ?"[a-z-]*({"|".join(KINDS)})"', text):
            export(json.loads(text), place / name)
            found.append(place / name)
    return found


def answers(program, folders):
    """What a program prints, line by line; its exit code."""
    done = subprocess.run(
        [sys.executable, ROOT / "independent" / program, *folders], capture_output=True, encoding="utf-8"
    )
    return done.stdout.splitlines() + done.stderr.splitlines(), done.returncode


def by_dratify(folders):
    """Each set of clauses, and what dratify says of its proof."""
    for folder in folders:
        for cnf in sorted(folder.glob("*.cnf")):
            yield cnf, dratify_says(cnf.read_text("utf-8"), cnf.with_suffix(".lrat").read_text("utf-8"))


def tables(folders):
    """Print what the programs say; whether all agree."""
    lines, wrong = answers("clauses.py", folders)
    kinds = defaultdict(Counter)
    for line in lines:
        words = re.search(r" \d+: (agreed|not covered|differs)(?: if \d+)?.*\[([a-z-]+);", line)
        kinds[words[2] if words else "?"][words[1] if words else "differs"] += 1
    table = Table("kind", "agreed", "differs", "no clauses", box=SIMPLE, title="clauses.py, claim by claim")
    others = Counter()
    for kind, count in sorted(kinds.items()):
        if set(count) == {"not covered"}:
            others += count
        else:
            table.add_row(kind, *(str(count[word]) for word in ("agreed", "differs", "not covered")))
    table.add_row("other kinds", "", "", str(others["not covered"]))
    Console(width=120).print(table)
    bad = [line for line in lines if "differs" in line or "malformed" in line]
    for program in ("lrat.py", "verified_lrat.py"):
        lines, code = answers(program, folders)
        said = Counter(line.rpartition(": ")[2].partition(",")[0] for line in lines if ".cnf: " in line)
        print(f"{program}: {', '.join(f'{count} {word}' for word, count in said.items()) or lines[0]}")
        bad += [line for line in lines if "refused" in line or "malformed" in line]
        wrong |= code not in (0, 5)
    lines = [f"{cnf.parent.name}/{cnf.name}: {said}" for cnf, said in by_dratify(folders)]
    said = Counter(line.rpartition(": ")[2].partition(",")[0] for line in lines)
    print(f"dratify: {', '.join(f'{count} {word}' for word, count in said.items())}")
    bad += [line for line in lines if "refused" in line]
    print(*bad, sep="\n", end="")
    return not wrong and not bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="one certificate of so many")
    parser.add_argument("--keep", type=Path, help="a folder for the exports, made anew")
    options = parser.parse_args()
    if options.keep:
        shutil.rmtree(options.keep, ignore_errors=True)
        options.keep.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        folders = exported(options.keep or Path(place), options.every)
        if not tables(folders):
            sys.exit(1)


if __name__ == "__main__":
    main()
