"""How the result of a view is stored, and the batches of changes that bring it up to date.

The stored rows are those of a keyed table, and a refresh is one commit to it. Every row has a key:

- the result of a GROUP BY or DISTINCT has the group's columns, those that are not in the result in hidden columns;
- other rows have a hash of their values and, because a result may have equal rows, a number among the equal ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views import accumulators
from dbt.adapters.tablestore.views.accumulators import ROWS, Accumulator, StoredState
from dbt.adapters.tablestore.views.changes import WEIGHT, Changes, Kept
from dbt.adapters.tablestore.views.nodes import Aggregate, CannotPlanError, Filter, Node, Project, Query, Stateful
from dbt.adapters.tablestore.views.state import StateError, operators
from sqlglot import exp

HASH, COPY, GROUP, VISIBLE = "_row_hash", "_row_copy", "_group", "_visible"
# Values of all types as text that differs when they do, whatever the time zone of the session. After the keywords MAP,
# ARRAY and STRUCT, Spark takes the `>>` of an expression for the end of a type.
_AS_TEXT = (
    "`map`('timeZone', 'UTC', 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', "
    "'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS')"
)


INCONSISTENT = "the stored rows are not those that the query had returned before"
"""What a query of a refresh raises when the stored rows do not fit the changes; a full refresh fixes this."""


@dataclass(frozen=True)
class Result:
    """How a view is stored.

    ``columns`` are the names of the result's columns, ``key`` those of the stored key, ``hidden`` the stored columns
    that are not in the result. ``sql`` is the query as it was given, and ``query`` its plan; none for ``reason``.
    This class stores the result of a query without a plan.
    """

    sql: str
    columns: tuple[str, ...]
    query: Query | None = None
    reason: str | None = None
    key: tuple[str, ...] = (HASH, COPY)
    hidden: tuple[str, ...] = (HASH, COPY)

    @property
    def filter(self) -> str | None:
        """Which stored rows are in the result; none for all."""
        return quoted(VISIBLE) if VISIBLE in self.hidden else None

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        return self.numbered(self.sql)

    def numbered(self, rows: str) -> str:
        """Rows of the result with their hash and their number among equal ones."""
        hashed = f"select *, {_hash(self.columns)} as {HASH} from (\n{rows}\n) as result({_list(self.columns)})"
        return (
            f"select *, cast(row_number() over (partition by {HASH} order by {HASH}) as int) as {COPY} from ({hashed})"
        )

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The batch that follows from the changes of the inputs; none when the result has not changed."""
        raise CannotPlanError(self.reason or "")

    def full_batch(self, changes: Changes, table: str) -> str:
        """The batch that makes the stored rows those of the query, recomputed."""
        key = set(self.key)
        items = [
            f"coalesce(n.{quoted(name)}, s.{quoted(name)}) as {quoted(name)}" if name in key else f"n.{quoted(name)}"
            for name in (*self.columns, *self.hidden)
        ]
        return (
            f"select {', '.join(items)}, if(n._found, '+I', '-D') as _row_kind\n"
            f"from (select *, true as _found from ({self.stored(changes)})) as n\n"
            f"full join (select {_list(self.key)} from {table}) as s on {_equal(self.key, 'n', 's')}"
        )

    def empty_batch(self, table: str) -> str:
        """A batch without rows."""
        return f"select {_list([*self.columns, *self.hidden])}, '+I' as _row_kind from {table} where false"


