"""Runs of a keyed model without dbt and Spark: its materialization, traced, with a warehouse that only remembers.

The stand-in keeps what statements say about tables (their properties and snapshots) and answers with made-up rows, so
it shows which steps a run takes and what they cost, and nothing about what Spark does with them.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.sql.own_statement import OwnStatement

import harness
from planning import Node, columns

ROOM_OF_LOG = ["_row_kind string", "_commit bigint", "_committed_at timestamp"]
COUNTS = [
    *("rows_inserted", "rows_updated", "rows_deleted", "rows_unchanged", "rows_ignored_late", "rows_ignored"),
    *("rows_refused", "rows_merged", "rows_added", "rows_in_batch"),
]
# Macros of dbt that the materialization calls, and the adapter's own.
WITHOUT_EFFECT = [
    *("run_hooks", "write", "persist_constraints", "tablestore_complete_constraints", "apply_grants", "should_revoke"),
    "persist_docs",
]
MERGED = [f"spark.merge-into.num-target-rows-{kind}" for kind in ("inserted", "updated", "deleted")]
PROPERTIES = re.compile(r"tblproperties \((.*?)\n?\)(?=\nas\n|\Z)", re.DOTALL)
PROPERTY = re.compile(r"'((?:[^'\\]|\\.)*)' = '((?:[^'\\]|\\.)*)'")


class Row(dict):
    """A row of a result, by the names of its columns."""

    def __getattr__(self, name: str) -> Any:
        return self[name]

    def dict(self) -> dict[str, Any]:
        return dict(self)


class Step(NamedTuple):
    """A call of a macro: its name, its file, and the file of the macro that calls it."""

    name: str
    path: Path
    caller: Path | None

    @property
    def changes_room(self) -> bool:
        return self.caller is not None and self.caller.parent != self.path.parent


class Figures(NamedTuple):
    """What a run costs to follow: calls of macros, macros, their files, and calls from one room into another."""

    calls: int
    macros: int
    files: int
    changes: int

    @classmethod
    def of(cls, steps: list[Step]) -> Figures:
        return cls(
            len(steps),
            len({step.name for step in steps}),
            len({step.path for step in steps}),
            sum(step.changes_room for step in steps),
        )


class Warehouse:
    """Tables with columns, properties and a snapshot each; every batch has one row, which updates a stored row."""

    def __init__(self, query: str, written_at: bool) -> None:
        self.query = columns(query)
        self.stored = self.query + columns("_written_at timestamp") * written_at
        self.tables: dict[str, dict[str, str]] = {}
        self.statements: list[str] = []
        self.snapshots = 0
        self.record = ""

    def run(self, sql: str) -> list[Row]:
        """Executes a statement and returns its rows."""
        sql = sql.strip()
        self.statements.append(sql)
        if created := re.match(r"create (?:or replace )?table (?:if not exists )?(\S+)", sql):
            self.tables[created[1]] = {}
            self._set_properties(created[1], sql)
            self._move(created[1])
        elif altered := re.match(r"alter table (\S+) set tblproperties", sql):
            self._set_properties(altered[1], sql)
        elif recorded := re.match(r"set `spark.sql.iceberg.snapshot-property.tablestore.commit` = `(.*)`$", sql):
            self.record = recorded[1].replace("``", "`")
        elif moved := re.match(r"call .*fast_forward\(table => '(.*?)'", sql):
            return [Row(updated_ref=self._move(moved[1]))]
        return self._answer(sql)

    def _set_properties(self, table: str, sql: str) -> None:
        text = PROPERTIES.search(sql)
        for name, value in PROPERTY.findall(text[1] if text else ""):
            self.tables[table][name] = re.sub(r"\\(.)", r"\1", value)

    def _move(self, table: str) -> str:
        self.snapshots += 1
        self.tables[table]["current-snapshot-id"] = str(self.snapshots)
        return str(self.snapshots)

    def _answer(self, sql: str) -> list[Row]:
        if sql.startswith("describe query "):
            return self._described(self.query)
        if described := re.match(r"describe table (\S+)", sql):
            return self._described(self.columns_of(described[1]))
        if shown := re.match(r"show tblproperties (\S+)", sql):
            return [Row(key=key, value=value) for key, value in self.tables[shown[1]].items()]
        if listed := re.match(r"show tables in \S+ like '(.*)'", sql):
            names = [name.rpartition(".")[2].strip("`") for name in self.tables]
            return [Row(tableName=name) for name in names if name == listed[1]]
        if sql.startswith("select to_json(summary)"):
            return [Row(summary=json.dumps({"tablestore.commit": self.record}))]
        if "as text_0" in sql:
            keys = sql.count("as text_")
            return [
                Row(
                    {
                        f"{kind}_{n}": {"text": ":1", "position": "1"}[kind]
                        for kind in ("text", "position")
                        for n in range(keys)
                    }
                )
            ]
        if "as rows_folded" in sql:
            return [Row(rows_folded=1, rows_refused=0, rows_in_batch=1)]
        if "as rows_inserted" in sql:
            return [Row(dict.fromkeys(COUNTS, 0) | {"rows_updated": 1, "rows_merged": 1, "rows_in_batch": 1})]
        if "as rows_ignored_late" in sql:
            return [Row(rows_ignored_late=0)]
        if "max(_commit) as last" in sql:
            return [Row(last=1)]
        return []

    def columns_of(self, table: str) -> list[dict[str, str]]:
        """The columns of a table, as {name, type}."""
        if table.strip("`").endswith("__changelog"):
            return self.query + columns(", ".join(ROOM_OF_LOG))
        return self.stored

    def _described(self, found: list[dict[str, str]]) -> list[Row]:
        return [Row(col_name=column["name"], data_type=column["type"], comment=None) for column in found]


class Adapter:
    """What the package calls on the adapter; a subclass for plain dbt-spark has less."""

    def __init__(self, warehouse: Warehouse) -> None:
        self._warehouse = warehouse
        self.config = types.SimpleNamespace(credentials=harness.CREDENTIALS)

    def type(self) -> str:
        return "spark"

    def cache_added(self, relation: TablestoreRelation) -> str:
        return ""

    cache_dropped = create_schema = drop_relation = cache_added


class Tablestore(Adapter):
    """The adapter dbt-tablestore on one machine, with a small table."""

    def type(self) -> str:
        return "tablestore"

    def plans(self) -> Any:
        return types.SimpleNamespace(ttls=lambda node, operator: {})

    def session(self) -> Session:
        return Session(self._warehouse)

    def tables(self) -> Tables:
        return Tables(self._warehouse)


class Session:
    """Its session, in one process."""

    runs_in_one_process = True

    def __init__(self, warehouse: Warehouse) -> None:
        self._warehouse = warehouse

    def run(self, statements: list[dict[str, Any]], resets: bool = False) -> None:
        for statement in statements:
            self.rows(statement)

    def attempt(self, statements: list[dict[str, Any]], resets: bool = False) -> dict[str, Any]:
        self.run(statements)
        return {"ran": len(statements), "problem": None}

    def attempt_macro(self, macro: Any, *given: Any) -> dict[str, Any]:
        return {"answer": macro(*given), "problem": None}

    def rows(self, statement: dict[str, Any]) -> list[Row]:
        return self._warehouse.run(OwnStatement.of(statement))

    attempt_rows = rows

    def answer(self, statement: dict[str, Any]) -> tuple[str, list[Row]]:
        return "1 inserted", self.rows(statement)

    def release_at_end(self, view: str) -> None:
        pass


class Tables:
    """The metadata of its tables."""

    def __init__(self, warehouse: Warehouse) -> None:
        self._warehouse = warehouse

    def described(self, relation: TablestoreRelation) -> dict[str, Any]:
        table = str(relation)
        columns = self._warehouse.columns_of(table)
        return {"columns": columns, "filled": {}, "existing": {}, "properties": self._warehouse.tables[table]}

    def snapshot_summary(self, relation: TablestoreRelation, snapshot: str) -> dict[str, str]:
        return dict.fromkeys(MERGED, "0") | {MERGED[1]: "1", "tablestore.commit": self._warehouse.record}

    def has_columns_of(self, relation: TablestoreRelation, snapshot: str) -> bool:
        return True

    def size(self, relation: TablestoreRelation, file_format: str) -> int:
        return 2**25


def model(query: str, **config: Any) -> Node:
    """A keyed model with this SELECT, as dbt's graph has it."""
    settings = Node({"materialized": "incremental", "primary_key": "order_id"} | config)
    node = Node(
        name="orders",
        alias="orders",
        schema="main",
        database="lake",
        resource_type="model",
        unique_id="model.test.orders",
        language="sql",
        columns={},
        config=settings,
        depends_on=Node(nodes=[]),
    )
    node.query = query
    return node


