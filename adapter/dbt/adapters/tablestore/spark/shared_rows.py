"""Rows that several views of a command keep. Connections import it, without Spark, to forget them as a command ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# How many rows are kept for other views, and how many of their bytes in the memory of the driver.
_MOST, _MOST_BYTES = 500_000, 256 << 20


@dataclass(frozen=True)
class Kept:
    """How many rows a query has, Spark's plan that consists of them, and their bytes in the driver's memory."""

    rows: int
    plan: Any
    size: int = 0


class SharedRows:
    """Rows by what says which ones they are, each computed once, until the command ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._locks: dict[Hashable, threading.Lock] = {}
        self._known: dict[Hashable, Kept] = {}
        self._columns: Mapping[str, Sequence[Collection[str]]] | None = None

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
                known_rows = [kept, *self._known.values()]
                few = sum(each.rows for each in known_rows) <= _MOST
                if few and sum(each.size for each in known_rows) <= _MOST_BYTES:
                    self._known[key] = kept
            return kept.rows

    def columns(
        self, find: Callable[[], Mapping[str, Sequence[Collection[str]]]]
    ) -> Mapping[str, Sequence[Collection[str]]]:
        """The columns that each view of the command reads of each table, as they were found for the first view."""
        with self._lock:
            if self._columns is None:
                self._columns = find()
            return self._columns

    def forget(self) -> None:
        """Forgets all rows and columns."""
        with self._lock:
            self._known.clear()
            self._locks.clear()
            self._columns = None


shared_rows = SharedRows()
