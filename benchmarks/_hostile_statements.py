"""Random statements from the grammar of the format, tiny ones."""

import random
from typing import Any

Json = Any

SIGNS = "-0+*"


class Statements:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

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
