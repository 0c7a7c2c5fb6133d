"""The questions a certificate may answer, rebuilt from their statement alone.

* ``{"task": "qsa", "N": 6, "q": 2}``: sparse averaging; rows are the q-subsets y of the N positions in lexicographic
  order, ``0`` on y (tied at the maximum), ``-`` off y; no null token.
* ``{"task": "match2", "M": 7}``: pairs that sum to 0 mod M; rows and columns are the residues,
  ``+`` where x + y = 0 mod M (beats the null token), ``-`` elsewhere; null token.
* ``{"task": "pattern", "rows": [..], "null": false, "name": ".."}``: any sign pattern; the name is a label only.

These three ask for signs of scores. Four more kinds ask for something else:

* ``{"task": "match", "order": s, "M": 7}``: the s-tensor over Z_M with a null token, for the score of an order-s unit:
  ``+`` where x_1 + .. + x_s = 0 mod M, ``-`` elsewhere and for tuples of keys that are partly null.
* ``{"task": "shared", "N": 6, "q": 2, "heads": 2, "combine": "sum"}``: the q-subsets of q-SA, shared out by exactly so
  many heads (``shared_heads.py``).
* ``{"task": "averaging", "N": 6, "q": 2}``: the outputs of q-SA up to an error.
* ``{"task": "computation", "of": "match", "order": 3, "M": 5, "N": 4}``: all answers of a finite task
  (``finite_task.py``), or those at one ``position``.

The named patterns are defined here and nowhere else; ``tasks`` imports them and brute force compares them with
each task's ``evaluate``.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from .finite_task import FiniteTask
from .sign_pattern import SignPattern
from .verdict import MalformedError

MAX_CELLS = 4_000_000
"""Largest pattern that is written out, in cells; symmetric tasks beyond it are answered by symmetric evidence."""

MAX_NAME = 200
"""Longest label of a pattern."""

COMBINES = ("sum", "concat")
"""How the rows of several heads are combined: added, or side by side."""

PATTERN_TASKS = ("qsa", "match2", "pattern")
"""The questions about an order-2 sign pattern; the sign-rank arguments apply to these only."""


@dataclass(frozen=True)
class Question:
    """What is asked of a unit; how large it has to be for that is what claims are about.

    ``explicit`` is the sign pattern of a ``pattern``, ``finite`` the task of a ``computation``; ``name`` is the label
    of a pattern or of a listed task, and the name of any other task that is computed; ``combine`` says how heads share
    out subsets.

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
    finite: FiniteTask | None = None
    combine: str = ""

    @property
    def words(self) -> str:
        """The question in words."""
        parameters = dict(self.parameters)
        if self.task == "match":
            return f"selection of tuples of order {parameters['order']} with sum 0 mod {parameters['M']}, null token"
        if self.task == "averaging":
            return f"the outputs of q-SA(N={parameters['N']}, q={parameters['q']})"
        if self.task == "shared":
            parts = {"sum": "parts of the same sizes for all subsets", "concat": "any parts"}[self.combine]
            heads = "one head" if parameters["heads"] == 1 else f"{parameters['heads']} heads"
            return f"q-SA(N={parameters['N']}, q={parameters['q']}) shared out by {heads} ({self.combine}: {parts})"
        if self.finite is not None:
            sizes = ", ".join(f"{key}={value}" for key, value in self.parameters)
            where = "" if self.finite.position is None else f" at position {self.finite.position}"
            if not self.finite.listed:
                return f"the computation of {self.name}({sizes}){where}"
            label = f" {self.name!r}" if self.name else ""
            return f"the computation of a table{label} with {len(self.finite.listed)} inputs ({sizes}){where}"
        if self.task == "qsa":
            return f"q-SA(N={parameters['N']}, q={parameters['q']}) without a null token"
        if self.task == "match2":
            return f"Match2(M={parameters['M']}) with a null token"
        rows, columns = self.pattern.shape
        label = f" {self.name!r}" if self.name else ""
        return f"the {rows}x{columns} sign pattern{label} with{'' if self.pattern.null else 'out'} a null token"

    @property
    def is_pattern(self) -> bool:
        """Whether it asks for the signs of the scores of an order-2 head (see ``pattern``)."""
        return self.task in PATTERN_TASKS

    @property
    def heads(self) -> int:
        """The number of heads that the question itself names (``shared``), else 1."""
        return dict(self.parameters)["heads"] if self.task == "shared" else 1

    @property
    def order(self) -> int:
        """The order that the question itself names (``match``), else 2."""
        return dict(self.parameters)["order"] if self.task == "match" else 2

    @property
    def assumption(self) -> str:
        """What a label says and nothing proves; empty without a label."""
        if not self.name or (self.explicit is None and not (self.finite is not None and self.finite.listed)):
            return ""
        what = "pattern" if self.explicit is not None else "list of inputs and answers"
        return f"that the {what} written in the certificate is the one meant by {self.name!r}"

    @property
    def offset(self) -> int:
        """The sign-rank of ``rows`` minus m."""
        if self.explicit is not None:
            return self.explicit.offset
        return 1 if self.task == "qsa" else 0

    @property
    def null(self) -> bool:
        """Whether the unit has a null token (in a computation: whether it may have one)."""
        return self.offset == 0 and self.task not in ("averaging", "shared")

    @property
    def columns(self) -> int:
        """The number of key types, without writing the pattern out."""
        parameters = dict(self.parameters)
        return self.pattern.shape[1] if self.explicit is not None else parameters.get("N", parameters.get("M", 0))

    @property
    def can_be_written_out(self) -> bool:
        """Whether the pattern (averaging, shared: subsets times positions) has at most ``MAX_CELLS`` cells."""
        if self.explicit is not None:
            return True
        rows = 1
        if self.task in ("qsa", "averaging", "shared"):
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
        if not self.is_pattern:
            raise MalformedError("question", f"{self.words} has no order-2 sign pattern; ask qsa, match2 or a pattern")
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
        if self.finite is not None:
            stated: dict[str, object] = {"task": self.task, "of": self.finite.name, **dict(self.parameters)}
            if self.finite.position is not None:
                stated["position"] = self.finite.position
            if not self.finite.listed:
                return stated
            answers = [[list(tokens), list(wanted)] for tokens, wanted in self.finite.listed]
            return {**stated, "name": self.name, "answers": answers}
        if self.explicit is None:
            combine = {"combine": self.combine} if self.combine else {}
            return {"task": self.task, **dict(self.parameters), **combine}
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


