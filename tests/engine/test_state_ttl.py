"""What a state TTL forgets, by a clock the tests turn: the rules of Flink's stateful operators, on stored tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

import overlaps
from formats import FORMATS
from project import Project, alike, bare

COLUMNS = "id int, v int, at int, _row_kind string"
LOG = "select _row_kind, id, v from {{{0}}}.{1}__changelog where _commit = {2}"
WRITES = ("create", "drop", "merge", "insert", "alter", "delete")


def at(project: Project, second: int) -> Project:
    """The project with its clock at so many seconds."""
    project.clock = f"2026-01-01 00:00:{second:02}"
    return project


def keyed(project: Project, name: str, rows: Iterable[tuple[Any, ...]], **config: Any) -> None:
    """A model with a TTL of two seconds and a changelog; rows are (id, v), or with their time or kind as well."""
    settings = {"primary_key": "id", "state_ttl": "2 s", "changelog_producer": "lookup"} | config
    full = [(*row, *(None, 1, "+I")[len(row) - 1 :]) for row in rows]
    project.model(name, COLUMNS, full, **settings)


# What is written in which second. TTL is two seconds.
KEPT_LAST = {
    3: [(1, 30, 3), (2, 30, 3), (3, 30, 3), (4, 30, 3), (5, 30, 3)],
    4: [(1, 40, 4), (3, 30, 3), (4, 40, 2), (6, 40, 4)],
    5: [(1, 50, 5), (3, 50, 5), (4, 50, 5)],
    8: [(1, 80, 1), (2, 30, 9, "-D"), (6, 80, 8), (7, 80, 8)],
}
SUMS = {
    3: [(1, 1), (2, 5)],
    4: [(1, 1)],
    5: [(3, 1, 1, "-U")],
    8: [(1, 1), (2, 2, 1, "-U"), (2, 3, 1, "-U")],
}
PARTS = {3: [(1, 7, None), (2, 7, None)], 4: [(1, None, 4)], 5: [(2, None, 5)], 8: []}
ENGINES: dict[str, dict[str, Any]] = {
    "last": {"sequence_field": "at"},
    "first": {"merge_engine": "first-row"},
    "sums": {"merge_engine": "aggregation", "fields": {"v": {"aggregate_function": "sum"}}},
    "parts": {"merge_engine": "partial-update"},
}


@pytest.fixture
def project_at_eight(project: Project) -> Project:
    """Four runs, at 3, 4, 5 and 8 s: keep last on both formats, the other engines on Iceberg."""
    for second in (3, 4, 5, 8):
        for format in FORMATS:
            keyed(project, f"last_{format}", KEPT_LAST[second], file_format=format, **ENGINES["last"])
        keyed(project, "first", [(1, second)], ignore_delete=True, **ENGINES["first"])
        keyed(project, "sums", SUMS[second], **ENGINES["sums"])
        keyed(project, "parts", PARTS[second], ignore_delete=True, **ENGINES["parts"])
        at(project, second).run()
    return project


def test_what_expired_starts_afresh_with_every_engine(
    project_at_eight: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project = project_at_eight

    def changes(name: str, commit: int, format: str = "iceberg") -> list[tuple[Any, ...]]:
        return project.rows(LOG.format(format, name, commit))

    for format in FORMATS:
        last = f"last_{format}"
        # renewed by a write (1) and by equal values (3), not by a late row (4)
        assert changes(last, 3, format) == [
            *[("+I", 4, 50), ("+U", 1, 50), ("+U", 3, 50)],
            *[("-U", 1, 40), ("-U", 3, 30)],
        ]
        # also an older row than the one that expired is taken (1); what expired is not deleted (2)
        assert changes(last, 4, format) == [("+I", 1, 80), ("+I", 6, 80), ("+I", 7, 80)]
        stored = f"select id, v, second(_written_at) from {{{format}}}.{last}"
        counts = "select rows_inserted, rows_updated, rows_deleted, rows_unchanged"
        assert project.rows(f"{counts} from {{{format}}}.{last}__commits where commit = 4") == [(3, 0, 1, 0)]
        # replaced and not doubled; 2 went, 5 is still there
        assert project.rows(stored) == [(1, 80, 8), (3, 50, 5), (4, 50, 5), (5, 30, 3), (6, 80, 8), (7, 80, 8)]
        # a reader that comes later does not get the rows that expired
        project.write(
            f"models/late_{format}.sql",
            f"{{{{ config(materialized='incremental', primary_key='id', file_format='{format}') }}}}\n"
            f"select * from {{{{ tablestore.changelog(ref('{last}')) }}}}",
        )
        project.write(
            f"models/now_{format}.sql",
            f"{{{{ config(materialized='table', file_format='{format}') }}}}\n"
            f"select * from {{{{ tablestore.unexpired(ref('{last}')) }}}}",
        )
    # keep first: from the first row on, not renewed by duplicates
    assert [changes("first", commit) for commit in (1, 2, 3, 4)] == [[("+I", 1, 3)], [], [("+I", 1, 5)], [("+I", 1, 8)]]
    # group aggregate: the value falls back and the old one is not retracted; retractions of nothing are ignored
    assert changes("sums", 2) == [("+U", 1, 2), ("-U", 1, 1)]
    assert changes("sums", 3) == []
    assert changes("sums", 4) == [("+I", 1, 1)]
    assert project.rows("select id, v from {iceberg}.sums") == [(1, 1)]
    # partial update: the other columns are forgotten too
    assert project.rows("select id, v, at from {iceberg}.parts") == [(1, 7, 4), (2, None, 5)]

    at(project, 8).run("--select", "late_*", "now_*")
    alive = [(1, 80, 1), (6, 80, 8), (7, 80, 8)]
    for format in FORMATS:
        assert project.rows(f"select * from {{{format}}}.now_{format}") == alive
        assert project.rows(f"select * from {{{format}}}.late_{format}") == alive
    capsys.readouterr()
    chosen = f"last_{FORMATS[-1]}"
    for arguments in (["--args", f"{{select: {chosen}}}"], [], []):
        assert at(project, 9).dbt("run-operation", "expire_state", *arguments).success
    printed = capsys.readouterr().out.splitlines()
    removed = {f"last_{format}": 3 for format in FORMATS} | {chosen: 0, "first": 0, "parts": 2, "sums": 0}
    models = len(removed)
    assert printed[0] == f"{chosen}: 3 expired rows removed"
    lines = [f"{name}: {rows} expired row{'s' * (rows != 1)} removed" for name, rows in removed.items()]
    assert sorted(printed[1 : models + 1]) == sorted(lines)
    assert all(" 0 expired" in line for line in printed[models + 1 :]) and len(printed) == 2 * models + 1
    for format in FORMATS:
        assert project.rows(f"select id, v, at from {{{format}}}.last_{format}") == alive
        commits = f"select count(*), max(_commit) from {{{format}}}.last_{format}__changelog where _row_kind like '-%'"
        assert project.rows(commits) == [(5, 3)], "an operation wrote a retraction"


@pytest.mark.extended
def test_a_ttl_is_turned_on_off_and_on_again(project: Project) -> None:
    def run(second: int, rows: list[tuple[Any, ...]], ttl: str | int) -> None:
        for format in FORMATS:
            keyed(project, f"orders_{format}", rows, file_format=format, state_ttl=ttl)
        at(project, second).run()

    def found(columns: str = "id, v, second(_written_at)") -> list[tuple[Any, ...]]:
        return alike([project.rows(f"select {columns} from {{{format}}}.orders_{format}") for format in FORMATS])

    def changed(commit: int) -> list[tuple[Any, ...]]:
        return project.rows(LOG.format(FORMATS[-1], f"orders_{FORMATS[-1]}", commit))

    run(1, [(1, 1), (2, 1), (3, 1)], 0)
    assert found("*") == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]
    # rows of before count from the moment the TTL is turned on
    run(10, [(1, 10)], "2 s")
    assert found() == [(1, 10, 10), (2, 1, None), (3, 1, None)]
    run(12, [(3, 12)], "2 s")
    assert changed(2) == [("+U", 1, 10), ("-U", 1, 1)] and changed(3) == [("+I", 3, 12)]
    # without one nothing expires, and the time of a write is still written; no reader goes on over commit 4
    run(30, [(1, 30)], 0)
    assert changed(4) == [] and changed(5) == [("+U", 1, 30), ("-U", 1, 10)]
    run(31, [(1, 31), (2, 31), (4, 31)], "2 s")
    assert changed(6) == [("+I", 2, 31), ("+I", 4, 31), ("+U", 1, 31), ("-U", 1, 30)]
    assert found() == [(1, 31, 31), (2, 31, 31), (3, 12, 12), (4, 31, 31)]
    at(project, 40).run("--full-refresh")
    assert found() == [(1, 31, 40), (2, 31, 40), (4, 31, 40)]


def test_readers_of_a_table_whose_rows_expire_or_no_longer_do(project: Project) -> None:
    """A view has no expired row, and a sum is that of the table, whatever the clocks and the TTL say."""

    def write(second: int, rows: list[tuple[Any, ...]], ttl: str) -> None:
        keyed(project, "orders", rows, state_ttl=ttl)
        at(project, second).run("--select", "orders")

    def read(second: int, name: str, *arguments: str) -> tuple[str, list[tuple[Any, ...]]]:
        found = at(project, second).run("--select", name, *arguments)[name]
        return found.get("reason", ""), project.rows(f"select * from {{iceberg}}.{name}")

    def warned() -> str:
        return next((text for text in reversed(project.said) if "must be rebuilt" in text), "")

    config = "materialized='materialized_view', refresh_policy='incremental'"
    project.write("models/alive.sql", f"{{{{ config({config}) }}}} select id, v from {{{{ ref('orders') }}}}")
    sums = "materialized='incremental', primary_key='k', merge_engine='aggregation', "
    sums += "fields={'v': {'aggregate_function': 'sum'}}"
    project.write(
        "models/sums.sql",
        f"{{{{ config({sums}) }}}} select 1 as k, v, _row_kind from {{{{ tablestore.changelog(ref('orders')) }}}}",
    )
    write(10, [(1, 10)], "20 s")
    assert read(10, "alive") == ("first run", [(1, 10)])
    assert read(30, "alive") == ("orders has a state_ttl, so rows leave it without a change", [])
    # what expired by this clock is there by an earlier one, which the next commit has
    assert read(30, "sums")[1] == [(1, 10)]
    write(20, [(1, 12)], "20 s")
    assert read(20, "sums")[1] == [(1, 12)]
    assert not warned()
    write(41, [(2, 5)], "30 s")
    assert "its state_ttl is longer, and rows that had expired count again" in warned()
    assert read(55, "alive")[1] == [(2, 5)]
    write(56, [(2, 6)], "0")
    assert "its rows no longer expire" in warned() and "dbt run --full-refresh --select orders+" in warned()
    assert read(56, "alive") == ("orders no longer has the changes since the last refresh", [(1, 12), (2, 6)])
    assert "its changelog begins after commit" in at(project, 56).error("--select", "sums")
    assert read(56, "sums", "--full-refresh")[1] == [(1, 18)]
    write(57, [(1, 13)], "0")
    assert read(57, "alive") == ("", [(1, 13), (2, 6)])
    assert read(57, "sums")[1] == [(1, 19)]


@pytest.mark.extended
def test_a_stopped_commit_is_completed_with_its_own_clock(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run is stopped one statement later than the one before; all rows expire before the next run."""
    keyed(project, "orders", [(1, 0), (99, 0)])
    at(project, 0).run()
    step, finished, sent = 0, False, [""]
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        statement = bare(sql)
        if "orders" in statement and statement.startswith(WRITES):
            if len(sent) == step:
                raise RuntimeError(f"stopped before statement {step}")
            sent.append(statement.split("\n")[0])
        original(self, sql, bindings)

    before, last = 4, 99  # so many statements come before those that follow the switch
    while not finished:
        second = 4 * step + 3
        keyed(project, "orders", [(1, second), (last, second, 1, "-D"), (100 + step, second)])
        sent.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Cursor, "execute", execute)
            finished = at(project, second).dbt("run").success
        keyed(project, "orders", [])
        at(project, second + 3).run()
        last = 100 + step if step >= before else last
        stored = project.rows("select id, v, second(_written_at) from {iceberg}.orders")
        # what expired is there once, or gone if deleted
        expected = [(1, second, second), (last, second, second)] if step >= before else [(1, 0, 0), (99, 0, 0)]
        assert stored == expected, sent
        step += 1
    assert step == len(sent) + 1 > before + 2, sent
    log = project.rows("select _row_kind, count(*) from {iceberg}.orders__changelog group by _row_kind")
    assert log == [("+I", 2 + 2 * (step - before))], "what expired was retracted, or changes are there twice"


