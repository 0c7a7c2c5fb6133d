"""Both ends for whole units of a class: GRID, FIXED, THRESH, and selections of order s."""
