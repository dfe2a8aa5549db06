"""Incremental models without a primary key: every strategy, on both formats, over several runs."""

import pytest


@pytest.fixture
def project(warm_project):
    """Runs need no command, and other commands are those of dbt."""
    return warm_project


MODEL = """
{{{{ config(materialized='incremental', file_format='{format}', {config}) }}}}
select id, {run} as run, cast(id % 2 as int) as part from range({start}, {stop})
"""
AGAIN = "({{ '2' if is_incremental() else '1' }})"


def model(project, format, config, start=0, stop=5, run=AGAIN, name="m"):
    project.write(f"models/{name}.sql", MODEL.format(format=format, config=config, start=start, stop=stop, run=run))


def test_append(project, format, place):
    model(project, format, "incremental_strategy='append'")
    for _ in range(3):
        project.succeed("run")
    assert project.ordered(f"select run, count(*) from {place}.m group by run order by run") == [(1, 5), (2, 10)]


MERGED = {"one_key": "unique_key='id'", "two_keys": "unique_key=['id', 'part'], incremental_strategy='merge'"}


def test_merge_over_three_runs(project, format, place):
    for start, stop in ((0, 5), (3, 8), (3, 8)):
        for name, config in MERGED.items():
            model(project, format, config, start=start, stop=stop, name=name)
        project.succeed("run")
    for name in MERGED:
        expected = [(n, 1 if n < 3 else 2) for n in range(8)]
        assert project.ordered(f"select id, run from {place}.{name} order by id") == expected, name


@pytest.mark.parametrize("predicate", ["DBT_INTERNAL_DEST.id > 0", "DBT_INTERNAL_DEST.id = 1 or false -- no more"])
def test_merge_columns_and_predicates(project, format, place, predicate):
    config = f"unique_key='id', merge_exclude_columns=['run'], incremental_predicates=['{predicate}']"
    model(project, format, config, stop=2)
    project.succeed("run")
    project.succeed("run")
    rows = project.ordered(f"select id, run from {place}.m order by id, run")
    assert rows == [(0, 1), (0, 2), (1, 1)]


def test_insert_overwrite_replaces_the_partitions_it_has_rows_of(project, format, place):
    config = "incremental_strategy='insert_overwrite', partition_by='part'"
    model(project, format, config)
    project.succeed("run")
    project.write(
        "models/m.sql",
        MODEL.format(format=format, config=config, start=0, stop=1, run=AGAIN),
    )
    project.succeed("run")
    assert project.ordered(f"select id, run from {place}.m order by id") == [(0, 2), (1, 1), (3, 1)]


def test_overwrite_mode_does_not_leak(project):
    """A later model of the same run still overwrites its whole table."""
    model(project, "iceberg", "incremental_strategy='insert_overwrite', partition_by='part'")
    project.write(
        "models/z.sql",
        """
        {{ config(materialized='table', pre_hook="create or replace temporary view before as select 1") }}
        -- depends_on: {{ ref('m') }}
        select '{{ run_query("set spark.sql.sources.partitionOverwriteMode").rows[0][1] if execute }}' as mode
        """,
    )
    project.succeed("run")
    project.succeed("run", "--threads", "1")
    assert project.ordered("select lower(mode) from {iceberg}.z") == [("static",)]


EVENTS = """
{{{{ config(materialized='table', event_time='{event_time}') }}}}
select id, at, cast(at as date) as day, 'DE' as country
from values {rows} as events (id, at)
"""
ZONE_OF_BERLIN = {"spark.sql.session.timeZone": "Europe/Berlin"}
TWO_DAYS = "(1, timestamp'2026-01-01 10:00:00'), (2, timestamp'2026-01-02 10:00:00')"
SECOND_DAY = "(3, timestamp'2026-01-02 12:00:00')"
# Whatever the type of the time of rows is, and whatever the partitions are.
MICROBATCHES = {
    "whole": ("at", ""),
    "by_country": ("at", "partition_by='country',"),
    "of_dates": ("day", ""),
}


def test_microbatch_replaces_its_batch(project, format, place):
    """In a time zone east of UTC, where a date begins before dbt's batch of it."""
    project.target["spark_config"] = project.target.get("spark_config", {}) | ZONE_OF_BERLIN

    def write(rows):
        for event_time in ("at", "day"):
            project.write(f"models/events_{event_time}.sql", EVENTS.format(event_time=event_time, rows=rows))

    for name, (event_time, partition) in MICROBATCHES.items():
        project.write(
            f"models/{name}.sql",
            f"""
            {{{{ config(materialized='incremental', incremental_strategy='microbatch', event_time='{event_time}',
                      batch_size='day', begin='2026-01-01', {partition} file_format='{format}') }}}}
            select * from {{{{ ref('events_{event_time}') }}}}
            """,
        )
    write(TWO_DAYS)
    project.succeed("run", "--event-time-start", "2026-01-01", "--event-time-end", "2026-01-03")
    write(SECOND_DAY)
    project.succeed("run", "--event-time-start", "2026-01-02", "--event-time-end", "2026-01-03")
    for name in MICROBATCHES:
        assert project.ordered(f"select id from {place}.{name} order by id") == [(1,), (3,)], name


