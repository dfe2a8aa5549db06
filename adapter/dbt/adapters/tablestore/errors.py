"""Spark's errors as a person reads them."""

from __future__ import annotations

from typing import Any

from dbt_common.exceptions import DbtDatabaseError, DbtRuntimeError

__all__ = ["DbtDatabaseError", "TablestoreError", "message_of"]


class TablestoreError(DbtRuntimeError):
    """Something outside a model's SQL: Java, the jars, the warehouse, the profile."""


def message_of(error: BaseException) -> str:
    """The message of a Spark error, without the Java stack trace."""
    origin: Any = getattr(error, "_origin", None)
    if origin is not None:
        text = origin.getMessage()
        if text:
            return str(text)
    java: Any = getattr(error, "java_exception", None)
    if java is not None and java.getMessage():
        return str(java.getMessage())
    return str(error)
