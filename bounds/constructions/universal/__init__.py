"""Any function on a grid by attention under a sparse pattern: contextual mapping, and a look-up."""
