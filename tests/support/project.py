"""A dbt project in a folder, like that of a user: write models, run dbt, read the tables.

`Project` runs the dbt command in this process. `WarmProject` runs the same models with dbt's own parser, compiler and
model runner, but keeps the adapter and the parsed project between runs and opens one connection per run. This takes
half the time, and is for tests of what a run does to tables.
"""

from __future__ import annotations

import copy
import json
import os
import textwrap
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt import tracking
from dbt.adapters.factory import get_adapter_by_type
from dbt.adapters.tablestore.spark import session
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.embedded import EmbeddedSession
from dbt.adapters.tablestore.spark.shared_rows import Kept, shared_rows
from dbt.cli.main import dbtRunner
from dbt.compilation import Compiler
from dbt.contracts.graph.manifest import Manifest
from dbt.deprecations import reset_deprecations
from dbt.flags import get_flags, set_flags, set_from_args
from dbt.graph import ResourceTypeSelector, parse_difference
from dbt.node_types import NodeType
from dbt.selected_resources import set_selected_resources
from dbt.task.run import ModelRunner
from dbt_common.context import set_invocation_context
from dbt_common.events import get_event_manager
from dbt_common.exceptions import DbtBaseException
from dbt_common.invocation import reset_invocation_id
from pyspark.sql import SparkSession

from formats import CATALOGS
from spark_settings import SPARK_SETTINGS

Row = tuple[Any, ...]
USE_A_MANIFEST = {"build", "compile", "docs", "list", "run", "run-operation", "seed", "show", "snapshot", "test"}
PARSE_DIFFERENTLY = {"--vars", "--target", "--no-partial-parse"}


class Outcome:
    """The result of a dbt command."""

    def __init__(self, done: Any) -> None:
        self.success: bool = done.success
        self.result = done.result
        self.exception = done.exception
        results = [found for found in getattr(done.result, "results", None) or [] if hasattr(found, "node")]
        self.nodes = {found.node.name: found for found in results}
        """The results of models, tests and seeds by name."""

    @property
    def message(self) -> str:
        """All error messages of the command."""
        results = getattr(self.result, "results", None) or []
        wrong = [str(found.message) for found in results if found.status not in ("success", "pass") and found.message]
        return "\n".join([*wrong, str(self.exception or "")]).strip()


