"""The two ways in which a file is not accepted: it says nothing that could be true, or its proof fails."""


class Malformed(Exception):
    """The file states nothing: ``path`` names the field, ``reason`` what it must be."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class Refused(Exception):
    """The proof at hand does not prove its claim; ``why`` is a sentence, ``code`` a word for it."""

    def __init__(self, why: str, code: str = "") -> None:
        super().__init__(why)
        self.why, self.code = why, code


class Missing(Refused, AttributeError):
    """What a rule asks for is not there: the claim, or the proof, is of another kind than the rule is for."""


def need(holds: object, why: str) -> None:
    """Refuse the proof unless the condition holds.

    >>> need(1 < 2, "numbers are out of order")
    >>> need(2 < 1, "numbers are out of order")
    Traceback (most recent call last):
    ...
    headcount.certificates.refuse.Refused: numbers are out of order
    """
    if not holds:
        raise Refused(why)
