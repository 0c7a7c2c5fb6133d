"""What is wrong with the way a claim is written; never what is wrong with the mathematics."""


class ClaimError(ValueError):
    """A claim, its range or its statement is impossible; the message says what was required, given, and what to try."""
