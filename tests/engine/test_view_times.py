"""Views with conditions on the current time: their rows are those of the query at the time of each refresh."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.views.operators import times

from formats import CATALOGS, FORMATS
from project import Project, spark

PROPERTIES = {"iceberg": "'format-version' = '2'", "delta": "'delta.enableChangeDataFeed' = 'true'"}
QUERIES = {
    "recent": "select id, ts, v from {events} where ts > current_timestamp() - interval 2 days",
    "daily": "select cast(ts as date) as d, count(*) as n, sum(v) as t from {events}\n"
    "where cast(ts as date) between date_sub(current_date, 2) and current_date() group by cast(ts as date)",
    "named": "with past as (select kind, v, id, ts from {events} where ts <= now())\n"
    "select k.name, p.id, row_number() over (partition by p.kind order by p.v desc) as place\n"
    "from {kinds} as k join past as p on p.kind = k.kind and p.ts >= localtimestamp() - interval 36 hours\n"
    "qualify place <= 2",
    "old": "select k.name, max(e.ts) as last from {kinds} as k left join {events} as e on e.kind = k.kind\n"
    "group by k.name having not coalesce(max(e.ts) > now() - interval 1 day, false)",
}
# (the time of a refresh, the statements before it)
STEPS = [
    ("2026-03-05 12:00:00", []),
    ("2026-03-05 12:00:00", []),
    ("2026-03-05 23:00:00", []),
    ("2026-03-06 01:30:00", ["insert into {events} values (90, timestamp '2026-03-06 01:00:00', 1, 7)"]),
    (
        "2026-03-08 06:00:00",
        ["delete from {events} where id in (3, 7, 11)", "update {events} set v = 50 where id = 20"],
    ),
    ("2026-03-05 13:00:00", ["insert into {kinds} values (3, 'c')"]),
    ("2026-04-05 13:00:00", []),
]


def pinned(sql: str, at: str) -> str:
    """A query at a time, for Spark alone."""
    for call in ("current_timestamp()", "now()"):
        sql = sql.replace(call, f"timestamp '{at} UTC'")
    sql = sql.replace("localtimestamp()", f"timestamp_ntz '{at}'")
    for call in ("current_date()", "current_date"):
        sql = sql.replace(call, f"date '{at[:10]}'")
    return sql


class Timed:
    """Two tables, and views of them that are refreshed at given times."""

    def __init__(self, project: Project, format: str, monkeypatch: pytest.MonkeyPatch, names: list[str]) -> None:
        self._project, self._format, self._patch = project, format, monkeypatch
        self._schema = f"{CATALOGS[format]}.{project.schema}"
        self.tables = {name: f"{self._schema}.{name}" for name in ("events", "kinds")}
        spark().sql(f"create schema if not exists {self._schema}")
        made = f"using {format} tblproperties ({PROPERTIES[format]}) as select"
        hours = "timestamp '2026-03-02 00:00:00' + make_interval(0, 0, 0, 0, cast(id * 4 as int)) as ts"
        self.run(f"create table {{events}} {made} id, {hours}, id % 3 as kind, id % 5 as v from range(1, 40)")
        self.run(f"create table {{kinds}} {made} id as kind, char(97 + cast(id as int)) as name from range(3)")
        self.queries = {name: QUERIES[name].format(**self.tables) for name in names}
        self.policy("incremental_strict")

    def run(self, statement: str) -> None:
        """Runs a statement on the tables."""
        spark().sql(statement.format(**self.tables))

    def policy(self, policy: str) -> None:
        """Writes the models, with a refresh policy."""
        config = f"materialized='materialized_view', file_format='{self._format}', refresh_policy='{policy}'"
        for name, sql in self.queries.items():
            self._project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{sql}")

    def set_time(self, at: str, zone: str = "UTC") -> None:
        """Sets the time that a refresh asks for."""
        moment = f"unix_micros(timestamp '{at} UTC')"
        self._patch.setattr(times, "QUERY", f"select {moment} as at, '{at}' as local, '{zone}' as zone")

    def refreshed(self, at: str, zone: str = "UTC") -> dict[str, Any]:
        """Refreshes the views at a time, and compares their rows with those of their queries."""
        self.set_time(at, zone)
        found = self._project.run()
        for name, sql in self.queries.items():
            answer = pinned(sql, at)
            if name == "named":  # no two rows of a kind have the same v and id; Spark has no QUALIFY
                answer = answer.replace("order by p.v desc", "order by p.v desc, p.id").partition("qualify")[0]
                answer = f"select * from ({answer}) where place <= 2"
            stored = self._project.rows(f"select * from {self._schema}.{name}")
            assert stored == self._project.rows(answer), (name, at)
        return found


@pytest.mark.parametrize("format", FORMATS)
def test_a_view_follows_the_time(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    timed = Timed(project, format, monkeypatch, ["daily"])
    kinds = [timed.refreshed(at)["daily"]["kind"] for at in ("2026-03-05 12:00:00", "2026-03-05 23:00:00")]
    assert kinds == ["full", "unchanged"], "it is the same day"
    for at, expected in ("2026-03-05 23:00:00", "nothing has"), ("2026-03-06 01:00:00", "rows that depend on the time"):
        timed.set_time(at)
        capsys.readouterr()
        project.succeed("run-operation", "explain_refresh", "--args", "{select: daily}")
        assert f"next refresh: {expected}" in capsys.readouterr().out
    timed.run("insert into {events} values (90, timestamp '2026-03-06 01:00:00', 1, 7)")
    assert timed.refreshed("2026-03-07 01:30:00")["daily"]["kind"] == "incremental"
    timed.policy("incremental")
    found = timed.refreshed("2026-03-08 14:00:00", "Europe/Berlin")["daily"]
    assert found["reason"] == "the time zone was UTC at the last refresh, and is Europe/Berlin now"


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_all_rows_follow_the_time(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    timed, kinds = Timed(project, format, monkeypatch, list(QUERIES)), []
    for at, statements in STEPS:
        for statement in statements:
            timed.run(statement)
        found = timed.refreshed(at)
        kinds.append([found[name]["kind"] for name in QUERIES])
    assert kinds[0] == ["full"] * 4 and kinds[1] == ["unchanged"] * 4
    assert {kind for found in kinds[2:] for kind in found} == {"incremental", "unchanged"}, kinds
    capsys.readouterr()
    project.succeed("run-operation", "verify_views")
    assert capsys.readouterr().out.count(": it has the rows of its query") == 4
