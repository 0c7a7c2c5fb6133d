"""Random certificates from the grammar of the format: most are wrong somewhere, many say something that is true."""

import random
from typing import Any

from _hostile_matrices import matrix_evidence

Json = Any

SIGNS = "-0+*"
CLASSES = ("GRID({}, {}, gap {})", "FIXED({}, {})")
# fmt: off
MEASURES = (
    "D", "one_way_ab", "one_way_ba", "fooling0", "fooling1", "fractional_cover0", "fractional_cover1", "cover0",
    "cover1", "partition0", "partition1", "partition", "rank_q", "rank_gf2", "rank_gf3", "rank_q_complement",
    "rank_gf2_complement", "rank_gf3_complement", "rank_sign", "vc_rows", "vc_columns", "sign_rank",
    "spectral_norm", "forster", "trace_norm", "disc_uniform", "disc", "gamma2", "gamma2_01", "gamma2_alpha",
    "gamma2_inf", "partition_bound", "smooth_rectangle0", "smooth_rectangle1",
)
# fmt: on


def random_certificate(rng: random.Random, rules: list[str]) -> Json:
    """A certificate; ``rules`` are names of theorems that it may cite."""
    maker = _Maker(rng, rules)
    root = maker.question()
    claims = [maker.claim(root if rng.random() < 0.8 else None, i, 0) for i in range(rng.choice((1, 1, 1, 2, 3)))]
    certificate = {"format": "headcount-certificate", "version": 2, "question": root, "claims": claims}
    if rng.random() < 0.02:
        certificate.pop(rng.choice(list(certificate)))
    return certificate


