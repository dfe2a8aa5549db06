"""One process at a time writes a keyed table of a warehouse folder.

Table formats make each statement atomic; a commit of a keyed table is several. The lock is the operating system's, so
a process that is killed releases it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.checksum import checksum
from filelock import BaseFileLock, FileLock, Timeout

_NOT_IN_A_FILE_NAME = re.compile(r"[/\\%\x00-\x1f]")
_LONGEST = 255
"""The bytes of the longest name of a file."""
_SHOWN = 200
"""The bytes of a longer name that the name of its lock begins with, before a checksum of the whole name."""


def take(folder: Path, table: str) -> BaseFileLock:
    """Locks ``table`` (its full name) of the warehouse ``folder`` until the returned lock is released.

    Raises:
        TablestoreError: another process, or another connection of this one, is writing the table.
    """
    path = file_of(folder, table)
    lock = hold(path)
    if lock is None:
        raise TablestoreError(
            f"{table} is being written by another run (process {_owner(path)}), so this run wrote nothing to it; "
            "wait for that run to end, then run again"
        )
    return lock


def file_of(folder: Path, table: str) -> Path:
    """The file that is locked for ``table``, its full name."""
    # the name is not a path: `../x` would be a file outside of the folder
    name = _NOT_IN_A_FILE_NAME.sub(_percent, table.replace("`", ""))
    if len(f"{name}.lock".encode()) > _LONGEST:
        # catalog, schema and table have room for themselves, but not together
        name = f"{name.encode()[:_SHOWN].decode(errors='ignore')}-{checksum(name)}"
    return folder / ".locks" / f"{name}.lock"


def hold(path: Path) -> BaseFileLock | None:
    """The lock of a file, or None when another process or connection holds it; does not wait.

    Any thread may release it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    _owner_file(path).write_text(str(os.getpid()), encoding="ascii")
    return lock


def _percent(character: re.Match[str]) -> str:
    return f"%{ord(character.group()):02X}"


def _owner(path: Path) -> str:
    try:
        return _owner_file(path).read_text(encoding="ascii").strip() or "unknown"
    except FileNotFoundError:  # the other process is about to write it
        return "unknown"


def _owner_file(path: Path) -> Path:
    """The number of the process that holds the lock. Windows and filelock leave no room for it in the locked file."""
    return path.with_suffix(".pid")
