"""Several runs of one model at the same time, without the lock of the adapter.

One run is paused before one of its statements, another client does something, and the first goes on. Each batch adds an
amount of its own to the same keys, so a batch that is merged twice, or only in part, is seen in the table. The
changelog, the history and a reader of the changelog must say the same as the table.
"""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import Any

import pytest
from dbt.adapters.factory import get_adapter_by_type
from dbt.adapters.tablestore.spark import session
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.warehouse_folder import WarehouseFolder

import project as project_module
from project import Outcome, Project, WarmProject, bare, has_text, spark

AMOUNT: ContextVar[str] = ContextVar("AMOUNT", default="0")
CLOCK: ContextVar[str] = ContextVar("CLOCK", default="")
"""The clock of the runs of a thread; the real time when it is empty."""
CONFIG = {
    "primary_key": "id",
    "merge_engine": "aggregation",
    "default_aggregate_function": "sum",
    "changelog_producer": "lookup",
}
READER = """{{{{ config(materialized='incremental', primary_key='one', merge_engine='aggregation', file_format='{0}',
    default_aggregate_function='sum') }}}}
select 1 as one, v as total, 1 as n, _row_kind from {{{{ tablestore.changelog(ref('sums')) }}}}
"""
# It stops a run after it has completed what others have left: its SELECT has a column that does not exist.
NO_COLUMN = "missing"


@contextmanager
def without_lock() -> Iterator[None]:
    """Runs have no lock, and each thread has environment variables of its own: AMOUNT, and the clock."""
    original = project_module.set_invocation_context
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WarehouseFolder, "lock", lambda self, relation: None)
        patch.setenv("AMOUNT", "0")
        patch.setattr(
            project_module,
            "set_invocation_context",
            lambda environment: original(environment | {"AMOUNT": AMOUNT.get(), "DBT_TABLESTORE_CLOCK": CLOCK.get()}),
        )
        yield


def model(project: Project, format: str, **config: Any) -> None:
    """A model whose batch adds AMOUNT to two keys of every batch, and to a key of its own; without rows if it is 0.

    Its text stays the same: dbt ends all connections of the process after it has parsed a project.
    """
    arguments = ", ".join(f"{key}={value!r}" for key, value in (CONFIG | {"file_format": format} | config).items())
    select = "select id, {0} as v from values (1), (2), (100 + {0}) as keys (id) where {0} <> 0"
    text = select.format("{{ env_var('AMOUNT') }}")
    project.write("models/sums.sql", f"{{{{ config(materialized='incremental', {arguments}) }}}}\n{text}\n")
    project.write("models/reader.sql", READER.format(format))
    project.parse()


def run(project: Project, amount: int | str, *arguments: str, select: str = "sums") -> Outcome:
    AMOUNT.set(str(amount))
    return project.dbt("run", "--select", select, *arguments)


class FaultError(RuntimeError):
    """What stops a run in a test."""


KILLS = [("", ("insert into", "merge into")), ("__commits", "insert into"), ("tablestore.commits.", "alter table")]
"""The text and the begin of statements: before the rows are written, the history has the commit, and it is sealed."""
SEAL = KILLS[-1]


@contextmanager
def before_statements(act: Callable[[str], None]) -> Iterator[None]:
    """Does this before each statement that this thread sends to Spark."""
    thread, original = threading.current_thread(), Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        if threading.current_thread() is thread:
            act(bare(sql))
        original(self, sql, bindings)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Cursor, "execute", execute)
        yield


@contextmanager
def stopped_before(text: str, begin: str | tuple[str, ...] = "", killed: bool = False) -> Iterator[list[str]]:
    """Stops runs of this thread before each statement with this text, see `has_text`, that begins so; the list gets it.

    With ``killed``, every later statement fails, too, as for a client that is gone.
    """
    hit: list[str] = []

    def act(statement: str) -> None:
        if (hit and killed) or (statement.startswith(begin) and has_text(statement, text)):
            hit.append(statement)
            raise FaultError(f"stopped before {text}")

    with before_statements(act):
        yield hit


def killed_before(project: Project, text: str, begin: str | tuple[str, ...], *arguments: str) -> None:
    """A run that is killed before its first statement of this kind."""
    with stopped_before(text, begin, killed=True) as hit:
        outcome = project.dbt("run", *arguments)
    assert hit and not outcome.success, outcome.message


def fails(project: Project, amount: int, text: str, after: bool = False) -> Outcome:
    """A run that fails before its statement with this text, or after it, see `has_text`."""
    seen: list[str] = []

    def act(statement: str) -> None:
        if after and seen:
            raise FaultError("stopped here")
        if has_text(statement, text) and statement.startswith(("create", "insert", "call", "merge")):
            if not after:
                raise FaultError("stopped here")
            seen.append(statement)

    with before_statements(act):
        return run(project, amount)


