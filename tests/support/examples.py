"""The example project of integration_tests/ with two weeks of flights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt.adapters.tablestore.spark import session
from dbt.cli.main import dbtRunner

from spark_settings import SPARK_SETTINGS

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "integration_tests"
UNTIL = "2013-01-14"


class Examples:
    """Runs dbt on the example project. Its files are written to ``folder``, and its tables to ``warehouse``."""

    def __init__(self, folder: Path, warehouse: Path) -> None:
        self.folder = folder
        target: dict[str, Any] = {"type": "tablestore", "schema": "main", "warehouse": str(warehouse), "threads": 2}
        target |= {"spark_config": SPARK_SETTINGS}
        profile = {"tablestore_integration_tests": {"target": "dev", "outputs": {"dev": target}}}
        (folder / "profiles.yml").write_text(yaml.safe_dump(profile))

    def dbt(self, *arguments: str) -> list[Any]:
        """Runs a dbt command, which must succeed, and returns its node results."""
        places = ["--project-dir", str(PROJECT), "--profiles-dir", str(self.folder)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DBT_TARGET_PATH", str(self.folder / "target"))
            patch.setenv("DBT_LOG_PATH", str(self.folder / "logs"))
            done = dbtRunner().invoke(["--quiet", *arguments, *places, "--no-write-json"])
        results = list(getattr(done.result, "results", None) or [])
        failed = [f"{result.node.name}: {result.message}" for result in results if result.status in ("error", "fail")]
        assert done.success, "\n".join([str(done.exception), *failed])
        return results

    def batch(self, folder: str, day: str, *arguments: str) -> dict[str, dict[str, Any]]:
        """Builds and tests a folder of examples for the delivery of ``day``; the adapter response of each model."""
        select = f"tablestore_integration_tests.{folder}"
        results = self.dbt("build", "--select", select, "--vars", f"{{day: {day}}}", *arguments)
        return {r.node.name: r.adapter_response for r in results if r.node.resource_type == "model"}

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """The rows of a query on the lake."""
        root = session._root
        assert root is not None, "dbt has not run yet"
        return [row.asDict() for row in root.sql(sql).collect()]

    def load(self) -> None:
        """Installs the package and creates the source tables."""
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(PROJECT))
            from load_flights import unpack

            unpack(self.folder / "landing")
        self.dbt("deps")
        arguments = {"landing": str(self.folder / "landing"), "until": UNTIL}
        self.dbt("run-operation", "load_flights", "--args", json.dumps(arguments))
