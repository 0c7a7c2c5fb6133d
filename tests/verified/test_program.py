"""The program: what it prints, and that bad input gets one sentence, whatever it is."""

import json
import os
import select
import signal
import subprocess

import pytest

from headcount import check, check_verified
from headcount.facade.check_verified import program
from verified_program import needs_program

pytestmark = needs_program
CLAIM = {
    "resource": "m",
    "unit_class": "SIGN",
    "side": "lower",
    "value": 0,
    "proof": {"rule": "theorem", "name": "least"},
}
GOOD = {
    "format": "headcount-certificate", "version": 3, "question": {"task": "qsa", "N": 5, "q": 2}, "claims": [CLAIM]
}  # fmt: skip


def run(*words):
    return subprocess.run([program(), *map(str, words)], capture_output=True, encoding="utf-8", check=False)


def names(done):
    """What is said of each certificate, without the lines of its claims."""
    return [line.split("  ")[0] for line in done.stdout.splitlines() if not line.startswith(" ")]


def written(folder, content):
    path = folder / "certificate.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def test_what_is_proved_is_printed(tmp_path):
    done = run(path := written(tmp_path, GOOD))
    assert (done.returncode, done.stderr) == (0, "")
    sentence = "m >= 0 for class SIGN, each set of 2 of 5 keys, tied above the others, by inner products"
    assert done.stdout == f"{path}: ACCEPTED\n  claims[0] proved: {sentence}\n"
    done = run("--json", path)
    assert json.loads(done.stdout)["claims"] == [{"outcome": "proved", "statement": sentence}]


def test_each_verdict_has_its_word_and_its_code(tmp_path):
    one = {**CLAIM, "value": 1}
    other = {**CLAIM, "unit_class": "GRID(2, integers)"}
    for claims, word, code in [
        ([CLAIM, one], "REJECTED", 3), ([CLAIM, other], "NOT COVERED", 5),
        ([], "MALFORMED", 4), ([CLAIM] * 2, "ACCEPTED", 0),
    ]:  # fmt: skip
        done = run(written(tmp_path, {**GOOD, "claims": claims}))
        assert (done.returncode, done.stdout.split(": ")[1].split("\n")[0].split("  ")[0]) == (code, word)
        assert done.stdout.count("claims[0] proved") == bool(claims)
    done = run("--lines", "/dev/null", tmp_path / "missing")
    assert done.returncode == 2 and "No such file" in done.stdout


def test_the_greatest_code_of_many_lines(tmp_path):
    lines = tmp_path / "lines"
    wrong = {**GOOD, "claims": [{**CLAIM, "value": 1}]}
    lines.write_text("".join(f"{name} {json.dumps(c)}\n" for name, c in [("a", GOOD), ("b", wrong), ("c", GOOD)]))
    done = run("--lines", "--times", lines)
    assert done.returncode == 3
    assert [line.split(":")[0] for line in done.stdout.splitlines() if not line.startswith(" ")][:3] == ["a", "b", "c"]
    assert done.stdout.splitlines()[-1].startswith("3 certificates, ")
    lines.write_text("{}\n")
    assert run("--lines", lines).returncode == 4


