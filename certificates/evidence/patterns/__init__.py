"""Evidence about sparse patterns."""
