"""The ledger of theorems: what is claimed about attention and communication here, each claim run and certified.

``registry`` lists the theorems, a file per topic states them, ``ledger.json`` and ``certificates.jsonl`` hold what came
out when they were run last (``run``). What is exported here reads the stored ledger and imports no search.
"""

from .stored import (
    Ledger,
    LedgerEntry,
    LedgerError,
    LedgerInstance,
    conjectures,
    not_in_the_ledger,
    repeated_certificates,
    stored_certificates,
    stored_ledger,
)

__all__ = [
    "Ledger",
    "LedgerEntry",
    "LedgerError",
    "LedgerInstance",
    "conjectures",
    "not_in_the_ledger",
    "repeated_certificates",
    "stored_certificates",
    "stored_ledger",
]
