"""``export``: the proofs of a certificate for programs of other people, in a folder."""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...certificates.check import check
from ...certificates.meter import LIMIT
from ...certificates.verdict import Accepted, Verdict
from ...display.whole_files import umask
from ...tasks import TaskError
from .rules import exported
from .stated_claim import ExportedFile, StatedClaim, stated_claims

FORMAT, VERSION = "headcount-export", 2
LIST, CERTIFICATE, README = "export.json", "certificate.json", "README.txt"

HEAD = """\
What headcount has exported from certificate.json, for programs of other people. export.json lists the claims of the
certificate in their order, and of each says how it is decided; a claim that is proved in place, for the sake of another
one, has a number after the last of them.

A .cnf file is a set of clauses in DIMACS, its comments say what each variable and each clause stands for. The .lrat
file beside it proves that they cannot all be true, step by step. An .smt2 file is SMT-LIB; where all values in it are
fixed, a solver confirms them by evaluation (sat), else it finds a contradiction (unsat). Two .csv files are a pattern
and a cycle on it, which a spreadsheet opens.
"""

Watch = Callable[[int, int, str], None]
"""Told how many of how many certificates are checked, then how many claims are exported, and what is next."""


class NotAcceptedError(TaskError):
    """The checker does not accept some certificates, so that nothing is exported.

    ``verdicts`` has its answers, each with the name of the file ("" if there is none).
    """

    def __init__(self, verdicts: Sequence[tuple[str, Verdict]]) -> None:
        super().__init__("; ".join(f"{name}: {verdict}" if name else str(verdict) for name, verdict in verdicts))
        self.verdicts = tuple(verdicts)


@dataclass(frozen=True)
class Export:
    """What was written.

    Attributes
    ----------
    folder : Path
    claims : tuple of mappings
        What ``export.json`` says of each claim.
    files : tuple of ExportedFile
    """

    folder: Path
    claims: tuple[Mapping[str, Any], ...]
    files: tuple[ExportedFile, ...] = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        """The content of ``export.json``."""
        files = [file.to_json() for file in self.files]
        return {"format": FORMAT, "version": VERSION, "claims": list(self.claims), "files": files}


def export(
    certificate: Path | str | Mapping[str, Any], folder: Path | str, *, force: bool = False, limit: int = LIMIT
) -> Export:
    r"""Write the proofs of a certificate in DIMACS, LRAT and SMT-LIB, for programs that are not ours.

    The certificate is checked first. In the folder are then ``certificate.json``, ``export.json`` (claim by claim, how
    it can be decided), the files that this names, and ``README.txt``: what each proves and what has to be believed.

    Parameters
    ----------
    certificate : path or mapping
    folder : path
        A new or empty folder.
    force : bool
        Replace an export that is there.
    limit : int
        Most steps that the check may take.

    Guarantee
    ---------
    The folder holds the whole export, or is what it was.

    Raises
    ------
    NotAcceptedError
        If the certificate is not accepted.
    TaskError
        If the folder cannot be written, or holds something.

    Examples
    --------
    >>> import tempfile
    >>> question = {"task": "pattern", "rows": ["++", "+-"], "null": True}
    >>> given = [["nonzero", []], ["row", [0, -1, 4], [1, -1, 3], [1, -3, 1]], ["exclusive", [1]]]
    >>> proof = {"rule": "clauses", "system": "dependency", "of": "columns", "set": [0, 1], "given": given,
    ...          "lemmas": [[[-1], [1, 2, 4]], [[], [5, 0, 3]]]}
    >>> claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 2, "proof": proof}
    >>> certificate = {"format": "headcount-certificate", "version": 3, "question": question, "claims": [claim]}
    >>> with tempfile.TemporaryDirectory() as place:
    ...     found = export(certificate, Path(place) / "out")
    ...     print(found.claims[0]["by"], sorted(path.name for path in found.folder.iterdir()), sep="\n")
    ...     print((found.folder / "claim-0.lrat").read_text(), end="")
    {'refutations': ['claim-0.cnf'], 'proofs': ['claim-0.lrat']}
    ['README.txt', 'certificate.json', 'claim-0.cnf', 'claim-0.lrat', 'export.json']
    6 -1 0 2 3 5 0
    7 0 6 1 4 0
    """
    return export_all([certificate], folder, force=force, limit=limit, apart=False)[0]


def export_all(
    certificates: Sequence[Path | str | Mapping[str, Any]],
    folder: Path | str,
    *,
    force: bool = False,
    limit: int = LIMIT,
    apart: bool = True,
    watch: Watch = lambda done, of, words: None,
) -> list[Export]:
    """The same for several files, each in a folder of its own (``apart``), named after the file.

    Raises
    ------
    NotAcceptedError
        If a certificate is not accepted; then nothing is written.
    TaskError
        If the folder cannot be written, or holds something, or two files have one name.
    """
    folder = Path(folder)
    sources = [Path(one) for one in certificates if not isinstance(one, Mapping)]
    names = [path.stem for path in sources] if apart else [""]
    for number, name in enumerate(names):
        if apart and not name.strip("."):
            raise TaskError(f"a file must have a name, got {str(sources[number])!r}; rename it")
        if name in names[:number]:
            raise TaskError(f"the files must have different names, got {name!r} twice; export them one by one")
    _require_new_folder(folder, sources, force)
    contents = _accepted(certificates, limit, watch)
    claims = [stated_claims(json.loads(content)) for content in contents]
    total, done, exports = sum(map(len, claims)), 0, []
    with _replaced(folder) as building:
        for name, content, listed in zip(names, contents, claims, strict=True):
            here = building / name
            here.mkdir(exist_ok=True)
            entries, left = [], []
            files: list[ExportedFile] = []
            for claim in listed:
                watch(done, total, f"export of {claim.kind}")
                found = exported(claim)
                entries.append(_entry(claim, found.by))
                left.append((claim, str(found.by.get("not exported", ""))))
                for file in found.files:
                    (here / file.name).write_text(file.content, "utf-8", newline="\n")
                files += found.files
                done += 1
            answer = Export(folder / name, tuple(entries), tuple(files))
            (here / CERTIFICATE).write_bytes(content)
            (here / README).write_text(readme(left, files), "utf-8", newline="\n")
            (here / LIST).write_text(json.dumps(answer.to_json(), indent=1) + "\n", "utf-8", newline="\n")
            exports.append(answer)
    return exports


