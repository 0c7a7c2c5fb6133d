"""Existence of tables of one size as a formula of satisfiability modulo theories, and z3's answer."""
