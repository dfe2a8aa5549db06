"""Calls of every function that Spark lists, and what the planner of materialized views makes of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dbt.adapters.tablestore.spark import kept_rows
from dbt.adapters.tablestore.spark.volatility import why_volatile
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views import building, rules
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.failing import as_reason
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from dbt.adapters.tablestore.views.results.reading import read_query
from dbt.adapters.tablestore.views.results.storing import result_of
from dbt.adapters.tablestore.views.rules.values import refuse_values_without_equality
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from sqlglot.dialects.spark import Spark
from sqlglot.tokens import TokenType

_EXAMPLE = re.compile(r"^\s*> (SELECT .*?);\s*$", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_FROM_VALUES = re.compile(r"\s+FROM\s+VALUES\s+(.*)$", re.DOTALL | re.IGNORECASE)
# Some functions fail in Spark's analysis with an error of Java where an argument is a column.
_ERRORS = (PySparkException, Py4JError)
# Functions of maps are compared too, although a view of a table with a map has full refreshes.
RULES = [rule for rule in rules.RULES_THAT_ASK_SPARK if rule is not refuse_values_without_equality]
_LITERALS = (TokenType.STRING, TokenType.NUMBER)


@dataclass
class Call:
    """An expression over the columns of a table, which has one row per row of ``values``."""

    function: str
    expression: str
    rows: str
    """A query of the rows of its table."""
    changes: bool = False
    """Whether its result is also compared after a change of the table."""


def calls(spark: SparkSession, functions: list[str]) -> Iterator[Call]:
    """The examples in the documentation of each function: as they are, and with columns in place of their literals."""
    for function in functions:
        text = spark.sql(f"describe function extended `{function}`").collect()
        usage = "\n".join(str(row[0]) for row in text)
        for sql in dict.fromkeys(_EXAMPLE.findall(usage)):
            select = sql.strip()[len("SELECT ") :]
            found = _FROM_VALUES.search(select)
            if found:
                rows = f"select * from values {found[1]}"
                tail = re.search(r"\)\s+(where|group|order|limit|lateral)\b", found[1], re.IGNORECASE)
                if not tail and not re.search(r"\bfrom\b", select[: found.start()], re.IGNORECASE):
                    yield Call(function, select[: found.start()], rows, changes=True)
            elif not re.search(
                r"\b(from|lateral|over|select)\b", re.sub(r"'[^']*'|\w+ from ", "", select), re.IGNORECASE
            ):
                yield Call(function, select, "select 1 as id union all select 2")
                yield from _with_columns(spark, function, select)


def _with_columns(spark: SparkSession, function: str, select: str) -> Iterator[Call]:
    """The same with columns for as many literals as Spark accepts."""
    tokens = Spark().tokenize(select)
    places = []
    for at, token in enumerate(tokens):
        typed = at and tokens[at - 1].text.lower() in (
            "date",
            "timestamp",
            "timestamp_ntz",
            "timestamp_ltz",
            "interval",
            "time",
        )
        hidden = at and tokens[at - 1].end >= token.end
        if token.token_type in _LITERALS and not typed and not hidden:
            places.append((token.start, token.end + 1))
    text, columns = _replaced(select, places)
    if not _is_accepted(spark, text, columns):
        kept = [place for place in places if _is_accepted(spark, *_replaced(select, [place]))]
        text, columns = _replaced(select, kept)
    if columns:
        yield Call(function, text, _rows(columns), changes=True)


def _replaced(text: str, places: list[tuple[int, int]]) -> tuple[str, dict[str, str]]:
    """A text with columns in these places, and the columns with what was there."""
    columns = {}
    for number, (start, end) in reversed(list(enumerate(places, 1))):
        columns[f"c{number}"] = text[start:end]
        text = f"{text[:start]}c{number}{text[end:]}"
    return text, columns


def _rows(columns: dict[str, str]) -> str:
    items = ", ".join(f"{value} as {name}" for name, value in columns.items())
    return f"select {items}, 1 as id union all select {items}, 2 as id"


def _is_accepted(spark: SparkSession, expression: str, columns: dict[str, str]) -> bool:
    try:
        spark.sql(f"select {expression} as r from ({_rows(columns)})")
    except _ERRORS:
        return False
    return True


@dataclass
class Outcome:
    """What became of calls: equal to Spark's own answer, a full refresh, different, or refused by Spark."""

    counts: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)
    full: dict[str, str] = field(default_factory=dict)