def _entry(claim: Any, by: Mapping[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {"number": claim.number, "question": claim.question, "claim": claim.claim}
    entry |= {"kind": claim.kind, "words": claim.words, "by": dict(by)}
    if claim.premises:
        entry["rests on"] = list(claim.premises)
    if claim.premise_of is not None:
        entry["premise of"] = claim.premise_of
    return entry


def readme(claims: Sequence[tuple[StatedClaim, str]], files: Sequence[ExportedFile]) -> str:
    """The whole text: claims, each with why it is not exported or "", and files."""
    parts = [HEAD]
    for file in files:
        text = f"Proves {file.proves}. To be believed: {file.believe[:1].lower()}{file.believe[1:].rstrip('.')}."
        lines = [f"{file.name} (expected: {file.expected})", *textwrap.wrap(text, 116, break_on_hyphens=False)]
        parts.append("\n    ".join([*lines, *file.commands]) + "\n")
    lists = {
        "From other claims by a map, which no file here checks and has to be believed:\n": [
            f"claim {claim.number}, {claim.words}: from claim {claim.premises[0]}, by {claim.kind}."
            for claim, _ in claims
            if claim.proof["rule"] == "map"
        ],
        "Not exported:\n": [
            f"claim {claim.number}, {claim.words} ({claim.kind}): {reason}." for claim, reason in claims if reason
        ],
    }
    for heading, texts in lists.items():
        filled = (textwrap.fill(text, 116, subsequent_indent="    ", break_on_hyphens=False) for text in texts)
        parts += [heading, *(f"{text}\n" for text in filled)] if texts else []
    return "\n".join(parts)


def _accepted(certificates: Sequence[Path | str | Mapping[str, Any]], limit: int, watch: Watch) -> list[bytes]:
    """The bytes of certificates, all of which the checker has accepted."""
    contents, wrong = [], []
    for number, certificate in enumerate(certificates):
        name = "" if isinstance(certificate, Mapping) else str(certificate)
        watch(number, len(certificates), f"check of {name or 'the certificate'}")
        content = json.dumps(certificate).encode() if isinstance(certificate, Mapping) else _read(Path(name), limit)
        verdict = check(Path(name), limit) if content is None else check(content, limit)
        if content is None or not isinstance(verdict, Accepted):
            wrong.append((name, verdict))
        else:
            contents.append(content)
    if wrong:
        raise NotAcceptedError(wrong)
    return contents


def _read(path: Path, limit: int) -> bytes | None:
    """The bytes of a regular file that the checker may read; None if it is another one, and the checker says why."""
    try:
        status = path.stat()
        return path.read_bytes() if stat.S_ISREG(status.st_mode) and status.st_size <= limit else None
    except (OSError, ValueError):
        return None


def _is_export(folder: Path) -> bool:
    return (folder / LIST).is_file() or all((one / LIST).is_file() for one in folder.iterdir())


def _require_new_folder(folder: Path, sources: Sequence[Path], force: bool) -> None:
    """Find out before the work that the folder cannot be written.

    Parameters
    ----------
    folder : path
    sources : files that are read
    force : whether an earlier export may be replaced

    Raises
    ------
    TaskError
        If it is a file, or holds something that may not be replaced, or cannot be made.
    """
    if folder.exists() and not folder.is_dir():
        raise TaskError(f"-o needs a folder, got the file {str(folder)!r}; name a new folder")
    if folder.is_dir() and any(folder.iterdir()):
        if not force:
            raise TaskError(f"the folder {str(folder)!r} is not empty; name another one, or replace it with ‹force›")
        if not _is_export(folder):
            raise TaskError(f"the folder {str(folder)!r} holds other things than an export; name another one")
        inside = [path for path in sources if path.resolve().is_relative_to(folder.resolve())]
        if inside:
            raise TaskError(
                f"the file {str(inside[0])!r} that is read lies in the folder to be replaced; name another one"
            )
    parent = folder.resolve().parent
    if not parent.is_dir():
        raise TaskError(f"the folder {str(parent)!r} does not exist; create it first, or write elsewhere")
    if not os.access(parent, os.W_OK):
        raise TaskError(f"the folder {str(parent)!r} cannot be written to; choose another place")


@contextmanager
def _replaced(folder: Path) -> Iterator[Path]:
    """A new folder beside this one, which takes its place at the end."""
    target = folder.resolve()
    building = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp"))
    try:
        os.chmod(building, 0o777 & ~umask())
        yield building
        if target.exists():
            old = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".old"))
            os.replace(target, old)
            try:
                os.replace(building, target)
            except BaseException:
                os.replace(old, target)
                raise
            shutil.rmtree(old)
        else:
            os.replace(building, target)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
