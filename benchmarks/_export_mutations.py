"""What may be changed in an export: one thing, in all files that say it, so that nobody notices by comparing files."""

import json
import re


class Mutable:
    """The files of an export as texts, to be changed."""

    def __init__(self, folder):
        self.texts = {path.name: path.read_text() for path in folder.iterdir() if path.suffix != ".txt"}
        self.said = json.loads(self.texts["export.json"])
        self.certificate = json.loads(self.texts["certificate.json"])
        self.refutations = sorted(name for name in self.texts if name.endswith(".cnf"))

    def write(self, folder):
        """Write it into a folder."""
        self.texts["export.json"] = json.dumps(self.said)
        self.texts["certificate.json"] = json.dumps(self.certificate)
        for name, text in self.texts.items():
            (folder / name).write_text(text)

    def lines(self, name):
        return self.texts[name].splitlines()

    def put(self, name, lines):
        self.texts[name] = "".join(line + "\n" for line in lines)

    def comments(self, name, word):
        """Places and values of the comments that begin with a word."""
        found = []
        for place, line in enumerate(self.lines(name)):
            parts = line.split(" ", 3 if word in ("variable", "clause") else 2)
            if parts[0] == "c" and parts[1] == word:
                found.append((place, " ".join(parts[:-1]), json.loads(parts[-1])))
        return found

    def body(self, name):
        """Places of the clauses."""
        lines = self.lines(name)
        start = next(place for place, line in enumerate(lines) if line.startswith("p cnf"))
        return range(start + 1, len(lines))

    def replace(self, name, place, line):
        lines = self.lines(name)
        lines[place] = line
        self.put(name, lines)

    def say(self, old, new, field):
        """Say another question (or claim) in place of one, in all files."""
        for claim in self.said["claims"]:
            if claim[field] == old:
                claim[field] = new
        if field == "question" and self.certificate.get("question") == old:
            self.certificate["question"] = new
        walk(self.certificate["claims"], old, new, field)
        for name in self.refutations:
            for place, head, value in self.comments(name, field):
                if value == old:
                    self.replace(name, place, f"{head} {json.dumps(new)}")


def walk(value, old, new, field):
    """The same in a certificate, in place, within evidence too."""
    for entry in value if isinstance(value, list) else value.values():
        if not isinstance(entry, dict | list):
            continue
        if isinstance(entry, dict) and "evidence" in entry:
            if field == "question" and entry.get("question") == old:
                entry["question"] = new
            if field == "claim" and {k: v for k, v in entry.items() if k not in ("evidence", "question")} == old:
                entry.update(new)
        walk(entry, old, new, field)


def pick_refutation(one, rng, word=None):
    names = [name for name in one.refutations if word is None or one.comments(name, word)]
    return rng.choice(names) if names else None


def literal_flipped(one, rng):
    return in_clause(one, rng, lambda literals, i: [*literals[:i], -literals[i], *literals[i + 1 :]])


def literal_dropped(one, rng):
    return in_clause(one, rng, lambda literals, i: literals[:i] + literals[i + 1 :])


def in_clause(one, rng, change):
    name = pick_refutation(one, rng)
    places = [p for p in (one.body(name) if name else ()) if one.lines(name)[p] != "0"]
    if not places:
        return False
    place = rng.choice(places)
    literals = [int(word) for word in one.lines(name)[place].split()[:-1]]
    one.replace(name, place, " ".join(map(str, [*change(literals, rng.randrange(len(literals))), 0])))
    return True


def clause_dropped(one, rng):
    """With its rule; the numbers after it are one less, in the proof too, where its hints are left out."""
    name = pick_refutation(one, rng)
    if not name or not one.body(name):
        return False
    dropped = rng.randrange(1, len(one.body(name)) + 1)
    lines = one.lines(name)
    del lines[one.body(name)[dropped - 1]]
    kept = []
    for line in lines:
        if match := re.match(r"c clause (\d+) (.*)", line):
            number = int(match[1])
            if number == dropped:
                continue
            line = f"c clause {number - (number > dropped)} {match[2]}"
        if line.startswith("p cnf"):
            *head, count = line.split()
            line = " ".join([*head, str(int(count) - 1)])
        kept.append(line)
    one.put(name, kept)
    proof, steps = name.replace(".cnf", ".lrat"), []
    for number, literals, hints in lemmas(one, proof):
        hints = [hint - (hint > dropped) for hint in hints if hint != dropped]
        steps.append((number - 1, literals, hints))
    write_lemmas(one, proof, steps)
    return True


