"""The adapter: dbt's interface to a warehouse, implemented for Spark with Iceberg and Delta.

What dbt overrides is here, in short methods; the work is in modules by subject. What macros call besides are facades:
a method without arguments that returns an object of the room of its subject.
"""

from __future__ import annotations

import decimal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

from dbt.adapters.base.impl import ConstraintSupport, FreshnessResponse
from dbt.adapters.base.meta import available
from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.capability import Capability, CapabilityDict, CapabilitySupport, Support
from dbt.adapters.contracts.connection import AdapterResponse
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.spark.column import SparkColumn
from dbt.adapters.spark.impl import TABLE_OR_VIEW_NOT_FOUND_MESSAGES, SparkAdapter
from dbt.adapters.tablestore import seeds
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.functions.project import project
from dbt.adapters.tablestore.plans.project import CompiledPlans
from dbt.adapters.tablestore.profile.config import TablestoreConfig
from dbt.adapters.tablestore.profile.refusing import RefusedError
from dbt.adapters.tablestore.progress import summary
from dbt.adapters.tablestore.relations import catalog, describe_extended, freshness, listing, unknown_catalog
from dbt.adapters.tablestore.relations.column import TablestoreColumn
from dbt.adapters.tablestore.relations.columns import Columns
from dbt.adapters.tablestore.relations.listed_relations import ListedRelations
from dbt.adapters.tablestore.relations.of_nodes import NodeTables
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.relations.tables import Tables
from dbt.adapters.tablestore.report.reports import Reports
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.server_checks import check_server
from dbt.adapters.tablestore.spark.sessions.running_node import RunningNode
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.spark.sessions.warehouse_folder import WarehouseFolder
from dbt.adapters.tablestore.sql.names import quoted, quoted_if_needed, unquoted
from dbt.adapters.tablestore_macros import current_project
from dbt.flags import get_flags
from dbt_common.contracts.constraints import ColumnLevelConstraint, ConstraintType
from dbt_common.contracts.metadata import CatalogTable
from dbt_common.exceptions import DbtRuntimeError

if TYPE_CHECKING:
    import agate
    from dbt.adapters.tablestore.views.facade import Views
    from dbt.adapters.tablestore.views.refresh_runs import Refreshes

# Commands of dbt that run every function file. Others run a file when a statement calls its function.
_RUNS_FUNCTION_FILES = {"build", "generate", "run", "snapshot", "test"}
# The configs with which an incremental model is a keyed table, as the macro `is_keyed` says.
_KEYED_BY = ("primary_key", "merge_engine", "table_options")

logger = AdapterLogger("Tablestore")


