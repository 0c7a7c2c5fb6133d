"""What may be changed in a refutation: a literal, a clause, a hint, a lemma; in two texts, DIMACS and LRAT."""


class Mutable:
    """The clauses and the lemmas of a refutation, to be changed."""

    def __init__(self, cnf, lrat):
        lines = cnf.splitlines()
        start = next(number for number, line in enumerate(lines) if line.startswith("p cnf"))
        self.variables = int(lines[start].split()[2])
        self.clauses = [[int(word) for word in line.split()[:-1]] for line in lines[start + 1 :]]
        self.lemmas = []
        for line in lrat.splitlines():
            number, *rest = map(int, line.split())
            cut = rest.index(0)
            self.lemmas.append([number, rest[:cut], rest[cut + 1 : -1]])

    @property
    def cnf(self):
        """The clauses, without comments."""
        body = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in self.clauses)
        return f"p cnf {self.variables} {len(self.clauses)}\n{body}"

    @property
    def lrat(self):
        """The proof."""
        return "".join(" ".join(map(str, [n, *clause, 0, *hints, 0])) + "\n" for n, clause, hints in self.lemmas)


def pick(lists, rng):
    """One of the lists that are not empty, and a place in it; None if all are empty."""
    found = [one for one in lists if one]
    if not found:
        return None
    one = rng.choice(found)
    return one, rng.randrange(len(one))


def flipped(lists, rng):
    """A literal of one of the clauses is negated."""
    place = pick(lists, rng)
    if place:
        place[0][place[1]] *= -1
    return place


def literal_flipped(one, rng):
    return flipped(one.clauses, rng)


def literal_dropped(one, rng):
    """Of a lemma; a clause that is given may always lose one, as it says more then."""
    place = pick([lemma[1] for lemma in one.lemmas], rng)
    if place:
        del place[0][place[1]]
    return place


def clause_dropped(one, rng):
    """The numbers after it are one less, in the proof too, where its hints are left out."""
    if not one.clauses:
        return None
    dropped = rng.randrange(len(one.clauses)) + 1
    del one.clauses[dropped - 1]
    for lemma in one.lemmas:
        lemma[0] -= 1
        lemma[2] = [hint - (hint > dropped) for hint in lemma[2] if hint != dropped]
    return dropped


def hint_changed(one, rng):
    """A hint is another clause, which is none of the hints."""
    lemma = rng.choice(one.lemmas)
    number, _, hints = lemma
    others = [other for other in range(1, number) if hints and other not in hints]
    if others:
        hints[rng.randrange(len(hints))] = rng.choice(others)
    return others


def lemma_flipped(one, rng):
    return flipped([lemma[1] for lemma in one.lemmas], rng)


def lemma_dropped(one, rng):
    del one.lemmas[rng.randrange(len(one.lemmas))]
    return True


MUTATIONS = {
    "literal flipped": literal_flipped,
    "lemma literal dropped": literal_dropped,
    "clause dropped": clause_dropped,
    "hint changed": hint_changed,
    "lemma literal flipped": lemma_flipped,
    "lemma dropped": lemma_dropped,
}
