"""The types of arrays, by one name each."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Signs = NDArray[np.int8]
Ints = NDArray[np.int64]
Bits = NDArray[np.uint64]
"""Sets, 64 members a word."""
Floats = NDArray[np.float64]
