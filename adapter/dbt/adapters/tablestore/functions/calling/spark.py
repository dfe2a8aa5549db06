"""How a function's name in SQL reaches Python while Spark analyzes a query. Only this module knows Spark's internals.

Spark looks a function up in the session's registry and asks a builder, a ``scala.Function1``, for the expression that
stands for the call. A Python object can be that builder. It is called on the thread that runs the query, after Spark
has resolved the arguments, so it sees their types, constants and names. Written for Spark 4.1; ``unsupported_reason``
says what another Spark lacks.
"""

from __future__ import annotations

import datetime
import decimal
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.functions.calling.arguments import Argument
from dbt.adapters.tablestore.functions.calling.clauses import ARGUMENT
from dbt.adapters.tablestore.functions.reading.signatures import MISSING
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.jvm.classes import java_class
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession
from pyspark.sql import types as t
from pyspark.sql.types import _parse_datatype_json_string
from pyspark.sql.udf import _wrap_function
from pyspark.util import PythonEvalType

# The letters behind a number that say its type.
_SUFFIX = re.compile(r"(?<=\d)(BD|[LSYDF])$")
SCALAR = PythonEvalType.SQL_SCALAR_ARROW_UDF
AGGREGATE = PythonEvalType.SQL_GROUPED_AGG_ARROW_UDF
RELATION = PythonEvalType.SQL_ARROW_UDTF


@dataclass(frozen=True)
class Origin:
    """Where a call stands: the statement, and the positions of the call's first and last character."""

    sql: str
    start: int
    stop: int

    @property
    def call(self) -> str:
        """The text of the call, including OVER, FILTER or an alias that follows it."""
        return self.sql[self.start : self.stop + 1]


@dataclass(frozen=True)
class CollectedRows:
    """The arguments of an aggregate with clauses, each with its name if it has one; ``filter`` is a Scala Option."""

    arguments: list[tuple[str | None, Any]]
    distinct: bool
    filter: Any


class _Builder:
    """A ``scala.Function1`` that Spark calls with the arguments of a call."""

    def __init__(self, build: Callable[[list[Any]], Any]) -> None:
        self._build = build

    def apply(self, arguments: Any) -> Any:
        return self._build([arguments.apply(position) for position in range(arguments.size())])

    def toString(self) -> str:  # noqa: N802 - Java's name
        return "a Python function"

    class Java:
        """Tells py4j which Java interface this object implements."""

        implements = ["scala.Function1"]


