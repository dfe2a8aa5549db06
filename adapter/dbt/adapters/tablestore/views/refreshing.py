"""From the changes of a view's inputs to a refresh: the batch for the table with its rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from dbt.adapters.tablestore.sql.counted import counted
from dbt.adapters.tablestore.views.cost_classes import by_class
from dbt.adapters.tablestore.views.costs import Estimate, Work, estimated, foreseen, full_seconds, was_slower
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.failing import as_reason
from dbt.adapters.tablestore.views.kept_views import KeptViews
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.changes import Bounds, Changes
from dbt.adapters.tablestore.views.operators.stored_groups import GroupTables, Known, Write
from dbt.adapters.tablestore.views.operators.values import Input, Inputs, Kept, Table
from dbt.adapters.tablestore.views.past_runs import Past, Size
from dbt.adapters.tablestore.views.results.columns import BEFORE
from dbt.adapters.tablestore.views.view import View

NO_TABLES: Mapping[int, str] = {}
# Where Spark has no statistics, it takes a relation to be larger than this.
_UNKNOWN = 1 << 60


@dataclass(frozen=True)
class Considered:
    """What decided about the kind of a refresh.

    ``changes`` are those that were read, by the class of operators that they go through, and ``sizes`` those of the
    inputs. ``unread`` are the bytes of the changes, see `Run`. ``spent`` are the seconds after which an incremental
    refresh was given up.
    """

    changes: Mapping[str, int] = field(default_factory=dict)
    sizes: Mapping[str, Size] = field(default_factory=dict)
    estimate: Estimate = field(default_factory=Estimate)
    unread: int = 0
    spent: float = 0.0

    @property
    def rows(self) -> int:
        """The rows of all inputs; 0 where those of one are not known."""
        return _sum([size.rows for size in self.sizes.values()])

    @property
    def bytes(self) -> int:
        """The bytes of all inputs; 0 where those of one are not known."""
        return _sum([size.bytes for size in self.sizes.values()])


def _sum(numbers: list[int]) -> int:
    return sum(numbers) if all(numbers) else 0


@dataclass(frozen=True)
class Refresh:
    """What a refresh does: `kind` is incremental, full, or unchanged; `reason` says why it is full.

    `built` says that the full refresh creates the stored rows, or replaces them because the view is another one, and
    `has_before` that the query has the stored row of each key, see `Result.has_before`. `stored` is what its commit
    records of groups, and `writes` are those to store after it. One that has prepared this is not `is_typical`: it says
    nothing about how long later ones take.
    """

    kind: str
    reason: str
    query: str | None
    views: tuple[str, ...] = ()
    changes: int = 0
    inputs: int = 0
    groups: int | None = None
    built: bool = False
    has_before: bool = False
    considered: Considered = field(default_factory=Considered)
    stored: Mapping[str, Known] | None = None
    writes: tuple[Write, ...] = ()
    is_typical: bool = True

    def keeps(self, number: int) -> bool:
        """Whether the groups in a table are still those that its commit records, or that it will write."""
        if self.stored is None:
            return self.kind == "unchanged"
        return any(one.mark and one.number == number for one in self.stored.values())

    @property
    def rows(self) -> str | None:
        """The query of the rows only."""
        return f"select * except ({BEFORE}) from ({self.query})" if self.has_before else self.query

    @property
    def reads(self) -> str:
        """What an incremental refresh read, in words."""
        text = "time has passed"
        if self.inputs:
            text = f"{counted(self.changes, 'change')} of {counted(self.inputs, 'input')}"
        return text if self.groups is None else f"{text}, {counted(self.groups, 'group')}"


@dataclass(frozen=True)
class Warehouse:
    """What a refresh needs of Spark.

    ``keep`` evaluates a query as a temporary view of a name, and returns the number of its rows, see `Session.keep`.
    ``size_of`` returns the rows and bytes of a table expression, and ``bounds`` what `Changes` says.
    """

    keep: Callable[[str, str, str], int]
    size_of: Callable[[str], Size]
    bounds: Bounds


def refresh(
    view: View,
    table: str,
    inputs: Inputs,
    warehouse: Warehouse,
    policy: str,
    past: Past,
    operators: Mapping[str, str | None] | None = None,
    groups: Mapping[str, Known] | None = None,
    group_tables: Mapping[int, str] = NO_TABLES,
) -> Refresh:
    """Computes the batch of a refresh.

    Args:
        view: the view.
        table: the table with its rows.
        inputs: the inputs, see `Input`.
        warehouse: Spark.
        policy: the refresh policy.
        past: what past refreshes took.
        operators: the changes of the operators whose state expires, by their names; none where there are none.
        groups: what the last commit has recorded of the groups of its operators; none where they cannot be stored.
        group_tables: the tables with such groups that exist, by their numbers.
    """
    kept = KeptViews(warehouse.keep, [table, *group_tables.values()], inputs, shares=not operators)
    stored = None if groups is None or operators else _stored(view, groups, group_tables, kept)
    attempt = _Attempt(view, past, sizes_of(inputs, warehouse.size_of, past.inputs))
    tables = {name: _table(given, attempt.sizes.get(name)) for name, given in inputs.items()}
    tables |= {name: Table(name, query) for name, query in (operators or {}).items()}
    reason = "refresh_policy is 'full'" if policy == "full" else view.result.reason or _unknown_changes(view, inputs)
    if not reason:
        changes = Changes(
            tables,
            kept.keep,
            apart=bool(operators),
            signed=view.signed,
            times=view.times,
            bounds=warehouse.bounds,
            keys=view.keys,
            groups=stored,
        )
        try:
            # a full refresh forgets which rows have expired
            free = warehouse.size_of if policy == "auto" and not operators else None
            return _incremental(view, table, inputs, changes, kept, attempt, free)
        except CannotPlanError as error:
            reason = str(error)
            attempt.give_up()
    # the groups of large tables are computed once, and stored for the next refresh
    computed = stored.without_rows if stored and policy != "full" else None
    unread = {name: replace(given, changes=None) for name, given in tables.items()}
    full = Changes(unread, kept.keep, times=view.times, groups=computed)
    return _full(view, table, full, kept, attempt, reason, stores=computed is not None)


def _incremental(
    view: View,
    table: str,
    inputs: Inputs,
    changes: Changes,
    kept: KeptViews,
    attempt: _Attempt,
    size_of: Callable[[str], Size] | None,
) -> Refresh:
    """The refresh from changes; raises `CannotPlanError` if they cannot be read, or if a full one is chosen.

    ``size_of`` is that of `Warehouse` where the policy leaves the choice, and None where it does not.
    """
    with as_reason("its changes could not be read"):
        if size_of:
            attempt.foresee(inputs, size_of)
        view.result.read(changes)
        attempt.consider(changes, is_free=size_of is not None)
        batch = view.result.changed_batch(changes, table)
        kind = "incremental" if batch else "unchanged"
        # Evaluated here, where an error is the reason of a full refresh. Without a change there is a batch too: the
        # changes are read, so the next refresh begins after them, and this takes a commit.
        changed = sum(given["changes"] is not None for given in inputs.values())
        # Where only time has passed, the next refresh can begin where this one did.
        empty = view.result.empty_batch(table) if changed else None
        has_before = bool(batch) and view.result.has_before
        batch = kept.evaluated(batch) if batch else empty
        return Refresh(
            kind,
            "",
            batch,
            tuple(kept.names),
            changes.rows_read,
            changed,
            changes.groups,
            has_before=has_before,
            considered=attempt.considered,
            stored=changes.stored.known,
            writes=tuple(changes.stored.writes),
            is_typical=not changes.stored.has_prepared,
        )


def _full(
    view: View, table: str, changes: Changes, kept: KeptViews, attempt: _Attempt, reason: str, stores: bool
) -> Refresh:
    """The refresh from all rows; ``stores`` says that it stores groups."""
    batch = view.result.full_batch(changes, table)
    return Refresh(
        "full",
        reason,
        batch,
        tuple(kept.names),
        considered=attempt.considered,
        stored=changes.stored.known if stores else None,
        writes=tuple(changes.stored.writes),
    )


def _stored(view: View, known: Mapping[str, Known], existing: Mapping[int, str], kept: KeptViews) -> GroupTables:
    """The tables with groups of the operators of a view, without those of a query that was written differently."""

    def read(query: str) -> Kept | None:
        try:
            with as_reason("stored groups cannot be read"):
                return kept.keep(query)
        except CannotPlanError:  # it is in the log, and they are computed again
            return None

    nodes = view.result.query.root.walk() if view.result.query else ()
    names = {node.stored_as for node in nodes if isinstance(node, Aggregate)}
    return GroupTables(existing, {name: one for name, one in known.items() if name in names}, read)


class _Attempt:
    """An incremental refresh until it is made or given up, and what is known then."""

    def __init__(self, view: View, past: Past, sizes: Mapping[str, Size]) -> None:
        self._view, self._past, self._began = view, past, time.monotonic()
        self.sizes = sizes
        known = Considered(sizes=sizes)
        self.considered = replace(known, estimate=Estimate(None, full_seconds(past.runs, known.bytes), False))

    def foresee(self, inputs: Inputs, size_of: Callable[[str], Size]) -> None:
        """Estimates both kinds by the size of the changes, before they are read, as `consider` does.

        Nobody asks for it where no incremental refresh was ever too slow.
        """
        found, runs = self.considered, self._past.runs
        if not was_slower(runs, found.estimate.full):
            return
        unread = {name: size_of(given["changes"]).bytes for name, given in inputs.items() if given["changes"]}
        if max(unread.values(), default=0) < _UNKNOWN:
            self.considered = replace(found, unread=sum(unread.values()))
            self._choose(foreseen(runs, by_class(self._view.result, unread)), "about ", is_free=True)

    def consider(self, changes: Changes, is_free: bool) -> None:
        """Estimates both kinds from the changes that were read; raises `CannotPlanError` if a full one is chosen.

        ``is_free`` says that the policy leaves the choice.
        """
        found = by_class(self._view.result, changes.read_of_tables)
        self.considered = replace(self.considered, changes=found)
        self._choose(found, "", is_free)

    def _choose(self, changes: Mapping[str, int], about: str, is_free: bool) -> None:
        work = Work(changes, self.considered.rows, self.considered.bytes)
        estimate = estimated(self._past.runs, work, time.monotonic() - self._began)
        self.considered = replace(self.considered, estimate=estimate)
        if is_free and not estimate.is_incremental:
            known = "a full one is tried once to learn how long it takes"
            raise CannotPlanError(
                f"a refresh from {about}{counted(sum(changes.values()), 'change')} would take about "
                f"{estimate.incremental:.1f} s, and "
                + (known if estimate.is_trial else f"a full one about {estimate.full:.1f} s")
            )

    def give_up(self) -> None:
        """Notes how long it has taken."""
        self.considered = replace(self.considered, spent=time.monotonic() - self._began)


def _unknown_changes(view: View, inputs: Inputs) -> str:
    """Why the changes of inputs, or of the time, are not known; empty if they are."""
    reasons = [given["reason"] for given in inputs.values() if given["reason"]]
    return "; ".join([*reasons, *([view.times.why_unknown] if view.moments and view.times.why_unknown else [])])


def _table(given: Input, size: Size | None) -> Table:
    known = (size.bytes, size.rows) if size else (0, 0)
    return Table(given["rows"], given["changes"], *known, together=tuple(given["together"]))


def sizes_of(inputs: Inputs, size_of: Callable[[str], Size], known: Mapping[str, Size]) -> dict[str, Size]:
    """The sizes of inputs; those of unchanged ones are ``known`` since an earlier refresh. Empty if Spark fails."""
    try:
        with as_reason("the sizes of the inputs are not known"):
            return {
                name: known[name]
                if name in known and not (given["changes"] or given["reason"])
                else size_of(given["rows"])
                for name, given in inputs.items()
            }
    except CannotPlanError:  # it is in the log, and estimates do without
        return {}
