"""The question that a task and options ask: defaults filled in, contradictions refused."""

from __future__ import annotations

from typing import Any

from ..questions import Question, Scope, UnitClass, least_size
from ..tasks import TaskError
from ..tasks.attention_words import attention_given, matrices_asked
from ..tasks.given import Given, given_task
from ..tasks.selection_question import selection_question
from ..tasks.words import value_width
from .asked import Asked, MatrixAsked
from .asked_classes import ASKED, GRIDDED, SELECTING, UNITS
from .averages_asked import is_averages, require_value_width, settle_averages
from .options import declared
from .probe_options import ProbeOptions

COMPUTING = ("read_out", "dv", "tables", "ties", "position", "layers")
"""Options that speak of units which compute answers."""


def question_of(task: Any, options: ProbeOptions | None = None) -> Asked:
    """The question that a task asks, in whatever form it is given, with every size that is not asked for held fixed.

    Parameters
    ----------
    task : str, list of words, Path, Task, SignPattern, Question, rows of entries, array, table, graph, AttentionMatrix
        What the unit has to do; see ``headcount.probe``.
    options : ProbeOptions, optional

    Raises
    ------
    TaskError
        If the task, an option, or a combination of options is impossible: which, what was required, what to try.

    Examples
    --------
    >>> asked = question_of("qsa N=6 q=2", ProbeOptions(bits=2))
    >>> str(asked.unit_class), asked.resource
    ('GRID(2, midrise, gap 1)', 'm')
    >>> question_of("parity k=3", ProbeOptions("thresh")).words
    'class THRESH'
    >>> print(question_of("permutation L=5").stated.words)
    every 5x5 permutation matrix as attention, at every tolerance, class SOFTMAX
    """
    options = options or ProbeOptions()
    if isinstance(task, Asked):
        return task
    tolerances = (options.delta, options.eps2)
    if (given := attention_given(task, tolerances)) is not None:
        _require_alone(options)
        strict, loose, further = matrices_asked(given, tolerances)
        looser = None if loose is None else least_size(loose, "m", "SOFTMAX")
        return MatrixAsked(least_size(strict, "m", "SOFTMAX"), loose=looser, **further)
    given = given_task(task, null=options.null)
    if given == []:
        raise TaskError("name a task, such as: headcount probe qsa N=6 q=2")
    if options.null and not isinstance(given, list) and getattr(given, "null", None) is not True:
        raise TaskError("‹null› is for rows and pattern files; this task says itself whether it has a null token")
    return settle(given, options)


def settle(task: Given, options: ProbeOptions) -> Asked:
    """The same for a task in words or as an object of headcount."""
    name = _class_name(options)
    resource = options.minimise or ("H" if name == "THRESH" else "m")
    _require_allowed(options, name, resource)
    if is_averages(task, name, options.error):
        return _settle_averages(task, options, name, resource)
    if options.values is not None:
        raise TaskError("‹values› is the dimension of the values that qsa averages up to ‹error›; add ‹error=1/4›")
    if name in SELECTING:
        question = selection_question(task, options.order, null=options.null, unit_class=name.lower())
        for each, told in declared(ProbeOptions).items():
            if told.changes and each in options.given:
                question = told.changed(question, options.given[each])
    else:
        if options.order not in (None, 2):
            raise TaskError(f"class {name.lower()} is searched at order 2, got ‹order={options.order}›; leave it out")
        from ..tasks.finite_questions import finite_question

        question = finite_question(task, options.position, tabulate=name not in UNITS, unit_class=name.lower())
    if question.task == "match" and not question.is_pattern and resource != "m":
        raise TaskError(f"of tuples of tokens the least m is searched for, got ‹minimise={resource}›; leave it out")
    if name == "THRESH":
        question = _at_one_position(question)
        if options.mask is not None:
            _require_nothing_hidden(question, options.mask)
    elif name != "SIGN":
        _require_heads(question, options, name, resource)
    unit_class, combine, held = _held_fixed(question, options, name, resource)
    return Asked(least_size(question, resource, unit_class, **held), combine)


