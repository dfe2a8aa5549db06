"""The servers, each started once for the tests that use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from servers import spark
from servers.kafka import kafka as running_kafka
from servers.rest_catalog import rest_catalog as running_rest_catalog


@pytest.fixture(scope="session")
def worker_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spark.worker_python(tmp_path_factory.mktemp("worker") / "python")


@pytest.fixture(scope="session")
def standalone(tmp_path_factory: pytest.TempPathFactory, worker_python: Path) -> Iterator[dict[str, str]]:
    with spark.standalone(tmp_path_factory.mktemp("standalone")) as url:
        yield {"SPARK_MASTER": url, "WORKER_PYTHON": str(worker_python)}


@pytest.fixture
def rest_catalog(tmp_path: Path) -> Iterator[dict[str, str]]:
    (tmp_path / "rest_catalog").mkdir()
    with running_rest_catalog(tmp_path / "rest_catalog") as url:
        yield {"REST_CATALOG": url}


@pytest.fixture
def kafka(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "kafka").mkdir()
    with running_kafka(tmp_path / "kafka") as servers:
        yield servers


@pytest.fixture
def postgres() -> Iterator[dict[str, str]]:
    """For one test only, because its catalog has the tables of one probe."""
    from servers import postgres as database  # installed by `make cluster` only

    with database.postgres() as url:
        yield {"POSTGRES": url, "DBT_ENV_SECRET_POSTGRES_PASSWORD": database.PASSWORD}


@pytest.fixture
def object_store() -> Iterator[dict[str, str]]:
    from servers.s3 import KEYS, s3  # installed by `make cluster` only

    access, secret = KEYS.values()
    with s3() as url:
        yield {"S3_ENDPOINT": url, "S3_ACCESS_KEY": access, "DBT_ENV_SECRET_S3_SECRET_KEY": secret}


@pytest.fixture
def spark_server(tmp_path: Path, worker_python: Path) -> Iterator[dict[str, str]]:
    (tmp_path / "server").mkdir()
    with spark.thrift_and_connect(tmp_path / "server", worker_python) as ports:
        yield {
            "SPARK_HOST": spark.HOST,
            "THRIFT_PORT": str(ports.thrift),
            "SPARK_REMOTE_URL": f"sc://{spark.HOST}:{ports.connect}",
        }
