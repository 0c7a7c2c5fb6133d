"""The question about scores that a task asks: a sign pattern, or the tensor of tuples with sum 0 mod M."""

from __future__ import annotations

from ..questions import Question, SignPattern, match2_question, match_question, pattern_question
from .given import Given
from .registry import question_from_words, task_from_words
from .task import TaskError


def selection_question(task: Given, order: int | None, *, null: bool, unit_class: str) -> Question:
    """What a head has to select, of the order that is named, if one is; ``unit_class`` is ``sign`` or ``grid``.

    Raises
    ------
    TaskError
        If there is no such task, it asks for outputs, or it is of another order.

    Examples
    --------
    >>> selection_question(["match3", "M=5"], None, null=False, unit_class="sign").words
    'selection of tuples of order 3 with sum 0 mod 5, null token'
    """
    if isinstance(task, list):
        return _of_words(task, order, null, unit_class)
    if isinstance(task, SignPattern):
        return pattern_question(task)
    question = task if isinstance(task, Question) else task.question()
    of_signs = question.task in ("retrieval", "maxsim") and unit_class == "sign"
    if not (question.is_pattern or question.task == "match" or of_signs):
        raise TaskError(
            f"{question.words} asks for outputs, so it has no class {unit_class}; take ‹unit_class=fixed›, rounded "
            "or thresh"
        )
    if order not in (None, question.order):
        raise TaskError(f"{question.words} has order {question.order}, got ‹order={order}›; leave it out")
    return question


def _of_words(words: list[str], order: int | None, null: bool, unit_class: str) -> Question:
    name = words[0]
    if name in ("match3", "match"):
        return _tuples(words, order, null)
    if name in ("parity", "disj", "eq", "gt", "ip"):
        raise TaskError(f"{name} is computed, not selected, so it has no class {unit_class}; take ‹unit_class=thresh›")
    question = question_from_words(words, null=null)
    if order not in (None, 2):
        raise TaskError(
            f"‹order={order}› needs a task on tuples, and {name[:60]} is a selection of order 2; "
            "try match3 M=5 ‹order=3›"
        )
    return question


def _tuples(words: list[str], asked: int | None, null: bool) -> Question:
    fixed = "order=3 " if words[0] == "match3" else ""
    if any(word.startswith("N=") for word in words):
        raise TaskError(
            f"the least m of {words[0]} as a selection of tuples does not depend on N; leave N out, "
            "or take ‹unit_class=fixed› or thresh for its answers"
        )
    sizes = dict(task_from_words(words).parameters)
    order = sizes.get("order", 3)
    if asked not in (None, order):
        raise TaskError(f"{words[0]} {fixed}selects tuples of order {order}, got ‹order={asked}›; leave it out")
    if null:
        raise TaskError(f"‹null› is for pattern files; {words[0]} itself says that it has a null token")
    return match_question(order, sizes["M"]) if order > 2 else match2_question(sizes["M"])  # pairs are a pattern
