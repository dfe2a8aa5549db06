"""A model that reads the changes of others reads each of them once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from formats import CATALOGS, FORMATS
from project import Project, alike, spark

COLUMNS = "id int, customer string, amount int, at int, _row_kind string"
FIRST = [(1, "ann", 5, 1, "+I"), (2, "ann", 7, 1, "+I"), (3, "bob", 20, 1, "+I")]
SECOND = [(1, "bob", 5, 2, "+U"), (2, "ann", 7, 2, "-D"), (4, "cy", 30, 1, "+I")]
THIRD = [(1, "bob", 50, 3, "+U"), (3, "bob", 0, 0, "+U"), (4, "ann", 30, 2, "+U")]


def orders(project: Project, rows: list[tuple[Any, ...]], name: str = "orders", **config: Any) -> None:
    settings = {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup"} | config
    for format in FORMATS:
        project.model(f"{name}_{format}", COLUMNS, rows, file_format=format, **settings)


def reader(project: Project, name: str, select: str, **config: Any) -> None:
    """A keyed model per format; ``{0}`` in its SELECT is the format."""
    for format in FORMATS:
        values = {"materialized": "incremental", "file_format": format} | config
        arguments = ", ".join(f"{key}={value!r}" for key, value in values.items())
        project.write(
            f"models/{name}_{format}.sql", "{{ config(" + arguments + ") }}\n" + select.replace("{0}", format)
        )


def both(project: Project, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query, ``{0}`` being the schema and ``{1}`` the format, which must be the same in both."""
    return alike([project.rows(query.replace("{0}", f"{{{name}}}").replace("{1}", name)) for name in FORMATS])


TOTALS = "select customer, amount as total, 1 as orders, _row_kind from {{ tablestore.changelog(ref('orders_{0}')) }}"
SUMMING = {"merge_engine": "aggregation", "default_aggregate_function": "sum", "changelog_producer": "lookup"}


def chain(project: Project) -> None:
    """Totals per customer over the orders, and the customers with a large total over those."""
    large = (
        "select customer, total, _row_kind, _commit from {{ tablestore.changelog(ref('totals_{0}')) }} where total > 20"
    )
    reader(project, "totals", TOTALS, primary_key="customer", **SUMMING)
    reader(project, "large", large, primary_key="customer")


def expected(project: Project) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    query = "select customer, sum(amount) as total, count(*) from {0}.orders_{1} group by customer"
    totals = both(project, query)
    return totals, [(customer, total) for customer, total, _ in totals if total > 20]


def stored(project: Project) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    return both(project, "select * from {0}.totals_{1} where orders <> 0"), both(project, "select * from {0}.large_{1}")


ROW = st.tuples(
    st.integers(1, 6), st.sampled_from(["ann", "bob", "cy"]), st.integers(-5, 30), st.integers(0, 9),
    st.sampled_from(["+I", "+U", "+U", "-D"]),
)  # fmt: skip


@pytest.mark.extended
@given(batches=st.lists(st.lists(ROW, min_size=1, max_size=6), min_size=3, max_size=3))
@settings(max_examples=2, deadline=None, phases=[Phase.explicit, Phase.generate], derandomize=True,
          suppress_health_check=list(HealthCheck))  # fmt: skip
def test_a_chain_equals_the_same_queries_from_scratch(project: Project, batches: list[list[tuple[Any, ...]]]) -> None:
    chain(project)
    for number, rows in enumerate(batches):
        orders(project, rows)
        project.run(*(["--full-refresh"] if number == 0 else []))
        assert stored(project) == expected(project), batches[: number + 1]


@pytest.mark.extended
def test_a_reader_may_skip_runs(project: Project) -> None:
    chain(project)
    for rows in (FIRST, SECOND, THIRD):
        orders(project, rows)
        project.run(*([] if rows is FIRST else ["--select", "orders_*"]))
    counts = project.run("--select", "totals_*", "large_*")
    assert counts["totals_iceberg"]["rows_in_batch"] == 10
    assert stored(project) == expected(project)
    assert project.run("--select", "totals_iceberg")["totals_iceberg"]["rows_in_batch"] == 0


