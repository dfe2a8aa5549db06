"""What stateful operators give, computed in plain Python from the history of their tables, commit by commit.

Without a TTL, it is the difference of the operator over the tables before and after each commit. With a TTL, it is what
an operator of Flink gives that keeps its own state: rows per key, and when the key began and was last written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Row = tuple[Any, ...]
Batch = dict[str, list[Row]]
Hours = dict[str, int]
"""When each table has made its commit of a batch."""
Given = tuple[Any, ...]
"""What an operator gives: (operator, step, three values, row kind)."""

TAKEN = "columns=[{'id': 'rid'}]"
OPERATORS: dict[str, tuple[tuple[str, str, str], str]] = {
    "inner": (("id", "rid", "v"), f"changelog_join(ORDERS, SHIPMENTS, 'k', {TAKEN})"),
    "left": (("id", "rid", "v"), f"changelog_join(ORDERS, SHIPMENTS, 'k', 'left', {TAKEN})"),
    "right": (("id", "rid", "v"), f"changelog_join(ORDERS, SHIPMENTS, 'k', 'right', {TAKEN})"),
    "full": (("id", "rid", "v"), f"changelog_join(ORDERS, SHIPMENTS, 'k', 'full', {TAKEN})"),
    "left, lasting": (
        ("id", "rid", "v"),
        f"changelog_join(ORDERS, SHIPMENTS, 'k', 'left', {TAKEN}, aliases=['o', 's'], "
        "hint=tablestore.hint('STATE_TTL', {'s': '0 s'}))",
    ),
    "aggregate": (("k", "n", "s"), "changelog_aggregate(ORDERS, 'k', {'n': 'count(*)', 's': 'sum(v)'})"),
    "one group": (("n", "s", "0"), "changelog_aggregate(ORDERS, [], {'n': 'count(*)', 's': 'sum(v)'})"),
    "first": (("id", "k", "v"), "changelog_deduplicate(ORDERS, 'k', 'v', keep='first')"),
    "last": (("id", "k", "v"), "changelog_deduplicate(ORDERS, 'k', 'v')"),
    "topn": (("id", "v", "r"), "changelog_topn(ORDERS, 2, 'k', 'v', rank_column='r')"),
    "top of all": (("id", "v", "0"), "changelog_topn(ORDERS, 2, [], 'v')"),
    "normalize": (("id", "k", "v"), "changelog_normalize(ORDERS, 'id')"),
}
"""The names of three values of the result, and the call."""
JOINS = {"inner": "inner", "left": "left", "right": "right", "full": "full", "left, lasting": "left"}
"""The kind of each join. In the last one, only the left side has a TTL."""


class Change(NamedTuple):
    """A row of a table before and after a commit; None where there is none."""

    before: Row | None
    after: Row | None


def _changes(table: dict[int, Row], rows: list[Row]) -> dict[int, Change]:
    """What a batch changes in a table, which it changes. A row that is written again with equal values counts."""
    changes = {}
    for *values, kind in rows:
        row, before = tuple(values), table.get(values[0])
        if kind == "-D":
            if before is not None:
                changes[row[0]] = Change(table.pop(row[0]), None)
        else:
            table[row[0]] = row
            changes[row[0]] = Change(before, row)
    return changes


def _aggregate(rows: list[Row]) -> dict[Any, Row]:
    values = [row[2] for row in rows if row[2] is not None]
    return {0: (rows[0][1], len(rows), sum(values) if values else None)} if rows else {}


def _one_group(rows: list[Row]) -> dict[Any, Row]:
    values = [row[2] for row in rows if row[2] is not None]
    return {0: (len(rows), sum(values) if values else None, 0)} if rows else {}


def _by_value(rows: list[Row]) -> list[Row]:
    """In Spark's order: null first, and rows of equal values by their primary key."""
    return sorted(rows, key=lambda row: (row[2] is not None, row[2] or 0, row[0]))


def _first(rows: list[Row]) -> dict[Any, Row]:
    # a null is chosen only where there is nothing else, see docs/operators.md
    return {0: min(rows, key=lambda row: (row[2] is None, row[2] or 0, row[0]))} if rows else {}


def _last(rows: list[Row]) -> dict[Any, Row]:
    return {0: _by_value(rows)[-1]} if rows else {}


def _topn(rows: list[Row]) -> dict[Any, Row]:
    return {row[0]: (row[0], row[2], rank) for rank, row in enumerate(_by_value(rows)[:2], 1)}


def _top_of_all(rows: list[Row]) -> dict[Any, Row]:
    return {row[0]: (row[0], row[2], 0) for row in _by_value(rows)[:2]}


def _normalize(rows: list[Row]) -> dict[Any, Row]:
    return {0: rows[0]} if rows else {}


KEYED: dict[str, tuple[Callable[[Row], Any], Callable[[list[Row]], dict[Any, Row]]]] = {
    "aggregate": (lambda row: row[1], _aggregate),
    "one group": (lambda row: 0, _one_group),
    "first": (lambda row: row[1], _first),
    "last": (lambda row: row[1], _last),
    "topn": (lambda row: row[1], _topn),
    "top of all": (lambda row: 0, _top_of_all),
    "normalize": (lambda row: row[0], _normalize),
}
"""The key of a row, and the operator over the rows of one key: {identity of a result row: the row}."""


