"""Proofs in LRAT by the program of ACL2's books that is proved correct (Heule, Hunt, Kaufmann, Wetzler 2017).

    python independent/verified_lrat.py FOLDER ..    # every .cnf with its .lrat below the folders

Needs ``acl2`` with its certified books: on Debian the packages acl2 and acl2-books. The soundness theorem is in
projects/sat/lrat/list-based/soundness.lisp: a set of clauses with a valid proof is not satisfiable. The reader of the
files comes with it, and is not part of the theorem; it knows no comments, so they are left out of the copies that it
gets, and no clauses that are empty from the beginning: there nothing is left to prove, and it is not asked.
Prints a line for each pair, as lrat.py does, and ends with the same codes; 5 if there is no acl2.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import lrat

BOOK = '(include-book "projects/sat/lrat/list-based/lrat-parser" :dir :system)\n'
CALL = """(mv-let (erp val state) (lrat::verify-lrat-proof-fn "{cnf}" "{proof}" nil state)
  (prog2$ (cw "~%pair {number} ~s0~%" (if (and (null erp) (eq val t)) "verified" "refused")) (value :invisible)))
"""


def verdicts(pairs):
    """What one process of acl2 says of each pair of files."""
    with tempfile.TemporaryDirectory() as folder:
        forms, empty = [BOOK], set()
        for number, (cnf, proof) in enumerate(pairs):
            if [] in lrat.clauses(cnf.read_text("ascii")).values():
                empty.add(number)
                continue
            copies = [Path(folder) / f"{number}.{kind}" for kind in ("cnf", "lrat")]
            for copy, original in zip(copies, (cnf, proof), strict=True):
                lines = original.read_text("ascii").splitlines(keepends=True)
                copy.write_text("".join(line for line in lines if not line.startswith("c")), "ascii")
            forms.append(CALL.format(cnf=copies[0], proof=copies[1], number=number))
        done = subprocess.run(["acl2"], input="".join(forms), capture_output=True, encoding="utf-8", check=True)
    said = dict(re.findall(r"^pair (\d+) (\w+)$", done.stdout, re.MULTILINE))
    return ["holds the empty clause" if n in empty else said.get(str(n), "refused") for n in range(len(pairs))]


def main(words):
    if shutil.which("acl2") is None:
        print("acl2 is not installed: the program that is proved correct is not asked (Debian: acl2, acl2-books)")
        return 5
    pairs = list(lrat.pairs(words))
    found = verdicts(pairs)
    for (cnf, _), words in zip(pairs, found, strict=True):
        print(f"{cnf}: {words}")
    return 3 if "refused" in found else 0


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
