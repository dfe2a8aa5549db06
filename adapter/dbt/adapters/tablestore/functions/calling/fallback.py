"""Functions on a Spark without the internals that ``spark.py`` needs: one signature, wrapped in a typed SQL function.

Spark casts the arguments itself, so calls are checked less strictly. Results are checked as strictly as elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Parameter, Signature, sql_constant
from dbt.adapters.tablestore.functions.types.conversions import row_type
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, ParameterType, contains_type, type_text
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from pyspark.sql import SparkSession
from pyspark.sql import types as t
from pyspark.sql.udf import UserDefinedFunction
from pyspark.util import PythonEvalType


class Wrappers:
    """The Python functions of one session, each as a temporary SQL function around an inner one, ``f__py``.

    ``create`` runs a CREATE FUNCTION statement, and ``reason`` says why wrappers are needed.
    """

    def __init__(self, spark: SparkSession, create: Callable[[str], object], reason: str) -> None:
        self._spark, self._create, self._reason = spark, create, reason
        self._registered: dict[str, tuple[str, str]] = {}

    def register(self, function: Function, zone: str) -> None:
        """Makes the current version of a function callable in this session, whose time zone is ``zone``.

        Raises:
            FunctionError: its calls have to be resolved inside Spark.
        """
        if self._registered.get(function.name) == (function.digest, zone):
            return
        signature = only_signature(function, self._reason)
        result: t.DataType = signature.result.sql
        if function.kind == "table":
            result = t.ArrayType(row_type(signature.result))
        run = evaluator(_program(function, signature, zone))
        inner = f"{function.name}__py"
        kind = PythonEvalType.SQL_SCALAR_ARROW_UDF
        self._spark.udf.register(inner, UserDefinedFunction(run, result, inner, kind, function.deterministic))
        self._create(_wrapper(function, signature, inner))
        self._registered[function.name] = (function.digest, zone)

    def take_error(self) -> FunctionError | None:
        """None: while Spark analyzes a query, no code of this package runs that could fail."""
        return None


def _program(function: Function, signature: Signature, zone: str) -> Program:
    inputs = tuple(Input(p.name, p.conversion, p.conversion.sql, keyword=p.keyword) for p in signature.parameters)
    return shipped_program(function, inputs, signature.result, zone)


def only_signature(function: Function, reason: str) -> Signature:
    """The signature of a function whose calls need not be resolved inside Spark.

    Raises:
        FunctionError: they must be, which is not possible here; ``reason`` says why.
    """
    needs = _needs_resolution(function)
    if needs is not None:
        raise FunctionError(
            f"{function.file}: {function.name}() {needs}, so its calls are resolved inside Spark, and here "
            f"{reason}. Here, a scalar or table function with one signature of fixed types works."
        )
    return function.signatures[0]


def _wrapper(function: Function, signature: Signature, inner: str) -> str:
    declared = ", ".join(map(_declared, signature.parameters))
    # without arguments, Spark passes no batch; a constant stands for the rows
    call = f"{inner}({', '.join(parameter.name for parameter in signature.parameters) or '1'})"
    head = f"CREATE OR REPLACE TEMPORARY FUNCTION {function.name}({declared})"
    if function.kind == "table":
        columns = ", ".join(f"{field.name} {type_text(field.dataType)}" for field in row_type(signature.result).fields)
        return f"{head} RETURNS TABLE({columns}) RETURN SELECT * FROM inline({call})"
    return f"{head} RETURNS {type_text(signature.result.sql)} RETURN {call}"


def _declared(parameter: Parameter) -> str:
    default = "" if parameter.default is MISSING else f" DEFAULT {sql_constant(parameter.default)}"
    return f"{parameter.name} {type_text(parameter.conversion.sql)}{default}"


def _needs_resolution(function: Function) -> str | None:
    """What about a function cannot be declared in SQL, or None."""
    signature = function.signatures[0]
    conversions = [*(parameter.conversion for parameter in signature.parameters), signature.result]
    if len(function.signatures) > 1:
        return f"has {len(function.signatures)} signatures"
    if function.kind == "aggregate":
        return "is an aggregate"
    if function.call_mode == "relation":
        return "takes a whole relation"
    if function.infer is not None:
        return "infers the type of its result"
    if any(contains_type(item.sql, kind) for item in conversions for kind in (AnyType, ParameterType)):
        return "takes arguments of any type"
    if any(parameter.variadic for parameter in signature.parameters):
        return "takes any number of arguments"
    if any(parameter.conversion.constants for parameter in signature.parameters):
        return "takes constants only"
    return None
