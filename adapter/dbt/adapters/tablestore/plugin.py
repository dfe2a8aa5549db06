"""What dbt loads for `type: tablestore`."""

from __future__ import annotations

from dbt.adapters.base import AdapterPlugin
from dbt.adapters.tablestore import starter
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.include import tablestore


class _TablestorePlugin(AdapterPlugin):
    """The adapter, whose folder `dbt init` asks for when its project is written."""

    @property
    def include_path(self) -> str:
        starter.place()
        return tablestore.PACKAGE_PATH

    @include_path.setter
    def include_path(self, _: str) -> None:
        """Ignores what the base class assigns."""


Plugin = _TablestorePlugin(
    adapter=TablestoreAdapter,  # type: ignore[arg-type]
    credentials=TablestoreCredentials,
    include_path=tablestore.PACKAGE_PATH,
    dependencies=["tablestore_macros", "spark"],
)
