"""The SQL of operators whose state expires, for the package's macros that compute the changes of such an operator.

Those macros give the rows of each side with a `_version`, which tells apart what there was before and after each step
of a run. The rows go through the projections and filters below the operator with that version and their primary key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.sql.durations import milliseconds
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.changes import WEIGHT, passed_on
from dbt.adapters.tablestore.views.nodes import Aggregate, Stateful

_KINDS = {"inner": "join", "left": "left join", "full": "full join"}
_SIDES = ("left", "right")


def described(node: Stateful) -> dict[str, Any]:
    """The operator as the package's macros and a compiled plan describe it.

    `type`, `inputs` and `arguments` are those of the stateful operators of keyed models; `states` are the names of the
    states of its sides, `sides` those of their rows, and `expiry` is how they expire.
    """
    operator = node.operator
    inputs = [{"table": side.table.replace("`", ""), "alias": side.alias} for side in node.sides]
    if isinstance(operator, Aggregate):
        calls = {name: call.sql("spark") for name, call in operator.aggregates.items()}
        return {
            "type": "group-aggregate",
            "inputs": inputs,
            "arguments": {"group_by": list(node.sides[0].key), "aggregates": calls},
            "states": ["groupAggregateState"],
            "sides": ["input"],
            "expiry": "gap",
        }
    keys = [{"left": left, "right": right} for left, right in zip(*(side.key for side in node.sides), strict=True)]
    return {
        "type": "join",
        "inputs": inputs,
        "arguments": {"on": keys, "join_type": operator.kind, "columns": None},
        "states": ["leftState", "rightState"],
        "sides": list(_SIDES),
        "expiry": "window",
    }


def ttls(node: Stateful, state_ttl: int) -> dict[str, int]:
    """How long each state of an operator is kept in milliseconds, by its hints, or else by ``state_ttl``."""
    given = [state_ttl if side.hint is None else milliseconds(side.hint) or 0 for side in node.sides]
    return dict(zip(described(node)["states"], given, strict=True))


def identity(node: Stateful, keys: Sequence[Sequence[str]]) -> list[str]:
    """The quoted columns that identify a row of an operator, given the primary key of each side.

    They are the keys of a GROUP BY, and for a join both primary keys, and whether each side has a row.
    """
    if isinstance(node.operator, Aggregate):
        return [quoted(name) for name in node.operator.keys]
    return [name for position in (0, 1) for name in _pair(position, keys[position])]


def _pair(position: int, key: Sequence[str]) -> dict[str, str]:
    """Columns that identify a side of a join -> their values."""
    side = _SIDES[position]
    found = {f"_{side}_{number}": f"{side[0]}.{WEIGHT}.k{number}" for number, _ in enumerate(key, 1)}
    return {**found, f"_{side}_exists": f"{side[0]}.{WEIGHT} is not null"}


def query(node: Stateful, rows: Sequence[str], keys: Sequence[Sequence[str]], version: str | None) -> str:
    """The query of an operator per version of the rows, or over rows of one version.

    Args:
        node: the operator.
        rows: the names of the rows of each side.
        keys: the primary key of each side, quoted.
        version: the column of the version; none for rows of one version, which have no such column.
    """
    operator = node.operator
    sides = []
    for side, name, key in zip(node.sides, rows, keys, strict=True):
        values = ", ".join(
            [f"{version or 0} as v", *(f"{column} as k{number}" for number, column in enumerate(key, 1))]
        )
        sides.append(passed_on(side.rows, f"(select *, struct({values}) as {WEIGHT} from {name})"))
    if isinstance(operator, Aggregate):
        groups = [f"{WEIGHT}.v", *(quoted(name) for name in operator.keys)]
        calls = [f"{call.sql('spark')} as {quoted(name)}" for name, call in operator.aggregates.items()]
        items = [*groups[1:], *calls]
        items = [f"{WEIGHT}.v as {version}", *items] if version else items
        return f"select {', '.join(items)}\nfrom ({sides[0]})\ngroup by {', '.join(groups)}"
    on = " and ".join(f"({condition.sql('spark')})" for condition in node.conditions)
    pairs = {**_pair(0, keys[0]), **_pair(1, keys[1])}
    items = [f"coalesce(l.{WEIGHT}.v, r.{WEIGHT}.v) as {version}"] if version else []
    items += [f"{value} as {name}" for name, value in pairs.items()]
    items += [quoted(name) for name in node.columns]
    return (
        f"select {', '.join(items)}\nfrom ({sides[0]}) as l\n{_KINDS[operator.kind]} ({sides[1]}) as r\n"
        f"  on {on} and l.{WEIGHT}.v = r.{WEIGHT}.v"
    )


def net_changes(node: Stateful, changes: str, keys: Sequence[Sequence[str]]) -> str:
    """What a run does to the rows of an operator, with weights: the first old and the last new row of each identity."""
    names = identity(node, keys)
    row = ", ".join(quoted(name) for name in node.columns)
    is_new = "_row_kind in ('+I', '+U')"
    # of equal commits, what goes is before what comes
    event = f"struct(struct(_commit as at, {is_new} as is_new) as place, struct({row}) as row) as _event"
    group = f"\n    group by {', '.join(names)}" if names else ""
    ends = "array(struct(-1, _first.place.is_new, _first.row), struct(1, _last.place.is_new, _last.row))"
    return (
        f"(\n  select _row.*, {WEIGHT}\n  from (\n"
        f"    select min_by(_event, _event.place) as _first, max_by(_event, _event.place) as _last\n"
        f"    from (select {', '.join([*names, event])} from {changes}){group}\n  )\n"
        f"  lateral view inline({ends}) as {WEIGHT}, _is_new, _row\n"
        f"  where _is_new = ({WEIGHT} = 1)\n)"
    )