@pytest.mark.extended
def test_scans(project: Project) -> None:
    for day, rows in enumerate((FIRST, SECOND, THIRD), 1):
        project.clock = f"2026-01-0{day} 12:00:00"
        orders(project, rows)
        project.run("--exclude", "scan_*")
    for format in FORMATS:
        project.succeed("run-operation", "tag", "--args", f"{{model: orders_{format}, tag: January, commit: 2}}")

    def scan(arguments: str, columns: str) -> list[tuple[Any, ...]]:
        select = "select " + columns + " from {{ tablestore.changelog(ref('orders_{0}'), " + arguments + ") }}"
        reader(project, "scan", select, materialized="table")
        project.run("--select", "scan_*")
        return both(project, "select * from {0}.scan_{1}")

    assert scan("scan='as-of', commit=1", "id, customer, amount") == [row[:3] for row in FIRST]
    assert scan("scan='as-of', commit=2", "id, customer") == [(1, "bob"), (3, "bob"), (4, "cy")]
    net = [("+I", 4, "ann", 30), ("+U", 1, "bob", 50), ("-D", 2, "ann", 7), ("-U", 1, "ann", 5)]
    assert scan("scan='incremental-between', commits=[1, 3], net=true", "_row_kind, id, customer, amount") == net
    one = [("+U", 1, 3), ("+U", 3, 3), ("+U", 4, 3), ("-U", 1, 3), ("-U", 3, 3), ("-U", 4, 3)]
    assert scan("scan='incremental-between', commits=[2, 3]", "_row_kind, id, _commit") == one
    assert scan("scan='from-commit', commit=3", "_row_kind, id, _commit") == one
    assert scan("scan='incremental-between', commits=['January', 3]", "_row_kind, id, _commit") == one
    for times in ("'2026-01-02 12:00:00', '2026-01-03 12:00:00'", "'2026-01-02T13:00', '2027-01-01'"):
        assert scan(f"scan='incremental-between', timestamps=[{times}]", "_row_kind, id, _commit") == one
    assert len(scan("scan='incremental-between', timestamps=['2025-01-01', '2026-01-01 12:00']", "id")) == 3
    for time in ("2026-01-03 12:00:00", "2026-01-03 12:30:00+01:00", "2026-01-03"):
        assert scan(f"scan='from-timestamp', timestamp='{time}'", "_row_kind, id, _commit") == one
    assert scan("scan='from-timestamp', timestamp='2026-01-04'", "id") == []
    for named in ("commit='January'", "timestamp='2026-01-02 12:00:00'", "timestamp='2026-01-03 11:59:59.999999'"):
        assert scan(f"scan='as-of', {named}", "id, customer") == [(1, "bob"), (3, "bob"), (4, "cy")]
    assert scan("scan='as-of', timestamp='2026-01-01'", "id") == []
    assert scan("scan='latest'", "id") == []
    now = [("+I", 1, 3), ("+I", 3, 3), ("+I", 4, 3)]
    assert scan("scan='latest-full'", "_row_kind, id, _commit") == now
    for arguments, message in {
        "scan='as-of', commit=9": "it has commits up to 3, and commit 9 is needed",
        "scan='as-of', commit='Januar'": "it has no tag 'Januar', did you mean 'January'?",
        "scan='incremental-between', commits=['January', 1]": "'January' is after '1': write the earlier one first",
    }.items():
        query = "select * from {{ tablestore.changelog(ref('orders_{0}'), " + arguments + ") }}"
        reader(project, "scan", query, materialized="table")
        assert message in project.error("--select", f"scan_{FORMATS[0]}")


