"""What a user touches: probe and the command line."""

from .probe import probe

__all__ = ["probe"]
