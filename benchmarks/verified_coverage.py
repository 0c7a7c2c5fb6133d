"""Which claims of the ledger the verified checker accepts, by kind; its time and memory beside the Python checker's.

    make coverage    # writes benchmarks/verified_coverage.rst; needs `make verified`

A claim is *verified* if the verified checker accepts it; else *LRAT* if its proof and those of its premises can be
exported as clauses with refutations, which ``independent/verified_lrat.py`` decides; else the Python checker alone
decides it.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

from _verified_program import outcomes, said
from headcount import probe
from headcount.ledger.stored import stored_certificates
from headcount.show.export.rules import exported
from headcount.show.export.stated_claim import stated_claims

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).with_suffix(".rst")
BY_CLAUSES = ("clauses", "tree")
WAYS = ("verified", "LRAT", "Python")


def by_clauses(claims, claim):
    """Whether a claim and all that it rests on can be exported as clauses with refutations."""
    if not claim.kind.startswith(BY_CLAUSES) or "refutations" not in exported(claim).by:
        return False
    return all(by_clauses(claims, claims[number]) for number in claim.premises)


def coverage():
    """How many claims of each kind, task and side are decided in which way; the names of files that are accepted."""
    ledger = {name: json.loads(text) for name, text in stored_certificates().items()}
    verdicts, _ = said(ledger.items())
    table, accepted = defaultdict(Counter), []
    for verdict, certificate in zip(verdicts, ledger.values(), strict=True):
        claims = stated_claims(certificate)
        if verdict["verdict"] == "accepted":
            accepted.append(verdict["file"])
        for claim, outcome in zip(claims, outcomes(verdict), strict=False):  # those proved in place follow
            way = "verified" if outcome == "proved" else "LRAT" if by_clauses(claims, claim) else "Python"
            side = claim.value.get("side", "fact")
            table[claim.kind, claim.question["task"], side][way] += 1
    return table, {name: ledger[name] for name in accepted}


def coverage_text(table):
    """The table by kind, the kinds that are not verified first."""
    total = Counter()
    for counts in table.values():
        total += counts
    share = ", ".join(f"{total[way]:,} {words} ({total[way] / total.total():.1%})" for way, words in zip(
        WAYS, ("verified", "decided by programs for LRAT", "decided by the Python checker alone"), strict=True
    ))  # fmt: skip
    rows = sorted(table.items(), key=lambda row: (-(row[1]["LRAT"] + row[1]["Python"]), row[0]))
    width = max(len(" ".join(key)) for key in table) + 4
    lines = [f"Of {total.total():,} claims: {share}.", "", "::", ""]
    lines.append(f"    {'proof, task, side':<{width}}{'claims':>7}{'verified':>10}{'LRAT':>6}{'Python':>8}")
    for (kind, task, side), counts in rows:
        numbers = [f"{counts[way] or '-':>{n}}" for way, n in zip(WAYS, (10, 6, 8), strict=True)]
        lines.append(f"    {f'{kind}, {task}, {side}':<{width}}{counts.total():>7}{''.join(numbers)}")
    return "\n".join(lines)


def large_cases():
    """Certificates of large questions."""
    yield "q-SA N = 10^6, q = 8", probe("qsa N=1000000 q=8", budget=10)
    yield "Match2 M = 10^6", probe("match2 M=1000000", budget=60)


def by_python(certificates):
    """Seconds and megabytes of a process of the Python checker; whether all are accepted."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{name}.json" for name in certificates]
        for path, certificate in zip(paths, certificates.values(), strict=True):
            path.write_text(json.dumps(certificate), "utf-8")
        command = [sys.executable, str(Path(__file__).with_name("_python_checker_alone.py")), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return json.loads(done.stdout)


def times_text(accepted):
    """A table of both checkers on the same certificates."""
    cases = [(f"all {len(accepted):,} files of the ledger that it accepts", accepted)]
    largest = sorted(accepted, key=lambda name: -len(json.dumps(accepted[name])))[:3]
    cases += [(f"a file of {len(json.dumps(accepted[name])) // 1000:,} kB", {name: accepted[name]}) for name in largest]
    cases += [(words, {"large": answer.certificate()}) for words, answer in large_cases()]
    lines = [f"    {'certificates':<48}{'verified s':>11}{'MB':>6}{'Python s':>10}{'MB':>6}"]
    for words, certificates in cases:
        verdicts, ours = said(certificates.items())
        states = Counter(verdict["verdict"] for verdict in verdicts)
        note = "" if set(states) == {"accepted"} else f" ({', '.join(states)})"
        theirs = by_python(certificates)
        lines.append(
            f"    {words + note:<48}{ours['seconds']:>11.2f}{ours['megabytes']:>6}"
            f"{theirs['seconds']:>10.2f}{theirs['megabytes']:>6}"
        )
    return "\n".join(lines)


def lines_text():
    """How long the files are: what has to be read, what runs, what is proved."""

    def count(*paths):
        return sum(sum(bool(line.strip()) for line in path.read_text("utf-8").splitlines()) for path in paths)

    proofs = set((ROOT / "proofs").glob("*.v"))
    statements = sorted((ROOT / "proofs").glob("statements*.v"))
    read = ", ".join(f"``{path.name}`` {count(path)}" for path in statements)
    names = {path.name: count(path) for path in sorted((ROOT / "verified").glob("*.ml"))}
    return (
        f"Lines that are not blank: what has to be read, {read}; the other files of ``proofs/``, "
        f"checker, rules and proofs, {count(*(proofs - set(statements))):,}; ``verified/``: "
        + ", ".join(f"``{name}`` {lines}" for name, lines in names.items())
        + f", ``extract.v`` {count(ROOT / 'verified' / 'extract.v')}."
    )


def main():
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--print", action="store_true", help="print the table by kind, write nothing")
    options = parser.parse_args()
    begun = time.perf_counter()
    table, accepted = coverage()
    if options.print:
        print(coverage_text(table))
        return
    head = PAGE.read_text("utf-8").split(".. what follows is generated", 1)[0]
    PAGE.write_text(
        f"{head}.. what follows is generated by ``make coverage``\n\n{coverage_text(table)}\n\n"
        f"Time and memory\n---------------\n\nProcess time and the most memory, in one run, each checker in a "
        "process of its own (the Python\nchecker without the time in which Python itself starts)::\n\n"
        f"{times_text(accepted)}\n\n"
        f"Lines\n-----\n\n{lines_text()}\n",
        "utf-8",
    )
    print(f"{PAGE.relative_to(ROOT)} written in {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
