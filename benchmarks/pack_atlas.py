"""Catalogues for the package: a folder NAME-N as the archive ``catalogues/data/NAME-N.zip``, always the same bytes.

python benchmarks/pack_atlas.py signrank-6 signrank-7     # builds these and packs them
python benchmarks/pack_atlas.py                           # builds and packs those that are there anew
python benchmarks/pack_atlas.py --values signrank-8       # packs its values, without the certificates
python benchmarks/pack_atlas.py --built atlas signrank-8 --values    # of a folder that is built already
"""

import argparse
import tempfile
import zipfile
from pathlib import Path

from headcount.catalogues import build, catalogue_named, check_folder
from headcount.catalogues.folder import INDEX, Folder, opened
from headcount.catalogues.registry import packaged

DATA = Path(__file__).parents[1] / "catalogues" / "data"
BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of all files in an archive."""


def pack(folder: Path, archive: Path, values: bool = False) -> int:
    """Write the archive of a folder, with values only or whole; its size in bytes."""
    archive.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_LZMA) as written:
        for path in sorted(folder.glob("[!c]*" if values else "*")) + [folder / INDEX] * values:
            told = zipfile.ZipInfo(path.name, BEGINNING)
            told.compress_type = zipfile.ZIP_LZMA
            written.writestr(told, path.read_bytes())
    return archive.stat().st_size


def whole() -> list[str]:
    """Those that are there, but for those with values only."""
    return [own for own, path in packaged().items() if not Folder(opened(path)).values_only]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME-N", default=whole())
    parser.add_argument("--values", action="store_true", help="leave the certificates out")
    parser.add_argument("--built", type=Path, help="a folder that holds them, or part of them, already")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        for own in options.names:
            name, _, n = own.rpartition("-")
            built = build(catalogue_named(name), int(n), options.built or place)
            found = check_folder(built.folder)
            if not found or found.classes < found.count:
                raise SystemExit("\n".join([str(found), *found.faults]))
            print(
                f"{own}: {built.count:,} classes, {pack(built.folder, DATA / f'{own}.zip', options.values):,} bytes",
                flush=True,
            )


if __name__ == "__main__":
    main()