@dataclass(frozen=True)
class Rows(Result):
    """Rows without a key of their own."""

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        assert self.query is not None
        return self.numbered(changes.now(self.query.root))

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """As many copies of each changed row more or less as the changes have."""
        assert self.query is not None
        delta = changes.of_query(self.query, self.query.root)
        if not delta:
            return None
        pairs = zip(self.query.root.columns, self.columns, strict=True)
        names = ", ".join(f"{quoted(given)} as {quoted(name)}" for given, name in pairs)
        hashed = changes.keep(
            f"select *, {_hash(self.columns)} as {HASH} from (select {names}, {WEIGHT} from {delta.name})"
        )
        copies = (
            f"select t.{HASH}, max(t.{COPY}) as copies from {table} as t\n"
            f"left semi join {hashed.name} as h on t.{HASH} = h.{HASH} group by t.{HASH}"
        )
        if changes.apart:
            copies = f"select * from {changes.keep(copies).name}"
            hashed = changes.keep(self._as_far_as_stored(hashed.name, copies))
        batch = changes.keep(
            f"select {', '.join(f'h.{quoted(name)}' for name in (*self.columns, HASH))},\n"
            f"  {_checked(f'{COPY} < 1', f'cast({COPY} as int)')} as {COPY},\n"
            f"  if(h.{WEIGHT} > 0, '+I', '-D') as _row_kind\n"
            f"from {hashed.name} as h\n"
            f"left join ({copies}) as s on s.{HASH} = h.{HASH}\n"
            f"lateral view explode(if(h.{WEIGHT} > 0,\n"
            f"  sequence(coalesce(s.copies, 0) + 1, coalesce(s.copies, 0) + h.{WEIGHT}),\n"
            f"  sequence(coalesce(s.copies, 0) + h.{WEIGHT} + 1, coalesce(s.copies, 0)))) as {COPY}"
        )
        return f"select * from {batch.name}"

    def _as_far_as_stored(self, changes: str, copies: str) -> str:
        """Changes whose rows go as far as they are stored, before others come; ``copies`` are those stored per hash."""
        columns = ", ".join(f"first({quoted(name)}) as {quoted(name)}" for name in self.columns)
        summed = (
            f"select {columns}, {HASH}, sum(if({WEIGHT} < 0, -{WEIGHT}, 0)) as _gone,\n"
            f"  sum(if({WEIGHT} > 0, {WEIGHT}, 0)) as _come\nfrom {changes} group by {HASH}"
        )
        return (
            f"select {', '.join(f'h.{quoted(name)}' for name in (*self.columns, HASH))},\n"
            f"  greatest(coalesce(s.copies, 0) - _gone, 0) + _come - coalesce(s.copies, 0) as {WEIGHT}\n"
            f"from ({summed}) as h\nleft join ({copies}) as s on s.{HASH} = h.{HASH}\n"
            f"where greatest(coalesce(s.copies, 0) - _gone, 0) + _come <> coalesce(s.copies, 0)"
        )


@dataclass(frozen=True)
class Groups(Result):
    """The rows of a GROUP BY or DISTINCT: touched groups are recomputed.

    ``outputs`` and ``conditions`` are the result's columns and those of HAVING, over the columns of ``group``.
    """

    group: Aggregate | None = None
    outputs: tuple[exp.Expr, ...] = ()
    conditions: tuple[exp.Expr, ...] = ()

    @property
    def of(self) -> Aggregate:
        """The operator that groups."""
        assert self.group is not None
        return self.group

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        return self._finished(changes.now(self.of))

    def _finished(self, groups: str) -> str:
        """The stored columns of groups, of those that fulfil HAVING."""
        items = [
            f"{value.sql('spark')} as {quoted(name)}" for name, value in zip(self.columns, self.outputs, strict=True)
        ]
        items += [
            f"{value} as {quoted(name)}" for name, value in self.key_values(self.of.keys).items() if name in self.hidden
        ]
        return f"select {', '.join(items)} from ({groups}) as _q" + (f" where {self.having}" if self.conditions else "")

    @property
    def having(self) -> str:
        """The conditions of HAVING."""
        return " and ".join(f"({condition.sql('spark')})" for condition in self.conditions)

    def key_values(self, names: Sequence[str]) -> dict[str, str]:
        """The columns of the stored key -> their values, given the names of the group's columns in a query."""
        if HASH in self.key:
            return {HASH: _hash(names)}
        return dict(zip(self.key, map(quoted, names), strict=True)) if names else {GROUP: "1"}

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The touched groups, recomputed; those without rows go."""
        delta = changes.of_query(self.query, self.of.child)
        if not delta:
            return None
        if self.of.keys:
            touched = changes.distinct(changes.keys_of(delta, self.of.keys))
            changes.groups = touched.view.rows
            fresh = self._finished(changes.now(self.of, touched))
            key = ", ".join(f"{value} as {quoted(name)}" for name, value in self.key_values(touched.names).items())
            groups = f"select {key} from {touched.view.name}"
        else:
            fresh, groups = self._finished(changes.now(self.of)), f"select 1 as {GROUP}"
        items = [f"{'t' if name in self.key else 'f'}.{quoted(name)}" for name in (*self.columns, *self.hidden)]
        return (
            f"select {', '.join(items)}, if(f._found, '+I', '-D') as _row_kind\n"
            f"from ({groups}) as t\n"
            f"left join (select *, true as _found from ({fresh})) as f on {_equal(self.key, 'f', 't')}"
        )


@dataclass(frozen=True)
class ExpiringGroups(Groups):
    """Groups whose state expires: a row that comes replaces that of its group, also one that no change takes away."""

    operator: Stateful | None = None

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The groups whose rows come, and those whose rows go without another one."""
        assert self.operator is not None
        delta = changes.of_query(self.query, self.operator)
        if not delta:
            return None
        key = ", ".join(f"{value} as {quoted(name)}" for name, value in self.key_values(self.of.keys).items())
        fresh = changes.keep(self._finished(f"select * from {delta.name} where {WEIGHT} > 0"))
        gone = changes.keep(f"select distinct {key} from {delta.name} where {WEIGHT} < 0")
        columns = [*self.columns, *self.hidden]
        items = [f"g.{quoted(name)}" if name in self.key else f"null as {quoted(name)}" for name in columns]
        return (
            f"select {_list(columns)}, '+I' as _row_kind from {fresh.name}\n"
            f"union all\nselect {', '.join(items)}, '-D' as _row_kind from {gone.name} as g\n"
            f"left anti join {fresh.name} as f on {_equal(self.key, 'f', 'g')}"
        )


