"""Protocol trees of a given depth, and parts of a matrix that exclude one."""
