"""Evidence about the scores of attention heads."""
