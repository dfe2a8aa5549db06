"""FLIP-65's third level: a strategy that sees the call decides the result's type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from dbt.adapters.tablestore.functions.calling.arguments import Argument, ParameterValue
from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Signature, sql_constant
from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.annotations import extract, extract_as
from dbt.adapters.tablestore.functions.types.conversions import Conversion, default_conversion
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, parse_type, type_text


class Call:
    """What an ``@infer`` strategy sees: the arguments' types as text, by parameter name, and their constants."""

    def __init__(
        self, signature: Signature, passed: Sequence[ParameterValue], arguments: Sequence[Argument], function: str
    ) -> None:
        self.function = function
        self._arguments = {
            item.parameter.name: arguments[item.position] for item in passed if item.position is not None
        }
        self._defaults = {item.parameter.name: item.default for item in passed if item.position is None}

    @property
    def names(self) -> list[str]:
        """The parameters that were given."""
        return list(self._arguments)

    def type(self, name: str) -> str:
        """The type of an argument, ``DECIMAL(10,2)``."""
        return type_text(self._arguments[name].type)

    def is_literal(self, name: str) -> bool:
        """Whether the argument is a constant."""
        return name in self._defaults or self._arguments[name].value is not MISSING

    def is_table(self, name: str) -> bool:
        """Whether the argument is TABLE(relation)."""
        return name in self._arguments and self._arguments[name].table

    def literal(self, name: str, among: Sequence[Any] | None = None) -> Any:
        """The constant given for a parameter; with ``among``, the member it names in any case.

        Raises:
            FunctionError: it is no constant, or none of those allowed.
        """
        constants = ", ".join(map(sql_constant, among or ()))
        if not self.is_literal(name):
            allowed = f"one of the constants {constants}" if among else "a constant"
            self.fail(f"`{name}` must be {allowed}; a column was given.")
        value = self._defaults[name] if name in self._defaults else self._arguments[name].value
        if among is None:
            return value
        for member in among:
            if str(member).lower() == str(value).lower():
                return member
        self.fail(f"`{name}` must be one of the constants {constants}; {sql_constant(value)} was given.")

    def fail(self, sentence: str) -> NoReturn:
        """Refuses the call with a sentence.

        Raises:
            FunctionError: always.
        """
        raise FunctionError(f"{self.function}: {sentence}")


def inferred_result(function: Function, call: Call, declared: Conversion, head: str) -> Conversion:
    """The result's conversion for one call.

    Raises:
        FunctionError: the strategy refuses the call, fails, or names no type.
    """
    assert function.infer is not None
    context = AnnotationContext(f"{head}{function.name}: the result that infer gives", "as the result", function.file)
    try:
        answer = function.infer(call)
        if not isinstance(answer, str):
            return extract(answer, context)
        sql = parse_type(answer)
    except FunctionError as error:
        raise FunctionError(*(f"{head}{sentence.removeprefix(head)}" for sentence in error.messages)) from None
    except MismatchError as mismatch:
        raise context.error(f"{mismatch}.") from None
    except Exception as error:
        raise FunctionError(
            f"{head}{function.name}: infer failed: {type(error).__name__}: {error}. It is called with the types and "
            "constants of a call and returns a type's text."
        ) from error
    if isinstance(declared.sql, AnyType):
        return replace(default_conversion(sql), optional=True)
    return extract_as(declared.cls, answer, context)
