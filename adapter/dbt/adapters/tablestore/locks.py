"""One process at a time writes a keyed table of a warehouse folder.

Table formats make each statement atomic; a commit of a keyed table is several. The lock is the operating system's, so
a process that is killed lets go of it.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from dbt.adapters.tablestore.errors import TablestoreError


def take(folder: Path, table: str) -> IO[str]:
    """Locks ``table`` (its full name) for whoever holds the returned file open; ``folder`` is the warehouse.

    Raises:
        TablestoreError: another process, or another thread of this one, is writing the table.
    """
    path = folder / ".locks" / f"{table.replace('`', '')}.lock"
    handle = hold(path)
    if handle is None:
        owner = path.read_text().strip() or "unknown"
        raise TablestoreError(
            f"{table} is being written by another run (process {owner}): nothing was written by this one; "
            "wait for that run to end, then run again"
        )
    return handle


def hold(path: Path) -> IO[str] | None:
    """The file, locked and with this process's number in it; none when another process holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = path.open("a+")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        return None
    handle.truncate(0)
    handle.write(str(os.getpid()))
    handle.flush()
    return handle
