"""What the commit of a model can rely on: the atomic steps of an Iceberg table and of a Delta table, and no more.

Everything is a value: a step takes a table and returns another one, or raises `RefusedError` as the format would. The
checker (commit_checker.py) tells states apart by comparing them, so names stand in for the random ids of snapshots, and
all that has no order is sorted.

A row is a key and the events that were folded into it, as an aggregation would: an event that is applied twice can be
seen, and so can a key that is there twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

Row = tuple[str, tuple[int, ...]]
Rows = tuple[Row, ...]


class RefusedError(Exception):
    """A statement has failed and has changed nothing."""


class Record(NamedTuple):
    """The properties of a commit. They are written by the statement that switches the table to its rows."""

    run: str
    epoch: str
    number: int
    serial: int
    # the events that the table holds after the commit: 1 to offset
    offset: int
    # the log has every commit after this one
    start: int = 0
    # whose log it is: its property `tablestore.log`
    log: str = ""
    # whether the run keeps its changes in a table until they are published
    kept: bool = False
    # whether it has changes at all; without any, it has written nothing for the log
    changes: bool = True

    @property
    def commit(self) -> tuple[str, int]:
        """What two switches never have in common."""
        return self.epoch, self.number

    @property
    def rebuilds(self) -> bool:
        return self.number == 1

    @property
    def starts(self) -> bool:
        """Whether the log starts with it."""
        return self.start == self.number - 1


class Change(NamedTuple):
    """A row of the log: what commit `number` did to a key.

    `run` and `epoch` are not in it. They are for the checks, and `epoch` is what the time of a row tells.
    """

    number: int
    key: str
    before: tuple[int, ...]
    after: tuple[int, ...]
    epoch: str
    run: str


class Seal(NamedTuple):
    """The property that says that a commit is complete and published, and which snapshot or version it is."""

    record: Record
    place: str


class Properties(NamedTuple):
    """The properties of a table. `created` comes with CREATE TABLE, so it changes together with the rows."""

    created: Record
    # those of the epoch of `created`; nobody reads others
    seals: tuple[Seal, ...] = ()
    # up to which commit the log was trimmed
    trimmed: int = 0

    def seal(self) -> Seal | None:
        """The last sealed commit. The log may begin later than it says."""
        last = max(self.seals, default=None, key=_number)
        return last and last._replace(record=last.record._replace(start=max(self.trimmed, last.record.start)))

    def sealed(self, seal: Seal) -> Properties:
        """With one more seal, and without those before it. A late publisher may add an old one, and of an old epoch."""
        if seal.record.epoch != self.created.epoch:
            return self
        others = [one for one in self.seals if one.record.number > seal.record.number]
        return self._replace(seals=tuple(sorted([seal, *others])))


def _number(seal: Seal) -> int:
    return seal.record.number


class Snapshot(NamedTuple):
    name: str
    parent: str
    rows: tuple[Any, ...]
    record: Record | None


class Iceberg(NamedTuple):
    """The metadata of an Iceberg table: every step replaces it as a whole, if it is still what the step began with."""

    snapshots: tuple[Snapshot, ...] = ()
    branches: tuple[tuple[str, str], ...] = ()
    properties: Properties | None = None
    # of a log: whose it is, and which columns it has
    log: str = ""
    columns: str = ""

    def head(self, branch: str = "main") -> str:
        """The name of a branch's snapshot; empty without one."""
        return dict(self.branches).get(branch, "")

    def snapshot(self, name: str) -> Snapshot | None:
        return next((one for one in self.snapshots if one.name == name), None)

    def rows(self, name: str) -> tuple[Any, ...]:
        found = self.snapshot(name)
        if found is None:
            raise RefusedError(f"no snapshot {name}")
        return found.rows

    def ancestors(self, name: str) -> Iterator[Snapshot]:
        """The snapshot itself and those before it, as far back as they have not expired."""
        while (found := self.snapshot(name)) is not None:
            yield found
            name = found.parent

    def whole(self, name: str) -> bool:
        """Whether no snapshot of the chain has expired."""
        return [one.parent for one in self.ancestors(name)][-1:] == [""]

    def newest(self, name: str) -> Record | None:
        """The last commit that a snapshot holds."""
        return next((one.record for one in self.ancestors(name) if one.record), None)

    def pointed(self, branch: str, name: str) -> Iceberg:
        return self._replace(branches=tuple(sorted({**dict(self.branches), branch: name}.items())))

    def written(self, branch: str, name: str, parent: str, rows: Iterable[Any], record: Record | None) -> Iceberg:
        """A branch that gets one more snapshot. Whoever does this has made the branch, or main."""
        snapshot = Snapshot(name, parent, tuple(sorted(rows)), record)
        return self._replace(snapshots=tuple(sorted({*self.snapshots, snapshot}))).pointed(branch, name)

    def forwarded(self, branch: str) -> Iceberg:
        """`fast_forward` of main: it succeeds if main's snapshot is the branch's, or an ancestor of it."""
        head, main = self.head(branch), self.head()
        if not head:
            raise RefusedError(f"no branch {branch}")
        if main and main not in {one.name for one in self.ancestors(head)}:
            raise RefusedError(f"main is not an ancestor of {branch}")
        return self.pointed("main", head)

    def without(self, branch: str) -> Iceberg:
        return self._replace(branches=tuple(one for one in self.branches if one[0] != branch))

    def replaced(self, name: str, rows: Iterable[Any], record: Record | None, properties: Properties | None) -> Iceberg:
        """CREATE OR REPLACE TABLE AS: a snapshot without a parent. Other branches and snapshots stay.

        The record of a commit can only be in the properties, which change with the rows.

        The new metadata comes from the table as it was when the statement began: in a catalog that swaps the metadata
        as a whole, all that happens meanwhile is lost. Iceberg tries again without a look at it, so this never fails.
        """
        return self._replace(properties=properties).without("main").written("main", name, "", rows, record)

    def altered(self, properties: Properties) -> Iceberg:
        return self._replace(properties=properties)

    def compacted(self, name: str) -> Iceberg:
        return self.written("main", name, self.head(), self.rows(self.head()), None)

    def expired(self) -> Iceberg:
        """`expire_snapshots` of everything that no branch points to."""
        heads = {name for _, name in self.branches}
        return self._replace(snapshots=tuple(one for one in self.snapshots if one.name in heads))