def lemmas(one, proof):
    found = []
    for line in one.lines(proof):
        number, *rest = map(int, line.split())
        cut = rest.index(0)
        found.append((number, rest[:cut], rest[cut + 1 : -1]))
    return found


def write_lemmas(one, proof, steps):
    one.put(proof, [" ".join(map(str, [number, *literals, 0, *hints, 0])) for number, literals, hints in steps])


def in_proof(one, rng, change):
    name = pick_refutation(one, rng)
    if not name:
        return False
    proof = name.replace(".cnf", ".lrat")
    steps = lemmas(one, proof)
    if not change(steps, rng.randrange(len(steps))):
        return False
    write_lemmas(one, proof, steps)
    return True


def hint_changed(one, rng):
    def change(steps, place):
        number, literals, hints = steps[place]
        others = [other for other in range(1, number) if hints and other not in hints]
        if not others:
            return False
        hints = list(hints)
        hints[rng.randrange(len(hints))] = rng.choice(others)
        steps[place] = (number, literals, hints)
        return True

    return in_proof(one, rng, change)


def lemma_flipped(one, rng):
    def change(steps, place):
        number, literals, hints = steps[place]
        if not literals:
            return False
        i = rng.randrange(len(literals))
        steps[place] = (number, [*literals[:i], -literals[i], *literals[i + 1 :]], hints)
        return True

    return in_proof(one, rng, change)


def lemma_dropped(one, rng):
    def change(steps, place):
        del steps[place]
        return True

    return in_proof(one, rng, change)


def variable_renamed(one, rng):
    name = pick_refutation(one, rng, "variable")
    if not name:
        return False
    place, head, says = rng.choice(one.comments(name, "variable"))
    return another_number(one, rng, name, place, head, says)


def variables_exchanged(one, rng):
    name = pick_refutation(one, rng, "variable")
    if not name or len(one.comments(name, "variable")) < 2:
        return False
    (p, head, says), (q, other, means) = rng.sample(one.comments(name, "variable"), 2)
    one.replace(name, p, f"{head} {json.dumps(means)}")
    one.replace(name, q, f"{other} {json.dumps(says)}")
    return True


def rule_changed(one, rng):
    """A number in the rule of a clause."""
    name = pick_refutation(one, rng, "clause")
    found = [c for c in (one.comments(name, "clause") if name else ()) if re.search(r"\d", json.dumps(c[2]))]
    if not found:
        return False
    return another_number(one, rng, name, *rng.choice(found))


def another_number(one, rng, name, place, head, says):
    """One of the numbers of a comment is made another one."""
    text = json.dumps(says)
    found = [match for match in re.finditer(r"-?\d+", text) if text[match.start() - 1] != '"']
    if not found:
        return False
    match = rng.choice(found)
    number = int(match[0]) + rng.choice((-1, 1, 2))
    one.replace(name, place, f"{head} {text[: match.start()]}{number}{text[match.end() :]}")
    return True


def supposition_changed(one, rng):
    """A number in the evidence of a refutation, or its word uniform, or whose vectors are meant."""
    name = pick_refutation(one, rng, "evidence")
    if not name:
        return False
    ((place, head, says),) = one.comments(name, "evidence")
    words = [word for word in ("uniform", "vectors") if word in says]
    if words and rng.random() < 0.5:
        word = rng.choice(words)
        says[word] = not says[word] if word == "uniform" else {"rows": "columns", "columns": "rows"}[says[word]]
        one.replace(name, place, f"{head} {json.dumps(says)}")
        return True
    return another_number(one, rng, name, place, head, says)


