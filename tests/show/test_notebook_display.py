"""Notebook displays: well-formed, escaped, bounded in size, registered with a real IPython and nowhere else."""

import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import networkx as nx
import pytest
from IPython.core.interactiveshell import InteractiveShell

import headcount
from headcount import (
    Accepted,
    CommunicationMatrix,
    Match2,
    SignPattern,
    SparseAveraging,
    check,
    construct,
    frontier,
    measure,
    probe,
)
from headcount.bounds import UnitTables, Verification, unit_tables
from headcount.certificates.verdict import Malformed, Rejected
from headcount.certificates.verdict import Undecided as NotChecked
from headcount.display.html import BADGES, MAX_ROWS, Html, badge, bracket_line, framed, paragraph, table, text
from headcount.questions import Head, Layer, Table, Unit, least_size, pattern_question
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.excluded_sizes.disjointness_lower import match3_disjointness_lower
from headcount.reductions.laws import Refuted, Undecided, verify_exhaustive
from headcount.reductions.problem_graph import paths_to, problem_graph
from headcount.reductions.protocols.transcript import Message, Owner, Transcript
from headcount.search.asked import Asked
from headcount.show.notebook.displays import DISPLAYS, register
from headcount.show.notebook.nouns import verdict_html
from headcount.show.notebook.svg_grid import MAX_SIDE, grid_drawing
from headcount.show.pictures.reduction import layers
from headcount.sweep.frontier.cells import CellQuestion
from headcount.tasks import Task
from html_pages import Page

EVIL = "<script>alert('&\"')</script>"
MOST = 200_000


def require_sound(page):
    """HTML that a browser reads as it was meant: tags balanced, drawings XML, no script, not too long."""
    seen = {tag for tag, _ in Page(page).tags}
    assert "script" not in seen
    assert len(page) < MOST
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        root = ElementTree.fromstring(drawing)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return seen


@pytest.mark.parametrize("page", ["<p><b></p></b>", "<p>", "<svg><path></svg>", "<script></script>", "a" * MOST])
def test_the_parser_can_fail(page):
    with pytest.raises((AssertionError, ElementTree.ParseError)):
        require_sound(page)


class EvilTask(Task):
    """A <script> of a task."""

    name = EVIL

    def evaluate(self, tokens):
        return tokens

    def instances(self):
        yield (0,)

    def length(self, tokens):
        return len(tokens)


def one_head(rows, heads=1):
    listed = Table("token", tuple(rows))
    return Unit(len(rows), (Layer((Head(listed, (listed,), (listed,)),) * heads),))


def evil_answer():
    question = pattern_question(SignPattern(("+-", "-+"), null=True), "eye")
    answer, evil = probe(question, budget=1000), replace(question, name=EVIL)
    bounds = {one.side: replace(one, quantity=replace(one.quantity, question=evil)) for one in answer.bounds}
    return replace(answer, asked=Asked(least_size(evil)), notes=(EVIL,), **bounds)


def claimed():
    made = headcount.claim(M=[3, 4])(lambda M: headcount.least("m", f"match2 M={M}") == 3)
    return replace(made, name=EVIL, words=EVIL).run()


