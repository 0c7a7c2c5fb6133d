"""Pattern files: every way of writing a pattern that is read, and every mistake that is explained."""

import pytest

from headcount.tasks import TaskError, question_from_words, read_pattern

ROWS = ("+-0*", "-0*+")

READ = {
    "commas": ("a.csv", "+,-,0,*\n-,0,*,+\n"),
    "commas and spaces": ("a.csv", " + , - , 0 , * \n - , 0 , * , + \n"),
    "semicolons": ("a.csv", "+;-;0;*\n-;0;*;+\n"),
    "tabs": ("a.tsv", "+\t-\t0\t*\n-\t0\t*\t+\n"),
    "spaces": ("a.txt", "+ - 0 *\n-  0  *  +\n"),
    "nothing": ("a.txt", "+-0*\n-0*+\n"),
    "numbers": ("a.csv", "1,-1,0,*\n-1,0,*,+1\n"),
    "quotes": ("a.csv", '"+","-","0","*"\n"-","0","*","+"\n'),
    "typographic minus": ("a.csv", "+,\u2212,0,*\n\u2212,0,*,+\n"),
    "byte order mark": ("a.csv", "\ufeff+,-,0,*\n-,0,*,+\n"),
    "carriage returns": ("a.csv", "+,-,0,*\r\n-,0,*,+\r\n"),
    "blank lines": ("a.csv", "\n+,-,0,*\n\n   \n-,0,*,+\n\n"),
    "separators differ": ("a.csv", "+,-,0,*\n-;0;*;+\n"),
    "no suffix": ("pattern", "+-0*\n-0*+\n"),
    "json words": ("a.json", '["+-0*", "-0*+"]'),
    "json lists": ("a.json", '[["+","-","0","*"], ["-","0","*","+"]]'),
    "json object": ("a.json", '{"rows": ["+-0*", "-0*+"]}'),
    "json name": ("a.JSON", '{"rows": ["+-0*", "-0*+"], "null": false, "name": "mine"}'),
}


@pytest.mark.parametrize("case", READ)
@pytest.mark.parametrize("null", [False, True])
def test_read(case, null, tmp_path):
    name, text = READ[case]
    path = tmp_path / name
    path.write_bytes(text.encode())
    pattern = read_pattern(path, null=null)
    assert pattern.rows == ROWS
    assert pattern.null == null


def test_a_json_file_may_say_that_there_is_a_null_token(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"rows": ["+-"], "null": true}')
    assert read_pattern(path).null
    assert read_pattern(path, null=True).null


def test_one_column(tmp_path):
    for text in ("+\n-\n0\n", "+1\n-1\n0\n", "1\n-1\n0\n"):
        (tmp_path / "a.csv").write_text(text)
        assert read_pattern(tmp_path / "a.csv").rows == ("+", "-", "0")


# file name, content, and what the message has to say: where, and what to do
REFUSED = {
    "letter": ("a.csv", "+,-\n+,x\n", ["line 2, entry 2", "'x'", "+ - 0 *", "correct"]),
    "header": ("a.csv", "a,b\n+,-\n", ["line 1, entry 1", "correct"]),
    "float": ("a.csv", "0.5,0\n", ["line 1, entry 1", "'0.5'"]),
    "empty entry": ("a.csv", "+,-,\n", ["line 1, entry 3", "got nothing"]),
    "ragged": ("a.csv", "+,-\n+\n", ["row 2", "1 entry", "row 1 has 2", "equally long"]),
    "stars": ("a.csv", "*,*\n*,*\n", ["stars only", "mark at least one"]),
    "empty": ("a.csv", "", ["is empty", "write one row"]),
    "spaces only": ("a.csv", " \n\t\n", ["is empty", "write one row"]),
    "two ways": ("a.txt", "+1-1\n", ["line 1", "two ways", "separate"]),
    "two ways in json": ("a.json", '["+1-1"]', ["row 1", "two ways", "separate"]),
    "long field": ("a.csv", "+," + "-" * 200_000 + "\n", ["line 1", "cannot be split into fields"]),
    "not json": ("a.json", "+-\n", ["is not JSON", "write a list of rows"]),
    "json long integer": ("a.json", "[[" + "9" * 5000 + "]]", ["is not JSON", "write a list of rows"]),
    "json number": ("a.json", "3", ["list of strings or lists", "write ["]),
    "json rows text": ("a.json", '{"rows": "+-"}', ["list of strings or lists", "write ["]),
    "json no rows": ("a.json", '{"null": true}', ["lacks the field 'rows'", "write {"]),
    "json unknown field": ("a.json", '{"rows": ["+"], "nul": true}', ["unknown field 'nul'", "write {"]),
    "json null number": ("a.json", '{"rows": ["+"], "null": 1}', ["'null'", "true or false", "got 1"]),
    "json true": ("a.json", "[[true]]", ["row 1, entry 1", "'True'"]),
    "json empty row": ("a.json", '[""]', ["row 1", "empty", "give at least one"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case, tmp_path):
    name, text, said = REFUSED[case]
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(TaskError) as caught:
        read_pattern(path)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 600
    assert message.startswith(str(path))
    for words in said:
        assert words in message


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(TaskError, match="check the path"):
        read_pattern(tmp_path / "missing.csv")
    with pytest.raises(TaskError, match="cannot be read"):
        read_pattern(tmp_path)
    (tmp_path / "a.csv").write_bytes("+-\n".encode("utf-16"))
    with pytest.raises(TaskError, match="UTF-8"):
        read_pattern(tmp_path / "a.csv")
    with (tmp_path / "large.csv").open("wb") as stream:
        stream.truncate(100 * 2**20)
    with pytest.raises(TaskError, match="67108864"):
        read_pattern(tmp_path / "large.csv")


def test_the_question_of_a_file_bears_its_name(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("+-\n-+\n")
    assert question_from_words([str(path)], null=True).words == "the 2x2 sign pattern 'mine.csv' with a null token"
    with pytest.raises(TaskError, match="takes no parameters, got N"):
        question_from_words([str(path), "N=3"])
