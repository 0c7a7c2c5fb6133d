"""Catalogues for the package: a folder NAME-N as the archive ``catalogues/data/NAME-N.zip``, always the same bytes.

python benchmarks/pack_atlas.py signrank-6 signrank-7     # builds these and packs them
python benchmarks/pack_atlas.py                           # builds and packs those that are there anew
"""

import argparse
import tempfile
import zipfile
from pathlib import Path

from headcount.catalogues import build, catalogue_named, check_folder

DATA = Path(__file__).parents[1] / "catalogues" / "data"
BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of all files in an archive."""


def pack(folder: Path, archive: Path) -> int:
    """Write the archive of a folder; its size in bytes."""
    archive.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_LZMA) as written:
        for path in sorted(folder.iterdir()):
            told = zipfile.ZipInfo(path.name, BEGINNING)
            told.compress_type = zipfile.ZIP_LZMA
            written.writestr(told, path.read_bytes())
    return archive.stat().st_size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME-N", default=sorted(path.stem for path in DATA.glob("*.zip")))
    with tempfile.TemporaryDirectory() as place:
        for own in parser.parse_args().names:
            name, _, n = own.rpartition("-")
            built = build(catalogue_named(name), int(n), place)
            found = check_folder(built.folder)
            if not found or found.classes < found.count:
                raise SystemExit("\n".join([str(found), *found.faults]))
            print(f"{own}: {built.count:,} classes, {pack(built.folder, DATA / f'{own}.zip'):,} bytes", flush=True)


if __name__ == "__main__":
    main()
