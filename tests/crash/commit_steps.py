"""The steps of a commit, as a model: what a run, a reader and a sweeper do to the tables, one atomic step at a time.

A step is a method of `Protocol`. It takes the state and the actor, does at most one thing that others can see, and
returns the new state and the actor with its next step. Between two steps anything may happen: the other actor, a
foreign compaction, or nothing any more, because the run was killed. Private work (the rows on a branch that nobody
else knows) is one step with the statement that makes it.

    pin       One look at the table: its sealed commit, the snapshot S to decide on, and what a killed run has left.
    write     Decide; put the rows where nobody looks: on branches (Iceberg), or the log's rows into a table (Delta).
    switch    fast_forward, or MERGE with the transaction; CREATE TABLE for the first run, CREATE OR REPLACE to rebuild.
    publish   look at the log, look at the table, write the log if both still are what they were, history, seal, clean.

`Guards` names each precaution; tests/crash/test_commit_model.py shows that none of them can be left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from commit_stores import Change, Delta, Iceberg, Properties, Record, RefusedError, Row, Rows, Seal, Start


class Guards(NamedTuple):
    """The precautions of the protocol. The checker finds a wrong state without any one of them."""

    # Iceberg
    branch_of_pin: bool = True  # the branch of the rows is made as of S, not of what main is by then
    switch_by_fast_forward: bool = True  # and not by cherry-picking, which is not bound to S
    log_starts_on_branch: bool = (
        True  # a log starts by an overwrite on a branch and fast_forward, not CREATE OR REPLACE
    )
    log_by_fast_forward: bool = True  # and not by cherry-picking
    broken_chain_compared: bool = True  # when snapshots between main and the seal have expired: is the branch in main?
    pins_again: bool = True  # after such an expiry the properties are read again, because the branch may just be gone
    # Delta
    log_in_transaction: bool = True  # INSERT into the log
    log_starts_in_transaction: bool = True  # CREATE OR REPLACE of the log
    rebuild_in_transaction: bool = True
    loser_reads_back: bool = True  # whose commit has the serial?
    rows_kept_before_switch: bool = True
    # both
    serial_survives_rebuild: bool = True
    create_first: bool = True  # CREATE TABLE for the first run, not CREATE OR REPLACE
    recovers: bool = True  # a run publishes what a killed run has left, before it pins
    seals_last: bool = True  # after the log
    publisher_looks_at_table: bool = True  # and stops if the commit is sealed or was replaced
    looks_at_log_first: bool = True  # the look at the table says that what was seen of the log is not too old
    branches_dropped_last: bool = True  # after the seal
    branch_outlives_switch: bool = True  # it is not dropped by the commit that switches
    keeps_branches_of_failure: bool = True  # a run whose switch failed may have switched: it leaves its branches
    sweeps_losers_only: bool = True  # a sweeper drops what can no longer switch, not what has not switched
    log_rows_have_epoch: bool = True  # a snapshot's record expires, a property is another statement
    history_is_distinct: bool = True  # the view over the history has each commit once
    rebuild_keeps_seal: bool = True  # readers use the seal of the old table until the new one has its own
    reader_bounds_log: bool = True  # _commit <= n
    reader_pins_log: bool = True  # rows and epoch of one snapshot of the log
    reader_waits_for_seal: bool = True
    keys_by_update: bool = True  # for the tests of the checker only: stored keys are updated, not inserted


ALL = Guards()


class Work(NamedTuple):
    """What an actor has in mind. It is lost with a kill."""

    seal: Seal | None = None  # of the pin
    created: Record | None = None
    place: str = ""  # S
    rows: Rows = ()  # at S
    offset: int = 0  # of the sealed commit: up to where the input is in the rows
    record: Record | None = None  # its own commit
    changes: tuple[Change, ...] = ()
    base: Iceberg | None = None  # what CREATE OR REPLACE began with
    publishing: Record | None = None
    log_place: str = ""
    at: str = ""  # the snapshot that the seal will name
    target: str = ""  # of a sweeper


class Actor(NamedTuple):
    name: str
    todo: tuple[str, ...]
    step: str = "next"
    work: Work = Work()
    # how its runs have ended: ("done", run) or ("refused", run), and the commit
    results: tuple[tuple[str, str], ...] = ()
    runs: int = 0


class State(NamedTuple):
    source: int  # the events 1 to source can be read
    table: Iceberg | Delta | None = None
    log: Iceberg | Delta | None = None
    kept: tuple[tuple[Record, tuple[Change, ...]], ...] = ()  # Delta: the rows of the log, until they are published
    history: tuple[tuple[str, int], ...] = ()
    offset: Record | None = None  # of the reader, written with its rows
    copy: Rows = ()  # the rows of the reader
    # What no process knows, for the checks: the rows of each switch, all commits that were ever sealed.
    switched: tuple[tuple[Record, Rows], ...] = ()
    sealed: tuple[tuple[str, int], ...] = ()
    actors: tuple[Actor, ...] = ()
    # what others will do to the tables, and have not yet done
    foreign: tuple[str, ...] = ()


KEY_OF_EVENT = ("k", "k", "j", "k", "j", "k", "j")


def folded(rows: Rows, events: range) -> Rows:
    """The rows after more events, decided as a run does: from the stored rows."""
    stored = dict(rows)
    for event in events:
        key = KEY_OF_EVENT[event]
        stored[key] = (*stored.get(key, ()), event)
    return tuple(sorted(stored.items()))


def decided(work: Work, record: Record) -> tuple[Change, ...]:
    """What the input after the recorded offset does to the rows of S."""
    stored = dict(work.rows)
    after = folded(work.rows, range(work.offset + 1, record.offset + 1))
    return tuple(
        Change(record.epoch, record.number, key, stored.get(key, ()), events, record.run)
        for key, events in after
        if stored.get(key, ()) != events
    )


def started(rows: Rows, record: Record) -> tuple[Change, ...]:
    """The rows of a log that starts: the whole table."""
    return tuple(Change(record.epoch, record.number, key, (), events, record.run) for key, events in rows)


def applied(rows: Rows, changes: tuple[Change, ...], by_update: bool = True) -> Rows:
    """MERGE of the known keys, and INSERT of those that were new to the run: neither asks what is there now."""
    updates = {change.key: change.after for change in changes if change.before and by_update}
    inserts = [(change.key, change.after) for change in changes if not (change.before and by_update)]
    updated: list[Row] = [(key, updates.get(key, events)) for key, events in rows]
    return tuple(sorted([*updated, *inserts]))


class Protocol:
    """The steps that are the same on both formats; `IcebergSteps` and `DeltaSteps` have the others."""

    def __init__(self, guards: Guards = ALL) -> None:
        self.guards = guards

    def __call__(self, state: State, index: int) -> State | None:
        """The next step of an actor, or None if it has nothing more to do."""
        actor = state.actors[index]
        if actor.step == "next":
            if not actor.todo:
                return None
            actor = actor._replace(step=self.first(actor), work=Work(), runs=actor.runs + 1)
        state, actor = getattr(self, actor.step)(state, actor)
        return state._replace(actors=(*state.actors[:index], actor, *state.actors[index + 1 :]))

    def first(self, actor: Actor) -> str:
        """The step with which an actor begins what it has to do."""
        return "reader_pin" if actor.todo[0] == "read" else "pin"

    # A run

    def run_name(self, actor: Actor) -> str:
        return f"{actor.name}{actor.runs}"

    def ended(self, actor: Actor, how: str) -> Actor:
        result = () if actor.todo[0] == "sweep" else ((how, self.run_name(actor)),)
        return actor._replace(step="next", todo=actor.todo[1:], work=Work(), results=(*actor.results, *result))

    def pinned(self, state: State, actor: Actor, unsealed: Record | None, place: str) -> tuple[State, Actor]:
        """Goes on from the pin: publishes, or writes a commit, or has nothing to do."""
        table, kind, run = state.table, actor.todo[0], self.run_name(actor)
        if table is None:
            if kind in ("recover", "sweep"):
                return state, self.ended(actor, "idle")
            record = Record(run, run, 1, 1, state.source, "start")
            work = actor.work._replace(record=record, rows=folded((), range(1, record.offset + 1)))
            return state, actor._replace(step="create", work=work)
        if unsealed is not None and self.guards.recovers:
            return state, actor._replace(step=self.order()[0], work=actor.work._replace(publishing=unsealed))
        seal, created = actor.work.seal, actor.work.created
        assert created is not None
        if kind == "sweep":
            return state, actor._replace(step="sweep_look")
        last = seal.record if seal else created
        if kind == "recover" or (kind == "run" and last.offset == state.source):
            return state, self.ended(actor, "idle")
        serial = last.serial + 1
        if kind == "rebuild":
            serial = serial if self.guards.serial_survives_rebuild else 1
            record = Record(run, run, 1, serial, state.source, "start")
            work = actor.work._replace(record=record, rows=folded((), range(1, record.offset + 1)))
            return state, actor._replace(step="rebuild", work=work)
        record = Record(run, created.epoch, last.number + 1, serial, state.source, "append")
        try:
            work = actor.work._replace(record=record, place=place, rows=table.rows(place), offset=last.offset)
        except RefusedError:
            return self.refused(state, actor)  # S has expired meanwhile
        return state, actor._replace(step="write", work=work)

    def has_switched(self, state: State, actor: Actor, rows: Rows) -> tuple[State, Actor]:
        """Goes on from the switch: publishes the commit of this run."""
        record = actor.work.record
        assert record is not None
        state = state._replace(switched=(*state.switched, (record, rows)))
        work = actor.work._replace(publishing=record, base=None)
        return state, actor._replace(step=self.order()[0], work=work)

    def order(self) -> list[str]:
        """The order in which a commit is published."""
        if not self.guards.seals_last:
            return ["publish_history", "seal", "publish_log", "clean"]
        if not self.guards.branches_dropped_last:
            return ["publish_log", "publish_history", "clean", "seal"]
        return ["publish_log", "publish_history", "seal", "clean"]

    def then(self, actor: Actor, step: str) -> Actor:
        """Goes on with what comes after a step of publishing."""
        order = self.order()
        later = order.index(step) + 1
        return actor._replace(step=order[later]) if later < len(order) else self.published(actor)

    def refused(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Another run was faster. The branches stay: a sweeper drops them."""
        return state, self.ended(actor, "refused")

    # Publishing: a run of itself, or whoever comes next

    def publish_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """First a look at the log: what is written to it below only succeeds if this is still the log."""
        work = actor.work
        if not self.guards.looks_at_log_first and not work.at:
            return self.publish_table(state, actor)
        work = work._replace(log_place=self.log_place(state.log))
        if self.guards.publisher_looks_at_table and not work.at:
            return state, actor._replace(step="publish_table", work=work)
        work = work._replace(at=work.at or self.place_of(state.table, work.publishing))
        return state, actor._replace(step="publish_rows", work=work)

    def publish_table(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Then at the table: is the commit still to be published?"""
        record, table = actor.work.publishing, state.table
        assert record is not None and table is not None and table.properties is not None
        if table.properties.created.epoch != record.epoch:
            return state, self.published(actor)
        seal = table.properties.seal()
        if seal and seal.record.number >= record.number and self.guards.seals_last:
            return state, actor._replace(step="clean")
        work = actor.work._replace(at=self.place_of(table, record))
        return state, actor._replace(
            step="publish_rows" if self.guards.looks_at_log_first else "publish_log", work=work
        )

    def publish_history(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The row of the history. Two publishers may both write it; the view over it is distinct."""
        record = actor.work.publishing
        assert record is not None
        row = record.commit
        if not (self.guards.history_is_distinct and row in state.history):
            state = state._replace(history=tuple(sorted([*state.history, row])))
        return state, self.then(actor, "publish_history")

    def seal(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record, table = actor.work.publishing, state.table
        assert record is not None and table is not None and table.properties is not None
        at = actor.work.at or self.place_of(table, record)
        properties = table.properties.sealed(Seal(record, at))
        state = state._replace(
            table=table._replace(properties=properties),
            sealed=tuple(sorted({*state.sealed, record.commit})),
        )
        return state, self.then(actor, "seal")

    def clean(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record = actor.work.publishing
        assert record is not None
        return self.dropped(state, record.run), self.then(actor, "clean")

    def failed(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """What a run must not do when its switch has failed, or seems to have: clean up."""
        return self.dropped(state, self.run_name(actor)), self.ended(actor, "failed")

    def published(self, actor: Actor) -> Actor:
        if actor.work.publishing == actor.work.record:
            return self.ended(actor, "done")
        return actor._replace(step="pin", work=Work())

    # A sweeper: drops what killed runs have left, after a day. A run can be paused for longer than that.

    def sweep_look(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """A branch whose commit is not main's is no proof that its run is dead. One that is too late to switch is."""
        seal = actor.work.seal
        if seal is None:
            return state, self.ended(actor, "idle")
        for record in self.left(state):
            if self.guards.sweeps_losers_only:
                drop = record.epoch != seal.record.epoch or record.serial <= seal.record.serial
            else:
                drop = self.newest(state.table) != record
            if drop:
                return state, actor._replace(step="sweep", work=actor.work._replace(target=record.run))
        return state, self.ended(actor, "idle")

    def sweep(self, state: State, actor: Actor) -> tuple[State, Actor]:
        return self.dropped(state, actor.work.target), self.ended(actor, "idle")

    # A reader: the model downstream. Its rows and its offset are one commit.

    def reader_pin(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The sealed commit, and the table at its snapshot if the reader has to begin again."""
        table = state.table
        seal = self.readable(table)
        if table is None or seal is None:
            return state, self.ended(actor, "idle")
        record = seal.record
        if not self.guards.reader_waits_for_seal:
            record = self.newest(table) or record
        before = state.offset
        if before is None or before.epoch != record.epoch:
            return self.begin_again(state, actor._replace(work=actor.work._replace(seal=Seal(record, seal.place))))
        if record.number <= before.number:
            return state, self.ended(actor, "idle")
        return state, actor._replace(step="reader_log", work=actor.work._replace(seal=Seal(record, seal.place)))

    def reader_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Which log this is, and its snapshot. A log of another epoch, or one that began later, is told to the user."""
        seal, before = actor.work.seal, state.offset
        assert seal is not None and before is not None
        start = self.log_start(state.log)
        if start is None or start.epoch != seal.record.epoch or start.number > before.number:
            return self.begin_again(state, actor)
        return state, actor._replace(step="reader_rows", work=actor.work._replace(log_place=self.log_place(state.log)))

    def begin_again(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The user rebuilds the reader: from the table, at the sealed commit that was pinned."""
        seal, table = actor.work.seal, state.table
        assert seal is not None and table is not None
        try:
            rows = table.rows(seal.place)
        except RefusedError:
            return state, self.ended(actor, "refused")
        return state._replace(offset=seal.record, copy=rows), self.ended(actor, "idle")

    def reader_rows(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The changes of the log, and the commit of the reader."""
        seal, before, log = actor.work.seal, state.offset, state.log
        assert seal is not None and before is not None and log is not None
        place = actor.work.log_place if self.guards.reader_pins_log else self.log_place(log)
        try:
            changes = log.rows(place)
        except RefusedError:
            return state, self.ended(actor, "refused")
        last = seal.record.number if self.guards.reader_bounds_log else 99
        rows = replayed(state.copy, [change for change in changes if before.number < change.number <= last])
        return state._replace(offset=seal.record, copy=rows), self.ended(actor, "idle")

    # What the formats differ in

    def log_place(self, log: Any) -> str:
        raise NotImplementedError

    def log_start(self, log: Any) -> Start | None:
        """The epoch and the first commit of a log, as its rows say: a property could not be written with them."""
        if log is None or not (place := self.log_place(log)):
            return None
        if not self.guards.log_rows_have_epoch:
            return self.start_of_summary(log)
        return min((Start(change.epoch, change.number) for change in log.rows(place)), default=None)

    def start_of_summary(self, log: Any) -> Start | None:
        raise NotImplementedError

    def place_of(self, table: Any, record: Record | None) -> str:
        raise NotImplementedError

    def newest(self, table: Any) -> Record | None:
        raise NotImplementedError

    def left(self, state: State) -> list[Record]:
        raise NotImplementedError

    def dropped(self, state: State, run: str) -> State:
        raise NotImplementedError

    def current(self, table: Any) -> str:
        """The name of the current snapshot or version."""
        raise NotImplementedError

    def unsealed(self, table: Any) -> Record | None:
        """The commit that was switched and not sealed."""
        raise NotImplementedError

    def compacted(self, table: Any, name: str) -> Any:
        raise NotImplementedError

    def readable(self, table: Any) -> Seal | None:
        """The sealed commit of a table, or of the one that it has replaced."""
        if table is None or table.properties is None:
            return None
        properties: Properties = table.properties
        seal = properties.seal() or properties.previous
        if seal and self.unsealed(table) is None:
            return Seal(seal.record, self.current(table))  # perhaps compacted, and the snapshot of the seal has expired
        return seal


def replayed(rows: Rows, changes: list[Change]) -> Rows:
    """The rows after changes, with what an aggregation makes of a change that does not fit: an event too much."""
    result: list[Row] = list(rows)
    for change in sorted(changes):
        old = (change.key, change.before)
        if change.before and old not in result:
            result.append((change.key, (-1,)))
        elif change.before:
            result.remove(old)
        result.append((change.key, change.after))
    return tuple(sorted(result))


class IcebergSteps(Protocol):
    """Branches as of the pinned snapshot, and fast_forward.

    `swaps` says what CREATE OR REPLACE does to commits that were made while it ran: a REST catalog keeps them, the
    others put back the metadata that the statement began with.
    """

    def __init__(self, guards: Guards = ALL, swaps: bool = True) -> None:
        super().__init__(guards)
        self.swaps = swaps

    def pin(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """SHOW TBLPROPERTIES: the properties and the current snapshot come from one metadata file."""
        table = state.table
        if table is None:
            return self.pinned(state, actor, None, "")
        assert isinstance(table, Iceberg) and table.properties is not None
        created, seal = table.properties.created, table.properties.seal()
        actor = actor._replace(work=actor.work._replace(seal=seal, created=created, place=table.head()))
        if seal is not None and seal.place == table.head():
            return self.pinned(state, actor, None, table.head())
        return state, actor._replace(step="pin_ancestors")

    def pin_ancestors(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """What is on top of the sealed snapshot? The query sees main as it is by then."""
        created = actor.work.created
        assert isinstance(state.table, Iceberg) and created is not None
        unsealed = self.later(state.table, actor.work.seal, created)
        if unsealed is None and self.guards.pins_again and not state.table.whole(actor.work.place):
            return state, actor._replace(step="pin_again")
        return self.pinned(state, actor, unsealed, actor.work.place)

    def pin_again(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """No record was found because it has expired. It may have been that of a commit that was sealed meanwhile."""
        table, work = state.table, actor.work
        assert isinstance(table, Iceberg) and table.properties is not None
        if (table.properties.seal(), table.properties.created, table.head()) != (work.seal, work.created, work.place):
            return state, actor._replace(step="pin", work=Work())
        return self.pinned(state, actor, None, work.place)

    def unsealed(self, table: Any) -> Record | None:
        assert isinstance(table, Iceberg) and table.properties is not None
        return self.later(table, table.properties.seal(), table.properties.created)

    def later(self, table: Iceberg, seal: Seal | None, created: Record) -> Record | None:
        """The commit after the sealed one. Its record is in the summary of an ancestor of main."""
        if seal is None:
            return created
        newest = table.newest(table.head())
        if newest is not None:
            return newest if newest.epoch == created.epoch and newest.number > seal.record.number else None
        if self.guards.broken_chain_compared and not table.whole(table.head()):
            # Compactions and an expiry have removed the ancestors. Branches of killed runs are still there.
            for branch, name in table.branches:
                record = table.newest(name)
                later = record and record.epoch == created.epoch and record.number > seal.record.number
                if branch != "main" and later and table.rows(name) == table.rows(table.head()):
                    return record
        return None

    def create(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """CREATE TABLE AS of the first run; one of two wins."""
        record, rows = actor.work.record, actor.work.rows
        assert record is not None
        properties = Properties(record, None)
        if state.table is None:
            table = Iceberg(properties=properties).written("main", record.run, "", rows, None)
        elif self.guards.create_first:
            return self.refused(state, actor)
        else:
            assert isinstance(state.table, Iceberg)
            table = state.table.replaced(record.run, rows, None, properties)
        return self.has_switched(state._replace(table=table), actor, rows)

    def rebuild(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """CREATE OR REPLACE TABLE AS begins: it reads the metadata on which the new ones are based."""
        assert isinstance(state.table, Iceberg)
        return state, actor._replace(step="replace", work=actor.work._replace(base=state.table))

    def replace(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """... and ends. It cannot be refused."""
        record, rows = actor.work.record, actor.work.rows
        base = actor.work.base if self.swaps else state.table
        assert record is not None and isinstance(base, Iceberg) and base.properties is not None
        previous = self.readable(base) if self.guards.rebuild_keeps_seal else None
        table = base.replaced(record.run, rows, None, Properties(record, previous))
        return self.has_switched(state._replace(table=table), actor, rows)

    def write(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The branch of the log, the branch of the table as of S, and the rows on both."""
        table, log, record = state.table, state.log, actor.work.record
        assert isinstance(table, Iceberg) and record is not None
        start = self.log_start(log)
        if start is None or start.epoch != record.epoch:
            record = record._replace(log="start")
        changes = decided(actor.work, record)
        place = actor.work.place if self.guards.branch_of_pin else table.head()
        if table.snapshot(place) is None:
            return self.refused(state, actor)
        rows = applied(table.rows(place), changes, self.guards.keys_by_update)
        table = table.written(record.run, record.run, place, rows, record)
        if isinstance(log, Iceberg) and record.log == "append":
            log = log.written(record.run, record.run, log.head(), (*log.rows(log.head()), *changes), record)
        work = actor.work._replace(record=record, changes=changes)
        return state._replace(table=table, log=log), actor._replace(step="switch", work=work)

    def switch(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """fast_forward of main."""
        table, record = state.table, actor.work.record
        assert isinstance(table, Iceberg) and record is not None
        rows = table.rows(table.head())
        try:
            if self.guards.switch_by_fast_forward:
                table = table.forwarded(record.run)
                if not self.guards.branch_outlives_switch:
                    table = table.without(record.run)
            else:
                rows = applied(rows, actor.work.changes)
                table = table.written("main", f"{record.run}p", table.head(), rows, record)
        except RefusedError:
            return self.refused(state, actor)
        return self.has_switched(state._replace(table=table), actor, table.rows(table.head()))

    def publish_rows(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The branch of the run becomes main of the log. If it cannot, its rows go onto a branch of the pinned main."""
        log, record, place = state.log, actor.work.publishing, actor.work.log_place
        assert record is not None and isinstance(state.table, Iceberg)
        done = self.then(actor, "publish_log")
        again = actor._replace(step="publish_log", work=actor.work._replace(at=""))
        if log is not None and (place or self.guards.log_starts_on_branch):
            assert isinstance(log, Iceberg)
            if log.snapshot(place) is None:
                return state, again
            newest = log.newest(place)
            if newest is not None and newest.commit == record.commit:
                return state, done
            if any((change.epoch, change.number) == record.commit for change in log.rows(place)):
                return state, done  # and its snapshot has expired
            if record.log == "append" and log.head(record.run):
                if not self.guards.log_by_fast_forward:
                    rows = (*log.rows(log.head()), *self.added(log, record))
                    if any(change.run == record.run for change in log.rows(log.head())):
                        return state, done
                    return state._replace(log=log.written("main", f"{record.run}p", log.head(), rows, record)), done
                try:
                    return state._replace(log=log.forwarded(record.run)), done
                except RefusedError:
                    pass
                if any(change.number == record.number for change in log.rows(log.head())):
                    return (state, done) if not self.guards.publisher_looks_at_table else (state, again)
                if not self.guards.publisher_looks_at_table:
                    place = log.head()  # a branch of main as it is now
                rows = (*log.rows(place), *self.added(log, record))
                return self.written_on(state, log, place, rows, record, done, again)
        # The log starts; also when the branch of its rows is gone.
        try:
            rows = started(state.table.rows(actor.work.at), record)
        except RefusedError:
            return state, again
        if not self.guards.log_starts_on_branch:
            base = log if isinstance(log, Iceberg) else Iceberg()
            return state._replace(
                log=base.replaced(f"{record.run}s{actor.name}", rows, record._replace(log="start"), None)
            ), done
        return self.written_on(state, log or Iceberg(), place, rows, record._replace(log="start"), done, again)

    def written_on(
        self, state: State, log: Any, place: str, rows: Any, record: Record, done: Actor, again: Actor
    ) -> tuple[State, Actor]:
        """A branch of the pinned main, the rows on it, and fast_forward, which fails if main is another by now."""
        if log.head() != place:
            return state, again
        name = f"{record.run}{record.log[0]}{done.name}"
        return state._replace(log=log.written("main", name, place, rows, record)), done

    def added(self, log: Iceberg, record: Record) -> tuple[Change, ...]:
        return tuple(change for change in log.rows(log.head(record.run)) if change.run == record.run)

    def log_place(self, log: Any) -> str:
        return log.head() if log is not None else ""

    def start_of_summary(self, log: Any) -> Start | None:
        """The record of the snapshot with which the log has started; it does not survive an expiry."""
        starts = (one.record for one in log.ancestors(log.head()) if one.record and one.record.log == "start")
        return next((Start(*record.commit) for record in starts), None)

    def place_of(self, table: Any, record: Record | None) -> str:
        assert isinstance(table, Iceberg)
        found = next((one.name for one in table.ancestors(table.head()) if one.record == record), "")
        return found or table.head()

    def newest(self, table: Any) -> Record | None:
        assert isinstance(table, Iceberg)
        return table.newest(table.head())

    def left(self, state: State) -> list[Record]:
        tables = [one for one in (state.table, state.log) if isinstance(one, Iceberg)]
        heads = {one.snapshot(name) for one in tables for branch, name in one.branches if branch != "main"}
        return sorted({head.record for head in heads if head and head.record})

    def dropped(self, state: State, run: str) -> State:
        table, log = state.table, state.log
        if isinstance(table, Iceberg):
            table = table.without(run)
        if isinstance(log, Iceberg):
            log = log.without(run)
        return state._replace(table=table, log=log)

    def current(self, table: Any) -> str:
        assert isinstance(table, Iceberg)
        return table.head()

    def compacted(self, table: Any, name: str) -> Any:
        assert isinstance(table, Iceberg)
        return table.compacted(name)


class DeltaSteps(Protocol):
    """MERGE with a transaction: its version is the serial of the commit, and a loser is skipped silently."""

    def pin(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """SHOW TBLPROPERTIES; the version is another statement."""
        table = state.table
        if table is None:
            return self.pinned(state, actor, None, "")
        assert isinstance(table, Delta) and table.properties is not None
        work = actor.work._replace(seal=table.properties.seal(), created=table.properties.created)
        return state, actor._replace(step="pin_version", work=work)

    def pin_version(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """DESCRIBE HISTORY: the last version and its record."""
        table, seal, created = state.table, actor.work.seal, actor.work.created
        assert isinstance(table, Delta) and created is not None
        return self.pinned(state, actor, self.later(table, seal, created), table.latest())

    def unsealed(self, table: Any) -> Record | None:
        assert isinstance(table, Delta) and table.properties is not None
        return self.later(table, table.properties.seal(), table.properties.created)

    def later(self, table: Delta, seal: Seal | None, created: Record) -> Record | None:
        """The commit of the last version, if it is not sealed. The properties may have been read before."""
        newest = table.newest(table.latest())
        if seal is None or newest is None:
            return created
        return newest if newest.epoch == created.epoch and newest.number > seal.record.number else None

    def create(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record, rows = actor.work.record, actor.work.rows
        assert record is not None
        if state.table is not None and self.guards.create_first:
            return self.refused(state, actor)
        base = state.table if isinstance(state.table, Delta) else Delta()
        serial = record.serial if self.guards.create_first else None
        table = base.replaced(rows, record, Properties(record, None), serial)
        return self.has_switched(state._replace(table=table), actor, rows)

    def rebuild(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """CREATE OR REPLACE TABLE AS with the transaction."""
        record, rows, table = actor.work.record, actor.work.rows, state.table
        assert record is not None and isinstance(table, Delta)
        previous = actor.work.seal if self.guards.rebuild_keeps_seal else None
        serial = record.serial if self.guards.rebuild_in_transaction else None
        after = table.replaced(rows, record, Properties(record, previous), serial)
        return self.read_back(state, actor, after, rows)

    def write(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The rows of the log go into a table of the run."""
        record = actor.work.record
        assert record is not None
        start = self.log_start(state.log)
        if start is None or start.epoch != record.epoch:
            record = record._replace(log="start")
        changes = decided(actor.work, record)
        if record.log == "append" and self.guards.rows_kept_before_switch:
            state = state._replace(kept=tuple(sorted([*state.kept, (record, changes)])))
        work = actor.work._replace(record=record, changes=changes)
        return state, actor._replace(step="switch", work=work)

    def switch(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """MERGE into the table as it is now. The transaction says that it is what was pinned, or compacted."""
        record, table = actor.work.record, state.table
        assert record is not None and isinstance(table, Delta)
        rows = applied(table.rows(table.latest()), actor.work.changes, self.guards.keys_by_update)
        return self.read_back(state, actor, table.written(rows, record, record.serial), rows)

    def read_back(self, state: State, actor: Actor, after: Delta, rows: Rows) -> tuple[State, Actor]:
        """A MERGE that was skipped says nothing: whose commit has the serial?"""
        record = actor.work.record
        assert record is not None
        skipped = after == state.table
        if skipped and self.guards.loser_reads_back:
            return self.refused(state, actor)
        state = state._replace(table=after)
        if skipped:
            return state, actor._replace(step="publish_log", work=actor.work._replace(publishing=record))
        state, actor = self.has_switched(state, actor, rows)
        if not self.guards.rows_kept_before_switch and record.log == "append":
            return state, actor._replace(step="keep")
        return state, actor

    def keep(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Too late, for the test of a guard."""
        record = actor.work.record
        assert record is not None
        kept = tuple(sorted([*state.kept, (record, actor.work.changes)]))
        return state._replace(kept=kept), actor._replace(step="publish_log")

    def publish_rows(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """INSERT into the log, or CREATE OR REPLACE, with the transaction: done already, or by this statement."""
        log, record, table = state.log, actor.work.publishing, state.table
        assert record is not None and isinstance(table, Delta)
        done = self.then(actor, "publish_log")
        serial = record.serial if self.guards.log_in_transaction else None
        start_serial = record.serial if self.guards.log_starts_in_transaction else None
        kept = dict(state.kept).get(record)
        if record.log == "append" and isinstance(log, Delta):
            if log.skips(serial):
                return state, done
            if kept is not None:
                rows = (*log.rows(log.latest()), *kept)
                return state._replace(log=log.written(rows, record, serial)), done
        if log is None:
            log = Delta()
        assert isinstance(log, Delta)
        rows = started(table.rows(actor.work.at), record)
        return state._replace(log=log.replaced(rows, record._replace(log="start"), None, start_serial)), done

    def log_place(self, log: Any) -> str:
        return log.latest() if log is not None else ""

    def place_of(self, table: Any, record: Record | None) -> str:
        assert isinstance(table, Delta)
        places = [str(place) for place, version in enumerate(table.versions) if version.record == record]
        return places[-1] if places else table.latest()

    def newest(self, table: Any) -> Record | None:
        assert isinstance(table, Delta)
        return table.newest(table.latest())

    def left(self, state: State) -> list[Record]:
        return [record for record, _ in state.kept]

    def dropped(self, state: State, run: str) -> State:
        return state._replace(kept=tuple(one for one in state.kept if one[0].run != run))

    def current(self, table: Any) -> str:
        assert isinstance(table, Delta)
        return table.latest()

    def compacted(self, table: Any, name: str) -> Any:
        assert isinstance(table, Delta)
        return table.compacted()
