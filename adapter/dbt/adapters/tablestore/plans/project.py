"""Plans of the models of one dbt project: compiled with dbt's own compiler, compared with the files they name."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.durations import milliseconds
from dbt.adapters.tablestore.plans import files, fingerprints, trees
from dbt.adapters.tablestore.plans.building import MERGE, TABLE_STATE, Columns, Merge, Source, build
from dbt.adapters.tablestore.plans.differences import Kind, compare, members, worst
from dbt.adapters.tablestore.plans.errors import PlanError
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.plans.operators import Operator, changes_read, marked

# Packages whose macros come with a release and are no text of the project.
_RELEASED = ("dbt", "dbt_spark", "dbt_tablestore", "tablestore")
# What a keyed table keeps for itself.
_WORKING = ("_written_at",)

Node = Mapping[str, Any]


class Planner:
    """Makes and reads the plans of one dbt invocation.

    ``names_of`` and ``columns_of`` are the adapter's: a manifest's node -> the tables a ref to it may read, and -> its
    columns.
    """

    def __init__(
        self,
        config: Any,
        root: Path,
        manifest: Callable[[], Any],
        names_of: Callable[[Any], Sequence[str]],
        columns_of: Callable[[Any], Columns],
    ) -> None:
        self._config, self._root, self._manifest = config, root, manifest
        self._names_of, self._columns_of = names_of, columns_of
        self._read: dict[str, tuple[int, Plan]] = {}

    def ttls(self, node: Node, operator: Mapping[str, Any]) -> dict[str, int]:
        """The TTLs, in milliseconds, that the plan a model names has for the states of one of its operators.

        An operator of type ``keyed-merge`` is the model's table.

        Raises:
            PlanError: the file is not there, is no plan, or has a TTL that is none.
        """
        plan = self.configured(node)
        if plan is None:
            return {}
        if operator["type"] == "keyed-merge":
            return plan.ttls({"type": MERGE})
        return plan.ttls(self._operator(node, operator).members)

    def configured(self, node: Node) -> Plan | None:
        """The plan a model names in ``compiled_plan``, read once; None when it names none."""
        given = node["config"].get("compiled_plan")
        if not given:
            return None
        path = self._root / given
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        known = self._read.get(given)
        if known is None or known[0] != changed:
            known = self._read[given] = changed, files.read(path, given)
        _assert_of(known[1], node)
        return known[1]

    def sql(self, unique_id: str) -> str:
        """The query of a model as its next run would have it, but with the TTLs of hints and settings."""
        from dbt.compilation import Compiler

        manifest = self._manifest()
        node = copy.deepcopy(manifest.nodes[unique_id])
        node.config["compiled_plan"] = None
        return str(Compiler(self._config).compile_node(node, manifest, write=False).compiled_code)

    def plan(self, node: Node, sql: str, facts: Mapping[str, Any], results: Sequence[Columns] = ()) -> Plan:
        """The plan of a model as it is now.

        ``facts`` are those of its keyed table, as the package's ``_plan_facts`` gives them; ``results`` are the columns
        of each operator of ``marked(sql)``.
        """
        operators = [
            self._operator(node, entry, results[i] if i < len(results) else ())
            for i, (entry, _) in enumerate(marked(sql))
        ]
        merge = Merge(node["unique_id"], **{name: value for name, value in facts.items() if name != "columns"})
        content = build(self._sources(node, sql), operators, facts["columns"], self._checksums(node), merge)
        return Plan(f"model '{node['name']}'", content)

    def check(self, node: Node, now: Plan) -> list[str]:
        """The compatible differences of a model and its plan, before a run.

        Raises:
            PlanError: the others, when there are any.
        """
        plan = self.configured(node)
        if plan is None:
            return []
        found = compare(plan, now)
        if worst(found) > Kind.COMPATIBLE:
            raise PlanError(
                f"model '{node['name']}' no longer fits its compiled plan; nothing is written",
                [*map(str, found), _way_out(node, node["config"]["compiled_plan"], worst(found))],
            )
        if problems := list(_without_effect(plan, now)):
            raise PlanError(f"compiled plan {plan.origin}", problems)
        return [str(difference) for difference in found]

    def write(self, now: Plan, path: str, if_not_exists: bool = False, force: bool = False) -> list[str]:
        """Writes a plan to a file of the project; returns what to tell.

        Raises:
            PlanError: the file is there, and nobody said what then.
        """
        place = self._root / path
        if place.exists() and not force:
            if not if_not_exists:
                says = "remove it, or write force: true to overwrite it, if_not_exists: true to keep it"
                raise PlanError(f"compile_plan: {path}", [f"there is such a file; {says}"])
            found = compare(files.read(place, path), now)
            return [f"{path} is there and stays as it is", *(f"  but {difference}" for difference in found)]
        files.write(now, place)
        return [f"{path} is written: {len(now.nodes)} nodes, {_states(now)}"]

    def compared(self, path: str, now: Plan) -> dict[str, Any]:
        """A plan's file and its model: ``lines`` for people, and whether a run ``fits``."""
        found = compare(files.read(self._root / path, path), now)
        lines = [f"{now.origin} and {path}: {worst(found).label}", *(f"  {difference}" for difference in found)]
        return {"lines": lines, "fits": worst(found) <= Kind.COMPATIBLE}

    def lines(self, plan: Plan | str) -> list[str]:
        """A plan, or that of a file of the project, as a tree for people."""
        return list(trees.lines(files.read(self._root / plan, plan) if isinstance(plan, str) else plan))

    def queries(self, sql: str) -> list[str]:
        """Each stateful operator of a compiled query as a query of its own."""
        return [query for _, query in marked(sql)]

    def _operator(self, node: Node, given: Mapping[str, Any], columns: Columns = ()) -> Operator:
        entry = json.loads(json.dumps(given))  # as a mark and a file have it
        upstreams = self._upstreams(node)
        names = {table: source.unique_id for source in upstreams for table in self._tables_of(source)}
        inputs = [{**each, "table": names.get(_bare(each["table"]), each["table"])} for each in entry["inputs"]]
        return Operator(entry["type"], inputs, entry["arguments"], entry["states"], columns)

    def _sources(self, node: Node, sql: str) -> list[Source]:
        changes = {_bare(table) for table in changes_read(sql)}
        return [
            Source(
                source.unique_id,
                [column for column in self._columns_of(source) if column["name"].lower() not in _WORKING],
                bool(self._tables_of(source) & changes),
            )
            for source in self._upstreams(node)
        ]

    def _tables_of(self, node: Any) -> set[str]:
        return {_bare(name) for name in self._names_of(node)}

    def _upstreams(self, node: Node) -> list[Any]:
        """The tables a model reads, itself or through ephemeral models, as nodes of the manifest."""
        return [found for found in self._depended(node["depends_on"]["nodes"]) if not _is_text(found)]

    def _depended(self, unique_ids: Sequence[str]) -> list[Any]:
        """Nodes by id; an ephemeral one is followed by what it reads."""
        manifest, found = self._manifest(), {}
        for unique_id in unique_ids:
            node = manifest.nodes.get(unique_id) or manifest.sources.get(unique_id)
            node = node or getattr(manifest, "functions", {}).get(unique_id)
            if node is not None:
                found[unique_id] = node
                if _is_text(node):
                    found |= {inner.unique_id: inner for inner in self._depended(node.depends_on.nodes)}
        return list(found.values())

    def _checksums(self, node: Node) -> dict[str, str]:
        """The texts a model is made of: its own, those of ephemeral models and functions, and the project's macros."""
        texts = [self._manifest().nodes[node["unique_id"]]]
        texts += [found for found in self._depended(node["depends_on"]["nodes"]) if _is_text(found)]
        checksums = {text.unique_id: fingerprints.of(text.raw_code, text.language) for text in texts}
        for macro in self._macros(name for text in texts for name in text.depends_on.macros):
            checksums[macro.unique_id] = fingerprints.of(macro.macro_sql)
        return checksums

    def _macros(self, unique_ids: Iterator[str]) -> list[Any]:
        known, waiting = {}, list(unique_ids)
        while waiting:
            macro = self._manifest().macros.get(waiting.pop(0))
            if macro is not None and macro.package_name not in _RELEASED and macro.unique_id not in known:
                known[macro.unique_id] = macro
                waiting += macro.depends_on.macros
        return list(known.values())


