"""The table at the end of a run: what it did to the rows of each model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dbt.adapters.events.types import AdapterEventDebug, AdapterEventInfo
from dbt.adapters.tablestore.progress import running
from dbt_common.events import get_event_manager
from dbt_common.events.base_types import EventMsg
from dbt_common.events.functions import fire_event

_COUNTS = {
    "rows in": "rows_in_batch",
    "inserted": "rows_inserted",
    "updated": "rows_updated",
    "deleted": "rows_deleted",
    "unchanged": "rows_unchanged",
    "late": "rows_ignored_late",
}
_COLUMNS = ("model", "kind", *_COUNTS, "seconds", "files")
_LEFT = ("model", "kind")

_files: dict[str, int | None] = {}


@dataclass(frozen=True)
class Done:
    """A model that a run has written: a cell of text or a number per column, and its seconds per step."""

    cells: dict[str, Any]
    steps: dict[str, float]


class Summary:
    """Collects the models of a command from dbt's events, and prints them when the last one has finished."""

    def __init__(self) -> None:
        self._done: list[Done] = []

    def __call__(self, message: EventMsg) -> None:
        """Takes an event of dbt."""
        if message.info.name == "NodeFinished":
            self._add(message.data.node_info, message.data.run_result)
        elif message.info.name == "FinishedRunningStats" and self._done:
            self._print()

    def _add(self, node: Any, result: Any) -> None:
        steps = running.take_seconds(node.unique_id)
        response = dict(result.adapter_response)
        files = _files.pop(node.unique_id, None)
        if result.status != "success" or response.get("rows_in_batch") is None:
            return
        cells: dict[str, Any] = {
            "model": running.name_of(node.unique_id, node.node_name),
            "kind": _kind(response, node.materialized),
        }
        cells |= {title: _number(response.get(name)) for title, name in _COUNTS.items()}
        is_unchanged = response.get("kind") == "unchanged"
        cells |= {"seconds": round(result.execution_time, 1), "files": None if is_unchanged else files}
        self._done.append(Done(cells, steps))

    def _print(self) -> None:
        done, self._done = self._done, []
        fields = {"text": "\n" + table([each.cells for each in done]), "models": [each.cells for each in done]}
        fire_event(AdapterEventInfo(name="Tablestore", base_msg="rows of this run{0[text]}", args=[fields]))
        for each in done:
            if total := sum(each.steps.values()):
                shares = ", ".join(f"{step} {seconds / total:.0%}" for step, seconds in each.steps.items())
                text = f"{each.cells['model']}: {total:.1f} s in statements: {shares}"
                fire_event(AdapterEventDebug(name="Tablestore", base_msg=text))


def note_files(node: str, files: int | None) -> None:
    """Says how many files the commit of a model has written; ``node`` is its unique id."""
    _files[node] = files


def summarize() -> None:
    """Prints the table at the end of this command, once."""
    callbacks = get_event_manager().callbacks
    if not any(isinstance(callback, Summary) for callback in callbacks):
        callbacks.append(Summary())


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Aligned lines: a heading, and a line per row. A number that is not known is `-`."""
    texts = [_COLUMNS, *(tuple(_text(row[column]) for column in _COLUMNS) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = []
    for line in texts:
        cells = zip(_COLUMNS, line, widths, strict=True)
        lines.append(
            "  ".join(cell.ljust(width) if name in _LEFT else cell.rjust(width) for name, cell, width in cells)
        )
    return "\n".join(lines)


def _kind(response: dict[str, Any], materialized: str) -> str:
    refresh = response.get("kind")
    if refresh:
        first = str(response.get("reason")).startswith("first run")
        return "first run" if first else "unchanged view" if refresh == "unchanged" else f"{refresh} refresh"
    return "keyed" if response.get("rows_unchanged") is not None else str(materialized)


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


def _text(cell: Any) -> str:
    return "-" if cell is None else f"{cell:,}" if isinstance(cell, (int, float)) else str(cell)