def operates(project: Project, operation: str, **arguments: Any) -> None:
    """`dbt run-operation`, in the connection of this thread."""
    assert isinstance(project, WarmProject)
    manifest, adapter = project.parse(), get_adapter_by_type("tablestore")
    assert not isinstance(manifest, Outcome), manifest.message
    manifest.build_flat_graph()
    with adapter.connection_named(operation):
        adapter.cache.clear()
        adapter.execute_macro(operation, project="tablestore", macro_resolver=manifest, kwargs=arguments)


def maintains(project: Project, amount: int) -> Outcome | None:
    """`dbt run-operation maintain`."""
    operates(project, "maintain", select="sums")
    return None


ACTORS: dict[str, Callable[[Project, int], Outcome | None]] = {
    "commits": run,
    "only recovers": lambda project, amount: run(project, NO_COLUMN),
    "fails before the switch": lambda project, amount: fails(project, amount, "rows"),
    "fails after the switch": lambda project, amount: fails(project, amount, "__commits"),
    "rebuilds": lambda project, amount: run(project, amount, "--full-refresh"),
    "maintains": maintains,
    "reads first": lambda project, amount: run(project, 0, select="reader"),
    "reads on": lambda project, amount: run(project, 0, select="reader"),
}
"""What another client does while a run is paused; where it is a run with a batch, this is its amount."""
MUST_SUCCEED = {"commits", "rebuilds"}


class Paused:
    """A run in a thread of its own, which stops before one of its statements until it may go on."""

    def __init__(self, project: WarmProject, amount: int, at: Callable[[int, str], bool], *arguments: str) -> None:
        self.sent: list[str] = []
        self.outcome: Outcome | None = None
        self.stopped = False
        self.reached, self.resumed = threading.Event(), threading.Event()
        manifest = project.parse()
        assert not isinstance(manifest, Outcome), manifest.message

        def before(statement: str) -> None:
            if statement.startswith("create schema"):  # the adapter lets one thread at a time create them
                return
            if not self.stopped and at(len(self.sent), statement):
                self.stopped = True
                self.reached.set()
                assert self.resumed.wait(300)
            self.sent.append(statement.split("\n")[0])

        def run() -> None:
            AMOUNT.set(str(amount))
            only = {"--select": ["sums"], "--exclude": list[str]()}
            with before_statements(before):
                self.outcome = project._run_models(copy.deepcopy(manifest), only, "--full-refresh" in arguments)
            self.reached.set()

        self.thread = threading.Thread(target=copy_context().run, args=(run,))

    def resume(self) -> Outcome:
        self.resumed.set()
        self.thread.join(300)
        assert self.outcome is not None
        return self.outcome


@contextmanager
def paused(project: Project, amount: int, at: Callable[[int, str], bool], *arguments: str) -> Iterator[Paused]:
    """A run that waits before the first statement for which ``at`` is true, or has ended if there is none.

    ``at`` gets how many statements the run has sent, and the statement.
    """
    assert isinstance(project, WarmProject)
    paused = Paused(project, amount, at, *arguments)
    paused.thread.start()
    assert paused.reached.wait(300)
    try:
        yield paused
    finally:
        paused.resumed.set()
        paused.thread.join(300)


def check(project: Project, format: str, amounts: list[int], context: object) -> list[int]:
    """The table must be the sum of some of these batches, each as a whole; changelog, history and reader must fit it.

    Returns those batches.
    """
    table = f"{{{format}}}.sums"
    rows = project.rows(f"select id, v from {table}")
    stored = dict(rows)
    assert len(rows) == len(stored), (context, "a key twice", rows)
    merged = [amount for amount in amounts if 100 + amount in stored]
    total = sum(merged)
    expected = {1: total, 2: total} if merged else {}
    assert stored == expected | {100 + amount: amount for amount in merged}, (context, merged, stored)
    changes = project.ordered(f"select id, v, _row_kind, _commit from {table}__changelog order by _commit, _row_kind")
    replayed: dict[int, int] = {}
    for key, value, kind, _ in changes:
        if kind in ("+I", "+U"):
            replayed[key] = value
    assert replayed == stored, (context, changes)
    assert len(changes) == len(set(changes)), (context, changes)
    check_commits(changes, context)
    last = project.last_commit(table)
    epoch, number = last["tablestore.epoch"], int(last["tablestore.commit"])
    history = project.ordered(
        f"select commit, rows_inserted from {table}__commits where epoch = '{epoch}' order by commit"
    )
    numbers = [commit for commit, _ in history]
    assert numbers == sorted(set(numbers)) and numbers[-1] == number, (context, history)
    assert {commit for *_, commit in changes} <= set(numbers), (context, history, changes)
    assert sum(inserted for _, inserted in history) == len(stored), (context, history, stored)
    return merged


