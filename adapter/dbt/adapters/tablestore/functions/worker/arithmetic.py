"""The arithmetic of a function's own code: decimals keep their digits, and integers of numpy do not wrap around."""

from __future__ import annotations

import decimal
from collections.abc import Generator
from contextlib import contextmanager

from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.types.sql_types import MAX_PRECISION
from dbt.adapters.tablestore.functions.worker.program import Program
from pyspark.sql import types as t


class Arithmetic:
    """The settings of Python's decimals and of numpy while the code of one program runs.

    Python rounds results to 28 digits by default. Here they have twice the digits of a DECIMAL, so a product is exact.
    What the function sets itself, such as ``getcontext().rounding`` in ``open()``, is kept for the next batch.
    """

    def __init__(self, program: Program) -> None:
        self._decimals = decimal.getcontext().copy()
        self._decimals.prec = max(self._decimals.prec, 2 * MAX_PRECISION)
        self._checks_overflow = _has_integers_of_numpy_only(program)

    @contextmanager
    def in_use(self) -> Generator[None]:
        """Runs the block with these settings."""
        outer = decimal.getcontext()
        decimal.setcontext(self._decimals)
        try:
            if self._checks_overflow:
                import numpy as np

                with np.errstate(over="raise"):
                    yield
            else:
                yield
        finally:
            decimal.setcontext(outer)


def _has_integers_of_numpy_only(program: Program) -> bool:
    """Whether an overflow of numpy's numbers is an error of the function.

    numpy has one setting for integers, where an overflow is another number, and for floating point, where it is
    infinity; so a function with numpy's floating point numbers keeps numpy's setting.
    """
    conversions = _numpy_conversions([*(item.conversion for item in program.inputs), program.result])
    kinds = {type(conversion.sql) for conversion in conversions}
    return bool(kinds) and not kinds & {t.FloatType, t.DoubleType}


def _numpy_conversions(conversions: list[Conversion]) -> list[Conversion]:
    found = [conversion for conversion in conversions if conversion.form == "number"]
    for conversion in conversions:
        found += _numpy_conversions(list(conversion.parts))
    return found
