"""Functions that take a whole relation: Spark passes each partition to one instance of a handler, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dbt.adapters.tablestore.functions.worker.arithmetic import Arithmetic
from dbt.adapters.tablestore.functions.worker.program import RAISED, Program
from dbt.adapters.tablestore.functions.worker.yielded_rows import as_structs, yielded


def relation_handler(program: Program) -> type:
    """The class of which Spark makes an instance per partition."""
    arriving = [item for item in program.inputs if item.given is not None]

    class Handler:
        def __init__(self) -> None:
            self._arithmetic = Arithmetic(program)
            self._rows: list[Any] = []
            self._scalars: list[Any] = []

        def eval(self, *arguments: Any) -> None:
            """Collects the rows of a batch, and the other arguments, which are the same in all rows."""
            import pyarrow as pa

            self._scalars = []
            for item, value in zip(arriving, arguments, strict=True):
                if item.conversion.form != "table":
                    self._scalars.append(value.slice(0, 1))
                    continue
                assert item.given is not None
                batch = pa.StructArray.from_arrays(value.columns, fields=list(value.schema))
                decode_row = program.decoder(item.conversion.parts[0], item.given)
                with self._arithmetic.in_use():
                    self._rows += program.decode(item, decode_row, batch)

        def terminate(self) -> Iterator[Any]:
            """Calls the function with all rows of the partition, unless an argument is a NULL that it does not take."""
            if not self._rows:
                return
            with self._arithmetic.in_use():
                arguments = list(self._arguments())
                is_called = all(
                    value is not None or item.given is None or item.conversion.optional
                    for item, value in zip(program.inputs, arguments, strict=True)
                )
                result = self._result(arguments) if is_called else None
            if result is not None:
                yield result

        def _result(self, arguments: list[Any]) -> Any:
            import pyarrow as pa

            try:
                values = list(yielded(program.callable()(*arguments)))
            except RAISED as error:
                raise program.exception_error(error, program.call_text(())) from error
            call = f"{program.name}() of a partition"
            rows = as_structs(program, program.encode_results(program.encoder(), values, lambda _: call, "yielded"))
            return pa.Table.from_arrays(rows.flatten(), [field.name for field in rows.type])

        def _arguments(self) -> Iterator[Any]:
            scalars = iter(self._scalars)
            for item in program.inputs:
                if item.conversion.form == "table":
                    yield iter(self._rows)
                elif item.given is None:
                    yield item.constant
                else:
                    yield program.decode(item, program.decoder(item.conversion, item.given), next(scalars))[0]

    return Handler
