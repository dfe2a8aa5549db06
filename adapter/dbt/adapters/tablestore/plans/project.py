"""The plans of a dbt project: compiled with dbt's compiler, and compared with the files that models name."""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.plans import files, fingerprints, trees
from dbt.adapters.tablestore.plans.building import (
    MERGE,
    TABLE_STATE,
    Columns,
    Merge,
    Source,
    build,
    build_view,
    identifying_members,
)
from dbt.adapters.tablestore.plans.differences import Kind, compare, worst
from dbt.adapters.tablestore.plans.errors import PlanError
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.plans.operators import Operator, annotated, changes_read
from dbt.adapters.tablestore.sql.counted import counted
from dbt.adapters.tablestore.sql.durations import milliseconds

# Packages whose macros are part of a release, not of the project.
_RELEASED = ("dbt", "dbt_spark", "dbt_tablestore", "tablestore")
# Columns that a keyed table adds for its own use.
_WORKING = ("_written_at",)

Node = Mapping[str, Any]


class CompiledPlans:
    """Compiles and reads plans during one dbt invocation.

    For a node of the manifest, ``names_of`` returns the tables that a ref to it may read, and ``columns_of`` its
    columns; for a function, ``texts_of`` returns what decides what it returns besides its own text, as `_texts` does.
    """

    def __init__(
        self,
        config: Any,
        root: Path,
        manifest: Callable[[], Any],
        names_of: Callable[[Any], Sequence[str]],
        columns_of: Callable[[Any], Columns],
        texts_of: Callable[[Any], Mapping[str, tuple[str, str]]],
    ) -> None:
        self._config, self._root, self._manifest = config, root, manifest
        self._names_of, self._columns_of, self._texts_of = names_of, columns_of, texts_of
        self._read: dict[tuple[str, str], tuple[int, Plan]] = {}
        self._here = threading.local()

    def ttls(self, node: Node, operator: Mapping[str, Any]) -> dict[str, int]:
        """The TTLs, in milliseconds, of an operator's states in the plan that the model names.

        An operator of type ``keyed-merge`` is the model's table.

        Raises:
            PlanError: the file does not exist, is not a plan, or has a TTL that cannot be read.
        """
        plan = None if self._are_left_out else self.configured(node)
        if plan is None:
            return {}
        if operator["type"] == "keyed-merge":
            return plan.ttls({"type": MERGE})
        return plan.ttls(self._operator(node, operator).members)

    def configured(self, node: Node) -> Plan | None:
        """The plan that a model names in ``compiled_plan``, read again when the file changes; None without one."""
        given = node["config"].get("compiled_plan")
        if not given:
            return None
        if not isinstance(given, str):
            example = "write the path of a file, such as compiled_plan='plans/orders.json'"
            raise PlanError(f"model '{node['name']}'", [f"'compiled_plan' is {given!r}; {example}"])
        path = self._root / given
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        model = str(node["unique_id"])
        known = self._read.get((given, model))
        if known is None or known[0] != changed:
            known = self._read[given, model] = changed, files.read(path, given, model, self._rewriting(given))
        self._assert_plan_of(known[1], node)
        return known[1]

    def _rewriting(self, path: str) -> files.Rewriting:
        """How to write a file again, with the plans of all models that name it."""
        nodes = getattr(self._manifest(), "nodes", {})
        named_by = [unique_id for unique_id, node in nodes.items() if node.config.get("compiled_plan") == path]
        return files.Rewriting(path, getattr(self._config, "project_name", ""), named_by)

    def _assert_plan_of(self, plan: Plan, node: Node) -> None:
        if plan.model != node["unique_id"]:
            rewriting = self._rewriting(plan.origin)
            both = rewriting.advice([plan.model, *rewriting.named_by])
            problem = f"it is the plan of {plan.model}, not of {node['unique_id']}; for one file with both, {both}"
            raise PlanError(f"compiled plan {plan.origin}", [problem])

    def sql(self, unique_id: str, planned: bool = False) -> str:
        """The compiled query of a model, with the TTLs of its hints and settings, or of its plan if ``planned``."""
        from dbt.compilation import Compiler

        manifest = self._manifest()
        node = copy.deepcopy(manifest.nodes[unique_id])  # dbt writes the text into the node
        with nullcontext() if planned else self._without_plans():
            return str(Compiler(self._config).compile_node(node, manifest, write=False).compiled_code)

    @contextmanager
    def _without_plans(self) -> Generator[None]:
        """Compiles what this thread compiles meanwhile as if its model named no plan."""
        self._here.left_out = True
        try:
            yield
        finally:
            self._here.left_out = False

    @property
    def _are_left_out(self) -> bool:
        return getattr(self._here, "left_out", False)

    def plan(self, node: Node, sql: str, facts: Mapping[str, Any], results: Sequence[Columns] = ()) -> Plan:
        """The plan of a model as it is now.

        ``facts`` describe its keyed table, as the package's ``_plan_facts`` returns them; ``results`` are the columns
        of each operator of ``annotated(sql)``.
        """
        operators = [
            self._operator(node, entry, results[i] if i < len(results) else ())
            for i, (entry, _) in enumerate(annotated(sql))
        ]
        content = build(self._sources(node, sql), operators, **self._of_model(node, facts))
        return Plan(f"model '{node['name']}'", content)

    def view_plan(self, node: Node, operators: Sequence[Any], facts: Mapping[str, Any]) -> Plan:
        """The plan of a materialized view as it is now; ``operators`` are `views.plan_nodes.PlanNode`."""
        names = {table: source.unique_id for source in self._upstreams(node) for table in self._tables_of(source)}
        nodes = []
        for given in operators:
            members = self._operator(node, given.operator).members if given.operator else given.members
            inputs = [names.get(_bare(place), place) if isinstance(place, str) else place for place in given.inputs]
            states = [{"name": name, "ttl": ttl} for name, ttl in given.states.items()]
            nodes.append({"members": members, "description": given.description, "states": states, "inputs": inputs})
        sources = [replace(source, changes=True) for source in self._sources(node, "")]
        content = build_view(sources, nodes, **self._of_model(node, facts))
        return Plan(f"model '{node['name']}'", content)

    def _of_model(self, node: Node, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of `build` and `build_view` that describe the model itself."""
        texts = self._texts(node)
        exact = any(kind == "sql" and fingerprints.is_quoting(text) for text, kind in texts.values())
        return {
            "columns": facts["columns"],
            "checksums": {unique_id: fingerprints.of(*text, exact) for unique_id, text in texts.items()},
            "merge": Merge(node["unique_id"], **{name: value for name, value in facts.items() if name != "columns"}),
            "texts": {
                unique_id: fingerprints.spelled(text, exact) if kind == "sql" else text
                for unique_id, (text, kind) in texts.items()
                if kind != "python"
            },
        }

    def limits(self, node: Node, operator: Mapping[str, Any]) -> bool:
        """Whether the plan of a model limits how long a state of an operator is kept."""
        return any(self.ttls(node, operator).values())

    def check(self, node: Node, now: Plan) -> list[str]:
        """The compatible differences between a keyed model and its plan; checked before a run.

        Raises:
            PlanError: there are differences that are not compatible, or a TTL has no effect.
        """
        return self._checked(node, now, lambda plan: _ineffective_ttls(plan, now))

    def check_view(self, node: Node, now: Plan, operators: Sequence[Mapping[str, Any]]) -> list[str]:
        """The same for a materialized view; ``operators`` are those whose state expires.

        Raises:
            PlanError: there are differences that are not compatible, or a TTL has no effect.
        """
        expiring = [self._operator(node, operator).members for operator in operators]
        return self._checked(node, now, lambda plan: _ineffective_ttls_of_view(plan, expiring))

    def _checked(self, node: Node, now: Plan, ineffective: Callable[[Plan], Iterator[str]]) -> list[str]:
        plan = self.configured(node)
        if plan is None:
            return []
        found = compare(plan, now, ttls=False)
        if worst(found) > Kind.COMPATIBLE:
            raise PlanError(
                f"model '{node['name']}' no longer matches its compiled plan; nothing was written",
                [*map(str, found), self._remedy(node["config"]["compiled_plan"], worst(found))],
            )
        if problems := list(ineffective(plan)):
            raise PlanError(f"compiled plan {plan.origin}", problems)
        return [str(difference) for difference in found]

    def _remedy(self, path: str, kind: Kind) -> str:
        """What to do about a model that has changed. The file may have the plans of other models, too."""
        rewriting = self._rewriting(path)
        models = [plan.model for plan in files.read_all(self._root / path, path)]
        why = "" if kind == Kind.NEEDS_REBUILD else ", to apply the change to the stored rows"
        return (
            "undo the change, or compile the plan again, which replaces edited TTLs by those of hints and settings, "
            f"review it, and rebuild the model and its readers with --full-refresh{why}: "
            + rewriting.command([*models, *rewriting.named_by])
        )

    def selected(self, select: str | Sequence[str]) -> list[str]:
        """The ids of the nodes that a selection of dbt means: ``tag:nightly``, ``+orders``, several of them.

        Raises:
            PlanError: dbt does not accept the selection.
        """
        from dbt.compilation import Linker
        from dbt.graph import Graph, NodeSelector
        from dbt.graph.cli import parse_difference
        from dbt_common.exceptions import DbtRuntimeError

        manifest, linker = self._manifest(), Linker()
        linker.link_graph(manifest)
        try:
            wanted = parse_difference([select] if isinstance(select, str) else list(select), None)
            return sorted(NodeSelector(Graph(linker.graph), manifest).get_selected(wanted))
        except DbtRuntimeError as error:
            raise PlanError(f"select: {select}", [str(error.msg)]) from error

    def write(self, now: Sequence[Plan], path: str, if_not_exists: bool = False, force: bool = False) -> list[str]:
        """Writes plans to one file of the project; returns the lines to print.

        Raises:
            PlanError: the file exists, and neither ``if_not_exists`` nor ``force`` is set.
        """
        files.assert_local(path)
        place = self._root / path
        files.assert_inside(place, path, [self._root, Path(getattr(self._config, "project_target_path", self._root))])
        if place.exists() and not force:
            if not if_not_exists:
                options = "write force: true to overwrite it, or if_not_exists: true to keep it"
                raise PlanError(f"compile_plan: {path}", [f"the file already exists; {options}"])
            found = [
                found
                for plan in now
                for found in compare(files.read(place, path, plan.model, self._rewriting(path)), plan)
            ]
            return [f"{path} already exists and was not changed", *(f"  {difference}" for difference in found)]
        removed = _others(place, now)
        files.write(now, place)
        lines = [f"  the plans of {', '.join(removed)} are no longer in it"] if removed else []
        if len(now) == 1:
            return [f"wrote {path}: {counted(len(now[0].nodes), 'node')}, {_states(now[0])}", *lines]
        lines = [*(f"  {plan.model}: {counted(len(plan.nodes), 'node')}, {_states(plan)}" for plan in now), *lines]
        return [f"wrote {path}: the plans of {len(now)} models", *lines]

    def compared(self, path: str, now: Plan) -> dict[str, Any]:
        """Compares a plan's file with its model: ``lines`` to print, and ``fits``: whether a run is accepted."""
        found = compare(files.read(self._root / path, path, now.model, self._rewriting(path)), now)
        lines = [f"{now.origin} and {path}: {worst(found).label}", *(f"  {difference}" for difference in found)]
        return {"lines": lines, "fits": worst(found) <= Kind.COMPATIBLE}

    def lines(self, plan: Plan | str) -> list[str]:
        """A plan, or those of a file of the project, as the lines of a tree."""
        plans = (
            files.read_all(self._root / plan, plan, rewriting=self._rewriting(plan))
            if isinstance(plan, str)
            else [plan]
        )
        return [line for each in plans for line in trees.lines(each)]

    def queries(self, sql: str) -> list[str]:
        """The query of each stateful operator of a compiled query."""
        return [query for _, query in annotated(sql)]

    def _operator(self, node: Node, given: Mapping[str, Any], columns: Columns = ()) -> Operator:
        entry = json.loads(json.dumps(given))  # as an annotation and a file contain it
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
        """The tables that a model reads, directly or through ephemeral models, as nodes of the manifest."""
        return [found for found in self._dependencies(node["depends_on"]["nodes"]) if not _is_inlined(found)]

    def _dependencies(self, unique_ids: Sequence[str]) -> list[Any]:
        """The nodes with these ids; an ephemeral one is followed by the nodes it reads."""
        manifest, found = self._manifest(), {}
        for unique_id in unique_ids:
            node = manifest.nodes.get(unique_id) or manifest.sources.get(unique_id)
            node = node or getattr(manifest, "functions", {}).get(unique_id)
            if node is not None:
                found[unique_id] = node
                if _is_inlined(node):
                    found |= {inner.unique_id: inner for inner in self._dependencies(node.depends_on.nodes)}
        return list(found.values())

    def _texts(self, node: Node) -> dict[str, tuple[str, str]]:
        """The texts that make up a model, each with its language: its own, ephemeral models, functions, macros."""
        texts = [self._manifest().nodes[node["unique_id"]]]
        texts += [found for found in self._dependencies(node["depends_on"]["nodes"]) if _is_inlined(found)]
        found = {text.unique_id: (text.raw_code, text.language) for text in texts}
        for macro in self._macros(name for text in texts for name in text.depends_on.macros):
            found[macro.unique_id] = (macro.macro_sql, "sql")
        for text in texts:
            if text.unique_id.startswith("function."):
                found |= self._texts_of(text)
        return found

    def _macros(self, unique_ids: Iterator[str]) -> list[Any]:
        known, waiting = {}, list(unique_ids)
        while waiting:
            macro = self._manifest().macros.get(waiting.pop(0))
            if macro is not None and macro.package_name not in _RELEASED and macro.unique_id not in known:
                known[macro.unique_id] = macro
                waiting += macro.depends_on.macros
        return list(known.values())


def _others(place: Path, now: Sequence[Plan]) -> list[str]:
    """The models whose plans a file has that is written again without them; none if it cannot be read."""
    try:
        old = files.read_all(place, str(place)) if place.is_file() else []
    except PlanError:
        return []
    return [plan.model for plan in old if plan.model not in {each.model for each in now}]


def _bare(table: str) -> str:
    """The name of a table without quotes, as in annotations."""
    return table.replace("`", "")


def _is_inlined(node: Any) -> bool:
    """Whether a node becomes part of the queries that use it, instead of being a table."""
    return node.unique_id.startswith("function.") or getattr(node.config, "materialized", None) == "ephemeral"


def _ineffective_ttls(plan: Plan, now: Plan) -> Iterator[str]:
    """The TTLs of a plan that do not reach their operator, because it is in a text that does not use the plan."""
    for node in now.nodes:
        planned = {} if node["type"] == MERGE else plan.ttls(identifying_members(node))
        for state in node.get("state") or []:
            name = state["name"]
            if planned.get(name, milliseconds(state["ttl"])) != milliseconds(state["ttl"]):
                yield (
                    f"the ttl of state {name} of {node['description']} has no effect, the state is kept for "
                    f"{state['ttl']}: the operator is in an ephemeral model; move it into the model that names the plan"
                )


def _ineffective_ttls_of_view(plan: Plan, expiring: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The TTLs of a plan that do not reach their operator, because its state cannot expire in this view."""
    reached = [plan.node(members) for members in expiring]
    for node in plan.nodes:
        limited = [state["name"] for state in node.get("state") or [] if milliseconds(state["ttl"])]
        if limited and node not in reached:
            yield (
                f"the ttl of state {limited[0]} of {node['description']} has no effect: the rows of this operator are "
                "needed; put it into a materialized view of its own, or write 0"
            )


def _states(plan: Plan) -> str:
    states = [
        f"{state['name']} {state['ttl']}"
        for node in plan.nodes
        for state in node.get("state") or []
        if state["name"] != TABLE_STATE or state["ttl"] != "0 ms"
    ]
    return f"states {', '.join(states)}" if states else "nothing expires"