def test_rows_expire_only_where_no_commit_is_unfinished(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    keyed(project, "orders", [(1, 0), (2, 0)])
    project.model("plain", "id int", [(1,)], materialized="table")
    at(project, 0).run()
    keyed(project, "orders", [(1, 9)])
    with overlaps.stopped_before("set tblproperties"):
        at(project, 9).error()
    capsys.readouterr()
    assert at(project, 10).dbt("run-operation", "expire_state", "--args", "{select: [orders]}").success
    assert "orders: 1 expired row removed" in capsys.readouterr().out
    assert project.rows("select id, v, second(_written_at) from {iceberg}.orders") == [(1, 9, 9)]
    refused = at(project, 10).dbt("run-operation", "expire_state", "--args", "{select: plain orders}")
    assert not refused.success


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("stopped", "is_gone"),
    [pytest.param("delete from", False, marks=pytest.mark.extended), ("set tblproperties", True)],
)
def test_an_expiry_is_a_commit_without_changes(project: Project, format: str, stopped: str, is_gone: bool) -> None:
    """It is stopped before it deletes or before it is published, and repeated; then the model runs again."""
    settings: dict[str, Any] = {
        "file_format": format,
        "cluster_by": "key",
        "merge_engine": "aggregation",
        "fields": {"v": {"aggregate_function": "sum"}, "at": {"aggregate_function": "max"}},
        "changelog_producer": "full-compaction",
        "full_compaction_delta_commits": 3,
    }

    def described() -> dict[str, str]:
        """What the last commit says about the table, and not about itself."""
        own = [
            "commit",
            "serial",
            "run",
            "kept",
            "counts",
            "committed-at",
            "made-at",
            "invocation-id",
            "version",
            "read-version",
        ]
        properties = project.last_commit(f"{{{format}}}.orders").items()
        kept = {name: value for name, value in properties if name.startswith("tablestore.") and name.count(".") == 1}
        return {name: value for name, value in kept.items() if name.removeprefix("tablestore.") not in own}

    keyed(project, "orders", [(1, 1), (2, 1)], **settings)
    at(project, 0).run()
    keyed(project, "orders", [(3, 3)], **settings)
    at(project, 3).run()
    before = described()
    expire = ("run-operation", "expire_state", "--args", "{select: orders}")
    with overlaps.stopped_before(stopped):
        assert not at(project, 4).dbt(*expire).success
    stored = f"select id, v from {{{format}}}.orders"
    assert project.rows(stored) == ([(3, 3)] if is_gone else [(1, 1), (2, 1), (3, 3)])
    assert at(project, 4).dbt(*expire).success
    assert project.rows(stored) == [(3, 3)]
    assert described() == before and len(before) > 15
    keyed(project, "orders", [(1, 5), (3, 5)], **settings)
    at(project, 4).run()
    assert project.rows(stored) == [(1, 5), (3, 8)]
    # the changes of before have waited, and nothing was retracted
    log = f"select _row_kind, id, v from {{{format}}}.orders__changelog"
    assert project.rows(log) == [("+I", 1, 5), ("+I", 2, 1), ("+I", 3, 8)]
    history = f"select commit, rows_inserted, rows_updated, rows_deleted from {{{format}}}.orders__commits"
    assert project.rows(history) == [(1, 2, 0, 0), (2, 1, 0, 0), (3, 0, 0, 0), (4, 1, 1, 0)]


