"""A project per test as in tests/keyed, whose rows the tests write."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "keyed"))

from shop import Project


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lake")


@pytest.fixture
def project(tmp_path: Path, warehouse: Path, request: pytest.FixtureRequest) -> Project:
    schema = "".join(letter if letter.isalnum() else "_" for letter in request.node.name)[:60].strip("_").lower()
    return Project(tmp_path / "shop", warehouse, schema)
