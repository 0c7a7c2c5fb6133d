"""The answers of the checker: accepted, rejected, malformed; or undecided, where the work exceeds the limit.

Malformed means that the file does not say anything that could be true or false: not JSON, a missing field, a value
out of range. Rejected means that it says something and its evidence does not prove it. Undecided says nothing about
the file but that its check takes more steps than are allowed. Only accepted counts as true (``assert check(..)``).
Whatever a file holds, what is said about it is plain ASCII text of bounded length.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

REJECTION_CODES = MappingProxyType(
    {
        "table-wrong-shape": "a table has another number of rows than the question",
        "value-not-proved": "the evidence proves a weaker bound than the value claimed",
        "order-not-a-permutation": "the order does not list every column, or position, exactly once",
        "not-attended": "a position does not attend to one that it has to attend to",
        "attended": "a position attends to one that it may not attend to",
        "nested-sets": "one of two sets holds the other",
        "components-too-few": "no more components are left than the pieces of a path",
        "reached": "what is said not to be reached is reached",
        "not-reached": "not all that has to be reached is reached",
        "nothing-attended": "a position on the way attends to nothing, so it may have lost what it had reached",
        "too-many-roots": "a row changes sign more often than a polynomial of the stated degree can",
        "clause-not-implied": "an axiom's clause does not follow from the rule and the sets that it names",
        "uniform-not-allowed": "zero determinants may only be ruled out for a pattern without zeros",
        "second-orientation": "the overall sign may be chosen once only",
        "not-an-automorphism": "a permutation that is named as a symmetry is none",
        "not-a-basis-clause": "the basis clause leaves out a set that contains the independent columns",
        "inequality-not-forced": "an inequality of a final polynomial is not forced by the signs assumed",
        "products-differ": "the two sides of a final polynomial do not multiply to the same product",
        "nothing-strict": "no inequality of a final polynomial is strict",
        "lemma-not-implied": "a lemma does not follow by unit propagation from the clauses named",
        "no-contradiction": "the refutation ends without the empty clause",
        "symmetry-not-applicable": "the symmetry argument is stated for q-SA only",
        "signs-not-covered": "some sign vector of a linear dependency is excluded by no row",
        "crossed-bounds": "a lower bound exceeds an upper bound",
        "grid-exceeded": "a stored number lies outside the p-bit grid",
        "tie-broken": "a score that has to equal its row's threshold does not",
        "not-a-restriction": "an entry of the smaller question is not that of the larger one",
        "gap-missed": "a score is on the wrong side of its row's threshold, or nearer to it than the gap",
        "ratio-missed": "weights of a row are further apart, or a ratio further off, than is allowed",
        "size-exceeded": "a unit is larger than what is held fixed",
        "unit-outside-class": "the unit is not of the class that is claimed",
        "read-out-undefined": "a read-out between two layers lacks a pair of token and row that occurs",
        "answer-not-determined": "position, token and output row agree where the answers differ",
        "answer-wrong": "an output lies on the wrong side of the threshold, or on it, or another answer is looked up",
        "error-too-large": "an output is wrong by more than the error that is claimed",
        "not-an-input": "what is encoded is no input of the task, or none whose answer is asked for",
        "output-not-read": "the read-out does not list an output that occurs",
        "pair-wrong": "a pair of inputs is encoded with another answer than its entry",
        "inputs-alike": "the two inputs have the same answer, or differ where the position reaches",
        "no-counterexample": "what is named as a counterexample is none",
        "count-too-small": "there are enough different queries, messages or transcripts",
        "case-not-closed": "a case that the evidence closes is not excluded",
        "case-left-open": "a case of a proof by cases is left open",
        "case-not-refuted": "what is named does not refute the case",
        "entry-not-given": "a row that is named is not known in this case",
        "image-not-earlier": "what is named does not take the case to an earlier one",
        "parts-wrong": "the parts that the heads select do not partition the subset",
        "share-sizes-differ": "a head selects parts of different sizes though the heads are summed",
        "rule-not-applicable": "the rule named does not conclude this from the claims named",
        "leaf-not-constant": "a leaf of the protocol tree holds an entry other than its answer",
        "message-ambiguous": "two inputs with the same message differ in a promised entry",
        "rectangle-not-constant": "a rectangle holds an entry of the other value",
        "entry-not-covered": "an entry lies in too few of the rectangles",
        "entry-covered-twice": "an entry lies in two rectangles of a partition",
        "not-a-fooling-set": "two entries lie in one rectangle, or one has the wrong value",
        "not-shattered": "a set is not shattered",
        "not-a-minor": "sets of columns are not connected, or not adjacent, by the pairs that rows have alone",
        "rectangle-too-heavy": "some rectangle has a larger weight than the argument allows",
        "constraint-violated": "a constraint of the linear program does not hold",
        "not-positive-definite": "the matrix of the argument is not positive semidefinite",
        "entry-out-of-range": "an entry of the matrix of the argument lies outside the range allowed",
    }
)


MAX_MESSAGE = 900
"""Longest message, in characters."""


@dataclass(frozen=True)
class Accepted:
    """The evidence proves every claim; ``statement`` says in words what was proved.

    ``claims`` has a sentence for each claim, ``assumptions`` what labels say and nothing proves, ``theorems`` the named
    inequalities and arguments that were cited. If all claims are about one number, ``lower`` and ``upper`` are its
    ends. ``steps`` were taken of the ``limit`` allowed.
    """

    statement: str
    claims: tuple[str, ...]
    assumptions: tuple[str, ...] = ()
    theorems: tuple[str, ...] = ()
    lower: int | None = None
    upper: int | None = None
    steps: int = field(default=0, compare=False)
    limit: int = field(default=0, compare=False)
    exit_code: int = field(default=0, repr=False)

    def __str__(self) -> str:
        assumed = (f"  assuming {words}" for words in self.assumptions)
        cited = (f"  by {words}" for words in self.theorems)
        work = f"  {self.steps:,} steps of {self.limit:,} allowed"
        return "\n".join(
            [f"ACCEPTED  {self.statement}", *(f"  {claim}" for claim in self.claims), *cited, *assumed, work]
        )


@dataclass(frozen=True)
class Rejected:
    """Well-formed, but the evidence does not prove the claim. ``code`` is a key of ``REJECTION_CODES``."""

    code: str
    where: str
    reason: str
    exit_code: int = field(default=3, repr=False)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"REJECTED [{self.code}] at {self.where}: {self.reason}"


@dataclass(frozen=True)
class Malformed:
    """Not a certificate: ``where`` names the field (or the file), ``reason`` the requirement that it misses."""

    where: str
    reason: str
    exit_code: int = field(default=4, repr=False)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"MALFORMED  {self.where}: {self.reason}"


@dataclass(frozen=True)
class Undecided:
    """The check of ``where`` would take the file beyond ``limit`` steps; nothing is said about what it claims."""

    where: str
    limit: int
    exit_code: int = field(default=5, repr=False)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"UNDECIDED  {self.where}: the check takes more than {self.limit:,} steps; --limit allows more"


Verdict = Accepted | Rejected | Malformed | Undecided


def plain(text: str, most: int = MAX_MESSAGE) -> str:
    r"""The text as printable ASCII characters, cut in the middle if it is longer than ``most``.

    >>> plain("a\nb \u2264 c"), plain("abcdefghij", 7)
    ('a\\nb \\u2264 c', 'ab .. j')
    """
    shown = "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode() for c in text[: 2 * most])
    if len(shown) <= most and len(text) <= 2 * most:
        return shown
    return f"{shown[: (most - 3) // 2]} .. {shown[len(shown) - (most - 4) // 2 :]}"


def short_number(number: int | Fraction) -> str:
    """A number for a message, which a hostile file must not make long.

    >>> short_number(-12), short_number(2**1000)
    ('-12', 'of 1001 bits')
    """
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    return str(number) if bits < 256 else f"of {bits - 1} bits"


class RejectionError(Exception):
    """Raised inside the checker only; ``check`` turns it into ``Rejected``."""

    def __init__(self, code: str, where: str, reason: str = "") -> None:
        if code not in REJECTION_CODES:
            raise KeyError(code)
        text = REJECTION_CODES[code] + (f": {reason}" if reason else "")
        super().__init__(text)
        self.verdict = Rejected(code, plain(where), plain(text))


class MalformedError(Exception):
    """Raised inside the checker only; ``check`` turns it into ``Malformed``."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.verdict = Malformed(plain(where), plain(reason))