def match_question(order: int, modulus: int) -> Question:
    """The question for tuples of order s with sum 0 mod M, s >= 2, M >= 1, with a null token.

    >>> match_question(3, 5).words
    'selection of tuples of order 3 with sum 0 mod 5, null token'
    """
    return Question("match", (("order", order), ("M", modulus)))


def averaging_question(positions: int, q: int) -> Question:
    """The question for the outputs of q-SA(N, q), 1 <= q <= N.

    >>> averaging_question(4, 2).words
    'the outputs of q-SA(N=4, q=2)'
    """
    return Question("averaging", (("N", positions), ("q", q)))


def shared_question(positions: int, q: int, heads: int, combine: str) -> Question:
    """The question for q-subsets of N positions shared out by exactly so many heads, all of them in use.

    Raises
    ------
    ValueError
        If not 1 <= heads <= q <= N, or ``combine`` is neither ``"sum"`` nor ``"concat"``.

    Examples
    --------
    >>> shared_question(6, 2, 2, "concat").words
    'q-SA(N=6, q=2) shared out by 2 heads (concat: any parts)'
    """
    if not 1 <= q <= positions:
        raise ValueError(f"q must be between 1 and N = {positions}, got {q}")
    if not 1 <= heads <= q:
        raise ValueError(
            f"heads must be between 1 and q = {q}, since each selects a part of the q positions; got {heads}"
        )
    if combine not in COMBINES:
        raise ValueError(f"combine must be sum or concat, got {combine!r:.40}")
    return Question("shared", (("N", positions), ("q", q), ("heads", heads)), combine=combine)


def at_position(question: Question, position: int) -> Question:
    """A computation of which only the answers at one position are asked for.

    Raises
    ------
    ValueError
        If it is no computation, has no such position, or is asked at another one already.
    """
    if question.finite is None:
        raise ValueError(f"the question must be a computation, got {question.words}")
    if not 0 <= position < question.finite.length:
        raise ValueError(f"position must be 0 .. {question.finite.length - 1}, got {position}")
    if question.finite.position not in (None, position):
        raise ValueError(f"position is {question.finite.position} already, got {position}")
    return replace(question, finite=replace(question.finite, position=position))


def plain_label(name: str) -> str:
    """The label with anything but letters, digits, spaces and ``-+_.,:/=`` replaced, so that it cannot pose as a claim.

    >>> plain_label("x' with m <= 7")
    'x_ with m _= 7'
    """
    return "".join(c if c.isalnum() or c in " -+_.,:/=" else "_" for c in name)
