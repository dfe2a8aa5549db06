"""The warehouse folder of a profile and the tables in it, for macros: `adapter.folder()`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.spark.catalog_settings import has_catalog_file
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.folder_names import assert_keyed_name, assert_name
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.spark.warehouse_catalog import lost_folder, registering, tables_below


class WarehouseFolder:
    """Locks tables against other processes, and looks at the folders of tables.

    Other warehouses have no folder that this process sees: then there are no locks, and there is nothing to see.
    """

    def __init__(self, credentials: TablestoreCredentials, session: Callable[[], Session]) -> None:
        self._credentials, self._session = credentials, session

    @property
    def locks(self) -> bool:
        """Whether there are locks."""
        return self._credentials.warehouse_path is not None

    def lock(self, table: BaseRelation) -> None:
        """Locks a keyed table against other processes, until this connection is released."""
        assert_keyed_name([part for part in (table.schema, table.identifier) if part is not None])
        folder = self._credentials.warehouse_path
        if folder is not None:
            self._session().lock(folder, table.render())

    def try_lock(self, table: BaseRelation) -> str | None:
        """Locks a keyed table like ``lock``; returns why it cannot be locked, None if it is."""
        try:
            self.lock(table)
        except TablestoreError as error:
            return str(error.msg)
        return None

    def unlock(self, table: BaseRelation) -> None:
        """Releases the lock of a table, if this connection has locked it."""
        folder = self._credentials.warehouse_path
        if folder is not None:
            self._session().unlock(folder, table.render())

    def has_lock(self, table: BaseRelation) -> bool:
        """Whether this connection has locked the table, so that no other run writes it."""
        folder = self._credentials.warehouse_path
        return folder is not None and self._session().has_lock(folder, table.render())

    def remove_empty_folders(self, history: BaseRelation, locked: bool) -> int:
        """Removes folders without a file that dropped tables of a keyed table have left.

        They are beside that of ``history``, its table of commits. Returns how many there were.
        """
        if self._credentials.warehouse_path is None:
            return 0
        return self._session().remove_empty_folders(history.render(), str(history.identifier), locked)

    def why_lost(self, table: BaseRelation) -> str | None:
        """What to do about a table whose folder is there although the catalog does not list it; None if it is not."""
        folder = self._cataloged_folder(table)
        if folder is None:
            return None
        catalog, schema, name = str(table.database), str(table.schema), str(table.identifier)
        found = lost_folder(folder, schema, name)
        if found is None:
            return None
        return (
            f"the catalog has no table {table}, but the folder {found} has one: the catalog has lost it, or it was "
            "dropped without its files. This run starts a new table. To have the old rows back, stop it and run "
            + registering(folder, catalog, f"{schema}.{name}")
        )

    def tables_below(self, table: BaseRelation) -> list[str] | None:
        """The other tables and views whose files are in the folder of a table; None where no catalog file says it."""
        folder = self._cataloged_folder(table)
        if folder is None:
            return None
        return tables_below(folder, str(table.database), str(table.schema), str(table.identifier))

    def _cataloged_folder(self, table: BaseRelation) -> Path | None:
        """The warehouse folder, if the catalog file in it lists the tables of this one's catalog."""
        credentials = self._credentials
        is_listed = has_catalog_file(credentials) and table.database == credentials.catalog_name
        return credentials.warehouse_path if is_listed else None

    def assert_name(self, table: BaseRelation) -> None:
        """Fails if a Python model would write outside of the warehouse; the cursor checks statements."""
        assert_name([part for part in (table.database, table.schema, table.identifier) if part is not None])
