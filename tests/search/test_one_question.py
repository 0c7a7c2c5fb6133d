"""One question, one function, one class of answers: who asks for a quantity makes no difference, nor does how."""

import inspect
import json

import numpy as np
import pytest
import typer

import headcount
from headcount import Answer, check, dimension, frontier, measure, probe
from headcount.certificates.verdict import Accepted
from headcount.claims import Effort, Interval, least
from headcount.cli.app import app
from headcount.display.input_error import flag_of, on_the_command_line
from headcount.questions import late_interaction_question, separation_question
from headcount.search.ask import ask
from headcount.search.dimension.asked import dimension_question
from headcount.search.dimension.options import RelevanceOptions
from headcount.search.dimension.relevance import relevance_question
from headcount.search.least import KINDS
from headcount.search.measures_asked import MeasureOptions, measures_question
from headcount.search.options import declared, schema
from headcount.search.probe_options import ProbeOptions
from headcount.search.settle import question_of
from headcount.sweep.frontier.question import FrontierOptions, frontier_question
from headcount.tasks import TaskError

PATIENT = 1000.0
TABLE = np.array([[1, 1, 0, 0, 0], [0, 1, 1, 0, 0], [0, 0, 1, 1, 0], [0, 0, 0, 1, 1], [1, 0, 0, 0, 1], [1, 0, 1, 0, 0]])
SIGNS = 2 * TABLE - 1

# ---- who asks


def ends(found):
    return int(found.lower.value), None if found.upper is None else int(found.upper.value)


def by_command(headcount, *words):
    """The bounds that a command prints as JSON."""
    answer = json.loads(headcount(*words, "--json", "-q", "--budget", "1000")[1])
    return answer["lower"], answer["upper"]


SAME = {
    "sign-rank": [
        lambda: probe(SIGNS, null=True),
        lambda: measure(TABLE, only="sign_rank", budget=PATIENT)["sign_rank"],
        lambda: dimension(TABLE, threshold="zero"),
        lambda: dimension(TABLE, threshold="zero", score="cosine"),
    ],
    "dimension": [lambda: probe(SIGNS), lambda: dimension(TABLE), lambda: dimension(TABLE, bits=[8], budget=5).real],
    "all pairs of 5": [lambda: probe("topk N=5 k=2 least=2"), lambda: dimension("subsets n=5 k=2")],
    "all pairs of 5, at one bit": [
        lambda: probe("topk N=5 k=2 least=2", bits=1),
        lambda: dimension("subsets n=5 k=2", bits=1, budget=PATIENT)[1],
        lambda: frontier("topk N=5 k=2 least=2", m="1:6", bits=1, jobs=1).least_width(1, 1),
    ],
    "pairs by distance": [
        lambda: probe("topk N=5 k=2", score="euclidean"),
        lambda: dimension([[i in y for i in range(5)] for y in SETS], score="euclidean"),
    ],
    "shared by two heads": [
        lambda: probe("qsa N=5 q=2", bits=1, heads=2),
        lambda: frontier("qsa N=5 q=2", m="1:5", bits=1, heads=2, jobs=1).least_width(1, 2),
    ],
    "a whole unit": [
        lambda: probe("match2 M=3 N=2", bits=1, **WHOLE),
        lambda: frontier("match2 M=3 N=2", m="0:3", bits=1, jobs=1, **WHOLE).least_width(1, 1),
    ],
}
WHOLE = {"unit_class": "fixed", "dv": 1, "read_out": "threshold"}
SETS = [{i} for i in range(5)] + [{i, j} for j in range(5) for i in range(j)]


@pytest.mark.parametrize("quantity", SAME)
def test_every_command_that_asks_for_a_quantity_has_the_same_bounds(quantity):
    first, *others = ((found.lower, found.upper) for found in (one() for one in SAME[quantity]))
    values = [tuple(getattr(bound, "value", bound) for bound in pair) for pair in (first, *others)]
    assert values[0][0] == values[0][1] and set(values) == {values[0]}


QUANTITIES = [
    ("m", "qsa N=6 q=2", {}),
    ("m", "qsa N=5 q=2", {"bits": 1, "heads": 2, "combine": "concat"}),
    ("p", "qsa N=5 q=1", {"width": 2}),
    ("H", "qsa N=5 q=2", {"bits": 1, "width": 3}),
    ("H", "parity k=3", {"unit_class": "thresh"}),
    ("m", "match2 M=3 N=2", {"unit_class": "fixed", "bits": 1}),
    ("m", "qsa N=6 q=2", {"unit_class": "softmax", "error": "1/4"}),
    ("m", "topk N=6 k=2", {"score": "euclidean"}),
    ("m", "others L=5", {"delta": "2^2", "eps2": "2^-1"}),
]