class TablestoreAdapter(ListedRelations):
    """dbt-spark's adapter with several catalogs, formats per relation, and a session per connection."""

    Relation = TablestoreRelation  # type: ignore[assignment]
    Column = TablestoreColumn
    ConnectionManager = TablestoreConnectionManager
    AdapterSpecificConfigs = TablestoreConfig
    COLUMN_NAMES = (*SparkAdapter.COLUMN_NAMES, *describe_extended.COLUMN_NAMES)  # type: ignore[assignment]

    # CHECK is created by ALTER TABLE on Delta; the others do not exist in open-source Spark.
    CONSTRAINT_SUPPORT = {
        ConstraintType.not_null: ConstraintSupport.ENFORCED,
        ConstraintType.check: ConstraintSupport.ENFORCED,
        ConstraintType.unique: ConstraintSupport.NOT_SUPPORTED,
        ConstraintType.primary_key: ConstraintSupport.NOT_SUPPORTED,
        ConstraintType.foreign_key: ConstraintSupport.NOT_SUPPORTED,
    }
    _capabilities = CapabilityDict(
        {
            capability: CapabilitySupport(support=Support.Full)
            for capability in (
                Capability.SchemaMetadataByRelations,
                Capability.TableLastModifiedMetadata,
                Capability.GetCatalogForSingleRelation,
            )
        }
    )

    def __init__(self, config: Any, mp_context: Any) -> None:
        super().__init__(config, mp_context)
        credentials = config.credentials
        # Both may be relative to the folder dbt was started in, as dbt's own log is.
        root = Path(getattr(config, "project_root", None) or current_project()).absolute()
        credentials.project_root = root
        credentials.log_folder = Path(getattr(config, "log_path", None) or root / "logs").absolute()
        packages = getattr(config, "packages_install_path", None)
        project.begin(root, self.get_macro_resolver, credentials.method.value, packages)
        self._creates_schema, self._compiled = threading.Lock(), threading.local()
        self._node = RunningNode(self._session, self.execute, self.connections.exception_handler)
        self._folder = WarehouseFolder(credentials, self._session)
        self._tables = Tables(credentials, self._session, self._rows)
        self._columns = Columns(self._rows, self._session)
        tables = NodeTables(config, self.get_columns_in_relation)
        self._plans = CompiledPlans(config, root, self.get_macro_resolver, tables.names, tables.columns, project.texts)
        self._reports = Reports(root, str(getattr(config, "project_name", "")))

    # What macros call.

    @available
    def refuse(self, message: str) -> NoReturn:
        """Ends a run with this message, for the macros of the package.

        dbt says only ERROR of a batch of a microbatch model that cannot be compiled, so this logs the message.

        Raises:
            RefusedError: always.
        """
        if getattr(getattr(self._compiled, "node", None), "batch", None) is not None:
            logger.error(message)
        raise RefusedError(message)

    @available.parse_none
    def session(self) -> RunningNode:
        """The session of the running node."""
        return self._node

    @available.parse_none
    def folder(self) -> WarehouseFolder:
        """The warehouse folder of the profile."""
        return self._folder

    @available.parse_none
    def tables(self) -> Tables:
        """The metadata of stored tables."""
        return self._tables

    @available.parse_none
    def columns(self) -> Columns:
        """The changes of the columns of stored tables."""
        return self._columns

    @available.parse_none
    def plans(self) -> CompiledPlans:
        """The compiled plans of the project."""
        return self._plans

    @available.parse_none
    def views(self) -> Views:
        """Materialized views."""
        return self._of_views[0]

    @available.parse_none
    def refreshes(self) -> Refreshes:
        """The refreshes of materialized views."""
        return self._of_views[1]

    @available.parse_none
    def reports(self) -> Reports:
        """The report page."""
        return self._reports

    @cached_property
    def _of_views(self) -> tuple[Views, Refreshes]:
        # They take long to import, with sqlglot, and only runs of views need them.
        from dbt.adapters.tablestore.views import facade, refresh_runs, sources

        known = sources.Sources(self._rows, self._tables, self._stored_relation, self.get_columns_in_relation)
        views = facade.Views(self._rows, known, self._plans, project.called_in, self._session)
        return views, refresh_runs.Refreshes(self._node, self._session)

    # What the facades and dbt's methods below need of this class.

    def _session(self) -> Session:
        """The Spark session of this thread's connection."""
        return cast("Session", self.connections.get_thread_connection().handle)

    def _rows(self, sql: str) -> Any:
        return self.execute(sql, fetch=True)[1].rows

    def _stored_relation(self, relation: BaseRelation) -> TablestoreRelation | None:
        """The table or view of this name, with its format; None when it does not exist."""
        database = cast("str", relation.database)  # None in the default catalog of a server
        found = self.get_relation(database, str(relation.schema), str(relation.identifier))
        return cast("TablestoreRelation | None", found)

    # The lives of a command and of its nodes.

    def set_relations_cache(self, *args: Any, **kwargs: Any) -> None:
        """Warns about Python functions of the project that are wrong, then lists its relations."""
        for problem in project.check(run=getattr(get_flags(), "WHICH", None) in _RUNS_FUNCTION_FILES):
            logger.warning(f"{problem} What calls this function fails.")
        super().set_relations_cache(*args, **kwargs)

    @contextmanager
    def connection_named(
        self, name: str, query_header_context: Any = None, should_release_connection: bool = True
    ) -> Iterator[None]:
        """A connection for a node, which this thread compiles next."""
        self._compiled.node = query_header_context
        with super().connection_named(name, query_header_context, should_release_connection):
            yield

    def pre_model_hook(self, config: Any) -> int | None:
        """Raises the precision of decimals in this thread while it loads a seed; returns the precision before."""
        self._compiled.node = None
        if getattr(config.model, "resource_type", None) != "seed":
            return None  # a Python model computes with its own precision
        context = decimal.getcontext()
        before, context.prec = context.prec, seeds.READ_DIGITS
        return before

    def post_model_hook(self, config: Any, context: int | None) -> None:
        """Restores the precision of decimals and settings, releases memory, and counts the files of a model."""
        self._node.end()
        if context is not None:
            decimal.getcontext().prec = context
        node = getattr(config, "model", None)  # a test has a dictionary
        if sys.exc_info()[0] is None and getattr(node, "resource_type", None) == "model":
            self._count_files(node)

    def _count_files(self, node: Any) -> None:
        settings, table = node.config, node.relation_name
        if settings.materialized == RelationType.MaterializedView:
            table = listing.rows_table(table)
        elif settings.materialized != "incremental" or not any(map(settings.get, _KEYED_BY)):
            return
        try:
            summary.note_files(node.unique_id, self._session().added_files(table))
        except TablestoreError as error:  # the model is written; only a number of the summary is missing
            logger.debug(f"cannot count the files of {table}: {error}")

    def submit_python_job(self, parsed_model: dict[str, Any], compiled_code: str) -> AdapterResponse:
        """Runs a Python model in this process, in the session of the connection."""
        with self.connections.exception_handler(compiled_code):
            self._session().run_python(parsed_model["name"], parsed_model["original_file_path"], compiled_code)
        return AdapterResponse(_message="OK", code="OK")

    def debug_query(self) -> None:
        """What `dbt debug` does: checks a server, and lists the schemas of the target's database from its catalog."""
        credentials = self.config.credentials
        check_server(credentials, self._rows)
        database = self.quote(credentials.database) if credentials.database else ""
        with self._catalog_exists(database):  # without a macro, because this command has none
            self._rows(f"show schemas in {database}" if database else "show schemas")

    # Names, types and strategies.

    @classmethod
    def quote(cls, identifier: str) -> str:
        """A name in backticks. A class method, because dbt calls it on the class for column constraints."""
        return quoted(identifier)

    @classmethod
    def convert_number_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's numbers, which keeps every digit."""
        return seeds.number_type(agate_table, col_idx)

    @classmethod
    def render_column_constraint(cls, constraint: ColumnLevelConstraint) -> str | None:
        """A column's constraint inside CREATE TABLE, where Spark accepts NOT NULL only."""
        if constraint.type == ConstraintType.check:
            return None
        return super().render_column_constraint(constraint)

    def valid_incremental_strategies(self) -> list[str]:
        """The built-in strategies; a project may add its own as macros."""
        return ["append", "merge", "insert_overwrite", "microbatch"]

    # Schemas and relations.

    def list_schemas(self, database: str) -> list[str]:
        """The schemas of a catalog; ``database`` is its name, quoted or not, or empty for the current one.

        Raises:
            DbtRuntimeError: there is no such catalog; the message names the models that are in it.
        """
        with self._catalog_exists(database):
            return super().list_schemas(quoted_if_needed(unquoted(database)) if database else database)

    @contextmanager
    def _catalog_exists(self, database: str) -> Iterator[None]:
        nodes = getattr(self.get_macro_resolver(), "nodes", {})
        with unknown_catalog.explained(database, self.config.credentials.database, self._rows, nodes):
            yield

    def check_schema_exists(self, database: str | None, schema: str) -> bool:
        """Whether the catalog has the schema."""
        return schema.lower() in (name.lower() for name in self.list_schemas(database or ""))

    def create_schema(self, relation: BaseRelation) -> None:
        """Creates a schema if it does not exist; one thread at a time, because a catalog can fail if two do."""
        with self._creates_schema:
            super().create_schema(relation)

    def drop_schema(self, relation: BaseRelation) -> None:
        """Drops a schema and its relations. The relations are dropped first: Iceberg catalogs refuse CASCADE."""
        if relation.schema and self.check_schema_exists(relation.database, relation.schema):
            for member in self.list_relations_without_caching(relation.without_identifier()):
                self.drop_relation(member)
            super().drop_schema(relation)

    def get_columns_in_relation(self, relation: BaseRelation) -> list[SparkColumn]:
        """The columns of a relation; empty when it does not exist."""
        try:
            return [*self._columns.of(relation)]
        except DbtRuntimeError as error:
            if any(text in error.msg for text in TABLE_OR_VIEW_NOT_FOUND_MESSAGES):
                return []
            raise

    # The catalog of `dbt docs generate`, and the freshness of sources.

    def get_catalog(self, relation_configs: Iterable[Any], used_schemas: frozenset[tuple[str, str]]) -> Any:
        """The catalog of all used schemas, in any number of databases."""
        return super(SparkAdapter, self).get_catalog(relation_configs, used_schemas)

    def _get_one_catalog(self, information_schema: Any, schemas: set[str], used_schemas: Any) -> agate.Table:
        found: Any = [each for schema in schemas for each in self.list_relations(information_schema.database, schema)]
        return catalog.catalog_of(found, self._rows, self._tables.properties, self.COLUMN_NAMES)

    def _get_one_catalog_by_relations(self, information_schema: Any, relations: Any, used_schemas: Any) -> agate.Table:
        found = [relation for wanted in relations if (relation := self._stored_relation(wanted)) is not None]
        return catalog.catalog_of(found, self._rows, self._tables.properties, self.COLUMN_NAMES)

    def get_catalog_for_single_relation(self, relation: BaseRelation) -> CatalogTable | None:
        """The catalog entry of one relation; None when it does not exist."""
        found = self._stored_relation(relation)
        return None if found is None else catalog.catalog_table(found, self._rows, self._tables.properties)

    def calculate_freshness_from_metadata_batch(
        self, sources: list[BaseRelation], macro_resolver: Any = None
    ) -> tuple[list[AdapterResponse | None], dict[BaseRelation, FreshnessResponse]]:
        """When the rows of these tables last changed, from the commits that their format records.

        Raises:
            DbtRuntimeError: a source does not exist, or its format records no commits.
        """
        now, found = datetime.now(timezone.utc), {}
        for source in sources:
            changed = freshness.last_change(source, self._stored_relation(source), self._rows)
            found[source] = self._create_freshness_response(changed, now)
        return [], found
