"""The differences between two plans, and what each means for the stored rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from dbt.adapters.tablestore.plans import expressions, rowtypes
from dbt.adapters.tablestore.plans.building import CALC, MERGE, SCAN, Node, identifying_members
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.sql import durations
from dbt.adapters.tablestore.sql.types import holds

# Options that set when changes are written and how long they are kept, and do not affect the rows.
_RETENTION = (
    "changelog_time_retained",
    "full_compaction_delta_commits",
    "changelog_producer_compaction_interval",
)


class Kind(IntEnum):
    """What a difference means, from harmless to worst."""

    SAME = 0
    COMPATIBLE = 1
    CHANGES_RESULTS = 2
    NEEDS_REBUILD = 3

    @property
    def label(self) -> str:
        """The name in messages."""
        return self.name.lower().replace("_", " ")

    @property
    def exit_code(self) -> int:
        """The exit code of the command line; 0 when a run continues."""
        return {Kind.CHANGES_RESULTS: 3, Kind.NEEDS_REBUILD: 4}.get(self, 0)


@dataclass(frozen=True)
class Difference:
    """One difference; ``text`` is a clause for a message."""

    kind: Kind
    text: str

    def __str__(self) -> str:
        return f"{self.kind.label}: {self.text}"


def worst(differences: list[Difference]) -> Kind:
    """The worst kind of some differences; SAME when there are none."""
    return max((difference.kind for difference in differences), default=Kind.SAME)


def compare(old: Plan, new: Plan, ttls: bool = True) -> list[Difference]:
    """The differences between a plan and that of the current model, the worst first.

    Without ``ttls``, the TTLs are not compared: a run uses those of its plan.
    """
    found = [
        *_compare_merges(_only(old, MERGE), _only(new, MERGE)),
        *_compare_operators(old, new),
        *_compare_columns(_only(old, CALC), _only(new, CALC)),
        *_compare_sources(old, new),
        *_compare_texts(_only(old, CALC), _only(new, CALC)),
    ]
    if ttls:
        found += _compare_ttls(old, new)
    if old.model != new.model:
        found.insert(0, _changed(Kind.NEEDS_REBUILD, "the model", old.model, new.model))
    return sorted(found, key=lambda difference: -difference.kind)


def _only(plan: Plan, kind: str) -> Node:
    # the projections below the operators of a view come before its SELECT
    return next((node for node in reversed(plan.nodes) if node["type"] == kind), {})


def _compare_merges(old: Node, new: Node) -> Iterator[Difference]:
    if old.get("format") != new.get("format"):
        yield _changed(Kind.NEEDS_REBUILD, "the table format", old.get("format"), new.get("format"))
    if not (old.get("definition") or new.get("definition")) and old.get("inputUpsertKey") != new.get("inputUpsertKey"):
        # of a materialized view, whose definition does not have it
        yield _changed(Kind.NEEDS_REBUILD, "the key", old.get("inputUpsertKey"), new.get("inputUpsertKey"))
    for name, was, now in _entries(old.get("definition"), new.get("definition")):
        field = name.removeprefix("fields.")
        if field == name:
            yield _changed(Kind.NEEDS_REBUILD, name, was, now)
        elif was is not None and now is not None:  # added and removed columns are reported as such
            yield _changed(Kind.NEEDS_REBUILD, f"the merge of column {field}", was, now)
    for name, was, now in _entries(old.get("options"), new.get("options")):
        yield _changed(Kind.COMPATIBLE if name in _RETENTION else Kind.CHANGES_RESULTS, name, was, now)


def _compare_operators(old: Plan, new: Plan) -> Iterator[Difference]:
    before, after = _operators(old), _operators(new)
    removed = [
        node for node in before if all(identifying_members(node) != identifying_members(other) for other in after)
    ]
    added = [node for node in after if all(identifying_members(node) != identifying_members(other) for other in before)]
    for node in removed:
        successor = next((other for other in added if other["type"] == node["type"]), None)
        if successor is None:
            yield Difference(Kind.NEEDS_REBUILD, f"operator {node.get('description')} was removed")
            continue
        added.remove(successor)
        for name, was, now in _entries(identifying_members(node), identifying_members(successor)):
            yield _changed(Kind.NEEDS_REBUILD, f"{name} of operator {node['type']}", was, now)
    for node in added:
        yield Difference(Kind.NEEDS_REBUILD, f"operator {node.get('description')} is new")


def _operators(plan: Plan) -> list[Node]:
    return [node for node in plan.nodes if node["type"] not in (SCAN, CALC, MERGE)]


def _compare_ttls(old: Plan, new: Plan) -> Iterator[Difference]:
    """The TTLs of the table and of the operators that both plans have."""
    pairs = [(_only(old, MERGE), _only(new, MERGE))]
    pairs += [
        (node, other)
        for node in _operators(old)
        for other in _operators(new)
        if identifying_members(node) == identifying_members(other)
    ]
    for node, other in pairs:
        for name, was, now in _entries(_ttls(node), _ttls(other)):
            yield _changed(Kind.COMPATIBLE, f"the ttl of state {name} of {other.get('description')}", was, now)


def _ttls(node: Node) -> dict[str, str]:
    """The TTLs of a node's states by name, in one spelling."""
    return {
        state["name"]: durations.describe(durations.milliseconds(state["ttl"]) or 0)
        for state in node.get("state") or []
    }


