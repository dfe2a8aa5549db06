"""A throw-away dbt project with function files."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

from dbt.cli.main import dbtRunner

from spark_settings import SPARK_SETTINGS

ZONE = {"spark.sql.session.timeZone": "America/New_York"}


class Project:
    """A user's project: write files, run dbt, ask the tables."""

    def __init__(self, folder: Path, warehouse: Path, schema: str) -> None:
        self.folder, self.schema = folder, schema
        self.target: dict[str, Any] = {
            "type": "tablestore",
            "schema": schema,
            "warehouse": str(warehouse),
            "threads": 4,
            "spark_config": SPARK_SETTINGS | ZONE,
        }

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")

    def dbt(self, *arguments: str, succeed: bool = True) -> Any:
        """Runs a command; ``.nodes`` are its results by name, ``.message`` is everything that went wrong."""
        settings = {"name": "shop", "profile": "shop", "flags": {"send_anonymous_usage_stats": False}}
        self.write("dbt_project.yml", json.dumps(settings))
        self.write("profiles.yml", json.dumps({"shop": {"target": "dev", "outputs": {"dev": self.target}}}))
        where = ["--project-dir", str(self.folder), "--profiles-dir", str(self.folder)]
        outcome: Any = dbtRunner().invoke([*arguments, *where, "--log-path", str(self.folder / "logs")])
        results = [result for result in getattr(outcome.result, "results", None) or [] if hasattr(result, "node")]
        outcome.nodes = {result.node.name: result for result in results}
        wrong = [str(result.message) for result in results if result.status not in ("success", "pass")]
        outcome.message = "\n".join([*wrong, str(outcome.exception or "")])
        assert outcome.success == succeed, outcome.message
        return outcome

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query as ``dbt show --inline`` gets them."""
        (result,) = self.dbt("show", "--limit", "100", "--inline", query).result.results
        return [tuple(row) for row in result.agate_table.rows]
