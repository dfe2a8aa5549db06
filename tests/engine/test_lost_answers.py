"""A statement of a run fails, or is executed and its answer is lost: the table has the whole batch or nothing of it.

The process goes on with its session: with the settings, the branches and the rows in memory that the run has left.
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

import overlaps
from formats import FORMATS
from project import Project, bare
from version_answers import Event, known

pytestmark = pytest.mark.usefixtures("without_lock")

FAILS, LOST = "is not executed", "is executed, and its answer is lost"
# A run on Iceberg has so many statements that write, and every other run has more.
FEWEST_STATEMENTS = 13


@contextmanager
def fault(text: str | int, fate: str) -> Iterator[list[str]]:
    """The first writing statement with this text gets this fate, or the one with this number; the list gets it, too.

    A read whose answer is lost is one that fails, so only those that fail are counted.
    """
    original, hit, number = Cursor.execute, list[str](), itertools.count()

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        statement = bare(sql)
        reads = statement.startswith(("select", "show", "describe", "explain"))
        if isinstance(text, str):
            strikes = not hit and not reads and text in statement
        else:
            strikes = not (reads and fate == LOST) and next(number) == text
        hit.extend([statement] if strikes else [])
        if strikes and fate == FAILS:
            raise overlaps.FaultError("the statement has failed")
        original(self, sql, bindings)
        if strikes:
            raise overlaps.FaultError("the answer is lost")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Cursor, "execute", execute)
        yield hit


class Faults:
    """A model, and runs of it with a fault, each followed by one without."""

    def __init__(self, project: Project, format: str, *arguments: str) -> None:
        self.project, self.format, self.arguments = project, format, arguments
        self.amounts: list[int] = []
        overlaps.model(project, format)
        assert self.run().success
        overlaps.check_reader(project, format, "the first run")

    def run(self, *arguments: str) -> Any:
        """Adds a batch with an amount of its own."""
        self.amounts.append(len(self.amounts) + 1)
        return overlaps.run(self.project, self.amounts[-1], *arguments)

    def stored(self) -> list[int]:
        """The batches that the table has, by the rows that each has alone."""
        rows = self.project.rows(f"select id - 100 from {{{self.format}}}.sums where id > 100")
        return sorted(amount for (amount,) in rows)

    def strike(self, text: str | int, fate: str) -> bool:
        """A run with a fault, then one without; returns whether the fault has happened."""
        with fault(text, fate) as hit:
            outcome = self.run(*self.arguments)
        context = (hit, fate, outcome.message)
        stored, mine = self.stored(), self.amounts[-1]
        assert mine in stored or not outcome.success, context
        assert mine not in stored or "wrote nothing" not in outcome.message, context
        done = self.run()
        assert done.success, (done.message, context)
        merged = overlaps.check(self.project, self.format, self.amounts, context)
        assert merged == [*stored, self.amounts[-1]], context
        refreshes = ["--full-refresh"] if self.arguments else []
        overlaps.check_reader(self.project, self.format, context, *refreshes)
        return bool(hit)


def test_a_fault_of_a_statement_of_the_commit(project: Project, format: str) -> None:
    switch = "fast_forward" if format == "iceberg" else "merge into"
    tried = Faults(project, format)
    for text, fate in [(switch, LOST), ("__changelog", FAILS)]:
        assert tried.strike(text, fate), text


@pytest.mark.extended
@pytest.mark.parametrize("fate", [FAILS, LOST])
@pytest.mark.parametrize("arguments", [(), ("--full-refresh",)], ids=["run", "full refresh"])
def test_a_fault_of_each_statement(project: Project, format: str, arguments: tuple[str, ...], fate: str) -> None:
    """`make drill` has all of them; EVERY=5 takes every fifth statement."""
    tried, step = Faults(project, format, *arguments), 0
    while tried.strike(step, fate):
        step += int(os.environ.get("EVERY", "1"))
    assert step >= FEWEST_STATEMENTS
    print(f"{' '.join(arguments) or 'run'} on {format}: one statement {fate}, {step} times")


def test_another_run_goes_on_from_a_commit_whose_answer_is_lost(project: Project) -> None:
    """Iceberg moves the table, and the run does not get to know. Without a look, it would say that it wrote nothing."""
    if "iceberg" not in FORMATS:
        pytest.skip("a switch of a Delta table is not tried again")
    tried = Faults(project, "iceberg")
    project.parse()
    with (
        fault("fast_forward", LOST) as hit,
        overlaps.paused(project, 2, lambda number, statement: bool(hit)) as first,
    ):
        assert first.stopped, first.sent
        assert overlaps.run(project, 3).success
        outcome = first.resume()
    assert outcome.success, outcome.message
    assert overlaps.check(project, "iceberg", [1, 2, 3], first.sent) == [1, 2, 3]
    overlaps.check_reader(project, "iceberg", first.sent)
    assert tried.stored() == [1, 2, 3]


def batch_of_history(number: int) -> list[Event]:
    """Late events of keys that all batches have, a key of its own, one that is deleted, and events that come again."""
    events = [
        Event(0, 1000 - number, 0, f"late {number}", None, "+U"),
        Event(1, 1000 + number, 0, "a" if number % 3 else "b", None, "+U"),
        Event(2, number // 2, number % 2, "c", None, "-D" if number % 2 else "+U"),
        Event(100 + number, 1, 0, "new", None, "+I"),
    ]
    return events + (batch_of_history(number - 1) if number % 2 else [])


@pytest.mark.extended
@pytest.mark.parametrize("fate", [FAILS, LOST])
def test_a_fault_of_each_statement_of_a_history(project: Project, format: str, fate: str) -> None:
    """A run with a fault, and the same batch again: the table and its changelog are those of one clean run per batch.

    What was known when is compared with plain Python, so a commit that is made twice, or with another time, is seen.
    """
    columns = "id, _number, name, _values, dbt_updated_at, dbt_valid_from, dbt_valid_to, at"
    columns += ", string(dbt_system_from), string(dbt_system_to)"
    options = "primary_key='id', scd_type=2, sequence_field=['at', '_number'], system_time=true"
    options += f", changelog_producer='lookup', materialized='incremental', file_format='{format}'"
    types = "id int, at int, _number int, name string, _values string, _row_kind string"
    # The text of the model stays the same, see `overlaps.model`.
    select = "select * from {{ env_var('AMOUNT') if env_var('AMOUNT') != '0' else 'no_batch' }}"
    project.write("models/known.sql", f"{{{{ config({options}) }}}}\n{select}\n")
    batches: list[list[Event]] = []

    def run() -> Any:
        rows = [(event.key, event.at, event.order, event.name, event.city, event.kind) for event in batches[-1]]
        overlaps.spark().createDataFrame(rows, types).createOrReplaceGlobalTempView(f"batch_{len(batches)}")
        return overlaps.run(project, f"global_temp.batch_{len(batches)}", select="known")

    def check(context: object) -> None:
        commits = project.ordered(f"select string(committed_at) from {{{format}}}.known__commits order by commit")
        times = [time for (time,) in commits]
        assert len(times) == len(batches), (context, times)
        expected = [
            (*version[:7], version.at, since, until)
            for version, since, until in known(zip(times, batches, strict=True))
        ]
        assert project.rows(f"select {columns} from {{{format}}}.known") == sorted(expected, key=repr), context
        changes: Counter[Any] = Counter()
        logged = project.rows(f"select {columns}, _row_kind, _commit from {{{format}}}.known__changelog")
        assert len(logged) == len(set(logged)), (context, "a change twice")
        for *row, kind, _ in logged:
            changes[tuple(row)] += 1 if kind in ("+I", "+U") else -1
        assert sorted(changes.elements(), key=repr) == sorted(expected, key=repr), context
        assert min(changes.values()) == 0, context

    step, struck = 0, True
    batches.append(batch_of_history(0))
    assert run().success
    while struck:
        batches.append(batch_of_history(len(batches)))
        with fault(step, fate) as hit:
            outcome = run()
        again = run()
        assert again.success, (again.message, hit)
        check((step, hit, fate, outcome.message))
        struck = bool(hit)
        step += int(os.environ.get("EVERY", "1")) if struck else 0
    assert step >= FEWEST_STATEMENTS
    print(f"a history on {format}: one statement {fate}, {step} times")