@dataclass(frozen=True)
class Accumulated(Groups):
    """Groups whose aggregates follow from accumulators, which are stored in hidden columns."""

    aggregates: Mapping[str, Accumulator | StoredState] = None  # type: ignore[assignment]

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        return self._finished(self._accumulated(changes.now(self.of.child)))

    def _accumulated(self, rows: str) -> str:
        calls = {name: call for made in self.aggregates.values() for name, call in made.columns.items()}
        items = [quoted(name) for name in self.of.keys]
        items += [f"{call} as {quoted(name)}" for name, call in {ROWS: "count(*)", **calls}.items()]
        group = f" group by {_list(self.of.keys)}" if self.of.keys else ""
        return f"select {', '.join(items)} from ({rows}) as _q{group}"

    @property
    def _accumulators(self) -> list[str]:
        return [ROWS, *(name for made in self.aggregates.values() for name in made.columns)]

    def _finished(self, groups: str) -> str:
        """The stored columns of groups, given their accumulators."""
        values = {name: sql_column(made.value) for name, made in self.aggregates.items()}
        items = [
            f"{_filled(value, values).sql('spark')} as {quoted(name)}"
            for name, value in zip(self.columns, self.outputs, strict=True)
        ]
        items += [
            f"{value} as {quoted(name)}" for name, value in self.key_values(self.of.keys).items() if name in self.hidden
        ]
        items += [quoted(name) for name in self._accumulators]
        if self.conditions:
            having = " and ".join(f"({_filled(condition, values).sql('spark')})" for condition in self.conditions)
            items.append(f"coalesce({having}, false) as {VISIBLE}")
        return f"select {', '.join(items)} from ({groups}) as _q"

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The groups with changes: their accumulators and what the changes add to them."""
        delta = changes.of_query(self.query, self.of.child)
        if not delta:
            return None
        keys = [quoted(name) for name in self.of.keys]
        added = {ROWS: f"sum({WEIGHT})"}
        for made in self.aggregates.values():
            added |= made.changes()
        items = [*keys, *(f"{call} as {quoted(name)}" for name, call in added.items())]
        # Names of their own, because a column of the result can have the name of another column of the inputs.
        key = {f"_stored_{number}": value for number, value in enumerate(self.key_values(self.of.keys).values(), 1)}
        group = f" group by {_list(self.of.keys)}" if keys else ""
        summed = f"select {', '.join(items)} from {delta.name}{group}"
        names = ", ".join(["*", *(f"{value} as {name}" for name, value in key.items())])
        changed = changes.keep(f"select {names} from ({summed}) as _q")
        changes.groups = changed.rows if keys else None
        same = " and ".join(f"s.{quoted(name)} <=> d.{other}" for name, other in zip(self.key, key, strict=True))
        columns = _list([*self.key, *self._accumulators])
        stored = f"select {columns} from {table} as s left semi join {changed.name} as d on {same}"
        rows = f"coalesce(s.{ROWS}, 0) + coalesce(d.{ROWS}, 0)"
        # a row that has expired from a state can go twice
        combined = {ROWS: rows if changes.apart else _checked(f"{rows} < 0", rows)}
        for made in self.aggregates.values():
            combined |= made.combined(rows)
        lost = [condition for made in self.aggregates.values() if (condition := made.is_lost())]
        # the rows of a state that expires are not all there
        lost = [] if changes.apart else lost
        items = [*(f"d.{name}" for name in keys), *(f"{value} as {quoted(name)}" for name, value in combined.items())]
        items.append(f"{' or '.join(lost) or 'false'} as _is_lost")
        groups = changes.keep(f"select {', '.join(items)} from {changed.name} as d left join ({stored}) as s on {same}")
        kind = f"if({ROWS} > 0, '+I', '-D') as _row_kind" if keys else "'+I' as _row_kind"
        batch = f"select *, {kind} from ({self._finished(f'select * from {groups.name} where not _is_lost')})"
        again = changes.keep(f"select * from {groups.name} where _is_lost and {ROWS} > 0") if lost else None
        if again and again.rows:
            seed = changes.keys_of(again, self.of.keys) if keys else None
            fresh = self._finished(self._accumulated(changes.now(self.of.child, seed)))
            batch += f"\nunion all\nselect *, '+I' as _row_kind from ({fresh})"
        if lost:
            gone = self._finished(f"select * from {groups.name} where _is_lost and {ROWS} <= 0")
            batch += f"\nunion all\nselect *, {kind} from ({gone})" if keys else ""
            if not keys and not (again and again.rows):
                batch += f"\nunion all\nselect *, {kind} from ({gone})"
        # a stored accumulator that has no value is found here, where a full refresh is still possible
        return f"select * from {changes.keep(batch).name}"


def result_of(
    sql: str,
    query: Query,
    columns: Sequence[str],
    types_of: Callable[[str], Mapping[str, str]],
    now: Callable[[Node], str],
) -> Result:
    """How the result of a query is stored.

    Args:
        sql: the query as it was given.
        query: its operators.
        columns: the names of its columns.
        types_of: the types of the columns of a query, by their names in lower case.
        now: the query of the rows of an operator.
    """
    outputs: list[exp.Expr] = [_column(name) for name in query.root.columns]
    conditions: list[exp.Expr] = []
    node: Node = query.root
    while isinstance(node, (Project, Filter)):
        if isinstance(node, Filter):
            conditions += node.conditions
        else:
            values = dict(zip(node.columns, node.expressions, strict=True))
            outputs = [_filled(value, values) for value in outputs]
            conditions = [_filled(condition, values) for condition in conditions]
        node = node.child
    operator = node if isinstance(node, Stateful) and isinstance(node.of, Aggregate) else None
    node = operator.of if operator else node
    if not isinstance(node, Aggregate):
        return Rows(sql, tuple(columns), query)
    key, hidden = [], []
    for number, name in enumerate(node.keys, 1):
        shown = [
            column
            for column, value in zip(columns, outputs, strict=True)
            if isinstance(value, exp.Column) and value.name == name
        ]
        key.append(shown[0] if shown else f"_key_{number}")
        hidden += [] if shown else [key[-1]]
    if not node.keys:
        key, hidden = [GROUP], [GROUP]
    of_keys = types_of(f"select {_list(node.keys)} from ({now(node)})") if node.keys else {}
    if any(not _can_be_key(kind) for kind in of_keys.values()):
        key, hidden = [HASH], [HASH]
    groups = Groups(
        sql, tuple(columns), query, None, tuple(key), tuple(hidden), node, tuple(outputs), tuple(conditions)
    )
    if operator:
        return ExpiringGroups(**vars(groups), operator=operator)
    result = _accumulated(groups, types_of, now)
    if operators(node) and not _follows_all_changes(result):
        raise StateError(
            "an aggregate other than count, sum and avg of exact numbers needs the rows of its group, and the state of "
            "the join below it expires: put the join into a materialized view of its own, and select from that"
        )
    return result


def _follows_all_changes(result: Result) -> bool:
    return isinstance(result, Accumulated) and all(made.follows_all for made in result.aggregates.values())


def _accumulated(groups: Groups, types_of: Callable[[str], Mapping[str, str]], now: Callable[[Node], str]) -> Result:
    """With accumulators, if all aggregates have them."""
    arguments = accumulators.arguments(groups.of.aggregates)
    if arguments is None:
        return groups
    items = ", ".join(f"{argument} as a{number}" for number, argument in enumerate(["1", *arguments]))
    types = types_of(f"select {items} from ({now(groups.of.child)})")
    made = accumulators.accumulators(
        groups.of.aggregates, [types[f"a{number}"] for number, _ in enumerate(arguments, 1)], bool(groups.of.keys)
    )
    if made is None:
        return groups
    columns = [
        ROWS,
        *(name for one in made.values() for name in one.columns),
        *([VISIBLE] if groups.conditions else []),
    ]
    return Accumulated(
        **{**vars(groups), "hidden": (*groups.hidden, *columns)},
        aggregates=made,
    )


def read_query(result: Result, table: str) -> str:
    """The query over the stored rows that returns the result: the text of the view that users read."""
    text = f"select {_list(result.columns)}\nfrom {table}" + (f"\nwhere {result.filter}" if result.filter else "")
    if result.query is None:
        return text
    names = dict(zip(result.query.root.columns, map(_column, result.columns), strict=True))
    if result.query.limit is not None or result.query.offset is not None:
        # the stored key makes the order complete, so that each reader gets the same rows
        order = [_filled(key, names).sql("spark") for key in result.query.order]
        text += f"\norder by {', '.join([*order, *map(quoted, result.key)])}"
    if result.query.limit is not None:
        text += f"\nlimit {result.query.limit.sql('spark')}"
    if result.query.offset is not None:
        text += f"\noffset {result.query.offset.sql('spark')}"
    return text


def changelog_query(result: Result, log: str) -> str:
    """The query over the changelog of the stored rows that returns the changes of the result.

    With HAVING, a row can appear or disappear while its group stays; this is an insert or a delete.
    """
    columns = _list(result.columns)
    if not result.filter:
        return f"select {columns}, _row_kind, _commit, _committed_at\nfrom {log}"
    visible = f"count_if({result.filter}) over (partition by {_list(result.key)}, _commit)"
    return (
        f"select {columns}, if(_visible_rows = 2, _row_kind, if(_row_kind in ('+I', '+U'), '+I', '-D')) as _row_kind,\n"
        f"  _commit, _committed_at\nfrom (select *, {visible} as _visible_rows from {log})\nwhere {result.filter}"
    )


def _can_be_key(kind: str) -> bool:
    """Whether a column of this type can be in the key of a table."""
    return not kind.lower().startswith(("array<", "struct<", "map<", "float", "double", "binary", "variant"))


def _hash(columns: Sequence[str]) -> str:
    """A hash of values that does not depend on the names of their columns."""
    members = ", ".join(f"'{number}', {quoted(name)}" for number, name in enumerate(columns, 1))
    return f"md5(to_json(named_struct({members}), {_AS_TEXT}))"


def _checked(wrong: str, value: str) -> str:
    """The value, or an error of the query where a condition is true."""
    return f"if({wrong}, raise_error('{INCONSISTENT}'), {value})"


def _equal(names: Sequence[str], one: str, other: str) -> str:
    return " and ".join(f"{one}.{quoted(name)} <=> {other}.{quoted(name)}" for name in names)


def _list(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names))


def _column(name: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True))


def sql_column(text: str) -> exp.Expr:
    """SQL text in the place of a column."""
    return exp.Paren(this=exp.Var(this=text))


def _filled(expression: exp.Expr, values: Mapping[str, exp.Expr]) -> exp.Expr:
    """The expression with other expressions in place of its columns."""
    if isinstance(expression, exp.Column):
        return values[expression.name].copy() if expression.name in values else expression
    expression = expression.copy()
    for column in list(expression.find_all(exp.Column)):
        if column.name in values:
            value = values[column.name].copy()
            plain = isinstance(value, (exp.Column, exp.Literal, exp.Func, exp.Paren))
            column.replace(value if plain else exp.Paren(this=value))
    return expression


__all__ = [
    "INCONSISTENT",
    "Accumulated",
    "Groups",
    "Kept",
    "Result",
    "Rows",
    "changelog_query",
    "read_query",
    "replace",
    "result_of",
]