def nouns():
    question = pattern_question(SignPattern(("+-", "-+"), null=True), "eye")
    evil, answer = replace(question, name=EVIL), evil_answer()
    built = construct("qsa-moment-curve", N=7, q=2)
    matrix = CommunicationMatrix(("01", "1*"), EVIL)
    measured = measure(CommunicationMatrix(("01", "10")), only=("D", "gamma2", "rank_q"), processes=False)
    measured = replace(measured, matrix=matrix)
    found = frontier(CellQuestion(least_size(question, "m", "GRID(p, midrise, gap 1)")), range(1, 3), [1, 2], jobs=1)
    encoded = disj_to_match3.at(2).encode((0, 1), (1, 1))
    return {
        "SignPattern": SignPattern(("+-0*", "-+0*"), null=False),
        "SignPattern, large": SignPattern(("+-0*" * 200,) * 500, null=True),
        "CommunicationMatrix": matrix,
        "CommunicationMatrix, large": CommunicationMatrix.named("ip", 8),
        "Unit": one_head(((1, -2), (3, 2**70))),
        "Unit, large": one_head([(2**2000,) * 50] * 300, heads=10),
        "Unit, third order": construct("match3-third-order", M=5, N=3).unit,
        "Accepted": check(probe(question, budget=1000).certificate()),
        "Accepted, evil": Accepted(EVIL, 2, 2, claims=(EVIL,) * 1000, assumptions=(EVIL,)),
        "Rejected": Rejected("tie-broken", EVIL, EVIL * 1000),
        "Malformed": Malformed(EVIL, EVIL),
        "Undecided by the checker": NotChecked(EVIL, 5),
        "Task": SparseAveraging(6, 2),
        "Task, Match2": Match2(7),
        "Task, evil": EvilTask(),
        "Bound": answer.lower,
        "Answer": answer,
        "Answer, no upper": replace(answer, upper=None),
        "AveragingConstruction": built,
        "AveragingConstruction, evil": replace(built, name=EVIL),
        "ExplicitConstruction": construct("match2", M=5, N=3)
        if has("match2")
        else construct("match3-third-order", M=5),
        "Verification": built.verify(),
        "Verification, failed": Verification(EVIL, 3, 9, False, counterexample=(EVIL,)),
        "UnitTables": unit_tables(probe(Match2(5), budget=1000).upper),
        "UnitTables, large": UnitTables(((Fraction(1, 3**900),) * 99,) * 99, ((Fraction(7),) * 99,) * 99, 99, False),
        "Verified": verify_exhaustive(disj_to_match3.at(2)),
        "Refuted": Refuted(EVIL, 2, "locality", EVIL, EVIL, (EVIL,), EVIL, EVIL, 1, (EVIL, EVIL)),
        "Undecided": Undecided(EVIL, 2, 1.0),
        "Measured": measured["gamma2"],
        "MeasureBound": measured["D"].lower,
        "Measurement": measured,
        "Encoded": replace(encoded, tokens=(EVIL, *encoded.tokens[1:]), title=EVIL, function=EVIL, output=EVIL),
        "Reduction": replace(disj_to_match3, summary=EVIL, source=EVIL),
        "SizedReduction": replace(disj_to_match3.at(3), name=EVIL, alphabet_words=EVIL),
        "Transcript": Transcript((Message(Owner.ALICE, EVIL, "01" * 300),) * 500, (Fraction(1, 3),)),
        "ExcludedRegion": replace(match3_disjointness_lower(65), condition=EVIL, task=EVIL),
        "Frontier": replace(found, asked=replace(found.asked, least=replace(found.asked.least, question=evil))),
        "RelevanceAnswer": headcount.dimension({EVIL: ["a", EVIL], "q": ["b"]}),
        "RelevanceAnswer, cosine": headcount.dimension([[1, 1, 0], [0, 1, 1]], score="cosine"),
        "BitsAnswer": headcount.dimension({EVIL: ["a", EVIL], "q": ["b"]}, bits=[1]),
        "IntegerCosineAnswer": headcount.dimension({EVIL: ["a", EVIL], "q": ["b"]}, bits=[2], at=2, budget=2),
        "MarginAnswer": headcount.dimension({EVIL: ["a", EVIL], "q": ["b"]}, at=2, budget=2),
        "Reachability": headcount.reachable([[1, 0], [0, 1], [0.5, 0.5]]),
        "Answer, between tolerances": headcount.probe([[0.5, 0.5], [0.2, 0.8]], delta=0.1, eps2=0.3),
        "ProtocolRuns": headcount.protocol("match3 n=1 m=1 p=1 a=0 b=1"),
        "ProtocolRuns, all": headcount.protocol("match3 n=1 m=1 p=1", every=True),
        "Reduced": headcount.reduce("disj match3", a="01", b="10", verify=True),
        "ClaimReport": claimed(),
        "problem graph": problem_graph(check_up_to=1),
        "Path": paths_to("match3")[-1],
    }


