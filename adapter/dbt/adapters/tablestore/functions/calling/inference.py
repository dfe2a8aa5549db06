"""``@infer``, the third level of FLIP-65: a strategy that sees the call decides the type of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from dbt.adapters.tablestore.functions.calling.arguments import Argument, ParameterValue
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, sql_constant
from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.annotations import IncompatibleTypeError, extract
from dbt.adapters.tablestore.functions.types.conversions import Conversion, default_conversion, with_sql_type
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, type_text
from dbt.adapters.tablestore.functions.types.type_parser import parse_type


class Call:
    """What a strategy of ``@infer`` sees: the arguments' types as text, by parameter name, and their constants."""

    def __init__(self, passed: Sequence[ParameterValue], arguments: Sequence[Argument], function: str) -> None:
        self.function = function
        self._arguments = {
            item.parameter.name: arguments[item.position] for item in passed if item.position is not None
        }
        self._defaults = {item.parameter.name: item.default for item in passed if item.position is None}

    @property
    def names(self) -> list[str]:
        """The parameters for which an argument is given."""
        return list(self._arguments)

    def type(self, name: str) -> str:
        """The type of an argument: ``DECIMAL(10,2)``."""
        return type_text(self._arguments[name].type)

    def is_literal(self, name: str) -> bool:
        """Whether the argument is a constant."""
        return name in self._defaults or self._arguments[name].constant() is not MISSING

    def is_table(self, name: str) -> bool:
        """Whether the argument is TABLE(relation)."""
        return name in self._arguments and self._arguments[name].table

    def literal(self, name: str, among: Sequence[Any] | None = None) -> Any:
        """The constant of a parameter; with ``among``, the member that it names, in upper or lower case.

        Raises:
            FunctionError: it is not a constant, or not among the members.
        """
        accepted = "one of the constants " + ", ".join(map(sql_constant, among)) if among else "a constant"
        if not self.is_literal(name):
            self.fail(f"`{name}` must be {accepted}; a column was given.")
        value = self._defaults[name] if name in self._defaults else self._arguments[name].constant()
        if among is None:
            return value
        for member in among:
            if str(member).lower() == str(value).lower():
                return member
        self.fail(f"`{name}` must be {accepted}; {sql_constant(value)} was given.")

    def fail(self, message: str) -> NoReturn:
        """Refuses the call.

        Raises:
            FunctionError: always, with the message.
        """
        raise FunctionError(f"{self.function}: {message}")


def inferred_result(function: Function, call: Call, declared: Conversion, head: str) -> Conversion:
    """The conversion of the result of one call. ``head`` begins every message: where the call stands.

    Raises:
        FunctionError: the strategy refuses the call, fails, or does not return a type.
    """
    assert function.infer is not None
    context = AnnotationContext(f"{head}{function.name}: the result of @infer", "as the result")
    try:
        answer = function.infer(call)
        if not isinstance(answer, str):
            return extract(answer, context)
        sql = parse_type(answer)
    except FunctionError as error:
        raise FunctionError(*(f"{head}{message.removeprefix(head)}" for message in error.messages)) from None
    except MismatchError as mismatch:
        raise context.error(f"{mismatch}.") from None
    except Exception as error:
        raise FunctionError(
            f"{head}{function.name}: @infer in {function.file} raised {type(error).__name__}: {error}. The strategy "
            "gets a call and returns the text of a SQL type."
        ) from error
    if isinstance(declared.sql, AnyType):
        return replace(default_conversion(sql), optional=True)
    found = with_sql_type(declared, sql)
    if found is None:
        raise IncompatibleTypeError(context, declared.annotation, sql)
    return found
