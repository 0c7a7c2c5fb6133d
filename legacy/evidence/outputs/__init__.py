"""Evidence about the outputs of attention units."""
