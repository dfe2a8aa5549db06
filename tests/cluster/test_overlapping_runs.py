"""Runs of one model at the same time, on catalogs of servers. Spark is in the process of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import session

import overlaps
from project import Project, WarmProject

pytestmark = pytest.mark.extended


@pytest.fixture(params=["rest", "postgres"])
def catalog(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """The keys of a target whose tables a server lists. A process starts Java once, with the jars for all of them."""
    driver = {"packages": ["org.postgresql:postgresql:42.7.4"]}
    if request.param == "rest":
        return driver | {"catalog": {"type": "rest", "uri": request.getfixturevalue("rest_catalog")["REST_CATALOG"]}}
    server = request.getfixturevalue("postgres")
    properties = {"uri": server["POSTGRES"], "jdbc.user": "dbt"}
    properties["jdbc.password"] = server["DBT_ENV_SECRET_POSTGRES_PASSWORD"]
    return driver | {"catalog": properties, "warehouse": str(tmp_path / "tables")}


@pytest.fixture
def project(tmp_path: Path, macros_parsed_once: None, catalog: dict[str, Any], schema: str) -> Iterator[Project]:
    """A project on this catalog, in a Spark of its own: the settings of a catalog belong to the first session."""
    session.stop()
    with overlaps.without_lock():
        project = WarmProject(tmp_path / "shop", tmp_path / "unused", schema)
        if "warehouse" not in catalog:
            del project.target["warehouse"]
        project.target |= catalog
        yield project
    session.stop()


@pytest.mark.parametrize(
    ("text", "actor"),
    [
        ("rows", "commits"),
        ("__changelog", "only recovers"),
        ("create branch", "only recovers"),
        ("fast_forward", "commits"),
        ("__commits", "maintains"),
        ("drop branch", "rebuilds"),
    ],
)
def test_a_run_that_is_paused_while_another_client_acts(project: Project, text: str, actor: str) -> None:
    assert overlaps.Overlaps(project, "iceberg").overlap(actor, overlaps.statement(text))


def test_runs_at_once(project: Project) -> None:
    overlaps.runs_at_once(project, "iceberg", clients=4, runs=5)
