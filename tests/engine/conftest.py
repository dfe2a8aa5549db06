"""Tests of what runs do to tables: `project` runs models without the dbt command."""

from __future__ import annotations

import pytest

from project import Project, sent_statements


@pytest.fixture
def project(warm_project: Project) -> Project:
    """A project whose runs do without the command."""
    return warm_project


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that dbt sends to Spark, in order."""
    return sent_statements(monkeypatch)
