"""One resolved call as it travels to Spark's Python workers: what to call, and how values are converted."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.messages import shown
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.worker.decode import Decoder, decoder
from dbt.adapters.tablestore.functions.worker.decoded_arguments import DecodedArguments
from dbt.adapters.tablestore.functions.worker.encode import encoder
from dbt.adapters.tablestore.functions.worker.helper_modules import HelperModules
from dbt.adapters.tablestore.functions.worker.opaque import Pickles
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError, Encoder
from dbt.adapters.tablestore.functions.worker.shipped import Shipped
from pyspark.sql import types as t

# What Spark calls with Arrow arrays.
Evaluator = Callable[..., Any]
# What the code of a function may raise: sys.exit() would end the worker, and the message with it.
RAISED = (Exception, SystemExit)
# The most letters of a result in a message.
_RESULT_LENGTH = 200


@dataclass(frozen=True)
class Input:
    """One value of a call.

    ``name`` is that of the parameter in SQL. ``given`` is the SQL type that arrives, or None when ``constant`` stands
    for the value. ``keyword`` is Python's name of a parameter that is passed by name.
    """

    name: str
    conversion: Conversion
    given: t.DataType | None
    constant: Any = None
    keyword: str | None = None


@dataclass(frozen=True)
class Program(Shipped):
    """A call of one function with one signature.

    ``zone`` is the session's time zone, and ``helpers`` the modules that the function imports while it runs.
    ``pickles_state`` says that a stored accumulator is a pickle and not JSON. ``classes`` are those whose code travels
    with the function.
    """

    file: str
    name: str
    kind: str
    call_mode: str
    target: Any
    inputs: tuple[Input, ...]
    result: Conversion
    zone: str
    concurrency: int = 64
    pickles_state: bool = False
    helpers: HelperModules | None = None
    classes: tuple[type, ...] = ()

    def pickles(self) -> Pickles:
        """How opaque values are stored and read."""
        return Pickles(self.classes, self.helpers)

    def decoders(self) -> list[Decoder | None]:
        """One per input; None for a constant."""
        return [None if item.given is None else self.decoder(item.conversion, item.given) for item in self.inputs]

    def decoder(self, conversion: Conversion, given: t.DataType) -> Decoder:
        """How values of a type become Python values."""
        return decoder(conversion, given, self.zone, self.pickles())

    def encoder(self) -> Encoder:
        """How results become Arrow."""
        return encoder(self.result, self.zone, self.pickles())

    def callable(self) -> Callable[..., Any]:
        """The function, or ``eval`` of one instance of its class, as it is called with the values of a row.

        Raises:
            FunctionError: the instance cannot be made.
        """
        function = self.target
        if isinstance(function, type) and self.kind != "aggregate":
            function = self.opened_instance().eval
        return self.with_keywords(function)

    def with_keywords(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A callable that gets all values by position, and passes the last ones by name to keyword-only parameters."""
        keywords = [item.keyword for item in self.inputs if item.keyword is not None]
        if not keywords:
            return function

        def call(*row: Any) -> Any:
            positional = len(row) - len(keywords)
            return function(*row[:positional], **dict(zip(keywords, row[positional:], strict=True)))

        return call

    def opened_instance(self) -> Any:
        """An instance of the class, after ``open()`` if it has that.

        Raises:
            FunctionError: the class raised an error.
        """
        called = f"{self.name}.__init__()"
        try:
            instance = self.target()
            if hasattr(instance, "open"):
                called = f"{self.name}.open()"
                instance.open()
        except RAISED as error:
            raise self.exception_error(error, called) from error
        return instance

    def decode_arguments(
        self, decoders: Sequence[Decoder | None], arrays: Sequence[Any], count: int
    ) -> DecodedArguments:
        """The arguments of ``count`` rows.

        Raises:
            FunctionError: a value cannot be converted.
        """
        arriving = iter(arrays)
        columns: list[list[Any]] = []
        not_null: list[list[Any]] = []
        for item, decode in zip(self.inputs, decoders, strict=True):
            if decode is None:
                columns.append([item.constant] * count)
                continue
            array = next(arriving)
            columns.append(self.decode(item, decode, array))
            if array.null_count and not item.conversion.optional:
                not_null.append(columns[-1])
        if not not_null:
            return DecodedArguments(columns, count, None)
        called = [all(value is not None for value in row) for row in zip(*not_null, strict=True)]
        return DecodedArguments([list(compress(column, called)) for column in columns], sum(called), called)

    def decode(self, item: Input, decode: Decoder, array: Any) -> list[Any]:
        """The values of one argument.

        Raises:
            FunctionError: a value cannot be converted.
        """
        try:
            return decode(array)
        except MismatchError as mismatch:
            raise FunctionError(f"{self.file}: {self.name}(): argument `{item.name}`: {mismatch}.") from None
        except Exception as error:
            raise FunctionError(
                f"{self.file}: {self.name}(): argument `{item.name}` cannot be converted to "
                f"{item.conversion.annotation}: {_description(error)}."
            ) from error

    def encode_results(
        self, encode: Encoder, values: list[Any], call: Callable[[int], str], verb: str = "returned"
    ) -> Any:
        """The results as Arrow; ``call`` gives the text of the call that a result comes from.

        Raises:
            FunctionError: a result does not fit its type.
        """
        try:
            array = encode(values)
        except BadValueError as bad:
            raise self._wrong_result_error(bad, values[bad.index], call(bad.index), verb) from None
        if array.null_count and not self.result.optional:
            index = next(index for index, value in enumerate(values) if value is None)
            raise FunctionError(
                f"{self.file}: {call(index)} {verb} None, but its result is not optional. "
                f"Annotate -> {self._result_class()} | None."
            )
        return array

    def call_text(self, row: Sequence[Any]) -> str:
        """A call with its arguments, for messages: ``f(x = 3, y = 'a')``."""
        arguments = [f"{item.name} = {shown(value)}" for item, value in zip(self.inputs, row, strict=False)]
        return f"{self.name}({', '.join(arguments)})"

    def exception_error(self, error: BaseException, call: str) -> FunctionError:
        """The error for an exception that a call raised, with the line of the function's file."""
        if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
            error = error.__cause__  # Python's own replacement of a StopIteration in a generator or coroutine
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename.replace("\\", "/").endswith(self.file)
        ]
        where = f"{self.file} line {lines[-1]}" if lines else self.file
        return FunctionError(f"{where}: {call} raised {_description(error)}")

    def _wrong_result_error(self, bad: BadValueError, value: Any, call: str, verb: str) -> FunctionError:
        text = f"{shown(value, _RESULT_LENGTH)} ({type(value).__name__})"
        declared = f"-> {self.result.annotation} means" if self.result.annotation else "its result is"
        return FunctionError(
            f"{self.file}: {call} {verb} {text}, but {declared} {type_text(self.result.sql)}{bad.reason}. {bad.advice}"
        )

    def _result_class(self) -> str:
        """The annotation of the result, or its class when it has none."""
        return self.result.annotation or getattr(self.result.cls, "__name__", "Any")


def _description(error: BaseException) -> str:
    """``KeyError: 'a'``, on one line."""
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
