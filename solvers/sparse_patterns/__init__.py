"""Reach and paths of sparse attention patterns."""