def entry_changed(one, rng):
    """An entry of a pattern or matrix that is written out, wherever it is the question."""
    asked = [
        claim["question"] for claim in one.said["claims"] if claim["question"]["task"] in ("pattern", "communication")
    ]
    asked = [question for question in asked if "rows" in question]
    if not asked:
        return False
    old = rng.choice(asked)
    rows = list(old["rows"])
    r, c = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
    letters = "01" if old["task"] == "communication" else "+-"
    entry = rng.choice([letter for letter in letters if letter != rows[r][c]])
    rows[r] = rows[r][:c] + entry + rows[r][c + 1 :]
    one.say(old, {**old, "rows": rows}, "question")
    return True


def size_changed(one, rng):
    """A number of a question that is named."""
    found = [(claim["question"], key) for claim in one.said["claims"] for key in ("N", "q", "M", "n", "least", "most")]
    found = [(asked, key) for asked, key in found if type(asked.get(key)) is int and "rows" not in asked]
    if not found:
        return False
    old, key = rng.choice(found)
    one.say(old, {**old, key: max(old[key] + rng.choice((-1, 1)), 1)}, "question")
    return True


def value_strengthened(one, rng):
    """By one, in all files."""
    claim = strengthened(one, rng)
    if claim is not None:
        one.say(*claim, "claim")
    return claim is not None


def value_strengthened_in_the_list(one, rng):
    """By one, in export.json alone."""
    found = strengthened(one, rng)
    for claim in one.said["claims"]:
        if found is not None and claim["claim"] == found[0]:
            claim["claim"] = found[1]
    return found is not None


def strengthened(one, rng):
    rests = [claim for claim in one.said["claims"] if {"refutation", "parts", "restriction"} & set(claim["by"])]
    others = [claim["claim"] for claim in one.said["claims"] if claim not in rests]  # for programs that evaluate
    rests = [claim["claim"] for claim in rests if "value" in claim["claim"] and claim["claim"] not in others]
    if not rests:
        return None
    old = rng.choice(rests)
    step = 1 if old["side"] == "lower" else -1
    return (
        (old, {**old, "value": type(old["value"])(int(old["value"]) + step)}) if str(old["value"]).isdigit() else None
    )


def part_changed(one, rng):
    """Rows or columns of a restriction: one of them is another one."""
    found = [claim["by"] for claim in one.said["claims"] if "rows" in claim["by"] and "part" not in claim["by"]]
    if not found:
        return False
    by = rng.choice(found)
    side = rng.choice([by["rows"], by["columns"]])
    side[rng.randrange(len(side))] += rng.choice((-1, 1))
    return True


def premise_changed(one, rng):
    """The claim on which another one rests."""
    found = [claim["by"] for claim in one.said["claims"] if "restriction" in claim["by"]]
    if not found or len(one.said["claims"]) < 2:
        return False
    by = rng.choice(found)
    by["restriction"] = rng.choice([n for n in range(len(one.said["claims"])) if n != by["restriction"]])
    return True


def protocol_changed(one, rng):
    """A depth, a row or a column of a part of the matrix, in export.json and in its files."""
    found = [part for claim in one.said["claims"] for part in claim["by"].get("parts", [])]
    if not found:
        return False
    part = rng.choice(found)
    field = rng.choice(("depth", "rows", "columns"))
    if field == "depth":
        part["depth"] += 1
    else:
        part[field][rng.randrange(len(part[field]))] += rng.choice((-1, 1))
    for name in part["by"].values() if isinstance(part["by"], dict) else ():
        ((place, head, says),) = one.comments(name, "evidence")
        one.replace(name, place, f"{head} {json.dumps({**says, field: part[field]})}")
    return True


MUTATIONS = {
    "literal flipped": literal_flipped,
    "literal dropped": literal_dropped,
    "clause dropped": clause_dropped,
    "variable renamed": variable_renamed,
    "variables exchanged": variables_exchanged,
    "number in a rule": rule_changed,
    "what is supposed": supposition_changed,
    "entry of the question": entry_changed,
    "size of the question": size_changed,
    "value by one": value_strengthened,
    "value by one in the list": value_strengthened_in_the_list,
    "part of a restriction": part_changed,
    "premise": premise_changed,
    "part of a protocol": protocol_changed,
    "hint changed": hint_changed,
    "lemma literal flipped": lemma_flipped,
    "lemma dropped": lemma_dropped,
}