@pytest.mark.extended
def test_as_of_measures_ages_at_the_commit_asked_for(project: Project) -> None:
    """Each answer is that of the table as it was read after the commit, by the clock of then."""
    batches: dict[int, list[tuple[Any, ...]]] = {1: [(1, 10), (2, 10), (3, 10)], 2: [(1, 20), (4, 20)], 4: [(5, 40)]}
    batches |= {5: [(2, 50), (4, 50, 1, "-D")], 8: [(1, 80)], 9: [(3, 90), (5, 90)]}
    late: dict[int, list[tuple[Any, ...]]] = {1: [(1, 10)], 2: [(1, 20, 0)], 4: [(2, 40)]}
    for name in ("orders", "newest"):
        project.write(
            f"models/scan_{name}.sql",
            "{{ config(materialized='table') }}\n"
            "select id, v from {{ tablestore.changelog("
            f"ref('{name}'), scan='as-of', **fromjson(env_var('SCAN', '{{}}'))) }}}}",
        )

    def scan(arguments: str, name: str = "orders") -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SCAN", arguments)
            done = at(project, 9).dbt("run", "--select", f"scan_{name}")
        return project.rows(f"select * from {{iceberg}}.scan_{name}") if done.success else done.message

    seen: dict[int, list[tuple[Any, ...]]] = {}
    for commit, (second, rows) in enumerate(batches.items(), 1):
        keyed(project, "orders", rows)
        keyed(project, "newest", late.get(second, []), sequence_field="at")
        at(project, second).run("--select", "orders", *(["newest"] if second in late else []))
        alive = f"_written_at > timestamp '2026-01-01 00:00:{second:02}' - interval 2 seconds"
        seen[commit] = project.rows(f"select id, v from {{iceberg}}.orders where {alive}")
    assert {commit: scan(f'{{"commit": {commit}}}') for commit in seen} == seen
    # row 4 of second 2 had expired at 4.5 seconds, row 5 of second 4 had not
    assert scan('{"timestamp": "2026-01-01 00:00:04.5"}') == [(5, 40)]
    assert scan('{"timestamp": "2026-01-01 00:00:00"}') == []
    # a late row is in the changelog, and does not renew the stored one
    assert scan('{"commit": 1}', "newest") == [(1, 10)] and scan('{"commit": 3}', "newest") == [(2, 40)]
    message = scan('{"commit": 2}', "newest")
    assert "does not tell 1 late or ignored row of commits 1 to 2" in message and "commit=3" in message


