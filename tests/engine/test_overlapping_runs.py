"""Two clients of one model at the same time: the commit protocol protects the table."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

import overlaps
from formats import FORMATS
from project import Project, spark

pytestmark = pytest.mark.usefixtures("without_lock")

RUNS: dict[str, dict[str, Any]] = {
    "run": {},
    "first run": {"built": False},
    "full refresh": {"arguments": ("--full-refresh",)},
}
# What is paused, before which statement, and what the other client does.
SAMPLE = [
    ("run", "create branch", "only recovers"),
    ("run", "fast_forward", "commits"),
    pytest.param("run", "__changelog", "maintains", marks=pytest.mark.extended),
    ("first run", "__commits", "reads first"),
    pytest.param("full refresh", "create or replace table", "commits", marks=pytest.mark.extended),
]

# A first run on Iceberg has so many statements, and every other run has more.
FEWEST_STATEMENTS = 14
PLAIN = {
    "deletes": "delete from {table} where id = 1",
    "updates": "update {table} set v = v + 1000 where id = 2",
    "inserts": "insert into {table} values (7, 7)",
}


@pytest.mark.parametrize(("kind", "text", "actor"), SAMPLE)
def test_a_run_that_is_paused_while_another_client_acts(
    project: Project, format: str, kind: str, text: str, actor: str
) -> None:
    text = (
        text if format == "iceberg" else {"create branch": "merge into", "fast_forward": "merge into"}.get(text, text)
    )
    assert overlaps.Overlaps(project, format).overlap(actor, overlaps.statement(text), **RUNS[kind])


@pytest.mark.extended
@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.parametrize("actor", overlaps.ACTORS)
def test_a_run_that_is_paused_before_each_of_its_statements(
    project: Project, format: str, kind: str, actor: str
) -> None:
    """`make drill` has all of them; EVERY=5 takes every fifth statement."""
    tried, step = overlaps.Overlaps(project, format), 0
    while tried.overlap(actor, lambda number, statement: number == step, **RUNS[kind]):  # noqa: B023
        step += int(os.environ.get("EVERY", "1"))
    assert step >= FEWEST_STATEMENTS
    print(f"{kind} on {format}, paused before each of {step} statements while another client {actor}")


AHEAD, BEHIND, LATER = "2026-03-02 00:00:00", "2026-03-01 00:00:00", "2026-03-02 13:00:00"


@pytest.mark.parametrize("clocks", [(AHEAD, BEHIND), pytest.param((BEHIND, AHEAD), marks=pytest.mark.extended)])
def test_clocks_a_day_apart(project: Project, format: str, clocks: tuple[str, str]) -> None:
    """The times of commits do not go back, and the age of a row is measured with them: no row expires too early."""
    overlaps.model(project, format, state_ttl="12 h")
    amounts = iter(range(1, 100))

    def run(clock: str) -> None:
        overlaps.CLOCK.set(clock)
        done = overlaps.run(project, next(amounts))
        assert done.success, done.message

    run(AHEAD)
    overlaps.CLOCK.set(clocks[0])
    switch = overlaps.statement("fast_forward" if format == "iceberg" else "merge into")
    with overlaps.paused(project, next(amounts), switch) as first:
        run(clocks[1])
        outcome = first.resume()
    assert not outcome.success and "another run" in outcome.message, outcome.message
    for clock in (*clocks, *clocks):
        run(clock)
    merged = overlaps.check(project, format, list(range(1, next(amounts))), clocks)
    assert merged == [1, 3, 4, 5, 6, 7]
    table = f"{{{format}}}.sums"
    for column, name in {"committed_at": "__commits", "_committed_at": "__changelog", "_written_at": ""}.items():
        assert project.rows(f"select distinct cast({column} as string) from {table}{name}") == [(AHEAD,)], name
    run(LATER)
    last = next(amounts) - 1
    assert project.rows(f"select id, v from {table} where id < 100") == [(1, last), (2, last)], "nothing has expired"


@pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta has no branches")
@pytest.mark.parametrize("text", ["sums__fold", "create branch", "system.fast_forward"], ids=["fold", "branch", "end"])
def test_two_runs_adopt_a_table_without_a_snapshot(project: Project, text: str) -> None:
    """Both make its first commit: the second one must not contain the first, although its branch begins after that."""
    overlaps.model(project, "iceberg")
    project.succeed("show", "--inline", "select 1")
    table = project._named("{iceberg}.sums")
    spark().sql(f"create schema if not exists {table.rpartition('.')[0]}")
    spark().sql(f"create table {table} (id int, v int) using iceberg")
    with overlaps.paused(project, 1, overlaps.statement(text)) as first:
        assert first.stopped, first.sent
        done = overlaps.run(project, 2)
        assert done.success, done.message
        outcome = first.resume()
    assert not outcome.success and "another run" in outcome.message, (first.sent, outcome.message)
    done = overlaps.run(project, 4)
    assert done.success, done.message
    assert overlaps.check(project, "iceberg", [1, 2, 4], first.sent) == [2, 4]


@pytest.mark.parametrize("clients", [2, pytest.param(4, marks=pytest.mark.extended)])
def test_runs_at_once(project: Project, format: str, clients: int) -> None:
    """`make drill` sets OVERLAPS to 17, which are 204 runs on two formats."""
    overlaps.runs_at_once(project, format, clients, int(os.environ.get("OVERLAPS", "2")))


def written_by_plain_sql(project: Project, format: str, statement: str, at: Callable[[int, str], bool]) -> bool:
    """A run is paused while plain SQL writes its table; returns whether it was."""
    tried = overlaps.Overlaps(project, format)
    tried.start(True)
    overlaps.check_reader(project, format, "before")
    with overlaps.paused(project, tried.amount(), at) as first:
        stopped = first.stopped
        spark().newSession().sql(statement.format(table=project._named(f"{{{format}}}.sums")))
        outcome = first.resume()
    context = (statement, first.sent[-3:], outcome.message)
    read = overlaps.run(project, 0, select="reader")
    assert not read.success and "was changed by another program" in read.message, (context, read.message)
    for amount in (0, tried.amount()):
        done = overlaps.run(project, amount)
        assert done.success, (context, done.message)
        overlaps.check_reader(project, format, context, *([] if amount else ["--full-refresh"]))
    return stopped


@pytest.mark.parametrize("format", ["delta", pytest.param("iceberg", marks=pytest.mark.extended)])
def test_a_run_that_is_paused_while_plain_sql_writes_its_table(project: Project, format: str) -> None:
    """Delta merges into what the other program has left, and nobody knows from which rows the changes begin."""
    at = overlaps.statement({"delta": "merge into", "iceberg": "fast_forward"}[format])
    assert written_by_plain_sql(project, format, PLAIN["deletes"], at)


@pytest.mark.extended
@pytest.mark.parametrize("statement", PLAIN)
def test_a_run_that_is_paused_before_each_statement_while_plain_sql_writes(
    project: Project, format: str, statement: str
) -> None:
    step = 0
    while written_by_plain_sql(project, format, PLAIN[statement], lambda number, _: number == step):  # noqa: B023
        step += int(os.environ.get("EVERY", "1"))
    assert step >= FEWEST_STATEMENTS
