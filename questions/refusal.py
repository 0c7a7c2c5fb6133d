"""What the readers of statements raise: the text says nothing, or what it says cannot be."""

from ..certificates.text import plain


class MalformedError(Exception):
    """``where`` names the field, ``reason`` what it must be."""

    def __init__(self, where: str, reason: str) -> None:
        self.where, self.reason = plain(where), plain(reason)
        super().__init__(f"{where}: {reason}")


class RejectionError(Exception):
    """What is stated cannot be: a ``code``, where, and why."""

    def __init__(self, code: str, where: str, reason: str = "") -> None:
        self.code, self.where, self.reason = code, plain(where), plain(reason)
        super().__init__(f"{code}: {reason}")
