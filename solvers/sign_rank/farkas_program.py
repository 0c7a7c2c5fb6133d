"""Farkas multipliers of a system of strict inequalities, asked for again and again: one linear program, kept warm.

The inequalities are rows a_k of a sparse matrix: <a_k, x> > 0 for all chosen k. They have no common solution if and
only if y >= 0 exists with sum_k y_k a_k = 0 and sum_k y_k = 1, supported on those chosen. One HiGHS model holds all
multipliers. A question fixes those at 0 that are not chosen; the basis of the question before stays dual feasible as
long as the objective stays, so that the dual simplex method goes on from it.
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
        self.size, unknowns = matrix.shape
        self.model = highspy.Highs()
        self.model.setOptionValue("output_flag", False)
        self.model.setOptionValue("threads", 1)
        self.model.setOptionValue("solver", "simplex")
        self.model.setOptionValue("presolve", "off")  # it would discard the basis
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = self.size, unknowns + 1
        program.col_cost_ = np.ones(self.size)
        program.col_lower_ = np.zeros(self.size)
        program.col_upper_ = np.full(self.size, highspy.kHighsInf)
        program.row_lower_ = program.row_upper_ = np.append(np.zeros(unknowns), 1.0)
        with_sum = csr_matrix(
            (
                np.insert(matrix.data.astype(float), matrix.indptr[1:], 1.0),
                np.insert(matrix.indices, matrix.indptr[1:], unknowns),
                matrix.indptr + np.arange(self.size + 1),
            ),
            shape=(self.size, unknowns + 1),
        )
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = with_sum.indptr.astype(np.int32)
        program.a_matrix_.index_ = with_sum.indices.astype(np.int32)
        program.a_matrix_.value_ = with_sum.data
        self.model.passModel(program)
        self.every = np.arange(self.size, dtype=np.int32)

    def support(self, chosen: np.ndarray, objective: np.ndarray) -> np.ndarray | None:
        """The inequalities with positive multipliers, of least cost at a vertex; None if those chosen are consistent.

        Parameters
        ----------
        chosen : increasing numbers of inequalities
        objective : cost of the multiplier of each chosen one, > 0
        """
        upper, costs = np.zeros(self.size), np.ones(self.size)
        upper[chosen] = highspy.kHighsInf
        costs[chosen] = objective
        self.model.changeColsBounds(self.size, self.every, np.zeros(self.size), upper)
        self.model.changeColsCost(self.size, self.every, costs)
        self.model.run()
        if self.model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        weights = np.array(self.model.getSolution().col_value)[chosen]
        return np.asarray(chosen[weights > 1e-9], dtype=np.int64)