def check_commits(changes: list[tuple[int, int, str, int]], context: object) -> None:
    """Each commit with changes has those of one batch: its own row, and the two rows to which it has added."""
    before: dict[int, int] = {}
    for number in sorted({commit for *_, commit in changes}):
        found = {(key, value, kind) for key, value, kind, commit in changes if commit == number}
        (amount,) = [key - 100 for key, _, _ in found if key > 100]
        expected = {(100 + amount, amount, "+I")}
        for key in (1, 2):
            after = before.get(key, 0) + amount
            expected |= {(key, before[key], "-U"), (key, after, "+U")} if key in before else {(key, after, "+I")}
            before[key] = after
        assert found == expected, (context, number, changes)


def check_reader(project: Project, format: str, context: object, *arguments: str) -> None:
    """A reader of the changelog must have the same total as the table, whenever it has begun to read."""
    read = run(project, 0, *arguments, select="reader")
    assert read.success, (context, read.message)
    expected = project.rows(f"select sum(v), count(*) from {{{format}}}.sums")
    found = project.rows(f"select total, n from {{{format}}}.reader")
    assert found == expected, (context, found, expected)
    (offset,) = json.loads(project.last_commit(f"{{{format}}}.reader")["tablestore.offsets"]).values()
    last = project.last_commit(f"{{{format}}}.sums")
    assert offset == {"epoch": last["tablestore.epoch"], "commit": int(last["tablestore.commit"])}, (context, offset)


class Overlaps:
    """A model, a run of it that is paused, and what another client does meanwhile."""

    def __init__(self, project: Project, format: str) -> None:
        self.project, self.format = project, format
        self.amounts: list[int] = []
        model(project, format)

    def amount(self) -> int:
        """That of the next batch: each is more than all before, so the sum says which batches it has."""
        self.amounts.append(1 + sum(self.amounts))
        return self.amounts[-1]

    def start(self, built: bool) -> None:
        """Rebuilds the tables, or drops them."""
        self.amounts = []
        if session._root is not None:  # else dbt has not run yet, and there are none
            spark().sql(self.project._named(f"create schema if not exists {{{self.format}}}"))
            found = spark().sql(self.project._named(f"show tables in {{{self.format}}}")).collect()
            for name in [row.tableName for row in found if row.tableName.startswith(("sums", "reader"))]:
                spark().sql(self.project._named(f"drop table if exists {{{self.format}}}.{name}"))
        if built:
            done = run(self.project, self.amount())
            assert done.success, done.message

    def overlap(
        self, actor: str, at: Callable[[int, str], bool], arguments: tuple[str, ...] = (), built: bool = True
    ) -> bool:
        """A run is paused while another client acts; then a run without rows completes what they have left.

        Returns whether the run was paused.
        """
        self.start(built)
        if built and actor == "reads on":
            check_reader(self.project, self.format, "before")
        mine, other = self.amount(), self.amount()
        with paused(self.project, mine, at, *arguments) as first:
            stopped = first.stopped
            second = ACTORS[actor](self.project, other)
            outcome = first.resume()
        context = (actor, first.sent[-3:], outcome.message, second and second.message)
        assert second is None or second.success or actor not in MUST_SUCCEED, context
        assert outcome.success or "another run" in outcome.message, context
        done = run(self.project, 0)
        assert done.success, (done.message, context)
        merged = check(self.project, self.format, self.amounts, context)
        rebuilds = "--full-refresh" in arguments or actor == "rebuilds"
        if not rebuilds:
            assert not built or self.amounts[0] in merged, context
            assert mine in merged or not outcome.success, context
        assert other in merged or actor not in MUST_SUCCEED or "--full-refresh" in arguments, context
        check_reader(self.project, self.format, context, *(["--full-refresh"] if rebuilds else []))
        return stopped


def statement(text: str) -> Callable[[int, str], bool]:
    """The first writing statement with this text."""
    return lambda number, sent: has_text(sent, text) and not sent.startswith(("describe", "show", "select", "explain"))


def runs_at_once(project: Project, format: str, clients: int, runs: int) -> None:
    """Clients run one model again and again; every run must succeed or have found another run."""
    assert isinstance(project, WarmProject)
    model(project, format)
    first = run(project, 1000)
    assert first.success, first.message
    manifest, outcomes = project.parse(), dict[int, Outcome]()
    assert not isinstance(manifest, Outcome)

    def client(number: int) -> None:
        only = {"--select": ["sums"], "--exclude": list[str]()}
        for repetition in range(runs):
            amount = 1 + number + clients * repetition
            AMOUNT.set(str(amount))
            outcomes[amount] = project._run_models(copy.deepcopy(manifest), only, False)

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
    check_reader(project, format, messages)
    print(f"{len(outcomes)} runs by {clients} clients on {format}: {len(messages)} found another run")
