"""Rare ways in which a commit of an Iceberg table is published: late, twice, or after its snapshot has expired.

`tests/crash` has all their interleavings on a model; here each happens once, to real tables.
"""

from __future__ import annotations

import pytest

import overlaps
from formats import CATALOGS, FORMATS
from project import Project, spark

pytestmark = [
    pytest.mark.usefixtures("without_lock"),
    pytest.mark.extended,
    pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta publishes by inserts that it executes once"),
]
FORWARD = "system.fast_forward"
WIDER = (
    "{{{{ config(materialized='incremental', primary_key='id', merge_engine='aggregation', changelog_producer='lookup',"
    "\n    default_aggregate_function='sum', file_format='iceberg') }}}}"
    "\nselect id, {0} as v, {0} as w from values (1), (2), (100 + {0}) as keys (id) where {0} <> 0\n"
)


def run(project: Project, amount: int) -> None:
    done = overlaps.run(project, amount)
    assert done.success, done.message


def moves_log(_: int, statement: str) -> bool:
    """The statement by which a changelog gets the changes of a commit."""
    return FORWARD in statement and "__changelog" in statement


def starts_log(_: int, statement: str) -> bool:
    return statement.startswith("create or replace table") and "__changelog" in statement


@pytest.mark.parametrize("switched", [True, False])
def test_a_stopped_commit_has_expired(project: Project, switched: bool) -> None:
    """All snapshots since the last published commit are gone, but the branch of the stopped one is left: its rows say
    whether the table has it.
    """
    overlaps.model(project, "iceberg")
    run(project, 1)
    overlaps.check_reader(project, "iceberg", "the first run")
    stopped = overlaps.fails(project, 2, "__commits" if switched else f"{FORWARD}(table =>")
    assert not stopped.success and "stopped here" in stopped.message
    table = f"table => '{project.schema}.sums'"
    for _ in range(2):
        spark().sql(f"call lake.system.rewrite_data_files({table}, options => map('rewrite-all', 'true'))")
    spark().sql(f"call lake.system.expire_snapshots({table}, older_than => timestamp '2999-01-01', retain_last => 1)")
    history = f"select 1 from {CATALOGS['iceberg']}.{project.schema}.sums.history where is_current_ancestor"
    assert len(project.rows(history)) == 1, "the history of the table goes back to the stopped commit"
    run(project, 3)
    assert overlaps.check(project, "iceberg", [1, 2, 3], switched) == ([1, 2, 3] if switched else [1, 3])
    overlaps.check_reader(project, "iceberg", switched)


def test_three_runs_publish_one_commit(project: Project) -> None:
    """Two of them stop before the changelog gets the changes, and go on after the third and a later commit."""
    overlaps.model(project, "iceberg")
    run(project, 1)
    overlaps.check_reader(project, "iceberg", "the first run")
    project.parse()
    with (
        overlaps.paused(project, 2, moves_log) as first,
        overlaps.paused(project, 3, moves_log) as second,
    ):
        assert first.stopped and second.stopped, (first.sent, second.sent)
        run(project, 4)
        run(project, 5)
        late = second.resume()
        run(project, 6)
        outcome = first.resume()
    assert outcome.success, outcome.message
    assert late.success or "another run" in late.message, late.message
    run(project, 7)
    merged = overlaps.check(project, "iceberg", [1, 2, 3, 4, 5, 6, 7], (outcome.message, late.message))
    assert merged == [1, 2, *([3] if late.success else []), 4, 5, 6, 7]
    overlaps.check_reader(project, "iceberg", merged)


def test_a_changelog_with_other_columns_is_replaced_late(project: Project) -> None:
    """Another run has started it, and has written to it: its changes are gone, and a reader is told so."""
    overlaps.model(project, "iceberg")
    run(project, 1)
    project.write("models/sums.sql", WIDER.format("{{ env_var('AMOUNT') }}"))
    project.parse()
    with overlaps.paused(project, 2, starts_log, "--full-refresh") as late:
        assert late.stopped, late.sent
        run(project, 4)
        overlaps.check_reader(project, "iceberg", "before", "--full-refresh")
        before = project.rows("select total, n from {iceberg}.reader")
        late.resume()
    run(project, 8)
    reader = overlaps.run(project, 0, select="reader")
    if reader.success:
        overlaps.check_reader(project, "iceberg", "the changelog has all changes")
    else:
        assert "rebuil" in reader.message or "changelog" in reader.message, reader.message
        assert project.rows("select total, n from {iceberg}.reader") == before
    expected = [(1, 14, 14), (102, 2, 2), (104, 4, 4), (108, 8, 8), (2, 14, 14)]
    assert project.rows("select id, v, w from {iceberg}.sums") == expected
    overlaps.check_reader(project, "iceberg", "after", "--full-refresh")
    run(project, 16)
    overlaps.check_reader(project, "iceberg", "later")
