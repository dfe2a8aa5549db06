"""The operators of a view whose state expires, for the package's macros that compute their changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.operators.stateful import Stateful


def described(node: Stateful) -> dict[str, Any]:
    """See `Stateful.described`."""
    return node.described()


def identity(node: Stateful, keys: Sequence[Sequence[str]]) -> list[str]:
    """See `Stateful.identity`."""
    return node.identity(keys)


def query(node: Stateful, rows: Sequence[str], keys: Sequence[Sequence[str]], version: str | None) -> str:
    """See `Stateful.query`."""
    return node.query(rows, keys, version)


def net_changes(node: Stateful, changes: str, keys: Sequence[Sequence[str]]) -> str:
    """What a run does to the rows of an operator, with weights: the first old and the last new row of each identity."""
    names = node.identity(keys)
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