@pytest.mark.skipif("iceberg" not in FORMATS, reason="the clock is that of each format")
def test_a_clock_that_was_far_ahead(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Its commit warns the next runs, nothing expires by its time, and a rebuild begins with the clock of then."""
    expire = ("run-operation", "expire_state", "--args", "{select: sums}")
    written = "select id, cast(_written_at as string) from {iceberg}.sums"

    def run(clock: str, *rows: tuple[int, int], arguments: tuple[str, ...] = ()) -> list[str]:
        keyed(project, "sums", rows, state_ttl="1 d", **ENGINES["sums"])
        project.clock, project.said = clock, []
        project.run(*arguments)
        return [line for line in project.said if "is later than the clock of this run" in line]

    assert not run("2026-01-01 00:00:00", (1, 1))
    assert not run("2062-01-01 00:00:00", (2, 2))
    [warning] = run("2026-01-01 12:00:00", (3, 3))
    assert "2062-01-01 00:00:00" in warning and "2026-01-01 12:00:00" in warning and "--full-refresh" in warning
    refused = project.fail(*expire).message
    assert 'tablestore_clock: "2062-01-01 00:00:00' in refused
    assert [row[0] for row in project.rows(written)] == [1, 2, 3], "nothing was removed"
    assert not run("2026-01-02 00:00:00", (4, 4), arguments=("--full-refresh",))
    assert not run("2026-01-03 00:00:00", (5, 5))
    assert project.rows(written) == [(4, "2026-01-02 00:00:00"), (5, "2026-01-03 00:00:00")]
    project.succeed(*expire)
    assert "sums: 1 expired row removed" in capsys.readouterr().out
