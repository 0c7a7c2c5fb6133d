"""``check_folder`` finds what is wrong with a folder, even where all checksums are right."""

import json

import pytest

from cover_catalogue import COVERS
from headcount.catalogues import CATALOGUES, CatalogueError, build, check_folder
from headcount.catalogues.atlas import atlas
from headcount.catalogues.folder import PAGE, Folder, described, line, names_of_part, write_index
from headcount.catalogues.tally import page

ENTRIES, CERTIFICATES = names_of_part(1)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(CATALOGUES, "covers", COVERS)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return build(COVERS, 1, tmp_path_factory.mktemp("whole"), jobs=1).folder


@pytest.fixture
def forged(whole, tmp_path):
    """``forged(name, change)``: a folder with a file changed, and the list of files made to fit."""
    folder = tmp_path / "covers-1"
    folder.mkdir()
    for path in whole.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())

    def call(name="", change=lambda objects: objects, text=None, **facts):
        index = json.loads((folder / "catalogue.json").read_bytes()) | facts
        if name:
            objects = [json.loads(one) for one in (folder / name).read_bytes().splitlines()]
            (folder / name).write_text("".join(map(line, change(objects))) if text is None else text)
            index["files"][name] = described((folder / name).read_bytes())
        (folder / PAGE).write_text(page(COVERS, index))
        index["files"][PAGE] = described((folder / PAGE).read_bytes())
        write_index(folder, index)
        return check_folder(folder, jobs=1).faults

    return call


def test_nothing_is_found_where_nothing_is_wrong(forged, whole):
    assert forged() == forged(ENTRIES) == forged(CERTIFICATES) == ()
    found = check_folder(whole, jobs=1)
    assert found and (found.classes, found.count, found.certificates) == (2, 2, 2)
    assert str(found).startswith("covers n=1: all 2 classes") and str(found).endswith("compared: all holds")


def edited(place, **fields):
    def change(objects):
        objects[place]["fields"] |= fields
        return objects

    return change


def test_a_number_that_no_certificate_says(forged):
    tally = {"cover1": {"0": 1, "1..2": 1}, "fooling1": {"0": 1, "1": 1}, "gap": {"0": 2}}
    faults = forged(ENTRIES, edited(1, cover1=[1, 2]), tally=tally)
    assert faults == ("class 1: cover1 is [1, 2] and follows as [1, 1]",)


def test_a_field_that_does_not_follow(forged):
    assert forged(ENTRIES, edited(0, gap=[0, 1])) == ("the tally in catalogue.json is not the one of the entries",)
    tally = {"cover1": {"0": 1, "1": 1}, "fooling1": {"0": 1, "1": 1}, "gap": {"0": 1, "0..1": 1}}
    assert forged(tally=tally) == ("class 0: gap is [0, 1] and follows as [0, 0]",)


def test_another_matrix(forged):
    """The certificates of the other class are accepted, and say nothing of this one."""
    faults = forged(CERTIFICATES, lambda objects: objects[::-1])
    assert faults == tuple(
        f"class {key}: no accepted certificate has both bounds of cover1, fooling1, gap" for key in "01"
    )


def test_a_certificate_that_is_rejected(forged):
    def change(objects):
        for claim in objects[1]["claims"]:
            if claim["measure"] == "cover1" and claim["side"] == "lower":
                claim["value"] = "2"
        return objects

    faults = forged(CERTIFICATES, change)
    assert faults[0].startswith("class 1, certificate 1: REJECTED")


def test_a_class_that_is_missing_or_stands_twice(forged):
    words = "the classes are not those of the enumeration, each once and in its order"
    assert words in forged(ENTRIES, lambda objects: objects[::-1])
    faults = forged(ENTRIES, lambda objects: [objects[0], {**objects[0], "certificates": [2]}])
    assert words in faults


def test_a_count_that_is_not_so(forged):
    assert forged(count=3) == ("catalogue.json says 2 of 3 classes, and there are 2 of 2",)


def test_a_certificate_that_no_class_names(forged):
    faults = forged(ENTRIES, lambda objects: [{**one, "certificates": [1]} for one in objects])
    assert faults == (f"{CERTIFICATES} has 2 lines, and the classes of its part do not name each of them once",)


def test_a_key_that_stands_twice_in_a_certificate(forged, whole):
    """What a lenient reader would take for another object is malformed for the checker."""
    text = (whole / CERTIFICATES).read_text().replace('"version":3', '"version":2,"version":3')
    faults = forged(CERTIFICATES, text=text)
    assert len(faults) == 4 and "MALFORMED  certificate: cannot be parsed" in faults[0]


@pytest.mark.parametrize("text", ["{}\n", "[]\n", '{"key":1,"fields":{},"certificates":[]}\n', "{\n",
                                  '{"key":"0","fields":{},"certificates":["1"]}\n'])  # fmt: skip
def test_a_line_that_is_no_class(forged, text):
    (fault,) = forged(ENTRIES, text=text)
    assert f"{ENTRIES}' is damaged: line 1 is no class with key, fields and certificates" in fault


def test_an_index_that_names_other_files(forged):
    with pytest.raises(CatalogueError, match="it lists files that are none of a catalogue"):
        forged(files={"../entries-0001.jsonl": {"sha256": ""}})
    with pytest.raises(CatalogueError, match="with the fields format, version"):
        forged(further=1)


def test_a_damaged_file_is_named(whole, tmp_path):
    folder = tmp_path / "covers-1"
    folder.mkdir()
    for path in whole.iterdir():
        (folder / path.name).write_bytes(path.read_bytes()[:-1])
    write_index(folder, Folder(whole).index)
    faults = check_folder(folder, jobs=1).faults
    assert len(faults) == 3 and all("is damaged: its SHA-256" in fault for fault in faults)
    (folder / ENTRIES).unlink()
    assert any(f"{ENTRIES}' is missing" in fault for fault in check_folder(folder, jobs=1).faults)


def test_a_copy_with_values_only_proves_nothing(forged, tmp_path):
    assert forged() == ()
    folder = tmp_path / "covers-1"
    whole = atlas("covers", 1, folder=folder)
    (folder / CERTIFICATES).unlink()
    copy = atlas("covers", 1, folder=folder)
    assert copy.tally == whole.tally and [one.fields for one in copy] == [one.fields for one in whole]
    assert (whole.recorded, whole.to_json()["values_only"], copy.to_json()["values_only"]) == ("", False, True)
    assert "values only" in str(copy) and "values only" not in str(whole)
    found = check_folder(folder)
    assert not found and len(found.faults) == 1 and "atlas build covers --n 1 makes these" in found.faults[0]
    with pytest.raises(CatalogueError, match=r"certificates-0001\.jsonl is not in .* holds values only"):
        list(copy[0].claims)
    build(COVERS, 1, folder.parent, jobs=1)
    assert check_folder(folder) and not atlas("covers", 1, folder=folder).recorded


def test_no_folder(tmp_path):
    with pytest.raises(CatalogueError, match=r"holds no catalogue: catalogue.json is missing; build one"):
        check_folder(tmp_path)
