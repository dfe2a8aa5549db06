"""A project per test, one Spark and one warehouse for the whole process."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.connections import Cursor
from shop import bare, project, warehouse

__all__ = ["project", "statements", "warehouse"]


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