def has(name):
    from headcount.bounds.constructions.registry import CONSTRUCTIONS

    return name in {entry.name for entry in CONSTRUCTIONS}


NOUNS = nouns()
TEXT_ONLY = {"Path"}


@pytest.fixture(scope="module")
def shell():
    running = InteractiveShell.instance()
    register(running)
    yield running
    InteractiveShell.clear_instance()


def shown(shell, noun):
    data, _ = shell.display_formatter.format(noun)
    return data


@pytest.mark.parametrize("name", NOUNS)
def test_every_noun_is_shown(shell, name):
    data = shown(shell, NOUNS[name])
    assert "<script>" in EVIL
    assert ("text/html" in data) == (name not in TEXT_ONLY)
    if "text/html" in data:
        seen = require_sound(data["text/html"])
        assert "div" in seen
        assert "<script" not in data["text/html"]
    assert data["text/plain"]
    assert " object at 0x" not in data["text/plain"]


def test_every_display_is_tried():
    shown_here = {cls.__name__ for noun in NOUNS.values() for cls in type(noun).__mro__}
    assert {name.rpartition(".")[2] for name in DISPLAYS} <= shown_here


def test_text_in_a_terminal(shell):
    def plain(name):
        return shown(shell, NOUNS[name])["text/plain"]

    assert plain("Unit").startswith("order 2, 1 layer, H = 1, m = 2")
    assert plain("SignPattern") == "+ - 0 *\n- + 0 *"
    assert plain("Accepted").startswith("ACCEPTED  ")
    assert plain("Rejected").startswith("REJECTED [tie-broken] at ")
    assert plain("Malformed").startswith("MALFORMED  ")
    assert plain("Task, Match2") == "match2(M=7)"
    assert plain("Answer") == str(NOUNS["Answer"])
    assert "m = 4" in plain("AveragingConstruction")
    assert "disj -> match3: N = 2n + 1, M = 2n + 2" in plain("problem graph")
    assert shown(shell, [Match2(7)])["text/plain"] == repr([Match2(7)])  # nested: the repr


def test_what_is_in_the_pages(shell):
    def page(name):
        return shown(shell, NOUNS[name])["text/html"]

    assert page("SignPattern").count("<text") == 8  # a symbol in each cell
    assert f"the first {MAX_SIDE} of 500 rows and {MAX_SIDE} of 800 columns" in page("SignPattern, large")
    assert f"the first {MAX_SIDE} of 256 rows and {MAX_SIDE} of 256 columns" in page("CommunicationMatrix, large")
    assert "[71 bits]" in page("Unit")
    assert "288 more rows" in page("Unit, large")
    assert "6 more heads" in page("Unit, large")
    assert "0:</td>" in page("UnitTables") and "keys" in page("UnitTables")
    assert "[1427 bits]" in page("UnitTables, large")
    assert BADGES["CHECKED"] in page("Verified")
    assert BADGES["REFUTED"] in page("Refuted")
    assert BADGES["CHECKED"] in page("Verification")
    assert BADGES["REFUTED"] in page("Verification, failed")
    assert "null token: key" in page("Unit, third order")
    assert BADGES["ACCEPTED"] in page("Accepted")
    assert BADGES["REJECTED"] in page("Rejected")
    assert page("Answer").count(f"background:{BADGES['CERTIFIED']}") == 2
    assert "no unit was found in the time" in page("Answer, no upper")
    assert "Sanford" in page("AveragingConstruction")
    assert "440 more rows" in page("Transcript")
    assert 'left">bits</th>' in page("ProtocolRuns")


def test_a_display_of_their_own_goes_first(shell):
    class Own(EvilTask):
        def _repr_html_(self):
            return "<i>own</i>"

    assert shown(shell, Own())["text/html"] == "<i>own</i>"


def test_graphs_of_others_keep_their_display(shell):
    for graph in (nx.DiGraph(), nx.DiGraph([(1, 2)])):
        data = shown(shell, graph)
        assert "text/html" not in data
        assert data["text/plain"] == repr(graph)


# ---- the pieces


