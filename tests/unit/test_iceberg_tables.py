"""What Iceberg's tables are asked without Spark."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import iceberg_tables


@pytest.mark.parametrize(("snapshot", "summary"), [("7", {"added-records": "3"}), ("8", None)])
def test_an_expired_snapshot_has_no_summary(
    monkeypatch: pytest.MonkeyPatch, snapshot: str, summary: dict[str, str] | None
) -> None:
    known = {7: SimpleNamespace(summary=lambda: {"added-records": "3"})}
    monkeypatch.setattr(iceberg_tables, "iceberg_table", lambda *_: SimpleNamespace(snapshot=known.get))
    session: Any = None
    assert iceberg_tables.snapshot_summary(session, "lake.main.orders", snapshot) == summary
