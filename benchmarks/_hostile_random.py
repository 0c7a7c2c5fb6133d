"""Random certificates from the grammar of the format: most are wrong somewhere, many say something that is true."""

import random
from math import comb
from typing import Any

from _hostile_statements import Statements
from headcount.certificates import clauses
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.theorem import FIELDS, ROWS

Json = Any

# fmt: off
MATRIX = ("protocol", "messages", "distinct", "conflicts", "fooling", "rectangles", "elimination", "elimination",
          "shattered", "heavy-rectangle")
SCHEMAS = {"dependency": {"nonzero": 0, "exclusive": 1, "row": ~1}, "colouring": {"some": 1, "apart": 3, "pin": 1},
           "chirotope": {"cramer": ~1, "plucker": ~0, "product": ~1, "choice": ~0, "lex": ~0, "exclusive": 1},
           "fooling": {"pair": 4, "count": 2, "carry": 2, "top": 0}, "splits": {"edge": 2},
           "order": {"place": 1, "position": 1, "apart": 4, "step": 3},
           "rectangles": {"zero": 3, "inside": 4, "held": 3, "some": 2, "once": 4, "ordered": 1},
           "layers": {"token": ~2, "entry": 2, "key": 2, "keys": 2, "row": 3, "differ": 2}}
SCHEMAS["terms"] = {**SCHEMAS["rectangles"], "twice": 5}
# fmt: on


def random_certificate(rng: random.Random) -> Json:
    """A certificate about tiny statements."""
    maker = _Maker(rng)
    root = maker.question()
    claims = [maker.claim(root if rng.random() < 0.8 else None, i, 0) for i in range(rng.choice((1, 1, 1, 2, 3)))]
    certificate = {"format": "headcount-certificate", "version": 3, "question": root, "claims": claims}
    if rng.random() < 0.02:
        certificate.pop(rng.choice(list(certificate)))
    return certificate


