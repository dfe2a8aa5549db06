"""Materialized views for macros: `adapter.views()`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pyspark
from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.plans.project import CompiledPlans
from dbt.adapters.tablestore.profile.refusing import RefusedError
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.sql.lexer import lexed
from dbt.adapters.tablestore.views import comparing, explaining, failing, planner
from dbt.adapters.tablestore.views.answers import Answers, circumstances
from dbt.adapters.tablestore.views.expressions import hidden
from dbt.adapters.tablestore.views.known_groups import known_groups
from dbt.adapters.tablestore.views.operators import times
from dbt.adapters.tablestore.views.operators.stateful import Stateful
from dbt.adapters.tablestore.views.operators.values import Input, Inputs
from dbt.adapters.tablestore.views.plan_nodes import plan_nodes
from dbt.adapters.tablestore.views.results import declared_key
from dbt.adapters.tablestore.views.sources import Sources

Columns = Sequence[Mapping[str, str]]
RECORDED = "tablestore.view-answers"
"""The property with the answers of Spark."""


class Views:
    """From the query of a model to its plan, and what can be said of it without a refresh.

    Args:
        rows: runs a statement and returns its rows.
        sources: what the SQL of a view can name.
        plans: the compiled plans of the project.
        functions_in: the Python functions of the project that a query calls.
        session: the session of this thread's connection.
    """

    checksum = staticmethod(planner.checksum_of_refresh)
    is_hidden = staticmethod(hidden.is_hidden)
    stored = staticmethod(planner.rebuilt)
    is_other_rows = staticmethod(comparing.is_other_rows)
    as_written = staticmethod(planner.as_written)
    broken_keys = staticmethod(declared_key.broken_keys)

    def __init__(
        self,
        rows: Callable[[str], Any],
        sources: Sources,
        plans: CompiledPlans,
        functions_in: Callable[[str], Sequence[Function]],
        session: Callable[[], Session],
    ) -> None:
        self._rows, self._sources, self._plans = rows, sources, plans
        self._functions_in, self._session = functions_in, session

    def spark_query(self, sql: str) -> str:
        """The query of a view as Spark can read it: without QUALIFY and the hint STATE_TTL.

        Raises:
            RefusedError: a hint or QUALIFY cannot be read, or a semicolon ends the query.
        """
        if any(token.text == ";" for token in lexed(sql)):
            raise RefusedError("the query of a materialized view has a semicolon: remove it, and write one SELECT")
        try:
            return planner.for_spark(sql, lambda name: planner.columns_in(self._sources.source, name))
        except (planner.CannotPlanError, planner.StateError) as error:
            raise RefusedError(str(error)) from error

    def answers(self, sql: str, properties: Mapping[str, Any]) -> Answers:
        """What Spark says about a query, as far as it was recorded at the last refresh.

        Nothing is recorded of a query that calls functions of users: they can be created again with other types.

        Args:
            sql: the query, with hints.
            properties: those of the last commit.
        """
        source_of, settings = cache(self._sources.source), self._session().settings()
        if settings is not None:
            try:
                with failing.as_reason("it could not be read"):
                    (sources, called), functions = planner.names_in(sql, source_of), self._known_functions(sql)
                    holds = circumstances(sources, settings, functions.version, planner.VERSION, pyspark.__version__)
                    found = Answers(source_of, holds, properties.get(RECORDED, ""))
                    others = called - set(functions.python)
                    if all("." not in name and found.is_builtin(name, functions.is_builtin) for name in others):
                        return found
            except planner.CannotPlanError:  # the planner will say why
                pass
        return Answers(source_of, None, "")

    def planned(
        self,
        sql: str,
        columns: Columns,
        expires: bool = False,
        node: Any = None,
        key: Sequence[str] = (),
        answers: Answers | None = None,
    ) -> planner.View:
        """The plan of a view.

        Args:
            sql: its query, with hints.
            columns: those of its query.
            expires: whether all states of the query expire, besides those with a hint.
            node: the model, whose compiled plan can limit how long states are kept.
            key: the columns of the primary key that the model declares.
            answers: what is known of its query.

        Raises:
            RefusedError: the state of an operator cannot expire, or the rows cannot have that key.
        """
        types = {column["name"]: column["type"] for column in columns}
        found = answers or Answers(self._sources.source, None, "")

        def types_of(query: str) -> Mapping[str, str]:
            return found.types_of(query, self._sources.types_of)

        def limits(operator: Stateful) -> bool:
            return node is not None and self._plans.limits(node, operator.described())

        try:
            functions = self._known_functions(sql)
            asked = replace(
                functions,
                is_builtin=lambda name: found.is_builtin(name, functions.is_builtin),
                why_volatile=lambda query: found.why_volatile(query, functions.why_volatile),
            )
            return planner.plan(sql, types, found.source_of, types_of, asked, expires, limits, key)
        except (planner.KeyConfigError, planner.StateError) as error:
            raise RefusedError(str(error)) from error

    def _known_functions(self, sql: str) -> planner.Functions:
        called = sorted(self._functions_in(sql), key=lambda function: function.name)
        session = self._session()
        return planner.Functions(
            {function.name.lower(): _kind_of(function) for function in called},
            self._sources.is_builtin,
            "".join(function.digest for function in called),
            frozenset(function.name.lower() for function in called if function.retracts),
            session.analyses,
            session.why_volatile,
        )

    def at_a_refresh(self, view: planner.View, properties: Mapping[str, Any]) -> planner.View:
        """The view at the time of a refresh, which is evaluated once.

        Args:
            view: the view.
            properties: those of the last commit.
        """
        if not view.moments:
            return view
        now = self._rows(times.QUERY)[0]
        return replace(view, times=times.Times(times.Time(int(now[0]), str(now[1]), str(now[2])), _time_of(properties)))

    def at_its_refresh(self, view: planner.View, properties: Mapping[str, Any]) -> planner.View:
        """The view at the time of its last refresh; for the arguments, see `at_a_refresh`."""
        last = _time_of(properties) if view.moments else None
        return replace(view, times=times.Times(last, last))

    def as_recorded(self, view: planner.View, recorded: Mapping[str, Any]) -> planner.View:
        """The view without its plan, if this was found to be wrong, or not compared, at the last run; see `proven`."""
        different = recorded.get("different") if view.computes(recorded) else None
        return planner.as_written(view, different) if different else view

    def proven(self, view: planner.View, inputs: Inputs, columns: Columns) -> planner.View:
        """The view, without its plan if this gives other rows than the query as it is written, or if that is not known.

        Args:
            view: the view.
            inputs: the inputs, see `Input`.
            columns: those of its query.
        """
        if view.result.query is None:
            return view
        compared = self.columns_to_compare(view, inputs, columns)
        different = None if compared is None else self.difference(view, inputs, columns, compared)
        if different and comparing.is_other_rows(different):
            # that is no fault of the plan, which is looked at again without the key
            different = self.broken_key(view, inputs) or different
        return planner.as_written(view, different) if different else view

    def broken_key(self, view: planner.View, inputs: Inputs) -> str | None:
        """Which rows have the same key, although it follows from the keys of their tables; None if none have.

        Args:
            view: the view with its plan.
            inputs: the inputs, see `Input`.
        """
        if not view.result.infers_key:
            return None
        try:
            with failing.as_reason("its key could not be checked"):
                query = declared_key.broken_keys(view.result, planner.rebuilt(view, inputs), is_batch=False)
                found = ", ".join(str(row[0]) for row in self._rows(query))
                return f"several rows have the key {found}, which another program has written" if found else None
        except planner.CannotPlanError:  # the refresh will say why
            return None

    def columns_to_compare(self, view: planner.View, inputs: Inputs, columns: Columns) -> dict[str, bool] | None:
        """The columns of a view with a plan that are the same each time; None if even the number of rows is not.

        For the arguments, see `proven`.
        """
        try:
            types = {column["name"]: column["type"] for column in columns}
            return planner.columns_to_compare(view, types, inputs, self._sources.types_of)
        except planner.CannotPlanError:
            return None

    def difference(
        self,
        view: planner.View,
        inputs: Inputs,
        columns: Columns,
        compared: Mapping[str, bool],
        stored: str | None = None,
        examples: bool = False,
    ) -> str | None:
        """How the rows of a view with a plan differ from its query as it is written; None if they do not.

        Args:
            view: the view.
            inputs: the inputs, see `Input`.
            columns: those of its query.
            compared: see `columns_to_compare`.
            stored: the query of its stored rows; None to compare those that its plan gives.
            examples: whether to name some of the rows that differ.
        """
        types = {column["name"]: column["type"] for column in columns}
        try:
            with failing.as_reason("its plan could not be compared with the query as it is written"):
                written = planner.rows_as_written(view, inputs, self._sources.source)
                own = stored or planner.rows_as_planned(view, inputs)
                # apart, because Spark cannot read `>>` after the words ARRAY and MAP of another query
                texts = [comparing.fingerprint(query, types, compared) for query in (own, written)]
                found = [comparing.read(str(self._rows(text)[0][0])) for text in texts]
                if comparing.are_equal(*found):
                    return None
                different = f"{comparing.DIFFERENT}: {found[0][0]} rows instead of {found[1][0]}"
                for words, query in comparing.differences(own, written, types, compared).items() if examples else ():
                    different += "".join(f"\n    {words}: {row[0]}" for row in self._rows(query))
                return different
        except planner.CannotPlanError as error:
            return str(error)

    def compiled(
        self,
        node: Any,
        sql: str,
        columns: Columns,
        facts: Mapping[str, Any],
        state_ttl: int,
        key: Sequence[str] = (),
    ) -> Plan:
        """The compiled plan of a view as it is now.

        Args:
            node: the model, without the plan that it names.
            sql: its query, with hints.
            columns: those of its query.
            facts: what the plan says of the table with its rows.
            state_ttl: how long states without a hint are kept, in milliseconds; 0 for no limit.
            key: the columns of the primary key that the model declares.
        """
        try:  # with the tables of each state, by which a run finds it when the plan limits it
            view = self.planned(sql, columns, True, key=key)
        except RefusedError:  # not all states can expire
            view = self.planned(sql, columns, state_ttl > 0, key=key)
        root = view.result.query.root if view.result.query else None
        nodes = plan_nodes(root, state_ttl) if root else []
        return self._plans.view_plan(node, nodes, {**facts, "key": view.result.key})

    def explained(
        self,
        view: planner.View,
        reasons: Mapping[str, str | None],
        node: Any,
        state_ttl: int,
        properties: Mapping[str, Any],
    ) -> list[str]:
        """The operators of a view as lines of text, the first with the name of its model.

        Args:
            view: the view.
            reasons: the tables it reads, and why their changes are not known; None if they are.
            node: the model.
            state_ttl: how long states without a hint are kept, in milliseconds; 0 for no limit.
            properties: those of the last commit.
        """
        stored = {name: one.rows for name, one in known_groups(properties).items() if one.mark}

        def ttls_of(operator: Stateful) -> dict[str, int]:
            return self._plans.ttls(node, operator.described())

        first, *lines = explaining.explained(view.result, reasons, state_ttl, ttls_of, stored)
        return [f"{node['name']}: {first}", *(f"  {line}" for line in lines)]

    def looked_at(
        self,
        name: str,
        look: Callable[..., Input],
        names: Sequence[str],
        before: Any,
        views: Sequence[BaseRelation],
        pinned: bool = False,
    ) -> Input:
        """An input at this refresh, see the macro `tablestore_view_input`.

        Args:
            name: the input, a quoted name.
            look: that macro. Where it fails, all rows of the input are read.
            names: the columns that are read.
            before: the position up to which the last refresh has read it.
            views: the tables with the rows of the views that the command refreshes.
            pinned: whether the version of its changelog is named.
        """
        try:
            with failing.as_reason(f"the versions of {name} cannot be read"):
                return look(name, names, before, views, pinned)
        except planner.CannotPlanError as error:
            return {
                "rows": name,
                "changes": None,
                "reason": str(error),
                "lasting": None,
                "offset": None,
                "position": None,
                "stored": None,
                "known": None,
                "together": (),
                "read": None,
            }

    def is_certain(self, asks: Callable[..., bool], *given: Any) -> bool:
        """Whether a macro says yes; no if it fails, for example because the catalog does not answer."""
        try:
            with failing.as_reason("it is not known whether anything has changed"):
                return bool(asks(*given))
        except planner.CannotPlanError:
            return False

    def input_changes(
        self, upstream: Mapping[str, Any], after: int, columns: str, read: Callable[..., Mapping[str, str | None]]
    ) -> dict[str, str | None]:
        """The query of an input's changes, or the reason why there is none: {query, reason}.

        Args:
            upstream: the input, a plain table.
            after: the commit after which its changes are read.
            columns: those that are read.
            read: the macro that returns this, and that fails if the changes cannot be read.
        """
        try:
            with failing.as_reason(f"the changes of {upstream['known']['table']} cannot be read"):
                return dict(read(upstream, after, columns))
        except planner.CannotPlanError as error:
            return {"query": None, "reason": str(error)}


def _time_of(properties: Mapping[str, Any]) -> times.Time | None:
    """The time that the last commit has recorded."""
    return times.recorded_time(properties.get("tablestore.view-time"))


def _kind_of(function: Function) -> str:
    """What the planner knows of a Python function, see `planner.Functions`."""
    if not function.deterministic:
        return "volatile"
    return "table" if function.call_mode == "emit" else function.kind