# What the SELECT of each run has: the second has the columns in another order, the third a new one in the middle, and
# the last lacks two.
COLUMNS_OF_BATCHES = [
    "id, at, id * 10 as amount, id as qty",
    "id, at, id as qty, id * 10 as amount",
    "id, at, id as qty, -id as tax, id * 10 as amount",
    "at, id as qty, id",
]


def test_microbatch_writes_columns_by_name(project):
    """Delta replaces the rows of a batch by an INSERT that takes values by position."""
    modes = {"append_new_columns": COLUMNS_OF_BATCHES, "sync_all_columns": COLUMNS_OF_BATCHES}
    modes |= {"fail": COLUMNS_OF_BATCHES[:2], "ignore": COLUMNS_OF_BATCHES[:3]}
    for day in range(1, 1 + len(COLUMNS_OF_BATCHES)):
        project.write(
            "models/events.sql",
            "{{ config(materialized='table', event_time='at') }}\n"
            f"select {day} as id, timestamp'2026-01-0{day} 10:00:00' as at",
        )
        for mode, columns in modes.items():
            project.write(
                f"models/{mode}.sql",
                f"""
                {{{{ config(materialized='incremental', incremental_strategy='microbatch', event_time='at',
                          batch_size='day', begin='2026-01-01', file_format='delta', on_schema_change='{mode}') }}}}
                select {columns[min(day, len(columns)) - 1]} from {{{{ ref('events') }}}}
                """,
            )
        span = ["--event-time-start", f"2026-01-0{day}", "--event-time-end", f"2026-01-0{day + 1}"]
        project.succeed("run", *span)
    first = [(1, 10, 1), (2, 20, 2), (3, 30, 3), (4, 40, 4)]
    for mode in ("fail", "ignore"):
        assert project.rows(f"select id, amount, qty from {{delta}}.{mode}") == first, mode
    assert project.rows("select id, amount, qty, tax from {delta}.append_new_columns") == [
        (1, 10, 1, None),
        (2, 20, 2, None),
        (3, 30, 3, -3),
        (4, None, 4, None),
    ]
    assert project.rows("select id, qty from {delta}.sync_all_columns") == [(day, day) for day in range(1, 5)]
    assert len(project.rows("select * from {delta}.sync_all_columns")[0]) == 3, "the columns of the last SELECT"


def test_a_strategy_of_the_users(project):
    project.write(
        "macros/newest.sql",
        """
        {% macro get_incremental_newest_sql(arg_dict) %}
          insert into {{ arg_dict['target_relation'] }} select * from {{ arg_dict['temp_relation'] }} where id = 4
        {% endmacro %}
        """,
    )
    model(project, "iceberg", "incremental_strategy='newest'")
    project.succeed("run")
    project.succeed("run")
    assert project.ordered("select count(*) from {iceberg}.m") == [(6,)]


def test_merge_needs_a_format_that_merges(project):
    model(project, "parquet", "incremental_strategy='merge', unique_key='id'")
    result = project.fail("run")
    assert "needs file_format 'iceberg' or 'delta', not 'parquet'" in result.nodes["m"].message


SCHEMA_CHANGE = """
{{{{ config(materialized='incremental', unique_key='id', file_format='{format}', on_schema_change='{change}') }}}}
select {columns} from range(2)
"""


CHANGES = [
    ("append_new_columns", "id, 'new' as c", {"id": "bigint", "a": "int", "b": "string", "c": "string"}),
    ("sync_all_columns", "id, 'new' as c", {"id": "bigint", "c": "string"}),
    ("sync_all_columns", "id, bigint(1) as a, 5 as b", {"id": "bigint", "a": "bigint", "b": "int"}),
]


def test_schema_changes(project, format, place):
    for first in (True, False):
        for number, (change, columns, _) in enumerate(CHANGES):
            text = SCHEMA_CHANGE.format(
                format=format, change=change, columns="id, 1 as a, '7' as b" if first else columns
            )
            project.write(f"models/m{number}.sql", text)
        project.succeed("run")
    for number, (_, _, expected) in enumerate(CHANGES):
        lines = project.ordered(f"describe {place}.m{number}")
        described = {row[0]: row[1] for row in lines if row[0] and not row[0].startswith("#")}
        assert expected.items() <= described.items()
        assert len([name for name in described if name in ("id", "a", "b", "c")]) == len(expected)
        assert project.ordered(f"select count(*) from {place}.m{number}") == [(2,)]


def test_schema_change_fail(project):
    project.write("models/m.sql", SCHEMA_CHANGE.format(format="iceberg", change="fail", columns="id"))
    project.succeed("run")
    project.write("models/m.sql", SCHEMA_CHANGE.format(format="iceberg", change="fail", columns="id, 1 as a"))
    result = project.fail("run")
    assert "out of sync" in result.nodes["m"].message


