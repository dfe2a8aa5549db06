"""When the rows of a table last changed, where the zones of this machine and of the session differ."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dbt.adapters.tablestore.relations.freshness import last_change
from dbt.adapters.tablestore.relations.relation import TablestoreRelation

TABLE = TablestoreRelation.create(schema="s", identifier="t", table_format="delta")


@pytest.fixture(params=["UTC", "America/New_York"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This machine in another zone."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


class Server:
    """A Spark that shows times in a zone, without naming it."""

    def __init__(self, zone: str, committed_at: datetime) -> None:
        self.zone, self.committed_at = ZoneInfo(zone), committed_at

    def rows(self, sql: str) -> list[Any]:
        if sql.startswith("describe history"):
            written, compacted = self.committed_at, self.committed_at + timedelta(hours=3)
            commits = {"OPTIMIZE": compacted, "MERGE": written, "WRITE": written - timedelta(days=1)}
            return [{"operation": name, "timestamp": self.shown(at)} for name, at in commits.items()]
        found = re.fullmatch(r"select timestamp_micros\((\d+)\)", sql)
        assert found
        return [(self.shown(datetime.fromtimestamp(int(found[1]) / 1e6, timezone.utc)),)]

    def shown(self, at: datetime) -> datetime:
        return at.astimezone(self.zone).replace(tzinfo=None)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"])
def test_the_zone_of_the_session_is_not_that_of_the_machine(zone: str) -> None:
    """Each hour of a year, but for those that a zone has twice."""
    begin = datetime(2026, 1, 1, 0, 30, 0, 123_000, timezone.utc)
    wrong = []
    for hour in range(365 * 24):
        at = begin + timedelta(hours=hour)
        found = last_change(TABLE, TABLE, Server(zone, at).rows)
        if found != at:
            wrong.append(at)
    assert len(wrong) <= 1
