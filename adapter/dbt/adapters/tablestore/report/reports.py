"""The report page as a file of the project, for macros: `adapter.reports()`."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.plans import files
from dbt.adapters.tablestore.profile.refusing import RefusedError
from dbt.adapters.tablestore.report import facts, page
from dbt.adapters.tablestore.sql.counted import counted


class Reports:
    """Writes reports about the tables of the project in this folder."""

    def __init__(self, root: Path, project_name: str) -> None:
        self._root, self._project_name = root, project_name

    def check(self, path: str) -> None:
        """Fails if the report cannot be written to this file of the project."""
        problem = None
        if not str(path).endswith(".html"):
            problem = "write the name of a file that ends with .html"
        elif files.is_url(path):
            problem = "it is a URL; write a path of this machine, such as target/report.html"
        if problem is not None:
            raise RefusedError(f"report:\n  - 'path' is '{path}'; {problem}")

    def write(self, tables: list[dict[str, Any]], path: str) -> str:
        """Writes the report of these tables, and returns the line to print."""
        found = sorted(map(facts.table, tables), key=lambda table: (table.name, table.unique_id))
        plans = {
            table.unique_id: files.read(self._root / table.compiled_plan, table.compiled_plan, table.unique_id)
            for table in found
            if table.compiled_plan
        }
        file = self._root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page.page(self._project_name, found, plans, datetime.now(timezone.utc)), encoding="utf-8")
        return f"wrote {file}: {counted(len(found), 'table')}"
