"""Turn what the engines find into proofs of the checker's rules. Not trusted: a wrong proof is refused by ``check``.

``elaborated(certificate)`` takes the evidence that an engine writes and gives the certificate that the checker reads.
"""

from .driver import Book, CannotElaborate, elaborated

__all__ = ["Book", "CannotElaborate", "elaborated"]
