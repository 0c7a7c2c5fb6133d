"""Words on the command line: named tasks and their parameters, a user's own Python files, and every mistake in them."""

import pytest

from headcount.tasks import TaskError, question_from_words

FILE = """
from dataclasses import dataclass

from headcount import Match2, PairDetection, SignPattern, SparseAveraging, Task

task = PairDetection(3, lambda x, y: x < y, name="someone-larger")
pattern = SignPattern(("+-", "-+"), null=True)
number = 3


class Mine(Match2):
    pass


@dataclass(frozen=True)
class Unfinished(Task):
    M: int = 1


def shifted(M, by=1):
    return PairDetection(M, lambda x, y: (x + y) % M == by, name="shifted")


def picky(M):
    raise ValueError("M must be prime")


def refused(q):
    return SparseAveraging(2, q)


def far(N, M, d):
    return Match2(M)


def plain(x):
    return x


def none():
    return Match2(3)


class Broken(Match2):
    def question(self):
        return [][self.alphabet]


class Silent(Match2):
    def question(self):
        return None
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mytask.py"
    path.write_text(FILE)
    return path


def refusal(*words, null=False):
    with pytest.raises(TaskError) as caught:
        question_from_words(list(words), null=null)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_named_tasks():
    assert question_from_words(["qsa", "N=6", "q=2"]).words == "q-SA(N=6, q=2) without a null token"
    assert question_from_words(["qsa", "q=2", "N=6"]) == question_from_words(["qsa", "N=6", "q=2"])
    assert question_from_words(["match2", "M=7"]).words == "Match2(M=7) with a null token"
    assert question_from_words(["qsa", "N=1000000000", "q=3"]).parameters == (("N", 10**9), ("q", 3))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["qsa", "N=3", "q=4"], ["q must be at most N = 3, got 4", "try q=3"]),
        (["qsa", "N=3", "q=0"], ["q", "at least 1, got 0", "try q=1"]),
        (["qsa", "q=2"], ["needs the parameter N", "qsa N=6 q=2"]),
        (["qsa", "N=6", "q=2", "M=3"], ["no parameter M", "N and q"]),
        (["match2", "m=3"], ["needs the parameter M", "match2 M=7"]),
        (["qsa", "N=6", "N=6", "q=2"], ["N is given twice", "once"]),
        (["qsa", "N=six", "q=2"], ["N must be an integer, got 'six'", "N=6"]),
        (["qsa", "N", "q=2"], ["name=value words, got 'N'"]),
        (["qsa", "=6", "q=2"], ["name=value words, got '=6'"]),
        (["qsa", "N=1000000001", "q=2"], ["N must be at most 1000000000"]),
        (["qsa", "N=" + "9" * 5000, "q=2"], ["N must be an integer"]),
        (["qsb", "N=6"], ["no task 'qsb'", "did you mean qsa", "match2"]),
        (["parity"], ["no task 'parity'", "qsa", "match2", "file.py:name"]),
        (["x" * 5000], ["no task 'xxx"]),
        (["missing.csv"], ["missing.csv cannot be read", "check the path"]),
        ([], ["name a task", "qsa N=6 q=2"]),
    ],
)
def test_refused(words, said):
    message = refusal(*words)
    for part in said:
        assert part in message
    assert len(message) < 300


def test_null_is_for_files(file):
    assert "null is for pattern files" in refusal("qsa", "N=6", "q=2", null=True)
    assert "null is for pattern files" in refusal(f"{file}:shifted", "M=3", null=True)


def test_objects_of_a_file(file):
    assert question_from_words([f"{file}:task"]).words == "the 3x3 sign pattern 'someone-larger' with a null token"
    assert (
        question_from_words([f"{file}:pattern"]).words == "the 2x2 sign pattern 'mytask.py:pattern' with a null token"
    )


def test_classes_and_functions_take_parameters(file):
    assert question_from_words([f"{file}:Mine", "M=5"]).pattern.shape == (5, 5)
    question = question_from_words([f"{file}:shifted", "M=3"])
    assert question.pattern.rows == ("-+-", "+--", "--+")
    assert question_from_words([f"{file}:shifted", "by=0", "M=3"]).pattern.rows == ("+--", "--+", "-+-")


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("task", ["N=3"], ["takes no parameters, got N", "leave them out"]),
        ("number", [], ["must be a headcount Task or SignPattern, or rows, an array or a graph, got int"]),
        ("nothing", [], ["has no 'nothing'", "task, pattern"]),
        ("", [], ["a Python name is needed"]),
        ("a b", [], ["a Python name is needed, got 'a b'"]),
        ("Mine", [], ["needs the parameter M (it takes M)", "M"]),
        ("Mine", ["N=3"], ["has no parameter N; it takes M"]),
        ("Mine", ["M=0"], ["M, the modulus, must be an integer >= 1, got 0"]),
        ("Unfinished", ["M=3"], ["cannot be called", "abstract"]),
        ("picky", ["M=4"], ["raised ValueError", "M must be prime"]),
        ("refused", ["q=3"], ["q must be at most N = 2, got 3"]),
        ("Broken", ["M=3"], ["raised IndexError"]),
        ("Silent", ["M=3"], ["question() must return a Question, got NoneType"]),
        ("far", ["D=1"], ["far has no parameter D; did you mean d? it takes N, M, d"]),
        ("far", ["N=4", "distance=1"], ["far has no parameter distance; it takes N, M, d"]),
        ("far", ["N=4"], ["far needs the parameter M (it takes N, M, d); write for example: "]),
        ("plain", [], ["if that is the tokens, write @headcount.task(alphabet=2) above it"]),
        ("none", ["N=3"], ["none has no parameter N; it takes none"]),
    ],
)
def test_refused_from_a_file(file, name, words, said):
    message = refusal(f"{file}:{name}", *words)
    for part in said:
        assert part in message
    assert ("@headcount.task" in message) == (name == "plain")


def test_files_that_do_not_run(tmp_path):
    for text, said in (
        ("x = (", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
        ("import no_such_module", "ModuleNotFoundError"),
        ("raise SystemExit(3)", "SystemExit"),
    ):
        (tmp_path / "broken.py").write_text(text)
        message = refusal(f"{tmp_path}/broken.py:task")
        assert said in message
        assert "run it with python" in message
    assert "there is no file" in refusal(f"{tmp_path}/missing.py:task")
    assert "which task of" in refusal(f"{tmp_path}/broken.py")


def test_a_file_named_like_a_module_does_not_replace_it(tmp_path):
    import json

    (tmp_path / "json.py").write_text("from headcount import Match2\ntask = Match2(3)\n")
    assert question_from_words([f"{tmp_path}/json.py:task"]).words == "Match2(M=3) with a null token"
    import sys

    assert sys.modules["json"] is json
