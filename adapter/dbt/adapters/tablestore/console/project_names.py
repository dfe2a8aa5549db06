"""What dbt's project means in a statement: ``{{ ref('orders') }}``, ``{{ source('shop', 'orders') }}``, functions."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from types import SimpleNamespace
from typing import Any

from dbt.adapters.tablestore.functions.project import project
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.profile.commands import completed
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.profile.near_names import near_names
from dbt.adapters.tablestore.sql.counted import counted
from dbt.adapters.tablestore.sql.names import quoted_if_needed
from dbt.adapters.tablestore.sql.statement_text import called_names
from dbt_common.exceptions import DbtRuntimeError

_REFERABLE = ("model", "seed", "snapshot")
_NAMING = ("generate_schema_name", "generate_database_name")
_PACKAGES_WITHOUT_NAMING_OF_THEIR_OWN = ("dbt", "dbt_spark", "dbt_tablestore")
"""Those of dbt and of the adapters, which every manifest has. `_database` does what their macros do."""
_JINJA = ("{{", "{%", "{#")
Node = Mapping[str, Any]


class ProjectNames:
    """The models, sources and functions of a project as dbt has parsed it last, which its `manifest.json` tells.

    The names of tables are those of the target of this session. dbt writes into the manifest those of the target with
    which it has parsed, so they are made again. Where the project has macros of its own for that, those of the manifest
    are taken, and refused if they are known to be of another target. Several threads may ask: the Tab key completes in
    one of its own. ``artifacts`` is the folder to which dbt writes.
    """

    def __init__(self, target: TablestoreCredentials, artifacts: Path) -> None:
        self._target = target
        self._file = artifacts / "manifest.json"
        self._lock = threading.Lock()
        self._read_at = 0
        self._manifest: dict[str, Any] = {}
        self._wrong_functions: dict[str, str] = {}

    def rendered(self, statement: str) -> str:
        """The statement with tables in place of its references; its functions of the project can be called.

        Raises:
            DbtRuntimeError: it refers to something that is not there, or the project is not parsed.
        """
        self._read()
        if any(mark in statement for mark in _JINJA):
            statement = self._render(statement)
        for name in called_names(statement) & self._wrong_functions.keys():
            raise DbtRuntimeError(self._wrong_functions[name])
        return statement

    def referable(self) -> list[str]:
        """The names of models, seeds and snapshots."""
        self._read()
        return sorted({str(node["name"]) for node in self._nodes()})

    def table_of(self, name: str) -> str:
        """The table of a model, seed or snapshot; empty if it has none."""
        try:
            return self._ref(name)
        except DbtRuntimeError:
            return ""

    def builder_of(self, table: Sequence[str]) -> str:
        """What to select to build the table with these parts of a name; empty if the project does not build it."""
        self._read()
        place = [part for part in (self._target.database, self._target.schema) if part]
        full = ".".join(quoted_if_needed(part) for part in [*place[: len(place) + 1 - len(table)], *table]).lower()
        for node in self._nodes():
            try:
                if node["config"]["materialized"] != "ephemeral" and self._table(node).lower() == full:
                    version = node.get("version")
                    return str(node["name"]) if version is None else f"{node['name']}.v{version}"
            except DbtRuntimeError:  # its name is that of another target
                continue
        return ""

    def sources(self) -> list[tuple[str, str]]:
        """The sources, each with the name of its group."""
        self._read()
        return sorted((str(node["source_name"]), str(node["name"])) for node in self._sources())

    def functions(self) -> list[str]:
        """The names of the functions by which a statement calls them."""
        self._read()
        return sorted(str(node.get("alias") or node["name"]) for node in self._functions())

    def _nodes(self) -> list[Node]:
        found = self._manifest.get("nodes", {}).values()
        return [node for node in found if node["resource_type"] in _REFERABLE]

    def _sources(self) -> Iterable[Node]:
        return list(self._manifest.get("sources", {}).values())

    def _functions(self) -> Iterable[Node]:
        return list(self._manifest.get("functions", {}).values())

    def _read(self) -> None:
        """Reads the manifest if dbt has written another one; one that dbt has not finished is read later."""
        with self._lock:
            try:
                written_at = self._file.stat().st_mtime_ns
            except OSError:
                written_at = 0
            if written_at == self._read_at:
                return
            try:
                self._manifest = json.loads(self._file.read_text(encoding="utf-8")) if written_at else {}
            except ValueError:
                return
            self._read_at = written_at
            self._declare_functions()

    def _declare_functions(self) -> None:
        """Makes the functions of the project known to the cursors of this process."""
        from dbt.contracts.graph.nodes import FunctionNode

        nodes = {str(node["unique_id"]): FunctionNode.from_dict(dict(node)) for node in self._functions()}
        manifest = SimpleNamespace(nodes={}, unit_tests={}, functions=nodes)
        project.begin(self._target.project_root, lambda: manifest, str(self._target.method.value))
        self._wrong_functions = {}
        for node in nodes.values():
            try:
                if not project.use_sql_table(node):
                    project.use(node)
            except FunctionError as error:
                self._wrong_functions[str(node.alias or node.name).lower()] = str(error)

    def _render(self, statement: str) -> str:
        from jinja2 import Environment, StrictUndefined, TemplateSyntaxError, UndefinedError

        if not self._manifest:
            raise DbtRuntimeError(
                f"this statement refers to the project, which dbt has not parsed yet: {self._file} does not exist. "
                + completed("Parse it: dbt parse")
            )
        known = {"ref": self._ref, "source": self._source, "function": self._function}
        try:
            return Environment(undefined=StrictUndefined).from_string(statement).render(known)
        except UndefinedError as error:
            raise DbtRuntimeError(
                f"{error}: of dbt's Jinja, a statement here can have ref(), source() and function()"
            ) from None
        except TemplateSyntaxError as error:
            raise DbtRuntimeError(
                f"the Jinja of the statement is wrong, line {error.lineno}: {error.message}"
            ) from None

    def _ref(self, *names: str, v: object = None, version: object = None) -> str:
        """The table of a model, seed or snapshot: ``ref('orders')``, ``ref('package', 'orders')``, ``v=2``."""
        package, name = (names[0] if len(names) > 1 else None), names[-1] if names else ""
        found = [node for node in self._nodes() if node["name"] == name and package in (None, node["package_name"])]
        if not found:
            raise DbtRuntimeError(_absent(f"model, seed or snapshot '{name}'", name, self.referable()))
        wanted = version if v is None else v
        of_version = [node for node in found if str(node.get("version")) == str(wanted or node.get("latest_version"))]
        if wanted is not None and not of_version:
            versions = sorted(str(node["version"]) for node in found if node.get("version") is not None)
            has = f"its versions are {', '.join(versions)}" if versions else "it has no versions"
            raise DbtRuntimeError(f"the project has no version {wanted} of '{name}': {has}")
        own = str(self._manifest["metadata"].get("project_name"))
        node = min(of_version or found, key=lambda node: node["package_name"] != own)
        if node["config"]["materialized"] == "ephemeral":
            raise DbtRuntimeError(f"model '{name}' is ephemeral, so it has no table")
        return self._table(node)

    def _source(self, *names: str) -> str:
        if len(names) != 2:
            raise DbtRuntimeError(
                f"source() has {counted(len(names), 'argument')}; write the name of a source and that of its table, "
                "{{ source('shop', 'orders') }}"
            )
        group, name = names
        for node in self._sources():
            if (node["source_name"], node["name"]) == (group, name):
                return self._table_of_source(node)
        known = [f"{group}.{name}" for group, name in self.sources()]
        raise DbtRuntimeError(_absent(f"source '{group}.{name}'", f"{group}.{name}", known))

    def _function(self, *names: str) -> str:
        name = names[-1] if names else ""
        for node in self._functions():
            if node["name"] == name:
                of_session = node["language"] == "python" or node["config"].get("type") == "table"
                return quoted_if_needed(str(node["alias"] or name)) if of_session else self._table(node)
        raise DbtRuntimeError(_absent(f"function '{name}'", name, [str(node["name"]) for node in self._functions()]))

    def _table(self, node: Node) -> str:
        """The name of a table in the target of this session."""
        config = node["config"]
        if config.get("target_schema"):
            return str(node["relation_name"])
        if self._has_own_naming():
            self._check_target()
            return str(node["relation_name"])
        schema = str(self._target.schema)
        if config.get("schema"):
            schema = f"{schema}_{str(config['schema']).strip()}"
        parts = (self._database(node), schema, node["alias"])
        return ".".join(quoted_if_needed(str(part)) for part in parts if part)

    def _database(self, node: Node) -> str | None:
        """The database of a node, by the rules of the adapter's generate_database_name."""
        config, own = node["config"], self._target.database
        if config.get("database"):
            return str(config["database"]).strip()
        kind = node["resource_type"]
        if kind == "function":
            return "spark_catalog"
        is_stored = kind != "model" or config.get("materialized", "view") not in ("view", "ephemeral")
        is_iceberg = (config.get("file_format") or self._target.file_format) == "iceberg"
        return "spark_catalog" if own and is_stored and not is_iceberg else own

    def _table_of_source(self, node: Node) -> str:
        """The table of a source, which is in the database of the target unless its own is given."""
        given = [str(node.get(f"unrendered_{part}") or "") for part in ("database", "schema")]
        if any(mark in text for text in given for mark in _JINJA):
            self._check_target()
        if given[0] or not self._target.database:
            return str(node["relation_name"])
        parts = (self._target.database, node["schema"], node["identifier"])
        return ".".join(quoted_if_needed(str(part)) for part in parts)

    def _check_target(self) -> None:
        """Refuses the names of another target. A command that runs nodes leaves behind for which one it has parsed."""
        try:
            ran = json.loads((self._file.parent / "run_results.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):  # the last command was dbt parse, which does not tell its target, or is running
            return
        own, parsed = self._target.target_name, ran["args"].get("target") or self._target.default_target
        is_of_manifest = ran["metadata"]["invocation_id"] == self._manifest["metadata"].get("invocation_id")
        if is_of_manifest and parsed and parsed != own:
            command = completed("dbt parse")  # which has the target if this command names it
            command += "" if " --target " in command else f" --target {quote(own)}"
            raise DbtRuntimeError(
                f"dbt has parsed the project last for the target '{parsed}', and this session is of '{own}'. The "
                "project names tables by macros or Jinja of its own, so the manifest has tables of the other target. "
                f"Parse it: {command}"
            )

    def _has_own_naming(self) -> bool:
        names = (str(name).split(".") for name in self._manifest.get("macros", {}))
        packages = {parts[1] for parts in names if parts[-1].rpartition("__")[2] in _NAMING}
        return not packages.issubset(_PACKAGES_WITHOUT_NAMING_OF_THEIR_OWN)


def _absent(what: str, name: str, known: list[str]) -> str:
    near = near_names(name, known)
    return f"the project has no {what}" + (f": did you mean '{near[0]}'?" if near else "")