class Comparison:
    """Plans a query with one call as a view does, and compares its rows with Spark's for the text of the query."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._functions = Functions(
            {}, spark.catalog.functionExists, asks_spark=True, why_volatile=lambda query: why_volatile(spark, query)
        )
        self._views = 0
        self.outcome = Outcome()

    def compare(self, call: Call) -> None:
        """Compares the first result of a view, and that after a change."""
        sql = f"select {call.expression} as r from t"
        try:
            self._store("t", call.rows)
            expected = self._rows(sql)
        except _ERRORS:
            self.outcome.counts["not accepted by Spark"] += 1
            return
        try:
            with as_reason("it could not be planned"):
                answer = self._planned(call, sql, expected)
        except CannotPlanError as error:
            self.outcome.full[f"{call.function}: {call.expression}"] = str(error)
            answer = "full"
        self.outcome.counts[answer] += 1

    def _planned(self, call: Call, sql: str, expected: Counter[str]) -> str:
        columns = dict(self._spark.table("t").dtypes)
        parsed = building.parse(sql)
        query = building.build(parsed, {"`t`": columns}, self._functions)
        now = Changes({"`t`": Table("t")}, self._keep)
        facts = rules.Facts(types_of=self._types, now=now.now, why_volatile=lambda: self._functions.why_volatile(sql))
        query = rules.applied(RULES, query, facts)
        kind = self._types(sql)
        if self._types(now.now(query.root)).popitem()[1] != kind["r"]:
            raise CannotPlanError("another type")
        found = self._rows(now.now(query.root))
        if found != expected:
            self.outcome.different.append(f"{sql}\n  {now.now(query.root)}\n  {dict(expected)}\n  {dict(found)}")
            return "different"
        if not call.changes or re.search("interval|variant|void|time\\(|geo|map<", kind["r"]):
            return "equal"  # a table cannot have such a column, or a row of it no hash
        result = result_of(sql, query, dict.fromkeys(query.names, ""), self._types, now.now)
        self._store("stored", result.stored(now))
        self._store("gone", "select *, cast(-1 as bigint) as _w from t limit 1")
        self._store("t2", "select * from t except all select * except (_w) from gone")
        self._store("t", "select * from t2")
        batch = result.changed_batch(Changes({"`t`": Table("t", "gone")}, self._keep), "stored")
        if batch:
            self._store("batch", batch)
            same = " and ".join(f"s.`{name}` <=> b.`{name}`" for name in result.key)
            kept = f"select s.* from stored as s left anti join batch as b on {same}"
            columns = ", ".join(map(quoted, (*result.columns, *result.hidden)))
            self._store("stored", f"{kept} union all select {columns} from batch where _row_kind = '+I'")
        expected, found = self._rows(sql), self._rows(read_query(result, "stored"))
        if found != expected:
            self.outcome.different.append(f"after a change: {sql}\n  {dict(expected)}\n  {dict(found)}")
            return "different"
        return "equal"

    def _keep(self, query: str) -> Kept:
        self._views += 1
        name = f"`_kept_{self._views}`"
        return Kept(name, kept_rows.keep(self._spark, name, self._spark.sql(query)).rows)

    def _store(self, name: str, query: str) -> None:
        kept_rows.keep(self._spark, name, self._spark.sql(query))

    def _types(self, query: str) -> dict[str, str]:
        return {field.name.lower(): field.dataType.simpleString() for field in self._spark.sql(query).schema.fields}

    def _rows(self, query: str) -> Counter[str]:
        return Counter(repr(tuple(row)) for row in self._spark.sql(query).collect())


def listed(spark: SparkSession, sample: int) -> list[str]:
    """The names of a sample of the functions that Spark lists; all for 0."""
    names = [str(row[0]) for row in spark.sql("show system functions").collect()]
    words = [name for name in names if re.fullmatch(r"\w+", name)]
    return sorted(random.Random(1).sample(words, sample)) if sample else words


def settings(spark: SparkSession) -> SparkSession:
    """A session for many small queries."""
    for name, value in {
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.leafNodeDefaultParallelism": "1",
        "spark.sql.autoBroadcastJoinThreshold": "-1",
    }.items():
        spark.conf.set(name, value)
    return spark


def summary(outcome: Outcome) -> dict[str, Any]:
    """The counts of an outcome, in order."""
    return dict(sorted(outcome.counts.items()))


def group_of(spark: SparkSession, function: str) -> str:
    """The group of a function in Spark's documentation, such as ``agg_funcs``."""
    jvm: Any = spark._jvm
    catalog: Any = spark._jsparkSession.sessionState().catalog()
    return str(catalog.lookupFunctionInfo(jvm.org.apache.spark.sql.catalyst.FunctionIdentifier(function)).getGroup())
