"""Rectangles of a matrix: covers, partitions, fooling sets, and programs over all of them."""
