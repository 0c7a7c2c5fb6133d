"""The trusted checker: statements, seven rules of proof, and ``check``. Standard library only, exact, no search."""
