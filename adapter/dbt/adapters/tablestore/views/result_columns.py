"""The columns on which the stored rows of a view depend: those of its result and those that it reads.

They can change without a change of the view's text or of any row, and then the view is rebuilt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from dbt.adapters.tablestore.sql.names import quoted

Columns = Mapping[str, str]


def recorded(result: Columns, read: Mapping[str, Columns], ids: Mapping[str, Columns]) -> str:
    """The columns of the result and those that are read of each table, with their types, as JSON.

    ``ids`` tell columns that are read from others of the same names.
    """
    return json.dumps({"result": result, "read": read, "ids": ids})


def read(recorded: str) -> Mapping[str, Columns]:
    """The columns that are read of each table, by a record; none without one."""
    return json.loads(recorded)["read"] if recorded else {}


def difference(before: str, now: str) -> str:
    """What differs between two records, as the reason of a rebuild; empty if nothing does or there was no record.

    The order of the result's columns counts, and the case of their names does not, as in Spark.
    """
    if not before:
        return ""
    old, new = json.loads(before), json.loads(now)
    if found := _changes(old["result"], new["result"]):
        return f"the columns of its result have changed: {'; '.join(found)}"
    found = [f"column {name} is now {kind}" for name, kind in _others(old["read"], new["read"])]
    again = [name for name, _ in _others(old.get("ids", {}), new["ids"])]
    return "; ".join(found or [f"column {name}, or a field of it, was dropped and added again" for name in again])


def _others(old: Mapping[str, Columns], new: Mapping[str, Columns]) -> list[tuple[str, str]]:
    """The columns of tables that have another text than before, with the one of now. No text is not known."""
    return [
        (f"{quoted(name)} of {table}", text)
        for table, columns in new.items()
        for name, text in columns.items()
        if text and (old.get(table, {}).get(name) or text) != text
    ]


def _changes(before: Columns, now: Columns) -> list[str]:
    old, new = ({name.lower(): kind for name, kind in columns.items()} for columns in (before, now))
    found = [f"{quoted(name)} is new" for name in new if name not in old]
    found += [f"{quoted(name)} is gone" for name in old if name not in new]
    found += [f"{quoted(name)} is now {kind}" for name, kind in new.items() if old.get(name, kind) != kind]
    return found or (["they have another order"] if [*old] != [*new] else [])
