"""Several runs of one model at the same time, without the lock of the adapter.

One run is paused before one of its statements, another one runs to its end, and the first goes on. The batches are
sums, so a batch that is merged twice or only in part is seen, and the changelog must say the same as the table.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

import project as project_module
from project import Outcome, Project, WarmProject, bare

WRITES = ("create", "drop", "merge", "insert", "alter", "call", "delete")
AMOUNT: ContextVar[int] = ContextVar("AMOUNT", default=0)
CONFIG = {
    "primary_key": "id",
    "merge_engine": "aggregation",
    "default_aggregate_function": "sum",
    "changelog_producer": "lookup",
}


@contextmanager
def without_lock() -> Iterator[None]:
    """Runs have no lock, and each thread has an environment variable AMOUNT of its own."""
    original = project_module.set_invocation_context
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TablestoreAdapter, "lock_table", lambda self, relation: None)
        patch.setenv("AMOUNT", "0")
        patch.setattr(
            project_module,
            "set_invocation_context",
            lambda environment: original(environment | {"AMOUNT": str(AMOUNT.get())}),
        )
        yield


def model(project: Project, format: str) -> None:
    """A model whose batch adds AMOUNT to two keys of every batch, and to a key of its own; without rows if it is 0.

    Its text stays the same: dbt ends all connections of the process after it has parsed a project.
    """
    arguments = ", ".join(f"{key}={value!r}" for key, value in (CONFIG | {"file_format": format}).items())
    select = "select id, {0} as v from values (1), (2), (100 + {0}) as keys (id) where {0} <> 0"
    text = select.format("{{ env_var('AMOUNT') }}")
    project.write("models/sums.sql", f"{{{{ config(materialized='incremental', {arguments}) }}}}\n{text}\n")


def run(project: Project, amount: int) -> Outcome:
    AMOUNT.set(amount)
    return project.dbt("run")


class Paused:
    """A run in a thread of its own, which stops before one of its writing statements until it may go on."""

    def __init__(self, project: WarmProject, amount: int, step: int, *arguments: str) -> None:
        self.step, self.sent, self.outcome = step, [], None  # type: ignore[var-annotated]
        self.reached, self.resumed = threading.Event(), threading.Event()
        manifest = project.parse()
        assert not isinstance(manifest, Outcome), manifest.message

        def run() -> None:
            AMOUNT.set(amount)
            none: dict[str, list[str]] = {"--select": [], "--exclude": []}
            self.outcome = project._run_models(manifest, none, "--full-refresh" in arguments)
            self.reached.set()

        self.thread = threading.Thread(target=run)

    def before(self, statement: str) -> None:
        """Waits here if it is the statement to stop at."""
        if statement.startswith(WRITES) and not statement.startswith("create schema"):
            self.sent.append(statement.split("\n")[0])
            if len(self.sent) == self.step + 1:
                self.reached.set()
                assert self.resumed.wait(120)

    def resume(self) -> Outcome:
        self.resumed.set()
        self.thread.join(120)
        assert self.outcome is not None
        return self.outcome


@contextmanager
def paused(
    project: Project, monkeypatch: pytest.MonkeyPatch, amount: int, step: int, *arguments: str
) -> Iterator[Paused]:
    """A run that waits before its statement with this number, or has ended if it has fewer."""
    assert isinstance(project, WarmProject)
    paused, original = Paused(project, amount, step, *arguments), Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        if threading.current_thread() is paused.thread:
            paused.before(bare(sql))
        original(self, sql, bindings)

    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", execute)
        paused.thread.start()
        assert paused.reached.wait(120)
        try:
            yield paused
        finally:
            paused.resumed.set()
            paused.thread.join(120)


def check(project: Project, format: str, amounts: list[int], context: object) -> list[int]:
    """The table must be the sum of some of these batches, each as a whole, and so must its changelog. Returns them."""
    table = f"{{{format}}}.sums"
    stored = dict(project.rows(f"select * from {table}"))
    merged = [amount for amount in amounts if 100 + amount in stored]
    total = sum(merged)
    assert stored == {1: total, 2: total} | {100 + amount: amount for amount in merged}, (context, merged)
    changes = project.ordered(f"select id, v, _row_kind, _commit from {table}__changelog order by _commit, _row_kind")
    replayed: dict[int, int] = {}
    for key, value, kind, _ in changes:
        if kind in ("+I", "+U"):
            replayed[key] = value
    assert replayed == stored, (context, changes)
    assert len(changes) == len(set(changes)), (context, changes)
    history = project.ordered(f"select commit, count(*) from {table}__commits group by commit, epoch")
    assert all(count == 1 for _, count in history), (context, history)
    return merged


def overlap(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    format: str,
    step: int,
    arguments: tuple[str, ...] = (),
    built: bool = True,
) -> None:
    """A run is paused at a step while another one runs; then a run without rows completes what they have left."""
    model(project, format)
    if built:
        done = run(project, 1000)
        assert done.success, done.message
    else:
        project.parse()
    with paused(project, monkeypatch, 1, step, *arguments) as first:
        second = run(project, 10)
        outcome = first.resume()
    context = (first.sent[step : step + 2], outcome.message, second.message)
    assert second.success, context
    assert outcome.success or "another run" in outcome.message, context
    done = run(project, 0)
    assert done.success, (done.message, context)
    amounts = check(project, format, [1000, 1, 10], context)
    if not arguments:
        assert 10 in amounts and (1000 in amounts or not built), context
    if outcome.success:
        assert 1 in amounts, context


def runs_at_once(project: Project, format: str, clients: int, runs: int) -> None:
    """Clients run one model again and again; every run must succeed or have found another run."""
    assert isinstance(project, WarmProject)
    model(project, format)
    first = run(project, 1000)
    assert first.success, first.message
    manifest, outcomes = project.parse(), dict[int, Outcome]()
    assert not isinstance(manifest, Outcome)

    def client(number: int) -> None:
        none: dict[str, list[str]] = {"--select": [], "--exclude": []}
        for repetition in range(runs):
            amount = 1 + number + clients * repetition
            AMOUNT.set(amount)
            outcomes[amount] = project._run_models(copy.deepcopy(manifest), none, False)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    messages = {amount: outcome.message for amount, outcome in outcomes.items() if not outcome.success}
    assert all("another run" in message for message in messages.values()), messages
    done = run(project, 0)
    assert done.success, (done.message, messages)
    merged = check(project, format, [1000, *outcomes], messages)
    assert set(outcomes) - set(messages) <= set(merged), "the batch of a run that succeeded"
    print(f"{len(outcomes)} runs by {clients} clients on {format}: {len(messages)} found another run")
