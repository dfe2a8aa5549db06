"""A throw-away dbt project on a real Spark; all tests of a pytest process share one."""

from __future__ import annotations

import itertools
import json
import textwrap
from pathlib import Path
from typing import Any

import pytest
from dbt.cli.main import dbtRunner

from spark_settings import INTERPRETED

_numbers = itertools.count(1)


class Project:
    """A user's project: write files, run dbt, ask the tables."""

    def __init__(self, folder: Path, warehouse: Path, schema: str) -> None:
        self.folder, self.warehouse, self.schema = folder, warehouse, schema
        self.target: dict[str, Any] = {
            "type": "tablestore",
            "schema": schema,
            "warehouse": str(warehouse),
            "threads": 2,
            "spark_config": INTERPRETED,
        }
        self.settings: dict[str, Any] = {
            "name": "shop",
            "profile": "shop",
            "flags": {"send_anonymous_usage_stats": False},
        }

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")

    def dbt(self, *arguments: str, succeed: bool = True) -> Any:
        """Runs a command; returns its result (run results by node name as ``.nodes``)."""
        self.write("dbt_project.yml", json.dumps(self.settings))
        self.write("profiles.yml", json.dumps({"shop": {"target": "dev", "outputs": {"dev": self.target}}}))
        where = ["--project-dir", str(self.folder), "--profiles-dir", str(self.folder)]
        outcome = dbtRunner().invoke([*arguments, *where, "--log-path", str(self.folder / "logs")])
        results = [result for result in getattr(outcome.result, "results", None) or [] if hasattr(result, "node")]
        messages = [result.message for result in results if result.status not in ("success", "pass")]
        assert outcome.success == succeed, outcome.exception or messages
        outcome.nodes = {result.node.name: result for result in results}
        return outcome

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query; ``{s}`` is this project's schema in the Iceberg catalog, ``{d}`` in Spark's own."""
        from dbt.adapters.tablestore.spark import session

        spark = session.open_session(self.credentials(), self.folder / "logs" / "spark.log")
        try:
            text = query.format(s=f"lake.{self.schema}", d=f"spark_catalog.{self.schema}")
            return [tuple(row) for row in spark.sql(text).collect()]
        finally:
            session.close_session(spark)

    def credentials(self) -> Any:
        from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials

        data = {key: value for key, value in self.target.items() if key not in ("type", "threads")}
        return TablestoreCredentials.from_dict(data)

    def compiled(self, kind: str, path: str) -> str:
        return (self.folder / "target" / kind / "shop" / path).read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lake")


@pytest.fixture
def project(tmp_path: Path, lake: Path) -> Project:
    return Project(tmp_path, lake, f"s{next(_numbers)}")


FORMATS = ["iceberg", "delta"]


@pytest.fixture(params=FORMATS)
def file_format(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def place(file_format: str) -> str:
    """Where tables of the format live, for ``Project.rows``."""
    return {"iceberg": "{s}", "delta": "{d}"}[file_format]
