"""The key that the config of a view declares: its columns, and the rows that it does not identify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.errors import KeyConfigError
from dbt.adapters.tablestore.views.expressions.text import COLLATION
from dbt.adapters.tablestore.views.operators.sql import listed
from dbt.adapters.tablestore.views.results.result import Result

_SHOWN = 5


def columns_of(declared: Sequence[str], columns: Mapping[str, str]) -> tuple[str, ...]:
    """The columns of the result that a key names; ``columns`` are all, with their types.

    Raises:
        KeyConfigError: there is no such column, or none of its type can be in a key.
    """
    known = {name.lower(): name for name in columns}
    found = tuple(dict.fromkeys(known.get(name.lower(), "") for name in declared))
    problems = [
        f"'primary_key' has the column {name}, which its query does not return; it returns {', '.join(columns)}"
        for name in declared
        if name.lower() not in known
    ]
    problems += [
        f"'primary_key' has the column {name} of type {columns[name]}, which cannot be in a key"
        for name in found
        if name and (not can_be_key(columns[name]) or COLLATION.search(columns[name]))
    ]
    if problems:
        raise KeyConfigError("; ".join(problems))
    return found


def assert_same(declared: Sequence[str], result: Result) -> None:
    """Raises `KeyConfigError` if a key has other columns than that of groups, by which these are stored."""
    if set(declared) != set(result.key):
        groups = ", ".join(name for name in result.key if name not in result.hidden) or "none of its columns"
        raise KeyConfigError(
            f"'primary_key' is {', '.join(declared)}, and the rows of its GROUP BY or DISTINCT have the key {groups}: "
            "write this, or remove primary_key"
        )


def can_be_key(kind: str) -> bool:
    """Whether a column of this type can be in the key of a table."""
    return not kind.lower().startswith(("array<", "struct<", "map<", "float", "double", "binary", "variant"))


def broken_keys(result: Result, rows: str, is_batch: bool) -> str:
    """The query of some keys that are null in a column, or that several rows have, with the number of rows.

    Args:
        result: the result of a view.
        rows: the query of the rows to store.
        is_batch: whether it is that of a batch, which also has the keys of rows that go.
    """
    where = "\nwhere _row_kind = '+I'" if is_batch else ""
    nulls = " or ".join(f"{quoted(name)} is null" for name in result.key if result.is_declared)
    return (
        f"select to_json(struct({listed(result.key)}), map('ignoreNullFields', 'false')) as shown, count(*) as copies\n"
        f"from (\n{rows}\n) as _q{where}\n"
        f"group by {listed(result.key)}\nhaving count(*) > 1{nulls and f' or {nulls}'}\norder by 1\nlimit {_SHOWN}"
    )
