"""Names of tables and schemas, which become names of folders."""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.created_names import LONGEST, created_name, is_folder_name, name_parts
from dbt.adapters.tablestore.sql.own_statement import facts_of

LONGEST_KEYED = 128
"""The bytes of the longest name of a keyed table. The tables beside it have longer names, as has its lock."""
_SHOWN = 60


def assert_folder_name(sql: str) -> None:
    """Refuses to create a table or schema outside of the folder of the warehouse or of its schema."""
    facts = facts_of(sql)
    assert_name(created_name(sql) if facts is None else name_parts(facts.creates))


def assert_keyed_name(name: Sequence[str]) -> None:
    """Refuses the name of a keyed table with which the tables and the lock beside it could not be created."""
    assert_name(name, LONGEST_KEYED)


def assert_name(name: Sequence[str], longest: int = LONGEST) -> None:
    """Refuses a name whose parts are not names of folders with at most so many bytes."""
    if wrong := [part for part in name if not is_folder_name(part, longest)]:
        shown = wrong[0] if len(wrong[0]) <= _SHOWN else f"{wrong[0][:_SHOWN]}..."
        raise TablestoreError(
            f"'{shown}' cannot be the name of a table or a schema: it is the name of a folder of the warehouse, so it "
            f"has at most {longest} bytes (it has {len(wrong[0].encode())}), no slashes, backslashes or control "
            "characters, and is not '.' or '..'. Change the alias or schema"
        )