def _held_fixed(
    question: Question, options: ProbeOptions, name: str, resource: str
) -> tuple[UnitClass, str, dict[str, Any]]:
    """The units that are meant: their class, how heads that share out a subset are combined, what is held fixed."""
    if name in ("SIGN", "THRESH"):
        return UnitClass(name), "sum", {}
    if name == "KEYS":
        if question.task not in ("qsa", "separation"):
            raise TaskError(f"class keys is about qsa and topk, got {question.words:.80}; try ‹unit_class=grid›")
        return UnitClass(name, options.bits or 1, "midrise"), "sum", {}
    bits, grid = 0 if resource == "p" else (options.bits or 0), options.grid or "midrise"
    held: dict[str, Any] = {"m": options.width or 0, "heads": options.heads or 1}
    if name == "GRID":
        return UnitClass(name, bits, grid, options.gap or 1), options.combine or "sum", held
    read_out = options.read_out or "any"
    combine = options.combine or ("concat" if read_out == "any" else "sum")
    several = resource == "H" or held["heads"] > 1
    if read_out == "threshold" and combine == "concat" and several:
        raise TaskError("‹read_out=threshold› compares one coordinate, so heads must be summed; take ‹combine=sum›")
    family = {"leftmost": "LEFTMOST", "rightmost": "RIGHTMOST"}.get(options.ties or "", name)
    dv, layers = value_width(options.dv), options.layers or 1
    if dv is None and resource != "m" and held["m"] == 0:
        raise TaskError(
            "values are as wide as queries by default, and ‹width=0› leaves them no coordinate; add ‹dv=1›, or take a "
            "larger ‹width›"
        )
    if layers > 1:
        _refuse_scope(options)
    scope = Scope(options.null, options.tables or "both", combine)
    from .masked_rows import mask_of_units

    pattern = None if options.mask is None else mask_of_units(question, options.mask, null=options.null)
    held |= {"layers": layers, "dv": dv, "read_out": read_out, "scope": scope, "pattern": pattern}
    return UnitClass(family, bits, grid), "sum", held


def _require_alone(options: ProbeOptions) -> None:
    """Refuse options that do not apply to attention matrices."""
    about = "an attention matrix, of which the least m of class softmax is asked"
    if options.minimise not in (None, "m"):
        raise TaskError(
            f"of an attention matrix the least m of class softmax is asked, got ‹minimise={options.minimise}›; "
            "leave it out"
        )
    for name, value in options.given.items():
        usual = (name, str(value).lower()) in (("unit_class", "softmax"), ("minimise", "m"))
        if name not in ("delta", "eps2") and not usual:
            raise TaskError(f"‹{name}› does not apply to {about}; leave it out")


def _settle_averages(task: Given, options: ProbeOptions, name: str, resource: str) -> Asked:
    """Averages are asked of one head, in tables by position."""
    require_value_width(options.dv, options.values or 1)
    single = ("heads", "combine", "order", "null", "gap", "read_out", "tables", "position", "score", "mask", "layers")
    for option in single:
        if option in options.given:
            raise TaskError(f"‹{option}› does not apply to averages with an error, by one head; leave it out")
    if resource == "H":
        raise TaskError("averages with an error are asked of one head, got ‹minimise=H›; take m or p")
    unit_class = UnitClass(name)
    if name in ("GRID", "FIXED"):
        bits = 0 if resource == "p" else (options.bits or 0)
        unit_class = UnitClass(name, bits, options.grid or "midrise", 1 if name == "GRID" else 0)
    return settle_averages(
        task, unit_class, resource, error=options.error, values=options.values or 1, width=options.width or 0
    )


def _refuse_scope(options: ProbeOptions) -> None:
    """Of several layers units with tables by position and token are meant, without a null token."""
    for name in ("null", "tables", "combine"):
        if name in options.given:
            raise TaskError(
                f"‹{name}› is for units of one layer, got ‹layers={options.layers}›, where tables are by position and "
                f"token, without a null token; leave ‹{name}› out, or take ‹layers=1›"
            )