def test_a_closed_bracket_is_a_dot_and_an_open_one_a_segment():
    for lower, upper, dots in ((3, 3, 1), (3, 7, 2), (4, None, 1), (None, 4, 1), (0, 0, 1), (0, 10**6, 2)):
        drawn = bracket_line(lower, upper)
        require_sound(drawn)
        assert drawn.count("<circle") == dots
        labels = re.findall(r">([^<]*)</text>", drawn)
        assert 2 <= len(labels) <= 9, labels
        assert len(set(labels)) == len(labels)
        assert all("." not in label for label in labels)  # integers have integer ticks
    assert bracket_line(None, None) == ""


@pytest.mark.parametrize(
    ("lower", "upper"),
    [(Fraction(2, 9), Fraction(2, 9)), (Fraction(18, 10), Fraction(19, 10)), (1, 2**3000), (Fraction(-1, 3), 5)],
)
def test_lines_of_rationals_and_of_giants(lower, upper):
    drawn = bracket_line(lower, upper)
    require_sound(drawn)
    places = [float(x) for x in re.findall(r'cx="([^"]*)"', drawn)]
    assert places == sorted(places)
    assert all(0 < x < 260 for x in places)


def test_text_is_escaped_once_and_shortened():
    assert text(EVIL) == text(text(EVIL))
    assert "<script" not in framed(EVIL, paragraph(EVIL), table([(EVIL,)], (EVIL,)), badge(EVIL))
    assert len(text("a" * 10**6)) <= 400
    assert isinstance(text("a"), Html)
    assert table([(1,)] * (MAX_ROWS + 1)).count("<tr>") == MAX_ROWS
    assert "1 more rows" in table([(1,)] * (MAX_ROWS + 1))


def test_a_grid_has_every_cell_in_its_colour():
    rows = ["+--+", "*+-*"]
    drawn = ElementTree.fromstring(grid_drawing(rows, {"+": "red", "-": "blue"}, "cells"))
    area = {}
    for path in drawn.iter("{http://www.w3.org/2000/svg}path"):
        runs = re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\3z", path.get("d"))
        area[path.get("fill")] = sum(int(w) * int(h) for _, _, w, h in runs) / 18**2
    assert len(drawn.findall("{http://www.w3.org/2000/svg}text")) == 8
    assert (area["red"], area["blue"], area["#ffffff"]) == (3, 3, 2)


def test_arrows_of_the_graph_go_right():
    graph = problem_graph()
    places = layers(graph)
    assert len(set(places.values())) == graph.number_of_nodes()
    assert all(places[source][0] < places[target][0] for source, target in graph.edges)
    page = verdict_html(Malformed("a", "b"))
    assert "MALFORMED" in page


# ---- registration


def run_python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


HEAVY = "[m for m in ('numpy', 'networkx', 'matplotlib', 'headcount.bounds', 'headcount.tasks') if m in sys.modules]"


def test_without_ipython_nothing_is_imported():
    assert (
        run_python(
            "import sys, headcount; print([m for m in sys.modules if 'IPython' in m or 'headcount.search' in m])"
        )
        == "[]"
    )
    imported = "import sys, IPython, headcount; print('headcount.search' in sys.modules)"  # IPython, but no shell
    assert run_python(imported) == "False"


def test_where_ipython_begins_later_an_extension_registers():
    start = "import headcount; from IPython.core.interactiveshell import InteractiveShell as S; shell = S.instance(); "
    use = "data, _ = shell.display_formatter.format(headcount.SignPattern(('+-',), True)); print('text/html' in data)"
    assert run_python(start + use) == "False"
    assert run_python(start + "shell.run_line_magic('load_ext', 'headcount'); " + use) == "True"


def test_in_ipython_the_import_registers_and_stays_light():
    start = "import sys; from IPython.core.interactiveshell import InteractiveShell as S; shell = S.instance(); "
    before = start + f"was = {HEAVY}; import headcount; print([m for m in {HEAVY} if m not in was])"
    assert run_python(before) == "[]"
    use = "import headcount; data, _ = shell.display_formatter.format(headcount.SignPattern(('+-',), True)); "
    assert run_python(start + use + "print('<svg' in data['text/html'])") == "True"
