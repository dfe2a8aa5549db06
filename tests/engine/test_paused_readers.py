"""A reader is paused while the table that it reads is written: each change counts once, or nothing is written."""

from __future__ import annotations

from typing import Any

import pytest

import overlaps
from formats import CATALOGS
from project import Project, spark

pytestmark = pytest.mark.usefixtures("without_lock")

COLUMNS = "id int, k string, amount int, _row_kind string"
PARTS = {
    "read": "select 'read' as name, amount as h, 1 as n, _row_kind from {{{{ tablestore.changelog({}{}) }}}}",
    "groups": "select 'groups', s, 1, _row_kind from {{{{ "
    "tablestore.changelog_aggregate({}, 'k', {{'s': 'sum(amount)'}}) }}}}",
    "pairs": "select 'pairs', amount * 100 + rid, 1, _row_kind from {{{{ tablestore.changelog_join({0}, {0}, 'k', "
    "aliases=['a', 'b'], columns={{'id': 'rid'}}) }}}}",
}
ANSWERS = {
    "read": "select 'read' as name, sum(amount) as h, count(*) as n from {}",
    "groups": "select 'groups', sum(s), count(*) from (select sum(amount) as s from {} group by k)",
    "pairs": "select 'pairs', sum(a.amount * 100 + b.id), count(*) from {0} a join {0} b on a.k = b.k",
}


def writes(_: int, statement: str) -> bool:
    """The first statement of a run that executes its query: it creates a table, or keeps the batch in memory."""
    return statement.startswith(("create", "cache", "drop")) and not statement.startswith("create schema")


class Shop:
    """A table, and a reader of it that sums what it reads, so that a change that counts twice or never is seen."""

    def __init__(self, project: Project, format: str, parts: tuple[str, ...] = tuple(PARTS), scan: str = "") -> None:
        self.project, self.format, self.parts, self.number = project, format, parts, 0
        self.table = f"{{{format}}}.orders"
        config = "materialized='incremental', primary_key='name', merge_engine='aggregation', "
        config += f"default_aggregate_function='sum', file_format='{format}'"
        text = "\nunion all\n".join(PARTS[part].format("ref('orders')", scan) for part in parts)
        project.write("models/sums.sql", "{{ config(" + config + ") }}\n" + text + "\n")
        self.write()

    def write(self, *arguments: str) -> None:
        """The next batch: a row changes, one comes, one goes."""
        self.number += 1
        rows = [(1, "ab"[self.number % 2], self.number, "+I"), (10 + self.number, "a", 7, "+I")]
        rows += [(9 + self.number, "a", 7, "-D")] if self.number % 2 else []
        config: dict[str, Any] = {"primary_key": "id", "changelog_producer": "lookup", "file_format": self.format}
        self.project.model("orders", COLUMNS, rows, **config)
        self.project.run("--select", "orders", *arguments)

    def expire(self) -> None:
        """Rewrites the files of the table, and removes its old snapshots or versions, and those of its changelog."""
        for name in ("orders", "orders__changelog"):
            table = f"{CATALOGS[self.format]}.{self.project.schema}.{name}"
            if self.format == "iceberg":
                named = f"table => '{self.project.schema}.{name}'"
                spark().sql(f"call lake.system.rewrite_data_files({named}, options => map('rewrite-all', 'true'))")
                spark().sql(f"call lake.system.expire_snapshots({named}, older_than => timestamp '2999-01-01')")
            else:
                spark().sql("set spark.databricks.delta.retentionDurationCheck.enabled = false")
                spark().sql(f"optimize {table}")
                spark().sql(f"vacuum {table} retain 0 hours")
                spark().sql("reset spark.databricks.delta.retentionDurationCheck.enabled")

    def read(self, *arguments: str) -> None:
        self.project.run("--select", "sums", *arguments)

    def check(self, context: object) -> None:
        answers = "\nunion all\n".join(ANSWERS[part].format(self.table) for part in self.parts)
        found = self.project.rows(f"select name, h, n from {{{self.format}}}.sums")
        assert found == self.project.rows(answers), context


@pytest.mark.parametrize("fresh", [True, pytest.param(False, marks=pytest.mark.extended)], ids=["first", "later"])
def test_a_commit_while_a_reader_is_paused(project: Project, format: str, fresh: bool) -> None:
    """The reader is compiled, and has not executed its query."""
    shop = Shop(project, format)
    project.parse()
    if not fresh:
        shop.read()
        shop.write()
    with overlaps.paused(project, 0, writes) as reader:
        shop.write()
        outcome = reader.resume()
    assert outcome.success, outcome.message
    shop.read()
    shop.check(reader.sent)


