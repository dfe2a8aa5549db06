"""From the SQL of a query to its operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from dbt.adapters.tablestore.views import source_text, state, wholes
from dbt.adapters.tablestore.views.function_kinds import Functions, is_aggregate, is_generator, with_known_functions
from dbt.adapters.tablestore.views.hidden import is_hidden
from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    CannotPlanError,
    Explode,
    Filter,
    Join,
    Node,
    Opaque,
    Project,
    Query,
    Scan,
    Union,
    Window,
)
from dbt.adapters.tablestore.views.pruning import pruned
from dbt.adapters.tablestore.views.scopes import (
    Built,
    Ctes,
    Scope,
    SingleRow,
    aggregates_of,
    column,
    has_subquery,
    own_columns,
    reads,
    substituted,
    windows_of,
)
from dbt.adapters.tablestore.views.sharing import shared
from dbt.adapters.tablestore.views.subqueries import Subqueries, correlated_key
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify

DIALECT = "spark"
Limits = Callable[[state.Stateful], bool]


def parse(sql: str) -> exp.Query:
    """The parsed query; raises `CannotPlanError` if sqlglot cannot read it."""
    try:
        statements = source_text.parse(sql)
    # sqlglot fails in other ways where a function has other arguments than it expects
    except (SqlglotError, RecursionError, LookupError, TypeError, AttributeError, ValueError) as error:
        raise CannotPlanError(f"sqlglot cannot parse the query: {str(error).splitlines()[0]}") from error
    if len(statements) != 1 or not isinstance(statements[0], exp.Query):
        raise CannotPlanError("the query is not a single SELECT")
    return statements[0]


def for_spark(sql: str) -> str:
    """The query without what Spark does not have: subqueries in place of QUALIFY, and no STATE_TTL hints."""
    try:
        parsed = parse(sql)
    except CannotPlanError:
        return sql
    return parsed.sql(DIALECT) if state.take_hints(parsed) or parsed.find(exp.Qualify) else sql


def tables_of(query: exp.Expr) -> dict[str, exp.Table]:
    """The tables that a parsed query reads, by their names in the SQL; not its common table expressions."""
    found: dict[str, exp.Table] = {}
    for table in query.find_all(exp.Table):
        if isinstance(table.this, exp.Func) or not table.name:
            continue
        if isinstance(table.this, exp.Dot):
            raise CannotPlanError(f"{table.sql(DIALECT)} is not a table or view in the catalogs of the project")
        if not table.args.get("db") and is_common_table(table):
            continue
        found.setdefault(full_name(table), table)
    return found


def full_name(table: exp.Table) -> str:
    """The name of a table as the SQL writes it, quoted."""
    parts = [table.args.get(part) for part in ("catalog", "db", "this")]
    return ".".join(f"`{part.name}`" for part in parts if part is not None)


def is_common_table(table: exp.Table) -> bool:
    """Whether the name stands for a common table expression."""
    scope: exp.Expr | None = table
    while scope is not None:
        with_ = scope.args.get("with_")
        if with_ and any(cte.alias_or_name.lower() == table.name.lower() for cte in with_.expressions):
            return True
        scope = scope.parent
    return False


def build(
    query: exp.Query,
    columns: Mapping[str, Mapping[str, str]],
    functions: Functions,
    expires: bool = False,
    limits: Limits | None = None,
) -> Query:
    """The operators of a parsed query.

    Args:
        query: the result of `parse`.
        columns: the columns of each table of `tables_of`, with their types.
        functions: functions that sqlglot does not know.
        expires: whether all states of the query expire, besides those with a hint.
        limits: whether a compiled plan limits how long the states of an operator are kept.
    """
    query = with_known_functions(query, functions)
    wholes.mark_windows(query)
    names = {name: f"t{number}" for number, name in enumerate(columns)}
    for table in list(query.find_all(exp.Table)):
        full = full_name(table) if table.name and not isinstance(table.this, exp.Func) else ""
        if full in names and (table.args.get("db") or not is_common_table(table)):
            if table.args.get("version") or table.args.get("when"):
                raise CannotPlanError(f"the query reads {full} as of a version")
            alias = table.args.get("alias") or exp.TableAlias(this=exp.to_identifier(table.name, quoted=True))
            kept = {
                key: value
                for key, value in table.args.items()
                if key in ("joins", "laterals", "pivots", "sample") and value
            }
            table.replace(exp.Table(this=exp.to_identifier(names[full]), alias=alias, **kept))
    schema: dict[str, object] = {names[full]: dict(of) for full, of in columns.items()}
    try:
        qualified = qualify(query, schema=schema, dialect=DIALECT)
    except (SqlglotError, RecursionError) as error:
        raise CannotPlanError(
            f"sqlglot cannot resolve the columns of the query: {str(error).splitlines()[0]}"
        ) from error
    builder = _Builder({short: full for full, short in names.items()}, columns, expires, limits)
    built = builder.query(qualified, Scope(), {})
    if built.correlated:
        raise CannotPlanError("the query has a column that cannot be resolved")
    # The numbers of tied rows depend on the columns that are needed of them: they are to be the same in all places.
    root = shared(pruned(shared(built.node, Window)))
    _assert_known(root)
    wholes.assert_same_places(root)
    result = Query(root, built.names, built.order, built.limit, built.offset)
    state.assert_supported(result, expires)
    return result


def _assert_known(root: Node) -> None:
    """Raises `CannotPlanError` for columns of a query around a subquery in other places than conditions."""
    for node in root.walk():
        known = {name for child in node.inputs for name in child.columns}
        for expression in node.given:
            for found in own_columns(expression):
                if found.name not in known:
                    raise CannotPlanError(f"a correlated subquery uses {found.name} outside of its WHERE")


class _Builder:
    def __init__(
        self,
        tables: Mapping[str, str],
        columns: Mapping[str, Mapping[str, str]],
        expires: bool,
        limits: Limits | None,
    ) -> None:
        self._tables, self._columns, self._expires, self._limits = tables, columns, expires, limits
        self._taken: set[str] = set()
        self._operators: list[state.Stateful] = []

    def name(self, wanted: str) -> str:
        """A column name that is used once in the whole query, and that no SQL of a refresh adds."""
        number, name = 1, _not_hidden(wanted)
        while name.lower() in self._taken:
            number += 1
            name = _not_hidden(f"{wanted}_{number}")
        self._taken.add(name.lower())
        return name

    # Queries

    def query(self, query: exp.Expr, scope: Scope, ctes: Ctes) -> Built:
        with_ = query.args.get("with_")
        if with_:
            if with_.args.get("recursive"):
                raise CannotPlanError("the query uses WITH RECURSIVE")
            for cte in with_.expressions:
                ctes = {**ctes, cte.alias.lower(): (cte, ctes)}
        if isinstance(query, exp.Subquery):
            inner = self.query(query.this, scope, ctes)
            if query.args.get("order") or query.args.get("limit"):
                raise CannotPlanError("the query has ORDER BY or LIMIT around a query in parentheses")
            return inner
        if isinstance(query, exp.Union):
            return self._union(query, scope, ctes)
        if isinstance(query, exp.Select):
            return self._select(query, scope, ctes)
        raise CannotPlanError(f"the query uses {type(query).__name__.upper()}")

    def derived(self, query: exp.Expr, scope: Scope, ctes: Ctes) -> Built:
        """A query in FROM, or a subquery of one value. What has no incremental form is evaluated as a whole."""
        try:
            built = self.query(query, scope, ctes)
            if built.limit is not None or built.offset is not None:
                raise CannotPlanError("the query has LIMIT in a subquery")
            return built
        except CannotPlanError as error:
            whole = _with_ctes(query, ctes)
            if _reads_outside(whole):
                raise
            names = tuple(whole.named_selects)
            tables = {
                table.name: self._tables[table.name]
                for table in whole.find_all(exp.Table)
                if table.name in self._tables
            }
            whole = wholes.completed(whole, {short: self._columns[full] for short, full in tables.items()})
            columns = tuple(self.name(name) for name in names)
            return Built(Opaque(columns, whole, tables, str(error)), names)

    def _union(self, query: exp.Union, scope: Scope, ctes: Ctes) -> Built:
        branches: list[Built] = []
        for side in (query.left, query.right):
            built = self.query(side, scope, ctes)
            if built.limit is not None or built.offset is not None:
                raise CannotPlanError("the query has LIMIT in a subquery")
            if built.correlated:
                raise CannotPlanError("a correlated subquery uses UNION")
            branches.append(built)
        if query.args.get("by_name") or len({len(built.names) for built in branches}) > 1:
            raise CannotPlanError("the query uses UNION BY NAME")
        columns = tuple(self.name(name) for name in branches[0].names)
        node: Node = Union(columns, tuple(built.node for built in branches))
        if query.args.get("distinct"):
            node = Aggregate(columns, node, columns)
        scopes = Scope(None, {"": dict(zip((name.lower() for name in branches[0].names), columns, strict=True))})
        return self._ordered(query, Built(node, branches[0].names), scopes)

    def _ordered(self, query: exp.Query, built: Built, scope: Scope) -> Built:
        """With ORDER BY, LIMIT and OFFSET, which apply when the result is read."""
        names = {name.lower(): column for name, column in zip(built.names, built.node.columns, strict=False)}
        order: list[exp.Expr] = []
        limit, offset = query.args.get("limit"), query.args.get("offset")
        if (limit or offset) and query.args.get("order"):
            for key in query.args["order"].expressions:
                key = key.copy()
                for found in list(key.find_all(exp.Column)):
                    known = names.get(found.name.lower()) if not found.table else None
                    if known is None:
                        raise CannotPlanError("the query orders by a column that is not in its result")
                    found.replace(column(known))
                if any(isinstance(part, (exp.Query, exp.Window)) or is_aggregate(part) for part in key.walk()):
                    raise CannotPlanError("the query orders by a subquery, a window or an aggregate")
                order.append(key)
        built.order = tuple(order)
        built.limit = limit.expression if limit else None
        built.offset = offset.expression if offset else None
        return built

    # FROM

    def source(self, given: exp.Expr, scope: Scope, ctes: Ctes) -> Node:
        """The rows of a table, a common table expression or a query in FROM; its columns are added to the scope."""
        if given.args.get("pivots") or given.args.get("sample"):
            used = "TABLESAMPLE" if given.args.get("sample") else "PIVOT"
            raise CannotPlanError(f"the query uses {used}")
        alias = given.alias_or_name.lower()
        if isinstance(given, exp.Table) and given.name in self._tables:
            full = self._tables[given.name]
            source = tuple(self._columns[full])
            node: Node = Scan(tuple(self.name(name) for name in source), full, source)
            names: Sequence[str] = source
        elif isinstance(given, exp.Table) and given.name.lower() in ctes:
            cte, before = ctes[given.name.lower()]
            built = self.derived(cte.this, Scope(), before)
            node, names = built.node, [column.name for column in cte.args["alias"].columns] or built.names
        elif isinstance(given, exp.Subquery) and isinstance(given.this, (exp.Table, exp.Subquery)) and not alias:
            return self._joined(self.source(given.this, scope, ctes), given, scope, ctes)
        elif isinstance(given, exp.Subquery):
            built = self.derived(given.this, Scope(), ctes)
            node, names = built.node, [column.name for column in given.args["alias"].columns] or built.names
        else:
            raise CannotPlanError(f"the query has {given.sql(DIALECT)} in FROM")
        if alias in scope.sources:
            raise CannotPlanError(f"two tables of the query have the name '{alias}'")
        scope.sources[alias] = dict(zip((name.lower() for name in names), node.columns, strict=False))
        return self._joined(node, given, scope, ctes)

    def _joined(self, node: Node, given: exp.Expr, scope: Scope, ctes: Ctes) -> Node:
        """The rows of a table, or of tables in parentheses, with what is joined to them."""
        for lateral in given.args.get("laterals") or ():
            node = self._lateral(node, lateral, scope)
        for join in given.args.get("joins") or ():
            node = self._join(node, join, scope, ctes)
        return node

    def _join(self, left: Node, join: exp.Join, scope: Scope, ctes: Ctes) -> Node:
        if isinstance(join.this, exp.Lateral):
            if not is_generator(join.this.this):
                raise CannotPlanError("the query uses LATERAL with a subquery")
            return self._lateral(left, join.this, scope)
        if join.args.get("using"):
            raise CannotPlanError("the query uses JOIN ... USING")
        right = self.source(join.this, scope, ctes)
        on = [self.resolve(condition, scope) for condition in _conjuncts(join.args.get("on"))]
        if any(part.find(exp.Query) for part in on):
            raise CannotPlanError("the query has a subquery in ON")
        side, kind = (join.side or "").upper(), (join.kind or "").upper()
        if kind in ("SEMI", "ANTI"):
            return self.join("semi" if kind == "SEMI" else "anti", left, right, on)
        if side == "LEFT":
            return self.join("left", left, right, on)
        if side == "RIGHT":
            return self.join("left", right, left, on)
        if side == "FULL":
            return self.join("full", left, right, on)
        if side or kind not in ("", "INNER", "CROSS", "OUTER"):
            raise CannotPlanError(f"the query uses {side} {kind} JOIN")
        return self.join("inner", left, right, on)

    def join(self, kind: str, left: Node, right: Node, on: Sequence[exp.Expr], null_aware: bool = False) -> Node:
        """A join; sides of equal expressions become columns."""
        if kind == "inner":
            joined: Node = Join(left.columns + right.columns, "inner", left, right)
            return Filter(joined.columns, joined, tuple(on)) if on else joined
        keys: list[tuple[str, str]] = []
        conditions: list[exp.Expr] = []
        for condition in on:
            if isinstance(condition, (exp.EQ, exp.NullSafeEQ)):
                sides = [condition.left, condition.right]
                if reads(sides[1], left) and reads(sides[0], right):
                    sides.reverse()
                if reads(sides[0], left) and reads(sides[1], right):
                    left, first = self.as_column(left, sides[0])
                    right, second = self.as_column(right, sides[1])
                    keys.append((first.name, second.name))
                    condition = type(condition)(this=first, expression=second)
            conditions.append(condition)
        columns = left.columns if kind in ("semi", "anti") else left.columns + right.columns
        return Join(columns, kind, left, right, tuple(keys), tuple(conditions), null_aware)  # type: ignore[arg-type]

    def as_column(self, node: Node, expression: exp.Expr, name: str = "_key") -> tuple[Node, exp.Column]:
        """The node with the expression as one of its columns, and this column."""
        if isinstance(expression, exp.Column):
            return node, expression
        unique = self.name(name)
        kept = tuple(map(column, node.columns))
        return Project((*node.columns, unique), node, (*kept, expression)), column(unique)

    def _lateral(self, node: Node, lateral: exp.Lateral, scope: Scope) -> Node:
        generator = self.resolve(lateral.this, scope)
        if not is_generator(generator):
            raise CannotPlanError(f"the query uses LATERAL VIEW {lateral.this.sql(DIALECT)}")
        alias = lateral.args["alias"]
        names = [column.name for column in alias.columns]
        if not names:
            raise CannotPlanError("the query uses LATERAL VIEW without column names")
        outputs = tuple(self.name(name) for name in names)
        scope.sources[alias.name.lower()] = dict(zip((name.lower() for name in names), outputs, strict=True))
        return Explode(node.columns + outputs, node, generator, outputs, bool(lateral.args.get("outer")))

    # SELECT

    def _select(self, query: exp.Select, scope: Scope, ctes: Ctes) -> Built:
        for part in ("connect", "pivots", "windows", "sample", "into", "distribute", "cluster", "sort"):
            if query.args.get(part):
                raise CannotPlanError(f"the query uses {part.upper()} in a SELECT")
        inside, made = Scope(scope), len(self._operators)
        correlated: list[exp.Expr] = []
        node = self._from(query, inside, ctes)
        subqueries = Subqueries(self, inside, ctes)
        # Subqueries come last, when the tables are joined.
        for condition in sorted(_conditions(query, "where"), key=has_subquery):
            node = self._restricted(node, self.resolve(condition, inside), subqueries, correlated)
        items = [item.copy() for item in query.expressions]
        names = tuple(item.alias_or_name for item in items)
        values = [self.resolve(item.this if isinstance(item, exp.Alias) else item, inside) for item in items]
        having, qualified = ([self.resolve(part, inside) for part in _conditions(query, key)] for key in _LATER)
        group, row = query.args.get("group"), None
        windows = any(map(windows_of, [*values, *qualified]))
        is_grouped = bool(group or having or any(map(aggregates_of, [*values, *qualified])))
        if is_grouped:
            if windows and any(map(is_generator, values)):
                raise CannotPlanError("the query has an aggregate, a window and a generator function in one SELECT")
            grouped, rewrite = self._grouped(node, query, values, having, qualified, inside, correlated)
            node = self._grouped_with_state(grouped, query)
            values, having, qualified = ([rewrite(part) for part in parts] for parts in (values, having, qualified))
            if not group and node is grouped and not windows and not any(map(_is_more, [*values, *having])):
                row = SingleRow(grouped, tuple(values), tuple(having))
            for condition in sorted(having, key=has_subquery):
                node = self._restricted(node, condition, subqueries, None)
        else:
            # of rows that are not grouped, windows see what generator functions give
            node, values = self._generated(node, names, values)
        if windows:
            node, rewrite = self._windowed(node, [*values, *qualified], correlated)
            values, qualified = ([rewrite(part) for part in parts] for parts in (values, qualified))
        for condition in qualified:
            node = self._restricted(node, condition, subqueries, None)
        if is_grouped:
            node, values = self._generated(node, names, values)
        for position, value in enumerate(values):
            if has_subquery(value):
                node, values[position] = subqueries.in_expression(node, value)
        outside = {column.name for part in correlated for column in part.find_all(exp.Column)}
        passed = [name for name in node.columns if name in outside]
        columns = [self.name(name) for name in names]
        node = Project((*columns, *passed), node, (*values, *(column(name) for name in passed)))
        if query.args.get("distinct"):
            if query.args["distinct"].args.get("on"):
                raise CannotPlanError("the query uses DISTINCT ON")
            node = self._grouped_with_state(Aggregate(node.columns, node, node.columns), query)
        state.assert_used(state.hints_of(query), self._operators[made:])
        built = Built(node, names, tuple(correlated), is_grouped and not group, row)
        return self._ordered(query, built, inside)

    def _generated(self, node: Node, names: Sequence[str], values: Sequence[exp.Expr]) -> tuple[Node, list[exp.Expr]]:
        """The node with what generator functions of a SELECT give, and the values of the SELECT over it."""
        found = list(values)
        for position, value in enumerate(values):
            if is_generator(value):
                if not isinstance(value, exp.Explode) or isinstance(value, exp.Posexplode):
                    raise CannotPlanError(f"the query has {value.sql(DIALECT)} in SELECT; write it as LATERAL VIEW")
                output = self.name(names[position])
                outer = "outer" in type(value).__name__.lower()
                node = Explode((*node.columns, output), node, exp.Explode(this=value.this), (output,), outer)
                found[position] = column(output)
        return node, found

    def _from(self, query: exp.Select, scope: Scope, ctes: Ctes) -> Node:
        from_ = query.args.get("from_")
        if not from_:
            raise CannotPlanError("the query has a SELECT without FROM")
        state.assert_known(
            state.hints_of(query),
            [from_.this.alias_or_name, *(join.this.alias_or_name for join in query.args.get("joins") or ())],
        )
        node = self.source(from_.this, scope, ctes)
        # Laterals may come before or after joins; they see what is before them, which a join does not change.
        hints, left = state.hints_of(query), from_.this.alias_or_name
        # the left side of a later join is a join, which has no name
        for join in query.args.get("joins") or ():
            node = self._join(node, join, scope, ctes)
            aliases = [left, join.this.alias_or_name]
            if not isinstance(join.this, exp.Lateral):
                sides = aliases[::-1] if (join.side or "").upper() == "RIGHT" else aliases
                node = self._with_state(node, partial(state.join, node, sides, hints), state.is_limited(hints, aliases))
            left = left if isinstance(join.this, exp.Lateral) else ""
        for lateral in query.args.get("laterals") or ():
            node = self._lateral(node, lateral, scope)
        return node

    def _with_state(self, node: Node, stateful: Callable[[str], state.Stateful], is_limited: bool) -> Node:
        """The operator with states that expire, if a hint, the settings or the compiled plan say so."""
        name = f"operator {len(self._operators) + 1}"
        if self._expires or is_limited:
            made = stateful(name)
        elif self._limits is None:
            return node
        else:
            try:
                made = stateful(name)
            except state.StateError:  # its states cannot expire; `Planner.check_view` says so if the plan limits them
                return node
            if not self._limits(made):
                return node
        self._operators.append(made)
        return made

    def _grouped_with_state(self, node: Aggregate, query: exp.Select) -> Node:
        """A GROUP BY or DISTINCT; in a SELECT with a join, a hint is that of the join."""
        hints, alias = state.hints_of(query), query.args["from_"].this.alias_or_name
        is_limited = state.is_limited(hints, [alias]) and not query.args.get("joins")
        return self._with_state(node, partial(state.aggregate, node, alias, hints), is_limited)

    def resolve(self, expression: exp.Expr, scope: Scope) -> exp.Expr:
        """The expression with the unique names of columns. The queries inside it keep their own names."""
        expression = expression.copy()
        if isinstance(expression, exp.Query):
            return expression

        def replace(node: exp.Expr) -> exp.Expr:
            for argument in list(node.iter_expressions()):
                if isinstance(argument, exp.Query):
                    continue
                if isinstance(argument, exp.Column):
                    argument.replace(self._resolved(argument, scope))
                else:
                    replace(argument)
            return node

        if isinstance(expression, exp.Column):
            return self._resolved(expression, scope)
        return replace(expression)

    def _resolved(self, given: exp.Column, scope: Scope) -> exp.Expr:
        if not given.table:
            parent: exp.Expr | None = given
            while parent is not None:
                if isinstance(parent, exp.Lambda) and given.name in {item.name for item in parent.expressions}:
                    return given.copy()
                parent = parent.parent
            raise CannotPlanError(f"the column {given.sql(DIALECT)} cannot be resolved")
        found = scope.find(given.table, given.name)
        if found is None:
            raise CannotPlanError(f"the column {given.sql(DIALECT)} cannot be resolved")
        return column(found)

    # Groups and windows

    def _grouped(
        self,
        node: Node,
        query: exp.Select,
        values: Sequence[exp.Expr],
        having: Sequence[exp.Expr],
        qualified: Sequence[exp.Expr],
        scope: Scope,
        correlated: list[exp.Expr],
    ) -> tuple[Aggregate, Callable[[exp.Expr], exp.Expr]]:
        """Aggregates over the node, and what replaces keys and aggregates in an expression above it."""
        group = query.args.get("group")
        if group and (group.args.get("totals") or group.find(exp.GroupingSets, exp.Cube, exp.Rollup)):
            raise CannotPlanError("the query uses GROUPING SETS, CUBE or ROLLUP")
        given = [self.resolve(part, scope) for part in group.expressions] if group else []
        if group and group.args.get("all"):
            given = [value for value in values if not aggregates_of(value)]
        replaced: list[tuple[exp.Expr, exp.Column]] = []
        keys: list[str] = []
        for expression in given:
            if isinstance(expression, exp.Literal) or expression.find(exp.Query):
                raise CannotPlanError(f"the query uses GROUP BY {expression.sql(DIALECT)}")
            node, key = self.as_column(node, expression)
            replaced.append((expression, key))
            keys.append(key.name)
        for position, condition in enumerate(correlated):
            node, correlated[position], name = correlated_key(self, node, condition)
            keys.append(name)
        keys = list(dict.fromkeys(keys))
        aggregates: dict[str, exp.Expr] = {}
        for part in [*values, *having, *qualified]:
            for call in aggregates_of(part):
                if not any(call == known for known in aggregates.values()):
                    inside = list(call.find_all(exp.Window, exp.Query))
                    if inside:
                        raise CannotPlanError(f"the query has a window or a subquery inside {call.sql(DIALECT)}")
                    aggregates[
                        self.name("_" + call.sql_name().lower() if isinstance(call, exp.Func) else "_aggregate")
                    ] = call
        replaced += [(call, column(name)) for name, call in aggregates.items()]
        grouped = Aggregate((*keys, *aggregates), node, tuple(keys), aggregates)

        def rewrite(expression: exp.Expr) -> exp.Expr:
            result = substituted(expression, replaced)
            for found in own_columns(result):
                if found.name not in grouped.columns and found.name in node.columns:
                    raise CannotPlanError(f"the column {found.name} is neither grouped nor aggregated")
            return result

        return grouped, rewrite

    def _windowed(
        self, node: Node, parts: Sequence[exp.Expr], correlated: list[exp.Expr]
    ) -> tuple[Node, Callable[[exp.Expr], exp.Expr]]:
        """Window functions over the node, and what replaces them in an expression above it."""
        by_partition: dict[tuple[str, ...], dict[str, exp.Expr]] = {}
        replaced: list[tuple[exp.Expr, exp.Expr]] = []
        outer: list[str] = []
        # a window of a correlated subquery sees the rows of one row of the query around it
        for position, condition in enumerate(correlated):
            node, correlated[position], name = correlated_key(self, node, condition)
            outer.append(name)
        for part in parts:
            for window in windows_of(part):
                if any(window == known for known, _ in replaced):
                    continue
                partition = list(outer)
                for key in window.args.get("partition_by") or ():
                    if key.find(exp.Column):  # a constant divides no rows
                        node, found = self.as_column(node, key)
                        partition.append(found.name)
                if not partition:
                    raise CannotPlanError("the query has a window without PARTITION BY")
                if has_subquery(window):
                    raise CannotPlanError("the query has a subquery inside a window")
                name, made = self.name("_window"), window.copy()
                made.set("partition_by", [*map(column, outer), *(made.args.get("partition_by") or ())])
                by_partition.setdefault(tuple(sorted(set(partition))), {})[name] = made
                replaced.append((window, column(name)))
        for columns, functions in by_partition.items():
            node = Window((*node.columns, *functions), node, columns, functions)
        return node, lambda expression: substituted(expression, replaced)

    # Conditions and subqueries

    def _restricted(
        self, node: Node, condition: exp.Expr, subqueries: Subqueries, correlated: list[exp.Expr] | None
    ) -> Node:
        """The rows that fulfil a condition of WHERE, HAVING or QUALIFY."""
        condition = condition.unnest()
        if has_subquery(condition):
            return subqueries.restricted(node, condition)
        if not reads(condition, node):
            if correlated is None:
                raise CannotPlanError(f"the query has the correlated condition {condition.sql(DIALECT)}")
            correlated.append(condition)
            return node
        return Filter(node.columns, node, (condition,))

    def subquery(self, query: exp.Expr, scope: Scope, ctes: Ctes) -> Built:
        """The operators of a subquery."""
        query = query.this if isinstance(query, exp.Subquery) and not query.args.get("with_") else query
        built = self.query(query, scope, ctes) if _has_outer(query) else self.derived(query, scope, ctes)
        if built.limit is not None or built.offset is not None:
            raise CannotPlanError("a correlated subquery uses LIMIT")
        return built


def _not_hidden(name: str) -> str:
    """The name, or another one that no refresh uses: `_count_2` is an accumulator."""
    return f"column{name}" if is_hidden(name) else name


def _conjuncts(condition: exp.Expr | None) -> list[exp.Expr]:
    if condition is None:
        return []
    condition = condition.unnest()
    return list(condition.flatten()) if isinstance(condition, exp.And) else [condition]


_LATER = ("having", "qualify")


def _conditions(query: exp.Select, part: str) -> list[exp.Expr]:
    return _conjuncts(query.args[part].this if query.args.get(part) else None)


def _is_more(value: exp.Expr) -> bool:
    """Whether a value has parts that are operators of their own."""
    return has_subquery(value) or is_generator(value)


def _with_ctes(query: exp.Expr, ctes: Ctes) -> exp.Query:
    """A query that stands alone: with the common table expressions that it may read."""
    query = query.copy()
    before: dict[str, exp.CTE] = {}

    def add(known: Ctes) -> None:
        for name, (cte, earlier) in known.items():
            add(earlier)
            before.setdefault(name, cte.copy())

    add(ctes)
    used = {table.name.lower() for table in query.find_all(exp.Table)}
    while True:
        more = {table.name.lower() for name in used & set(before) for table in before[name].find_all(exp.Table)} - used
        if not more:
            break
        used |= more
    kept = [cte for name, cte in before.items() if name in used]
    own = query.args.get("with_")
    if kept:
        query.set("with_", exp.With(expressions=[*kept, *(own.expressions if own else [])]))
    return query  # type: ignore[return-value]


def _reads_outside(query: exp.Expr) -> bool:
    return _has_outer(query)


def _has_outer(query: exp.Expr) -> bool:
    """Whether a qualified query refers to a table of a query around it."""
    known = {source.alias_or_name.lower() for source in query.find_all(exp.Table, exp.Subquery, exp.Lateral)}
    known |= {
        lateral.args["alias"].name.lower() for lateral in query.find_all(exp.Lateral) if lateral.args.get("alias")
    }
    return any(column.table.lower() not in known for column in query.find_all(exp.Column) if column.table)
