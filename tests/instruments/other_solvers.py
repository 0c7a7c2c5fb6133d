"""What z3, cvc5 and HiGHS say of exported texts."""

import cvc5
import highspy
import z3


def z3_says(script):
    """``sat``, ``unsat`` or ``unknown``; anything else that z3 prints is an error."""
    context = z3.Context()  # held until the answer is there
    said = z3.Z3_eval_smtlib2_string(context.ref(), script).strip()
    assert said in ("sat", "unsat", "unknown"), said[:200]
    return said


def cvc5_says(script):
    """The same of cvc5, which reads the logic strictly."""
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("strict-parsing", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    said = []
    while not (command := parser.nextCommand()).isNull():
        said.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
    return " ".join(filter(None, said))


def optimum(program, folder):
    """The optimum of a linear program in CPLEX LP format, by HiGHS."""
    path = folder / "program.lp"
    path.write_text(program)
    highs = highspy.Highs()
    highs.silent()
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return highs.getInfo().objective_function_value
