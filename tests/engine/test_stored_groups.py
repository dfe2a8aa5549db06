"""Groups below other operators of a view, whose accumulators are stored beside it and are only a copy."""

from __future__ import annotations

import json
from typing import Any

import pytest
from dbt.adapters.tablestore.views.operators import stored_groups

from formats import CATALOGS, FORMATS
from project import Project, computed_queries, spark

VIEWS = {
    "best": "with sums as (select shop, sum(price) as total from {{ ref('sales') }} where price < 5 group by shop) "
    "select o.owner, s.* from sums s join {{ ref('owners') }} o on o.shop = s.shop "
    "where s.total >= (select avg(total) from sums)",
    "reached": "with prices as (select shop, max(price) as most, min(note) as note, avg(id) as middle "
    "from {{ ref('sales') }} group by shop) select o.owner, p.* from prices p "
    "join {{ ref('owners') }} o on o.shop = p.shop",
    "above": "select id, price from {{ ref('sales') }} where price > (select avg(price) from {{ ref('sales') }})",
}


def change(project: Project, format: str, number: int) -> None:
    """Changes sales and owners: in each round, a shop closes and another one opens."""
    sales = [
        (
            id,
            None if (id + number) % 6 == 5 else f"s{(id * 7 + number) % 6}",
            (id * (number + 1)) % 11,
            "n" * (id % 2),
            "+U",
        )
        for id in range(number, 60, 7 if number else 1)
    ]
    sales += [(id, "", 0, "", "-D") for id in range(60) if number and (id * 7 + number - 1) % 6 == number % 6]
    owners = [(f"s{place}", f"owner {place + number}", "+U") for place in range(number % 2, 6, 3 if number else 1)]
    config: dict[str, Any] = {"changelog_producer": "lookup", "file_format": format}
    columns = "id int, shop string, price decimal(10,2), note string, _row_kind string"
    project.model("sales", columns, sales, primary_key="id", **config)
    project.model("owners", "shop string, owner string, _row_kind string", owners, primary_key="shop", **config)


class Shops:
    """The views over tables that change, each refreshed and compared with its query."""

    def __init__(self, project: Project, format: str) -> None:
        self.project, self.format, self.number = project, format, 0
        for name in VIEWS:
            self.write(name)

    def write(self, name: str, sql: str = "", **config: str) -> None:
        config = {
            "materialized": "materialized_view",
            "refresh_policy": "incremental",
            "file_format": self.format,
            **config,
        }
        given = ", ".join(f"{option}='{value}'" for option, value in config.items())
        self.project.write(f"models/{name}.sql", f"{{{{ config({given}) }}}}\n{sql or VIEWS[name]}\n")

    def refresh(self) -> dict[str, str]:
        """Changes the tables, refreshes the views, and returns how."""
        change(self.project, self.format, self.number)
        self.number += 1
        done = self.project.run()
        for name in VIEWS:
            query = (self.project.folder / f"models/{name}.sql").read_text().partition("\n")[2]
            for table in ("sales", "owners"):
                query = query.replace(f"{{{{ ref('{table}') }}}}", self.table(table))
            rows = [
                sorted(map(str, spark().sql(sql).collect())) for sql in (query, f"select * from {self.table(name)}")
            ]
            assert rows[0] == rows[1], name
            assert rows[0]
        return {name: done[name]["kind"] for name in VIEWS}

    def table(self, name: str) -> str:
        return f"{CATALOGS[self.format]}.{self.project.schema}.{name}"

    def stored(self, name: str) -> list[str]:
        """The tables with groups of a view."""
        tables = spark().sql(f"show tables in {CATALOGS[self.format]}.{self.project.schema}").collect()
        found = sorted(row.tableName for row in tables if row.tableName.startswith(f"{name}__rows__groups_"))
        return [self.table(table) for table in found]

    def marks(self, name: str) -> list[str]:
        """The marks of the rows in the only table with groups of a view."""
        [table] = self.stored(name)
        return [row._mark for row in spark().table(table).select("_mark").distinct().collect()]

    def known(self, name: str) -> list[dict[str, Any]]:
        """What the last commit of a view has recorded of its groups."""
        return list(self.recorded(name, "tablestore.view-groups").values())

    def runs(self, name: str) -> list[str]:
        """The kinds of the refreshes from which the next ones of a view are estimated."""
        return [run["kind"] for run in self.recorded(name, "tablestore.refreshes")["runs"]]

    def recorded(self, name: str, what: str) -> Any:
        return json.loads(self.project.last_commit(f"{{{self.format}}}.{name}__rows")[what])


