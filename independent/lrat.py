"""A program for proofs in LRAT: is a set of clauses contradictory, step by step?

    python independent/lrat.py FILE.cnf FILE.lrat [FILE.cnf FILE.lrat ..]
    python independent/lrat.py FOLDER ..             # every .cnf with its .lrat in it

Each line of a proof adds a clause that follows from the clauses named: suppose that its literals are false; each hint
in turn then has one literal that is not false, which has to be true, until a hint has none. The last clause is empty.
Lines that delete clauses forget them. Steps of other kinds (RAT) are refused: headcount writes none. Nothing of
headcount is imported. Prints a line for each pair: verified, or refused and why. Exit codes: 0 all verified, 3 one or
more refused, 4 a file is not what it should be.
"""

import sys
from pathlib import Path


class Refused(Exception):
    """The proof proves nothing."""


def clauses(text):
    """Number -> literals of a file in DIMACS."""
    words, variables, count = [], None, None
    for line in text.splitlines():
        if line.startswith("p cnf "):
            variables, count = map(int, line.split()[2:])
        elif not line.startswith("c"):
            words += map(int, line.split())
    if count is None or min(variables, count) < 0:
        raise ValueError("no line 'p cnf VARIABLES CLAUSES'")
    found, clause = {}, []
    for word in words:
        if abs(word) > variables:
            raise ValueError(f"literal {word} of {variables} variables")
        if word:
            clause.append(word)
        else:
            found[len(found) + 1], clause = clause, []
    if clause or len(found) != count:
        raise ValueError(f"{len(found)} clauses and {len(clause)} literals in place of {count} clauses")
    return found


def follows(clause, hints, known):
    """Whether the hints lead from the negated clause to a contradiction."""
    true = {-literal for literal in clause}
    if any(-literal in true for literal in true):
        return True
    for hint in hints:
        if hint < 0:
            raise Refused(f"hint {hint}: a step that is no unit propagation")
        if hint not in known:
            raise Refused(f"there is no clause {hint}")
        open_literals = {literal for literal in known[hint] if -literal not in true}
        if not open_literals:
            return True
        if len(open_literals) > 1 or open_literals & true:
            raise Refused(f"hint {hint} says nothing")
        true |= open_literals
    return False


def verify(cnf, proof):
    """Raise Refused unless the proof derives the empty clause from the clauses."""
    known = clauses(cnf)
    last = len(known)
    for line in proof.splitlines():
        words = line.split()
        if not words or words[0] == "c":
            continue
        number = int(words[0])
        if words[1] == "d":
            for old in map(int, words[2:-1]):
                known.pop(old, None)
            continue
        rest = [int(word) for word in words[1:]]
        middle = rest.index(0)
        clause, hints = rest[:middle], rest[middle + 1 : -1]
        if rest[-1] != 0 or 0 in hints or middle == len(rest) - 1:
            raise ValueError(f"line {number} has not the form: number, literals, 0, hints, 0")
        if number <= last:
            raise Refused(f"line {number} comes after {last}")
        if not follows(clause, hints, known):
            raise Refused(f"line {number} does not follow")
        if not clause:
            return
        known[number], last = clause, number
    raise Refused("the empty clause is not reached")


def pairs(words):
    """The pairs of files that the words of a command name."""
    words = list(map(Path, words))
    while words:
        first = words.pop(0)
        if first.is_dir():
            for cnf in sorted(first.rglob("*.cnf")):
                yield cnf, cnf.with_suffix(".lrat")
        else:
            yield first, words.pop(0) if words else first.with_suffix(".lrat")


def main(words):
    worst = 0
    for cnf, proof in pairs(words):
        try:
            verify(cnf.read_text("ascii"), proof.read_text("ascii"))
            print(f"{cnf}: verified")
        except Refused as error:
            print(f"{cnf}: refused, {error}")
            worst = max(worst, 3)
        except (OSError, ValueError, IndexError) as error:
            print(f"{cnf}: malformed, {error}")
            worst = 4
    return worst


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
