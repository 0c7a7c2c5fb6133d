"""What the verified checker says of many certificates, which one process reads (``make verified`` builds it)."""

import json
import subprocess
import tempfile
from pathlib import Path

from headcount.facade.check_verified import program


def said(certificates, *options):
    """A verdict as an object for each pair of a name without spaces and a certificate; then seconds and megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "certificates.txt"
        with lines.open("w", encoding="utf-8") as file:
            file.writelines(f"{name} {json.dumps(certificate)}\n" for name, certificate in certificates)
        return said_of_lines(lines, *options)


def said_of_lines(path, *options):
    """The same of a file of such lines."""
    command = [program(), "--lines", "--json", "--times", *options, "--", str(path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    *verdicts, times = map(json.loads, done.stdout.splitlines())
    if "seconds" not in times:
        raise RuntimeError(f"the verified checker ended too early: {times}")
    return verdicts, times


def outcomes(verdict):
    """Of each claim: proved, rejected or not covered."""
    return [claim["outcome"] for claim in verdict.get("claims", [])]
