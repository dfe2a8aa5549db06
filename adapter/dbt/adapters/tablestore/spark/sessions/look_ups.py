"""Look-ups in a session that are no statements of dbt, which makes only the errors of these readable."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from dbt.adapters.tablestore.spark.errors import TablestoreError, errors_of_spark

if TYPE_CHECKING:
    from dbt.adapters.tablestore.spark.sessions.session import Session

Of = TypeVar("Of", bound="Session")
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def look_up(method: Callable[Concatenate[Of, Given], Answer]) -> Callable[Concatenate[Of, Given], Answer]:
    """Lets a method of a session fail with a message, which has no Java stack trace and no secret of the profile."""

    @wraps(method)
    def readable(session: Of, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return method(session, *given, **named)
        except errors_of_spark() as error:
            session.check()  # dbt may have cancelled the session meanwhile
            raise TablestoreError(session.message_of(error)) from None

    return readable
