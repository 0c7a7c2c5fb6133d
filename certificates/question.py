"""The questions a certificate may answer, rebuilt from their statement alone.

* ``{"task": "qsa", "N": 6, "q": 2}``: sparse averaging; rows are the q-subsets y of the N positions in lexicographic
  order, ``0`` on y (tied at the maximum), ``-`` off y; no null token.
* ``{"task": "match2", "M": 7}``: pairs that sum to 0 mod M; rows and columns are the residues,
  ``+`` where x + y = 0 mod M (beats the null token), ``-`` elsewhere; null token.
* ``{"task": "pattern", "rows": [..], "null": false, "name": ".."}``: any sign pattern; the name is a label only.

The named patterns are defined here and nowhere else; ``tasks`` imports them and brute force compares them with
each task's ``evaluate``.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from .reading import Node
from .sign_pattern import PatternError, SignPattern
from .verdict import MalformedError

MAX_CELLS = 4_000_000
"""Largest pattern that is written out, in cells; symmetric tasks beyond it are answered by symmetric evidence."""

MAX_SIZE = 10**9
"""Largest parameter of a named task."""

MAX_NAME = 200
"""Longest label of a pattern."""


@dataclass(frozen=True)
class Question:
    """What is asked: the least embedding dimension m, class SIGN, of a task.

    Examples
    --------
    >>> question = qsa_question(4, 1)
    >>> question.rows
    ('0---', '-0--', '--0-', '---0', '++++')
    >>> question.words
    'q-SA(N=4, q=1) without a null token'
    """

    task: str
    parameters: tuple[tuple[str, int], ...] = ()
    explicit: SignPattern | None = None
    name: str = ""

    @property
    def words(self) -> str:
        """The question in words."""
        parameters = dict(self.parameters)
        if self.task == "qsa":
            return f"q-SA(N={parameters['N']}, q={parameters['q']}) without a null token"
        if self.task == "match2":
            return f"Match2(M={parameters['M']}) with a null token"
        rows, columns = self.pattern.shape
        label = f" {self.name!r}" if self.name else ""
        return f"the {rows}x{columns} sign pattern{label} with{'' if self.pattern.null else 'out'} a null token"

    @property
    def offset(self) -> int:
        """The sign-rank of ``rows`` minus m."""
        if self.explicit is not None:
            return self.explicit.offset
        return 1 if self.task == "qsa" else 0

    @property
    def null(self) -> bool:
        """Whether the unit has a null token."""
        return self.offset == 0

    @property
    def columns(self) -> int:
        """The number of key types, without writing the pattern out."""
        parameters = dict(self.parameters)
        return self.pattern.shape[1] if self.explicit is not None else parameters.get("N", parameters.get("M", 0))

    @property
    def can_be_written_out(self) -> bool:
        """Whether the pattern has at most ``MAX_CELLS`` cells."""
        if self.explicit is not None:
            return True
        rows = 1
        if self.task == "qsa":
            q = dict(self.parameters)["q"]
            for k in range(min(q, self.columns - q)):  # C(N, q), stopping once it is too large
                rows = rows * (self.columns - k) // (k + 1)
                if rows > MAX_CELLS:
                    return False
        else:
            rows = self.columns
        return rows * self.columns <= MAX_CELLS

    @cached_property
    def pattern(self) -> SignPattern:
        """The sign pattern, written out."""
        if self.explicit is not None:
            return self.explicit
        if not self.can_be_written_out:
            raise MalformedError("question", f"{self.words} has more than {MAX_CELLS} cells and cannot be written out")
        parameters = dict(self.parameters)
        if self.task == "qsa":
            return qsa_pattern(parameters["N"], parameters["q"])
        return match2_pattern(parameters["M"])

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The rows whose sign-rank is m + offset."""
        return self.pattern.homogeneous_rows

    def to_json(self) -> dict[str, object]:
        """The statement as it stands in a certificate."""
        if self.task != "pattern":
            return {"task": self.task, **dict(self.parameters)}
        return {"task": "pattern", "name": self.name, "null": self.pattern.null, "rows": list(self.pattern.rows)}


def qsa_pattern(positions: int, q: int) -> SignPattern:
    """q-SA(N, q): a row per q-subset, ``0`` on the subset and ``-`` off it.

    >>> qsa_pattern(3, 2).rows
    ('00-', '0-0', '-00')
    """
    subsets = combinations(range(positions), q)
    rows = ("".join("0" if j in chosen else "-" for j in range(positions)) for chosen in map(frozenset, subsets))
    return SignPattern(tuple(rows), null=False)


def match2_pattern(modulus: int) -> SignPattern:
    """Match2 over Z_M with a null token: ``+`` where x + y = 0 mod M, ``-`` elsewhere.

    >>> match2_pattern(3).rows
    ('+--', '--+', '-+-')
    """
    rows = ("".join("+" if (x + y) % modulus == 0 else "-" for y in range(modulus)) for x in range(modulus))
    return SignPattern(tuple(rows), null=True)


def qsa_question(positions: int, q: int) -> Question:
    """The question for q-SA(N, q), 1 <= q <= N."""
    return Question("qsa", (("N", positions), ("q", q)))


def match2_question(modulus: int) -> Question:
    """The question for Match2 over Z_M, M >= 1."""
    return Question("match2", (("M", modulus),))


def pattern_question(pattern: SignPattern, name: str = "") -> Question:
    """The question for a sign pattern; the name is a label of at most ``MAX_NAME`` characters."""
    return Question("pattern", (), pattern, plain_label(name)[:MAX_NAME])


def plain_label(name: str) -> str:
    """The label with anything but letters, digits, spaces and ``-+_.,:/=`` replaced, so that it cannot pose as a claim.

    >>> plain_label("x' with m <= 7")
    'x_ with m _= 7'
    """
    return "".join(c if c.isalnum() or c in " -+_.,:/=" else "_" for c in name)


def read_question(node: Node) -> Question:
    """A question from the ``question`` field of a certificate."""
    task = node.field("task").text()
    if task == "qsa":
        fields = node.fields(("task", "N", "q"))
        positions = fields["N"].integer(1, MAX_SIZE)
        return qsa_question(positions, fields["q"].integer(1, positions))
    if task == "match2":
        return match2_question(node.fields(("task", "M"))["M"].integer(1, MAX_SIZE))
    if task == "pattern":
        fields = node.fields(("task", "rows", "null"), ("name",))
        name = fields["name"].text() if "name" in fields else ""
        if len(name) > MAX_NAME:
            fields["name"].fail(f"must have at most {MAX_NAME} characters, got {len(name)}")
        if name != plain_label(name):
            fields["name"].fail("may hold letters, digits, spaces and - + _ . , : / = only")
        try:
            pattern = SignPattern(tuple(row.text() for row in fields["rows"].items()), fields["null"].truth())
        except PatternError as error:
            raise MalformedError(fields["rows"].path, str(error)) from None
        return pattern_question(pattern, name)
    raise MalformedError(f"{node.path}.task", f"must be qsa, match2 or pattern, got {task[:40]!r}")
