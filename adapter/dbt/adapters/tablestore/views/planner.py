"""From the SQL of a view to its incremental result.

Its steps: `building` makes operators of the SQL, `rules` prepare them, and `results` says how their rows are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from dbt.adapters.tablestore.sql.checksum import checksum
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views import building, comparing, equal_values, repeatable, result_columns, rules
from dbt.adapters.tablestore.views.building import Limits, for_spark
from dbt.adapters.tablestore.views.building.views import looked_through
from dbt.adapters.tablestore.views.expressions import moments
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError, KeyConfigError, StateError
from dbt.adapters.tablestore.views.expressions.functions import Functions, called_of_others
from dbt.adapters.tablestore.views.expressions.hints import take_hints
from dbt.adapters.tablestore.views.expressions.state_limits import of_option, refused
from dbt.adapters.tablestore.views.expressions.text import Text
from dbt.adapters.tablestore.views.failing import as_reason
from dbt.adapters.tablestore.views.fingerprint import Fingerprint, without_comments
from dbt.adapters.tablestore.views.operators import accumulators
from dbt.adapters.tablestore.views.operators.changes import Changes, not_evaluated
from dbt.adapters.tablestore.views.operators.query import TypesOfQuery
from dbt.adapters.tablestore.views.operators.times import Time
from dbt.adapters.tablestore.views.operators.uniqueness import NO_KEYS, keys_of
from dbt.adapters.tablestore.views.operators.values import Inputs, Table
from dbt.adapters.tablestore.views.refreshing import Refresh, Warehouse, refresh
from dbt.adapters.tablestore.views.results import declared_key
from dbt.adapters.tablestore.views.results.accumulated import Accumulated
from dbt.adapters.tablestore.views.results.columns import COPY
from dbt.adapters.tablestore.views.results.expiring_groups import ExpiringGroups
from dbt.adapters.tablestore.views.results.keyed_rows import KeyedRows
from dbt.adapters.tablestore.views.results.reading import read_query
from dbt.adapters.tablestore.views.results.result import Result
from dbt.adapters.tablestore.views.results.storing import result_of
from dbt.adapters.tablestore.views.view import Source, View
from sqlglot import exp

VERSION = "7"
"""How queries are planned. A view whose rows were computed by another version is rebuilt: they may be wrong."""


def plan(
    sql: str,
    columns: Mapping[str, str],
    source_of: Callable[[str], Source],
    types_of: TypesOfQuery,
    functions: Functions,
    expires: bool = False,
    limits: Limits | None = None,
    key: Sequence[str] = (),
) -> View:
    """Plans a view.

    Args:
        sql: the compiled SELECT.
        columns: the names of its result columns, with their types.
        source_of: what a table name of the SQL stands for.
        types_of: the types of the columns of a query, by their names in lower case.
        functions: functions that sqlglot does not know.
        expires: whether all states of the query expire, besides those with a hint.
        limits: whether a compiled plan limits how long the states of an operator are kept.
        key: the columns of the key that its config declares.

    Raises:
        KeyConfigError: its rows cannot have that key.
        StateError: the state of an operator cannot expire.
    """
    declared = declared_key.columns_of(key, columns)
    planning = _Planning(sql, columns, cache(source_of), types_of, functions)
    try:
        with as_reason("it could not be planned"):
            result = planning.result(expires, limits, declared)
    except StateError as error:
        if not expires:
            raise
        raise of_option(error) from error
    except CannotPlanError as error:
        if planning.has_hints or expires:
            found = refused("full refresh", reason=str(error))
            raise (of_option(found) if expires else found) from error
        planning.is_direct, result = False, _unplanned(planning.readable, columns, str(error), declared)
    tables = planning.tables
    read = _columns_read(result, tables)
    names = {name: tuple(read.get(name) or source.columns) for name, source in tables.items()}
    ids = {name: {column: tables[name].ids.get(column, "") for column in of} for name, of in read.items()}
    recorded = result_columns.recorded(columns, read, ids)
    return View(
        result,
        names,
        planning.checksum,
        planning.is_direct,
        recorded,
        text_checksum=planning.text_checksum,
        written=planning.written,
        lines=planning.lines,
        signed=planning.signed,
        keys=planning.keys,
        moments=planning.moments,
    )


class _Planning:
    """A view while it is planned. What is known of it stays when a reason for a full refresh is found."""

    def __init__(
        self,
        sql: str,
        columns: Mapping[str, str],
        source_of: Callable[[str], Source],
        types_of: TypesOfQuery,
        functions: Functions,
    ) -> None:
        self._sql, self._columns, self._functions = sql, columns, functions
        self._source_of, self._types_of = source_of, types_of
        self.readable = for_spark(sql, lambda name: columns_in(source_of, name))
        self.has_hints = self.is_direct = False
        self.written = self.text_checksum = ""
        self._note_text(self.readable.strip())
        self.checksum = checksum_of(without_comments(self.readable) + functions.version)
        self.lines: tuple[str, ...] = ()
        self.tables: dict[str, Source] = {}
        self.signed: frozenset[str] = frozenset()
        self.keys = NO_KEYS
        self.moments: frozenset[str] = frozenset()

    def result(self, expires: bool, limits: Limits | None, declared: tuple[str, ...]) -> Result:
        """How the view is stored."""
        parsed = self._parsed()
        constant = self._assert_moments_are_known(parsed)
        of_tables = {name: source.columns for name, source in self.tables.items()}
        changes = Changes({name: Table(name) for name in self.tables}, not_evaluated)
        facts = rules.Facts(
            expires, of_tables, self._types_of, changes.now, lambda: self._functions.why_volatile(constant)
        )
        query = building.build(parsed, of_tables, self._functions, expires, limits, self._types_of)
        query = rules.applied(rules.RULES_THAT_ASK_SPARK, query, facts)
        self.moments = frozenset[str]().union(*(node.own_times for node in query.root.walk()))
        self.is_direct = self.is_direct and not self.moments
        keys = keys_of(query.root, {name: source.key for name, source in self.tables.items()}, of_tables)
        self.keys = keys
        self.signed = equal_values.signed_columns(query, keys.types, self._types_of, changes.now)
        _assert_same_order(list(self._columns), query.names)
        result = result_of(self.readable, query, self._columns, self._types_of, changes.now, keys, declared)
        found = Fingerprint(query)
        if found.plan:
            self.checksum = checksum_of(found.plan + self._functions.version)
        self.lines = tuple(found.lines)
        # the stored rows of a GROUP BY depend on whether its state expires, and no others do
        ends = "expires" * isinstance(result, ExpiringGroups) + accumulators.VERSION * isinstance(result, Accumulated)
        self.checksum, self.text_checksum = self.checksum + ends, self.text_checksum + ends
        self.written += type(result).__name__
        _assert_same_types(self._columns, self._types_of(result.stored(changes)))
        return result

    def _note_text(self, text: str) -> None:
        """Notes the text of the query, without hints."""
        text += self._functions.version
        self.written, self.text_checksum = checksum(text), checksum_of(text)

    def _assert_moments_are_known(self, parsed: exp.Query) -> str:
        """Returns the query with a constant in the place of each current time; raises `CannotPlanError` if one is not.

        A name without brackets can be that of a column, and the text of a view cannot be changed.
        """
        constant, count = moments.replaced(self.readable, Time(0, "1970-01-01 00:00:00", "UTC").literal)
        found = moments.moments_in([parsed])
        is_name = any(map(moments.is_name, parsed.find_all(exp.Identifier)))
        if found and (
            is_name
            or len(found) != count
            or any(name.lower() in moments.KINDS for source in self.tables.values() for name in source.columns)
        ):
            raise CannotPlanError(f"{found[0].sql('spark').lower()} returns another value in each refresh")
        return constant if found else self.readable

    def _parsed(self) -> exp.Query:
        """The query without hints, with the texts of the views that it names."""
        parsed = building.parse(self._sql)
        self.has_hints = take_hints(parsed)
        named = set(building.tables_of(parsed))
        parsed = looked_through(parsed, lambda name: self._source_of(name).text)
        self._note_text(parsed.sql("spark"))
        self.checksum = checksum_of(parsed.sql("spark", comments=False) + self._functions.version)
        self.is_direct = not self._functions.version and named == set(building.tables_of(parsed))
        self.tables = {name: self._source_of(name) for name in building.tables_of(parsed)}
        return parsed


def names_in(sql: str, source_of: Callable[[str], Source]) -> tuple[dict[str, Source], set[str]]:
    """What a query and the views that it reads name, apart from columns.

    Returns:
        the tables and views; and the functions, but for those that sqlglot knows as functions of Spark, with a dot if
        a schema precedes.

    Raises:
        CannotPlanError: the query cannot be read, or a name is not that of a table or view.
    """
    sources: dict[str, Source] = {}

    def text_of(name: str) -> str | None:
        sources[name] = source_of(name)
        return sources[name].text

    parsed = building.parse(sql)
    take_hints(parsed)
    query, calls = looked_through(parsed, text_of), set[str]()
    for text in query.find_all(Text):
        calls.update(called_of_others(text))
    for call in query.find_all(exp.Anonymous):
        above = call.parent
        has_schema = isinstance(above, exp.Dot) or (isinstance(above, exp.Table) and bool(above.args.get("db")))
        calls.add("." * has_schema + call.name.lower())
    return sources, calls


def columns_in(source_of: Callable[[str], Source], name: str) -> Collection[str]:
    """The names of the columns of a table or view; none if there is none."""
    try:
        return source_of(name).columns
    except CannotPlanError:
        return ()


def _unplanned(sql: str, columns: Iterable[str], reason: str, declared: tuple[str, ...]) -> Result:
    """How the rows of a query without a plan are stored."""
    if not declared:
        return Result(sql, tuple(columns), None, reason)
    return Result(sql, tuple(columns), None, reason, key=declared, hidden=(), is_declared=True)


def _columns_read(result: Result, tables: Mapping[str, Source]) -> dict[str, dict[str, str]]:
    """The columns that a query reads of each table, with their types.

    They are all columns of a table that is read as a whole: by an operator whose state expires, or by a query in FROM
    that cannot be maintained incrementally.
    """
    found: dict[str, dict[str, str]] = {}
    for node in result.query.root.walk() if result.query else ():
        for table, columns in node.tables_with_columns.items():
            types = tables[table].columns
            if columns is None:
                found[table] = dict(types)
            else:
                found.setdefault(table, {}).update({name: types[name] for name in columns})
    return found


def _assert_same_types(columns: Mapping[str, str], planned: Mapping[str, str]) -> None:
    """Raises `CannotPlanError` if the planned query has other types than the given one: then it was misunderstood."""
    for name, kind in columns.items():
        if planned[name.lower()].lower() != kind.lower():
            raise CannotPlanError(f"column {name} is planned as {planned[name.lower()]}, and is {kind}")


def _assert_same_order(columns: Sequence[str], planned: Sequence[str]) -> None:
    """Raises `CannotPlanError` if the planned query has the columns of the given one in another order.

    Its columns are taken by their places, because those without a name are named in another way.
    """
    given, found = ([name.lower() for name in names] for names in (columns, planned))
    if given != found and sorted(given) == sorted(found):
        raise CannotPlanError(f"its columns are planned in the order {', '.join(planned)}")


def checksum_of(text: str) -> str:
    """A checksum of the text of a query, and of how the planner reads it, see `VERSION`."""
    return checksum(f"{text}{VERSION}")


def checksum_of_refresh(text: str) -> str:
    """A checksum of the text of a query, and of what a refresh makes of it: how it is planned, and what is stored."""
    return checksum_of(f"{text}{accumulators.VERSION}")


def as_written(view: View, different: str) -> View:
    """The view without its plan, which gives other rows than its query."""
    declared = view.result.key if view.result.is_declared else ()
    result = _unplanned(_at_its_time(view), view.result.columns, different, declared)
    return replace(view, result=result, different=different)


def _at_its_time(view: View) -> str:
    """The query of a view as it is written, at the time of the refresh."""
    return moments.replaced(view.result.sql, view.times.now.literal)[0] if view.times.now else view.result.sql


def rows_as_planned(view: View, inputs: Inputs) -> str:
    """The query of the result by the plan of a view, of whose rows one per key is stored."""
    rows = rebuilt(view, inputs)
    if isinstance(view.result, KeyedRows):
        key = ", ".join(map(quoted, view.result.key))
        rows = f"select *, row_number() over (partition by {key} order by {key}) as {COPY} from (\n{rows}\n)"
        rows = f"select * from ({rows}) where {COPY} = 1"
    return read_query(view.result, f"(\n{rows}\n) as _q")


def rows_as_written(view: View, inputs: Inputs, source_of: Callable[[str], Source]) -> str:
    """The query of a view as it is written, over the same rows of its inputs, with all their columns."""
    rows = {}
    for name, given in inputs.items():
        names = ", ".join(map(quoted, source_of(name).columns)) if given["stored"] else ""
        rows[name] = f"(select {names} from {given['stored']})" if given["stored"] else given["rows"]
    return comparing.pinned(_at_its_time(view), rows, source_of)


def columns_to_compare(
    view: View,
    columns: Mapping[str, str],
    inputs: Inputs,
    types_of: TypesOfQuery,
) -> dict[str, bool]:
    """The columns of a view with a plan that are the same each time, see `repeatable.columns_to_compare`."""
    assert view.result.query is not None
    changes = Changes({name: Table(given["rows"]) for name, given in inputs.items()}, not_evaluated)
    return repeatable.columns_to_compare(view.result.query, columns, types_of, changes.now)


def rebuilt(view: View, inputs: Inputs) -> str:
    """The query of all rows to store, for a first run."""
    tables = {name: Table(given["rows"]) for name, given in inputs.items()}
    return view.result.stored(Changes(tables, not_evaluated, times=view.times))


__all__ = [
    "VERSION",
    "CannotPlanError",
    "Functions",
    "KeyConfigError",
    "Refresh",
    "Source",
    "StateError",
    "View",
    "Warehouse",
    "as_written",
    "checksum_of_refresh",
    "columns_in",
    "columns_to_compare",
    "for_spark",
    "names_in",
    "plan",
    "rebuilt",
    "refresh",
    "rows_as_planned",
    "rows_as_written",
]
