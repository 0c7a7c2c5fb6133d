"""The claims of one file: read, compared, and proved one after the other."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING

from .evidence.kinds import kinds_for
from .messages import cut, digest_of, short_number, whole
from .reading import Node
from .reading.claims import Subject, read_bound, read_excluded, read_remarks, read_subject
from .reading.questions import read_question
from .statement.least_size import MeasureOf, StatedBound
from .statement.proved import Told, ends_of, excluded_words, marks_of, statements_of, subject_of
from .statement.question import Question, QuestionError
from .verdict import Accepted, MalformedError, RejectionError

if TYPE_CHECKING:
    from .statement.reduction import Encoding

FORMAT = "headcount-certificate"
VERSION = 2

EXCLUDING = ("protocol-cost", "cut-cost")  # these hold for values of any width, and whatever follows the row

MAX_NESTED = 20
"""How deep premises that are proved in place may lie in one another; deeper ones can be earlier claims."""


class Book:
    """The claims of one file, as they are proved one after the other; later ones may rest on earlier ones."""

    def __init__(self) -> None:
        self.at = "certificate"
        self.earlier: list[StatedBound | None] = []
        self.theorems: dict[str, None] = {}
        self.assumptions: dict[str, None] = {}
        self.subjects: dict[int, tuple[Subject, int]] = {}
        self.digests: dict[int, str] = {}
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
        sentences: list[tuple[Hashable, str]] = []
        facts: list[Told] = []
        for node, bound in zip(claims, stated, strict=True):
            self.at = node.path
            if bound is None:
                fact, how = self._fact(node)
                facts.append(fact)
                sentences.append((fact.about, how))
            else:
                sentences.append((subject_of(bound.quantity), f"{bound.words}: {self._proved(node, bound)}"))
                if bound.quantity.assumption:
                    self.assumptions[bound.quantity.assumption] = None
            self.earlier.append(bound)
        bounds = [bound for bound in stated if bound is not None]
        quantities = {bound.quantity for bound in bounds}
        ends: tuple[int | None, int | None] = (None, None)
        if len(quantities) == 1 and not isinstance(bounds[0].quantity, MeasureOf):
            ends = ends_of(bounds)
        told = [*statements_of(bounds), *facts]
        marks = marks_of(told)
        return Accepted(
            whole([marks.get(part.about, "") + part.text for part in told]),
            tuple(cut(marks.get(about, "") + sentence) for about, sentence in sentences),
            tuple(map(cut, self.assumptions)),
            tuple(map(cut, self.theorems)),
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

    def _digest(self, about: Node) -> str:
        if id(about.value) not in self.digests:
            self.digests[id(about.value)] = digest_of(about.value)
        return self.digests[id(about.value)]

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

    def _fact(self, node: Node) -> tuple[Told, str]:
        """The statement of a claim that is no bound, and its sentence."""
        from .evidence.outputs.unit_fails import unit_fails
        from .evidence.patterns.kinds import PATTERN_CLAIMS, decide_pattern
        from .evidence.reachable import REACHABILITY_CLAIMS, decide
        from .evidence.reductions import REDUCTION_CLAIMS

        about = node.field("question") if node.has("question") or self.question is None else self.question
        known = (*REDUCTION_CLAIMS, *REACHABILITY_CLAIMS, *PATTERN_CLAIMS, "unit-fails", "excluded")
        name = node.field("claim").word(known)
        if name == "excluded":
            question = read_question(about)
            said, how = self._excluded(node, question)
            return Told(question.words, question, said), how
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
        if name in REDUCTION_CLAIMS or name in REACHABILITY_CLAIMS:  # each is told by all that the file says of it
            task = about.field("task").text()
            thing: Hashable = (task, self._digest(about))
            return Told(task, thing, statement), f"{name}: {how}"
        subject = self._subject(node)
        return Told(subject.words, subject, statement), f"{name}: {how}"


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
