"""``headcount.atlas``: entries, conditions, tables; what is not there, and where it can be had."""

import zipfile

import pytest

import headcount
from cover_catalogue import COVERS
from headcount.catalogues import CATALOGUES, CatalogueError, build
from headcount.catalogues import atlas as room


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(CATALOGUES, "covers", COVERS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("atlas")
    build(COVERS, 2, place, jobs=1)
    return place


@pytest.fixture
def found(folder):
    return headcount.atlas("covers", 2, folder=folder)


def test_entries(found):
    assert len(found) == found.count == 7 and found.complete
    assert [entry.key for entry in found] == COVERS.keys(2)
    assert found["01/10"] is found[[entry.key for entry in found].index("01/10")]
    assert found["01/10"].fields == {"rows": ["01", "10"], "cover1": [2, 2], "fooling1": [2, 2], "gap": [0, 0]}
    for entry in found:
        assert all(headcount.check(certificate) for certificate in entry.claims)
        assert [certificate["question"]["rows"] for certificate in entry.claims[:]] == [entry.fields["rows"]]


def test_the_tally_is_that_of_brute_force(found):
    assert found.tally == {"cover1": {"0": 1, "1": 4, "2": 2}, "fooling1": {"0": 1, "1": 4, "2": 2}, "gap": {"0": 7}}
    assert str(found).splitlines()[0] == "covers n=2: 7 classes"


@pytest.mark.parametrize(
    ("conditions", "keys"),
    [
        (["cover1=2"], ["01/10", "01/11"]),
        (["cover1>=1", "fooling1<=1"], ["00/01", "00/11", "01/01", "11/11"]),
        (["cover1>=1, cover1<=0"], []),
        (["rows=01 10"], ["01/10"]),
        ([lambda entry: entry.key.startswith("1")], ["11/11"]),
    ],
)
def test_conditions(found, conditions, keys):
    kept = found.where(*conditions)
    assert [entry.key for entry in kept] == keys
    assert kept.count == 7 and kept.where(*conditions).entries == kept.entries


@pytest.mark.parametrize("condition", ["cover1", "cover1==2", "cover>=2", "cover1>=many", "cover1>=2.5"])
def test_a_condition_that_is_none(found, condition):
    with pytest.raises(CatalogueError, match=r"where .*; try where="):
        found.where(condition)


def test_brackets_that_are_open():
    meets = room._meets
    assert [room._value(field) for field in ([3, 3], [3, 4], ["01", "10"], True)] == [3, "3..4", ["01", "10"], True]
    assert meets([3, 4], ">=", "3") and not meets([3, 4], ">=", "4")
    assert meets([3, 4], "<=", "4") and not meets([3, 4], "<=", "3")
    assert meets([3, 4], "=", "3..4") and not meets([3, 4], "=", "3")
    assert meets(["none", "none"], ">=", "9") and not meets(["none", "none"], "<=", "9")
    assert meets(["7/2", "7/2"], "=", "7/2")
    assert meets(True, "=", "yes") and not meets(True, ">=", "1")


def test_tables(found):
    table = found.to_dataframe()
    assert list(table["key"]) == COVERS.keys(2)
    assert table.groupby("cover1").size().to_dict() == {0: 1, 1: 4, 2: 2}
    said = found.where("cover1=2").to_json()
    assert said["classes"] == 2 and said["count"] == 7 and said["where"] == ["cover1=2"]
    assert said["entries"][0]["certificates"] == 1
    assert "<b>covers n=2: 7 classes</b>" in found._repr_html_()


def test_a_folder_a_folder_of_folders_and_an_archive(found, folder, tmp_path):
    assert headcount.atlas("covers", 2, folder=folder / "covers-2") == found
    archive = tmp_path / "covers-2.zip"
    with zipfile.ZipFile(archive, "w") as written:
        for path in (folder / "covers-2").iterdir():
            written.write(path, path.name)
    for place in (archive, tmp_path):
        packed = headcount.atlas("covers", 2, folder=place)
        assert [(one.key, one.fields, list(one.claims)) for one in packed] == [
            (one.key, one.fields, list(one.claims)) for one in found
        ]


def test_a_size_that_is_not_there(folder, tmp_path):
    for place, has in ((folder, "has n = 2"), (tmp_path, "has no size of it"), (None, "the package has no size of it")):
        with pytest.raises(
            CatalogueError, match=f"{has}; build it with headcount atlas build covers --n 3 --into atlas"
        ):
            headcount.atlas("covers", 3, folder=place)
    with pytest.raises(CatalogueError, match="sizes that can be built are 1, 2, 3, 4"):
        headcount.atlas("covers", 9, folder=folder)
    with pytest.raises(CatalogueError, match="holds covers with n=2, and covers with n=1 was asked for"):
        headcount.atlas("covers", 1, folder=folder / "covers-2")


@pytest.mark.parametrize(
    ("n", "said"),
    [(None, r"n is missing; the sizes of covers are 1, 2, 3, 4: try n=1"), ("2", "n must be a whole number, got '2'"),
     (True, "n must be a whole number, got True"), (0, "n must be at least 1, got 0")],
)  # fmt: skip
def test_a_size_that_is_none(folder, n, said):
    with pytest.raises(headcount.TaskError, match=said):
        headcount.atlas("covers", n, folder=folder)


def test_conditions_as_an_argument(folder, found):
    kept = headcount.atlas("covers", 2, where="cover1=2", folder=folder)
    assert list(kept.to_dataframe()["key"]) == ["01/10", "01/11"] and kept.where_words == ("cover1=2",)


def test_where_no_class_is_left_no_quantity_is_printed_without_values(found):
    lines = str(found.where("cover1=9")).splitlines()
    assert lines[0] == "covers n=2: 0 of 7 classes" and not any(line.strip() in found.quantities for line in lines)


def test_a_name_that_is_not_there():
    with pytest.raises(CatalogueError, match=r"no catalogue 'cover'; did you mean covers\? known are .*covers"):
        headcount.atlas("cover", 2)


def test_a_damaged_archive(folder, tmp_path):
    (tmp_path / "covers-2.zip").write_bytes(b"PK")
    with pytest.raises(CatalogueError, match="neither a folder nor an archive"):
        headcount.atlas("covers", 2, folder=tmp_path / "covers-2.zip")