def test_a_type_that_iceberg_stores_as_another_has_not_changed(project):
    narrow = "smallint(id) as id, named_struct('a', tinyint(1)) as s"
    project.write("models/m.sql", SCHEMA_CHANGE.format(format="iceberg", change="fail", columns=narrow))
    for _ in range(2):
        project.succeed("run")
    assert project.ordered("select * from {iceberg}.m") == [(0, (1,)), (1, (1,))]
    text = SCHEMA_CHANGE.format(format="iceberg", change="fail", columns=narrow.replace("smallint(id)", "string(id)"))
    project.write("models/m.sql", text)
    assert "out of sync" in project.fail("run").nodes["m"].message


def test_full_refresh_and_a_view_in_the_way(project, format, place):
    project.write("models/m.sql", "{{ config(materialized='view', primary_key='id') }} select 1 as id")
    project.succeed("run")
    assert "materialized='view' ignores 'primary_key': write materialized='incremental'" in "\n".join(project.said)
    model(project, format, "unique_key='id'")
    project.succeed("run")
    project.succeed("run", "--full-refresh")
    assert project.ordered(f"select count(*), max(run) from {place}.m") == [(5, 1)]


def test_delta_reports_its_rows(project):
    model(project, "delta", "unique_key='id'")
    project.succeed("run")
    model(project, "delta", "unique_key='id'", start=3, stop=8)
    response = project.succeed("run").nodes["m"].adapter_response
    assert (response["rows_inserted"], response["rows_updated"], response["rows_affected"]) == (3, 2, 5)


HEADED = """
{{{{ config(materialized='{kind}', {config}) }}}}
{{% call set_sql_header(config) %}}
create temporary function {name}_word() returns string return 'a;b'; -- it's a word; not two
set spark.{name} = 1;
{{% endcall %}}
select 1 as id, {name}_word() as word, '${{spark.{name}}}' as one
"""


def test_a_header_runs_once_before_the_query_in_each_run(project):
    """A second temporary function of one name is an error, and so is one that is missing."""
    kinds = {
        "plain": ("table", "file_format='iceberg'"),
        "later": ("incremental", "unique_key='id'"),
        "keyed": ("incremental", "primary_key='id'"),
        "checked": ("incremental", "primary_key='id', on_schema_change='fail', contract={'enforced': true}"),
        "strict": ("table", "contract={'enforced': true}"),
    }
    for name, (kind, config) in kinds.items():
        project.write(f"models/{name}.sql", HEADED.format(name=name, kind=kind, config=config))
    types = [{"name": "id", "data_type": "int", "constraints": [{"type": "not_null"}]}]
    types += [{"name": name, "data_type": "string"} for name in ("word", "one")]
    project.write("models/schema.yml", {"models": [{"name": name, "columns": types} for name in ("checked", "strict")]})
    config = "unique_key='id', strategy='check', check_cols='all', file_format='iceberg'"
    text = HEADED.format(name="known", kind="snapshot", config=config)
    project.write("snapshots/known.sql", "{% snapshot known %}" + text + "{% endsnapshot %}")
    for _ in range(2):
        project.succeed("run")
        for name in kinds:
            assert project.ordered(f"select * from {{iceberg}}.{name}") == [(1, "a;b", "1")], name
        project.succeed("snapshot")
    assert project.ordered("select word, one from {iceberg}.known") == [("a;b", "1")]


def test_comments_are_sent_when_they_change(project, format, place, statements):
    """Each is a commit of the table, in which the rows are the same. Of a Parquet table, a statement finds them."""
    keys = {"plain": "unique_key='id'", "keyed": "primary_key='id'", "other": "incremental_strategy='append'"}
    persisted = "persist_docs={'relation': true, 'columns': true}"
    for name, key in keys.items():
        model(project, "parquet" if name == "other" else format, f"{key}, {persisted}", name=name)

    def run(of_table, **of_columns):
        columns = [{"name": name, "description": text} for name, text in of_columns.items()]
        described = [{"name": name, "description": of_table, "columns": columns} for name in keys]
        project.write("models/schema.yml", {"models": described})
        statements.clear()
        project.succeed("run")
        return [sql.split(f"{project.schema}.")[1] for sql in statements if " comment " in sql or "comment on" in sql]

    texts = {"ID": "it's `the` \\key", "run": "when\nit ran"}
    run("all\n'rows'", **texts)
    for name in keys:
        table = f"{'{delta}' if name == 'other' else place}.{name}"
        columns = {row[0]: row[2] for row in reversed(project.ordered(f"describe {table}"))}
        assert columns["id"] == texts["ID"], name
        assert columns["run"] == texts["run"], name
        details = {row[0]: row[1] for row in project.ordered(f"describe extended {table}")}
        assert details["Comment"] == "all\n'rows'", name
    assert run("all\n'rows'", **texts) == []
    assert sorted(run("", run="other")) == sorted(
        f"{name} alter column `{column}` comment '{text}'"
        for name in keys
        for column, text in (("run", "other"), ("id", ""))
    )
    assert run("", run="other") == []
    assert sorted(run("new", run="other")) == sorted(f"{name} is 'new'" for name in keys)
