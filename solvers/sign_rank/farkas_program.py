"""Farkas multipliers of a system of strict inequalities, asked for again and again through one HiGHS model.

The inequalities are rows a_k of a sparse matrix: <a_k, x> > 0 for all chosen k. They have no common solution if and
only if y >= 0 exists with sum_k y_k a_k = 0 and sum_k y_k = 1, supported on those chosen. Each question passes these
columns alone. (To keep one model with all multipliers, fix the others at 0 and go on from the basis of the question
before takes twice as long: a question keeps a tenth of the inequalities, and presolve then leaves little to do.)
"""

import highspy
import numpy as np
from scipy.sparse import csr_matrix


class FarkasProgram:
    """The program of one system.

    Parameters
    ----------
    matrix : sparse (inequalities, unknowns)

    Examples
    --------
    x > 0, -x > 0 and y > 0: the first two contradict each other.

    >>> program = FarkasProgram(csr_matrix([[1, 0], [-1, 0], [0, 1]]))
    >>> program.support(np.arange(3), np.ones(3)).tolist()
    [0, 1]
    >>> program.support(np.array([0, 2]), np.ones(2)) is None
    True
    """

    def __init__(self, matrix: csr_matrix) -> None:
        self.matrix, self.unknowns = matrix, matrix.shape[1]
        self.right = np.append(np.zeros(self.unknowns), 1.0)
        self.model = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("solver", "simplex")):
            self.model.setOptionValue(option, value)

    def support(self, chosen: np.ndarray, objective: np.ndarray) -> np.ndarray | None:
        """The inequalities with positive multipliers, of least cost at a vertex; None if those chosen are consistent.

        Parameters
        ----------
        chosen : increasing numbers of inequalities
        objective : cost of the multiplier of each chosen one, > 0
        """
        part, count = self.matrix[chosen], len(chosen)
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = count, self.unknowns + 1
        program.col_cost_ = objective.astype(float)
        program.col_lower_, program.col_upper_ = np.zeros(count), np.full(count, highspy.kHighsInf)
        program.row_lower_ = program.row_upper_ = self.right
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = (part.indptr + np.arange(count + 1)).astype(np.int32)
        program.a_matrix_.index_ = np.insert(part.indices, part.indptr[1:], self.unknowns).astype(np.int32)
        program.a_matrix_.value_ = np.insert(part.data.astype(float), part.indptr[1:], 1.0)
        self.model.passModel(program)
        self.model.run()
        if self.model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        weights = np.array(self.model.getSolution().col_value)
        return np.asarray(chosen[weights > 1e-9], dtype=np.int64)
