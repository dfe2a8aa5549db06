"""Around every statement of a session: registers the functions that it calls, and shows their errors."""

from __future__ import annotations

import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.functions.calling import spark as internals
from dbt.adapters.tablestore.functions.calling.binding import Binder
from dbt.adapters.tablestore.functions.calling.clauses import names_in_lateral_views, with_collected_arguments
from dbt.adapters.tablestore.functions.calling.fallback import Wrappers
from dbt.adapters.tablestore.functions.calling.remote import RemoteFunctions
from dbt.adapters.tablestore.functions.calling.source_lines import current_node, depends_on, location_of_call
from dbt.adapters.tablestore.functions.project import project, readable_errors
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.jvm.classes import is_remote
from dbt.adapters.tablestore.jvm.parsing import create_plainly
from dbt.adapters.tablestore.sql.statement_text import without_leading_comments
from dbt_common.exceptions import DbtRuntimeError
from pyspark.sql import SparkSession

_VIEW = re.compile(r"(?:create\s+(?:or\s+replace\s+)?|alter\s+)view\b", re.IGNORECASE)
Functions = Binder | Wrappers | RemoteFunctions
# Of each session until `release`: what is here refers to the session.
_binders: dict[SparkSession, Functions] = {}
_tables: dict[SparkSession, dict[str, str]] = {}
_lock = threading.Lock()


@contextmanager
def registered_functions(spark: SparkSession, sql: str) -> Generator[str]:
    """Runs the block with the Python functions of a statement registered in the session; gives the statement to run.

    Raises:
        DbtRuntimeError: a function or a call is wrong; the message says what to write.
    """
    with readable_errors():
        called, tables = project.called_in(sql), project.sql_tables_in(sql)
        in_tables = [function for table in tables for function in project.called_in(table.statement)]
        if called and defines_view(sql):
            _refuse_view(called)
        binder = _bound(spark, sql, called, in_tables) if called or in_tables else None
    try:
        for table in tables:
            _create(spark, table.name, _as_spark_takes_it(table.statement, in_tables))
        yield _as_spark_takes_it(sql, called)
    except Exception as error:
        own_error = binder.take_error() if binder is not None else None
        if own_error is not None:
            raise DbtRuntimeError(str(own_error)) from error
        raise


def _bound(spark: SparkSession, sql: str, called: list[Function], in_tables: list[Function]) -> Functions:
    """Registers functions: those that a statement calls, and those in the queries of its table functions in SQL."""
    binder = _binder(spark)
    if isinstance(binder, Binder):
        for function in (*called, *in_tables):
            binder.register(function)
    else:
        _refuse_lateral_views(sql, called)
        zone = str(spark.conf.get("spark.sql.session.timeZone"))  # asks a server
        for function in (*called, *in_tables):
            binder.register(function, zone)
    binder.take_error()
    return binder


def _as_spark_takes_it(sql: str, called: list[Function]) -> str:
    aggregates = {function.name.lower() for function in called if function.kind == "aggregate"}
    return with_collected_arguments(sql, aggregates) if aggregates else sql


def release(spark: SparkSession) -> None:
    """Forgets the functions of a session that is closed. Without this, they and the session would stay in memory."""
    with _lock:
        binder = _binders.pop(spark, None)
        _tables.pop(spark, None)
    if isinstance(binder, Binder):
        binder.release()


def _create(spark: SparkSession, name: str, statement: str) -> None:
    """Creates a table function in the session, unless it has it."""
    with _lock:
        known = _tables.setdefault(spark, {})
    if known.get(name) != statement:
        if is_remote(spark):
            spark.sql(statement)
        else:
            create_plainly(spark, statement)
        known[name] = statement


def defines_view(sql: str) -> bool:
    """Whether the statement stores a view."""
    return _VIEW.match(without_leading_comments(sql)) is not None


def _binder(spark: SparkSession) -> Functions:
    with _lock:
        if spark not in _binders:
            _binders[spark] = _new_binder(spark)
        return _binders[spark]


def _new_binder(spark: SparkSession) -> Functions:
    if is_remote(spark):
        return RemoteFunctions(spark)
    if reason := internals.unsupported_reason(spark):
        return Wrappers(spark, lambda sql: create_plainly(spark, sql), reason)
    return Binder(spark, lambda origin, name: location_of_call(project, origin, name))


def _refuse_lateral_views(sql: str, called: list[Function]) -> None:
    """Refuses LATERAL VIEW of a table function, where Spark looks for it among functions that give one value."""
    found = names_in_lateral_views(sql)
    for function in called:
        if function.kind == "table" and function.name.lower() in found:
            raise FunctionError(
                f"LATERAL VIEW {function.name}(...): in this session, it cannot call a Python function. Write "
                f"`, lateral {function.name}(...) as t`, and for LATERAL VIEW OUTER "
                f"`left join lateral {function.name}(...) as t on true`."
            )


def _refuse_view(called: list[Function]) -> None:
    """Refuses a view that calls a function. dbt's node decides: the name may also be that of a CTE."""
    node: Any = current_node(project)
    subject = f"model {node.name} ({node.original_file_path})" if node is not None else "this statement"
    for function in called:
        if node is None or depends_on(project, node, function.name):
            raise FunctionError(
                f"{subject} creates a view that calls the Python function `{function.name}`. Spark cannot store such a "
                "view, because the function exists only while dbt runs. Use materialized='table' or 'ephemeral'."
            )
