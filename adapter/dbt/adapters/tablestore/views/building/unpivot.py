"""UNPIVOT as the LATERAL VIEW that it is.

`from t unpivot (v for n in (a, b))` has each row of t once for `a` and once for `b`, with the name and the value of one
of them in the place of both; without INCLUDE NULLS only if the value is not null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import column
from sqlglot import exp


@dataclass(frozen=True)
class _Part:
    """What a row has once: a name, and the columns of its values in lower case."""

    name: str
    columns: tuple[str, ...]


def unpivoted(of: exp.Expr, pivot: exp.Pivot, types: Mapping[str, str], outputs: Mapping[str, str]) -> exp.Select:
    """A query with the rows of UNPIVOT.

    Args:
        of: what is in FROM.
        pivot: the clause.
        types: the columns of what is in FROM with their types, as Spark names them.
        outputs: the columns of the result with their types.
    """
    parts = list(_parts(pivot.args["fields"][0]))
    used = {name for part in parts for name in part.columns}
    keys = [name for name in types if name not in used]
    names = list(outputs)
    if names[: len(keys)] != keys or len(names) != len(keys) + 1 + len(parts[0].columns) or not used <= set(types):
        raise CannotPlanError("the query uses UNPIVOT, of which not all columns have names of their own")
    which = "_which"
    while which in types:
        which += "_"
    of_name, *of_values = names[len(keys) :]
    items = [exp.alias_(column(name), name, quoted=True) for name in keys]
    texts = [exp.Literal.string(part.name) for part in parts]
    items.append(exp.alias_(_chosen(which, texts), of_name, quoted=True))
    values = []
    for place, output in enumerate(of_values):
        given = [_cast(part.columns[place], types, outputs[output]) for part in parts]
        values.append(_chosen(which, given))
        items.append(exp.alias_(values[-1], output, quoted=True))
    numbers = exp.Array(expressions=[exp.Literal.number(number) for number, _ in enumerate(parts)])
    alias = exp.TableAlias(this=exp.to_identifier("_parts"), columns=[exp.to_identifier(which)])
    view = exp.Lateral(this=exp.Explode(this=numbers), view=True, outer=False, alias=alias)
    select = exp.select(*items, copy=False).from_(of, copy=False)
    select.set("laterals", [view])
    if not pivot.args.get("include_nulls"):
        known = [exp.Not(this=exp.Is(this=value.copy(), expression=exp.Null())) for value in values]
        select.set("where", exp.Where(this=exp.or_(*known, copy=False)))
    return select


def _parts(field: exp.Expr) -> Iterator[_Part]:
    for item in field.expressions:
        alias, given = (item.args["alias"].name, item.this) if isinstance(item, exp.PivotAlias) else ("", item)
        columns = list(given.expressions) if isinstance(given, exp.Tuple) else [given.unnest()]
        if not all(isinstance(found, exp.Column) for found in columns):
            raise CannotPlanError(f"the query uses UNPIVOT of {given.sql('spark')}")
        name = alias or "_".join(found.name for found in columns)
        yield _Part(name, tuple(found.name.lower() for found in columns))


def _chosen(which: str, values: Sequence[exp.Expr]) -> exp.Expr:
    ifs = [exp.If(this=exp.Literal.number(number), true=value) for number, value in enumerate(values)]
    return exp.Case(this=column(which), ifs=ifs)


def _cast(name: str, types: Mapping[str, str], kind: str) -> exp.Expr:
    """The value of a column as one of the type that all of them have."""
    value = column(name)
    return value if types[name] == kind else exp.cast(value, exp.DataType.build(kind, dialect="spark"))