ALL = dict.fromkeys(VIEWS, "incremental")


@pytest.fixture
def groups_of_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shop has ten sales, and fewer by the filter of the view."""
    monkeypatch.setattr(stored_groups, "_LARGE", 1)
    monkeypatch.setattr(stored_groups, "_ROWS_PER_GROUP", 8)


@pytest.mark.usefixtures("groups_of_few_rows")
@pytest.mark.parametrize("format", FORMATS)
def test_groups_are_stored_and_follow_from_changes(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    computed, shops = computed_queries(monkeypatch), Shops(project, format)
    shops.refresh()
    assert shops.refresh() == ALL
    assert not any(map(shops.stored, VIEWS))
    assert shops.refresh() == ALL
    [best], [_], [_] = map(shops.stored, VIEWS)
    # how long it took to find large groups, and to compute all of them, says nothing about later refreshes
    assert [shops.runs(name) for name in VIEWS] == 3 * [["first"]]
    spark().sql(f"create table {shops.table('older')} using parquet as select * from {best}").collect()
    computed.clear()
    assert shops.refresh() == ALL
    assert any(stored_groups.ROWS in query for query in computed)
    again = [query for query in computed if f"count(*) as `{stored_groups.ROWS}`" in query]
    # the groups whose largest or smallest value has gone
    assert len(again) == 1 and "max(" in again[0] and "_k1" in again[0]
    assert [shops.runs(name) for name in VIEWS] == 3 * [["first", "incremental"]]
    [known] = shops.known("best")
    assert spark().table(best).count() == known["rows"] > 3
    capsys.readouterr()
    project.succeed("run-operation", "explain_refresh", "--args", "{select: best}")
    assert f"state=[accumulators of {known['rows']} groups]" in capsys.readouterr().out
    # another run, which was paused before it wrote its groups
    spark().sql(f"insert overwrite {best} select * from {shops.table('older')}").collect()
    assert shops.refresh() == ALL
    assert shops.marks("best") == [shops.known("best")[0]["mark"]] != [known["mark"]]
    # the rows of a full refresh are newer than the stored groups, which are written again if the next one can use them
    spark().sql(f"update {shops.table('sales')} set price = price + 1 where id = 3").collect()
    assert shops.refresh() == dict.fromkeys(VIEWS, "full")
    assert shops.marks("best") == [shops.known("best")[0]["mark"]]
    shops.write("best", refresh_policy="full")
    assert shops.refresh() == {**ALL, "best": "full"}
    assert shops.known("best") == [{"pays": True}]
    assert shops.stored("best") == []
    shops.write("best")
    assert shops.refresh() == ALL
    # another query has other groups, and a view that goes takes them with it
    shops.write("best", VIEWS["best"].replace("s.*", "s.total"))
    for name in ("above", "reached"):
        shops.write(name, materialized="table")
    shops.project.run()
    assert not any(map(shops.stored, VIEWS))


@pytest.mark.extended
@pytest.mark.usefixtures("groups_of_few_rows")
@pytest.mark.parametrize("format", FORMATS)
def test_groups_that_are_not_there_are_computed_again(project: Project, format: str) -> None:
    shops = Shops(project, format)
    for _ in range(3):
        shops.refresh()
    for statement in ("drop table {table}", "delete from {table} where _key_1 = 's2'", "truncate table {table}"):
        [table] = shops.stored("best")
        spark().sql(statement.format(table=table)).collect()
        assert shops.refresh() == shops.refresh() == ALL
        assert shops.marks("best") == [shops.known("best")[0]["mark"]], statement
