"""dbt's own adapter tests, on one Spark and one warehouse for the whole process."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt.adapters.factory import reset_adapters
from dbt.adapters.tablestore import TablestoreAdapter
from dbt.tests.fixtures import project as dbt_project
from dbt.tests.fixtures.project import *  # noqa: F403 - the fixtures of dbt-tests-adapter

from spark_settings import SPARK_SETTINGS
from suites import dialect, matrix

HERE = Path(__file__).parent
READ_ARTIFACTS = {
    "dbt.tests.adapter.basic.test_docs_generate",
    "dbt.tests.adapter.basic.test_empty",
    "dbt.tests.adapter.basic.test_ephemeral",
    "dbt.tests.adapter.dbt_clone.test_dbt_clone",
    "dbt.tests.adapter.persist_docs.test_persist_docs",
}
"""dbt's tests that read `target/manifest.json` and the like."""


@pytest.fixture(scope="class")
def dbt_profile_target(warehouse: Path, macros_parsed_once: None) -> dict[str, Any]:
    """The profile of a test class, on Iceberg unless the class says otherwise."""
    return {"type": "tablestore", "warehouse": str(warehouse), "threads": 4, "spark_config": SPARK_SETTINGS}


class _Owner:
    """Equal to the owner of any relation: who ran dbt of a table, nobody of a view."""

    def __eq__(self, other: object) -> bool:
        return other in (None, getpass.getuser())


@pytest.fixture(scope="class")
def profile_user() -> _Owner:
    """Who owns the relations of a test."""
    return _Owner()


@pytest.fixture(scope="class")
def logs_dir(tmp_path_factory: pytest.TempPathFactory, prefix: str) -> Iterator[str]:
    """dbt's logs, outside the repository."""
    folder = tmp_path_factory.mktemp("logs") / prefix
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBT_LOG_PATH", str(folder))
        yield str(folder)


@pytest.fixture(scope="class", autouse=True)
def adapter_of_the_class(macros_parsed_once: None) -> None:
    """dbt keeps the adapter of the last command, and its fixtures would use that one instead of a new one."""
    reset_adapters()


@pytest.fixture(scope="class", autouse=True)
def artifacts(request: pytest.FixtureRequest) -> Iterator[None]:
    """Artifacts are written for the tests that read them only: all macros are in them, so writing them takes long."""
    read = {base.__module__ for base in request.cls.__mro__} & READ_ARTIFACTS if request.cls else set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBT_WRITE_JSON", str(bool(read)))
        yield


@pytest.fixture(scope="module")
def test_data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the module's own, which a test may write and remove."""
    return tmp_path_factory.mktemp("data") / "data"


@pytest.fixture(scope="class")
def project_files(
    project_root: Any,
    models: dict[str, Any],
    macros: dict[str, Any],
    snapshots: dict[str, Any],
    properties: dict[str, Any],
    seeds: dict[str, Any],
    tests: dict[str, Any],
    analyses: dict[str, Any],
    functions: dict[str, Any],
    selectors_yml: None,
    dependencies_yml: None,
    packages_yml: None,
    dbt_project_yml: Any,
) -> None:
    """The project's files, in Spark's spelling."""
    folders = {
        "models": {**models, **properties},
        "macros": macros,
        "snapshots": snapshots,
        "seeds": seeds,
        "tests": tests,
        "analyses": analyses,
        "functions": functions,
    }
    for name, files in folders.items():
        dbt_project.write_project_files(project_root, name, dialect.files_to_spark(files))


@pytest.fixture(scope="class")
def dbt_project_yml(project_root: Any, project_config_update: Any) -> dict[str, Any]:
    """dbt_project.yml, its hooks in Spark's spelling."""
    update = yaml.safe_load(project_config_update) if isinstance(project_config_update, str) else project_config_update
    config = {"name": "test", "profile": "test", "flags": {"send_anonymous_usage_stats": False}, **(update or {})}
    text = dialect.to_spark(yaml.safe_dump(config, width=10_000))
    dbt_project.write_file(text, project_root, "dbt_project.yml")
    return yaml.safe_load(text)


@pytest.fixture(scope="session", autouse=True)
def helpers_in_spark() -> Iterator[None]:
    """What a test asks the database itself: in Spark's spelling, one statement at a time, no information_schema."""
    run_one = TablestoreAdapter.run_sql_for_tests

    def run_all(self: TablestoreAdapter, sql: str, fetch: str | None, conn: Any) -> Any:
        return [run_one(self, statement, fetch, conn) for statement in dialect.statements(sql)][-1]

    def tables_in_schema(self: Any) -> dict[str, str]:
        schema = self.adapter.Relation.create(database=self.database, schema=self.test_schema)
        with self.adapter.connection_named("__test"):
            return {found.identifier: str(found.type) for found in self.adapter.list_relations_without_caching(schema)}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TablestoreAdapter, "run_sql_for_tests", run_all)
        patch.setattr(dbt_project.TestProjInfo, "get_tables_in_schema", tables_in_schema)
        yield


def pytest_configure(config: pytest.Config) -> None:
    """Silences a warning about how dbt-tests-adapter writes its fixtures; there is one per fixture and class."""
    config.addinivalue_line("filterwarnings", "ignore:Class-scoped fixture")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expects the known failures of matrix.py to fail, so that no reason outlives its cause."""
    for item in items:
        if HERE not in item.path.parents:
            continue
        failure = matrix.known_failure(item.nodeid.partition("::")[2])
        if failure is not None:
            item.add_marker(pytest.mark.xfail(reason=f"{failure.kind}: {failure.reason}", strict=True))
