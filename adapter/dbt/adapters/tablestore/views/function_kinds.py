"""Which functions of Spark are aggregates, and which give another result each time they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dbt.adapters.tablestore.views.nodes import CannotPlanError
from dbt.adapters.tablestore.views.source_text import (
    AGGREGATES,
    called_in,
    is_call_of,
    special_times_in,
)
from sqlglot import exp

_Classes = tuple[type, ...]
_VOLATILE = frozenset(
    [
        "aes_encrypt",
        "current_catalog",
        "current_database",
        "current_date",
        "current_schema",
        "current_time",
        "current_timestamp",
        "current_timezone",
        "current_user",
        "curdate",
        "input_file_block_length",
        "input_file_block_start",
        "input_file_name",
        "java_method",
        "localtimestamp",
        "monotonically_increasing_id",
        "now",
        "rand",
        "randn",
        "random",
        "randstr",
        "reflect",
        "session_user",
        "shuffle",
        "spark_partition_id",
        "try_reflect",
        "unix_timestamp",
        "uniform",
        "user",
        "uuid",
        "version",
    ]
)
# What Spark does not know: that the first begins with random bytes, and that there will be other versions of it.
_CONSTANT_FOR_SPARK = ("aes_encrypt", "version")
_VOLATILE_CLASSES: _Classes = (
    exp.CurrentCatalog,
    exp.CurrentDate,
    exp.CurrentSchema,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.CurrentTimezone,
    exp.CurrentUser,
    exp.Localtimestamp,
    exp.Rand,
    exp.Randn,
    exp.TableSample,
    exp.Uuid,
)
# An aggregate whose result depends on the order of its input rows, which Spark does not keep.
_UNORDERED: _Classes = (
    exp.AnyValue,
    exp.ArgMax,
    exp.ArgMin,
    exp.ArrayAgg,
    exp.ArrayUniqueAgg,
    exp.First,
    exp.FirstValue,
    exp.GroupConcat,
    exp.Last,
    exp.LastValue,
    exp.Mode,
)


def is_aggregate(node: exp.Expr) -> bool:
    """Whether the expression is the call of an aggregate function, with FILTER and the like around it or not."""
    if isinstance(node, (exp.Filter, exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)):
        return is_aggregate(node.this)
    return isinstance(node, exp.AggFunc) or (isinstance(node, exp.Anonymous) and node.name.lower() in AGGREGATES)


def is_generator(node: exp.Expr) -> bool:
    """Whether the expression gives several rows for one."""
    return isinstance(node, exp.UDTF)


def is_unordered(node: exp.Expr) -> bool:
    """Whether the result of an aggregate depends on the order of its rows."""
    core = node
    while isinstance(core, (exp.Filter, exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)):
        core = core.this
    return is_call_of(core, *_UNORDERED, exp.Anonymous, exp.AnonymousAggFunc)


RETRACTS = "retracts"
"""In the `meta` of a Python aggregate: whether its accumulators can be stored."""


@dataclass(frozen=True)
class Functions:
    """What is known of functions that sqlglot does not know.

    ``python`` are the Python functions of the project that the query may call: name in lower case -> scalar, aggregate,
    table, or volatile. ``retractable`` are the aggregates with ``retract()``. ``is_builtin`` tells whether Spark has a
    function of a name. ``version`` is a text that differs when the code of a Python function does. ``why_volatile``
    asks Spark why a query gives another result each time, where the connection can (``asks_spark``).
    """

    python: Mapping[str, str]
    is_builtin: Callable[[str], bool]
    version: str = ""
    retractable: frozenset[str] = frozenset()
    asks_spark: bool = False
    why_volatile: Callable[[str], str | None] = lambda query: None


def _is_volatile(name: str, functions: Functions) -> bool:
    return name in _CONSTANT_FOR_SPARK or (name in _VOLATILE and not functions.asks_spark)


def with_known_functions(query: exp.Query, functions: Functions) -> exp.Query:
    """The query with its Python aggregates as aggregates.

    Raises `CannotPlanError` if the query gives another result without a change of its tables, or calls a function of
    which this is not known.
    """
    query = query.copy()
    called = set()
    for node in list(query.walk()):
        if isinstance(node, _VOLATILE_CLASSES):
            raise CannotPlanError(f"{node.sql('spark').lower()} returns another value in each refresh")
        special = special_times_in(node, only_typed=functions.asks_spark)
        if special:
            raise CannotPlanError(f"{special} is another time in each refresh")
        for name in called_in(node):
            if name not in functions.python and _is_volatile(name, functions):
                raise CannotPlanError(f"{name} returns another value in each refresh")
        if not isinstance(node, exp.Anonymous):
            continue
        name = node.name.lower()
        called.add(name)
        kind = functions.python.get(name)
        if kind == "volatile" or (kind is None and _is_volatile(name, functions)):
            raise CannotPlanError(f"{name} returns another value in each refresh")
        if kind == "aggregate":
            aggregate = exp.AnonymousAggFunc(this=node.this, expressions=node.expressions)
            aggregate.meta[RETRACTS] = name in functions.retractable
            node.replace(aggregate)
        elif isinstance(node.parent, exp.Dot) or (kind is None and not functions.is_builtin(name)):
            raise CannotPlanError(f"it is not known whether the function {name} always returns the same value")
    hidden = sorted(set(functions.python) - called)
    if hidden:
        raise CannotPlanError(f"the Python function {hidden[0]} has the name of a function of Spark")
    return query
