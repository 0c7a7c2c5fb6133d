"""Proofs for programs that are not ours: clauses in DIMACS with LRAT proofs, values and inequalities in SMT-LIB."""
