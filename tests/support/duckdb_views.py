"""DuckDB in the place of Spark for the queries of materialized views: their SQL is translated, and no Java is started.

DuckDB reads what it runs in the same way for the query of a user and for what the planner makes of it, so a difference
of the two results is a fault of the planner. What DuckDB does in another way than Spark is translated below, or is not
in the random queries: `/` of whole numbers, functions of Spark only, and the types of results (a sum is a HUGEINT).
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from functools import lru_cache
from typing import Any

import duckdb
import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel

from view_engines import Row, frozen

_TYPES = {"INTEGER": "int", "BIGINT": "bigint", "HUGEINT": "bigint", "VARCHAR": "string", "BOOLEAN": "boolean"}


class FaultOfDuckDBError(RuntimeError):
    """DuckDB says that it is wrong itself: its database cannot be used any more, and all tables are gone."""


class DuckDB:
    """An engine for `Simulation`."""

    def __init__(self) -> None:
        self._connection = duckdb.connect(config={"threads": 1})

    def keep(self, name: str, query: str) -> int:
        """Evaluates a query, and keeps its rows under a name; returns their number."""
        quoted = '"' + name.strip("`") + '"'
        self._run(f"create or replace temp table _next as {translated(query)}")
        self._run(f"drop table if exists {quoted}")
        self._run(f"alter table _next rename to {quoted}")
        return int(self._run(f"select count(*) from {quoted}").fetchone()[0])

    def types(self, query: str) -> dict[str, str]:
        """The types of the columns of a query, by their names in lower case."""
        described = self._run(f"describe {translated(query)}").fetchall()
        return {name.lower(): _spark_type(kind) for name, kind, *_ in described}

    def rows(self, query: str) -> Counter[Row]:
        """The rows of a query."""
        return Counter(_rounded(frozen(row)) for row in self._run(translated(query)).fetchall())

    def is_builtin(self, name: str) -> bool:
        """Whether there is a function of a name: the random queries call no others."""
        return True

    def _run(self, sql: str) -> Any:
        try:
            return self._connection.execute(sql)
        except duckdb.InternalException as error:
            self._connection = duckdb.connect(config={"threads": 1})
            raise FaultOfDuckDBError(sql) from error
        except duckdb.Error as error:
            raise RuntimeError(f"{error}\n{sql}") from error


def _rounded(value: Any) -> Any:
    """A value without the last digits of its numbers: DuckDB's avg of decimals is a double."""
    if isinstance(value, tuple):
        return tuple(map(_rounded, value))
    return round(float(value), 6) if isinstance(value, (float, Decimal)) else value


def _spark_type(kind: str) -> str:
    if kind.endswith("[]"):
        return f"array<{_spark_type(kind[:-2])}>"
    if kind.startswith("STRUCT("):
        return f"struct<{kind[7:-1].lower()}>"
    return _TYPES.get(kind, kind.lower())


@lru_cache(maxsize=1000)
def translated(sql: str) -> str:
    """SQL of Spark as SQL of DuckDB; each batch runs the same queries again."""
    query = sqlglot.parse_one(sql, dialect="spark")
    for node in list(query.walk()):
        if isinstance(node, exp.Hint):
            node.pop()
        elif isinstance(node, exp.Lateral) and node.args.get("outer") is not None:
            _unnest(node)
        elif isinstance(node, exp.GenerateSeries):
            for end in ("start", "end"):
                node.set(end, exp.cast(node.args[end], "bigint"))
        elif isinstance(node, exp.JSONFormat):
            node.set("options", None)
        elif isinstance(node, exp.ArrayAgg):
            _coalesced(node)
        elif isinstance(node, exp.In) and isinstance(node.this, exp.Tuple) and node.args.get("query"):
            _exists(node)
        elif isinstance(node, exp.ConcatWs):
            texts = [exp.cast(part.copy(), "text") for part in node.expressions]
            node.replace(exp.Anonymous(this="concat_ws", expressions=texts))
        elif isinstance(node, exp.Anonymous) and node.name.lower() == "raise_error":
            node.set("this", "error")
        elif isinstance(node, exp.Anonymous) and node.name.lower() == "isnull":
            node.replace(exp.Paren(this=exp.Is(this=exp.Paren(this=node.expressions[0]), expression=exp.Null())))
    return query.sql("duckdb", unsupported_level=ErrorLevel.IGNORE)


def _unnest(view: exp.Lateral) -> None:
    """LATERAL VIEW OUTER has a row also for an array without elements."""
    if view.args["outer"]:
        array = view.this.this
        filled = exp.Case().when(exp.GT(this=exp.ArraySize(this=array.copy()), expression=exp.Literal.number(0)), array)
        view.this.set("this", filled.else_(exp.Array(expressions=[exp.Null()])))


def _exists(found: exp.In) -> None:
    """DuckDB has no IN of several columns with a correlated query."""
    names = [f"_c{number}" for number, _ in enumerate(found.this.expressions)]
    is_negated = isinstance(found.parent, exp.Not)
    pairs = []
    for value, name in zip(found.this.expressions, names, strict=True):
        unknown = f" or {value.sql('spark')} is null or {name} is null" if is_negated else ""
        pairs.append(f"({value.sql('spark')} = {name}{unknown})")
    query = found.args["query"].this.sql("spark")
    exists = f"exists (select 1 from ({query}) as _q({', '.join(names)}) where {' and '.join(pairs)})"
    found.replace(exp.maybe_parse(exists, dialect="spark"))


def _coalesced(call: exp.ArrayAgg) -> None:
    """Spark's collect_list leaves nulls out, and is an empty array without rows."""
    value: Any = call.this
    while isinstance(value, (exp.Distinct, exp.Order)):
        value = value.expressions[0] if isinstance(value, exp.Distinct) else value.this
    outer: exp.Expr = call
    while isinstance(outer.parent, (exp.Filter, exp.Window)) and outer.parent.this is outer:
        outer = outer.parent
    wrapped = exp.Coalesce(this=outer.copy(), expressions=[exp.Array(expressions=[])])
    outer.replace(wrapped)
