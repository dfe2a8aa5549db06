"""Values of every type, changed in every way, through the engines and both changelogs, compared with plain Python.

A key of the wide tables stands for one column, its old value and its new value; the other columns are null. So one run
of a model has every change of every type.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import pytest

from formats import FORMATS
from project import Project, spark

# Values of each type in ascending order. Values beside each other can be equal.
PLAIN = {
    "boolean": ["false", "true"],
    "tinyint": ["-128", "1"],
    "smallint": ["-1", "300"],
    "int": ["-2147483648", "7"],
    "bigint": ["-1", "9223372036854775807"],
    "float": ["'-Infinity'", "-0.0", "0.0", "1.5", "'NaN'"],
    "double": ["-1e300", "-0.0", "0.0", "1e-300", "'NaN'"],
    "decimal(12,2)": ["-0.01", "1.10"],
    "string": ["''", "'A'", "'a'", "'null'", "'é'"],
    "binary": ["X''", "X'00'", "X'7F'", "X'80'"],
    "date": ["'0004-01-01'", "'2020-02-28'", "'2020-02-29'"],
    "timestamp": ["'2020-01-01 00:00:00'", "'2020-01-01 00:00:00.000001'"],
    "timestamp_ntz": ["'2020-01-01 00:00:00'", "'2020-01-01 00:00:00.000001'"],
}
NESTED = {
    "array<double>": ["array()", "array(null)", "array(-0.0)", "array(0.0)", "array(0.0, 1)", "array(double('NaN'))"],
    "map<string,string>": [
        *("map()", "map('a', null)", "map('a', '1', 'b', '2')", "map('b', '2', 'a', '1')"),
        *("map('a', '1, b -> 2')", "map('a', 'null')"),
    ],
    "map<double,int>": ["map(-0.0D, 1)", "map(0.0D, 1)", "map(0.0D, 2)", "map(double('NaN'), 1)"],
    "map<int,map<string,double>>": ["map(1, null)", "map(1, map('b', 0, 'a', 1))", "map(1, map('a', 1, 'b', -0.0D))"],
    "array<map<string,int>>": [
        *("array(null)", "array(map('a', null))"),
        *("array(map('a', 1, 'b', 2))", "array(map('b', 2, 'a', 1))"),
    ],
    "struct<m:map<string,int>,n:int>": [
        *("struct(null, null)", "struct(map('a', 1, 'b', 2), 1)", "struct(map('b', 2, 'a', 1), 1)"),
    ],
    "struct<`a.b`:tinyint,`#é<>:%s`:map<smallint,tinyint>>": [
        *("struct(1, null)", "struct(1, map(1, 2, 3, 4))", "struct(1, map(3, 4, 1, 2))"),
    ],
}
VARIANTS = [
    *("parse_json('1')", "parse_json('1.0')", "parse_json('\"1\"')", "parse_json('null')", "date'2020-01-01'"),
    *("'2020-01-01'", """parse_json('{"a": 1, "b": [2]}')""", """parse_json('{"b": [2], "a": 1}')"""),
]


class Column(NamedTuple):
    """A column with its values as SQL; the first one is null."""

    name: str
    kind: str
    values: list[str]


class Key(NamedTuple):
    """A column, and the positions of the old and the new value."""

    column: int
    old: int
    new: int


def columns(plain: dict[str, list[str]], nested: dict[str, list[str]]) -> list[Column]:
    """Each plain type as it is, in a struct, in an array and in a map."""
    found: dict[str, list[str]] = {}
    for kind, texts in plain.items():
        values = [f"cast({text} as {kind})" for text in ["null", *texts]]
        found[kind] = values[1:]
        if kind != "variant":
            found[f"struct<f:{kind}>"] = [f"named_struct('f', {value})" for value in values]
            found[f"array<{kind}>"] = [f"array({value})" for value in values]
        found[f"map<string,{kind}>"] = [f"map('x', {value})" for value in values]
    found |= {
        kind: found.get(kind, []) + [f"cast({value} as {kind})" for value in values] for kind, values in nested.items()
    }
    return [Column(f"c{n}", kind, ["null", *values]) for n, (kind, values) in enumerate(found.items())]


NAN = (2,)


def form(value: Any) -> Any:
    """A value as Python compares and orders it: null, other values, NaN. The entries of a map have no order."""
    if value is None:
        return ()
    if isinstance(value, float):
        return NAN if math.isnan(value) else (1, value + 0.0)
    if isinstance(value, dict):
        return (1, tuple(sorted((form(key), form(part)) for key, part in value.items())))
    if isinstance(value, (list, tuple)):
        return (1, tuple(form(part) for part in value))
    if hasattr(value, "toPython"):  # a variant
        return (1, typed(value.toPython()))
    return (1, value.encode() if isinstance(value, str) else bytes(value) if isinstance(value, bytearray) else value)


def typed(value: Any) -> Any:
    """What a variant holds, with its types: 1 and 1.0 are equal in Python."""
    if isinstance(value, dict):
        return tuple(sorted((key, typed(part)) for key, part in value.items()))
    return tuple(typed(part) for part in value) if isinstance(value, list) else (type(value).__name__, str(value))


class Case:
    """The columns, their values as Spark returns them, and a key for each column, old value and new value."""

    def __init__(self, project: Project, found: list[Column]) -> None:
        self.project, self.columns = project, found
        size = max(len(column.values) for column in found)
        lines = []
        for n in range(size):
            texts = [f"cast({c.values[n] if n < len(c.values) else 'null'} as {c.kind}) as {c.name}" for c in found]
            lines.append(f"select {n} as n, {', '.join(texts)}")
        spark().sql(f"create or replace global temporary view {project.schema}_values as " + "\nunion all ".join(lines))
        rows = spark().sql(f"select * from global_temp.{project.schema}_values order by n").collect()
        self.values = [[form(row[c.name]) for row in rows][: len(c.values)] for c in found]
        self.keys = [
            Key(c, old, new)
            for c, column in enumerate(found)
            for old in range(len(column.values))
            for new in range(len(column.values))
        ]
        spark().createDataFrame(
            [(k, key.column, key.old, key.new) for k, key in enumerate(self.keys)], "k int, col int, old int, new int"
        ).createOrReplaceGlobalTempView(f"{project.schema}_keys")

    def query(self, position: str, *more: str, where: str = "true") -> str:
        """A batch: of each key the value at this position."""
        values = [f"if(col = {n}, v.{column.name}, null) as {column.name}" for n, column in enumerate(self.columns)]
        return (
            f"select k, {', '.join([*values, *more])} from global_temp.{self.project.schema}_keys "
            f"join global_temp.{self.project.schema}_values as v on v.n = {position} where {where}"
        )

    def write(self, model: str, query: str, **config: Any) -> None:
        """A model that selects a batch."""
        view = f"{self.project.schema}__{model}"
        spark().sql(f"create or replace global temporary view {view} as {query}")
        config = {"materialized": "incremental", "primary_key": "k"} | config
        options = ", ".join(f"{name}={value!r}" for name, value in config.items())
        self.project.write(f"models/{model}.sql", f"{{{{ config({options}) }}}}\nselect * from global_temp.{view}\n")

    def value(self, key: Key, position: int) -> Any:
        return self.values[key.column][position]

    def stored(self, query: str) -> dict[Any, Any]:
        """The value of each key in a query, which returns the key and all columns."""
        found = {}
        for row in self.project.ordered(query):
            key, values = row[0], row[-len(self.columns) :]
            column = self.keys[key].column
            assert all(value is None for n, value in enumerate(values) if n != column)
            found[(key, *row[1 : -len(self.columns)])] = form(values[column])
        return found

    def of(self, found: list[Column]) -> Case:
        """The same for some of the columns."""
        return Case(self.project, [Column(f"c{n}", column.kind, column.values) for n, column in enumerate(found)])

    def compare(self, query: str, expected: dict[Any, Any]) -> None:
        """Compares the rows of a query with those expected; names the columns and the values that differ."""
        found = self.stored(query)
        wrong = [key for key in found.keys() | expected.keys() if found.get(key) != expected.get(key)]
        lines = []
        for key in sorted(wrong)[:20]:
            column, old, new = self.keys[key[0]]
            kind, values = self.columns[column].kind, self.columns[column].values
            lines.append(f"{key} {kind}: {values[old]} -> {values[new]}: {found.get(key)} for {expected.get(key)}")
        assert not wrong, "\n".join([query[-80:], *lines])

    def names(self) -> str:
        return ", ".join(column.name for column in self.columns)


ENGINES: dict[str, dict[str, Any]] = {
    "deduplicate": {},
    "partial": {"merge_engine": "partial-update"},
    "last": {"merge_engine": "aggregation", "default_aggregate_function": "last_value"},
    "filled": {"merge_engine": "aggregation"},
    "first": {"merge_engine": "first-row"},
}
FULL = {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 2}
DEDUPLICATED = {"changelog_producer": "lookup", "changelog_producer_row_deduplicate": True}


def merged(engine: str, old: Any, new: Any) -> Any:
    """The value of a stored row after a batch."""
    if engine == "first" or (engine in ("partial", "filled") and new == ()):
        return old
    return new


BATCHES = {"lookup": ["old", "new"], "full": ["old", "old", "least(old + 1, new)", "new"]}
"""The value of each run; with full-compaction, two runs are compacted together."""


def steps(key: Key, producer: str) -> list[int]:
    """The positions of the values after the old one."""
    return [key.new] if producer == "lookup" else [min(key.old + 1, key.new), key.new]


def settings(engine: str, producer: str, format: str) -> dict[str, Any]:
    return {**DEDUPLICATED, **ENGINES[engine], **(FULL if producer == "full" else {}), "file_format": format}


def check_changes(case: Case, format: str, engines: list[str], producers: list[str]) -> None:
    """The stored rows, and the changes of the last commit."""
    models = [
        (engine, producer) for engine in engines for producer in producers if (engine, producer) != ("first", "full")
    ]
    for step in range(max(len(BATCHES[producer]) for producer in producers)):
        due = [(engine, producer) for engine, producer in models if step < len(BATCHES[producer])]
        for engine, producer in due:
            query = case.query(BATCHES[producer][step])
            case.write(f"{engine}_{producer}", query, **settings(engine, producer, format))
        case.project.run("--select", " ".join(f"{engine}_{producer}" for engine, producer in due))
    for engine, producer in models:
        table, expected, log = f"{{{format}}}.{engine}_{producer}", {}, {}
        for k, key in enumerate(case.keys):
            old = case.value(key, key.old)
            last = functools.reduce(lambda one, n: merged(engine, one, case.value(key, n)), steps(key, producer), old)
            expected[(k,)] = last
            if engine != "first" and (old != last or old == NAN):
                log |= {(k, "-U"): old, (k, "+U"): last}
        case.compare(f"select k, {case.names()} from {table}", expected)
        commit = len(BATCHES[producer])
        case.compare(f"select k, _row_kind, {case.names()} from {table}__changelog where _commit = {commit}", log)


def check_sequences(case: Case, format: str) -> None:
    """All columns order rows: of a key, the one that is not null decides, in a batch and between batches."""
    names = [column.name for column in case.columns]
    group = {",".join(names): {"sequence_group": ["w"]}}
    configs: dict[str, dict[str, Any]] = {
        "ordered": {"sequence_field": names},
        "grouped": {"merge_engine": "partial-update", "fields": group},
    }
    first = f"{case.query('old', '1 as w')} union all {case.query('new', '2 as w', where='k % 2 = 0')}"
    for query in (first, case.query("new", "2 as w", where="k % 2 = 1")):
        for model, config in configs.items():
            case.write(model, query, file_format=format, **config)
        case.project.run("--select", " ".join(configs))
    expected = {}
    for k, key in enumerate(case.keys):
        old, new = case.value(key, key.old), case.value(key, key.new)
        expected[(k, 2 if new >= old else 1)] = max(old, new)
    case.compare(f"select k, w, {case.names()} from {{{format}}}.ordered", expected)
    # a row without a value of the group leaves it as it is
    expected = {(k, w): value for (k, w), value in expected.items() if case.keys[k].old and case.keys[k].new}
    where = f"where k in ({', '.join(str(k) for k, _ in expected)})"
    case.compare(f"select k, w, {case.names()} from {{{format}}}.grouped {where}", expected)


def check_keys(case: Case, format: str) -> None:
    """All columns are the key, and null is a value of a key."""
    config = {"primary_key": [column.name for column in case.columns], "null_key": "keep", "file_format": format}
    for value in (1, 2):
        case.write("identified", case.query("new", f"{value} as w").replace("select k, ", "select ", 1), **config)
        case.project.run("--select", "identified")
    rows = case.project.ordered(f"select w, {case.names()} from {{{format}}}.identified")
    found = [tuple(form(value) for value in row) for row in rows]
    nothing = [()] * len(case.columns)
    expected = {
        (form(2), *nothing[:n], value, *nothing[n + 1 :]) for n, values in enumerate(case.values) for value in values
    }
    assert len(found) == len(set(found)) and set(found) == expected


def check_collected(case: Case, format: str) -> None:
    """The elements of arrays: each one once, or without those that are retracted."""
    fields = {column.name: {"aggregate_function": "collect"} for column in case.columns}
    distinct = {name: {"aggregate_function": "collect", "distinct": True} for name in fields}
    config = {"merge_engine": "aggregation", "file_format": format}
    for position, kind in (("old", "+I"), ("new", "-U")):
        case.write("left", case.query(position, f"'{kind}' as _row_kind"), fields=fields, **config)
        case.write("all", case.query(position), fields=distinct, **config)
        case.project.run("--select", "left all")
    left, every = {}, {}
    for k, key in enumerate(case.keys):
        old, new = case.value(key, key.old), case.value(key, key.new)
        elements, others = list(old[1]) if old else [], list(new[1]) if new else []
        every[(k,)] = (1, tuple(dict.fromkeys(elements + others))) if old or new else ()
        for element in others:
            if element in elements:
                elements.remove(element)
        left[(k,)] = (1, tuple(elements)) if old else ()
    case.compare(f"select k, {case.names()} from {{{format}}}.all", every)
    bags = {k: tuple(sorted(value[1])) if value else () for k, value in left.items()}
    found = case.stored(f"select k, {case.names()} from {{{format}}}.left")
    assert {k: tuple(sorted(value[1])) if value else () for k, value in found.items()} == bags


SAMPLE = {
    "double": [f"double('{value}')" for value in ("-0.0", "0.0", "NaN")],
    "map<string,string>": NESTED["map<string,string>"],
    "struct<`a.b`:tinyint,`#é<>:%s`:map<smallint,tinyint>>": NESTED[
        "struct<`a.b`:tinyint,`#é<>:%s`:map<smallint,tinyint>>"
    ],
}


def test_a_change_is_a_change_of_the_value(project: Project) -> None:
    """A sample, on Iceberg with the changes of each commit."""
    project.run()  # starts Spark
    case = Case(project, columns({}, SAMPLE))
    check_changes(case, "iceberg", ["deduplicate"], ["lookup"])


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_every_change_of_every_type_with_every_engine(project: Project, format: str) -> None:
    project.run()  # starts Spark
    case = Case(project, columns(PLAIN | ({"variant": VARIANTS} if format == "delta" else {}), NESTED))
    check_changes(case, format, list(ENGINES), list(BATCHES))


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_every_type_orders_identifies_and_is_collected(project: Project, format: str) -> None:
    project.run()  # starts Spark
    case = Case(project, columns(PLAIN, NESTED))
    check_sequences(case, format)
    check_keys(
        case.of([column for column in case.columns if column.kind in PLAIN and column.kind not in ("float", "double")]),
        format,
    )
    check_collected(case.of([column for column in case.columns if column.kind.startswith("array<")]), format)
