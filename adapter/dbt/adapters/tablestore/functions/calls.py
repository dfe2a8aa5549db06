"""Around every statement of a session: the functions it calls are registered, their errors read as sentences."""

from __future__ import annotations

import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from dbt.adapters.tablestore.functions import spark as internals
from dbt.adapters.tablestore.functions.binding import Binder
from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.fallback import Wrappers
from dbt.adapters.tablestore.functions.places import current_node, depends_on, place
from dbt.adapters.tablestore.functions.project import project, readable
from dbt.adapters.tablestore.functions.signatures import Function
from dbt.adapters.tablestore.parsing import create_plainly
from dbt.adapters.tablestore.statement_text import without_leading_comments
from dbt_common.exceptions import DbtRuntimeError
from pyspark.sql import SparkSession

_VIEW = re.compile(r"(?:create\s+(?:or\s+replace\s+)?|alter\s+)view\b", re.IGNORECASE)
_binders: WeakKeyDictionary[SparkSession, Binder | Wrappers] = WeakKeyDictionary()
_lock = threading.Lock()


@contextmanager
def usable_in(spark: SparkSession, sql: str) -> Generator[None]:
    """Runs the block with the Python functions of a statement registered in the session.

    Raises:
        DbtRuntimeError: a call or a function is wrong; the sentence says what to write.
    """
    called = project.called_in(sql)
    if not called:
        yield
        return
    with readable():
        if defines_view(sql):
            _refuse_stored(called)
        binder = _binder(spark)
        for function in called:
            binder.register(function)
    binder.take_error()
    try:
        yield
    except Exception as error:
        refused = binder.take_error()
        if refused is not None:
            raise DbtRuntimeError(str(refused)) from error
        raise


def defines_view(sql: str) -> bool:
    """Whether the statement stores a view."""
    return _VIEW.match(without_leading_comments(sql)) is not None


def _binder(spark: SparkSession) -> Binder | Wrappers:
    with _lock:
        if spark not in _binders:
            missing = internals.unsupported(spark)
            _binders[spark] = (
                Wrappers(spark, lambda sql: create_plainly(spark, sql), missing)
                if missing
                else Binder(spark, lambda origin, name: place(project, origin, name))
            )
        return _binders[spark]


def _refuse_stored(called: list[Function]) -> None:
    """Refuses a view that calls a function; the name alone may also be that of a common table expression."""
    node: Any = current_node(project)
    subject = f"model {node.name} ({node.original_file_path})" if node is not None else "this"
    for function in called:
        if node is None or depends_on(project, node, function.name):
            raise FunctionError(
                f"{subject} is a view and calls the Python function `{function.name}`, which exists only while dbt "
                "runs; Spark cannot store such a view. Use materialized='table' (or 'ephemeral')."
            )