def test_a_time_before_the_last_rebuild_is_an_error(project: Project) -> None:
    """The rows and changes of then are gone. Before the first build, the table was empty."""

    def scan(arguments: str, name: str = "orders") -> str:
        return f"select id from {{{{ tablestore.changelog(ref('{name}_{FORMATS[0]}'), {arguments}) }}}} order by id"

    scans = {
        "scan='as-of', timestamp='{0}'": [],
        "scan='from-timestamp', timestamp='{0}'": [(1,), (2,), (3,)],
        "scan='incremental-between', timestamps=['{0}', '2026-01-09']": [(1,), (2,), (3,)],
    }
    orders(project, FIRST)
    plain = "id int, customer string, amount int, at int"
    project.model(f"older_{FORMATS[0]}", plain, [row[:4] for row in FIRST], file_format=FORMATS[0])
    project.run("--select", f"older_{FORMATS[0]}")
    orders(project, SECOND, "older")
    for build, day in enumerate((2, 4)):
        project.clock = f"2026-01-0{day} 12:00:00"
        project.run(*["--full-refresh"] * build)
        if not build:
            before = scan("scan='as-of', timestamp='2026-01-02 11:59:59'", "older")
            message = project.fail("show", "--inline", before).message
            assert (
                "its changelog begins at 2026-01-02 12:00:00.000000+00:00, when the table became a keyed table"
                in message
            )
        for arguments, rows in scans.items():
            query = scan(arguments.format(f"2026-01-0{day} 11:59:59"))
            if not build:
                assert project.shown(query) == rows
                continue
            message = project.fail("show", "--inline", query).message
            assert (
                "its changelog begins at 2026-01-04 12:00:00.000000+00:00, when the table was rebuilt, which deleted"
                in message
            )
            assert "write timestamp='2026-01-04 12:00:00.000000+00:00' or later" in message
    for kind in ("as-of", "from-timestamp"):
        assert project.shown(scan(f"scan='{kind}', timestamp='2026-01-04 12:00:00'")) == [(1,), (2,), (3,)]


