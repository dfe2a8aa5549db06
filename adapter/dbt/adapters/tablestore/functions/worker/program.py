"""One resolved call as it travels to Spark's Python workers: what to call, and how values go in and out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, repeat
from typing import Any

from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.worker.decode import Decoder, decoder
from dbt.adapters.tablestore.functions.worker.encode import encoder
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError, Encoder
from pyspark.sql import types as t


@dataclass(frozen=True)
class Input:
    """One value of a call: its name and conversion, and the type that arrives or the constant that stands for it."""

    name: str
    conversion: Conversion
    given: t.DataType | None
    constant: Any = None
    keyword: bool = False


@dataclass(frozen=True)
class Program:
    """A call of one function with one signature. ``zone`` is the session's time zone."""

    file: str
    name: str
    kind: str
    call_mode: str
    target: Any
    inputs: tuple[Input, ...]
    result: Conversion
    zone: str
    concurrency: int = 64

    def decoders(self) -> list[Decoder | None]:
        """One per input; None for a constant."""
        return [None if item.given is None else decoder(item.conversion, item.given, self.zone) for item in self.inputs]

    def callable(self) -> Callable[..., Any]:
        """The function, its class's ``eval`` on one instance, with keyword-only parameters passed by name."""
        function = self.target
        if isinstance(function, type) and self.kind != "aggregate":
            instance = function()
            if hasattr(instance, "open"):
                instance.open()
            function = instance.eval
        keywords = [item.name for item in self.inputs if item.keyword]
        if not keywords:
            return function  # type: ignore[no-any-return]
        plain = len(self.inputs) - len(keywords)

        def call(*row: Any) -> Any:
            return function(*row[:plain], **dict(zip(keywords, row[plain:], strict=True)))

        return call

    def decode_arguments(
        self, decoders: Sequence[Decoder | None], arrays: Sequence[Any], count: int
    ) -> DecodedArguments:
        """The arguments of all rows, decoded."""
        arriving = iter(arrays)
        columns: list[list[Any]] = []
        strict: list[list[Any]] = []
        for item, decode in zip(self.inputs, decoders, strict=True):
            if decode is None:
                columns.append([item.constant] * count)
                continue
            array = next(arriving)
            try:
                columns.append(decode(array))
            except MismatchError as mismatch:
                raise FunctionError(f"{self.file}: {self.name}(): {mismatch} (argument `{item.name}`)") from None
            if array.null_count and not item.conversion.optional:
                strict.append(columns[-1])
        if not strict:
            return DecodedArguments(columns, count, None)
        live = [all(value is not None for value in row) for row in zip(*strict, strict=True)]
        return DecodedArguments([list(compress(column, live)) for column in columns], sum(live), live)

    def row_text(self, row: Sequence[Any]) -> str:
        """The arguments of one row, for a sentence: ``(x = 3, y = 'a')``."""
        value_text = [repr(value) for value in row]
        texts = [value if len(value) <= 100 else value[:97] + "..." for value in value_text]
        names = ", ".join(f"{item.name} = {value}" for item, value in zip(self.inputs, texts, strict=False))
        return f"({names})" if names else ""

    def exception_error(self, error: Exception, row: Sequence[Any]) -> FunctionError:
        """The sentence for an exception of the function."""
        message = " ".join(str(error).split())
        description = f"{type(error).__name__}: {message}" if message else type(error).__name__
        return FunctionError(f"{self.file}: {self.name}() raised {description} {self.row_text(row)}".rstrip())

    def wrong_result_error(self, bad: BadValueError, value: Any, row: str, verb: str = "returned") -> FunctionError:
        """The sentence for a result that its type cannot hold."""
        value_text = repr(value)
        value_text = value_text if len(value_text) <= 200 else value_text[:197] + "..."
        sql = type_text(self.result.sql)
        return FunctionError(
            f"{self.file}: {self.name}() {verb} {value_text} ({type(value).__name__}) for a row, "
            f"but -> {self.result.annotation} means {sql}{bad.why}. {bad.advice} {row}".rstrip()
        )

    def unexpected_none_error(self, row: str) -> FunctionError:
        """The sentence for a None that is not announced."""
        return FunctionError(
            f"{self.file}: {self.name}() returned None, but its result is not Optional. "
            f"Annotate -> {self.result.annotation} | None. {row}".rstrip()
        )

    def encode_results(self, encode: Encoder, values: list[Any], row: Callable[[int], str]) -> Any:
        """The results as Arrow; ``row`` tells the arguments of one of them.

        Raises:
            FunctionError: a result does not fit its type.
        """
        try:
            array = encode(values)
        except BadValueError as bad:
            raise self.wrong_result_error(bad, values[bad.index], row(bad.index)) from None
        if array.null_count and not self.result.optional:
            raise self.unexpected_none_error(row(values.index(None)))
        return array


@dataclass(frozen=True)
class DecodedArguments:
    """Decoded arguments of the rows that are called; ``live`` marks them among all rows, None when all are."""

    values: list[list[Any]]
    count: int
    live: list[bool] | None

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The arguments of every call."""
        return zip(*self.values, strict=True) if self.values else repeat((), self.count)

    def row(self, index: int) -> tuple[Any, ...]:
        """The arguments of one call."""
        return tuple(column[index] for column in self.values)

    def fill_nulls(self, array: Any) -> Any:
        """The results of the calls, with NULL for the rows that were not called."""
        if self.live is None:
            return array
        import pyarrow as pa

        return array.take(pa.array(list(self._positions()), pa.int64()))

    def _positions(self) -> Iterator[int | None]:
        position = 0
        for called in self.live or ():
            yield position if called else None
            position += called


def result_encoder(program: Program) -> Encoder:
    """How the program's results become Arrow."""
    return encoder(program.result, program.zone)
