"""Constructions for q-sparse averaging: keys, queries, exact ties, and their certificate."""