def test_the_time_that_an_error_says_to_write_can_be_written_in_an_hour_that_the_clock_repeats(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {"spark.sql.session.timeZone": "Europe/Berlin", "spark.sql.legacy.timeParserPolicy": "LEGACY"}
    project.target["spark_config"] = project.target["spark_config"] | settings
    orders(project, FIRST)
    project.clock = "2025-10-26 00:10:00+00:00"
    project.run()
    project.clock = "2025-10-26 01:10:00+00:00"
    project.run("--full-refresh")

    def scan(time: str) -> str:
        as_of = f"scan='as-of', timestamp='{time}'"
        return f"select id from {{{{ tablestore.changelog(ref('orders_{FORMATS[0]}'), {as_of}) }}}} order by id"

    message = project.fail("show", "--inline", scan("2025-10-26 00:30:00Z")).message
    assert message.count("2025-10-26 02:10:00.000000+01:00") == 2, message
    assert project.shown(scan("2025-10-26 02:10:00.000000+01:00")) == [(1,), (2,), (3,)]
    capsys.readouterr()
    project.succeed("run-operation", "why", "--args", f"{{model: orders_{FORMATS[0]}, key: {{id: 1}}}}")
    assert "commit 1  2025-10-26 02:10:00.000000+01:00  run " in capsys.readouterr().out


def test_a_rebuilt_upstream_is_not_read_on(project: Project) -> None:
    chain(project)
    orders(project, FIRST)
    project.run()
    orders(project, SECOND)
    project.run("--select", "orders_*", "--full-refresh")
    message = project.error("--select", "totals_*")
    assert "the table was rebuilt after model 'totals_iceberg' had read it up to commit 1" in message
    assert f"dbt run --full-refresh --select totals_{FORMATS[-1]}+" in message
    project.run("--full-refresh", "--select", "totals_*+")
    assert stored(project) == expected(project)


def test_changes_that_are_no_longer_kept_are_missed(project: Project) -> None:
    chain(project)
    for number, producer in enumerate(["lookup", "none", "lookup"]):
        orders(project, [FIRST, SECOND, THIRD][number], changelog_producer=producer)
        project.run("--select", "orders_*" if number else "*")
    message = project.error("--select", "totals_*")
    assert "its changelog begins after commit 2, and the changes after commit 1 are needed" in message
    assert "dbt run --full-refresh --select totals_iceberg" in message


@pytest.mark.extended
def test_two_upstreams_have_a_position_each(project: Project) -> None:
    union = "select customer, amount as total, _row_kind from {{ tablestore.changelog(ref('orders_{0}')) }}"
    summing = {"primary_key": "customer", "merge_engine": "aggregation", "default_aggregate_function": "sum"}
    orders(project, FIRST)
    orders(project, FIRST, name="returns")
    reader(project, "totals", union, **summing)
    project.run()
    more = union + " union all select customer, -amount, _row_kind from {{ tablestore.changelog(ref('returns_{0}')) }}"
    reader(project, "totals", more, **summing)
    project.run("--select", "totals_*")
    assert both(project, "select * from {0}.totals_{1}") == [("ann", 0), ("bob", 0)]
    orders(project, SECOND)
    project.run()
    assert both(project, "select * from {0}.totals_{1}") == [("ann", -12), ("bob", 5), ("cy", 30)]
    orders(project, SECOND, name="returns")
    project.run()
    assert both(project, "select * from {0}.totals_{1}") == [("ann", 0), ("bob", 0), ("cy", 0)]


@pytest.mark.extended
def test_compactions_apart_are_read_whole(project: Project) -> None:
    chain(project)

    def as_of(commit: int) -> None:
        scan = f"tablestore.changelog(ref('orders_{{0}}'), scan='as-of', commit={commit})"
        reader(project, "scan", f"select id, customer from {{{{ {scan} }}}}", materialized="table")

    for rows in (FIRST, SECOND, THIRD, []):
        orders(project, rows, changelog_producer="full-compaction", full_compaction_delta_commits=2)
        if rows is THIRD:
            as_of(2)
        project.run()
        if rows is SECOND:
            assert stored(project) == expected(project)
        if rows is THIRD:
            # the table is one commit ahead of its changelog
            assert both(project, "select * from {0}.scan_{1}") == [(1, "bob"), (3, "bob"), (4, "cy")]
            as_of(1)
            message = project.error("--select", f"scan_{FORMATS[-1]}")
            assert "with those of other commits (full-compaction): write commit=0 or commit=2" in message
            as_of(2)
    assert stored(project) == expected(project)
    orders(project, SECOND, changelog_producer="full-compaction", full_compaction_delta_commits=2)
    project.run("--select", "orders_*")
    project.run("--full-refresh", "--select", "totals_*+")
    orders(project, [(9, "eve", 90, 1, "+I")], changelog_producer="full-compaction", full_compaction_delta_commits=2)
    project.run()
    assert stored(project) == expected(project)


@pytest.mark.extended
def test_plain_tables_are_read_by_their_own_records(project: Project) -> None:
    orders(project, [])
    project.run()
    plain = project.plain_tables("id int, amount int", "(1, 10), (2, 20), (3, 30)", FORMATS)
    changes = "{{ tablestore.changelog(source('s_{0}', 'plain_{0}')) }}"
    select = f"select 'all' as k, amount as total, 1 as n, _row_kind from {changes}"
    reader(project, "sums", select, primary_key="k", merge_engine="aggregation", default_aggregate_function="sum")
    for expected, change in (
        ((60, 3), None),
        ((60, 3), None),
        ((100, 4), "insert into {0} values (4, 40)"),
        ((90, 3), "delete from {0} where id = 1"),
    ):
        for table in plain.values():
            if change:
                spark().sql(change.format(table))
        project.run("--select", "sums_*")
        assert both(project, "select total, n from {0}.sums_{1}") == [expected], change
    for format in FORMATS:
        commits = (
            project.ordered(f"describe history {{delta}}.plain_{format}")
            if format == "delta"
            else project.ordered(
                f"select 0, committed_at from {{iceberg}}.plain_{format}.snapshots order by committed_at desc"
            )
        )
        last, before = (row[1] for row in commits[:2])
        for scan, expected_ids in {
            f"scan='from-timestamp', timestamp='{last}'": [1],
            f"scan='from-timestamp', timestamp='{before}'": [1, 4],
            "scan='from-timestamp', timestamp='2999-01-01'": [],
            f"scan='incremental-between', timestamps=['{before}', '{last}']": [1],
        }.items():
            source = f"source('s_{format}', 'plain_{format}'), {scan}"
            rows = project.shown(f"select id from {{{{ tablestore.changelog({source}) }}}} order by id")
            assert rows == [(id,) for id in expected_ids], scan
        early = f"source('s_{format}', 'plain_{format}'), scan='from-timestamp', timestamp='2026-01-01'"
        query = f"select * from {{{{ tablestore.changelog({early}) }}}}"
        assert "its changelog begins after commit" in project.fail("show", "--inline", query).message


KEYED = {"primary_key": "id"}


WRONG = [
    (
        {"unique_key": "id"},
        "ref('orders_iceberg')",
        "what it has read together with its rows: give it a primary_key",
    ),
    (KEYED, "ref('orders_iceberg'), scan='newest'", "accepted are latest-full, latest, from-commit"),
    (KEYED, "ref('orders_iceberg'), scan='from-commit'", "scan='from-commit' needs 'commit'"),
    (KEYED, "ref('orders_iceberg'), commits=[1, 2]", "'commits' has no effect with scan='latest-full'"),
    (KEYED, "ref('silent_iceberg')", "it writes no changelog: set changelog_producer='lookup' in its model"),
    (
        KEYED,
        "ref('given_iceberg'), net=true",
        "before each change, and it has changelog_producer='input'",
    ),
    (
        KEYED,
        "ref('orders_iceberg'), consumer='reader_iceburg'",
        "which is not a model, did you mean 'reader_iceberg'",
    ),
]


def test_a_reader_is_told_what_is_wrong(project: Project) -> None:
    orders(project, FIRST)
    orders(project, FIRST, name="silent", changelog_producer="none")
    orders(project, FIRST, name="given", changelog_producer="input")
    reader(project, "reader", "select id from {{ tablestore.changelog(ref('orders_{0}')) }}", **KEYED)
    project.run("--select", "orders_iceberg silent_iceberg given_iceberg")
    for number, (config, call, _) in enumerate(WRONG):
        reader(project, f"wrong{number}", "select id, amount from {{ tablestore.changelog(" + call + ") }}", **config)
    found = project.fail("run", "--select", " ".join(f"wrong{number}_iceberg" for number in range(len(WRONG)))).nodes
    messages = [found[f"wrong{number}_iceberg"].message for number in range(len(WRONG))]
    wrong = [(case, text) for case, text in zip(WRONG, messages, strict=True) if case[2] not in text]
    assert not wrong, "\n".join(map(str, wrong))


MOVED = (
    "{% if execute %}{% set offsets = tablestore.last_commit(this, true).offsets %}"
    "{% for offset in offsets.values() %}{% do offset.update({'commit': offset.commit + 1}) %}{% endfor %}"
    "{% set moved = {'tablestore.offsets': tojson(offsets)} %}"
    "{% set properties = dict(tablestore.last_commit(this, true).properties, **moved) %}"
    "{% set commit = {'number': 1, 'version': properties['tablestore.version'], 'properties': properties} %}"
    "{{ tablestore._seal_statements({'table': this}, commit)[0].sql }}{% endif %}"
)


def test_a_position_that_moved_while_the_model_was_compiled_stops_the_run(project: Project) -> None:
    chain(project)
    orders(project, FIRST)
    project.run()
    before = stored(project)
    reader(project, "totals", TOTALS, primary_key="customer", pre_hook=MOVED, **SUMMING)
    message = project.error("--select", "totals_*")
    name = f"totals_{FORMATS[-1]}"
    assert f"model '{name}' was run by another process after it was compiled; nothing was written" in message
    assert "up to commit 1 then, and has read it up to commit 2 now" in message
    assert stored(project) == before


def test_a_table_that_is_newer_than_the_list_of_tables_is_read_once(project: Project) -> None:
    """dbt has listed the schema when a hook creates the table: its rows are read, and so is that they were read."""
    events = f"{CATALOGS['iceberg']}.{project.schema}.events"
    made = f"create table if not exists {events} using iceberg as select 1 as k, 10 as v"
    project.write("models/loader.sql", f"{{{{ config(materialized='table', post_hook='{made}') }}}} select 1 as id")
    source = {"name": "raw", "database": CATALOGS["iceberg"], "schema": project.schema, "tables": [{"name": "events"}]}
    project.write("models/raw.yml", {"sources": [source]})
    config = "merge_engine='aggregation', default_aggregate_function='sum', primary_key='k', materialized='incremental'"
    after = "-- depends_on: {{ ref('loader') }}\n"
    changes = "{{ tablestore.changelog(source('raw', 'events')) }}"
    project.write("models/totals.sql", f"{{{{ config({config}) }}}}\n{after}select k, v, _row_kind from {changes}")
    config, query = (
        "materialized='materialized_view'",
        "select k, sum(v) as v from {{ source('raw', 'events') }} group by k",
    )
    project.write("models/seen.sql", f"{{{{ config({config}) }}}}\n{after}{query}")
    for answer in ([(1, 10)], [(1, 10)], [(1, 10), (2, 5)]):
        if len(answer) == 2:
            spark().sql(f"insert into {events} values (2, 5)")
        project.run()
        for name in ("totals", "seen"):
            assert project.rows(f"select k, v from {{iceberg}}.{name}") == answer, name


@pytest.mark.extended
def test_an_ephemeral_model_between_names_its_consumer(project: Project) -> None:
    orders(project, FIRST)
    between = "select id, amount, _row_kind from {{ tablestore.changelog(ref('orders_{0}'), consumer='reader_{0}') }}"
    reader(project, "between", between, materialized="ephemeral")
    reader(project, "reader", "select * from {{ ref('between_{0}') }} where amount > 5", primary_key="id")
    project.run()
    orders(project, THIRD)
    project.run()
    assert project.run()[f"reader_{FORMATS[-1]}"]["rows_in_batch"] > 0
    assert both(project, "select * from {0}.reader_{1}") == [(1, 50), (2, 7), (3, 20), (4, 30)]


def test_an_empty_run_moves_no_position(project: Project) -> None:
    chain(project)
    orders(project, FIRST)
    project.run("--empty")
    project.run()
    orders(project, SECOND)
    project.run("--empty")
    project.run()
    assert stored(project) == expected(project)


def test_a_key_comes_back_with_an_older_sequence(project: Project) -> None:
    chosen = "select id, amount, at, _row_kind, _commit from {{ tablestore.changelog(ref('orders_{0}')"
    keyed = {"primary_key": "id", "sequence_field": "at"}
    reader(project, "eager", chosen + ") }}", **keyed)
    reader(project, "lagging", chosen + ") }}", **keyed)
    reader(project, "net", chosen + ", net=true) }}", **keyed)
    for number, rows in enumerate([[(1, "ann", 5, 9, "+I")], [(1, "ann", 5, 9, "-D")], [(1, "ann", 7, 2, "+I")]]):
        orders(project, rows)
        project.run(*(["--exclude", "lagging_*", "net_*"] if number == 1 else []))
    assert both(project, "select * from {0}.eager_{1}") == [(1, 7, 2)]
    assert both(project, "select * from {0}.lagging_{1}") == [(1, 7, 2)]
    assert both(project, "select * from {0}.net_{1}") == [(1, 7, 2)]
