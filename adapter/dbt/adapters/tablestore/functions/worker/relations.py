"""Functions that take a whole relation: Spark hands each partition to one instance of a handler, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dbt.adapters.tablestore.functions.worker.decode import decoder
from dbt.adapters.tablestore.functions.worker.program import Program, result_encoder
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError


def relation_handler(program: Program) -> type:
    """The class Spark makes an instance of per partition."""
    kinds = [item.conversion.form for item in program.inputs if item.given is not None]

    class Handler:
        def __init__(self) -> None:
            self._rows: list[Any] = []
            self._others: list[Any] = []

        def eval(self, *arguments: Any) -> None:
            import pyarrow as pa

            relation = next(item for item in program.inputs if item.conversion.form == "table")
            for kind, value in zip(kinds, arguments, strict=True):
                if kind == "table":
                    array = pa.StructArray.from_arrays(value.columns, fields=list(value.schema))
                    assert relation.given is not None
                    self._rows += decoder(relation.conversion.parts[0], relation.given, program.zone)(array)
            others = [value for kind, value in zip(kinds, arguments, strict=True) if kind != "table"]
            self._others = [value.slice(0, 1) for value in others]

        def terminate(self) -> Iterator[Any]:
            import pyarrow as pa

            if not self._rows:
                return
            row, others = [], iter(self._others)
            for item in program.inputs:
                if item.conversion.form == "table":
                    row.append(iter(self._rows))
                elif item.given is None:
                    row.append(item.constant)
                else:
                    row.append(decoder(item.conversion, item.given, program.zone)(next(others))[0])
            try:
                values = list(program.callable()(*row))
            except Exception as error:
                raise program.exception_error(error, ()) from error
            try:
                array = result_encoder(program)(values)
            except BadValueError as bad:
                raise program.wrong_result_error(bad, values[bad.index], "", "yielded") from None
            columns = array.flatten() if pa.types.is_struct(array.type) else [array]
            names = [field.name for field in array.type] if pa.types.is_struct(array.type) else ["value"]
            yield pa.Table.from_arrays(columns, names)

    return Handler