def _join(kind: str, orders: Iterable[Row], shipments: Iterable[Row]) -> dict[Any, Row]:
    """The join of these rows: {(id of the order, id of the shipment): (id, rid, v)}."""
    orders, shipments = list(orders), list(shipments)
    pairs = [(order, shipment) for order in orders for shipment in shipments if order[1] == shipment[1] is not None]
    result = {(order[0], shipment[0]): (order[0], shipment[0], order[2]) for order, shipment in pairs}
    if kind in ("left", "full"):
        met = {order[0] for order, _ in pairs}
        result |= {(order[0], None): (order[0], None, order[2]) for order in orders if order[0] not in met}
    if kind in ("right", "full"):
        met = {shipment[0] for _, shipment in pairs}
        result |= {(None, row[0]): (None, row[0], None) for row in shipments if row[0] not in met}
    return result


def _difference(before: dict[Any, Row], after: dict[Any, Row]) -> list[tuple[Any, ...]]:
    """(values, row kind) of the rows that differ."""
    given = []
    for identity in before.keys() | after.keys():
        old, new = before.get(identity), after.get(identity)
        if old == new:
            continue
        if old is not None:
            given.append((*old, "-D" if new is None else "-U"))
        if new is not None:
            given.append((*new, "+I" if old is None else "+U"))
    return given


class _KeyedState:
    """The state of an operator over one table; without a TTL, keys live for ever."""

    def __init__(self, name: str, ttl: int | None) -> None:
        self.name, self.ttl = name, ttl
        self.key, self.operator = KEYED[name]
        self.rows: dict[Any, dict[int, Row]] = {}
        self.began: dict[Any, int] = {}
        self.written: dict[Any, int] = {}

    def step(self, hour: int, changes: dict[int, Change]) -> list[tuple[Any, ...]]:
        sides = [row for change in changes.values() for row in change if row is not None]
        old: dict[Any, Row] = {}
        new: dict[Any, Row] = {}
        for key in {self.key(row) for row in sides}:
            since = (self.began if self.name == "first" else self.written).get(key)
            if since is None or (self.ttl is not None and hour - since >= self.ttl):
                self.rows[key], self.began[key] = {}, hour
            self.written[key] = hour
            rows = self.rows[key]
            old |= self.results(key)
            for number, change in changes.items():
                if change.before is not None and self.key(change.before) == key:
                    rows.pop(number, None)
                if change.after is not None and self.key(change.after) == key:
                    rows[number] = change.after
            new |= self.results(key)
        return _difference(old, new)

    def results(self, key: Any) -> dict[Any, Row]:
        """The rows of the result for a key. A top-n has one per row of its table, which can go to another key."""
        result = self.operator(list(self.rows[key].values()))
        return result if self.name.startswith("top") else {(key, identity): row for identity, row in result.items()}


def _join_step(
    kind: str, hour: int, ttls: list[int | None], sides: list[dict[int, Row]], ages: list[dict[int, int]],
    changes: list[dict[int, Change]],
) -> list[tuple[Any, ...]]:  # fmt: skip
    """A changed row counts; an unchanged one until it is as old as its TTL, if its key is that of a changed row."""
    touched = {row[1] for side in changes for change in side.values() for row in change if row is not None} - {None}
    before, after = [], []
    for rows, age, changed, ttl in zip(sides, ages, changes, ttls, strict=True):
        held = [
            row
            for number, row in rows.items()
            if number not in changed and row[1] in touched and (ttl is None or hour - age[number] < ttl)
        ]
        before.append(held + [change.before for change in changed.values() if change.before is not None])
        after.append(held + [change.after for change in changed.values() if change.after is not None])
    return _difference(_join(kind, *before), _join(kind, *after))


def _text(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values as text, because one table has the results of all operators."""
    return tuple(None if value is None else str(value) for value in row)


def answers(history: list[tuple[Hours, Batch]], ttl: int | None) -> dict[int, list[Given]]:
    """For each batch, by its place in the history, what all operators give for it.

    A batch with rows is a commit of its table. The step of a join is the sum of the commits of both tables until then.
    With a TTL, each hour is a step of its own.
    """
    tables: list[dict[int, Row]] = [{}, {}]
    ages: list[dict[int, int]] = [{}, {}]
    states = {name: _KeyedState(name, ttl) for name in KEYED}
    found: dict[int, list[Given]] = {}
    step = 0
    for place, (hours, batch) in enumerate(history):
        given = found[place] = []
        for hour in sorted({max(hours.values())} if ttl is None else set(hours.values())):
            changes: list[dict[int, Change]] = []
            for name, table, age in zip(hours, tables, ages, strict=True):
                comes = ttl is None or hours[name] == hour
                changes.append(_changes(table, batch[name]) if comes else {})
                step += bool(comes and batch[name])
                age.update(dict.fromkeys(changes[-1], hour))
            for name, state in states.items():
                given += [(name, place + 1, *_text(row)) for row in state.step(hour, changes[0])]
            for name, kind in JOINS.items():
                ttls = [ttl, None if name == "left, lasting" else ttl]
                given += [(name, step, *_text(row)) for row in _join_step(kind, hour, ttls, tables, ages, changes)]
    return found


def first_answers(history: list[tuple[Hours, Batch]]) -> list[Given]:
    """What the operators give in a first run after these batches, without the step: +I of rows that never expire."""
    orders: dict[int, Row] = {}
    shipments: dict[int, Row] = {}
    for _, batch in history:
        _changes(orders, batch["orders"])
        _changes(shipments, batch["shipments"])
    given: list[Given] = []
    for name, (key, operator) in KEYED.items():
        groups: dict[Any, list[Row]] = {}
        for row in orders.values():
            groups.setdefault(key(row), []).append(row)
        given += [(name, *_text(row), "+I") for rows in groups.values() for row in operator(rows).values()]
    for name, kind in JOINS.items():
        given += [(name, *_text(row), "+I") for row in _join(kind, orders.values(), shipments.values()).values()]
    return given