def _class_name(options: ProbeOptions) -> str:
    """The class that is named, or that the other options speak of."""
    if options.unit_class is not None:
        return options.unit_class.upper()
    given = options.given
    if hints := ", ".join(f"‹{name}›" for name in given if name in COMPUTING):
        raise TaskError(f"{hints} needs a class that computes answers; add ‹unit_class=fixed›, hardmax or thresh")
    grid_words = {"bits", "gap", "grid", "heads", "combine", "width"}
    return "GRID" if given.keys() & grid_words or options.minimise in ("p", "H") else "SIGN"


def _require_allowed(options: ProbeOptions, name: str, resource: str) -> None:
    """Refuse an option that does not apply to the class, and a class that does not have the resource."""
    known = declared(ProbeOptions)
    for given in options.given:
        if known[given].classes and name not in known[given].classes:
            able = " or ".join(f"‹unit_class={one.lower()}›" for one in known[given].classes)
            raise TaskError(
                f"‹{given}› does not apply to class {name.lower()}, which {ASKED[name].about}; leave it out, or take "
                f"{able}"
            )
    if resource not in ASKED[name].least:
        least = " or ".join(ASKED[name].least)
        raise TaskError(f"class {name.lower()} has a least {least} only, got ‹minimise={resource}›; leave it out")
    if name not in GRIDDED:
        return
    asked_for = {"m": "width", "p": "bits", "H": "heads"}[resource]
    if getattr(options, asked_for) is not None:
        raise TaskError(f"‹{asked_for}› is held fixed and ‹minimise={resource}› asks for it; leave out one of them")
    for needed in ("bits", "width"):
        if needed != asked_for and getattr(options, needed) is None:
            why = f"where the least {resource} of class {name.lower()} is asked for"
            raise TaskError(f"‹{needed}› is needed {why}; write for example ‹{needed}=2›")


def by_score(question: Question, score: str) -> Question:
    """The question by another score than the inner product.

    Raises
    ------
    TaskError
        If it is no pattern without a null token, or has ties and is compared by distances.
    """
    if score == "inner":
        return question
    from ..questions import retrieval_question, scored_question
    from ..questions.scored import why_not

    if question.task == "separation":
        sizes = dict(question.parameters)
        return retrieval_question(sizes["N"], sizes["least"], sizes["most"], score)
    if reason := why_not(question, score, ()):
        raise TaskError(f"‹score={score}› does not fit {question.words:.100}, which {reason}; leave ‹score› out")
    return scored_question(question, score)


def _at_one_position(question: Question) -> Question:
    assert question.finite is not None
    if question.finite.position is None:
        last = question.finite.length - 1
        raise TaskError(f"class thresh reads off one answer: say which with ‹position=0› .. {last}")
    return question


def _require_nothing_hidden(question: Question, mask: str) -> None:
    """One layer is asked at one position: under a mask that shows it all keys the question is the same."""
    assert question.finite is not None and question.finite.position is not None
    position, length = question.finite.position, question.finite.length
    from .masked_rows import mask_layer

    layer = mask_layer(mask, length, null=True)
    if hidden := [j for j in range(length) if not layer.has(position, j)]:
        raise TaskError(
            f"‹mask› hides position {hidden[0]} from position {position}, which is asked, and claims about class "
            "thresh are about all keys; leave ‹mask› out, or ask for the answer to the tokens that are seen"
        )


def _require_heads(question: Question, options: ProbeOptions, name: str, resource: str) -> None:
    if name in UNITS:
        return
    heads = options.heads or 1
    if question.task != "qsa":
        if heads > 1 or resource == "H":
            got = "‹minimise=H›" if resource == "H" else f"‹heads={heads}›"
            raise TaskError(
                f"in class grid only the subsets of qsa are shared out among heads, got {got}; leave it out"
            )
        return
    q = dict(question.parameters)["q"]
    if heads > q:
        raise TaskError(
            f"‹heads› must be at most q={q}, got {heads}: every head selects a part of the subset that is not empty; "
            f"try ‹heads={q}›"
        )
