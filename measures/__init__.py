"""Communication measures of a 0/1 matrix: engines that bound each of them, and what follows from what."""
