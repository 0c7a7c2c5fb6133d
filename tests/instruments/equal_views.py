"""Claims that no size will do since two inputs look alike, as the checkers take them."""


def asked(answers, alphabet=2):
    """The statement of a table: word -> answers."""
    listed = [[list(word), list(wanted)] for word, wanted in answers.items()]
    return {"task": "computation", "of": "table", "alphabet": alphabet, "length": len(listed[0][0]), "answers": listed}


def claim(read_out="any", tables="token", null=False, side="none", **held):
    """That no m will do."""
    given = {"read_out": read_out, "scope": {"null": null, "tables": tables, "combine": "concat"}}
    return {"resource": "m", "unit_class": "FIXED(1, midrise)", "side": side} | given | held


def shown(*inputs):
    return {"rule": "evaluate", "exhibit": "equal-views", "inputs": [[list(word), place] for word, place in inputs]}


def masked(*rows):
    layers = [{"name": "lists", "lists": [list(row) for row in rows]}]
    return {"task": "sparse-pattern", "n": len(rows), "layers": layers}
