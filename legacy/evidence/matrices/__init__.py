"""Evidence about measures of communication matrices."""
