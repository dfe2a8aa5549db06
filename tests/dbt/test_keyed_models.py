"""What a dbt user expects of any incremental model, on keyed ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

from project import Project, bare, spark

COLUMNS = "id int, v string, at int"
GOOD = {"primary_key": "id", "sequence_field": "at"}


@pytest.fixture
def project(warm_project: Project) -> Project:
    """Runs need no command, and other commands are those of dbt."""
    return warm_project


def first_run(project: Project, format: str, **config: object) -> None:
    project.model("orders", COLUMNS, [(1, "a", 1)], **GOOD, file_format=format, **config)
    project.run()


def test_on_schema_change(project: Project, format: str) -> None:
    table = f"select * from {{{format}}}.orders"
    wider = "id int, v string, at int, extra string"
    first_run(project, format)
    project.model("orders", wider, [(2, "b", 1, "x")], **GOOD, file_format=format)
    project.run()
    assert project.rows(table) == [(1, "a", 1), (2, "b", 1)]
    project.model("orders", wider, [(2, "b", 2, "x")], **GOOD, file_format=format, on_schema_change="fail")
    assert "column 'extra' of the SELECT is not in the table" in project.error()
    project.model(
        "orders", wider, [(2, "b", 2, "x")], **GOOD, file_format=format, on_schema_change="append_new_columns"
    )
    project.run()
    assert project.rows(table) == [(1, "a", 1, None), (2, "b", 2, "x")]
    project.model("orders", "id int, at int", [(1, 5)], **GOOD, file_format=format)
    project.run()
    assert project.rows(table) == [(1, "a", 5, None), (2, "b", 2, "x")]


def test_a_type_that_may_not_fit_is_told(project: Project, format: str) -> None:
    first_run(project, format)
    project.model("orders", "id string, v string, at int", [("a", "b", 1)], **GOOD, file_format=format)
    assert "column 'id' is int in the table and string in the SELECT" in project.error()
    project.model("orders", "id smallint, v string, at int", [(2, "b", 1)], **GOOD, file_format=format)
    project.run()
    assert project.rows(f"select id from {{{format}}}.orders") == [(1,), (2,)]


def test_sync_all_columns_widens_and_drops(project: Project) -> None:
    first_run(project, "iceberg")
    project.model("orders", "id bigint, at int", [(2**40, 1)], **GOOD, on_schema_change="sync_all_columns")
    project.run()
    assert project.rows("select id, at from {iceberg}.orders") == [(1, 1), (2**40, 1)]


def test_contract_not_null_and_docs(project: Project, format: str) -> None:
    project.model("orders", COLUMNS, [(1, "a", 1)], **GOOD, file_format=format)
    columns = [
        {"name": "id", "data_type": "int", "constraints": [{"type": "not_null"}], "description": "the order's number"},
        {"name": "v", "data_type": "string", "constraints": [{"type": "not_null"}]},
        {"name": "at", "data_type": "int"},
    ]
    config = {
        "contract": {"enforced": True},
        "on_schema_change": "fail",
        "persist_docs": {"relation": True, "columns": True},
    }
    model = {"name": "orders", "description": "it's one row per order", "config": config, "columns": columns}
    project.write("models/schema.yml", {"models": [model]})
    project.run()
    described = {row[0]: row for row in project.rows(f"describe table {{{format}}}.orders")}
    assert described["id"][2] == "the order's number"
    detail = str(project.rows(f"describe table extended {{{format}}}.orders"))
    assert "it's one row per order" in detail
    project.model("orders", COLUMNS, [(2, None, 1)], **GOOD, file_format=format)
    assert "column v is null, but its contract says not_null: 1 row," in project.error()
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "a", 1)]
    project.model("orders", COLUMNS.replace("v string", "v int"), [(2, 1, 1)], **GOOD, file_format=format)
    assert "contract" in project.error("--full-refresh")
    # a contract that no longer says it leaves what the table says
    del columns[1]["constraints"]
    project.write("models/schema.yml", {"models": [model]})
    project.model("orders", COLUMNS, [(2, None, 1)], **GOOD, file_format=format)
    said = "column v is null, but its table takes no null there, unlike the model: "
    message = project.error()
    assert said in message
    spark().sql(message.partition(said)[2].partition(": 1 row")[0])
    project.run()
    assert project.rows(f"select v from {{{format}}}.orders") == [("a",), (None,)]


def test_hooks_tags_alias_versions_and_layout(
    project: Project, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hooked = "{{ this.include(identifier=false) }}.hooked"
    hooks = {
        "pre_hook": [
            f"insert into {hooked} values (-1)",
            {"sql": f"create table if not exists {hooked} (a int)", "transaction": False},
        ],
        "post_hook": [
            {"sql": f"insert into {hooked} select max(a) + 1 from {hooked}", "transaction": False},
            f"insert into {hooked} select count(*) + 1 from {{{{ this }}}}",
        ],
    }
    project.model(
        "orders_v2",
        COLUMNS,
        [(1, "a", 1)],
        **GOOD,
        file_format=format,
        tags=["daily"],
        partition_by=["v"],
        tblproperties={"owner_team": "sales"},
        meta={"anything": 1},
        **hooks,
    )
    project.write("models/schema.yml", {"models": [{"name": "orders", "latest_version": 2, "versions": [{"v": 2}]}]})
    project.run("--select", "tag:daily")
    project.run("--select", "orders")
    for name in ("orders", "orders.v2"):
        project.succeed("run-operation", "show_merge_sql", "--args", f"{{model: {name}}}")
    capsys.readouterr()
    project.succeed("run-operation", "maintain", "--args", "{select: orders, dry_run: true}")
    project.succeed("run-operation", "expire_state", "--args", "{select: orders}")
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("orders")]
    assert len(lines) == 3 and all(line.startswith("orders.v2: ") for line in lines), lines
    refused = project.fail("run-operation", "show_merge_sql", "--args", "{model: orders.v3}")
    assert "there is no model 'orders.v3', did you mean 'orders.v2'" in refused.message
    assert project.rows(f"select * from {{{format}}}.orders_v2") == [(1, "a", 1)]
    assert project.rows(f"select * from {{{format}}}.hooked order by a") == [(-1,), (-1,), (2,), (2,), (3,), (4,)]
    assert ("owner_team", "sales") in project.rows(f"show tblproperties {{{format}}}.orders_v2")
    partitioning = [row for row in project.rows(f"describe table {{{format}}}.orders_v2") if "artition" in str(row)]
    assert partitioning


def test_empty_and_a_batch_without_rows(project: Project) -> None:
    project.model("source", COLUMNS, [(1, "a", 1)], materialized="table")
    project.write(
        "models/orders.sql",
        "{{ config(materialized='incremental', primary_key='id') }} select * from {{ ref('source') }}",
    )
    project.run("--empty")
    assert project.rows("select * from {iceberg}.orders") == []
    project.run()
    project.run("--empty")
    assert project.rows("select * from {iceberg}.orders") == [(1, "a", 1)]


def test_is_incremental_and_this(project: Project) -> None:
    project.write(
        "models/orders.sql",
        """
{{ config(materialized='incremental', primary_key='id') }}
select 1 as id, {% if is_incremental() %}(select max(n) + 1 from {{ this }}){% else %}1{% endif %} as n""",
    )
    for _ in range(3):
        project.run()
    assert project.rows("select * from {iceberg}.orders") == [(1, 3)]


def test_a_table_dbt_made_before_is_adopted_or_refused(project: Project, format: str) -> None:
    project.model("orders", COLUMNS, [(1, "a", 1), (2, "a", 1)], materialized="table", file_format=format)
    project.model("twice", COLUMNS, [(1, "a", 1), (1, "b", 1)], materialized="table", file_format=format)
    project.model("shops", "id int, v string", [(1, "a")], materialized="table", file_format=format)
    project.run()
    project.model("orders", COLUMNS, [(1, "b", 2)], **GOOD, file_format=format)
    project.model("shops", "id int, shop int, v string", [(1, 2, "b")], primary_key=["id", "shop"], file_format=format)
    project.model("twice", COLUMNS, [(1, "b", 2)], **GOOD, file_format=format)
    error = project.error()
    assert 'its key (id) is null or not unique, for example {"id":1} in 2 rows' in error
    assert "dbt run --full-refresh --select twice" in error
    assert "it has no column 'shop', which primary_key names" in error
    assert project.rows(f"select * from {{{format}}}.shops") == [(1, "a")]
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "b", 2), (2, "a", 1)]
    assert project.rows(f"select * from {{{format}}}.twice") == [(1, "a", 1), (1, "b", 1)]


def test_a_table_of_a_later_format_version_stays_one(project: Project, tmp_path: Path) -> None:
    note, root = "it's ${x}', 'c' = 'd", f"{tmp_path}/bob's"
    properties = {"format-version": "3", "note": note}
    project.model("orders", COLUMNS, [(1, "a", 1)], materialized="table", tblproperties=properties, location_root=root)
    project.run()
    found = project.rows("show tblproperties {iceberg}.orders")
    assert ("note", note) in found and "c" not in dict(found) and Path(root, "orders", "metadata").is_dir()
    project.model("orders", COLUMNS, [(1, "b", 2)], **GOOD)
    project.run()
    project.run()
    assert project.rows("select * from {iceberg}.orders") == [(1, "b", 2)]
    assert project.rows("show tblproperties {iceberg}.orders ('format-version')") == [("format-version", "3")]


def test_show_merge_sql_prints_what_a_run_would_do(
    project: Project, format: str, capsys: pytest.CaptureFixture[str], statements: list[str]
) -> None:
    first_run(project, format)
    statements.clear()
    capsys.readouterr()
    done = project.dbt("run-operation", "show_merge_sql", "--args", "{model: orders}")
    printed = capsys.readouterr().out
    assert done.success
    assert "merge into " in printed and "insert into " in printed and "orders__commit" in printed
    assert not any(sql.startswith(("create", "merge", "insert", "drop", "alter")) for sql in statements), statements
    assert not project.dbt("run-operation", "show_merge_sql", "--args", "{model: ordres}").success


NEWER = """
{% macro newer() %}
{% if is_incremental() %}where at >= (select max(at) from {{ this }}){% endif %}
{% endmacro %}
"""
ORDERS = """
{{ config(materialized='incremental', primary_key='id', changelog_producer='lookup', meta={'merge_tests': TESTS}) }}
select * from (select 1 as id, 1 as at) {{ newer() }}
"""
COPIES = """
{{ config(materialized='incremental', primary_key='id') }}
select * from {{ tablestore.changelog(ref('orders')) }}
"""


def test_operations_compile_a_model_as_a_run_does(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """With `this` and `is_incremental()`, even in a macro, and with the changes that the next run reads."""
    merge_tests = [{"name": "one", "batches": [{"given": [{"id": 1, "at": 1}], "expect": [{"id": 1, "at": 1}]}]}]
    project.write("macros/newer.sql", NEWER)
    project.write("models/orders.sql", ORDERS.replace("TESTS", str(merge_tests)))
    project.write("models/copies.sql", COPIES)
    project.run()
    capsys.readouterr()
    project.succeed("run-operation", "check_merges")
    assert "ok   orders: one" in capsys.readouterr().out
    project.succeed("run-operation", "show_merge_sql", "--args", "{model: orders}")
    assert f"where at >= (select max(at) from lake.{project.schema}.orders)" in capsys.readouterr().out
    project.succeed("run-operation", "show_merge_sql", "--args", "{model: copies}")
    printed = capsys.readouterr().out
    assert "orders__changelog version as of " in printed and f'"lake.{project.schema}.orders": {{"commit": 1' in printed
    # a rebuild for reasons of the project reads all rows, and not those since the last run
    project.write("macros/should_full_refresh.sql", REBUILT_BY_A_VARIABLE)
    project.write("models/orders.sql", ORDERS.replace("TESTS", "[]").replace("1 as id", "2 as id"))
    project.run("--select", "orders")
    project.succeed("run", "--select", "copies", "--vars", "{rebuild: true}")
    assert project.rows("select id from {iceberg}.copies") == [(1,), (2,)]


REBUILT_BY_A_VARIABLE = """
{% macro should_full_refresh() %}{{ return(var('rebuild', false) or flags.FULL_REFRESH) }}{% endmacro %}
"""

BATCHES = """
{{ config(materialized='incremental', primary_key='id', sequence_field='at', incremental_strategy='microbatch',
          event_time='at', batch_size='day', begin='2026-01-01', changelog_producer='lookup') }}
