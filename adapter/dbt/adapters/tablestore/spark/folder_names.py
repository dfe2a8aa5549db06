"""Names of tables and schemas, which become names of folders."""

from __future__ import annotations

from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.created_names import created_name, is_folder_name


def assert_folder_name(sql: str) -> None:
    """Refuses to create a table or schema outside of the folder of the warehouse or of its schema."""
    name = created_name(sql)
    if wrong := [part for part in name if not is_folder_name(part)]:
        raise TablestoreError(
            f"'{wrong[0]}' cannot be the name of a table or a schema: it is the name of a folder of the warehouse, so "
            "it has no slashes, backslashes or control characters, and is not '.' or '..'. Change the alias or schema "
            "of " + ".".join(name)
        )