TEXT = json.dumps(GOOD)
BAD = {
    "empty": b"",
    "truncated": TEXT[:-2].encode(),
    "in the middle of a text": TEXT[:9].encode(),
    "more after the end": f"{TEXT} 1".encode(),
    "nothing like JSON": b"\x00\xff\xfe",
    "no UTF-8": TEXT.replace("qsa", "\xe9").encode("latin-1"),
    "overlong UTF-8": TEXT.encode().replace(b"qsa", b"\xc0\xaf"),
    "a surrogate in UTF-8": TEXT.encode().replace(b"qsa", b"\xed\xa0\x80"),
    "half a pair": TEXT.encode().replace(b"qsa", b"\\ud800"),
    "the wrong half": TEXT.encode().replace(b"qsa", b"\\ud800\\ud800"),
    "deep lists": b"[" * 10**6,
    "deep objects": b'{"a":' * 10**6,
    "a long integer": TEXT.replace("5", "5" * 5000).encode(),
    "a float": TEXT.replace("5", "5.0").encode(),
    "an exponent": TEXT.replace("5", "5e0").encode(),
    "a leading zero": TEXT.replace("5", "05").encode(),
    "minus zero": TEXT.replace("5", "-0").encode(),
    "a name twice": TEXT.replace('"version": 3', '"version": 3, "version": 3').encode(),
    "a name twice, escaped": TEXT.replace('"version": 3', '"version": 3, "versi\\u006fn": 3').encode(),
    "a control character": TEXT.replace("qsa", "q\nsa").encode(),
    "a number": b"3",
    "a list": b"[]",
    "NaN": TEXT.replace("5", "NaN").encode(),
    "version 2": json.dumps({**GOOD, "version": 2}).encode(),
    "version 4": json.dumps({**GOOD, "version": 4}).encode(),
    "version true": json.dumps({**GOOD, "version": True}).encode(),
    "another format": json.dumps({**GOOD, "format": "other"}).encode(),
    "no claims": json.dumps({k: v for k, v in GOOD.items() if k != "claims"}).encode(),
    "claims that are none": json.dumps({**GOOD, "claims": {"0": CLAIM}}).encode(),
    "an unknown field": json.dumps({**GOOD, "note": ""}).encode(),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_one_sentence(tmp_path, name):
    done = run(path := written(tmp_path, BAD[name]))
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (4, "", 1), done.stdout
    assert done.stdout.startswith(f"{path}: MALFORMED  ")


def test_texts_are_read_as_they_are_written(tmp_path):
    escaped = {**GOOD, "remarks": ['\u00e9 \U0001f600 "\\/\b\f\n\r\t\x7f', "\u20ac"]}
    for ascii_only in (True, False):
        content = json.dumps(escaped, ensure_ascii=ascii_only, indent=ascii_only or None).encode()
        assert check_verified(content.replace(b"qsa", b"q\\u0073a").replace(b"/", b"\\/"))


@pytest.mark.slow
def test_long_lists_need_no_stack(tmp_path):
    many = {**GOOD, "claims": [CLAIM] * 20_000, "remarks": ["x" * 10**6]}
    done = run("--json", written(tmp_path, many))
    assert done.returncode == 0 and len(json.loads(done.stdout)["claims"]) == 20_000
    rows = {**GOOD, "question": {"task": "pattern", "rows": ["+"] * 10**6, "null": False}}
    assert run(written(tmp_path, rows)).returncode == 0


@pytest.mark.slow
def test_what_is_too_large_is_said_so(tmp_path):
    path = tmp_path / "large.json"
    path.touch()
    os.truncate(path, 300 * 2**20)
    done = run(path)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (5, "", 1)
    assert "there are more than 268435456 bytes" in done.stdout
    path.write_bytes(b'{"format":[' + b"0," * (50 * 2**20) + b"0]}")
    done = run("--memory", 1, path)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (5, "", 1)
    assert "UNDECIDED" in done.stdout and "memory" in done.stdout


@pytest.mark.slow
def test_after_a_line_that_takes_all_memory_the_next_one_follows(tmp_path):
    """Of a pipe, which cannot be read a second time, nothing is said about the rest."""
    path = tmp_path / "lines"
    large = b'{"format":[' + b"0," * (50 * 2**20) + b"0]}"
    good = json.dumps(GOOD).encode()
    path.write_bytes(b"a %s\nb %s\nc %s\nd %s\ne %s\n" % (good, large, good, large, good))
    done = run("--lines", "--times", "--memory", 1, path)
    assert names(done)[:5] == ["a: ACCEPTED", "b: UNDECIDED", "c: ACCEPTED", "d: UNDECIDED", "e: ACCEPTED"]
    assert (done.returncode, done.stderr) == (5, "") and names(done)[5].startswith("5 certificates, ")
    with path.open("rb") as lines:
        piped = subprocess.run(["cat"], stdin=lines, capture_output=True, check=True).stdout
    done = subprocess.run(
        [program(), "--lines", "--memory", "1", "/dev/stdin"], input=piped, capture_output=True, check=False
    )
    assert done.returncode == 5 and done.stdout.count(b"UNDECIDED") == 1
    assert done.stdout.endswith(b"nothing is said about the rest\n")


@pytest.mark.slow
def test_a_line_of_more_than_is_read_is_one_certificate(tmp_path):
    path = tmp_path / "lines"
    with path.open("wb") as lines:
        lines.write(b"a ")
        lines.seek(300 * 2**20)
        lines.write(b"\nb %s" % json.dumps(GOOD).encode())
    assert names(run("--lines", path)) == ["a: UNDECIDED", "b: ACCEPTED"]


@pytest.mark.parametrize("words", [[], ["--json"], ["--times"]], ids=str)
def test_where_nothing_can_be_printed_one_sentence_says_so(tmp_path, words):
    path = written(tmp_path, GOOD)
    for command in ([*words, path], ["--help"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run(
                [program(), *map(str, command)], stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
            )
        assert done.returncode == 2
        sentence = "what is found cannot be printed: No space left on device; try another place"
        assert done.stderr == f"headcount-verified: {sentence}\n"


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_process_that_checks_too(by):
    """It would wait for more lines otherwise, with the output open."""
    command = [program(), "--lines", "/dev/stdin"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}

    def as_usual():
        """Under nohup SIGHUP is ignored, and a program leaves what it inherits ignored."""
        signal.signal(by, signal.SIG_DFL)

    with subprocess.Popen(command, **pipes, preexec_fn=as_usual) as running:
        running.stdin.write(b"a %s\n" % json.dumps(GOOD).encode())
        running.stdin.flush()
        assert running.stdout.readline() == b"a: ACCEPTED\n"
        running.send_signal(by)
        assert running.wait(timeout=100) == 128 + by
        running.stdout.readline()
        assert select.select([running.stdout], [], [], 100)[0] and running.stdout.read() == b""


def test_premises_in_premises_are_judged_once_each(tmp_path):
    """If each rule that asks for one had it judged again, 3^18 would be judged, for longer than is allowed."""
    disj = {"task": "communication", "of": "disj", "n": 2}
    claim = {"side": "lower", "value": "9", "question": disj}
    inner = {"measure": "rank_q", **claim, "proof": {"rule": "evaluate", "exhibit": "elimination"}}
    for _ in range(18):
        proof = {"rule": "theorem", "name": "rank_q <= partition1", "from": [inner]}
        inner = {"measure": "partition1", **claim, "proof": proof}
    done = run("--seconds", 5, written(tmp_path, {**GOOD, "claims": [inner]}))
    assert (done.returncode, done.stdout.count("REJECTED")) == (3, 1)


PATTERN = {"task": "pattern", "rows": ["+-", "-+"], "null": False}
ENCODING = {
    "task": "reduction", "source": {"task": "communication", "of": "disj", "n": 1},
    "target": {"task": "computation", "of": "match", "order": 3, "M": 4, "N": 3}, "owners": "PAB", "position": 0,
    "public": [1], "alice": [[0], [1]], "bob": [[0], [1]], "read_out": [[0, 1], [1, 0]],
}  # fmt: skip


@pytest.mark.parametrize("value", [0, 1])
def test_a_proof_one_of_whose_premises_fails_fails(tmp_path, value):
    premise = {**CLAIM, "question": PATTERN, "value": value}
    claim = {**CLAIM, "proof": {"rule": "map", "name": "part", "of": premise}}
    done = run(written(tmp_path, {**GOOD, "question": PATTERN, "claims": [claim]}))
    assert done.stdout.split(": ")[1].split("\n")[0] == ("REJECTED" if value else "ACCEPTED")


@pytest.mark.parametrize("claim", ["correct", "incorrect"])
@pytest.mark.parametrize("shown", [{"exhibit": "all-pairs"}, {"exhibit": "one-pair", "row": 0, "column": 0}], ids=str)
def test_what_shows_the_opposite_of_a_claim_is_rejected(tmp_path, claim, shown):
    """The answer is right at the first pair, and at another one it is not."""
    certificate = {**GOOD, "question": ENCODING, "claims": [{"claim": claim, "proof": {"rule": "evaluate", **shown}}]}
    assert run(written(tmp_path, certificate)).stdout.split(": ")[1].split("\n")[0] == "REJECTED"
    assert check(certificate).exit_code in (3, 4)


@pytest.mark.parametrize(("order", "word"), [(3, "ACCEPTED"), (2, "NOT COVERED"), ("3", "NOT COVERED")])
def test_the_order_of_a_claim_is_that_of_its_statement(tmp_path, order, word):
    match = {"task": "match", "order": 3, "M": 2}
    vectors = {"queries": [[1, 1], [-1, 1]], "keys": [[[1, -1], [-1, -1]]] * 2, "null_keys": [[0, 1], [0, 1]]}
    proof = {"rule": "evaluate", "exhibit": "tuples", **vectors}
    claim = {**CLAIM, "unit_class": "GRID(2, twos, gap 1)", "side": "upper", "value": 2, "proof": proof}
    done = run(written(tmp_path, {**GOOD, "question": match, "claims": [{**claim, "order": order}]}))
    assert done.stdout.split(": ")[1].split("\n")[0] == word


@pytest.mark.parametrize("words", [[], ["--no"], ["--memory"], ["--memory", "0", "x"], ["--seconds", "many", "x"]])
def test_wrong_usage_is_one_sentence(words):
    done = run(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith("headcount-verified --help says more\n")
    assert run("--help").stdout.count("headcount-verified --") >= 2


QSA = {"task": "qsa", "N": 6, "q": 2}
ITEMS = {"task": "relevance", "columns": 3, "selected": [[0, 1]], "null": False}
OTHER_FORMS = [
    {**QSA, "heads": 2},
    {**QSA, "score": "cosine"},
    {"task": "match", "order": 2, "M": 7, "null": False},
    {"task": "pattern", "rows": ["+"], "null": False, "shared": [0]},
    {"task": "pattern", "rows": [], "null": False},
    {"task": "pattern", "rows": [""], "null": False},
    {"task": "pattern", "rows": ["+", "+-"], "null": False},
    {**ITEMS, "columns": 1},
    {**ITEMS, "selected": [[0, 10**300]]},
    {**ITEMS, "free": [[3]]},
    {**ITEMS, "selected": []},
    {"task": "maxsim", "of": {**ITEMS, "columns": 1}, "document_vectors": 2, "query_vectors": 2},
    {"task": "maxsim", "of": {**QSA, "heads": 2}, "document_vectors": 2, "query_vectors": 2},
]


@pytest.mark.parametrize("question", OTHER_FORMS, ids=range(len(OTHER_FORMS)))
def test_a_statement_that_the_format_does_not_have_is_not_accepted(tmp_path, question):
    done = run(written(tmp_path, {**GOOD, "question": question, "claims": [CLAIM]}))
    assert done.returncode == 5 and "NOT COVERED" in done.stdout


@pytest.mark.parametrize("question", [QSA, ITEMS], ids=["qsa", "relevance"])
def test_the_same_claim_of_a_statement_in_form_is_accepted(tmp_path, question):
    assert run(written(tmp_path, {**GOOD, "question": question, "claims": [CLAIM]})).returncode == 0


def test_a_name_cannot_pass_for_a_verdict(tmp_path):
    path = tmp_path / "z.json: ACCEPTED\n  claims[0] proved: m >= 99"
    path.write_text("{}")
    done = run(path)
    assert "\\x0a" in done.stdout and "\n  claims[0] proved" not in done.stdout
