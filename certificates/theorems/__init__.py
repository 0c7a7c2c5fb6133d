"""Cited inequalities, as data."""
