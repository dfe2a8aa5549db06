"""The boundary around what computes a refresh from changes: whatever it meets is a reason for a full refresh."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.tablestore.spark import secrets
from dbt.adapters.tablestore.spark.errors import errors_of_spark, message_of
from dbt.adapters.tablestore.spark.interrupts import StoppedRunError
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError, KeyConfigError, StateError
from dbt.adapters.tablestore.views.results.columns import INCONSISTENT, NOT_IDENTIFIED
from dbt_common.exceptions import CompilationError, DbtRuntimeError

logger = AdapterLogger("Tablestore")
_LENGTH = 240
# The end of a sentence, which is not the point of a number or a name, and a list after a colon.
_SENTENCE = re.compile(r"\.\s|[.:]?\s*SQLSTATE: |[.:]?$")
_LIST = re.compile(r":[ ]*\n")

# Where Spark shows the query or its plan.
_PLAN = re.compile(r"\n(?=\s*(?:'|\+-|:-|== ))")


@contextmanager
def as_reason(doing: str) -> Iterator[None]:
    """Raises `CannotPlanError` for every error but those of what the user wrote; ``doing`` begins its message.

    Raises:
        CannotPlanError: why a refresh is full.
        KeyConfigError: the rows cannot have the primary key of the config.
        StateError: the state of an operator cannot expire.
        CompilationError: an option is wrong.
        StoppedRunError: the run ends.
    """
    try:
        yield
    except (CannotPlanError, KeyConfigError, StateError, CompilationError, StoppedRunError):
        raise
    except Exception as error:
        logger.debug(f"Full refresh of a materialized view:\n{secrets.redact(traceback.format_exc())}")
        raise CannotPlanError(clause(doing, error)) from secrets.loggable(error)


def clause(doing: str, error: Exception) -> str:
    """What failed and its cause in one line, without a plan of Spark."""
    for known in (INCONSISTENT, NOT_IDENTIFIED):
        if known in str(error):
            return known
    if isinstance(error, errors_of_spark()):
        message = message_of(error)
    elif isinstance(error, DbtRuntimeError):
        message = secrets.redact(str(error.msg))
    else:
        return f"{doing}: {type(error).__name__}: {_first_sentence(secrets.redact(str(error)))}"
    return f"{doing}: {_first_sentence(message.rpartition('Cause: ')[2])}"


def _first_sentence(message: str) -> str:
    text = " ".join(_LIST.split(_PLAN.split(message)[0])[0].split()) or "no message"
    # an error class in brackets says less than what follows it
    text = re.sub(r"^(\[[\w.]+\]) ", "", text)
    text = text[: _SENTENCE.search(text).start()]  # type: ignore[union-attr]
    return text if len(text) <= _LENGTH else f"{text[:_LENGTH]} ..."


__all__ = ["as_reason", "clause"]
