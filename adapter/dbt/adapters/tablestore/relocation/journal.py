"""What a relocation is going to change, decided before the first change, so that a killed relocation can be finished.

Everything is prepared in ``<warehouse>/.relocate``. Files are copied from there to their places; then the new catalog
replaces the old one.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from dbt.adapters.tablestore.spark import permissions
from dbt.adapters.tablestore.spark.warehouse_catalog import FILE

FOLDER = ".relocate"
_READY = "ready.json"


@dataclass
class Journal:
    """The changes of one relocation."""

    folder: Path
    """The warehouse folder."""
    copies: list[tuple[str, str]] = field(default_factory=list)
    """Prepared files and their places, relative to the folder, which may be moved again before they are used."""

    @property
    def workspace(self) -> Path:
        """The folder of the prepared files."""
        return self.folder / FOLDER

    @property
    def catalog(self) -> Path:
        """The prepared catalog file."""
        return self.workspace / FILE

    def begin(self) -> None:
        """Removes what a relocation that was killed before it was ready has left."""
        shutil.rmtree(self.workspace, ignore_errors=True)
        self.workspace.mkdir()

    def ready(self) -> None:
        """Marks the relocation as prepared: from here on, it is only completed."""
        temporary = self.workspace / "ready.tmp"
        temporary.write_text(json.dumps(self.copies), encoding="utf-8")
        temporary.replace(self.workspace / _READY)

    def finish(self) -> None:
        """Makes the changes; may be repeated."""
        for source, target in self.copies:
            place = self.folder / target
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.folder / source, place.with_name(f"{place.name}.relocated"))
            place.with_name(f"{place.name}.relocated").replace(place)
            # Hadoop's checksum of the file that was replaced
            place.with_name(f".{place.name}.crc").unlink(missing_ok=True)
        if self.catalog.is_file():
            old = self.folder / FILE
            if old.is_file():
                shutil.copyfile(old, self.folder / _unused(self.folder))
            self.catalog.replace(old)
            permissions.hide_from_others(old)
        (self.workspace / _READY).unlink()  # first: what is left of the folder must not be completed again
        shutil.rmtree(self.workspace)


def decided(folder: Path) -> Journal | None:
    """The relocation of a folder that was killed while it made its changes; None if there is none."""
    ready = folder / FOLDER / _READY
    if not ready.is_file():
        return None
    return Journal(folder, [(source, target) for source, target in json.loads(ready.read_text(encoding="utf-8"))])


def _unused(folder: Path) -> str:
    """A name for a copy of the old catalog."""
    number = 1
    while (folder / f"{FILE}.before-relocate-{number}").exists():
        number += 1
    return f"{FILE}.before-relocate-{number}"
