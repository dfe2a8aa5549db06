"""The report page as a file of the project, for macros: `adapter.reports()`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.plans import files
from dbt.adapters.tablestore.plans.errors import PlanError
from dbt.adapters.tablestore.profile.refusing import RefusedError
from dbt.adapters.tablestore.report import facts, page
from dbt.adapters.tablestore.report.health import Problem
from dbt.adapters.tablestore.sql.counted import counted
from dbt_common.exceptions import DbtRuntimeError


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
        else:
            problem = _not_a_file(self._root / path)
        if problem is not None:
            raise RefusedError(f"report:\n  - 'path' is '{path}'; {problem}")

    def read(
        self, read: Callable[[Mapping[str, Any]], Mapping[str, Any] | None], node: Mapping[str, Any], name: str
    ) -> Mapping[str, Any] | None:
        """What a macro says of the table of a model, None if it has none; if it fails, {name, unread: why}."""
        try:
            return read(node)
        except DbtRuntimeError as error:
            return {"name": name, "unread": facts.without_literals(_line(error.msg))}

    def write(self, tables: list[dict[str, Any]], path: str) -> str:
        """Writes the report of what `read` has returned, and returns the line to print."""
        known = [facts.table(table) for table in tables if "unread" not in table]
        found = sorted(known, key=lambda table: (table.name, table.unique_id))
        unread = [
            Problem(table["name"], "", f"the table cannot be read, so it is not below: {table['unread']}")
            for table in tables
            if "unread" in table
        ]
        left_out = f", without {counted(len(unread), 'table')} that cannot be read" if unread else ""
        plans = {}
        for table in found:
            if origin := table.compiled_plan:
                try:
                    plans[table.unique_id] = files.read(self._root / origin, origin, table.unique_id)
                except PlanError as error:
                    unread.append(Problem(table.name, table.unique_id, _line(error.msg)))
        file = self._root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = page.page(self._project_name, found, plans, datetime.now(timezone.utc), unread)
        file.write_text(text, encoding="utf-8")
        return f"wrote {file}: {counted(len(found), 'table')}{left_out}"


def _not_a_file(file: Path) -> str | None:
    """Why nothing can be written to a file; None if something can."""
    if file.is_dir():
        return "it is a folder; write the name of a file in it, such as report.html"
    above = next(folder for folder in file.parents if folder.exists())
    return None if above.is_dir() else f"'{above}' is a file and no folder; write a path in a folder"


def _line(message: str) -> str:
    """The first paragraph of a message on one line, without a full stop, which the page writes."""
    paragraph = message.split("\n\n")[0].replace(":\n  - ", ": ", 1).replace("\n  - ", "; ")
    return " ".join(paragraph.split()).rstrip(".")