select id, if(v = 'wrong', raise_error('not ready'), v) as v, at from {{ ref('events') }}
"""


@pytest.mark.extended
def test_batches_of_event_time_are_commits(project: Project) -> None:
    """Each in the order of its time; `dbt retry` builds a failed one, a backfill adds what was late."""
    project.write(
        "models/events.sql",
        """
        {{ config(materialized='table', event_time='at') }}
        select id, v, to_timestamp(at) as at
        from values (1, 'a', '2026-01-01 10:00:00'), (2, 'b', '2026-01-01 11:00:00'),
          (1, 'c', '2026-01-02 10:00:00'), (2, 'wrong', '2026-01-03 10:00:00') as events (id, v, at)
        """,
    )
    project.write("models/latest.sql", BATCHES)
    events, window = (
        f"lake.{project.schema}.events",
        ("--event-time-start", "2026-01-01", "--event-time-end", "2026-01-04"),
    )
    commits = (
        "select commit, rows_inserted, rows_updated, rows_unchanged from {iceberg}.latest__commits order by commit"
    )
    latest = "select id, v, day(at) from {iceberg}.latest order by id"
    project.writes_artifacts = True
    assert "PARTIAL SUCCESS (2/3)" in project.fail("run", *window).message
    assert project.ordered(latest) == [(1, "c", 2), (2, "b", 1)]
    assert project.ordered(commits) == [(1, 2, 0, 0), (2, 0, 1, 0)]

    spark().sql(f"update {events} set v = 'd' where v = 'wrong'")
    project.succeed("retry")
    assert project.ordered(latest) == [(1, "c", 2), (2, "d", 3)]
    assert project.ordered(commits)[2:] == [(3, 0, 1, 0)]
    assert project.rows("select distinct _commit from {iceberg}.latest__changelog") == [(1,), (2,), (3,)]

    spark().sql(f"insert into {events} values (3, 'late', timestamp'2026-01-01 12:00:00')")
    day = ("--event-time-start", "2026-01-01", "--event-time-end", "2026-01-02")
    project.succeed("run", *day, "--select", "latest")
    assert project.ordered(latest) == [(1, "c", 2), (2, "d", 3), (3, "late", 1)]
    assert project.ordered(commits)[3:] == [(4, 1, 0, 0)]

    project.succeed("run", *window, "--full-refresh", "--select", "latest")
    assert project.ordered(latest) == [(1, "c", 2), (2, "d", 3), (3, "late", 1)]
    changes = "select _commit, _row_kind, id, v from {iceberg}.latest__changelog where _row_kind <> '-U' order by all"
    assert project.ordered(changes) == [
        (1, "+I", 1, "a"),
        (1, "+I", 2, "b"),
        (1, "+I", 3, "late"),
        (2, "+U", 1, "c"),
        (3, "+U", 2, "d"),
    ]

    spark().sql(f"update {events} set v = 'wrong' where v = 'd'")
    assert "PARTIAL SUCCESS (2/3)" in project.fail("run", *window, "--full-refresh", "--select", "latest").message
    spark().sql(f"update {events} set v = 'e' where v = 'wrong'")
    project.succeed("retry")
    assert project.ordered(latest) == [(1, "c", 2), (2, "e", 3), (3, "late", 1)]


DELETED_BATCHES = """
{{ config(materialized='incremental', primary_key='id', sequence_field='n', incremental_strategy='microbatch',
          event_time='at', batch_size='day', begin='2026-01-01', delete_retained='30 d') }}
