"""Displays of nouns that have none of their own, and their registration with IPython."""
