"""Attention run as a protocol across a cut, and what it costs in bits."""