select id, v, n, at, _row_kind from {{ ref('events') }}
"""


@pytest.mark.extended
def test_deletes_of_a_batch_that_fails_do_not_count(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next batch of the run makes the commit of the same number."""
    rows = "(8, 'a', 1, '+I'), (7, 'a', 1, '+I'), (8, 'a', 5, '-D'), (9, 'c', 1, '+I'), (8, 'b', 3, '+I')"
    days = "case when id = 9 then 3 when n = 5 then 2 when n = 3 then 4 else 1 end"
    project.write(
        "models/events.sql",
        "{{ config(materialized='table', event_time='at') }}\n"
        f"select *, make_timestamp(2026, 1, {days}, 10, 0, 0) as at from values {rows} as events (id, v, n, _row_kind)",
    )
    project.write("models/latest.sql", DELETED_BATCHES)
    window = ("--event-time-start", "2026-01-01", "--event-time-end", "2026-01-05")
    project.succeed("run", "--select", "events")
    project.writes_artifacts = True
    seen: list[str] = []

    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        if seen == ["deletes"] * 2:  # of the first two days
            seen.append("failed")
            raise RuntimeError("another program compacts the table")
        if bare(sql).startswith("insert into") and "latest__deleted" in sql:
            seen.append("deletes")
        original(self, sql, bindings)

    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", execute)
        outcome = project.dbt("run", "--select", "latest", *window, "--threads", "1")
    assert "PARTIAL SUCCESS (3/4)" in outcome.message and "failed" in seen
    latest = "select id, v, n from {iceberg}.latest"
    assert project.rows(latest) == [(7, "a", 1), (8, "b", 3), (9, "c", 1)]
    project.succeed("retry")
    assert project.rows(latest) == [(7, "a", 1), (9, "c", 1)]


