"""FLIP-65's third level: a strategy that sees the call decides the result's type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from dbt.adapters.tablestore.functions.calling.arguments import Argument, Passed
from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Signature, constant
from dbt.adapters.tablestore.functions.types.annotations import extract, hinted
from dbt.adapters.tablestore.functions.types.conversions import Carrier, natural
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, parse, text
from dbt.adapters.tablestore.functions.types.structures import Place


class Call:
    """What an ``@infer`` strategy sees: the arguments' types as text, by parameter name, and their constants."""

    def __init__(
        self, signature: Signature, passed: Sequence[Passed], arguments: Sequence[Argument], function: str
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
        return text(self._arguments[name].type)

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
        if not self.is_literal(name):
            allowed = f"one of the constants {', '.join(map(constant, among))}" if among else "a constant"
            self.fail(f"`{name}` must be {allowed}; a column was given.")
        value = self._defaults[name] if name in self._defaults else self._arguments[name].value
        if among is None:
            return value
        for member in among:
            if str(member).lower() == str(value).lower():
                return member
        self.fail(
            f"`{name}` must be one of the constants {', '.join(map(constant, among))}; {constant(value)} was given."
        )

    def fail(self, sentence: str) -> NoReturn:
        """Refuses the call with a sentence.

        Raises:
            FunctionError: always.
        """
        raise FunctionError(f"{self.function}: {sentence}")


def inferred_result(function: Function, call: Call, declared: Carrier, head: str) -> Carrier:
    """The result's carrier for one call.

    Raises:
        FunctionError: the strategy refuses the call, fails, or names no type.
    """
    assert function.infer is not None
    place = Place(f"{head}{function.name}: the result that infer gives", "as the result", function.file)
    try:
        answer = function.infer(call)
        if not isinstance(answer, str):
            return extract(answer, place)
        sql = parse(answer)
    except FunctionError as error:
        raise FunctionError(*(f"{head}{sentence.removeprefix(head)}" for sentence in error.sentences)) from None
    except MismatchError as mismatch:
        raise place.error(f"{mismatch}.") from None
    except Exception as error:
        raise FunctionError(
            f"{head}{function.name}: infer failed: {type(error).__name__}: {error}. It is called with the types and "
            "constants of a call and returns a type's text."
        ) from error
    if isinstance(declared.sql, AnyType):
        return replace(natural(sql), optional=True)
    return hinted(declared.cls, answer, place)
