"""What the second checker says, which shares nothing with the first (``independent/check.py``)."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "independent"))
try:
    from second_checker.verdicts import check as checked
finally:
    sys.path.pop()

computations = sys.modules["second_checker.computations"]
"""Its definitions of tasks."""


def accepts(question, claim):
    """Whether it accepts a claim with its proof; None if it says that this is too large."""
    file = {"format": "headcount-certificate", "version": 3, "question": question, "claims": [claim]}
    word = checked(file).partition(" ")[0]
    return None if word == "UNSUPPORTED" else word == "ACCEPTED"
