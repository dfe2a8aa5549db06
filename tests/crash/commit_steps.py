"""The steps of a commit, as a model: what a run, a reader and a sweeper do to the tables, one atomic step at a time.

A step is a method of `Protocol`. It takes the state and the actor, does at most one thing that others can see, and
returns the new state and the actor with its next step. Between two steps anything may happen: the other actor, a
foreign compaction, or nothing any more, because the run was killed. Private work (the rows on a branch that nobody
else knows) is one step with the statement that makes it.

    look       The properties of the table, then its snapshots or versions: what is sealed, and what is not.
    write      Decide; put the rows where nobody looks: on branches, or into a table of the run.
    switch     fast_forward, or MERGE with the transaction; CREATE TABLE or CREATE OR REPLACE to build the table.
    write_log  The changes become part of the log; then history, seal, clean. After a failure, for a commit of another
               run, and where a log starts on Iceberg, a look at the log and a look at the table come before.

`Guards` names each precaution; tests/crash/test_commit_model.py shows that none of them can be left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from commit_stores import Change, Delta, Iceberg, Properties, Record, RefusedError, Row, Rows, Seal


class Guards(NamedTuple):
    """The precautions of the protocol. The checker finds a wrong state without any one of them."""

    # Iceberg
    branch_of_pin: bool = True  # the branch of the rows is made as of S, not of what main is by then
    switch_by_fast_forward: bool = True  # and not by cherry-picking, which is not bound to S
    log_by_fast_forward: bool = True  # the same of the log
    log_stays: bool = True  # a rebuild leaves a log with the right columns: a branch, and not CREATE OR REPLACE
    log_starts_on_pin: bool = True  # that branch is as of the look, not of what main is by then
    log_is_created_once: bool = True  # CREATE TABLE for a log that was not there, not CREATE OR REPLACE
    log_has_id: bool = True  # the seal says which log it is: a late CREATE OR REPLACE is noticed
    log_starts_apart: bool = True  # without a rebuild, a log that starts gets another id, so that readers notice
    looks_for_rows: bool = True  # the pinned log may have the rows of the commit already
    broken_chain_compared: bool = True  # when snapshots between main and the seal have expired: is the branch in main?
    looks_again: bool = True  # after such an expiry the properties are read again, because the branch may just be gone
    history_replaced: bool = True  # the row of the commit, if there is one
    # Delta
    log_in_transaction: bool = True  # INSERT into the log
    log_starts_in_transaction: bool = True  # CREATE OR REPLACE of the log
    history_in_transaction: bool = True
    rebuild_in_transaction: bool = True
    rebuild_counts_unsealed: bool = True  # its serial is after that of a commit that is not sealed
    loser_reads_back: bool = True  # whose commit has the serial?
    rows_kept_before_switch: bool = True
    version_of_record: bool = True  # a rebuild is sealed as the version that has its record, not the last one
    log_version_first: bool = True  # a reader takes the version of a log before it looks whose log it is
    empty_writes_nothing: bool = True  # no INSERT for a commit without changes: it has kept no table
    # both
    serial_survives_rebuild: bool = True
    create_first: bool = True  # CREATE TABLE for the first run, not CREATE OR REPLACE
    recovers: bool = True  # a run publishes what a killed run has left, before it pins
    seals_last: bool = True  # after the log
    publisher_looks_at_table: bool = True  # and stops if the commit is sealed or was replaced
    looks_at_log_first: bool = True  # the look at the table says that what was seen of the log is not too old
    looks_at_kept_first: bool = True  # the same of the table of the run: it is dropped after the seal
    branches_dropped_last: bool = True  # after the seal
    branch_outlives_switch: bool = True  # it is not dropped by the commit that switches
    keeps_branches_of_failure: bool = True  # a run whose switch failed may have switched: it leaves its branches
    sweeps_losers_only: bool = True  # a sweeper drops what can no longer switch, not what has not switched
    lost_has_other_id: bool = True  # a log that lost changes starts again, by a run that keeps its rows
    trims_own_rows: bool = True  # a late DELETE of old changes leaves those of another build: their time is another one
    reader_bounds_log: bool = True  # _commit <= n
    reader_pins_log: bool = True  # rows of the snapshot of the log whose id was seen
    reader_waits_for_seal: bool = True
    reader_looks_again: bool = True  # is the table still of the epoch of its seal?
    reader_looks_for_trim: bool = True  # and the log still has the changes?
    keys_by_update: bool = True  # for the tests of the checker only: stored keys are updated, not inserted


ALL = Guards()
# The name of a log that has lost changes.
LOST = "lost"


class Found(NamedTuple):
    """What a publisher has seen of the log and of the table of the run."""

    exists: bool
    place: str = ""
    log: str = ""
    fits: bool = False
    has_rows: bool = False
    has_branch: bool = False
    has_kept: bool = True


class Work(NamedTuple):
    """What an actor has in mind. It is lost with a kill."""

    why: str = ""  # it looks at the table: "settle", "rebuild", "publish" or "read"
    seal: Seal | None = None
    created: Record | None = None
    place: str = ""  # S
    rows: Rows = ()  # at S, or those that a reader starts with
    offset: int = 0  # of the sealed commit: up to where the input is in the rows
    record: Record | None = None  # its own commit
    changes: tuple[Change, ...] = ()
    base: Iceberg | None = None  # what CREATE OR REPLACE began with
    publishing: Record | None = None
    again: bool = False
    at: str = ""  # the snapshot that the seal will name
    found: Found | None = None
    log_place: str = ""  # of a reader
    target: str = ""  # of a sweeper


class Actor(NamedTuple):
    name: str
    todo: tuple[str, ...]
    step: str = "next"
    work: Work = Work()
    # how its runs have ended: ("done", run), ("refused", run) or ("failed", run), and the commit
    results: tuple[tuple[str, str], ...] = ()
    runs: int = 0


class State(NamedTuple):
    source: int  # the events 1 to source can be read
    table: Iceberg | Delta | None = None
    log: Iceberg | Delta | None = None
    kept: tuple[tuple[Record, tuple[Change, ...]], ...] = ()  # the tables of runs
    history: tuple[tuple[str, int], ...] = ()
    history_transaction: int = 0
    offset: Record | None = None  # of the reader, written with its rows
    copy: Rows = ()  # the rows of the reader
    # What no process knows, for the checks: the rows of each switch.
    switched: tuple[tuple[Record, Rows], ...] = ()
    actors: tuple[Actor, ...] = ()
    # what others will do to the tables, and have not yet done
    foreign: tuple[str, ...] = ()


KEY_OF_EVENT = ("k", "k", "j", "k", "j", "k", "j", "k", "j")


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
        Change(record.number, key, stored.get(key, ()), events, record.epoch, record.run)
        for key, events in after
        if stored.get(key, ()) != events
    )


def started(rows: Rows, record: Record) -> tuple[Change, ...]:
    """The rows of a log that starts with a rebuild: the whole table."""
    return tuple(Change(record.number, key, (), events, record.epoch, record.run) for key, events in rows)


def applied(rows: Rows, changes: tuple[Change, ...], by_update: bool = True) -> Rows:
    """MERGE of the known keys, and INSERT of those that were new to the run: neither asks what is there now."""
    updates = {change.key: change.after for change in changes if change.before and by_update}
    inserts = [(change.key, change.after) for change in changes if not (change.before and by_update)]
    updated: list[Row] = [(key, updates.get(key, events)) for key, events in rows]
    return tuple(sorted([*updated, *inserts]))


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

    def run_name(self, actor: Actor) -> str:
        return f"{actor.name}{actor.runs}"

    def ended(self, actor: Actor, how: str) -> Actor:
        result = () if actor.todo[0] in ("sweep", "trim") else ((how, self.run_name(actor)),)
        return actor._replace(step="next", todo=actor.todo[1:], work=Work(), results=(*actor.results, *result))

    # A look at the table, by whoever wants to know what is not sealed: see `seen`

    def look(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The properties, and on Iceberg the current snapshot, which is in the same file."""
        raise NotImplementedError

    def look_at_history(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The snapshots or versions, as they are by then."""
        raise NotImplementedError

    def seen(self, state: State, actor: Actor, unsealed: Record | None, at: str) -> tuple[State, Actor]:
        """Goes on after the look, with the commit that is not sealed, and its snapshot; or with the current one."""
        why = actor.work.why
        if why == "publish":
            return self.seen_by_publisher(state, actor, unsealed, at)
        if why == "read":
            return self.seen_by_reader(state, actor, unsealed, at)
        if why == "rebuild":
            return self.seen_by_rebuild(state, actor, unsealed)
        if unsealed is not None and self.guards.recovers:
            return state, self.publish(actor, unsealed, at, again=True)
        seal, created = actor.work.seal, actor.work.created
        assert created is not None
        last = seal.record if seal else created
        kind = actor.todo[0]
        if kind == "sweep":
            return state, actor._replace(step="sweep_look")
        if kind == "trim":
            old = last.number - 1
            return state, actor._replace(step="trim_start") if old > last.start else self.ended(actor, "idle")
        if kind == "recover" or (kind in ("run", "restart") and last.offset == state.source):
            return state, self.ended(actor, "idle")
        run = self.run_name(actor)
        offset = last.offset if kind == "expire" else state.source
        record = Record(run, created.epoch, last.number + 1, last.serial + 1, offset, last.start, last.log)
        assert state.table is not None
        try:
            rows = self.rows_to_decide(state.table, actor.work.place)
        except RefusedError:
            return self.refused(state, actor)  # S has expired meanwhile
        work = actor.work._replace(record=record, rows=rows, offset=last.offset)
        if kind == "expire":
            work = work._replace(record=record._replace(changes=False))
        return state, actor._replace(step="write" if kind == "expire" else "sync_log", work=work)

    # A run

    def pin(self, state: State, actor: Actor) -> tuple[State, Actor]:
        if state.table is not None:
            why = "rebuild" if actor.todo[0] == "rebuild" else "settle"
            return self.look(state, actor._replace(work=Work(why=why)))
        if actor.todo[0] not in ("run", "rebuild"):
            return state, self.ended(actor, "idle")
        return state, self.builds(state, actor, "create", 1)

    def seen_by_rebuild(self, state: State, actor: Actor, unsealed: Record | None) -> tuple[State, Actor]:
        """A rebuild publishes nothing: it needs nothing of the old table."""
        seal, created = actor.work.seal, actor.work.created
        assert created is not None
        last = unsealed or (seal.record if seal else created)
        serial = last.serial + 1 if self.guards.serial_survives_rebuild else 1
        return state, self.builds(state, actor, "rebuild", serial)

    def builds(self, state: State, actor: Actor, step: str, serial: int) -> Actor:
        run = self.run_name(actor)
        record = Record(run, run, 1, serial, state.source)
        work = actor.work._replace(record=record, rows=folded((), range(1, record.offset + 1)))
        return actor._replace(step=step, work=work)

    def sync_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Does the log go on, or start with this commit? Then the run keeps its changes, as it does on Delta."""
        record, log = actor.work.record, state.log
        assert record is not None
        goes_on = actor.todo[0] != "restart" and log is not None and self.is_log_of(log, record)
        record = record._replace(start=record.start if goes_on else record.number - 1, kept=self.keeps(goes_on))
        return state, actor._replace(step="write", work=actor.work._replace(record=record))

    def is_log_of(self, log: Any, record: Record) -> bool:
        return not self.guards.log_has_id or log.log == record.log

    def keep(self, state: State, record: Record, changes: tuple[Change, ...]) -> State:
        """CREATE TABLE of the run."""
        return state._replace(kept=tuple(sorted([*state.kept, (record, changes)]))) if record.kept else state

    def kept(self, state: State, record: Record) -> tuple[Change, ...] | None:
        """The table of a run, if it is there."""
        return next((changes for one, changes in state.kept if one.run == record.run), None)

    def has_switched(self, state: State, actor: Actor, rows: Rows, at: str) -> tuple[State, Actor]:
        """Goes on from the switch: publishes the commit of this run."""
        record = actor.work.record
        assert record is not None
        state = state._replace(switched=(*state.switched, (record, rows)))
        return state, self.publish(actor, record, at)

    def refused(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Another run was faster. The branches stay: a sweeper drops them."""
        return state, self.ended(actor, "refused")

    def failed(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """What a run must not do when its switch has failed, or seems to have: clean up."""
        return self.dropped(state, self.run_name(actor)), self.ended(actor, "failed")

    # Publishing: a run of itself, or whoever comes next

    def publish(self, actor: Actor, record: Record, at: str, again: bool = False) -> Actor:
        """Begins it. The looks are left out where nobody else can have published it, or where it does not matter."""
        work = actor.work._replace(publishing=record, at=at, again=again, base=None, found=None)
        if not again and not self.looks_at_once(record):
            return actor._replace(step=self.order()[0], work=work)
        return actor._replace(step="look_log" if self.guards.looks_at_log_first else "look_table", work=work)

    def looks_at_once(self, record: Record) -> bool:
        raise NotImplementedError

    def order(self) -> list[str]:
        """The order in which a commit is published."""
        if not self.guards.seals_last:
            return ["write_history", "seal", "write_log", "clean"]
        if not self.guards.branches_dropped_last:
            return ["write_log", "write_history", "clean", "seal"]
        return ["write_log", "write_history", "seal", "clean"]

    def then(self, actor: Actor, step: str) -> Actor:
        """Goes on with what comes after a step of publishing."""
        order = self.order()
        later = order.index(step) + 1
        return actor._replace(step=order[later]) if later < len(order) else self.published(actor)

    def once_more(self, actor: Actor) -> Actor:
        """A statement has failed: from the looks on."""
        record, work = actor.work.publishing, actor.work
        assert record is not None
        return self.publish(actor, record, work.at, again=True)

    def look_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """What is written to the log below only succeeds if this is still the log."""
        record, log, again = actor.work.publishing, state.log, actor.work.again
        assert record is not None
        found = Found(exists=log is not None)
        if log is not None:
            found = found._replace(place=self.current(log), log=log.log, fits=self.fits(log, record))
        asks_for_branch = False
        if again and isinstance(log, Iceberg) and not record.starts:
            try:
                rows = log.rows(found.place)
            except RefusedError:
                return state, self.ended(actor, "failed")
            found = found._replace(has_rows=any(change.number == record.number for change in rows))
            asks_for_branch = True
        if again and self.guards.looks_at_kept_first and record.kept:
            found = found._replace(has_kept=self.kept(state, record) is not None)
        actor = actor._replace(work=actor.work._replace(found=found))
        return state, actor._replace(step="look_branch") if asks_for_branch else self.has_looked_at_log(actor)

    def has_looked_at_log(self, actor: Actor) -> Actor:
        looks = self.guards.publisher_looks_at_table and self.guards.looks_at_log_first
        return actor._replace(step="look_table" if looks else self.order()[0])

    def fits(self, log: Any, record: Record) -> bool:
        raise NotImplementedError

    def look_table(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Then at the table: is the commit still to be published?"""
        return self.look(state, actor._replace(work=actor.work._replace(why="publish")))

    def seen_by_publisher(self, state: State, actor: Actor, unsealed: Record | None, at: str) -> tuple[State, Actor]:
        record = actor.work.publishing
        assert record is not None
        if unsealed is None or unsealed.run != record.run:
            return state, self.published(actor)
        actor = actor._replace(work=actor.work._replace(at=at))
        if not self.guards.looks_at_log_first:
            return self.look_log(state, actor)
        looks = actor.work.again and record.kept and not self.guards.looks_at_kept_first
        return state, actor._replace(step="look_kept" if looks else self.order()[0])

    def look_kept(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Too late, for the test of a guard."""
        record, found = actor.work.publishing, actor.work.found
        assert record is not None and found is not None
        found = found._replace(has_kept=self.kept(state, record) is not None)
        return state, actor._replace(step=self.order()[0], work=actor.work._replace(found=found))

    def write_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record, work = actor.work.publishing, actor.work
        assert record is not None
        if work.again and self.lost(record, work.found):
            record = record._replace(start=record.number, log=LOST if self.guards.lost_has_other_id else record.log)
            return state, self.then(actor._replace(work=work._replace(publishing=record)), "write_log")
        if record.starts and (record.changes or not self.guards.empty_writes_nothing):
            return self.start_log(state, actor)
        return self.add_to_log(state, actor)

    def lost(self, record: Record, found: Found | None) -> bool:
        """Whether the changes are gone."""
        if found is None:
            return False
        if not found.has_kept:
            return True
        is_its_log = found.log == record.log or not self.guards.log_has_id
        return not record.starts and not (found.exists and is_its_log and self.has_changes(record, found))

    def has_changes(self, record: Record, found: Found) -> bool:
        return True

    def start_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        raise NotImplementedError

    def add_to_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        raise NotImplementedError

    def starts_with(self, state: State, actor: Actor) -> tuple[Change, ...]:
        """The rows of a log that starts: of the table, or those that the run has kept, or has in memory."""
        record, work = actor.work.publishing, actor.work
        assert record is not None and state.table is not None
        if record.rebuilds:
            return started(state.table.rows(work.at), record)
        changes = self.kept(state, record)
        if changes is None and work.record and work.record.run == record.run and not record.kept:
            changes = work.changes
        if changes is None:
            raise RefusedError("no table of the run")
        return changes

    def write_history(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record = actor.work.publishing
        assert record is not None
        return self.with_history(state, record), self.then(actor, "write_history")

    def with_history(self, state: State, record: Record) -> State:
        raise NotImplementedError

    def seal(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record, table = actor.work.publishing, state.table
        assert record is not None and table is not None and table.properties is not None
        properties = table.properties.sealed(Seal(record, actor.work.at))
        return state._replace(table=table.altered(properties)), self.then(actor, "seal")

    def clean(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record = actor.work.publishing
        assert record is not None
        return self.dropped(state, record.run), self.then(actor, "clean")

    def published(self, actor: Actor) -> Actor:
        record, publishing = actor.work.record, actor.work.publishing
        if record and publishing and record.run == publishing.run:
            return self.ended(actor, "done")
        return actor._replace(step="pin", work=Work())

    # A sweeper: drops what killed runs have left. A run can be paused for long.

    def sweep_look(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """A branch whose commit is not main's is no proof that its run is dead. One that is too late to switch is."""
        seal = actor.work.seal
        assert seal is not None
        for record in self.left(state, seal.record.epoch):
            if self.guards.sweeps_losers_only:
                drop = record.serial <= seal.record.serial
            else:
                drop = self.newest(state.table) != record
            if drop:
                return state, actor._replace(step="sweep", work=actor.work._replace(target=record.run))
        return state, self.ended(actor, "idle")

    def sweep(self, state: State, actor: Actor) -> tuple[State, Actor]:
        return self.dropped(state, actor.work.target), self.ended(actor, "idle")

    # Trimming: old changes are deleted, and a property says so before

    def trim_start(self, state: State, actor: Actor) -> tuple[State, Actor]:
        seal, table = actor.work.seal, state.table
        assert seal is not None and table is not None and table.properties is not None
        if table.properties.created.epoch == seal.record.epoch:
            trimmed = max(table.properties.trimmed, seal.record.number - 1)
            state = state._replace(table=table.altered(table.properties._replace(trimmed=trimmed)))
        return state, actor._replace(step="trim")

    def trim(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """DELETE: of the log as it is by then."""
        seal, log = actor.work.seal, state.log
        assert seal is not None and log is not None
        until, epoch = seal.record.number - 1, seal.record.epoch
        rows = [
            change
            for change in log.rows(self.current(log))
            if change.number > until or (self.guards.trims_own_rows and change.epoch != epoch)
        ]
        return state._replace(log=self.overwritten(log, rows)), self.ended(actor, "idle")

    def overwritten(self, log: Any, rows: list[Change]) -> Any:
        raise NotImplementedError

    # A reader: the model downstream. Its rows and its offset are one commit.

    def reader_pin(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The sealed commit. A rebuild that is not sealed is an error."""
        table = state.table
        if table is None or table.properties is None:
            return state, self.ended(actor, "idle")
        seal = table.properties.seal()
        if seal is None:
            return self.refused(state, actor)
        if not self.guards.reader_waits_for_seal:
            newest = self.newest(table) or seal.record
            seal = seal._replace(record=newest._replace(start=seal.record.start, log=seal.record.log))
        work = Work(why="read", seal=seal, created=table.properties.created, place=self.current(table))
        before = state.offset
        if before and before.epoch == seal.record.epoch and seal.record.number <= before.number:
            return state, self.ended(actor, "idle")
        return state, actor._replace(step="reader_log", work=work)

    def reader_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Whose log this is, and its snapshot. Then the table, if the reader has to begin again."""
        raise NotImplementedError

    def has_log(self, state: State, actor: Actor, log_place: str) -> tuple[State, Actor]:
        seal, before = actor.work.seal, state.offset
        assert seal is not None
        actor = actor._replace(work=actor.work._replace(log_place=log_place))
        if before is None or before.epoch != seal.record.epoch or seal.record.start > before.number:
            return state, actor._replace(step="look_at_history")
        return state, actor._replace(step="reader_rows")

    def seen_by_reader(self, state: State, actor: Actor, unsealed: Record | None, at: str) -> tuple[State, Actor]:
        """The user rebuilds the reader: from the table, at the sealed commit, or at a compaction of it."""
        seal, table = actor.work.seal, state.table
        assert seal is not None and table is not None
        try:
            rows = table.rows(seal.place if unsealed else at)
        except RefusedError:
            return self.refused(state, actor)
        return state, actor._replace(step="reader_starts", work=actor.work._replace(rows=rows))

    def reader_starts(self, state: State, actor: Actor) -> tuple[State, Actor]:
        seal = actor.work.seal
        assert seal is not None
        if self.is_rebuilt(state, actor):
            return self.refused(state, actor)
        return state._replace(offset=seal.record, copy=actor.work.rows), self.ended(actor, "idle")

    def reader_rows(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The changes of the log; one more look; and the commit of the reader, which depends on nothing else."""
        seal, before, log = actor.work.seal, state.offset, state.log
        assert seal is not None and before is not None and log is not None
        place = actor.work.log_place if self.guards.reader_pins_log else self.current(log)
        try:
            changes = log.rows(place)
        except RefusedError:
            return self.refused(state, actor)
        if self.is_rebuilt(state, actor) or self.is_trimmed(state, before):
            return self.refused(state, actor)
        last = seal.record.number if self.guards.reader_bounds_log else 99
        rows = replayed(state.copy, [change for change in changes if before.number < change.number <= last])
        return state._replace(offset=seal.record, copy=rows), self.ended(actor, "idle")

    def is_rebuilt(self, state: State, actor: Actor) -> bool:
        table, seal = state.table, actor.work.seal
        assert table is not None and table.properties is not None and seal is not None
        return self.guards.reader_looks_again and table.properties.created.epoch != seal.record.epoch

    def is_trimmed(self, state: State, before: Record) -> bool:
        assert state.table is not None and state.table.properties is not None
        return self.guards.reader_looks_for_trim and state.table.properties.trimmed > before.number

    # What the formats differ in

    def rows_to_decide(self, table: Any, place: str) -> Rows:
        raise NotImplementedError

    def keeps(self, goes_on: bool) -> bool:
        """Whether a run keeps its changes in a table."""
        raise NotImplementedError

    def newest(self, table: Any) -> Record | None:
        raise NotImplementedError

    def left(self, state: State, epoch: str) -> list[Record]:
        """What runs have left: branches, and tables of runs of an epoch."""
        raise NotImplementedError

    def dropped(self, state: State, run: str) -> State:
        return state._replace(kept=tuple(one for one in state.kept if one[0].run != run))

    def current(self, table: Any) -> str:
        """The name of the current snapshot or version."""
        raise NotImplementedError

    def compacted(self, table: Any, name: str) -> Any:
        raise NotImplementedError


class IcebergSteps(Protocol):
    """Branches as of the pinned snapshot, and fast_forward.

    `swaps` says what CREATE OR REPLACE does to commits that were made while it ran: a REST catalog keeps them, the
    others put back the metadata that the statement began with.
    """

    def __init__(self, guards: Guards = ALL, swaps: bool = True) -> None:
        super().__init__(guards)
        self.swaps = swaps

    def look(self, state: State, actor: Actor) -> tuple[State, Actor]:
        table = state.table
        assert isinstance(table, Iceberg) and table.properties is not None
        created, seal = table.properties.created, table.properties.seal()
        actor = actor._replace(work=actor.work._replace(seal=seal, created=created, place=table.head()))
        if seal is None:
            return self.seen(state, actor, created, table.head())
        if seal.place == table.head() or actor.work.why == "rebuild":
            return self.seen(state, actor, None, table.head())
        return state, actor._replace(step="look_at_history")

    def look_at_history(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The records are in the summaries of the ancestors of main."""
        table, work = state.table, actor.work
        assert isinstance(table, Iceberg) and work.seal is not None
        last = work.seal.record
        if work.place == work.seal.place and work.why == "read":
            return self.seen(state, actor, None, work.place)
        known = [one for one in table.ancestors(table.head()) if one.record]
        for one in known:
            if self.is_later(one.record, last):
                return self.seen(state, actor, one.record, one.name)
        if known or any(one.name == work.seal.place for one in table.ancestors(table.head())):
            return self.seen(state, actor, None, work.place)
        # Compactions and an expiry have removed the ancestors. Branches of killed runs are still there.
        for branch, name in table.branches if self.guards.broken_chain_compared else ():
            snapshot = table.snapshot(name)
            assert snapshot is not None
            is_same = branch != "main" and snapshot.rows == table.rows(table.head())
            if is_same and self.is_later(snapshot.record, last):
                return self.seen(state, actor, snapshot.record, name)
        if self.guards.looks_again:
            return state, actor._replace(step="look_again")
        return self.seen(state, actor, None, work.place)

    def is_later(self, record: Record | None, last: Record) -> bool:
        return record is not None and record.epoch == last.epoch and record.number > last.number

    def look_again(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """No record was found because it has expired. It may have been that of a commit that was sealed meanwhile."""
        table, work = state.table, actor.work
        assert isinstance(table, Iceberg) and table.properties is not None
        seal = table.properties.seal()
        if work.seal and seal and seal.record.commit == work.seal.record.commit and table.head() == work.place:
            return self.seen(state, actor, None, work.place)
        if work.why == "read":
            return self.refused(state, actor)
        return self.look(state, actor)

    def rows_to_decide(self, table: Any, place: str) -> Rows:
        assert isinstance(table, Iceberg)
        return table.rows(place)

    def keeps(self, goes_on: bool) -> bool:
        return not goes_on

    def create(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """CREATE TABLE AS of the first run; one of two wins."""
        record, rows = actor.work.record, actor.work.rows
        assert record is not None
        if state.table is not None and self.guards.create_first:
            return self.refused(state, actor)
        base = state.table if isinstance(state.table, Iceberg) else Iceberg()
        table = base.replaced(record.run, rows, None, Properties(record))
        return self.has_switched(state._replace(table=table), actor, rows, record.run)

    def rebuild(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """CREATE OR REPLACE TABLE AS begins: it reads the metadata on which the new ones are based."""
        assert isinstance(state.table, Iceberg)
        return state, actor._replace(step="replace", work=actor.work._replace(base=state.table))

    def replace(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """... and ends. It cannot be refused."""
        record, rows = actor.work.record, actor.work.rows
        base = actor.work.base if self.swaps else state.table
        assert record is not None and isinstance(base, Iceberg)
        table = base.replaced(record.run, rows, None, Properties(record))
        return self.has_switched(state._replace(table=table), actor, rows, record.run)

    def write(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The branch of the log, the branch of the table as of S, and the rows on both; or the table of the run."""
        table, log, record = state.table, state.log, actor.work.record
        assert isinstance(table, Iceberg) and record is not None
        changes = decided(actor.work, record)
        place = actor.work.place if self.guards.branch_of_pin else table.head()
        if table.snapshot(place) is None:
            return self.refused(state, actor)
        rows = applied(table.rows(place), changes, self.guards.keys_by_update)
        table = table.written(record.run, record.run, place, rows, record)
        if isinstance(log, Iceberg) and record.changes and not record.starts:
            log = log.written(record.run, record.run, log.head(), (*log.rows(log.head()), *changes), record)
        state = self.keep(state._replace(table=table, log=log), record, changes)
        return state, actor._replace(step="switch", work=actor.work._replace(changes=changes))

    def switch(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """fast_forward of main."""
        table, record = state.table, actor.work.record
        assert isinstance(table, Iceberg) and record is not None
        rows, at = table.rows(table.head()), record.run
        try:
            if self.guards.switch_by_fast_forward:
                table = table.forwarded(record.run)
                if not self.guards.branch_outlives_switch:
                    table = table.without(record.run)
            else:
                rows, at = applied(rows, actor.work.changes), f"{record.run}p"
                table = table.written("main", at, table.head(), rows, record)
        except RefusedError:
            return self.refused(state, actor)
        return self.has_switched(state._replace(table=table), actor, table.rows(table.head()), at)

    def looks_at_once(self, record: Record) -> bool:
        return record.rebuilds or (record.starts and record.changes)

    def look_branch(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record, log, found = actor.work.publishing, state.log, actor.work.found
        assert record is not None and found is not None and isinstance(log, Iceberg)
        found = found._replace(has_branch=log.head(record.run) != "")
        return state, self.has_looked_at_log(actor._replace(work=actor.work._replace(found=found)))

    def fits(self, log: Any, record: Record) -> bool:
        apart = record.rebuilds or log.log != record.log or not self.guards.log_starts_apart
        return bool(log.columns == "new" and apart)

    def has_changes(self, record: Record, found: Found) -> bool:
        return found.has_rows or found.has_branch or not record.changes

    def start_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """A branch, on which all rows are replaced; CREATE TABLE; or CREATE OR REPLACE begins."""
        log, record, work, found = state.log, actor.work.publishing, actor.work, actor.work.found
        assert record is not None and found is not None
        try:
            rows = self.starts_with(state, actor)
        except RefusedError:
            return state, self.once_more(actor)
        fits = found.exists and found.fits and self.guards.log_stays
        name = found.log if fits else f"{record.run}@{self.run_name(actor)}"
        work = work._replace(publishing=record._replace(log=name), changes=rows)
        done = self.then(actor._replace(work=work), "write_log")
        if fits and isinstance(log, Iceberg):
            place = found.place if self.guards.log_starts_on_pin else log.head()
            return self.written_on(state, log, place, rows, record, done, self.once_more(actor))
        if not found.exists and log is None:
            log = Iceberg(log=name, columns="new").written("main", name, "", rows, None)
            return state._replace(log=log), done
        if not found.exists and self.guards.log_is_created_once:
            return state, self.once_more(actor)
        assert isinstance(log, Iceberg)
        return state, actor._replace(step="replace_log", work=work._replace(base=log))

    def replace_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """... and ends: all rows, and the id of the log."""
        record, base = actor.work.publishing, actor.work.base if self.swaps else state.log
        assert record is not None and isinstance(base, Iceberg)
        log = base._replace(log=record.log, columns="new").replaced(record.log, actor.work.changes, None, None)
        return state._replace(log=log), self.then(actor._replace(work=actor.work._replace(base=None)), "write_log")

    def add_to_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The branch of the run becomes main of the log. If it cannot, its rows go onto a branch of the pinned main."""
        log, record, found = state.log, actor.work.publishing, actor.work.found
        assert record is not None
        done, again = self.then(actor, "write_log"), self.once_more(actor)
        if not record.changes:
            return state, done
        if not isinstance(log, Iceberg) or not log.head(record.run):
            return state, done if found and found.has_rows else again
        added = [change for change in log.rows(log.head(record.run)) if change.number == record.number]
        if not self.guards.log_by_fast_forward:
            rows = (*log.rows(log.head()), *added)
            return state._replace(log=log.written("main", f"{record.run}p", log.head(), rows, None)), done
        if found is None:
            try:
                return state._replace(log=log.forwarded(record.run)), done
            except RefusedError:
                return state, again
        if found.has_rows and self.guards.looks_for_rows:
            return state, done
        if log.snapshot(found.place) is None:
            return state, again
        return self.written_on(state, log, found.place, (*log.rows(found.place), *added), record, done, again)

    def written_on(
        self, state: State, log: Iceberg, place: str, rows: Any, record: Record, done: Actor, again: Actor
    ) -> tuple[State, Actor]:
        """A branch of the pinned main, the rows on it, and fast_forward, which fails if main is another by now."""
        if log.head() != place:
            return state, again
        return state._replace(log=log.written("main", f"{place}+{record.run}", place, rows, None)), done

    def with_history(self, state: State, record: Record) -> State:
        """INSERT REPLACE WHERE it is this commit; or DELETE and INSERT on a branch of its main."""
        if self.guards.history_replaced and record.commit in state.history:
            return state
        return state._replace(history=tuple(sorted([*state.history, record.commit])))

    def reader_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        seal, log = actor.work.seal, state.log
        assert seal is not None
        if not isinstance(log, Iceberg) or not self.is_log_of(log, seal.record):
            return self.refused(state, actor)
        return self.has_log(state, actor, log.head())

    def newest(self, table: Any) -> Record | None:
        assert isinstance(table, Iceberg) and table.properties is not None
        return table.newest(table.head()) or table.properties.created

    def left(self, state: State, epoch: str) -> list[Record]:
        records = {record for record, _ in state.kept if record.epoch == epoch}
        for table in (state.table, state.log):
            heads = {name for branch, name in table.branches if branch != "main"} if isinstance(table, Iceberg) else ()
            records |= {snapshot.record for snapshot in map(table.snapshot, heads) if snapshot and snapshot.record}
        return sorted(records)

    def dropped(self, state: State, run: str) -> State:
        table, log = state.table, state.log
        if isinstance(table, Iceberg):
            table = table.without(run)
        if isinstance(log, Iceberg):
            log = log.without(run)
        return super().dropped(state._replace(table=table, log=log), run)

    def overwritten(self, log: Any, rows: list[Change]) -> Any:
        assert isinstance(log, Iceberg)
        return log.written("main", f"{log.head()}-", log.head(), rows, None)

    def current(self, table: Any) -> str:
        assert isinstance(table, Iceberg)
        return table.head()

    def compacted(self, table: Any, name: str) -> Any:
        assert isinstance(table, Iceberg)
        return table.compacted(name)


class DeltaSteps(Protocol):
    """MERGE with a transaction: its version is the serial of the commit, and a loser is skipped silently."""

    def look(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """SHOW TBLPROPERTIES; the versions are another statement."""
        table = state.table
        assert isinstance(table, Delta) and table.properties is not None
        work = actor.work._replace(seal=table.properties.seal(), created=table.properties.created)
        if work.why == "rebuild" and not self.guards.rebuild_counts_unsealed:
            return self.seen(state, actor._replace(work=work), None, "")
        return state, actor._replace(step="look_at_history", work=work)

    def look_at_history(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """DESCRIBE HISTORY: the last version; and all of them, unless that is the commit, or its seal."""
        table, work = state.table, actor.work
        assert isinstance(table, Delta) and work.created is not None
        latest = table.latest()
        if work.seal is None:
            at = self.version_of(table, work.created) if self.guards.version_of_record else latest
            return self.seen(state, actor, work.created, at)
        last = work.seal.record
        if int(latest) == int(work.seal.place) + 1 and table.versions[-1].record is None:
            return self.seen(state, actor, None, latest)
        for place in range(int(latest), -1, -1):
            record = table.versions[place].record
            if record and record.epoch == last.epoch and record.number > last.number:
                return self.seen(state, actor, record, str(place))
        return self.seen(state, actor, None, latest)

    def version_of(self, table: Delta, record: Record) -> str:
        return next(str(place) for place, version in enumerate(table.versions) if version.record == record)

    def rows_to_decide(self, table: Any, place: str) -> Rows:
        assert isinstance(table, Delta)
        return table.rows(table.latest())

    def keeps(self, goes_on: bool) -> bool:
        return True

    def create(self, state: State, actor: Actor) -> tuple[State, Actor]:
        record, rows = actor.work.record, actor.work.rows
        assert record is not None
        if state.table is not None and self.guards.create_first:
            return self.refused(state, actor)
        base = state.table if isinstance(state.table, Delta) else Delta()
        serial = record.serial if self.guards.create_first else None
        table = base.replaced(rows, record, Properties(record), serial)
        return self.has_switched(state._replace(table=table), actor, rows, table.latest())

    def rebuild(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """CREATE OR REPLACE TABLE AS with the transaction."""
        record, rows, table = actor.work.record, actor.work.rows, state.table
        assert record is not None and isinstance(table, Delta)
        serial = record.serial if self.guards.rebuild_in_transaction else None
        return self.read_back(state, actor, table.replaced(rows, record, Properties(record), serial), rows)

    def write(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The changes go into a table of the run."""
        record = actor.work.record
        assert record is not None
        changes = decided(actor.work, record)
        if self.guards.rows_kept_before_switch:
            state = self.keep(state, record, changes)
        return state, actor._replace(step="switch", work=actor.work._replace(changes=changes))

    def switch(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """MERGE into the table as it is now. The transaction says that it is what was pinned, or compacted."""
        record, table = actor.work.record, state.table
        assert record is not None and isinstance(table, Delta)
        if record.kept and self.guards.rows_kept_before_switch and self.kept(state, record) is None:
            return self.refused(state, actor)
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
            return state, self.publish(actor, record, after.latest())
        state, actor = self.has_switched(state, actor, rows, after.latest())
        if not self.guards.rows_kept_before_switch and record.kept:
            return state, actor._replace(step="keep_late")
        return state, actor

    def keep_late(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """Too late, for the test of a guard."""
        record = actor.work.record
        assert record is not None
        return self.keep(state, record, actor.work.changes), actor._replace(step=self.order()[0])

    def looks_at_once(self, record: Record) -> bool:
        return False

    def fits(self, log: Any, record: Record) -> bool:
        return False

    def start_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """CREATE OR REPLACE with the transaction: done already, or by this statement. All set the same id."""
        record, log = actor.work.publishing, state.log
        assert record is not None and (log is None or isinstance(log, Delta))
        try:
            rows = self.starts_with(state, actor)
        except RefusedError:
            return state, self.once_more(actor)
        log = log or Delta()
        serial = record.serial if self.guards.log_starts_in_transaction else None
        if not log.skips(serial):
            log = log.replaced(rows, record, None, serial)._replace(log=record.run)
        actor = actor._replace(work=actor.work._replace(publishing=record._replace(log=record.run)))
        return state._replace(log=log), self.then(actor, "write_log")

    def add_to_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """INSERT with the transaction, from the table of the run."""
        record, log, again = actor.work.publishing, state.log, actor.work.again
        assert record is not None
        done, kept = self.then(actor, "write_log"), self.kept(state, record)
        if not record.changes and (not again or self.guards.empty_writes_nothing):
            return state, done
        if not isinstance(log, Delta) or kept is None:
            return state, self.once_more(actor)
        serial = record.serial if self.guards.log_in_transaction else None
        return state._replace(log=log.written((*log.rows(log.latest()), *kept), record, serial)), done

    def with_history(self, state: State, record: Record) -> State:
        if self.guards.history_in_transaction and record.serial <= state.history_transaction:
            return state
        serial = max(state.history_transaction, record.serial)
        return state._replace(history=tuple(sorted([*state.history, record.commit])), history_transaction=serial)

    def reader_log(self, state: State, actor: Actor) -> tuple[State, Actor]:
        """The version of the log, and then whose it is: two statements."""
        seal, log = actor.work.seal, state.log
        assert seal is not None
        if not isinstance(log, Delta):
            return self.refused(state, actor)
        if self.guards.log_version_first:
            place = log.latest()
        elif not self.is_log_of(log, seal.record):
            return self.refused(state, actor)
        else:
            place = ""
        return state, actor._replace(step="reader_log_again", work=actor.work._replace(log_place=place))

    def reader_log_again(self, state: State, actor: Actor) -> tuple[State, Actor]:
        seal, log = actor.work.seal, state.log
        assert seal is not None and isinstance(log, Delta)
        if self.guards.log_version_first and not self.is_log_of(log, seal.record):
            return self.refused(state, actor)
        return self.has_log(state, actor, actor.work.log_place or log.latest())

    def newest(self, table: Any) -> Record | None:
        assert isinstance(table, Delta)
        return table.newest(table.latest())

    def left(self, state: State, epoch: str) -> list[Record]:
        return [record for record, _ in state.kept if record.epoch == epoch]

    def overwritten(self, log: Any, rows: list[Change]) -> Any:
        assert isinstance(log, Delta)
        return log.written(rows, None)

    def current(self, table: Any) -> str:
        assert isinstance(table, Delta)
        return table.latest()

    def compacted(self, table: Any, name: str) -> Any:
        assert isinstance(table, Delta)
        return table.compacted()
