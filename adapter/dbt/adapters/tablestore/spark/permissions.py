"""Files that hold values cannot be read by every user of the machine. The permissions of the group stay as they are."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OTHERS = 0o007


def _umask_of_this_process() -> int:
    current = os.umask(_OTHERS)
    os.umask(current)
    return current


# Read once, while the module is imported: the umask can only be read by setting it, which would disturb other threads.
UMASK = _umask_of_this_process() | _OTHERS
"""The umask of this process, extended by the permissions of other users."""

FOLDER_MODE = 0o777 & ~_OTHERS


def hide_from_others(path: Path) -> None:
    """Removes the permissions of other users from a file of this user; does nothing when there is no such file."""
    if not path.is_file():
        return
    found = path.stat()
    if hasattr(os, "getuid") and found.st_uid == os.getuid() and found.st_mode & _OTHERS:
        path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
