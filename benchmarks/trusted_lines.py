"""How much has to be trusted: lines of code of the checker by folder, docstrings, comments and blank lines apart.

Run it with ``make trusted``.
"""

import ast
import io
import tokenize
from pathlib import Path

CHECKER = Path(__file__).parents[1] / "certificates"

GROUPS = {
    "meaning of statements": ("meaning",),
    "rule evaluate": ("evaluate",),
    "rule clauses": ("systems",),
    "rule theorem": ("theorems",),
    "rule tree": ("problems",),
    "the other rules, statements, reading, check, command": (".",),
}
"""What a reader reads for which purpose -> folders of ``core``."""

LONGEST = 250
"""A file of the trusted part has at most so many lines, all counted."""

LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip


def code_lines(path: Path) -> int:
    """Lines of a file that hold code, without docstrings, comments and blank lines."""
    return code_lines_of(path.read_text(encoding="utf-8"))


def code_lines_of(text: str) -> int:
    """The same of a text."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        for part in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                documented |= set(range(part.lineno, (part.end_lineno or part.lineno) + 1))
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in LAYOUT:
            found |= set(range(token.start[0], token.end[0] + 1))
    return len(found - documented)


def files_of(folder: str) -> list[Path]:
    """The Python files of a folder of the checker, subfolders included (``.``: its own files only)."""
    return sorted(CHECKER.glob("*.py") if folder == "." else (CHECKER / folder).rglob("*.py"))


def main() -> None:
    """Print the table, and the files that are too long."""
    total = 0
    for group, folders in GROUPS.items():
        files = [path for folder in folders for path in files_of(folder)]
        lines = sum(map(code_lines, files))
        total += lines
        print(f"{lines:6}  {group} ({len(files)} files)")
    print(f"{total:6}  in all")
    for path in sorted(CHECKER.rglob("*.py")):
        length = len(path.read_text(encoding="utf-8").splitlines())
        if length > LONGEST:
            print(f"longer than {LONGEST} lines: {path.relative_to(CHECKER)} ({length})")


if __name__ == "__main__":
    main()