CUSTOMERS = """
{{ config(materialized='incremental', primary_key='id', incremental_strategy='microbatch',
          event_time='at', batch_size='day', begin='2026-01-01') }}
select id, name, _row_kind from {{ tablestore.cdc(ref('messages'), 'debezium-json', {'id': 'int', 'name': 'string'}) }}
"""


@pytest.mark.extended
def test_a_batch_of_a_rebuild_finds_the_rows_of_the_batches_before(project: Project) -> None:
    """A value that a database does not send again is that of the batch before, also in a full refresh."""
    project.write(
        "models/messages.sql",
        """
        {{ config(materialized='table', event_time='at') }}
        select value, to_timestamp(at) as at from values
          ('{"op": "c", "after": {"id": 1, "name": "long"}, "source": {"lsn": 1}}', '2026-01-01'),
          ('{"op": "u", "after": {"id": 1, "name": "__debezium_unavailable_value"}, "source": {"lsn": 2}}',
            '2026-01-02') as messages (value, at)
        """,
    )
    project.write("models/customers.sql", CUSTOMERS)
    window = "--event-time-start", "2026-01-01", "--event-time-end", "2026-01-03"
    for options in ((), ("--full-refresh",)):
        project.succeed("run", *window, *options)
        assert project.rows("select id, name from {iceberg}.customers") == [(1, "long")]


