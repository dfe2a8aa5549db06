"""Views whose inputs have given rows."""

from __future__ import annotations

from duckdb_views import DuckDB
from view_engines import Row
from view_queries import Simulation


class Scripted(Simulation):
    """A simulation whose tables have given rows, one list for each batch."""

    def __init__(self, *, stores_groups: bool = False, **tables: tuple[str, list[list[Row]]]) -> None:
        schemas = {name: schema for name, (schema, _) in tables.items()}
        super().__init__(DuckDB(), tables=schemas, stores_groups=stores_groups)
        self._rows = {name: iter(rows) for name, (_, rows) in tables.items()}

    def _by_key(self, name: str, rows: list[Row]) -> list[Row]:
        return list(next(self._rows[name]))
