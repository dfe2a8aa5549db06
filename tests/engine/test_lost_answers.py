"""A statement of a run fails, or is executed and its answer is lost: the table has the whole batch or nothing of it.

The process goes on with its session: with the settings, the branches and the rows in memory that the run has left.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

import overlaps
from formats import FORMATS
from project import Project, bare

FAILS, LOST = "is not executed", "is executed, and its answer is lost"


@pytest.fixture(params=FORMATS)
def format(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def without_lock() -> Iterator[None]:
    with overlaps.without_lock():
        yield


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
