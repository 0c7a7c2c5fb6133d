"""Relevance files that tests write, and what is in them."""

RATINGS = [(1, 61, 1, 886590717), (10, 88, 1, 882326847), (8, 69, 2, 882341959), (10, 5, 3, 882291407)]
GRADED = {(str(u), str(i), float(r)) for u, i, r, _ in RATINGS}
TRIPLES = {("DrugA treats", "X", 1.0), ("DrugB treats", "Y", 1.0), ("DrugA binds", "Y", 1.0)}
FACTS = [("DrugA", "treats", "X"), ("DrugB", "treats", "Y"), ("DrugA", "binds", "Y")]
SHORT = [row[:3] for row in RATINGS]


def text(rows, separator, heading=None):
    return "".join(separator.join(map(str, row)) + "\n" for row in ([heading] if heading else []) + list(rows))


def pairs(data):
    rows, columns = data.grades.nonzero()
    return {(data.queries[r], data.items[c], data.grades[r, c]) for r, c in zip(rows, columns, strict=True)}
