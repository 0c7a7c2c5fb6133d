"""Bounds of the width that a softmax head needs for the weights of a sparse matrix."""
