"""``check`` decides whether the evidence in a certificate proves what the certificate claims.

The trusted part of the project: standard library only, exact, no solver, no search, no other room. It rebuilds the
question from its statement, replays the evidence, and says in words what it accepted. All work is charged to one meter.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .evidence.kinds import kinds_for
from .meter import LIMIT, Meter, OverLimitError
from .reading import Node, parse, read_file, written
from .reading.claims import Subject, read_bound, read_excluded, read_remarks, read_subject
from .reading.questions import read_question
from .statement.least_size import MeasureOf, StatedBound
from .statement.proved import ends_of, excluded_words, statements_of
from .statement.question import Question, QuestionError
from .verdict import Accepted, Malformed, MalformedError, RejectionError, Undecided, Verdict, plain, short_number

if TYPE_CHECKING:
    from .statement.reduction import Encoding

FORMAT = "headcount-certificate"
VERSION = 2

EXCLUDING = ("protocol-cost", "cut-cost")  # these hold for values of any width, and whatever follows the row

MAX_NESTED = 20
"""How deep premises that are proved in place may lie in one another; deeper ones can be earlier claims."""


def check(certificate: Path | str | bytes | Mapping[str, Any], limit: int = LIMIT) -> Verdict:
    """Decide whether the evidence of a certificate proves its claims.

    Parameters
    ----------
    certificate : path, str, bytes or mapping
        A path to a JSON file (``str`` is a path as well), the bytes of one, or the object itself.
    limit : int
        Most steps (``Meter``) that the check may take.

    Returns
    -------
    Accepted, Rejected, Malformed or Undecided
        ``Accepted.statement`` says in words what was proved; ``Rejected.code`` is a key of ``REJECTION_CODES`` and
        ``where`` the path to the offending step; ``Malformed`` means that there is nothing to judge; ``Undecided`` that
        the check would take more than ``limit`` steps.

    Guarantee
    ---------
    Accepted means that the statement is true under ``assumptions``. Exact arithmetic throughout; no solver, no search:
    the work is linear in the length of the file and in what its statements say is to be evaluated.

    Examples
    --------
    >>> certificate = {
    ...     "format": "headcount-certificate", "version": 2,
    ...     "question": {"task": "qsa", "N": 1000, "q": 3},
    ...     "claims": [
    ...         {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 6,
    ...          "evidence": {"kind": "symmetric", "size": 7}},
    ...         {"resource": "m", "unit_class": "SIGN", "side": "upper", "value": 6, "evidence": {"kind": "squares"}},
    ...     ],
    ... }
    >>> print(check(certificate).statement)
    q-SA(N=1000, q=3) without a null token, class SIGN: 6 <= m <= 6
    """
    meter = Meter(limit)
    book = _Book()
    try:
        if isinstance(certificate, bytes):
            root = parse(certificate, meter=meter)
        elif isinstance(certificate, Mapping):
            root = parse(written(certificate), meter=meter)
        elif isinstance(certificate, str) and certificate.lstrip().startswith("{"):
            raise MalformedError(
                "certificate", "looks like JSON text where a path is expected; pass bytes or the object"
            )
        else:
            root = read_file(Path(certificate), meter)
        return book.check(root)
    except (MalformedError, RejectionError) as error:
        return error.verdict
    except (OverLimitError, MemoryError):
        return Undecided(plain(book.at), limit)
    except RecursionError:
        return Malformed(plain(book.at), "is nested too deeply")


class _Book:
    """The claims of one file, as they are proved one after the other; later ones may rest on earlier ones."""

    def __init__(self) -> None:
        self.at = "certificate"
        self.earlier: list[StatedBound | None] = []
        self.theorems: dict[str, None] = {}
        self.assumptions: dict[str, None] = {}
        self.subjects: dict[int, tuple[Subject, int]] = {}
        self.question: Node | None = None
        self.correct: dict[int, Node] = {}
        self.nested = 0

    def check(self, root: Node) -> Accepted:
        fields = root.fields(("format", "version", "claims"), ("question", "remarks"))
        if fields["format"].text() != FORMAT:
            fields["format"].fail(f"must be {FORMAT!r}")
        _require_version(fields["version"])
        self.question = fields.get("question")
        read_remarks(fields)
        claims = fields["claims"].items()
        if not claims:
            fields["claims"].fail("must hold at least one claim")
        self.at = "question"
        stated = [None if node.has("claim") else self._stated(node) for node in claims]
        _refuse_crossed([bound for bound in stated if bound is not None], fields["claims"].path)
        sentences, facts = [], []
        for node, bound in zip(claims, stated, strict=True):
            self.at = node.path
            if bound is None:
                facts.append(self._fact(node))
                sentences.append(facts[-1][1])
            else:
                sentences.append(f"{bound.words}: {self._proved(node, bound)}")
                if bound.quantity.assumption:
                    self.assumptions[bound.quantity.assumption] = None
            self.earlier.append(bound)
        bounds = [bound for bound in stated if bound is not None]
        quantities = list(dict.fromkeys(bound.quantity for bound in bounds))
        ends: tuple[int | None, int | None] = (None, None)
        if len(quantities) == 1 and not isinstance(quantities[0], MeasureOf):
            ends = ends_of(bounds)
        statement = "; ".join([*statements_of(quantities, bounds), *(fact for fact, _ in facts)])
        return Accepted(
            plain(statement),
            tuple(plain(sentence) for sentence in sentences),
            tuple(map(plain, self.assumptions)),
            tuple(map(plain, self.theorems)),
            *ends,
            root.meter.spent,
            root.meter.limit,
        )

    def premise(self, node: Node) -> StatedBound:
        """A bound that evidence rests on: an earlier claim, by its number, or one stated and proved in place."""
        if not isinstance(node.value, dict):
            number = node.integer(0)
            earlier = self.earlier[number] if number < len(self.earlier) else None
            if earlier is None:
                node.fail(f"must be the number of an earlier claim that is a bound, got {short_number(number)}")
            return earlier
        if self.nested == MAX_NESTED:
            node.fail(f"lies in {MAX_NESTED} other premises; state some of them as claims and name their numbers")
        bound = self._stated(node)
        self.nested += 1
        self._proved(node, bound)
        self.nested -= 1
        return bound

    def encoding(self, node: Node) -> Encoding:
        """The encoding that an earlier claim has been found to be correct."""
        from .reading.reductions import read_encoding

        number = node.integer(0)
        if number not in self.correct or number >= len(self.earlier):
            node.fail(f"must be the number of an earlier claim 'correct', got {short_number(number)}")
        return read_encoding(self.correct[number])

    def _excluded(self, node: Node, question: Question) -> tuple[str, str]:
        """Sizes that are too small: at each the evidence proves that m has to be larger."""
        bounds = read_excluded(node, question)
        node.field("evidence").field("kind").word(EXCLUDING)
        hows = dict.fromkeys(self._proved(node, bound) for bound in bounds)
        if question.assumption:
            self.assumptions[question.assumption] = None
        return excluded_words(bounds), f"excluded: {'; '.join(hows)}"

    def _subject(self, node: Node) -> Subject:
        about = node.field("question") if node.has("question") or self.question is None else self.question
        if id(about.value) not in self.subjects:
            before = about.meter.spent
            self.subjects[id(about.value)] = read_subject(about), about.meter.spent - before
        subject, steps = self.subjects[id(about.value)]
        node.meter.charge(500 + steps // 8)  # quantities are compared, and written in words
        return subject

    def _stated(self, node: Node) -> StatedBound:
        return read_bound(node, self._subject(node))

    def _proved(self, node: Node, claim: StatedBound) -> str:
        """How the claim is proved, in words."""
        evidence = node.field("evidence")
        kinds = kinds_for(claim)
        name = evidence.field("kind")
        if not isinstance(name.value, str) or name.value not in kinds:
            name.fail(f"must be {' or '.join(kinds)} for {claim.words[:60]}, {claim.quantity.words[:200]}")
        try:
            proved = kinds[name.text()](evidence, claim, self)
        except QuestionError as error:
            raise MalformedError(node.path, str(error)) from None
        if not claim.reached_by(Fraction(proved.value)):
            node.reject("value-not-proved", f"{claim.words[:200]} claimed, {short_number(proved.value)} proved")
        self.theorems.update(dict.fromkeys(proved.theorems))
        return proved.how

    def _fact(self, node: Node) -> tuple[str, str]:
        """The statement of a claim that is no bound, and its sentence."""
        from .evidence.outputs.unit_fails import unit_fails
        from .evidence.patterns.kinds import PATTERN_CLAIMS, decide_pattern
        from .evidence.reachable import REACHABILITY_CLAIMS, decide
        from .evidence.reductions import REDUCTION_CLAIMS

        about = node.field("question") if node.has("question") or self.question is None else self.question
        known = (*REDUCTION_CLAIMS, *REACHABILITY_CLAIMS, *PATTERN_CLAIMS, "unit-fails", "excluded")
        name = node.field("claim").word(known)
        if name == "excluded":
            return self._excluded(node, read_question(about))
        if name in PATTERN_CLAIMS:
            statement, how, assumptions = decide_pattern(node, self._subject(node))
        elif name in REDUCTION_CLAIMS:
            evidence = node.fields(("claim", "evidence"), ("question",))["evidence"]
            statement, how, assumptions = REDUCTION_CLAIMS[name](about, evidence)
        else:
            statement, how, assumptions = (unit_fails if name == "unit-fails" else decide)(about, node)
        if name == "correct":
            self.correct[len(self.earlier)] = about
        self.assumptions.update(dict.fromkeys(assumptions))
        return statement, f"{name}: {how}"


def _require_version(node: Node) -> None:
    if node.integer() == VERSION:
        return
    if node.value == 1:
        node.fail(f"is 1, no longer read; run the command that wrote the file again: it writes {VERSION}")
    node.fail(f"must be {VERSION}, the version that this checker knows; got {short_number(node.value)}")


def _refuse_crossed(stated: list[StatedBound], path: str) -> None:
    """Evidence for both sides of a crossing cannot exist, so none is looked at."""
    most = {bound.quantity: bound for bound in sorted(stated, key=lambda b: b.value) if bound.side == "lower"}
    for bound in stated:
        if bound.side == "upper" and bound.quantity in most and most[bound.quantity].value > bound.value:
            found = f"{most[bound.quantity].words[:100]}, {bound.words[:100]}"
            raise RejectionError("crossed-bounds", path, found)