@pytest.mark.extended
@pytest.mark.parametrize("arguments", [(), ("--full-refresh",)], ids=["later", "fresh"])
def test_a_commit_before_each_statement_of_a_reader(project: Project, format: str, arguments: tuple[str, ...]) -> None:
    shop = Shop(project, format)
    shop.read()
    step, ended = 0, False
    while not ended:
        shop.write()
        with overlaps.paused(project, 0, lambda sent, _, step=step: sent == step, *arguments) as reader:
            ended = not reader.stopped
            shop.write()
            outcome = reader.resume()
        context = (step, reader.sent[step : step + 1], outcome.message)
        assert outcome.success or "nothing was written" in outcome.message, context
        shop.read()
        shop.check(context)
        step += 3


@pytest.mark.parametrize("fresh", [True, pytest.param(False, marks=pytest.mark.extended)], ids=["first", "later"])
def test_old_versions_go_while_a_reader_is_paused(project: Project, format: str, fresh: bool) -> None:
    shop = Shop(project, format)
    if not fresh:
        shop.read()
        shop.write()
    project.parse()
    with overlaps.paused(project, 0, writes) as reader:
        shop.write()
        shop.expire()
        outcome = reader.resume()
    assert outcome.success or "of a table that this run reads is no longer there" in outcome.message
    assert "\n\tat " not in outcome.message
    shop.read()
    shop.check(outcome.message)


@pytest.mark.extended
@pytest.mark.parametrize("fresh", [True, False], ids=["first", "later"])
def test_the_table_is_rebuilt_while_a_reader_is_paused(project: Project, format: str, fresh: bool) -> None:
    """What was read is of the build before; the next run says so."""
    shop = Shop(project, format)
    if not fresh:
        shop.read()
        shop.write()
        shop.write()
    project.parse()
    with overlaps.paused(project, 0, writes) as reader:
        shop.write("--full-refresh")
        shop.write()
        shop.write()
        outcome = reader.resume()
    assert outcome.success, outcome.message
    assert "the table was rebuilt after model 'sums' had read it" in project.error("--select", "sums")
    shop.read("--full-refresh")
    shop.check("rebuilt")


@pytest.mark.extended
@pytest.mark.parametrize("scan", ["latest", "from-timestamp', timestamp='2020-01-01"])
def test_other_scans_of_a_paused_reader(project: Project, format: str, scan: str) -> None:
    shop = Shop(project, format, ("read",), f", scan='{scan}'")
    project.parse()
    before = project.rows(f"select sum(amount), count(*) from {shop.table}")[0] if scan == "latest" else (0, 0)
    with overlaps.paused(project, 0, writes) as reader:
        shop.write()
        assert reader.resume().success
    shop.read()
    total, rows = project.rows(f"select sum(amount), count(*) from {shop.table}")[0]
    found = project.rows(f"select coalesce(sum(h), 0), coalesce(sum(n), 0) from {{{format}}}.sums")
    assert found == [(total - before[0], rows - before[1])]


@pytest.mark.extended
@pytest.mark.parametrize("fresh", [True, False], ids=["first", "later"])
def test_a_plain_table_is_written_while_its_reader_is_paused(project: Project, format: str, fresh: bool) -> None:
    table = project.plain_tables("id int, amount int", "(1, 10), (2, 20)", [format])[format]
    text = PARTS["read"].format(f"source('s_{format}', 'plain_{format}')", "")
    config = "materialized='incremental', primary_key='name', merge_engine='aggregation', "
    config += f"default_aggregate_function='sum', file_format='{format}'"
    project.write("models/sums.sql", "{{ config(" + config + ") }}\n" + text + "\n")
    project.parse()
    if not fresh:
        project.run()
        spark().sql(f"insert into {table} values (3, 30)")
    with overlaps.paused(project, 0, writes) as reader:
        spark().sql(f"insert into {table} values (4, 40)")
        spark().sql(f"delete from {table} where id = 1")
        outcome = reader.resume()
    assert outcome.success, outcome.message
    project.run()
    answer = project.rows(f"select 'read', sum(amount), count(*) from {table}")
    assert project.rows(f"select name, h, n from {{{format}}}.sums") == answer
