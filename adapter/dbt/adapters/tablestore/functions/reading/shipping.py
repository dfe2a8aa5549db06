"""What travels to Spark's Python workers: they have neither the project nor dbt."""

from __future__ import annotations

import sys

from dbt.adapters.tablestore.functions.reading.pickling import pack
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from pyspark import cloudpickle

PACKAGES = ("dbt.adapters.tablestore.functions", "dbt.adapters.tablestore.sql")


def ship_code(function: Function) -> None:
    """Makes pickles of a call carry the code of these packages, of the function's file and of its helpers.

    Raises:
        FunctionError: the function uses a value that cannot be pickled.
    """
    for name in (*PACKAGES, *function.modules):
        cloudpickle.register_pickle_by_value(sys.modules[name])
    try:
        pack(function)
    except Exception as error:  # what pickling runs is the code of any class
        reason = " ".join(str(error).split())
        raise FunctionError(
            f"{function.file}: {function.name}() uses a value that cannot be sent to Spark's workers: {reason}. Make "
            "it inside of the function, or in open() of a class."
        ) from None
