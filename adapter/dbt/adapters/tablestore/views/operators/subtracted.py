"""The accumulators of groups before from those of now, and the other way round, by what changes have added to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.accumulators import ROWS, Accumulator
from dbt.adapters.tablestore.views.operators.sql import WEIGHT, listed

LOST = "_is_lost"
"""The column that says whether the smallest or largest value of a group has gone, so that the group must be read."""
Sums = Mapping[str, Accumulator]
"""Aggregates with their accumulators."""


def taken_back(changes: str, columns: Sequence[str], keys: Sequence[str], sums: Sums) -> str:
    """The query of what is added to the accumulators of groups when changes are taken back; of groups with changes.

    Args:
        changes: the query of the changes, in which rows can be that cancel out if all accumulators are sums.
        columns: those of the changes.
        keys: those of the groups.
        sums: the aggregates.
    """
    added = {ROWS: f"sum({WEIGHT})"}
    for one in sums.values():
        added |= one.changes()
    items = [*map(quoted, keys), *(f"{call} as {quoted(name)}" for name, call in added.items())]
    adds = [f"coalesce({added[ROWS]} <> 0, false)", *(condition for one in sums.values() for condition in one.adds())]
    back = f"select {listed(columns)}, -{WEIGHT} as {WEIGHT} from ({changes}) as _q"
    group = f" group by {listed(keys)}" if keys else ""
    return f"select {', '.join(items)} from ({back}) as _q{group} having {' or '.join(adds)}"


def now(before: str, back: str, keys: Sequence[str], sums: Sums) -> str:
    """The query of the accumulators of all groups as they are now, with `LOST` if some are not sums.

    Args:
        before: the view of all groups with their accumulators, as they were before.
        back: the view of `taken_back`.
        keys: the columns of the groups.
        sums: the aggregates.
    """
    added = {ROWS: f"-{ROWS}"}
    for one in sums.values():
        added |= one.taken_back()
    given = ", ".join([*map(quoted, keys), *(f"{value} as {quoted(name)}" for name, value in added.items())])
    rows = f"coalesce(s.{ROWS}, 0) + coalesce(d.{ROWS}, 0)"
    combined = {ROWS: rows}
    for one in sums.values():
        combined |= one.combined(rows)
    items = [f"coalesce(s.{quoted(name)}, d.{quoted(name)}) as {quoted(name)}" for name in keys]
    items += [f"{value} as {quoted(name)}" for name, value in combined.items()]
    lost = [one.is_lost() for one in sums.values() if not one.is_linear]
    items += [f"{' or '.join(map(str, lost))} as {LOST}"] if lost else []
    same = " and ".join(f"s.{quoted(name)} <=> d.{quoted(name)}" for name in keys) or "true"
    # without keys there is one group, even if it has no rows
    how, there = ("full", f" where {rows} > 0") if keys else ("cross", "")
    joined = f"{before} as s {how} join (select {given} from {back}) as d{f' on {same}' if keys else ''}"
    return f"select {', '.join(items)} from {joined}{there}"


def unknown_sums(view: str, sums: Sums, are_changes: bool) -> str | None:
    """The query that finds a group with a sum of more digits than its type, which is null; None if no sum can be.

    Args:
        view: that of `taken_back`, or of groups with their accumulators.
        sums: the aggregates.
        are_changes: whether it is that of `taken_back`.
    """
    unknown = [one.is_unknown(are_changes) for one in sums.values() if one.can_overflow]
    return f"select 1 as _one from {view} where {' or '.join(unknown)} limit 1" if unknown else None


def difference(back: str, now: str, keys: Sequence[str], sums: Sums) -> str:
    """The query of the changes of groups, without groups that are what they were.

    Args:
        back: the view of `taken_back`.
        now: the query of these groups as they are now, with their accumulators.
        keys: their columns.
        sums: the aggregates, all of which are sums.
    """
    rows = f"coalesce(s.{ROWS}, 0) + coalesce(d.{ROWS}, 0)"
    before = {ROWS: rows}
    for one in sums.values():
        before |= one.combined(rows)
    items = [f"d.{quoted(name)}" for name in keys]
    items += [f"s.{quoted(name)} as _{number}" for number, name in enumerate(sums, 1)]
    items += [f"{value} as {quoted(name)}" for name, value in before.items()]
    same = " and ".join(f"s.{quoted(name)} <=> d.{quoted(name)}" for name in keys) or "true"
    items.append(f"coalesce(s.{ROWS}, 0) > 0 as _found")
    both = f"select {', '.join(items)} from {back} as d left join ({now}) as s on {same}"
    pairs = [(f"_{number}", one.value, quoted(name)) for number, (name, one) in enumerate(sums.items(), 1)]
    shown = [*map(quoted, keys), *(f"if({WEIGHT} > 0, {new}, {old}) as {name}" for new, old, name in pairs)]
    # without keys there is one group, even if it has no rows
    is_same = " and ".join(
        [*([f"_found = ({ROWS} > 0)"] if keys else []), *(f"{new} <=> {old}" for new, old, _ in pairs)]
    )
    there = f"if({WEIGHT} > 0, _found, {ROWS} > 0) and not ({is_same})" if keys else f"not ({is_same})"
    # weights are of the type of sums of weights, in which a product with a whole number does not overflow
    weights = "array(cast(1 as bigint), cast(-1 as bigint))"
    ways = f"select * from ({both}) as _q lateral view explode({weights}) as {WEIGHT}"
    return f"select {', '.join([*shown, WEIGHT])} from ({ways}) as _q where {there}"