class _Maker:
    def __init__(self, rng: random.Random, rules: list[str]) -> None:
        self.rng, self.rules = rng, rules

    def number(self, most: int = 4) -> int:
        if self.rng.random() < 0.02:
            return self.rng.choice((-1, 10**9, 10**6 + 7, 2**64, -(2**64), 10**3900))
        return self.rng.randint(0, most)

    def vector(self, width: int, most: int = 3) -> Json:
        return [self.rng.randint(-most, most) for _ in range(width)]

    def table(self, height: int, width: int, most: int = 3) -> Json:
        return [self.vector(width, most) for _ in range(height)]

    def word(self, width: int, symbols: str) -> str:
        return "".join(self.rng.choice(symbols) for _ in range(width))

    def question(self) -> Json:
        kind = self.rng.choice(("qsa", "match", "match", "pattern", "pattern", "shared", "averaging", "computation",
                                "communication", "communication", "communication"))  # fmt: skip
        rng = self.rng
        positions = rng.randint(1, 4)
        sizes = {"N": positions, "q": rng.randint(1, positions)}
        if kind in ("qsa", "averaging"):
            return {"task": kind, **sizes}
        if kind == "match":
            return {"task": kind, "order": rng.choice((2, 2, 3)), "M": rng.randint(1, 3)}
        if kind == "shared":
            return {
                "task": kind,
                **sizes,
                "heads": rng.randint(1, sizes["q"]),
                "combine": rng.choice(("sum", "concat")),
            }
        if kind == "pattern":
            return self.pattern(rng.randint(1, 3), rng.randint(1, 3), rng.random() < 0.5)
        if kind == "communication":
            if rng.random() < 0.2:
                return {
                    "task": kind,
                    "of": rng.choice(("disj", "eq", "gt", "ge", "ip", "index")),
                    "n": rng.randint(1, 2),
                }
            symbols, width = rng.choice(("01", "01", "01*")), rng.randint(1, 3)
            return {"task": kind, "of": "matrix", "rows": [self.word(width, symbols) for _ in range(rng.randint(1, 3))]}
        return self.computation()

    def pattern(self, height: int, width: int, null: bool) -> Json:
        symbols = self.rng.choice((SIGNS, "-+", "-0+"))
        return {"task": "pattern", "null": null, "rows": [self.word(width, symbols) for _ in range(height)]}

    def computation(self) -> Json:
        rng = self.rng
        of = rng.choice(("match", "match3-bigram", "induction-heads", "table", "table"))
        if of == "table":
            length = rng.randint(1, 2)
            words = [[a, b][:length] for a in (0, 1) for b in (0, 1)][:: 3 - length]
            answers = [[x, [rng.randint(0, 1) for _ in x]] for x in words]
            sizes: Json = {"alphabet": 2, "length": length, "answers": answers}
        else:
            sizes = {"N": rng.randint(1, 2), "A" if of == "induction-heads" else "M": rng.randint(1, 2)}
            sizes |= {"order": rng.choice((2, 3))} if of == "match" else {}
        if rng.random() < 0.4:
            sizes["position"] = 0
        return {"task": "computation", "of": of, **sizes}

    def unit_class(self, question: Json, resource: str) -> str:
        rng, task = self.rng, question["task"]
        bits = "p" if resource == "p" else rng.randint(1, 2)
        grid = rng.choice(("twos", "midrise"))
        if task in ("averaging", "computation"):
            if resource == "H" and "position" in question and rng.random() < 0.7:
                return "THRESH"
            return "SATURATED" if resource != "p" and rng.random() < 0.3 else f"FIXED({bits}, {grid})"
        return "SIGN" if resource == "m" and rng.random() < 0.6 else f"GRID({bits}, {grid}, gap {rng.randint(1, 2)})"

    def claim(self, root: Json | None, number: int, depth: int) -> Json:
        rng = self.rng
        question = self.question() if root is None else root
        stated = {"side": rng.choice(("lower", "upper"))}
        if root is None:
            stated["question"] = question
        if question["task"] == "communication":
            stated |= {"measure": rng.choice(MEASURES), "value": str(self.number(3))}
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
        stated["evidence"] = self.evidence(question, stated, number, depth)
        return stated

    def premise(self, question: Json | None, number: int, depth: int) -> Json:
        if number and self.rng.random() < 0.5:
            return self.rng.randrange(number)
        return self.claim(question, number, depth + 1) if depth < 2 else 0

    def evidence(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng, task = self.rng, question["task"]
        if task == "communication":
            return matrix_evidence(self, question, claim, number, depth)
        if claim["side"] == "lower":
            of_outputs = {
                "averaging": ("protocol-cost",),
                "computation": ("threshold-degree", "cut-rank", "protocol-cost", "fixed-cases"),
            }
            others = ("symmetric", "counting", "independence", "grid-cases")
            kinds = ["trivial", "restriction", *of_outputs.get(task, others)]
        else:
            kinds = {
                "averaging": ["averaging"],
                "computation": ["unit", "softmax-weights"],
                "shared": ["shared-tables"],
            }.get(task, ["identity", "squares", "polynomial", "tables", "tables"])
        kind = rng.choice(kinds)
        return {"kind": kind, **getattr(self, "_" + kind.replace("-", "_"))(question, claim, number, depth)}

    def _trivial(self, *_: Json) -> Json:
        return {}

    _counting = _identity = _squares = _trivial

    def _symmetric(self, *_: Json) -> Json:
        return {"size": self.number(4)}

    def _shape(self, question: Json, claim: Json) -> tuple[int, int]:
        if question["task"] == "pattern":
            rows, columns = len(question["rows"]), len(question["rows"][0])
            return rows + (not question["null"] and claim["unit_class"] == "SIGN"), columns
        if question["task"] == "match":
            return question["M"], question["M"]
        rows = 1
        for k in range(question["q"]):
            rows = rows * (question["N"] - k) // (k + 1)
        return rows + (claim["unit_class"] == "SIGN"), question["N"]

    def _tables(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rows, columns = self._shape(question, claim)
        width = self.rng.randint(0, 3)
        order = question.get("order", 2)
        if order > 2:
            keys: Json = [self.table(columns, width) for _ in range(order - 1)]
            return {
                "dimension": width,
                "queries": self.table(rows, width),
                "keys": keys,
                "null_keys": self.table(order - 1, width),
            }
        found = {"dimension": width, "queries": self.table(rows, width), "keys": self.table(columns, width)}
        if (question["task"] == "match" or question.get("null")) and (
            claim["unit_class"] != "SIGN" or self.rng.random() < 0.5
        ):
            found["null_key"] = self.vector(width)
        return found

    def _polynomial(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        order = list(range(self._shape(question, claim)[1]))
        self.rng.shuffle(order)
        return {
            "dimension": self.rng.randint(1, 4),
            "order": order,
            "negated": [k for k in order if self.rng.random() < 0.3],
        }

    def _independence(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rows, columns = self._shape(question, claim)
        size = self.rng.randint(1, columns)
        axioms: Json = [{"rule": "nonzero", "clause": [2 * k + 1 for k in range(size)]}]
        for row in range(rows):
            literals = [self.rng.choice((1, -1)) * self.rng.randint(1, 2 * size) for _ in range(self.rng.randint(1, 3))]
            axioms.append({"rule": "row", "row": row, "clause": literals})
        hints = list(range(len(axioms)))
        self.rng.shuffle(hints)
        return {"vectors": "columns", "set": list(range(size)), "axioms": axioms, "lemmas": [[[], hints]]}

    def _restriction(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng = self.rng
        found: Json = {"of": self.premise(question if rng.random() < 0.5 else None, number, depth)}
        if rng.random() < 0.3:
            return found
        if question.get("order", 2) > 2 or rng.random() < 0.1:
            modulus, order = question.get("M", 2), question.get("order", 3)
            part = rng.randrange(order)
            rows = [rng.randint(-1 if part else 0, modulus - 1) for _ in range(2)]
            columns = [[rng.randint(-1, modulus - 1) for _ in range(order - 1)] for _ in range(2)]
            premise = {"side": "lower", "resource": "m", "unit_class": "SIGN", "value": rng.randint(0, 2)}
            of = {**premise, "question": self.pattern(2, 2, True)}
            return {
                "of": {**of, "evidence": self.evidence(of["question"], of, number, depth)},
                "part": part,
                "rows": rows,
                "columns": columns,
            }
        rows, columns = self._shape(question, claim) if question["task"] in ("pattern", "match", "qsa") else (2, 2)
        kept = [[k for k in range(n) if rng.random() < 0.8] for n in (rows, columns)]
        return {**found, "rows": kept[0], "columns": kept[1]}

    def _shared_tables(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rows, columns = self._shape(question, {"unit_class": "GRID"})
        width = self.rng.randint(0, 2)
        heads = [
            {"queries": self.table(rows, width), "keys": self.table(columns, width)} for _ in range(question["heads"])
        ]
        return {"heads": heads}

    def _averaging(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rows, columns = self._shape(question, {"unit_class": "FIXED"})
        width = self.rng.randint(0, 2)
        head = {
            "queries": self.table(rows, width, 1),
            "keys": self.table(columns, width, 1),
            "share": self.rng.choice((0, 1)),
        }
        return {"heads": [head] * self.rng.choice((1, 1, 2)), "divisor": self.rng.randint(1, 3)}

    def _grid_cases(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rows, columns = self._shape(question, {"unit_class": "GRID"})
        most = question.get("heads", 1) * columns

        def node() -> Json:
            narrowed = [self.rng.randrange(max(1, rows * most)) for _ in range(self.rng.choice((0, 1, 3, 8)))]
            return [self.rng.randrange(most), *narrowed]

        return {"trees": [[node() for _ in range(self.rng.choice((0, 1, 1, 2, 4)))]]}

    def _fixed_cases(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        """Entries for all key and query types one after the other, the leaves closed by pairs of cases."""
        rng = self.rng
        tree = [rng.choice((-1, -2, -1, -4, -5, 0, 1, 2, 3)) for _ in range(rng.choice((2, 6, 40)))]
        size = claim["value"] - 1 if rng.random() < 0.9 else rng.randint(0, 2)
        return {"refuted": [{"size": size, "tree": tree}]}

    def _protocol_cost(self, *_: Json) -> Json:
        return self.rng.choice(({"argument": "counting"}, {"argument": "disjointness", "n": self.number(4)}))

    def _unit(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        rng = self.rng
        alphabet = question.get("alphabet", question.get("M", question.get("A", 2)))
        length = question.get("length", question.get("N", 2))
        by = rng.choice(("token", "position", "both"))
        height = {"token": alphabet, "position": length, "both": alphabet * length}[by]
        width, order = rng.randint(0, 1), rng.choice((2, 2, 2, 3))
        entry = rng.choice((1, 0))

        def table(columns: int) -> Json:
            return {"by": by, "rows": [[rng.choice((-1, entry)) for _ in range(columns)] for _ in range(height)]}

        null = [[rng.choice((-1, entry)) for _ in range(w)] for w in (width, 1)] if rng.random() < 0.3 else None
        head = {"queries": table(width), "keys": [table(width)] * (order - 1), "values": [table(1)] * (order - 1)}
        head |= {
            "null_keys": [null[0]] * (order - 1) if null else [],
            "null_values": [null[1]] * (order - 1) if null else [],
        }
        name = claim["unit_class"]
        weights, bits = ("saturated", 0) if name == "SATURATED" else ("fixed", claim["value"])
        if name.startswith("FIXED") and "(p" not in name:
            bits = int(name[6])
        layer = {
            "weights": weights,
            "bits": bits,
            "combine": "sum",
            "order": order,
            "monomials": [list(range(order))],
            "heads": [head],
        }
        found: Json = {"unit": {"alphabet": alphabet, "layers": [layer], "read_outs": []}}
        return {**found, "at": rng.choice(("0", "1/2", "-1/3"))} if claim.get("read_out") == "threshold" else found

    def _softmax_weights(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        alphabet = question.get("alphabet", question.get("M", question.get("A", 2)))
        keys = alphabet * question.get("length", question.get("N", 2))
        head = {
            "weights": [[self.rng.randint(1, 3) for _ in range(keys)] for _ in range(alphabet)],
            "values": self.vector(keys),
        }
        return {"at": self.rng.choice(("0", "1/2")), "heads": [head] * self.rng.randint(1, 2)}

    def _threshold_degree(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        length = question.get("length", question.get("N", 2))
        words = [[self.rng.randint(0, 1) for _ in range(length)] for _ in range(self.rng.randint(1, 4))]
        return {"degree": self.rng.randint(1, 2), "weights": [[w, 1] for w in words]}

    def _cut_rank(self, question: Json, claim: Json, number: int, depth: int) -> Json:
        words = [[self.rng.randint(0, 1)] for _ in range(2)]
        of = {
            "side": "lower",
            "resource": "m",
            "unit_class": "SIGN",
            "value": self.rng.randint(0, 3),
            "question": self.pattern(2, 1, True),
        }
        of["evidence"] = self.evidence(of["question"], of, number, depth)
        return {"token": 0, "alice": [1], "rows": words, "columns": [[]], "of": of}
