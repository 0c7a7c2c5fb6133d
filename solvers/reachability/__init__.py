"""Which sets of classes of an output layer are reachable: points, and combinations that rule points out."""