class _KnownErrors(logging.Filter):
    """Drops py4j's stack traces of calls that are refused, because dbt shows their messages."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.exc_info is None or not isinstance(record.exc_info[1], FunctionError)


logging.getLogger("py4j.clientserver").addFilter(_KnownErrors())
logging.getLogger("py4j.java_gateway").addFilter(_KnownErrors())


class Catalyst:
    """One session's registries and expressions."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._state = spark._jsparkSession.sessionState()

    def release(self) -> None:
        """Lets go of the session: Java frees it when Python has no reference to it, and its functions after that."""
        del self._spark, self._state

    @property
    def zone(self) -> str:
        """The session's time zone."""
        return str(self._spark.conf.get("spark.sql.session.timeZone"))

    def is_builtin(self, name: str) -> bool:
        """Whether Spark has a built-in function of this name."""
        return bool(self._state.catalog().isBuiltinFunction(self._java("catalyst.FunctionIdentifier")(name)))

    def register(self, name: str, table: bool, usage: str, build: Callable[[list[Any]], Any]) -> None:
        """Registers a name: ``build`` gets the arguments of a call and returns the expression for the call."""
        registry = self._state.tableFunctionRegistry() if table else self._state.functionRegistry()
        info = self._java("catalyst.expressions.ExpressionInfo")("python", None, name, usage, "")
        registry.registerFunction(self._java("catalyst.FunctionIdentifier")(name), info, _Builder(build))

    def origin(self) -> Origin | None:
        """Where the call that is being analyzed stands; None when it has no text."""
        origin = self._java("catalyst.trees.CurrentOrigin").get()
        parts = (origin.sqlText(), origin.startIndex(), origin.stopIndex())
        if not all(part.isDefined() for part in parts):
            return None
        sql, start, stop = (part.get() for part in parts)
        return Origin(sql, start, stop)

    def collected_arguments(self, expressions: Sequence[Any]) -> CollectedRows | None:
        """The arguments in a list that ``clauses`` has put around them, or None when there is no such list."""
        if len(expressions) != 1 or expressions[0].getClass().getSimpleName() != "AggregateExpression":
            return None
        collected = expressions[0]
        fields = collected.aggregateFunction().children().head()
        if fields.getClass().getSimpleName() != "CreateNamedStruct":
            return None
        items = [fields.children().apply(position) for position in range(fields.children().size())]
        names = [str(item.value()) for item in items[::2]]
        if not all(name.startswith(ARGUMENT) for name in names):
            return None
        labels = [name.removeprefix(ARGUMENT) for name in names]
        arguments = [
            (None if label.isdecimal() else label, value)
            for label, value in zip(labels, items[1::2], strict=True)
            if label != "rows"
        ]
        return CollectedRows(arguments, collected.isDistinct(), collected.filter())

    def argument(self, expression: Any, name: str | None = None) -> tuple[Argument, Any]:
        """An argument for resolution, and its expression without the name."""
        kind = expression.getClass().getSimpleName()
        if kind == "NamedArgumentExpression":
            name, expression = expression.key(), expression.value()
            kind = expression.getClass().getSimpleName()
        if kind == "FunctionTableSubqueryArgumentExpression":
            row = _parse_datatype_json_string(expression.plan().schema().json())
            return Argument(row, "TABLE(...)", name, table=True), self._in_one_partition(expression)
        sql = _parse_datatype_json_string(expression.dataType().json())
        text = expression.name() if kind == "AttributeReference" else _SUFFIX.sub("", expression.sql())
        return Argument(sql, text, name, evaluate=lambda: self._constant(expression, sql)), expression

    def _in_one_partition(self, relation: Any) -> Any:
        """TABLE(x) without PARTITION BY: one partition, as in Flink, not those in which Spark has the rows."""
        if not relation.partitionByExpressions().isEmpty() or relation.withSinglePartition():
            return relation
        return relation.copy(
            relation.plan(),
            relation.outerAttrs(),
            relation.exprId(),
            relation.partitionByExpressions(),
            True,
            relation.orderByExpressions(),
            relation.selectedInputExpressions(),
        )

    def _constant(self, expression: Any, sql: t.DataType) -> Any:
        if not expression.foldable() or not isinstance(sql, (t.AtomicType, t.NullType)):
            return MISSING
        try:
            value = expression.eval(None)
        except Py4JJavaError:  # Spark evaluates it with the query, if at all, and says what is wrong with it
            return MISSING
        if value is None or isinstance(sql, (t.BooleanType, t.IntegralType, t.FractionalType)):
            return decimal.Decimal(value.toString()) if isinstance(sql, t.DecimalType) and value is not None else value
        if isinstance(sql, t.StringType):
            return value.toString()
        if isinstance(sql, t.DateType):
            return datetime.date(1970, 1, 1) + datetime.timedelta(days=value)
        return MISSING

    def cast(self, expression: Any, wanted: t.DataType, given: t.DataType) -> Any:
        """Widens an argument."""
        if wanted == given:
            return expression
        zone, ansi = self._some(self.zone), self._java("catalyst.expressions.EvalMode").ANSI()
        return self._java("catalyst.expressions.Cast")(expression, self._type(wanted), zone, ansi)

    def scalar(self, function: Any, arguments: Sequence[Any]) -> Any:
        """The call of a Python function (see ``python``) with these arguments."""
        # without arguments, Spark passes no batch; a constant stands for the rows
        return function.builder(self._seq(arguments or [self._literal(1)]))

    def python(self, name: str, run: Any, result: t.DataType, kind: int, deterministic: bool) -> Any:
        """A Python function in Spark's form."""
        wrapped = _wrap_function(self._spark.sparkContext, run, result)
        make = self._java("execution.python.UserDefinedPythonFunction")
        return make(name, wrapped, self._type(result), kind, deterministic)

    def collected(self, arguments: Sequence[Any], rows: CollectedRows | None = None) -> Any:
        """The rows of a group as a list of structs of the arguments, including NULLs; with the clauses of ``rows``."""
        values = arguments or [self._literal(1)]
        fields = [item for n, value in enumerate(values) for item in (self._literal(f"_{n}"), value)]
        struct = self._java("catalyst.expressions.CreateNamedStruct")(self._seq(fields))
        collect = self._java("catalyst.expressions.aggregate.CollectList")(struct)
        return collect.toAggregateExpression(rows.distinct, rows.filter) if rows else collect.toAggregateExpression()

    def rows(self, lists: Any) -> Any:
        """The relation that a table function stands for: the elements of an array of structs."""
        none = java_class(self._spark, "scala.Option").empty()
        inline = self.inlined(lists)
        one_row = self._java("catalyst.plans.logical.OneRowRelation")()
        generate = self._java("catalyst.plans.logical.Generate")
        return generate(inline, self._seq([]), False, none, self._seq([]), one_row)

    def inlined(self, lists: Any) -> Any:
        """The elements of an array of structs as rows."""
        return self._java("catalyst.expressions.Inline")(lists)

    def relation(self, name: str, handler: type, row: t.StructType, arguments: Sequence[Any]) -> Any:
        """The call of a function that takes a whole relation."""
        wrapped = _wrap_function(self._spark.sparkContext, handler)
        make = self._java("execution.python.UserDefinedPythonTableFunction")
        made = make(name, wrapped, self._some(self._type(row)), RELATION, False)
        # the second argument is a parser, for handlers that determine their columns themselves
        return made.builder(self._seq(arguments), None)

    def _literal(self, value: Any) -> Any:
        kind = self._type(t.StringType() if isinstance(value, str) else t.IntegerType())
        return self._java("catalyst.expressions.Literal").create(value, kind)

    def _type(self, sql: t.DataType) -> Any:
        return self._java("types.DataType").fromJson(sql.json())

    def _seq(self, items: Sequence[Any]) -> Any:
        jvm: Any = self._spark._jvm
        return jvm.PythonUtils.toSeq(list(items))

    def _some(self, value: Any) -> Any:
        return java_class(self._spark, "scala.Option").apply(value)

    def _java(self, name: str) -> Any:
        return java_class(self._spark, f"org.apache.spark.sql.{name}")


def unsupported_reason(spark: SparkSession) -> str | None:
    """Why Python functions cannot be resolved inside this Spark, as a clause, or None when they can."""
    try:
        catalyst = Catalyst(spark)
        catalyst.is_builtin("upper")
        catalyst.collected([])
        catalyst.origin()
    except Exception as error:
        return f"Spark {spark.version} has other internals ({type(error).__name__}: {str(error).splitlines()[0]})"
    return None
