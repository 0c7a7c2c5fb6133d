"""``python -m headcount``."""

from .cli.main import run

run()
