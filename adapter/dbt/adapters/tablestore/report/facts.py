"""What the report knows about tables, from the mappings that the package's macro `_reported_table` collects."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timezone
from typing import Any

# Binary, as `dbt docs` shows them.
_UNITS = ((2**40, "TB"), (2**30, "GB"), (2**20, "MB"), (2**10, "kB"))
# What follows the words of a reason.
_MORE = re.compile(r" \(|(?<=read): |(?<=planned): |(?<=written): ")
# A literal in the words that are left, which may be cut off; the apostrophe of a word opens none.
_LITERAL = re.compile(r"(?<!\w)[xX]?'(?:[^'\\]|\\.|'')*(?:'|$)")
COUNTS = ("inserted", "updated", "deleted", "unchanged", "late")
_COLUMNS = {"late": "rows_ignored_late"}


@dataclass(frozen=True)
class Refresh:
    """How a view was refreshed: what was expected of both kinds is for the same ``seconds``.

    ``reason`` is without what may have values of columns: the message of an error, and literals of the query.
    """

    kind: str
    reason: str = ""
    changes_read: int = 0
    seconds: float = 0.0
    estimated_incremental: float | None = None
    estimated_full: float | None = None


@dataclass(frozen=True)
class Commit:
    """One commit: its number, the time its run began, rows by what happened to them, and seconds.

    ``seconds`` are those until its changes were counted; None for a commit of an earlier version of the package, and
    for one that a later run completed. ``refresh`` says how a view was refreshed.
    """

    number: int
    epoch: str
    at: datetime
    run: str
    rows: Mapping[str, int]
    seconds: float | None
    refresh: Refresh | None = None


@dataclass(frozen=True)
class Files:
    """Data and delete files, bytes, and snapshots; ``old_snapshots`` are older than `keep_history`. None is unknown.

    ``partitions`` are those with files; 1 if the table has none.
    """

    files: int
    bytes: int
    delete_files: int | None
    snapshots: int | None
    old_snapshots: int | None
    partitions: int | None

    @property
    def mean(self) -> float:
        """The mean size of a data file in bytes."""
        return self.bytes / self.files if self.files else 0.0


@dataclass(frozen=True)
class Table:
    """A keyed table, or the table with the rows of a materialized view.

    ``name`` is what operations take, `orders.v1` for a version of a model, with the package if it needs it. ``commits``
    are the newest 200, the newest first; ``latencies`` maps a commit to the seconds from its newest event; ``readers``
    are models, each with the commit up to which it has read the changelog, which ends at the commit ``readable``;
    ``parents`` are ids of dbt nodes, ``changes_of`` the tables whose changelog it reads, and ``ttl`` milliseconds.
    """

    name: str
    unique_id: str
    relation: str
    is_view: bool
    format: str
    engine: str
    key: Sequence[str]
    number: int
    readable: int
    producer: str
    ttl: int | None
    states: str
    is_unfinished: bool
    rows: int
    files: Files
    commits: Sequence[Commit]
    latencies: Mapping[int, float]
    readers: Sequence[tuple[str, int]]
    parents: Sequence[str]
    changes_of: Sequence[str]
    compiled_plan: str | None

    @property
    def last(self) -> Commit | None:
        """The newest commit."""
        return self.commits[0] if self.commits else None

    @property
    def refreshes(self) -> list[Commit]:
        """The commits of refreshes, the newest first."""
        return [commit for commit in self.commits if commit.refresh]


def size(number: float) -> str:
    """A number of bytes for people: 7.2 kB."""
    for limit, unit in _UNITS:
        if number >= limit:
            return f"{number / limit:,.1f} {unit}"
    return f"{number:.0f} B"


def without_literals(words: str) -> str:
    """The words of a reason or of an error without the values between its quotes."""
    return _LITERAL.sub("'...'", words)


def _refresh(text: str) -> Refresh:
    given = json.loads(text)
    # A newer version of the adapter may have written more.
    known = {field.name: given[field.name] for field in fields(Refresh) if field.name in given}
    return Refresh(**known | {"reason": without_literals(_MORE.split(given.get("reason", ""))[0])})


def table(found: Mapping[str, Any]) -> Table:
    """A table from what the macro has collected."""
    files, columns = found["files"], found["file_columns"]
    counted = {name: None if files.get(column) is None else int(files[column]) for name, column in columns.items()}
    return Table(
        name=found["name"],
        unique_id=found["unique_id"],
        relation=found["relation"],
        is_view=bool(found["is_view"]),
        format=found["format"],
        engine=found["engine"] or "",
        key=list(found["key"]),
        number=int(found["number"]),
        readable=int(found["readable"]),
        producer=found["producer"],
        ttl=None if found["ttl"] is None else int(found["ttl"]),
        states=found["states"],
        is_unfinished=bool(found["is_unfinished"]),
        rows=int(found["rows"]),
        files=Files(
            files=counted["files"] or 0,
            bytes=counted["bytes"] or 0,
            delete_files=counted.get("delete_files"),
            snapshots=counted.get("snapshots"),
            old_snapshots=counted.get("old_snapshots"),
            partitions=counted.get("partitions"),
        ),
        commits=[_commit(row) for row in found["commits"]],
        latencies={
            int(row["commit"]): float(row["seconds"]) for row in found["latencies"] if row["seconds"] is not None
        },
        readers=sorted((reader["name"], int(reader["commit"])) for reader in found["readers"]),
        parents=list(found["depends_on"]),
        changes_of=list(found["offsets"]),
        compiled_plan=found["compiled_plan"],
    )


def _commit(row: Mapping[str, Any]) -> Commit:
    milliseconds = row.get("duration_ms")
    return Commit(
        number=int(row["commit"]),
        epoch=row["epoch"],
        at=datetime.fromtimestamp(int(row["micros"]) / 1e6, timezone.utc),
        run=row["invocation_id"],
        rows={name: int(row.get(_COLUMNS.get(name, f"rows_{name}")) or 0) for name in COUNTS},
        seconds=float(milliseconds) / 1000 if milliseconds else None,
        refresh=_refresh(row["refresh"]) if row.get("refresh") else None,
    )
