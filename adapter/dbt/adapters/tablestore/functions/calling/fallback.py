"""Functions on a Spark whose internals are not those of ``spark.py``: one signature, behind a typed SQL function.

Spark then casts the arguments itself, so a call is checked less strictly; the values of the result are as strict.
"""

from __future__ import annotations

from collections.abc import Callable

from dbt.adapters.tablestore.functions.calling.shipping import program_of, ship_code
from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Parameter, Signature, sql_constant
from dbt.adapters.tablestore.functions.types.conversions import row_type
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, contains_type, type_text
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from pyspark.sql import SparkSession
from pyspark.sql import types as t
from pyspark.sql.udf import UserDefinedFunction
from pyspark.util import PythonEvalType


class Wrappers:
    """The Python functions of one session, each as a temporary SQL function around an inner one, ``f__py``."""

    def __init__(self, spark: SparkSession, create: Callable[[str], object], why: str) -> None:
        self._spark, self._create, self._why = spark, create, why
        self._registered: dict[str, str] = {}

    def register(self, function: Function) -> None:
        """Makes a function callable in this session, in its present version.

        Raises:
            FunctionError: it needs what only the in-process session has; the sentence says what.
        """
        if self._registered.get(function.name) == function.digest:
            return
        signature = self._only_signature(function)
        ship_code(function)
        result: t.DataType = signature.result.sql
        if function.kind == "table":
            result = t.ArrayType(row_type(signature.result))
        run = evaluator(self._program(function, signature))
        inner = f"{function.name}__py"
        kind = PythonEvalType.SQL_SCALAR_ARROW_UDF
        self._spark.udf.register(inner, UserDefinedFunction(run, result, inner, kind, function.deterministic))
        self._create(_wrapper(function, signature, inner))
        self._registered[function.name] = function.digest

    def take_error(self) -> FunctionError | None:
        """Nothing is decided while Spark analyzes a query, so nothing can fail there."""
        return None

    def _only_signature(self, function: Function) -> Signature:
        signature = function.signatures[0]
        open_types = any(
            contains_type(conversion.sql, kind)
            for conversion in (*(parameter.conversion for parameter in signature.parameters), signature.result)
            for kind in (AnyType, ParameterType)
        )
        many = any(parameter.variadic or parameter.conversion.constants for parameter in signature.parameters)
        if len(function.signatures) > 1:
            raise FunctionError(
                f"overloads of `{function.name}` need an in-process session; over Spark Connect keep one signature."
            )
        if open_types or many or function.infer or function.kind == "aggregate" or function.call_mode == "relation":
            raise FunctionError(
                f"{function.file}: {function.name}() needs the in-process session, for its call is resolved inside "
                f"Spark; here {self._why}. Keep to scalar and table functions of one signature."
            )
        return signature

    def _program(self, function: Function, signature: Signature) -> Program:
        inputs = tuple(
            Input(p.name, p.conversion, p.conversion.sql, keyword=p.keyword_only) for p in signature.parameters
        )
        zone = str(self._spark.conf.get("spark.sql.session.timeZone"))
        return program_of(function, inputs, signature.result, zone)


def _wrapper(function: Function, signature: Signature, inner: str) -> str:
    declared = ", ".join(map(_declared, signature.parameters))
    # a function without arguments would get no batches: it gets a constant to count
    call = f"{inner}({', '.join(parameter.name for parameter in signature.parameters) or '1'})"
    head = f"CREATE OR REPLACE TEMPORARY FUNCTION {function.name}({declared})"
    if function.kind == "table":
        columns = ", ".join(f"{field.name} {type_text(field.dataType)}" for field in row_type(signature.result).fields)
        return f"{head} RETURNS TABLE({columns}) RETURN SELECT * FROM inline({call})"
    return f"{head} RETURNS {type_text(signature.result.sql)} RETURN {call}"


def _declared(parameter: Parameter) -> str:
    default = "" if parameter.default is MISSING else f" DEFAULT {sql_constant(parameter.default)}"
    return f"{parameter.name} {type_text(parameter.conversion.sql)}{default}"