@pytest.mark.parametrize(("resource", "task", "options"), QUANTITIES)
def test_claims_and_the_command_line_ask_what_probe_asks(headcount, resource, task, options):
    given = options if resource == "m" else {**options, "minimise": resource}
    found = probe(task, budget=PATIENT, **given)
    claimed = least(resource, task, **options)
    assert claimed.asked.quantities == found.asked.quantities
    proved = claimed.proved(claimed.search(Effort(PATIENT), lambda interval: False).certificates)
    assert proved == Interval(*ends(found))
    words = [word for name, value in given.items() for word in (flag_of(name), str(value))]
    assert by_command(headcount, "probe", *task.split(), *words) == ends(found)


# ---- what is asked

ASKED = {
    "an attention matrix": ("others L=4", {"delta": "2^3", "eps2": "2^-1"}, 2),
    "retrieval by other scores": ("topk N=6 k=2", {"score": "euclidean"}, 3),
    "late interaction": (late_interaction_question(separation_question(6, 2, 2), 2, 2), {}, 2),
    "averages": ("qsa N=4 q=2", {"unit_class": "fixed", "bits": 2}, 3),
    "tuples": ("match3 M=2", {}, 2),
    "sign patterns": ("match2 M=5", {}, 3),
    "keys of few bits": ("qsa N=100 q=1", {"unit_class": "keys"}, 7),
    "grids": ("qsa N=5 q=1", {"minimise": "p", "width": 2}, 2),
    "fixed-point units": ("eq A=3", {"unit_class": "fixed", "minimise": "p", "width": 1}, 1),
    "units of several layers": ("induction-heads A=2 N=3", {"unit_class": "fixed", "bits": 1, "layers": 2}, 1),
    "threshold heads": ("parity k=2", {"unit_class": "thresh"}, 2),
}


@pytest.mark.parametrize("name", [kind.name for kind in KINDS])
def test_every_kind_is_asked(name):
    if name == "other scores":
        asked, value = relevance_question(TABLE, RelevanceOptions(score="cosine")), 3
    else:
        task, options, value = ASKED[name]
        asked = question_of(task, ProbeOptions(**options))
    assert next(kind.name for kind in KINDS if kind.fits(asked)) == name
    answer = ask(asked, PATIENT)
    assert isinstance(answer, Answer) and answer.certified
    assert ends(answer) == (value, value)
    assert isinstance(check(answer.certificate()), Accepted)
    low, high = ends(ask(asked, PATIENT, enough=lambda lower, upper: True))
    assert low <= value and (high is None or value <= high)


def test_tables_of_answers_are_asked_in_the_same_way():
    bits = ask(dimension_question(TABLE, RelevanceOptions(bits=[8])), 5.0)
    assert list(bits.answers) == ["8"] and bits[8].asked.stated.unit_class.bits == 8
    assert ask(measures_question("eq n=1", MeasureOptions(only="D")))["D"].lower.value == 2
    found = ask(frontier_question("qsa N=4 q=1", FrontierOptions(m="1:3", bits=1)), jobs=1)
    assert found.closed and found.least_width(1, 1).upper == 2
    for wrong in (None, "qsa N=6 q=2", headcount.Match2(5)):
        with pytest.raises(TaskError, match="a question is needed"):
            ask(wrong)


# ---- options, declared once

RECORDS = {
    "probe": (ProbeOptions, headcount.probe),
    "dimension": (RelevanceOptions, headcount.dimension),
    "measure": (MeasureOptions, headcount.measure),
    "frontier": (FrontierOptions, headcount.frontier),
}


@pytest.mark.parametrize("command", RECORDS)
def test_a_declared_option_is_one_everywhere(command):
    record, function = RECORDS[command]
    group = typer.main.get_group(app)
    _, parsed, _ = group.resolve_command(typer.Context(group), [command])
    flags = {flag: one for one in parsed.params for flag in one.opts}
    signature, told, described = inspect.signature(function).parameters, declared(record), schema(record)
    assert set(described["properties"]) == set(told)
    for name, one in told.items():
        option = flags[flag_of(name)]
        assert option.help == one.help and (not one.short or f"-{one.short}" in option.opts)
        assert signature[name].default == getattr(record(), name) or name == "heads"
        property_ = described["properties"][name]
        limits = [property_.get("enum", []), property_.get("minimum"), property_.get("maximum")]
        assert limits == [list(one.choices), one.least, one.most]
    with pytest.raises(TaskError, match=f"{command} takes no argument 'nosuch'; it takes "):
        function("qsa N=4 q=1", nosuch=1)


@pytest.mark.parametrize(
    ("record", "name", "wrong"),
    [
        (record, name, "no such word" if told.choices else told.least - 1)
        for record, _ in RECORDS.values()
        for name, told in declared(record).items()
        if told.choices or told.least is not None
    ],
    ids=lambda given: getattr(given, "__name__", str(given)),
)
def test_a_value_out_of_range_is_told_in_both_spellings(record, name, wrong):
    with pytest.raises(TaskError) as caught:
        record(**{name: wrong})
    error = caught.value
    assert (error.argument, error.value) == (name, wrong)
    assert str(error).startswith(f"{name} must be ") and f"; try {name}=" in str(error)
    said = error.spelled(on_the_command_line)
    assert said.startswith(f"{flag_of(name)} must be ") and f"; try {flag_of(name)} " in said
