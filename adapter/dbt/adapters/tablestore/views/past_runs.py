"""The last refreshes of a view, as a property of the table with its rows records them with each commit."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from dbt.adapters.tablestore.views.costs import Run

PROPERTY = "tablestore.refreshes"
# So many full runs are kept, and so many incremental ones of each order of magnitude of their changes: while large
# changes are refreshed in full, many small ones must not make it forgotten what large ones took. Some Hive metastores
# store no property of more than 4,000 characters.
_KEPT_FULL, _KEPT_OF_A_SIZE = 5, 2


@dataclass(frozen=True)
class Size:
    """How many rows and bytes an input has; 0 where Spark does not know."""

    rows: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class Past:
    """The last runs, the oldest first, and the sizes of the inputs at the last of them, by their names."""

    runs: tuple[Run, ...] = ()
    inputs: Mapping[str, Size] = field(default_factory=dict)

    @property
    def was_incremental(self) -> bool:
        """Whether one of them was incremental."""
        return any(run.kind == "incremental" for run in self.runs)

    def with_run(self, run: Run, inputs: Mapping[str, Size]) -> Past:
        """With one more run; of each kind and size, the last ones stay."""
        kept, numbers = [run], Counter([_group(run)])
        for one in reversed(self.runs):
            numbers[_group(one)] += 1
            if numbers[_group(one)] <= (_KEPT_OF_A_SIZE if one.kind == "incremental" else _KEPT_FULL):
                kept.append(one)
        return Past(tuple(reversed(kept)), inputs)

    @property
    def recorded(self) -> dict[str, str]:
        """The property."""
        runs = [{name: of for name, of in asdict(run).items() if of or name == "seconds"} for run in self.runs]
        sizes = {name: [size.rows, size.bytes] for name, size in self.inputs.items()}
        return {PROPERTY: json.dumps({"runs": runs, "inputs": sizes}, separators=(",", ":"))}


def _group(run: Run) -> tuple[str, int]:
    """The kind of a run, and the order of magnitude of its changes."""
    return run.kind, len(str(run.number))


def past_of(properties: Mapping[str, Any]) -> Past:
    """What the properties of a table record; nothing if they are those of an earlier version, or damaged."""
    try:
        recorded = json.loads(properties.get(PROPERTY, "{}"))
        runs = tuple(Run(**run) for run in recorded.get("runs", []))
        inputs = {name: Size(*size) for name, size in recorded.get("inputs", {}).items()}
        numbers: list[Any] = [number for size in inputs.values() for number in (size.rows, size.bytes)]
        for run in runs:
            numbers += [run.seconds, run.rows, run.size, run.unread, *run.changes.values()]
            numbers += [] if run.estimate is None else [run.estimate]
        return Past(runs, inputs) if all(map(_is_amount, numbers)) else Past()
    except (TypeError, ValueError, AttributeError):
        return Past()


def _is_amount(value: Any) -> bool:
    """Whether a value of the property is a number that can be one of ours."""
    return isinstance(value, (int, float)) and 0 <= value < 1e18