class Run:
    """A model, its warehouse and its runs."""

    def __init__(self, node: Node, adapter: type[Adapter] = Tablestore, **context: Any) -> None:
        self.warehouse = Warehouse(node.query, written_at="state_ttl" in node.config)
        self._macros = harness.namespace(**self._context(node, adapter(self.warehouse)) | context)

    def _context(self, node: Node, adapter: Adapter) -> dict[str, Any]:
        warehouse, results = self.warehouse, {}

        def statement(name: str | None = None, caller: Callable[[], str] = str, **how: Any) -> str:
            return store_result(name, "1 inserted", warehouse.run(caller()))

        def store_result(name: str | None, response: str, agate_table: list[Row]) -> str:
            results[name] = types.SimpleNamespace(table=agate_table, response=response)
            return ""

        def load_relation(relation: TablestoreRelation) -> TablestoreRelation | None:
            return relation if str(relation) in warehouse.tables else None

        nothing = lambda *args, **kwargs: ""  # noqa: E731
        return {
            "adapter": adapter,
            "api": types.SimpleNamespace(Relation=TablestoreRelation),
            "execute": True,
            "target": Node(threads=1),
            "graph": {"nodes": {node.unique_id: node}},
            "model": node,
            "config": types.SimpleNamespace(model=types.SimpleNamespace(previous_batch_results=None)),
            "this": TablestoreRelation.create(database="lake", schema="main", identifier="orders", type="table"),
            "compiled_code": "select * from landing.order_events",
            "pre_hooks": [],
            "post_hooks": [],
            "invocation_id": "run-1",
            "local_md5": lambda text: hashlib.md5(text.encode()).hexdigest(),
            "run_query": warehouse.run,
            "statement": statement,
            "load_result": results.get,
            "store_result": store_result,
            "load_relation": load_relation,
            "should_full_refresh": lambda: False,
            "incremental_validate_on_schema_change": lambda mode, default: mode or default,
            **dict.fromkeys(WITHOUT_EFFECT, nothing),
        }

    def __call__(self) -> list[str]:
        """Runs the model, and returns the statements that the warehouse got."""
        self.warehouse.statements.clear()
        self._macros["materialization_keyed_spark"]()
        return list(self.warehouse.statements)

    def traced(self) -> list[Step]:
        """Runs the model, and returns the calls of macros that the run makes."""
        steps: list[Step] = []
        callers: list[Path] = []
        untraced = dict(self._macros)

        def tracing(macro: harness.Macro) -> Callable[..., Any]:
            def call(*args: Any, **kwargs: Any) -> Any:
                steps.append(Step(macro.name, macro.path, callers[-1] if callers else None))
                callers.append(macro.path)
                try:
                    return macro(*args, **kwargs)
                finally:
                    callers.pop()

            return call

        self._macros.update({name: tracing(macro) for name, macro in untraced.items()})
        try:
            self()
        finally:
            self._macros.update(untraced)
        return steps

    def seconds(self, runs: int) -> float:
        """The seconds that the fastest of some runs takes."""
        durations = []
        for _ in range(runs):
            began = time.perf_counter()
            self()
            durations.append(time.perf_counter() - began)
        return min(durations)


def summary(steps: list[Step]) -> str:
    """The figures, and the macros that are called most often."""
    names = [step.name for step in steps]
    often = sorted({name: names.count(name) for name in names}.items(), key=lambda found: -found[1])
    calls, macros, files, changes = Figures.of(steps)
    first = f"{calls} calls of {macros} macros in {files} files, {changes} of them from one room into another"
    return "\n".join([first, *(f"  {count:4} {name}" for name, count in often[:12])])