class Project:
    """A project with a schema of its own for its tables."""

    threads = 2

    def __init__(self, folder: Path, warehouse: Path, schema: str, **target: Any) -> None:
        self.folder, self.schema = folder, schema
        (folder / "models").mkdir(parents=True)
        self.settings: dict[str, Any] = {"name": "shop", "version": "1.0", "profile": "shop"}
        self.settings["flags"] = {"send_anonymous_usage_stats": False}
        self.target: dict[str, Any] = {"type": "tablestore", "schema": schema, "warehouse": str(warehouse)}
        self.target |= {"threads": self.threads, "spark_config": SPARK_SETTINGS} | target
        self.other_targets: dict[str, dict[str, Any]] = {}
        """Other targets of the profile, by name."""
        self.clock: str | None = None
        """The clock of the next runs; the real time when it is None."""
        self.writes_artifacts = False
        """Whether commands write ``target/manifest.json`` and others. It holds all macros, so writing it takes long."""
        self.said: list[str] = []
        """What dbt has said to the user, oldest first: information, warnings and errors."""
        self._parsed: tuple[dict[str, int], Manifest, dict[str, Any]] | None = None

    def _hear(self, event: Any) -> None:
        if event.info.level in ("info", "warn", "error"):
            self.said.append(event.info.msg)

    def write(self, path: str, content: str | dict[str, Any]) -> None:
        """Writes a file of the project; a mapping becomes YAML, common indentation is removed."""
        text = yaml.safe_dump(content) if isinstance(content, dict) else textwrap.dedent(content).lstrip("\n")
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")

    def model(self, name: str, columns: str, rows: list[Row], **config: Any) -> None:
        """Writes a model that selects these rows, typed by ``columns`` ("id int, at timestamp").

        The rows are in a Spark view that the model selects from. So the text of the model is the same for each batch,
        and dbt does not parse it again.
        """
        arguments = ", ".join(f"{key}={value!r}" for key, value in ({"materialized": "incremental"} | config).items())
        view = f"{self.schema}__{name}"
        spark().sql(f"create or replace global temporary view {view} as {select(columns, rows)}")
        names = ", ".join(f"`{column.strip().split(' ', 1)[0]}`" for column in columns.split(", "))
        self.write(f"models/{name}.sql", f"{{{{ config({arguments}) }}}}\nselect {names} from global_temp.{view}\n")

    def plain_tables(self, columns: str, values: str, formats: list[str]) -> dict[str, str]:
        """Tables without a model that record their changes, by format: `source('s_<format>', 'plain_<format>')`."""
        options = {"iceberg": "'write.delete.mode' = 'copy-on-write'", "delta": "'delta.enableChangeDataFeed' = 'true'"}
        tables = {format: f"{CATALOGS[format]}.{self.schema}.plain_{format}" for format in formats}
        for format, table in tables.items():
            spark().sql(f"create schema if not exists {CATALOGS[format]}.{self.schema}")
            spark().sql(f"create table {table} ({columns}) using {format} tblproperties ({options[format]})")
            spark().sql(f"insert into {table} values {values}")
            source = {"name": f"s_{format}", "database": CATALOGS[format], "schema": self.schema}
            source |= {"tables": [{"name": f"plain_{format}"}]}
            self.write(f"models/{format}.yml", {"sources": [source]})
        return tables

    def dbt(self, *arguments: str) -> Outcome:
        """Runs a dbt command like the command line. A project that has not changed is not parsed again."""
        if arguments[0] in USE_A_MANIFEST and not PARSE_DIFFERENTLY & set(arguments):
            parsed = self.parse()
            return parsed if isinstance(parsed, Outcome) else self._invoke(parsed, *arguments)
        return self._invoke(None, *arguments)

    def parse(self) -> Manifest | Outcome:
        """The parsed project, parsed again when a file has changed; or the failed parse command."""
        files = self._files()
        if self._parsed is None or self._parsed[0] != files:
            done = self._invoke(None, "parse")
            if not isinstance(done.result, Manifest):
                return done
            self._parsed = files, done.result, copy.deepcopy(done.result.nodes)
        _, manifest, nodes = self._parsed
        manifest.nodes = copy.deepcopy(nodes)  # dbt writes compiled code into them
        return manifest

    def _invoke(self, manifest: Manifest | None, *arguments: str) -> Outcome:
        self._write_settings()
        where = ["--project-dir", str(self.folder), "--profiles-dir", str(self.folder)]
        where += ["--log-path", str(self.folder / "logs")]
        where += [] if self.writes_artifacts else ["--no-write-json"]
        reset_deprecations()  # dbt counts them per process, and reports those of earlier commands
        with self._environment():
            return Outcome(dbtRunner(manifest, [self._hear]).invoke([*arguments, *where, "--quiet"]))

    @contextmanager
    def _environment(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            if self.clock is not None:
                patch.setenv("DBT_TABLESTORE_CLOCK", self.clock)
            yield

    def run(self, *arguments: str) -> dict[str, Any]:
        """Runs `dbt run`, which must succeed; returns the adapter response of each model."""
        return {name: found.adapter_response for name, found in self.succeed("run", *arguments).nodes.items()}

    def error(self, *arguments: str) -> str:
        """Runs `dbt run`, which must fail; returns its error messages."""
        return self.fail("run", *arguments).message

    def succeed(self, *arguments: str) -> Outcome:
        """Runs a dbt command that must succeed."""
        done = self.dbt(*arguments)
        assert done.success, done.message
        return done

    def fail(self, *arguments: str) -> Outcome:
        """Runs a dbt command that must fail."""
        done = self.dbt(*arguments)
        assert not done.success
        return done

    def rows(self, sql: str) -> list[Row]:
        """The rows of a query, sorted; ``{iceberg}`` and ``{delta}`` stand for this project's schemas."""
        return sorted(self.ordered(sql), key=repr)

    def ordered(self, sql: str) -> list[Row]:
        """The rows of a query in the order of the query."""
        return [tuple(row) for row in spark().sql(self._named(sql)).collect()]

    def _named(self, sql: str) -> str:
        return sql.format(**{name: f"{catalog}.{self.schema}" for name, catalog in CATALOGS.items()})

    def last_commit(self, table: str) -> dict[str, str]:
        """The properties of the last commit of a keyed table; ``table`` is a name such as ``{iceberg}.orders``."""
        properties = dict(self.rows(f"show tblproperties {table}"))
        sealed = properties.get(_last_seal(properties), "{}")
        return properties | {name: str(value) for name, value in json.loads(sealed).items()}

    def forget(self, table: str, *names: str) -> None:
        """Removes properties from the last commit of a keyed table, as if an earlier release had made it."""
        self.record(table, dict.fromkeys(names))
        spark().sql(f"alter table {self._named(table)} unset tblproperties if exists ({', '.join(map(repr, names))})")

    def record(self, table: str, changes: dict[str, str | None]) -> None:
        """Changes properties of the last commit of a keyed table; None removes one."""
        properties = dict(self.rows(f"show tblproperties {table}"))
        seal = _last_seal(properties)
        recorded = {**json.loads(properties[seal]), **changes}
        text = json.dumps({name: value for name, value in recorded.items() if value is not None})
        spark().sql(f"alter table {self._named(table)} set tblproperties ({literal(seal)} = {literal(text)})")

    def overlook(self, table: str) -> None:
        """Makes what others have done to a keyed table a part of its last commit, so that the next run overlooks it."""
        name = self._named(table)
        is_iceberg = self.rows(f"show tblproperties {table} ('current-snapshot-id')")[0][1].isdigit()
        newest = (
            f"select snapshot_id from {name}.snapshots order by committed_at desc"
            if is_iceberg
            else f"describe history {name}"
        )
        version = str(spark().sql(newest).first()[0])
        self.record(table, {"tablestore.version": version, "tablestore.read-version": None})

    def shown(self, query: str) -> list[Row]:
        """The rows of a query as ``dbt show --inline`` returns them."""
        (result,) = self.succeed("show", "--limit", "100", "--inline", query).result.results
        return [tuple(row) for row in result.agate_table.rows]

    def compiled(self, kind: str, path: str) -> str:
        """The text of a file in ``target``; ``kind`` is ``compiled`` or ``run``."""
        return (self.folder / "target" / kind / "shop" / path).read_text(encoding="utf-8")

    def _write_settings(self) -> None:
        self.write("dbt_project.yml", json.dumps(self.settings))
        outputs = {"dev": self.target} | self.other_targets
        self.write("profiles.yml", json.dumps({"shop": {"target": "dev", "outputs": outputs}}))

    def _files(self) -> dict[str, int]:
        """The files that dbt parses, with the times when they were written."""
        self._write_settings()
        left_out = {"target", "logs", "lake"}
        return {
            str(path): path.stat().st_mtime_ns
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.relative_to(self.folder).parts[0] not in left_out
        }


class WarmProject(Project):
    """A project that runs its models without the dbt command; other commands are those of a project."""

    def dbt(self, *arguments: str) -> Outcome:
        """Runs a dbt command; a `run` with only a selection and `--full-refresh` does not use the command."""
        options = list(arguments[1:])
        full_refresh = "--full-refresh" in options
        if full_refresh:
            options.remove("--full-refresh")
        selection = _selection(options)
        if arguments[0] != "run" or selection is None:
            done = super().dbt(*arguments)
            self._parsed = None  # dbt keeps one adapter, which has the options of the last command
            return done
        if self._parsed and get_adapter_by_type("tablestore").config.project_root != str(self.folder):
            self._parsed = None  # another project was parsed since then, and dbt keeps one adapter
        parsed = self.parse()
        return parsed if isinstance(parsed, Outcome) else self._run_models(parsed, selection, full_refresh)

    def _run_models(self, manifest: Manifest, selection: dict[str, list[str]], full_refresh: bool) -> Outcome:
        adapter: Any = get_adapter_by_type("tablestore")
        config = adapter.config
        graph = Compiler(config).compile(manifest, write=False)
        spec = parse_difference(selection["--select"] or None, selection["--exclude"] or None)
        selector = ResourceTypeSelector(graph, manifest, previous_state=None, resource_types=[NodeType.Model])
        queue = selector.get_graph_queue(spec)
        set_selected_resources(selector.get_selected(spec))
        results: list[Any] = []
        with self._environment(), _started_now(self.folder, full_refresh), adapter.connection_named("warm"):
            get_event_manager().callbacks = [self._hear]
            adapter.cache.clear()
            broken: set[str] = set()
            while not queue.empty():
                node = queue.get()
                queue.mark_done(node.unique_id)
                if not node.is_ephemeral_model:
                    results.append(_run_model(config, adapter, node, manifest, broken))
        shared_rows.forget()
        return Outcome(_Done(results))


class _Done:
    """The result of a run in the form of `dbtRunnerResult`."""

    def __init__(self, results: list[Any]) -> None:
        self.result = type("Results", (), {"results": results})
        self.exception = None
        self.success = all(found.status == "success" for found in results)


class _Failed:
    """The result of a model that failed or was skipped."""

    adapter_response: dict[str, Any] = {}

    def __init__(self, node: Any, message: str | None) -> None:
        self.node, self.message = node, message
        self.status = "error" if message else "skipped"


def _run_model(config: Any, adapter: Any, node: Any, manifest: Manifest, broken: set[str]) -> Any:
    """Runs a model like the run task of dbt."""
    if broken & set(node.depends_on.nodes):
        broken.add(node.unique_id)
        return _Failed(node, None)
    runner = ModelRunner(config, adapter, node, 1, 1)
    try:
        schema = adapter.Relation.create_from(config, node).without_identifier()
        adapter.create_schema(schema)
        return runner.execute(runner.compile(manifest), manifest)
    except (DbtBaseException, RuntimeError) as error:
        broken.add(node.unique_id)
        return _Failed(node, str(error))


@contextmanager
def _started_now(project: Path, full_refresh: bool) -> Iterator[None]:
    """Sets what an invocation of dbt sets at its start: its id, time, flags and environment."""
    before = get_flags()
    where = {"project_dir": str(project), "profiles_dir": str(project)}
    set_from_args(Namespace(**where, full_refresh=full_refresh, empty=False), {})
    reset_invocation_id()
    set_invocation_context(dict(os.environ))
    tracking.active_user = tracking.User(None)
    try:
        yield
    finally:
        set_flags(before)


def _selection(options: list[str]) -> dict[str, list[str]] | None:
    """The values of `--select` and `--exclude`; None when there are other options."""
    chosen: dict[str, list[str]] = {"--select": [], "--exclude": []}
    current = None
    for option in options:
        if option.startswith("-"):
            current = chosen.get(option)
        if current is None:
            return None
        if not option.startswith("-"):
            current += option.split()
    return chosen


def spark() -> SparkSession:
    """The Spark that dbt runs on in this process."""
    root = session._root
    assert root is not None, "dbt has not run yet"
    return root


def _last_seal(properties: dict[str, str]) -> str:
    """The name of the property with the last commit."""
    beginning = f"tablestore.commits.{properties.get('tablestore.epoch', '')}."
    numbers = [int(name.removeprefix(beginning)) for name in properties if name.startswith(beginning)]
    return f"{beginning}{max(numbers, default=0)}"


def select(columns: str, rows: list[Row]) -> str:
    """A SELECT of literal rows; None is NULL.

    Spark reads VALUES in as many tasks as there are cores, and a UNION of rows in a task for each row.
    """
    fields = [column.strip().split(" ", 1) for column in columns.split(", ")]

    def line(row: Row) -> str:
        values = zip(row, fields, strict=True)
        return "(" + ", ".join(f"cast({literal(value)} as {kind})" for value, (_, kind) in values) + ")"

    names = ", ".join(f"`{name}`" for name, _ in fields)
    lines = ",\n  ".join(line(row) for row in rows or [(None,) * len(fields)])
    return f"select * from values\n  {lines}\nas rows ({names})" + ("" if rows else " where false")


def literal(value: Any) -> str:
    """A Python value as SQL."""
    return "null" if value is None else json.dumps(value) if isinstance(value, str) else str(value)


def alike(found: list[Any]) -> Any:
    """The value for every format, which must be the same."""
    assert all(one == found[0] for one in found)
    return found[0]


def has_text(statement: str, text: str) -> bool:
    """Whether a statement has a text; `rows` stands for what changes stored rows, a MERGE or a rewrite of the table."""
    return any(one in statement for one in (("merge into", "replace where true") if text == "rows" else (text,)))


def bare(sql: str) -> str:
    """A statement as dbt sent it, without dbt's query comment."""
    return sql.split("*/", 1)[-1].strip()


def computed_queries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list to which each query is added whose rows a session keeps from now on, if no other node has kept them."""
    computed: list[str] = []
    original = EmbeddedSession._kept

    def kept(self: EmbeddedSession, view: str, query: str) -> Kept:
        computed.append(query)
        return original(self, view, query)

    monkeypatch.setattr(EmbeddedSession, "_kept", kept)
    return computed


def sent_statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list to which each statement is added that dbt sends to Spark from now on."""
    sent: list[str] = []
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        sent.append(bare(sql))
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    return sent
