"""The corpora of certificates: files by what they must get, and the code in a rejected file's name."""

import json
from pathlib import Path

from headcount.questions import REJECTION_CODES

HERE = Path(__file__).parents[1] / "certificates"
OF_MEASURES = HERE / "communication"

FOLDERS = ("accept", "reject", "malformed", "undecided")

CODES_OF_MEASURES = {
    "value-not-proved",
    "crossed-bounds",
    "lemma-not-implied",
    "no-contradiction",
    "rule-not-applicable",
    "leaf-not-constant",
    "message-ambiguous",
    "rectangle-not-constant",
    "entry-not-covered",
    "entry-covered-twice",
    "not-a-fooling-set",
    "not-shattered",
    "case-left-open",
    "case-not-closed",
    "not-an-automorphism",
    "rectangle-too-heavy",
    "constraint-violated",
    "not-positive-definite",
    "entry-out-of-range",
}
"""The codes that a claim about a measure can get (but for those of a sign pattern's evidence)."""


def files(folder, of=HERE):
    """The certificates of ``accept``, ``reject``, ``malformed`` or ``undecided``."""
    return sorted((of / folder).iterdir())


def groups(folder, of=HERE):
    """The same by the first word of their names."""
    found = {}
    for path in files(folder, of):
        found.setdefault(path.stem.split("-")[0], []).append(path)
    return found


def accepted(pattern="*"):
    """What accepted files say, by name."""
    return {path.stem: json.loads(path.read_text()) for path in sorted((HERE / "accept").glob(f"{pattern}.json"))}


def code_of(name):
    """The code that a rejected file must get."""
    (code,) = [code for code in REJECTION_CODES if name == code or name.startswith(f"{code}-")]
    return code