class _Maker(Statements):
    def claim(self, root: Json | None, number: int, depth: int) -> Json:
        rng = self.rng
        question = self.question() if root is None else root
        stated = {"side": rng.choice(("lower", "upper"))}
        if root is None:
            stated["question"] = question
        if question["task"] == "communication":
            stated |= {"measure": rng.choice(list(MEASURES)), "value": str(self.number(3))}
            if stated["measure"] == "gamma2_alpha":
                stated["alpha"] = rng.choice(("1", "11/10", "2"))
            if stated["measure"] in ("partition_bound", "smooth_rectangle0", "smooth_rectangle1"):
                stated["epsilon"] = rng.choice(("0", "1/3", "1/2"))
        else:
            resource = rng.choice("mmmpH" if question["task"] in ("averaging", "computation") else "mmmp")
            stated |= {"resource": resource, "unit_class": self.unit_class(question, resource), "value": self.number(3)}
            if resource != "m" and stated["unit_class"] != "THRESH":
                stated["m"] = rng.randint(0, 3)
            if question["task"] == "averaging":
                stated["error"] = rng.choice(("0", "1/3", "1", "2"))
            if question["task"] == "computation" and stated["unit_class"] != "THRESH":
                stated["read_out"] = rng.choice(("any", "threshold"))
                if rng.random() < 0.2:
                    stated["scope"] = {"null": True, "tables": "both", "combine": "concat"}
        stated["proof"] = self.proof(question, stated, number, depth)
        return stated

    def premise(self, question: Json | None, number: int, depth: int) -> Json:
        if number and self.rng.random() < 0.5:
            return self.rng.randrange(number)
        return self.claim(question, number, depth + 1) if depth < 2 else 0

    def proof(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rules = ["theorem"] * 3 + ["map"] + ["evaluate"] * 4
        if claim["side"] == "lower":
            rules += ["clauses"] * 2 + ["tree", "farkas", "psd"]
        elif question["task"] == "communication":
            rules += ["clauses", "tree", "farkas", "psd"]
        rule = self.rng.choice(rules)
        return {"rule": rule, **getattr(self, f"_{rule}")(question, claim, number, depth)}

    def _shape(self, question: Json, claim: Json) -> tuple[int, int]:
        rows = question.get("rows")
        if rows:
            more = question["task"] == "pattern" and not question["null"] and claim.get("unit_class") == "SIGN"
            return len(rows) + more, len(rows[0])
        if question["task"] == "match":
            return question["M"], question["M"]
        if "q" in question:
            count = comb(question["N"], question["q"])
            return count + (claim.get("unit_class") == "SIGN"), question["N"]
        n = question.get("n", 2)
        return 2**n, n if question.get("of") == "index" else 2**n

    def _lines(self, most: int, least: int = 1) -> Json:
        return sorted(self.rng.sample(range(most), self.rng.randint(min(least, most), most)))

    def _theorem(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng, task = self.rng, question["task"]
        whole = f"computation {question['of']}" if task == "computation" else task
        fitting = [row.name for row in ROWS if row.task in ("", whole) and row.side == claim["side"]]
        if task == "communication":
            fitting += [name for name in FIELDS if claim["measure"] in name] * 3
        name = rng.choice(fitting if fitting and rng.random() < 0.9 else list(FIELDS))
        height, width = self._shape(question, claim)
        made = {
            "k": lambda: self.number(5),
            "lines": lambda: self._lines(rng.choice((height, width))),
            "columns": lambda: self._lines(width),
            "from": lambda: [self.premise(question, number, depth) for _ in range(rng.choice((1, 1, 2)))],
            "of": lambda: rng.choice(("rows", "columns")),
            "left": lambda: self.vector(height),
            "right": lambda: self.vector(width),
            "sets": lambda: [self._lines(width) for _ in range(5)],
            "rows": lambda: self._lines(height),
            "reversed": lambda: rng.random() < 0.5,
            "members": lambda: self._members(height, width),
            "inputs": lambda: [
                [self.number(3) for _ in range(rng.randint(1, 4))] for _ in range(rng.choice((1, 1, 2)))
            ],
            "position": lambda: self.number(3),
            "values": lambda: [self.number(4) for _ in range(rng.randint(1, 4))],
            "margin": lambda: rng.choice(("1/4", "1/9", "1/2")),
            "scale": lambda: rng.choice((1, 1, 2, 3)),
            "cores": lambda: [
                {"of": 0, "rows": self._lines(height), "columns": self._lines(width), "times": rng.choice((1, 1, 2))}
                for _ in range(rng.choice((1, 2)))
            ],
        }
        return {"name": name, **{field: made[field]() for field in FIELDS[name]}}

    def _members(self, height: int, width: int) -> Json:
        """Rows, each with as many columns, rising."""
        size = self.rng.choice((2, 2, 3))
        columns = [sorted(self.rng.choices(range(width), k=size)) for _ in range(self.rng.choice((1, 2)))]
        return [[self.rng.randrange(height + 1), *self.rng.choice(columns)] for _ in range(self.rng.choice((2, 4)))]

    def _map(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng, name = self.rng, self.rng.choice(("part", "part", "part", "averages", "cut", "tuples", "sphere"))
        found: Json = {"name": name, "of": self.premise(question if rng.random() < 0.4 else None, number, depth)}
        height, width = self._shape(question, claim)
        if name in ("part", "sphere") and rng.random() < 0.6:
            found |= {"rows": self._lines(height), "columns": self._lines(width)}
        if name == "part" and rng.random() < 0.2:
            found["tied"] = True
        if name == "tuples":
            order, modulus = question.get("order", 3), question.get("M", 2)
            part = rng.randrange(order)
            found |= {"part": part, "rows": [rng.randint(-1 if part else 0, modulus - 1) for _ in range(2)]}
            found["columns"] = [[rng.randint(-1, modulus - 1) for _ in range(order - 1)] for _ in range(2)]
        if name == "cut":
            found |= {"token": 0, "alice": [1], "rows": [[rng.randint(0, 1)] for _ in range(2)], "columns": [[]]}
        return found

    def _evaluate(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        task = question["task"]
        choices = {"averaging": ["averaging"], "computation": ["unit", "softmax-weights"], "shared": ["tables"]}
        exhibits = choices.get(task, ["points", "tables", "tuples", "order"])
        name = self.rng.choice(MATRIX if task == "communication" else exhibits)
        return {"exhibit": name, **getattr(self, "_" + name.replace("-", "_"))(question, claim)}

    def _points(self, question: Json, claim: Json) -> Json:
        rows, columns = self._shape(question, claim)
        width = self.rng.randint(0, 3)
        return {"queries": self.table(rows, width), "keys": self.table(columns, width)}

    def _tables(self, question: Json, claim: Json) -> Json:
        rows, columns = self._shape(question, {})
        width = self.rng.randint(0, 3)

        def head() -> Json:
            made: Json = {"queries": self.table(rows, width, 2), "keys": self.table(columns, width, 2)}
            if question["task"] == "match" or question.get("null"):
                made["null_key"] = self.vector(width)
            return made

        return {"heads": [head() for _ in range(question.get("heads", 1))]}

    def _tuples(self, question: Json, claim: Json) -> Json:
        rows, columns = self._shape(question, {})
        width, parts = self.rng.randint(0, 3), question.get("order", 3) - 1
        keys: Json = [self.table(columns, width) for _ in range(parts)]
        return {"queries": self.table(rows, width), "keys": keys, "null_keys": self.table(parts, width)}

    def _order(self, question: Json, claim: Json) -> Json:
        columns = list(range(self._shape(question, claim)[1]))
        self.rng.shuffle(columns)
        return self.rng.choice(({}, {"order": columns}, {"order": columns, "negated": self._lines(len(columns), 0)}))

    def _averaging(self, question: Json, claim: Json) -> Json:
        rows, columns = self._shape(question, {})
        width = self.rng.randint(0, 2)
        share = self.rng.choice((0, 1))
        head = {"queries": self.table(rows, width, 1), "keys": self.table(columns, width, 1), "share": share}
        found: Json = {"heads": [head] * self.rng.choice((1, 1, 2)), "divisor": self.rng.randint(1, 3)}
        return found | ({"bits": self.number(3)} if claim.get("resource") == "p" else {})

    def _unit(self, question: Json, claim: Json) -> Json:
        rng = self.rng
        alphabet = question.get("alphabet", question.get("M", question.get("A", 2)))
        length = question.get("length", question.get("N", 2))
        by = rng.choice(("token", "position", "both"))
        height = {"token": alphabet, "position": length, "both": alphabet * length}[by]
        width, order, entry = rng.randint(0, 1), rng.choice((2, 2, 2, 3)), rng.choice((1, 0))

        def table(columns: int) -> Json:
            return {"by": by, "rows": [[rng.choice((-1, entry)) for _ in range(columns)] for _ in range(height)]}

        null = [[rng.choice((-1, entry)) for _ in range(w)] for w in (width, 1)] if rng.random() < 0.3 else None
        head = {"queries": table(width), "keys": [table(width)] * (order - 1), "values": [table(1)] * (order - 1)}
        head |= {
            "null_keys": [null[0]] * (order - 1) if null else [],
            "null_values": [null[1]] * (order - 1) if null else [],
        }
        layer = {"combine": "sum", "order": order, "monomials": [list(range(order))], "heads": [head]}
        found: Json = {"unit": {"layers": [layer], "read_outs": []}}
        if claim.get("resource") == "p":
            found["bits"] = self.number(3)
        return {**found, "at": rng.choice(("0", "1/2", "-1/3"))} if claim.get("read_out") == "threshold" else found

    def _softmax_weights(self, question: Json, claim: Json) -> Json:
        rng = self.rng
        alphabet = question.get("alphabet", question.get("M", question.get("A", 2)))
        keys = alphabet * question.get("length", question.get("N", 2))
        head = {
            "weights": [[rng.randint(1, 3) for _ in range(keys)] for _ in range(alphabet)],
            "values": self.vector(keys),
        }
        return {"at": rng.choice(("0", "1/2")), "heads": [head] * rng.randint(1, 2)}

    def _protocol(self, question: Json, claim: Json) -> Json:
        rng, nodes = self.rng, []
        for _ in range(rng.randint(1, 4)):
            nodes.append([rng.randrange(4), *self._lines(3, 0)])
        return {"nodes": [*nodes, *[[rng.randrange(2)] for _ in range(len(nodes) + 1)]]}

    def _messages(self, question: Json, claim: Json) -> Json:
        side = self.rng.choice(self._shape(question, claim))
        return {"messages": [self.rng.randrange(side) for _ in range(side)]}

    def _conflicts(self, question: Json, claim: Json) -> Json:
        side = self.rng.randrange(2)
        return {"of": ("rows", "columns")[side], "lines": self._lines(self._shape(question, claim)[side])}

    def _fooling(self, question: Json, claim: Json) -> Json:
        shape = self._shape(question, claim)
        return {"entries": [[self.rng.randrange(n) for n in shape] for _ in range(self.rng.randint(0, 3))]}

    def _rectangles(self, question: Json, claim: Json) -> Json:
        shape = self._shape(question, claim)
        return {"rectangles": [[self._lines(n, 0) for n in shape] for _ in range(self.rng.randint(0, 4))]}

    def _heavy_rectangle(self, question: Json, claim: Json) -> Json:
        return {"rectangle": [self._lines(n, 0) for n in self._shape(question, claim)]}

    def _shattered(self, question: Json, claim: Json) -> Json:
        return {"columns": self._lines(self._shape(question, claim)[1], 0)}

    def _plain(self, question: Json, claim: Json) -> Json:
        return {}

    _distinct = _elimination = _plain

    def _clauses(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng = self.rng
        rows, columns = self._shape(question, claim)
        name = rng.choice(("dependency", "dependency", "chirotope", *clauses.SYSTEMS))
        schemas = SCHEMAS[name]
        own: dict[str, Any] = {
            "dependency": {"of": "columns", "set": self._lines(columns)},
            "chirotope": {"of": "columns", "dimension": rng.randint(1, 3), "uniform": rng.random() < 0.5},
            "rectangles": {"slots": rng.randint(0, 2)},
            "terms": {"slots": rng.randint(0, 2)},
            "fooling": {"size": rng.randint(0, 3), "rectangles": []},
            "colouring": {"bits": rng.randint(0, 2), "pinned": self._lines(rows, 0)},
        }.get(name, {})
        if name == "chirotope":
            size = own["dimension"]
            sets = {tuple(sorted(rng.sample(range(columns), size))) for _ in range(4)} if size <= columns else {(0,)}
            own["sets"] = sorted(map(list, sets))

        def run(schema: str) -> Json:
            count = schemas[schema]
            least = count if count >= 0 else ~count
            return [rng.randint(-4 if k else 0, 4) for k in range(least + (0 if count >= 0 else rng.randint(0, 3)))]

        given = [[schema, *[run(schema) for _ in range(rng.randint(1, 5))]] for schema in schemas]
        count = sum(len(runs) - 1 for runs in given)
        hints = [rng.randrange(count) for _ in range(rng.randint(0, 8))]
        refutation = {"given": given, "lemmas": [[[], hints]]}
        if name == "layers":
            return {"system": name, "parts": [refutation] * rng.randint(1, 2)}
        if name == "splits":
            return {
                "system": name,
                "parts": [[rng.randint(0, 2), [self._lines(rows), self._lines(columns)], refutation]],
            }
        return {"system": name, **own, **refutation}

    def _tree(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng, name = self.rng, self.rng.choice(("units", "keys", "rectangles", "shattered", "radon"))
        part: Json = {"tree": self._nodes()}
        if name == "radon":
            part["sums"] = [[rng.randint(0, 3) for _ in range(2)] for _ in range(2)]
        if name in ("units", "keys", "rectangles"):
            part["moves"] = []
        own: Json = {"rectangles": {"most": self.number(3)}, "shattered": {"size": self.number(3)}}.get(name, {})
        return {"system": name, **own, "parts": [part] * rng.choice((1, 1, 2))}

    def _nodes(self) -> Json:
        """Some cases, split all along, and closed by steps."""
        rng, found = self.rng, []
        for _ in range(rng.choice((1, 3, 8, 30))):
            step = [2, rng.randint(0, 12)]
            found += rng.choice(
                ([0, rng.randint(0, 5), 0, 0], [0, rng.randint(0, 5), 0, 1, rng.randint(0, 9)], step, step)
            )
        return found

    def _farkas(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng = self.rng
        if question["task"] == "computation":
            length = question.get("length", question.get("N", 2))
            words = [[rng.randint(0, 1) for _ in range(length)] for _ in range(rng.randint(1, 4))]
            return {"system": "degree", "degree": rng.randint(1, 2), "rows": [[w, 1] for w in words]}
        height, width = self._shape(question, claim)
        light = {"tree": self._nodes(), "moves": []}
        return rng.choice((
            {"system": "rectangle-weights", "denominator": rng.randint(1, 2), "weights": [rng.randint(1, 2)],
             "rectangles": [[self._lines(height), self._lines(width)]]},
            {"system": "rectangle-multipliers", "denominator": rng.randint(1, 3),
             "tables": [self.table(height, width, 1)], "light": [light]},
        ))  # fmt: skip

    def _psd(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng = self.rng
        height, width = self._shape(question, claim)
        weights = {"block": self.table(height, width, 2), "row_weights": [abs(x) for x in self.vector(height)],
                   "column_weights": [abs(x) for x in self.vector(width)]}  # fmt: skip
        gram = {
            "scale": rng.randint(1, 2),
            "rows": self.table(height, height, 2),
            "columns": self.table(width, width, 2),
        }
        return rng.choice((
            {"system": "weights", **weights}, {"system": "margin", **weights},
            {"system": "gram", **gram, **({"block": weights["block"]} if rng.random() < 0.5 else {})},
            {"system": "norm", "norm": rng.choice(("1", "2", "3/2"))},
        ))  # fmt: skip
