"""Which functions of Spark are aggregates, and which give another result each time they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dbt.adapters.tablestore.sql.builtin_names import BUILTIN_NAMES
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.text import (
    KIND,
    TextOfAggregate,
    called_in,
    is_call_of,
    special_times_in,
)
from sqlglot import exp
from sqlglot.parsers.spark import SparkParser

_Classes = tuple[type, ...]
# Aggregates that sqlglot has no class for, or reads as something else.
AGGREGATES = frozenset(
    [
        "any",
        "approx_top_k",
        "approx_top_k_accumulate",
        "approx_top_k_combine",
        "bitmap_and_agg",
        "bitmap_construct_agg",
        "bitmap_or_agg",
        "bool_and",
        "bool_or",
        "count_min_sketch",
        "every",
        "first",
        "first_value",
        "grouping",
        "grouping_id",
        "histogram_numeric",
        "hll_sketch_agg",
        "hll_union_agg",
        "kll_merge_agg_bigint",
        "kll_merge_agg_double",
        "kll_merge_agg_float",
        "kll_sketch_agg_bigint",
        "kll_sketch_agg_double",
        "kll_sketch_agg_float",
        "last",
        "last_value",
        "listagg",
        "max_by",
        "mean",
        "median",
        "min_by",
        "mode",
        "percentile_approx",
        "regr_avgx",
        "regr_avgy",
        "regr_count",
        "regr_intercept",
        "regr_r2",
        "regr_slope",
        "regr_sxx",
        "regr_sxy",
        "regr_syy",
        "schema_of_variant_agg",
        "some",
        "std",
        "string_agg",
        "theta_intersection_agg",
        "theta_sketch_agg",
        "theta_union_agg",
        "try_avg",
        "try_sum",
    ]
)
# Other names of aggregates for which sqlglot has a class.
_SYNONYMS = {"every": exp.LogicalAnd, "mean": exp.Avg, "some": exp.LogicalOr}
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
# Their values are those of a row only where they are keys of groups, and those of sessions depend on other rows too.
_WINDOWS = ("session_window", "window", "window_time")
# What Spark's grammar has in the form of a call, besides its functions.
_SYNTAX = ("timestampadd", "timestampdiff", "try_cast")
# Functions of other engines, which sqlglot reads as such in every dialect: in Spark, they are those of users.
_OF_OTHERS = frozenset(map(str.lower, (*SparkParser.FUNCTIONS, *SparkParser.FUNCTION_PARSERS))).difference(
    BUILTIN_NAMES, _SYNTAX
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


# Aggregates that approximate, and give another value for rows in another order.
_APPROXIMATE: _Classes = (exp.ApproxQuantile, exp.ApproxQuantiles, exp.ApproxTopK)
ANY_ORDER: _Classes = (exp.Count, exp.Min, exp.Max, exp.CountIf, exp.LogicalAnd, exp.LogicalOr)
"""Aggregates of floating-point numbers that do not depend on the order of rows."""
_AROUND: _Classes = (exp.Filter, exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)


def without_clauses(call: exp.Expr) -> exp.Expr:
    """The call of a function without FILTER and the like around it."""
    while isinstance(call, _AROUND):
        call = call.this
    return call


def is_aggregate(node: exp.Expr) -> bool:
    """Whether the expression is the call of an aggregate function, with FILTER and the like around it or not."""
    node = without_clauses(node)
    return isinstance(node, exp.AggFunc) or (isinstance(node, exp.Anonymous) and node.name.lower() in AGGREGATES)


def is_aggregate_of(node: exp.Expr, *kinds: type) -> bool:
    """Whether an aggregate was read as one of these classes, or has another name of one of them."""
    kind = _SYNONYMS.get(node.name.lower()) if isinstance(node, exp.Anonymous) else None
    return issubclass(kind, kinds) if kind else is_call_of(node, *kinds)


def is_generator(node: exp.Expr) -> bool:
    """Whether the expression gives several rows for one."""
    return isinstance(node, exp.UDTF)


def is_unordered(node: exp.Expr) -> bool:
    """Whether the result of an aggregate depends on the order of its rows."""
    return is_aggregate_of(without_clauses(node), *_UNORDERED, exp.Anonymous, exp.AnonymousAggFunc)


def depends_on_order(call: exp.Expr) -> bool:
    """Whether a call gives another value for the same rows in another order, also one that approximates."""
    core = without_clauses(call)
    return is_call_of(core, *_APPROXIMATE) or (is_aggregate(core) and is_unordered(core))


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


def called_of_others(node: exp.Expr) -> list[str]:
    """The functions that source text calls and that only sqlglot knows, in lower case."""
    return [name for name in called_in(node) if name in _OF_OTHERS]


def with_known_functions(query: exp.Query, functions: Functions) -> exp.Query:
    """The query with its Python aggregates as aggregates.

    Raises `CannotPlanError` if the query gives another result without a change of its tables, or calls a function of
    which this is not known.
    """
    query = query.copy()
    called = set[str]()
    for node in list(query.walk()):
        _assert_constant(node, functions)
        called.update(_scalars_of_others(node, functions))
        if isinstance(node, exp.Anonymous):
            called.add(node.name.lower())
            _assert_known(node, functions)
            if functions.python.get(node.name.lower()) == "aggregate":
                aggregate = exp.AnonymousAggFunc(this=node.this, expressions=node.expressions)
                aggregate.meta[RETRACTS] = node.name.lower() in functions.retractable
                node.replace(aggregate)
    hidden = sorted(set(functions.python) - called - _named_with_columns(query))
    if hidden and hidden[0] in _OF_OTHERS:
        raise CannotPlanError(
            f"sqlglot reads {hidden[0]}(), a Python function, as that of another engine: rename it, or set `alias`"
        )
    if hidden:
        raise CannotPlanError(f"the Python function {hidden[0]} has the name of a function of Spark")
    return query


def _named_with_columns(query: exp.Query) -> set[str]:
    """The names in `with words(a) as` and `from t as words(a)`, which look like calls, in lower case.

    Not those that sqlglot reads as functions: the query may call one of these, too.
    """
    aliases = (alias for alias in query.find_all(exp.TableAlias) if alias.args.get("columns"))
    return {alias.name.lower() for alias in aliases} - _OF_OTHERS


def _scalars_of_others(node: exp.Expr, functions: Functions) -> set[str]:
    """The scalar Python functions that source text calls and that sqlglot has read as others, but not as aggregates.

    Text that is such a call is marked as that of a function which sqlglot does not know: no rule may look into it.
    """
    found = {name for name in called_of_others(node) if functions.python.get(name) == "scalar"}
    outermost = called_in(node)[:1]
    if isinstance(node, TextOfAggregate):
        return found.difference(outermost)
    if found.intersection(outermost):
        node.meta[KIND] = exp.Anonymous
    return found


def _assert_constant(node: exp.Expr, functions: Functions) -> None:
    """Raises `CannotPlanError` for a part of a query that gives another value each time."""
    if isinstance(node, _VOLATILE_CLASSES):
        raise CannotPlanError(f"{node.sql('spark').lower()} returns another value in each refresh")
    special = special_times_in(node, only_typed=functions.asks_spark)
    if special:
        raise CannotPlanError(f"{special} is another time in each refresh")
    for name in called_in(node):
        if name not in functions.python and _is_volatile(name, functions):
            raise CannotPlanError(f"{name} returns another value in each refresh")
        if name not in functions.python:
            _assert_no_window(name)
    for name in called_of_others(node):
        if functions.python.get(name) == "volatile":
            raise CannotPlanError(f"{name} returns another value in each refresh")
        if name not in functions.python and not functions.is_builtin(name):
            raise CannotPlanError(_unknown(name))


def _assert_known(call: exp.Anonymous, functions: Functions) -> None:
    """Raises `CannotPlanError` for a function without a class of sqlglot that may give another value each time."""
    name = call.name.lower()
    kind = functions.python.get(name)
    if kind is None:
        _assert_no_window(name)
    if kind == "table" and not isinstance(call.parent, exp.Table):  # in FROM, it is no expression of a row
        raise CannotPlanError(f"the query calls {name}(), a table function")
    if kind == "volatile" or (kind is None and _is_volatile(name, functions)):
        raise CannotPlanError(f"{name} returns another value in each refresh")
    if kind != "aggregate" and (isinstance(call.parent, exp.Dot) or (kind is None and not functions.is_builtin(name))):
        raise CannotPlanError(_unknown(name))


def _unknown(name: str) -> str:
    return f"it is not known whether the function {name} always returns the same value"


def _assert_no_window(name: str) -> None:
    if name in _WINDOWS:
        raise CannotPlanError(f"the query uses {name}(); group by date_trunc() or another expression of one row")


def _is_volatile(name: str, functions: Functions) -> bool:
    return name in _CONSTANT_FOR_SPARK or (name in _VOLATILE and not functions.asks_spark)
