"""Constructions for tasks on sequences: pairs, triples, triangles."""
