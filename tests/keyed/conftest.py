"""A project per test, one Spark and one warehouse for the whole process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.connections import Cursor
from shop import Project, bare


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lake")


@pytest.fixture
def project(tmp_path: Path, warehouse: Path, request: pytest.FixtureRequest) -> Project:
    schema = "".join(letter if letter.isalnum() else "_" for letter in request.node.name)[:60].strip("_").lower()
    return Project(tmp_path / "shop", warehouse, schema)


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements dbt sends to Spark, in order."""
    sent: list[str] = []
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        sent.append(bare(sql))
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    return sent