def _bare(table: str) -> str:
    """The name of a table without quotes, as marks have it."""
    return table.replace("`", "")


def _is_text(node: Any) -> bool:
    """Whether a node is part of the queries that use it, and no table."""
    return node.unique_id.startswith("function.") or getattr(node.config, "materialized", None) == "ephemeral"


def _assert_of(plan: Plan, node: Node) -> None:
    if plan.model != node["unique_id"]:
        raise PlanError(f"compiled plan {plan.origin}", [f"it is the plan of {plan.model}, not of {node['unique_id']}"])


def _without_effect(plan: Plan, now: Plan) -> Iterator[str]:
    """TTLs of a plan that did not reach their operator: it stands in a text that does not know the plan."""
    for node in now.nodes:
        planned = {} if node["type"] == MERGE else plan.ttls(members(node))
        for state in node.get("state") or []:
            name = state["name"]
            if planned.get(name, milliseconds(state["ttl"])) != milliseconds(state["ttl"]):
                yield (
                    f"state {name} of {node['description']} is kept for {state['ttl']} all the same: the operator "
                    "stands in an ephemeral model; move it into the model that names the plan"
                )


def _way_out(node: Node, path: str, kind: Kind) -> str:
    again = f"dbt run-operation compile_plan --args '{{select: {node['name']}, path: {path}, force: true}}'"
    rebuild = f", then dbt run --full-refresh --select {node['name']}+"
    return f"change it back, or compile it again and review the change: {again}" + (
        rebuild if kind == Kind.NEEDS_REBUILD else f"{rebuild} if its rows are to follow"
    )


def _states(plan: Plan) -> str:
    states = [
        f"{state['name']} {state['ttl']}"
        for node in plan.nodes
        for state in node.get("state") or []
        if state["name"] != TABLE_STATE or state["ttl"] != "0 ms"
    ]
    return f"states {', '.join(states)}" if states else "nothing expires"
