"""Proofs for programs that are not ours: clauses in DIMACS with LRAT proofs, values and inequalities in SMT-LIB."""

from .folder import Export, NotAcceptedError, export, export_all
from .stated_claim import Exported, ExportedFile, StatedClaim, stated_claims

__all__ = [
    "Export",
    "Exported",
    "ExportedFile",
    "NotAcceptedError",
    "StatedClaim",
    "export",
    "export_all",
    "stated_claims",
]
