"""Views that one command refreshes read the changes of a table, and its rows with the changed keys, once for all."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.views.operators import changes

from formats import CATALOGS, FORMATS
from project import Project, computed_queries, spark

COLUMNS = {
    "orders": "id int, customer int, amount decimal(10,2), kind string, note string, _row_kind string",
    "customers": "id int, region string, credit double, tags map<string,int>, _row_kind string",
}
FROM = "from {{ ref('orders') }} as o join {{ ref('customers') }} as c on c.id = o.customer"
VIEWS = {
    "totals": f"select c.region, sum(o.amount) as total {FROM} group by c.region",
    "noted": f"select o.id, o.note, c.credit {FROM} where o.kind = 'x'",
    "quiet": "select c.id, c.region from {{ ref('customers') }} as c where c.credit > 3 and not exists "
    "(select 1 from {{ ref('orders') }} as o where o.customer = c.id)",
    "kinds": "select kind, count(*) as orders, max(note) as last_note from {{ ref('orders') }} group by kind",
    "tagged": f"select o.id, c.tags['a'] as a {FROM}",
}


def batch(name: str, number: int) -> list[Any]:
    """The changes of a table in a run: some rows change, one goes, and one is new."""
    if name == "orders":
        rows = [
            (id, id % 9, id + number, "xyz"[(id + number) % 3], f"note {number}") for id in range(1 + number, 60, 7)
        ]
    else:
        rows = [(id, f"r{(id + number) % 3}", float(id % 5 + number), None) for id in range(number, 11, 4)]
    kinds = ["-D" if number and place == 1 else "+U" for place, _ in enumerate(rows)]
    return [(*row, kind) for row, kind in zip(rows, kinds, strict=True)]


def load(project: Project, format: str, number: int, *names: str) -> None:
    for name in names:
        rows = batch(name, number) if number else [row for part in range(7) for row in batch(name, 0 - part)]
        config = {"primary_key": "id", "changelog_producer": "lookup", "file_format": format}
        columns = COLUMNS[name]
        if name == "orders" and number == 3:
            columns, rows = columns.replace("note string, ", ""), [(*row[:4], row[5]) for row in rows]
        project.model(name, columns, rows, **config)


def assert_right(project: Project, format: str, names: list[str]) -> None:
    for name in names:
        query = (project.folder / f"models/{name}.sql").read_text().partition("\n")[2]
        for table in COLUMNS:
            query = query.replace(f"{{{{ ref('{table}') }}}}", f"{CATALOGS[format]}.{project.schema}.{table}")
        texts = (query, f"select * from {table_of(project, format, name)}")
        rows = [sorted(map(str, spark().sql(text).collect())) for text in texts]
        assert rows[0] == rows[1], name


def table_of(project: Project, format: str, name: str) -> str:
    return f"{CATALOGS[format]}.{project.schema}.{name}"


@pytest.mark.parametrize("format", FORMATS)
def test_views_read_a_table_together(project: Project, format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    computed = computed_queries(monkeypatch)
    monkeypatch.setattr(changes, "_LARGE", 1)
    names = [*VIEWS]
    config = f"materialized='materialized_view', refresh_policy='incremental', file_format='{format}'"
    for name in names:
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{VIEWS[name]}\n")
    load(project, format, 0, *COLUMNS)
    project.run()
    for number in (1, 2, 3) if format == "iceberg" else (1, 2):
        tables = [*COLUMNS] if number != 2 else ["orders"]
        if number == 3:  # the last commits of views have read a column that is no longer there
            project.write("models/noted.sql", f"{{{{ config({config}) }}}}\nselect id from {{{{ ref('orders') }}}}\n")
            spark().sql(f"alter table {table_of(project, format, 'orders')} drop column note")
        load(project, format, number, *tables)
        project.run("--select", *tables)
        computed.clear()
        # the view of the column that is no longer there is not refreshed in this command
        done = project.run("--select", *(name for name in names if name != "kinds" or number < 3))
        kinds = {name: done[name]["kind"] for name in done if name not in ("tagged", *["noted"] * (number == 3))}
        assert {*kinds.values()} <= {"incremental", "unchanged"}, done
        assert_right(project, format, [*done])
        for table in COLUMNS:
            reads = [query for query in computed if f"{table}__changelog" in query]
            assert len(reads) == (table in tables), "\n".join(reads)
