"""Rows that several views of a command keep. Connections import it, without Spark, to forget them as a command ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# How many rows are kept for other views.
_MOST = 500_000


@dataclass(frozen=True)
class Kept:
    """How many rows a query has, and Spark's plan that consists of them."""

    rows: int
    plan: Any


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
                if kept.rows + sum(each.rows for each in self._known.values()) <= _MOST:
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
