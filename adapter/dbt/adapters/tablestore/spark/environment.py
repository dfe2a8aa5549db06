"""Variables of the environment that Spark reads while it starts."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# The variables are those of the process: of two threads, the second would restore what the first has set.
_lock = threading.RLock()


@contextmanager
def environment(**variables: str | None) -> Iterator[None]:
    """Runs the block with these variables, in one thread at a time; None stands for a variable that is not set."""
    with _lock:
        before = {name: os.environ.get(name) for name in variables}
        _set(variables)
        try:
            yield
        finally:
            _set(before)


def _set(variables: dict[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
