"""The row counts that a statement reports, as fields of run_results.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.contracts.connection import AdapterResponse
from dbt.adapters.tablestore.sql.counted import counted

# Delta reports num_*_rows, the keyed models rows_*; both become rows_* here.
_DELTA_NAMES = {
    "num_affected_rows": "rows_affected",
    "num_inserted_rows": "rows_inserted",
    "num_updated_rows": "rows_updated",
    "num_deleted_rows": "rows_deleted",
}
_CHANGES = {"rows_inserted": "inserted", "rows_updated": "updated", "rows_deleted": "deleted"}
# In the words of the table at the end of a run; the message has those that are not zero.
_IN_MESSAGE = {
    **_CHANGES,
    "rows_unchanged": "unchanged",
    "rows_ignored_late": "late",
    "rows_ignored": "ignored",
}
# What a commit reports: the columns of `counting_query` in macros/queries, and the rows that its streams left out.
_COUNTS = {*_IN_MESSAGE, "rows_in_batch", "rows_skipped", "rows_folded", "rows_refused", "rows_merged", "rows_added"}


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
    return bool(columns) and (_DELTA_NAMES.keys() >= set(columns) or set(columns) <= _COUNTS)


def respond(columns: Sequence[str], row: Sequence[Any]) -> AdapterResponse:
    """Turns a one-row report into a response; ``columns`` must satisfy :func:`is_metrics`."""
    counts = {
        _DELTA_NAMES.get(name, name): int(value) for name, value in zip(columns, row, strict=True) if value is not None
    }
    affected = counts.get("rows_affected")
    if counts.keys() & _IN_MESSAGE.keys():
        text = f"OK {_listed(counts, _IN_MESSAGE)}"
    else:
        text = "OK" if affected is None else f"OK {affected:,} affected"
    if affected is None and any(name in counts for name in _CHANGES):
        affected = sum(counts.get(name, 0) for name in _CHANGES)
    response = TablestoreResponse(_message=text, code="OK", rows_affected=affected)
    for name in (*_IN_MESSAGE, "rows_in_batch"):
        setattr(response, name, counts.get(name))
    return response


def _listed(counts: Mapping[str, int], words: Mapping[str, str]) -> str:
    """``3 inserted, 1 late``: the counts that are not zero."""
    return ", ".join(f"{counts[name]:,} {word}" for name, word in words.items() if counts.get(name)) or "no row changed"


@dataclass
class Made:
    """A refresh of a materialized view.

    ``kind`` is incremental, full or unchanged, ``reason`` says why it is full, ``changes_read`` are the changed rows of
    the inputs, ``seconds`` is the time until the commit. ``compute_seconds`` is the part of it from the look at the
    inputs until the rows of the commit were decided, and ``estimated_seconds`` what was expected of this part, by kind.
    ``verified`` says whether the rows were found to be those of the query, None if they were not compared.
    """

    kind: str = ""
    reason: str = ""
    changes_read: int = 0
    seconds: float = 0.0
    compute_seconds: float | None = None
    estimated_seconds: Mapping[str, float] = field(default_factory=dict)
    verified: bool | None = None


@dataclass
class RefreshResponse(Made, TablestoreResponse):
    """What a refresh of a materialized view did, and the row counts of its commit."""


def refreshed(made: Made, built: bool, reads: str, counts: Mapping[str, Any]) -> AdapterResponse:
    """The response of a refresh.

    Args:
        made: the refresh.
        built: whether it has created or replaced the stored rows.
        reads: what an incremental one has read.
        counts: those of its commit.
    """
    done = {name: int(counts.get(name) or 0) for name in (*_IN_MESSAGE, "rows_in_batch")}
    affected = sum(done[name] for name in _CHANGES)
    if made.kind == "unchanged":
        text = "nothing changed"
    elif built and made.reason == "first run":
        # dbt writes 80 characters before it: this fits beside them in 120
        text = counted(done["rows_inserted"], "row")
    else:
        what = f"incremental: {reads}" if made.kind == "incremental" else f"full refresh: {made.reason}"
        text = f"{f'built ({made.reason})' if built else what}; {_listed(done, _CHANGES)}"
    if made.verified is not None:
        text += "; verified" if made.verified else "; its rows were not those of its query, and are now"
    response = RefreshResponse(f"OK {text}", code="OK", rows_affected=affected)
    for name, value in {**done, **vars(made)}.items():
        setattr(response, name, value)
    return response