class Version(NamedTuple):
    rows: tuple[Any, ...]
    # `userMetadata`
    record: Record | None


class Delta(NamedTuple):
    """A Delta table: its versions, and the last version that a transaction of the application has recorded."""

    versions: tuple[Version, ...] = ()
    transaction: int = 0
    properties: Properties | None = None
    # of a log: whose it is
    log: str = ""

    def latest(self) -> str:
        """The name of the last version."""
        return str(len(self.versions) - 1)

    def rows(self, place: str) -> tuple[Any, ...]:
        return self.versions[int(place)].rows

    def newest(self, place: str) -> Record | None:
        """The last commit that a version holds."""
        return next((one.record for one in reversed(self.versions[: int(place) + 1]) if one.record), None)

    def skips(self, serial: int | None) -> bool:
        """Whether a statement with this version of the transaction does nothing, without an error."""
        return serial is not None and serial <= self.transaction

    def written(self, rows: Iterable[Any], record: Record | None, serial: int | None = None) -> Delta:
        """MERGE or INSERT; `serial` is the version of its transaction, if it has one."""
        if self.skips(serial):
            return self
        versions = (*self.versions, Version(tuple(sorted(rows)), record))
        return self._replace(versions=versions, transaction=max(self.transaction, serial or 0))

    def replaced(self, rows: Iterable[Any], record: Record, properties: Properties | None, serial: int | None) -> Delta:
        """CREATE OR REPLACE TABLE AS: versions and transactions stay, and only the new properties."""
        return self if self.skips(serial) else self.written(rows, record, serial)._replace(properties=properties)

    def compacted(self) -> Delta:
        return self.written(self.rows(self.latest()), None)

    def altered(self, properties: Properties) -> Delta:
        """ALTER TABLE: a version of its own."""
        return self.compacted()._replace(properties=properties)
