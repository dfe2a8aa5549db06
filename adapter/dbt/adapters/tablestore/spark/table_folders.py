"""The folders of dropped tables in a warehouse folder. Only folders without a file are ever removed."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

_DAY = 86400
_LOCAL = re.compile(r"(?:file:(?://)?)?(/[^/].*)")
_HISTORY = "__commits"
_OF_ONE_COMMIT = r"__(?:claim_\d+_(?:new|[0-9a-f]{8})|(?:commit|input|batch)_(?:\d+_)?[0-9a-f]{8})"


def local_folder(location: str) -> Path | None:
    """The folder of a table on this machine; None for an object store or another file system."""
    found = _LOCAL.fullmatch(location)
    return None if found is None else Path(found[1])


def remove_if_empty(folder: Path) -> bool:
    """Removes a folder and those in it if none of them has a file; returns whether it did."""
    if not folder.is_dir() or any(files for _, _, files in os.walk(folder)):
        return False
    for path, _, _ in os.walk(folder, topdown=False):
        try:
            Path(path).rmdir()
        except OSError:  # another process has put a file into it, or has removed it
            return False
    return True


def remove_left(history: Path, young: bool = True) -> int:
    """Removes the empty folders of tables that lived for one commit, which are beside that of the table of commits.

    ``young`` keeps those that have changed within a day: another run may be creating a table there. Returns how many
    were removed.
    """
    name = re.compile(re.escape(history.name.removesuffix(_HISTORY)) + _OF_ONE_COMMIT)
    before = time.time() - _DAY
    found = [path for path in history.parent.iterdir() if name.fullmatch(path.name) and path.is_dir()]
    return sum(remove_if_empty(path) for path in found if not young or path.stat().st_mtime < before)
