"""What the numbers of a proof by cases of fixed units stand for."""

KEY, QUERY, SPLIT, SIDE, IMAGE, LOWER = -1, -2, -3, -4, -5, -6
