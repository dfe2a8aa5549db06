"""A user's project per test, run by dbt itself, on one Spark for the whole process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt.adapters.tablestore import session
from dbt.cli.main import dbtRunner, dbtRunnerResult
from pyspark.sql import SparkSession

from quick_spark import QUICK_SPARK

FORMATS = os.environ.get("FORMATS", "iceberg delta").split()
"""`make test` names one for most tests, `make spark` leaves both."""
CATALOG = {"iceberg": "lake", "delta": "spark_catalog"}


class Project:
    """A dbt project in a folder: write models, run dbt, look at the tables."""

    def __init__(self, folder: Path, warehouse: Path, schema: str) -> None:
        self.folder, self.schema = folder, schema
        (folder / "models").mkdir(parents=True)
        settings = {"name": "shop", "version": "1.0", "profile": "shop", "flags": {"send_anonymous_usage_stats": False}}
        self.write("dbt_project.yml", settings)
        target = {"type": "tablestore", "schema": schema, "warehouse": str(warehouse), "threads": 2}
        target |= {"spark_config": QUICK_SPARK}
        self.write("profiles.yml", {"shop": {"target": "dev", "outputs": {"dev": target}}})

    def write(self, path: str, content: str | dict[str, Any]) -> None:
        """Writes a file of the project; a mapping becomes YAML."""
        text = content if isinstance(content, str) else yaml.safe_dump(content)
        (self.folder / path).write_text(text)

    def model(self, name: str, columns: str, rows: list[tuple[Any, ...]], **config: Any) -> None:
        """Writes a model that selects literal rows, typed by ``columns`` ("id int, at timestamp")."""
        arguments = ", ".join(f"{key}={value!r}" for key, value in ({"materialized": "incremental"} | config).items())
        self.write(f"models/{name}.sql", "{{ config(" + arguments + ") }}\n" + select(columns, rows))

    def plain_tables(self, columns: str, values: str) -> dict[str, str]:
        """Tables no model makes, which record their changes, by format: `source('s_<format>', 'plain_<format>')`."""
        options = {"iceberg": "'write.delete.mode' = 'copy-on-write'", "delta": "'delta.enableChangeDataFeed' = 'true'"}
        tables = {format: f"{CATALOG[format]}.{self.schema}.plain_{format}" for format in FORMATS}
        for format, table in tables.items():
            spark().sql(f"create schema if not exists {CATALOG[format]}.{self.schema}")
            spark().sql(f"create table {table} ({columns}) using {format} tblproperties ({options[format]})")
            spark().sql(f"insert into {table} values {values}")
            source = {"name": f"s_{format}", "database": CATALOG[format], "schema": self.schema}
            source |= {"tables": [{"name": f"plain_{format}"}]}
            self.write(f"models/{format}.yml", {"sources": [source]})
        return tables

    def dbt(self, *arguments: str) -> dbtRunnerResult:
        """Runs dbt in this process, as its command line does."""
        folder = str(self.folder)
        return dbtRunner().invoke([*arguments, "--project-dir", folder, "--profiles-dir", folder, "--quiet"])

    def run(self, *arguments: str) -> dict[str, Any]:
        """`dbt run`, which must succeed: the adapter response of each model."""
        done = self.dbt("run", *arguments)
        assert done.success, messages(done)
        return {result.node.name: result.adapter_response for result in done.result}

    def error(self, *arguments: str) -> str:
        """`dbt run`, which must fail: what it says."""
        done = self.dbt("run", *arguments)
        assert not done.success
        return messages(done)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query, sorted; ``{iceberg}`` and ``{delta}`` stand for this project's schemas."""
        text = sql.format(**{name: f"{catalog}.{self.schema}" for name, catalog in CATALOG.items()})
        return sorted((tuple(row) for row in spark().sql(text).collect()), key=repr)


def spark() -> SparkSession:
    """The Spark that dbt runs on in this process."""
    root = session._root
    assert root is not None, "dbt has not run yet"
    return root


def select(columns: str, rows: list[tuple[Any, ...]]) -> str:
    """A SELECT of literal rows; None is NULL."""
    fields = [column.strip().split(" ", 1) for column in columns.split(", ")]

    def line(row: tuple[Any, ...]) -> str:
        values = zip(row, fields, strict=True)
        return "select " + ", ".join(f"cast({literal(value)} as {kind}) as `{name}`" for value, (name, kind) in values)

    return "\nunion all ".join([line(row) for row in rows] or [line((None,) * len(fields)) + " where false"])


def alike(found: list[Any]) -> Any:
    """What every format has, which must be the same."""
    assert all(one == found[0] for one in found)
    return found[0]


def literal(value: Any) -> str:
    """A Python value as SQL."""
    return "null" if value is None else json.dumps(value) if isinstance(value, str) else str(value)


def messages(done: dbtRunnerResult) -> str:
    """Everything a dbt command said of its failure."""
    if done.result is None:
        return str(done.exception)
    return "\n".join(str(result.message) for result in getattr(done.result, "results", done.result))


def bare(sql: str) -> str:
    """A statement as dbt sent it, without dbt's query comment."""
    return sql.split("*/", 1)[-1].strip()


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lake")


@pytest.fixture
def project(tmp_path: Path, warehouse: Path, request: pytest.FixtureRequest) -> Project:
    schema = "".join(letter if letter.isalnum() else "_" for letter in request.node.name)[:60].strip("_").lower()
    return Project(tmp_path / "shop", warehouse, schema)
