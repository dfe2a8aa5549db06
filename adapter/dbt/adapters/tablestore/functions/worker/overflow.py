"""Overflow of numpy's integers, which numpy itself answers with a warning and another number."""

from __future__ import annotations

from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.worker.program import Evaluator, Program
from pyspark.sql import types as t


def with_checked_overflow(program: Program, evaluate: Evaluator) -> Evaluator:
    """An evaluator for which an overflow of ``np.int32`` and the like is an error of the function.

    numpy has one setting for integers and for floating point, where an overflow is infinity; so a function with numpy's
    floating point numbers keeps numpy's setting.
    """
    kinds = {type(found.sql) for found in _numpy_conversions([*(i.conversion for i in program.inputs), program.result])}
    if not kinds or kinds & {t.FloatType, t.DoubleType}:
        return evaluate

    def checked(*arrays: Any) -> Any:
        import numpy as np

        with np.errstate(over="raise"):
            return evaluate(*arrays)

    return checked


def _numpy_conversions(conversions: list[Conversion]) -> list[Conversion]:
    found = [conversion for conversion in conversions if conversion.form == "number"]
    for conversion in conversions:
        found += _numpy_conversions(list(conversion.parts))
    return found
