"""All refutations of the ledger and of the corpora, exported and given to programs that share nothing with headcount.

    python benchmarks/independent_programs.py            # make second-opinion: a few minutes
    python benchmarks/independent_programs.py --every 40 # a part of them

``independent/lrat.py`` decides each proof, and so do dratify, which is other people's and gets no hints, and, where
``acl2`` is installed, the program of ACL2's books, which is proved correct. Exits with 1 if one of them disagrees with
the checker, which has accepted everything here.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from _proofs_without_hints import dratify_says
from exports import certificates
from headcount import export
from headcount.show.export.stated_claim import stated_claims

ROOT = Path(__file__).parents[1]
KINDS = ("clauses", "tree", "theorem: columns independent")
"""How the kinds of proofs begin of which there are clauses; other certificates need not be written out."""


def exported(place, every):
    """Folders with the exports, of claims by clauses alone, and how many such claims there are by kind."""
    folders, kinds = [], Counter()
    for number, (source, name, certificate) in enumerate(certificates()):
        if number % every == 0 and any(claim.kind.startswith(KINDS) for claim in stated_claims(certificate)):
            found = export(certificate, place / f"{source}-{name}")
            kinds.update(claim["kind"] for claim in found.claims if "refutations" in claim["by"])
            folders.append(found.folder)
    return folders, kinds


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
            yield f"{folder.name}/{cnf.name}: {dratify_says(cnf.read_text(), cnf.with_suffix('.lrat').read_text())}"


def size(folders):
    """How many refutations there are, with how many clauses and lemmas."""
    proofs = [path.read_text() for folder in folders for path in folder.glob("*.lrat")]
    texts = [path.read_text() for folder in folders for path in folder.glob("*.cnf")]
    clauses = sum(int(text[text.index("\np cnf") :].split("\n", 2)[1].split()[3]) for text in texts)
    return f"{len(proofs)} refutations, {clauses:,} clauses, {sum(text.count(chr(10)) for text in proofs):,} lemmas"


def agreed(folders, kinds):
    """Print what the programs say; whether all agree."""
    print(f"{kinds.total()} claims: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    print(size(folders))
    fine, bad = True, []
    for program in ("lrat.py", "verified_lrat.py", "dratify"):
        lines, code = ([*by_dratify(folders)], 0) if program == "dratify" else answers(program, folders)
        said = Counter(line.rpartition(": ")[2].partition(",")[0] for line in lines if ".cnf: " in line)
        print(f"{program}: {', '.join(f'{count} {word}' for word, count in said.items()) or lines[0]}")
        bad += [line for line in lines if "refused" in line or "malformed" in line]
        fine &= code in (0, 5)
    print(*bad, sep="\n", end="")
    return fine and not bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="one certificate of so many")
    parser.add_argument("--keep", type=Path, help="a folder for the exports, made anew")
    options = parser.parse_args()
    if options.keep:
        shutil.rmtree(options.keep, ignore_errors=True)
        options.keep.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        if not agreed(*exported(options.keep or Path(place), options.every)):
            sys.exit(1)


if __name__ == "__main__":
    main()