def test_a_model_in_batches_reads_no_changelog(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    first_run(project, "iceberg", changelog_producer="lookup")
    project.write("models/latest.sql", BATCHES.replace("ref('events')", "tablestore.changelog(ref('orders'))"))
    project.fail("run", "--select", "latest", "--event-time-start", "2026-01-01", "--event-time-end", "2026-01-02")
    assert "a changelog is read by commits: remove the strategy" in capsys.readouterr().out, "dbt's summary says ERROR"


def test_every_engine_keeps_a_contract(project: Project, format: str) -> None:
    """A null that the table will not have, because its row is late or ignored, is no violation.

    The model ``counts`` has the changelog of its input, and declares the type of the count, as the table has it.
    """
    engines = ["deduplicate", "first-row", "partial-update", "aggregation"]
    columns = [
        {"name": "id", "data_type": "int"},
        {"name": "v", "data_type": "string", "constraints": [{"type": "not_null"}]},
        {"name": "at", "data_type": "int"},
    ]
    models = []
    for engine in engines:
        name = engine.replace("-", "_")
        models.append(
            {"name": name, "columns": columns, "config": {"contract": {"enforced": True}, "on_schema_change": "fail"}}
        )
    models.append(dict(models[0], name="logged"))
    counted = [*columns[:2], {"name": "at", "data_type": "bigint"}]
    models.append({"name": "counts", "columns": counted, "config": models[0]["config"]})
    project.write("models/schema.yml", {"models": models})

    def write(rows: list[tuple[Any, ...]]) -> None:
        logged = GOOD | {"changelog_producer": "input", "file_format": format}
        project.model("logged", COLUMNS, rows, **logged)
        count = {"merge_engine": "aggregation", "fields": {"at": {"aggregate_function": "count"}}}
        project.model("counts", COLUMNS, rows, **logged | count | {"sequence_field": None})
        for engine in engines:
            sequence = {} if engine == "first-row" else {"sequence_field": "at"}
            config = {"primary_key": "id", "merge_engine": engine, "file_format": format, **sequence}
            project.model(engine.replace("-", "_"), COLUMNS, rows, **config)

    for rows in ([(1, "a", 5)], [(1, None, 4), (2, "b", 1)]):
        write(rows)
        project.run()
    for engine in [*engines, "logged"]:
        rows = project.rows(f"select id, v from {{{format}}}.{engine.replace('-', '_')} order by id")
        assert rows == [(1, "a"), (2, "b")], engine
    assert project.ordered(f"select id, v, at from {{{format}}}.counts order by id") == [(1, "a", 2), (2, "b", 1)]
