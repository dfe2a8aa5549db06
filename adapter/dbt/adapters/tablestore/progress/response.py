"""The row counts that a statement reports, as fields of run_results.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dbt.adapters.contracts.connection import AdapterResponse

# Delta reports num_*_rows, the keyed models rows_*; both become rows_* here.
_DELTA_NAMES = {
    "num_affected_rows": "rows_affected",
    "num_inserted_rows": "rows_inserted",
    "num_updated_rows": "rows_updated",
    "num_deleted_rows": "rows_deleted",
}
_CHANGES = ("rows_inserted", "rows_updated", "rows_deleted")
_IN_MESSAGE = ("rows_inserted", "rows_updated", "rows_deleted", "rows_unchanged", "rows_ignored_late", "rows_ignored")
# Only first-row counts these; the message has them when there are some.
_OFTEN_ZERO = ("rows_ignored",)


@dataclass
class TablestoreResponse(AdapterResponse):
    """An ``OK`` with row counts; a count that the statement did not report is None."""

    rows_inserted: int | None = None
    rows_updated: int | None = None
    rows_deleted: int | None = None
    rows_unchanged: int | None = None
    rows_ignored_late: int | None = None
    rows_ignored: int | None = None
    rows_in_batch: int | None = None


def is_metrics(columns: Sequence[str]) -> bool:
    """Whether a result with these columns is a report of row counts instead of data."""
    return bool(columns) and (
        all(name in _DELTA_NAMES for name in columns) or all(name.startswith("rows_") for name in columns)
    )


def respond(columns: Sequence[str], row: Sequence[Any]) -> AdapterResponse:
    """Turns a one-row report into a response; ``columns`` must satisfy :func:`is_metrics`."""
    counts = {
        _DELTA_NAMES.get(name, name): int(value) for name, value in zip(columns, row, strict=True) if value is not None
    }
    mentioned = [name for name in _IN_MESSAGE if name in counts and (counts[name] or name not in _OFTEN_ZERO)]
    texts = [f"{counts[name]} {name.removeprefix('rows_').replace('_', ' ')}" for name in mentioned]
    if not texts and "rows_affected" in counts:
        texts = [f"{counts['rows_affected']} affected"]
    affected = counts.get("rows_affected")
    if affected is None and any(name in counts for name in _CHANGES):
        affected = sum(counts.get(name, 0) for name in _CHANGES)
    response = TablestoreResponse(
        _message=f"OK ({', '.join(texts)})" if texts else "OK", code="OK", rows_affected=affected
    )
    for name in (*_IN_MESSAGE, "rows_in_batch"):
        setattr(response, name, counts.get(name))
    return response


@dataclass
class RefreshResponse(TablestoreResponse):
    """What a refresh of a materialized view did.

    ``kind`` is incremental, full or unchanged, ``reason`` says why it is full, ``changes_read`` are the changed rows of
    the inputs, ``seconds`` is the time until the commit.
    """

    kind: str = ""
    reason: str = ""
    changes_read: int = 0
    seconds: float = 0.0


def refreshed(
    kind: str, reason: str, reads: str, changes: int, counts: Mapping[str, Any], seconds: float
) -> AdapterResponse:
    """The response of a refresh; ``reads`` says what was read, ``counts`` are those of its commit."""
    done = {name: int(counts.get(name) or 0) for name in (*_IN_MESSAGE, "rows_in_batch")}
    affected = sum(done[name] for name in _CHANGES)
    if kind == "unchanged":
        text = "nothing changed"
    else:
        rows = (
            ", ".join(f"{done[name]} {name.removeprefix('rows_')}" for name in _CHANGES if done[name])
            or "no row changed"
        )
        text = f"incremental: {reads}; {rows}" if kind == "incremental" else f"full refresh: {reason}; {rows}"
    response = RefreshResponse(f"OK {text}", code="OK", rows_affected=affected)
    for name, count in done.items():
        setattr(response, name, count)
    response.kind, response.reason, response.changes_read, response.seconds = kind, reason, changes, round(seconds, 3)
    return response