def _compare_columns(old: Node, new: Node) -> Iterator[Difference]:
    before, after = _row(old), _row(new)
    for key, (name, was) in before.items():
        if key not in after:
            yield Difference(Kind.CHANGES_RESULTS, f"column {name} ({was}) is no longer in the SELECT")
        elif was != (now := after[key][1]):
            fits = holds(now, was) or holds(was, now)
            yield _changed(Kind.COMPATIBLE if fits else Kind.NEEDS_REBUILD, f"the type of column {name}", was, now)
    for key, (name, now) in after.items():
        if key not in before:
            yield Difference(Kind.COMPATIBLE, f"column {name} ({now}) is new in the SELECT")


def _compare_sources(old: Plan, new: Plan) -> Iterator[Difference]:
    before, after = _scans(old), _scans(new)
    for table in before:
        if table not in after:
            yield Difference(Kind.CHANGES_RESULTS, f"{table} is no longer read")
            continue
        columns, now = _row(before[table]), _row(after[table])
        for key, (name, was) in columns.items():
            if key not in now:
                yield Difference(Kind.COMPATIBLE, f"column {name} of {table} was removed")
            elif was != now[key][1]:
                kind = Kind.COMPATIBLE if holds(now[key][1], was) else Kind.CHANGES_RESULTS
                yield _changed(kind, f"the type of column {name} of {table}", was, now[key][1])
        for key, (name, _) in now.items():
            if key not in columns:
                yield Difference(Kind.COMPATIBLE, f"{table} has a new column {name}")
    for table in after:
        if table not in before:
            yield Difference(Kind.CHANGES_RESULTS, f"{table} is now read")


def _scans(plan: Plan) -> dict[str, Node]:
    return {node["scanTableSource"]["table"]["identifier"]: node for node in plan.nodes if node["type"] == SCAN}


def _row(node: Node) -> dict[str, tuple[str, str]]:
    """The columns of a node: name in lower case -> name, type."""
    return {name.lower(): (name, kind) for name, kind in rowtypes.read(node.get("outputType", "")).items()}


def _compare_texts(old: Node, new: Node) -> Iterator[Difference]:
    for name, was, now in _entries(old.get("checksums"), new.get("checksums")):
        before, after = ((node.get("texts") or {}).get(name) for node in (old, new))
        if was is None or now is None:
            text = f"{name} is {'now' if was is None else 'no longer'} used"
        elif before is None or after is None:  # a Python model, or a plan of an earlier release
            text = f"the text of {name} changed (formatting, comments, config and TTLs do not count)"
        else:
            pairs = [f"from {_quoted(one)} to {_quoted(other)}" for one, other in expressions.changed(before, after)]
            text = f"the text of {name} changed {', and '.join(pairs)}"
        yield Difference(Kind.CHANGES_RESULTS, text)


def _quoted(expression: str) -> str:
    return f"`{expression}`" if expression else "(nothing)"


def _entries(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> Iterator[tuple[str, Any, Any]]:
    """The entries that differ: name, old value, new value."""
    before, after = old or {}, new or {}
    for name in [*before, *(name for name in after if name not in before)]:
        if before.get(name) != after.get(name):
            yield name, before.get(name), after.get(name)


def _changed(kind: Kind, label: str, was: Any, now: Any) -> Difference:
    return Difference(kind, f"{label} changed from {_value(was)} to {_value(now)}")


def _value(value: Any) -> str:
    if value in (None, "", [], {}):
        return "(not set)"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(inner)}" for name, inner in value.items())
    return f"({', '.join(map(_value, value))})" if isinstance(value, list | tuple) else str(value)
