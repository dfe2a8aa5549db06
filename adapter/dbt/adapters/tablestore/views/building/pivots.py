"""PIVOT as the GROUP BY that it is, UNPIVOT as a LATERAL VIEW, and `column.*` of a struct as its fields.

All need the columns of what is in FROM, for which Spark is asked. This is done before names are resolved.

`from t pivot (sum(v) for g in (1, 2))` groups by all columns of t but v and g, and has `sum(v) filter (where g <=> 1)`
and so on. For numbers and booleans, Spark computes each aggregate by the value of g first: where there are no rows with
it, the result is null, even that of a count. For other types it does not, and a count is 0 there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from dbt.adapters.tablestore.views.building.unpivot import unpivoted
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import aggregates_of, column, substituted
from dbt.adapters.tablestore.views.expressions.text import Text, is_call_of
from dbt.adapters.tablestore.views.operators.query import TypesOfQuery
from sqlglot import exp

_NUMBERS = ("boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "decimal")
_NULL_OVER_NOTHING = (exp.Sum, exp.Avg, exp.Min, exp.Max)
# Of other types than numbers, Spark takes the first value that is not null.
_FIRST = (exp.First, exp.FirstValue, exp.Last, exp.LastValue)
_NULLS = re.compile(r"\s*(ignore|respect)\s+nulls\s*", re.IGNORECASE)
_PARTS = ("this", "table", "db", "catalog")
_AROUND = ("joins", "laterals")


def with_columns_of_tables(query: exp.Query, types_of: TypesOfQuery) -> exp.Query:
    """The query without PIVOT, UNPIVOT and `column.*`; raises `CannotPlanError` if one of them cannot be replaced."""
    # sqlglot reads `from a, b pivot (...)` as one of b, and Spark as one of both
    if any(part.args.get("pivots") for join in query.find_all(exp.Join) for part in (join, join.this)):
        raise CannotPlanError("the query uses PIVOT or UNPIVOT of a join")
    while pivoted := next(_pivoted(query), None):
        pivoted.replace(_replaced(pivoted, types_of))
    for select in list(query.find_all(exp.Select)):
        for item in list(select.expressions):
            if isinstance(item, exp.Column) and _is_of_struct(item, select):
                _replace(select, item, list(types_of(_asked(select, item))))
    return query


# PIVOT


def _pivoted(query: exp.Query) -> Iterator[exp.Expr]:
    """What is pivoted in FROM, without what is pivoted inside of it."""
    for found in query.find_all(exp.Table, exp.Subquery):
        if found.args.get("pivots") and not any(
            part is not found and part.args.get("pivots") for part in found.find_all(exp.Table, exp.Subquery)
        ):
            yield found


def _replaced(given: exp.Expr, types_of: TypesOfQuery) -> exp.Expr:
    """A query in FROM that has the rows of one with PIVOT or UNPIVOT, of which the first is replaced."""
    pivot, *others = given.args["pivots"]
    if len(pivot.args["fields"]) != 1 or given.args.get("sample"):
        raise CannotPlanError("the query uses PIVOT by several FOR, or with TABLESAMPLE")
    of = given.copy()
    for part in ("pivots", *_AROUND):
        of.set(part, None)
    rows = exp.select("*").from_(of.copy())
    types = types_of(_text(given, rows))
    alone = of.copy()
    alone.set("pivots", [pivot.copy()])
    outputs = types_of(_text(given, exp.select("*").from_(alone)))
    made = unpivoted if pivot.args.get("unpivot") else _grouped
    alias = pivot.args.get("alias") or of.args.get("alias") or exp.TableAlias(this=exp.to_identifier("_pivoted"))
    around = {part: given.args[part] for part in _AROUND if given.args.get(part)}
    return exp.Subquery(this=made(of, pivot, types, outputs), alias=alias.copy(), pivots=others, **around)


def _grouped(of: exp.Expr, pivot: exp.Pivot, types: Mapping[str, str], outputs: Mapping[str, str]) -> exp.Select:
    """A query with the rows of PIVOT, see `unpivoted`."""
    calls, field, names = [item.unalias() for item in pivot.expressions], pivot.args["fields"][0], list(outputs)
    used = {found.name.lower() for part in (*calls, field) for found in part.find_all(exp.Column)}
    keys = [name for name in types if name not in used]
    values = [list(_compared(field.this, value, types)) for value in field.expressions]
    if names[: len(keys)] != keys or len(names) != len(keys) + len(values) * len(calls):
        raise CannotPlanError("the query uses PIVOT, of which not all columns have names of their own")
    are_numbers = all(outputs[name].lower().startswith(_NUMBERS) for name in names[len(keys) :])
    pairs = [(conditions, call) for conditions in values for call in calls]
    items = [exp.alias_(column(name), name, quoted=True) for name in keys]
    for name, (conditions, call) in zip(names[len(keys) :], pairs, strict=True):
        items.append(exp.alias_(_of_value(call, exp.and_(*conditions), are_numbers), name, quoted=True))
    select = exp.select(*items, copy=False).from_(of)
    if keys:
        select.set("group", exp.Group(expressions=[column(name) for name in keys]))
    return select


def _of_value(call: exp.Expr, condition: exp.Expr, are_numbers: bool) -> exp.Expr:
    """An aggregate over the rows with one of the values."""
    found = aggregates_of(call)
    for part in found:
        if part.find(exp.Filter, exp.Query):
            raise CannotPlanError(f"the query uses PIVOT with {part.sql('spark')}")
    if not found:
        raise CannotPlanError(f"the query uses PIVOT with {call.sql('spark')}, which is no aggregate")
    value = substituted(call, [(part, _filtered(part, condition, not are_numbers)) for part in found])
    if not are_numbers or (call in found and is_call_of(call, *_NULL_OVER_NOTHING)):
        return value
    rows = _filtered(exp.Count(this=exp.Star(), big_int=True), condition)
    return exp.Case(ifs=[exp.If(this=exp.GT(this=rows, expression=exp.Literal.number(0)), true=value)])


def _filtered(call: exp.Expr, condition: exp.Expr, without_nulls: bool = False) -> exp.Expr:
    """A call over the rows that fulfil a condition; FILTER comes before IGNORE NULLS."""
    clause = _NULLS.fullmatch(call.meta["parts"][-1]) if isinstance(call, Text) else None
    inner = call.expressions[0] if clause else call
    found: exp.Expr = exp.Filter(this=inner.copy(), expression=exp.Where(this=condition.copy()))
    without_nulls = (clause and clause[1].lower() == "ignore") or (without_nulls and is_call_of(inner, *_FIRST))
    return exp.IgnoreNulls(this=found) if without_nulls else found


def _compared(of: exp.Expr, value: exp.Expr, types: Mapping[str, str]) -> Iterator[exp.Expr]:
    """The comparisons of columns with one of their values, which has their types."""
    value = value.this if isinstance(value, (exp.PivotAlias, exp.Alias)) else value
    columns = list(of.expressions) if isinstance(of, exp.Tuple) else [of]
    values = list(value.expressions) if isinstance(value, exp.Tuple) else [value]
    for found, constant in zip(columns, values, strict=True):
        unsigned = constant.this if isinstance(constant, exp.Neg) else constant
        if not isinstance(found, exp.Column) or not isinstance(unsigned, (exp.Literal, exp.Null, exp.Boolean)):
            raise CannotPlanError(f"the query uses PIVOT with {constant.sql('spark')}")
        typed = exp.cast(constant.copy(), exp.DataType.build(types[found.name.lower()], dialect="spark"))
        yield exp.NullSafeEQ(this=found.copy(), expression=typed)


# Structs


def _is_of_struct(item: exp.Column, select: exp.Select) -> bool:
    """Whether an item of SELECT is `column.*`, and not `table.*`."""
    if not isinstance(item.this, exp.Star):
        return False
    named = [source.alias_or_name.lower() for source in _sources(select)]
    # `a.*` and `schema.a.*` are the columns of a table `a`; one of the same name comes first
    return len(item.parts) > 1 and ".".join(part.name.lower() for part in item.parts[:-1]) not in [
        *named,
        *(source.sql("spark").replace("`", "").lower().split(" as ")[0] for source in _sources(select)),
    ]


def _sources(select: exp.Select) -> Iterator[exp.Expr]:
    from_ = select.args.get("from_")
    for source in [from_.this] if from_ else []:
        yield source
        yield from (join.this for join in source.args.get("joins") or ())
        yield from source.args.get("laterals") or ()
    yield from (join.this for join in select.args.get("joins") or ())
    yield from select.args.get("laterals") or ()


def _asked(select: exp.Select, item: exp.Column) -> str:
    """The query of the fields of a struct."""
    kept: dict[str, object] = {"from_": select.args["from_"].copy()}
    kept |= {part: [one.copy() for one in select.args[part]] for part in _AROUND if select.args.get(part)}
    struct = exp.Column(**{key: part.copy() for key, part in zip(_PARTS, reversed(item.parts[:-1]), strict=False)})
    rows = exp.Select(expressions=[exp.alias_(struct, "_struct")], **kept)
    star = item.copy()
    for part in _PARTS[1:]:
        star.set(part, None)
    star.set("table", exp.to_identifier("_struct"))
    return _text(select, exp.Select(expressions=[star]).from_(rows.subquery("_q")))


def _replace(select: exp.Select, item: exp.Column, fields: list[str]) -> None:
    items: list[exp.Expr] = []
    for other in select.expressions:
        items += [_field(item, field) for field in fields] if other is item else [other]
    select.set("expressions", items)


def _field(item: exp.Column, name: str) -> exp.Expr:
    """A field of a struct as an item of SELECT."""
    parts = [part.copy() for part in item.parts[:-1]] + [exp.to_identifier(name, quoted=True)]
    field: exp.Expr = exp.Column(**dict(zip(_PARTS, reversed(parts[:4]), strict=False)))
    for part in parts[4:]:
        field = exp.Dot(this=field, expression=part)
    return exp.alias_(field, name, quoted=True)


def _text(inside: exp.Expr, query: exp.Select) -> str:
    """The text of a query, with the common table expressions that are known where it is."""
    around: exp.Expr | None = inside
    path: list[exp.Expr] = []
    while around is not None:
        path.append(around)
        around = around.parent
    known: dict[str, exp.Expr] = {}
    for with_ in [outer.args["with_"] for outer in reversed(path) if outer.args.get("with_")]:
        # a common table expression knows those before it
        before = takewhile(lambda cte: not any(cte is outer for outer in path), with_.expressions)
        known |= {cte.alias_or_name.lower(): cte.copy() for cte in before}
    if known:
        query.set("with_", exp.With(expressions=list(known.values())))
    return query.sql("spark")
