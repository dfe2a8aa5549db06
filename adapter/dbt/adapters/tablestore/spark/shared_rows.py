"""Rows that several views of a command keep. Connections import it, without Spark, to forget them as a command ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

# How many rows are kept for other views.
_MOST = 200_000


@dataclass(frozen=True)
class Kept:
    """How many rows a query has, and Spark's plan that consists of them; none for many."""

    rows: int
    plan: Any = None


class SharedRows:
    """Rows by what says which ones they are, each computed once, until the command ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._locks: dict[Hashable, threading.Lock] = {}
        self._known: dict[Hashable, Kept] = {}

    def keep(self, key: Hashable, compute: Callable[[], Kept], show: Callable[[Kept], None]) -> int:
        """Makes a temporary view of rows; returns how many there are.

        Args:
            key: says which rows they are.
            compute: makes the view where nobody has computed them.
            show: makes it of rows that are known.
        """
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            known = self._known.get(key)
            if known is not None:
                show(known)
                return known.rows
            kept = compute()
            with self._lock:
                if kept.plan is not None and kept.rows + sum(each.rows for each in self._known.values()) <= _MOST:
                    self._known[key] = kept
            return kept.rows

    def forget(self) -> None:
        """Forgets all rows."""
        with self._lock:
            self._known.clear()
            self._locks.clear()


shared_rows = SharedRows()
