"""Subqueries in conditions and values, as joins.

A subquery is computed once for all rows around it, and joined by the columns that its correlated conditions compare.
Three kinds of rows are not among those of such a join, and each has its own answer here:

- Aggregates without GROUP BY have a row even where nothing fulfils the conditions: the values of aggregates over no
  rows, which Spark is asked for, unless they are known (`count` is 0; `sum`, `avg`, `min` and `max` are null). HAVING
  decides whether that row is there, as it does for the others.
- `x NOT IN (...)` is not true when a comparison of x with a value is null. Only that comparison is looked at in this
  way; correlated conditions are plain.
- `x IN (...)` in a condition may be null where the condition treats null as false. Elsewhere it is refused, because
  Spark gives false there where SQL gives null.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.sql.types import match_one_to_one
from dbt.adapters.tablestore.views.building import not_in
from dbt.adapters.tablestore.views.building.joins import join
from dbt.adapters.tablestore.views.building.pair_joins import compared, matched
from dbt.adapters.tablestore.views.building.scopes import Built, Ctes, Scope, only, reads
from dbt.adapters.tablestore.views.building.wholes import reads_outside
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.moments import moments_in
from dbt.adapters.tablestore.views.expressions.parts import column, enclosed, substituted
from dbt.adapters.tablestore.views.expressions.text import Text, is_call_of
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.join import JoinKind
from dbt.adapters.tablestore.views.operators.left_join import LeftJoin
from dbt.adapters.tablestore.views.operators.nothing import Nothing
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

_DIALECT = "spark"
_NULL_OVER_NOTHING = (exp.Sum, exp.Avg, exp.Min, exp.Max)
_ZERO_OVER_NOTHING = (exp.Count, exp.CountIf)
# Source text before a query that stands for its rows, not for a value.
_OF_QUERIES = re.compile(r"\b(in|exists|any|some|all)\s*\(?\s*$", re.IGNORECASE)


def correlated_key(builder: Builder, node: Operator, condition: exp.Expr) -> tuple[Operator, exp.Expr, str]:
    """A correlated condition of a grouped subquery as a key of its groups: inner column = outer expression."""
    sides = _sides(node, condition)
    if not sides:
        raise CannotPlanError(f"a correlated subquery has the condition {condition.sql(_DIALECT)}")
    node, key = builder.as_column(node, sides[0])
    return node, type(condition)(this=key, expression=sides[1]), key.name


def _sides(node: Operator, condition: exp.Expr) -> tuple[exp.Expr, exp.Expr] | None:
    """The inner and the outer side of a correlated condition that is an equality of both; None for others."""
    if isinstance(condition, (exp.EQ, exp.NullSafeEQ)):
        for inner, outer in ((condition.left, condition.right), (condition.right, condition.left)):
            if reads(inner, node) and not any(found.name in node.columns for found in outer.find_all(exp.Column)):
                return inner, outer
    return None


class Subqueries:
    """The subqueries of one SELECT: ``scope`` has the names that they can refer to."""

    def __init__(self, builder: Builder, scope: Scope, ctes: Ctes) -> None:
        self._builder, self._scope, self._ctes = builder, scope, ctes

    # Conditions

    def restricted(self, node: Operator, condition: exp.Expr) -> Operator:
        """The rows that fulfil a condition of WHERE, HAVING or QUALIFY with subqueries in it."""
        negated = isinstance(condition, exp.Not)
        inner = condition.this.unnest() if negated else condition
        if _is_of_query(inner) and not (negated and _is_of_one_column(inner)):
            built = self._built(node, inner)
            if not built.is_single:
                return self._semi_join(node, inner, built, negated)
            before = node.columns
            node, value = self._of_single_row(node, inner, built)
            return only(
                Filter(node.columns, node, (exp.Not(this=exp.Paren(this=value)) if negated else value,)), before
            )
        node, condition = self.in_expression(node, condition, is_condition=True)
        return Filter(node.columns, node, (condition,))

    def _built(self, node: Operator, found: exp.Expr) -> Built:
        """The query of EXISTS, IN or a scalar subquery, whose correlated conditions the node can answer."""
        query = found if isinstance(found, exp.Subquery) else found.args.get("query") or found.this
        query = _without_limit(query) if isinstance(found, exp.Exists) else query
        built = self._builder.subquery(query, self._scope, self._ctes)
        known = {*node.columns, *built.node.columns, *(built.row.group.columns if built.row else ())}
        for condition in built.correlated:
            if any(part.name not in known for part in condition.find_all(exp.Column)):
                raise CannotPlanError("a correlated subquery refers to a query further out")
        if isinstance(found, exp.In):
            for value in _values(found):
                if value.find(exp.Query) or not reads(value, node):
                    raise CannotPlanError(f"the query uses {value.sql(_DIALECT)} IN (a subquery)")
        if built.has_keys:
            for condition in built.correlated:
                self._assert_one_type(node, built, condition)
        if built.is_single and built.correlated and built.row is None:
            raise CannotPlanError("a correlated subquery has a window, a subquery or a LATERAL VIEW over an aggregate")
        return built

    def _assert_one_type(self, node: Operator, built: Built, condition: exp.Expr) -> None:
        """Refuses a key of groups that is compared with another type: one value may be equal to several keys."""
        types = self._types_of_sides(built.row.group if built.row else built.node, node, condition)
        if not match_one_to_one(*types):
            raise CannotPlanError(
                f"a correlated subquery with aggregates or windows compares {condition.sql(_DIALECT)} of types "
                f"{' and '.join(types)}; cast one of them to the type of the other"
            )

    def _semi_join(self, node: Operator, found: exp.Expr, built: Built, negated: bool) -> Operator:
        on = list(built.correlated)
        pairs = _pairs(found, [column(name) for name in built.node.columns])
        if pairs and negated:
            pair = exp.Paren(this=exp.and_(*pairs, copy=False)) if len(pairs) > 1 else pairs[0]
            on.insert(0, exp.Or(this=pair, expression=exp.Is(this=exp.Paren(this=pair.copy()), expression=exp.Null())))
        else:
            on = [*pairs, *on]
        kind: JoinKind = "anti" if negated else "semi"
        made = join(self._builder, kind, node, built.node, on, bool(pairs) and negated)
        if isinstance(made, LeftJoin) and made.null_aware and (not made.keys or moments_in(on)):
            rows, on = not_in.could_be_equal(self._builder, _values(found), built)
            return only(compared(self._builder, "anti", node, rows, on), node.columns)
        return only(made, node.columns)

    def lateral(
        self, node: Operator, found: exp.Subquery, kind: JoinKind
    ) -> tuple[Operator, Sequence[str], Sequence[str]]:
        """The node with the rows of a LATERAL query, and the columns of these with their names in the query."""
        built = self._built(node, found)
        if not built.correlated:
            return join(self._builder, kind, node, built.node, []), built.node.columns, built.names
        if not built.is_single:
            columns = built.node.columns[: len(built.names)]
            return join(self._builder, kind, node, built.node, built.correlated), columns, built.names
        assert built.row is not None
        if built.row.having:
            raise CannotPlanError("the query uses LATERAL with aggregates without GROUP BY, and HAVING")
        node, nothing = self._groups_or_nothing(node, built.row.group, built.correlated)
        outputs = self._builder.names(built.names)
        values = [substituted(value, nothing) for value in built.row.values]
        return Project((*node.columns, *outputs), node, (*map(column, node.columns), *values)), outputs, built.names

    # Values

    def in_expression(
        self, node: Operator, expression: exp.Expr, is_condition: bool = False
    ) -> tuple[Operator, exp.Expr]:
        """The node with the values of the subqueries of an expression as columns, and the expression over these."""
        expression = exp.Paren(this=expression.copy())
        for found in _outermost(expression):
            if isinstance(found, (exp.Any, exp.All)):
                raise CannotPlanError("the query uses ANY or ALL of a subquery")
            if isinstance(found, exp.In) and not _null_is_false(found, is_condition):
                raise CannotPlanError(
                    f"the query uses {found.this.sql(_DIALECT)} IN (a subquery) outside of a condition, where Spark "
                    "returns false instead of null; write it as the condition of a CASE"
                )
            built = self._built(node, found)
            if isinstance(found, exp.Subquery) or built.is_single:
                node, value = self._of_single_row(node, found, built)
            else:
                node, value = self._mark(node, found, built)
            found.replace(value)
        if expression.find(exp.Query):
            raise CannotPlanError("the query has a subquery where it is not supported")
        return node, expression.this

    def _of_single_row(self, node: Operator, found: exp.Expr, built: Built) -> tuple[Operator, exp.Expr]:
        """A scalar subquery, EXISTS or IN over the row of aggregates without GROUP BY."""
        row = built.row
        if row is None:
            raise CannotPlanError("a scalar subquery may return several rows")
        if built.correlated:
            node, columns = self._groups_or_nothing(node, row.group, built.correlated)
        else:
            node, columns = join(self._builder, "inner", node, row.group, []), []
        values = [exp.Paren(this=substituted(value, columns)) for value in row.values]
        having = [exp.Paren(this=substituted(condition, columns)) for condition in row.having]
        if isinstance(found, exp.Subquery):
            value: exp.Expr = values[0]
            return node, exp.Case(ifs=[exp.If(this=exp.and_(*having), true=value)]) if having else value
        pairs = _pairs(found, values) or [exp.true()]
        matches = exp.Paren(this=exp.and_(*pairs)) if len(pairs) > 1 else pairs[0]
        if having:
            matches = exp.Case(ifs=[exp.If(this=exp.and_(*having), true=matches)], default=exp.false())
        return node, exp.Paren(this=matches)

    def _groups_or_nothing(
        self, node: Operator, group: Aggregate, correlated: Sequence[exp.Expr]
    ) -> tuple[Operator, list[tuple[exp.Expr, exp.Expr]]]:
        """The node with the aggregates of its group; pairs of their columns, and what these are with no rows."""
        found, columns, unknown = self._builder.name("_found"), [], {}
        for name, call in group.aggregates.items():
            core = call.this if isinstance(call, exp.Filter) else call
            if is_call_of(core, *_ZERO_OVER_NOTHING):
                value: exp.Expr = exp.Coalesce(this=column(name), expressions=[exp.Literal.number(0)])
            elif is_call_of(core, *_NULL_OVER_NOTHING):
                continue
            else:
                empty = self._builder.name("_nothing")
                unknown[empty] = call.copy()
                is_missing = exp.Is(this=column(found), expression=exp.Null())
                value = exp.If(this=is_missing, true=column(empty), false=column(name))
            columns.append((column(name), value))
        right: Operator = group
        if unknown:
            right = Project((*group.columns, found), group, (*map(column, group.columns), exp.true()))
        node = join(self._builder, "left", node, right, correlated)
        if unknown:
            nothing = Aggregate(tuple(unknown), Nothing(group.child.columns, group.child), (), unknown)
            node = join(self._builder, "inner", node, nothing, [])
        return node, columns  # type: ignore[return-value]

    def _mark(self, node: Operator, found: exp.Expr, built: Built) -> tuple[Operator, exp.Expr]:
        """EXISTS or IN as a value: a left join with the distinct keys of the subquery."""
        is_by_key = all(_sides(built.node, condition) for condition in built.correlated)
        if not is_by_key or (len(_values(found)) > 1 and _is_negated(found)):
            return self._mark_of_pairs(node, found, built)
        right, keys, on = self._correlated_keys(built.node, built.correlated)
        values = built.node.columns[: len(_values(found))]
        pairs = [*_pairs(found, [*map(column, values)]), *on]
        if not all(match_one_to_one(*self._types_of_sides(right, node, pair)) for pair in pairs):
            return self._mark_of_pairs(node, found, built)
        if not isinstance(found, exp.In):
            if not keys:
                count = self._builder.name("_rows")
                counted = Aggregate((count,), right, (), {count: exp.Count(this=exp.Star())})
                node = join(self._builder, "inner", node, counted, [])
                return node, exp.Paren(this=exp.GT(this=column(count), expression=exp.Literal.number(0)))
            node, marker = self._marked(node, Aggregate(tuple(keys), right, tuple(keys)), on)
            return node, marker
        all_keys = tuple(dict.fromkeys([*keys, *values]))
        distinct = Aggregate(all_keys, right, all_keys)
        node, matches = self._marked(node, distinct, pairs)
        if not _is_negated(found):
            return node, matches
        return self._null_if_unknown(node, found, distinct, keys, on, matches)

    def _types_of_sides(self, inner: Operator, outer: Operator, condition: exp.Expr) -> list[str]:
        """The types of a key of a subquery, and of what a condition compares it with in the query around it."""
        sides = _sides(inner, condition)
        assert sides
        return [self._builder.types.of_value(*pair) for pair in zip((inner, outer), sides, strict=True)]

    def _correlated_keys(
        self, right: Operator, correlated: Sequence[exp.Expr]
    ) -> tuple[Operator, list[str], list[exp.Expr]]:
        """The rows of a subquery with the columns that its correlated conditions compare, and these conditions."""
        keys, on = [], []
        for condition in correlated:
            right, rewritten, key = correlated_key(self._builder, right, condition)
            on.append(rewritten)
            keys.append(key)
        return right, list(dict.fromkeys(keys)), on

    def _mark_of_pairs(self, node: Operator, found: exp.Expr, built: Built) -> tuple[Operator, exp.Expr]:
        """EXISTS or IN as a value: a left join with the rows that match. Below a NOT, an IN that is null is true."""
        if isinstance(found, exp.In) and _is_negated(found):
            right, on = not_in.could_be_equal(self._builder, _values(found), built)
        else:
            right, on = built.node, [*_pairs(found, [*map(column, built.node.columns)]), *built.correlated]
        rows, _, equal = matched(self._builder, node, right, on)
        return self._marked(node, rows, equal)

    def _marked(self, node: Operator, distinct: Aggregate, on: Sequence[exp.Expr]) -> tuple[Operator, exp.Expr]:
        """The node with a mark at the rows for which there is one of these keys."""
        marker = self._builder.name("_found")
        marked = Project((*distinct.keys, marker), distinct, (*map(column, distinct.keys), exp.true()))
        node = join(self._builder, "left", node, marked, on)
        return node, exp.Paren(this=exp.Not(this=exp.Is(this=column(marker), expression=exp.Null())))

    def _null_if_unknown(
        self,
        node: Operator,
        found: exp.Expr,
        distinct: Aggregate,
        keys: Sequence[str],
        on: list[exp.Expr],
        matches: exp.Expr,
    ) -> tuple[Operator, exp.Expr]:
        """An IN below a NOT: null where nothing is equal, and a comparison is null."""
        names = {key: self._builder.name(key) for key in keys}
        has_null = self._builder.name("_has_null")
        value = column(next(name for name in reversed(distinct.keys)))
        renamed = Project(
            (*names.values(), value_name := self._builder.name("_value")), distinct, (*map(column, keys), value)
        )
        is_null = exp.Is(this=column(value_name), expression=exp.Null())
        call: exp.Expr = exp.LogicalOr(this=is_null)
        grouped = Aggregate((*names.values(), has_null), renamed, tuple(names.values()), {has_null: call})
        on = [substituted(condition, [(column(key), column(name)) for key, name in names.items()]) for condition in on]
        node = join(self._builder, "left" if keys else "inner", node, grouped, on)
        there_are = exp.Not(this=exp.Is(this=column(has_null), expression=exp.Null()))
        is_unknown = exp.Or(
            this=exp.Is(this=exp.Paren(this=found.this.copy()), expression=exp.Null()), expression=column(has_null)
        )
        unknown = exp.If(this=exp.and_(there_are, exp.Paren(this=is_unknown)), true=exp.Null())
        return node, exp.Case(ifs=[exp.If(this=matches, true=exp.true()), unknown], default=exp.false())


def _without_limit(query: exp.Expr) -> exp.Expr:
    """The query of EXISTS without a LIMIT of one row or more, which does not matter there."""
    limit = query.args.get("limit")
    number = limit.expression if isinstance(limit, exp.Limit) else None
    if not (isinstance(number, exp.Literal) and number.is_int and int(number.name) > 0) or query.args.get("offset"):
        return query
    query = query.copy()
    query.set("limit", None)
    return query


def _is_of_query(expression: exp.Expr) -> bool:
    """Whether it is EXISTS or IN of a query, and not `exists` of an array or IN of a list."""
    if isinstance(expression, exp.Exists):
        return isinstance(expression.this, exp.Query)
    return isinstance(expression, exp.In) and bool(expression.args.get("query"))


def _is_of_one_column(found: exp.Expr) -> bool:
    """Whether it is `x IN` a query of its own: what the nulls of NOT IN do is known then."""
    is_one = isinstance(found, exp.In) and not isinstance(found.this, exp.Tuple)
    return is_one and not reads_outside(found.args["query"])


def _outermost(expression: exp.Expr) -> list[exp.Expr]:
    """EXISTS, IN, ANY, ALL and scalar subqueries that are not inside another subquery."""
    if isinstance(expression, (exp.Any, exp.All, exp.Subquery)) or _is_of_query(expression):
        return [expression]
    if isinstance(expression, Text):
        for part, hole in zip(expression.meta["parts"], expression.expressions, strict=False):
            if isinstance(hole, exp.Query) and _OF_QUERIES.search(part):
                raise CannotPlanError(f"the query has {expression.sql(_DIALECT)} inside an expression")
    return [found for part in expression.iter_expressions() for found in _outermost(part)]


def _values(found: exp.Expr) -> list[exp.Expr]:
    """The values of `x IN` or `(x, y) IN`; none for EXISTS."""
    if not isinstance(found, exp.In):
        return []
    return list(found.this.expressions) if isinstance(found.this, exp.Tuple) else [found.this]


def _pairs(found: exp.Expr, values: Sequence[exp.Expr]) -> list[exp.Expr]:
    """The comparisons of `x IN` with the columns of its subquery; none for EXISTS."""
    pairs = zip(_values(found), values, strict=False)
    return [exp.EQ(this=enclosed(value.copy()), expression=enclosed(other.copy())) for value, other in pairs]


def _above(found: exp.Expr) -> exp.Expr | None:
    """The expression around one and its brackets."""
    above = found.parent
    while above is not None and is_call_of(above, exp.Paren):
        above = above.parent
    return above


def _is_negated(found: exp.Expr) -> bool:
    above = _above(found)
    return above is not None and is_call_of(above, exp.Not)


def _null_is_false(found: exp.Expr, is_condition: bool) -> bool:
    """Whether it makes no difference if `[NOT] IN` is null or false: in conditions of WHERE, FILTER, CASE and IF."""
    at = found
    above = _above(found)
    if above is not None and is_call_of(above, exp.Not):
        at, above = above, _above(above)
    while above is not None and is_call_of(above, exp.And, exp.Or):
        at, above = above, _above(above)
    if above is None:
        return is_condition
    if isinstance(above, exp.Where):
        return isinstance(above.parent, exp.Filter)
    while at.parent is not above:
        assert at.parent is not None
        at = at.parent
    if not (isinstance(above, Text) and is_call_of(above, exp.If)) or at is not above.expressions[0]:
        return False
    before, after = above.meta["parts"][:2]
    if re.fullmatch(r"if\s*\(\s*", before, re.IGNORECASE):
        return str(after).strip().startswith(",")
    case = above.parent
    return (
        before.strip() == ""
        and re.match(r"\s*then\b", after, re.IGNORECASE) is not None
        and isinstance(case, Text)
        and re.match(r"\s*case\s+when\b", case.meta["parts"][0], re.IGNORECASE) is not None
    )
