"""Engines over plain mathematical data; the only importers of SAT, SMT, LP and convex solvers."""
