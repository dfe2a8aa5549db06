"""The adapter: dbt's interface to a warehouse, implemented for Spark with Iceberg and Delta."""

from __future__ import annotations

import decimal
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
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
from dbt.adapters.spark.impl import (
    GET_COLUMNS_IN_RELATION_RAW_MACRO_NAME,
    LIST_RELATIONS_MACRO_NAME,
    SCHEMA_NOT_FOUND_MESSAGES,
    TABLE_OR_VIEW_NOT_FOUND_MESSAGES,
    SparkAdapter,
)
from dbt.adapters.tablestore import column_changes, describe_extended, response, seeds, unknown_catalog
from dbt.adapters.tablestore.column import TablestoreColumn
from dbt.adapters.tablestore.connections import TablestoreConnectionManager
from dbt.adapters.tablestore.functions.project import project
from dbt.adapters.tablestore.functions.reading.signatures import Function
from dbt.adapters.tablestore.plans.files import read as read_plan
from dbt.adapters.tablestore.plans.project import Planner
from dbt.adapters.tablestore.profile.config import TablestoreConfig
from dbt.adapters.tablestore.profile.methods import Method
from dbt.adapters.tablestore.progress import summary
from dbt.adapters.tablestore.relation import TablestoreRelation
from dbt.adapters.tablestore.report import facts, page
from dbt.adapters.tablestore.spark import conflicts
from dbt.adapters.tablestore.spark.catalog_settings import has_catalog_file
from dbt.adapters.tablestore.spark.folder_names import assert_folder_name, assert_keyed_name
from dbt.adapters.tablestore.spark.interrupts import InterruptedRunError
from dbt.adapters.tablestore.spark.server_checks import check_format, check_version
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.spark.warehouse_catalog import lost_folder
from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.names import quoted, unquoted
from dbt.adapters.tablestore.sql.nested_types import described
from dbt.adapters.tablestore.sql.type_changes import unfinished
from dbt.adapters.tablestore.views import comparing, expiring, explaining, failing, hidden, planner, result_columns
from dbt.adapters.tablestore.views.plan_nodes import plan_nodes
from dbt.adapters.tablestore_macros import current_project
from dbt.flags import get_flags
from dbt_common.contracts.constraints import ColumnLevelConstraint, ConstraintType
from dbt_common.contracts.metadata import CatalogTable
from dbt_common.exceptions import CompilationError, DbtRuntimeError
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

if TYPE_CHECKING:
    import agate

# The last is Iceberg's.
_NO_SCHEMA = (*SCHEMA_NOT_FOUND_MESSAGES, "Namespace does not exist")
# Spark looks for a schema of its own catalog when there is no catalog of this name.
_NO_CATALOG = ("SCHEMA_NOT_FOUND", "CATALOG_NOT_FOUND")
# Commands of dbt that run every function file. Others run a file when a statement calls its function.
_RUNS_FUNCTION_FILES = {"build", "generate", "run", "snapshot", "test"}
# How often a schema is listed while other runs drop tables in it.
_LISTINGS = 5
# How the name of the table with the rows of a materialized view ends.
VIEW_ROWS = "__rows"
_PROVIDER = re.compile(r"^Provider: (\w+)", re.MULTILINE)


class RefusedError(CompilationError):
    """The error of a wrong argument or option, without the list of running macros that dbt adds to compiler errors."""

    def process_stack(self) -> list[str]:
        """Nothing: the message names what is wrong."""
        return []


logger = AdapterLogger("Tablestore")


class TablestoreAdapter(SparkAdapter):
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
        # Both may be relative to the folder dbt was started in, as dbt's own log is.
        root = Path(getattr(config, "project_root", None) or current_project()).absolute()
        config.credentials.project_root = root
        config.credentials.log_folder = Path(getattr(config, "log_path", None) or root / "logs").absolute()
        project.begin(root, self.get_macro_resolver, config.credentials.method.value)
        self._creates_schema = threading.Lock()
        self._compiled = threading.local()
        self._kept = threading.local()
        self._planner = Planner(config, root, self.get_macro_resolver, self._names_of, self._columns_of)

    def set_relations_cache(self, *args: Any, **kwargs: Any) -> None:
        """Warns about Python functions of the project that are wrong, then lists its relations."""
        for problem in project.check(run=getattr(get_flags(), "WHICH", None) in _RUNS_FUNCTION_FILES):
            logger.warning(f"{problem} What calls this function fails.")
        super().set_relations_cache(*args, **kwargs)

    @classmethod
    def convert_number_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's numbers, which keeps every digit."""
        return seeds.number_type(agate_table, col_idx)

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
        self._release_views()
        self._reset_settings()
        if context is not None:
            decimal.getcontext().prec = context
        node = getattr(config, "model", None)  # a test has a dictionary
        if sys.exc_info()[0] is None and getattr(node, "resource_type", None) == "model":
            self._count_files(node)

    def _release_views(self) -> None:
        """Drops the temporary views of a node that has ended, so that no later query gets their rows."""
        views = self._kept_views()
        while views:
            view = views.pop()
            try:
                self._session.forget(view)
            except (Py4JError, PySparkException, DbtRuntimeError) as error:  # the session or its server is gone
                logger.debug(f"cannot drop the temporary view {view}: {error}")

    @available.parse_none
    def reset_with_model(self, statement: str) -> None:
        """Executes a RESET when the running node ends, also by an error: its setting is for one statement."""
        self._kept.__dict__.setdefault("resets", []).append(statement)

    def _reset_settings(self) -> None:
        for statement in self._kept.__dict__.pop("resets", []):
            try:
                self._session.cursor().execute(statement)
            except (Py4JError, PySparkException, DbtRuntimeError) as error:  # the session or its server is gone
                logger.debug(f"cannot reset a setting: {error}")

    @available.parse_none
    def release_with_model(self, view: str) -> None:
        """Drops a temporary view, a quoted name, and the rows that are kept for it, when the running node ends."""
        self._kept_views().append(view)

    def _kept_views(self) -> list[str]:
        """The temporary views to drop when the node that this thread runs ends."""
        return cast("list[str]", self._kept.__dict__.setdefault("views", []))

    def _count_files(self, node: Any) -> None:
        settings, table = node.config, node.relation_name
        if settings.materialized == RelationType.MaterializedView:
            table = self._rows_table(table)
        elif not settings.get("primary_key"):
            return
        try:
            summary.note_files(node.unique_id, self._session.added_files(table))
        except (Py4JError, PySparkException) as error:  # the model is written; only a number of the summary is missing
            logger.debug(f"cannot count the files of {table}: {error}")

    def _rows_table(self, view: str) -> str:
        """The table with the rows of a materialized view."""
        return f"{view.removesuffix('`')}{VIEW_ROWS}" + ("`" if view.endswith("`") else "")

    @classmethod
    def render_column_constraint(cls, constraint: ColumnLevelConstraint) -> str | None:
        """A column's constraint inside CREATE TABLE, where Spark accepts NOT NULL only."""
        if constraint.type == ConstraintType.check:
            return None
        return super().render_column_constraint(constraint)

    @classmethod
    def quote(cls, identifier: str) -> str:
        """A name in backticks. A class method, because dbt calls it on the class for column constraints."""
        return quoted(identifier)

    def debug_query(self) -> None:
        """What `dbt debug` does: checks a server, and lists the schemas of the target's database from its catalog."""
        credentials = self.config.credentials
        if credentials.method != Method.SESSION:
            server = f"the server {credentials.url or f'{credentials.host}:{credentials.port}'}"
            version = self.execute("select version()", fetch=True)[1]
            check_version(str(version.rows[0][0]), server)
            check_format(credentials.file_format, server, self.execute)
        database = self.quote(credentials.database) if credentials.database else ""
        with self._catalog_exists(database):  # without a macro, because this command has none
            self.execute(f"show schemas in {database}" if database else "show schemas", fetch=True)

    def list_schemas(self, database: str) -> list[str]:
        """The schemas of a catalog; ``database`` is its name, quoted or not, or empty for the current one.

        Raises:
            DbtRuntimeError: there is no such catalog; the message names the models that are in it.
        """
        with self._catalog_exists(database):
            return super().list_schemas(database)

    @contextmanager
    def _catalog_exists(self, database: str) -> Iterator[None]:
        try:
            yield
        except DbtRuntimeError as error:
            if not database or not any(name in error.msg for name in _NO_CATALOG):
                raise
            known = {row[0] for row in self.execute("show catalogs", fetch=True)[1].rows}
            known |= unknown_catalog.configured(row[0] for row in self.execute("set", fetch=True)[1].rows)
            nodes = getattr(self.get_macro_resolver(), "nodes", {})
            text = unknown_catalog.message(unquoted(database), self.config.credentials.database, known, nodes)
            raise DbtRuntimeError(text) from None

    def list_relations_without_caching(self, schema_relation: BaseRelation) -> list[BaseRelation]:
        """The tables and views of one schema, each with its format."""
        arguments = {"schema_relation": schema_relation}
        try:
            rows = self._listed_tables(arguments)
            # Spark's session catalog lists views with the tables, an Iceberg catalog separately.
            own = (schema_relation.database or self.config.credentials.database) == "spark_catalog"
            views = [] if own else self.execute_macro("tablestore_list_views", kwargs=arguments)
        except DbtRuntimeError as error:
            if any(text in error.msg for text in _NO_SCHEMA):
                return []
            raise
        # Temporary views are listed as well, without a schema; they are not relations of the warehouse.
        tables = [
            self._listed(schema_relation, row["tableName"], row["information"]) for row in rows if row["namespace"]
        ]
        # A server without a database in the profile may use Spark's session catalog.
        listed = {row["tableName"] for row in rows}
        tables += [
            self._listed(schema_relation, row["viewName"], "Type: VIEW")
            for row in views
            if row["namespace"] and row["viewName"] not in listed
        ]
        return self._with_materialized_views(tables)

    def _listed_tables(self, arguments: dict[str, Any]) -> Any:
        """The tables of a schema, listed again when another run drops one while Spark looks at each."""
        for _ in range(_LISTINGS - 1):
            try:
                return self.execute_macro(LIST_RELATIONS_MACRO_NAME, kwargs=arguments)
            except DbtRuntimeError as error:
                if any(text in error.msg for text in _NO_SCHEMA) or not conflicts.is_gone(error.msg):
                    raise
        return self.execute_macro(LIST_RELATIONS_MACRO_NAME, kwargs=arguments)

    def _with_materialized_views(self, relations: list[BaseRelation]) -> list[BaseRelation]:
        """A view beside a table with its rows is a materialized view."""
        stored = {str(found.identifier).lower() for found in relations if found.type == RelationType.Table}
        return [
            found.incorporate(type=RelationType.MaterializedView)
            if found.type == RelationType.View and f"{found.identifier}{VIEW_ROWS}".lower() in stored
            else found
            for found in relations
        ]

    def _listed(self, schema_relation: BaseRelation, name: str, information: str) -> BaseRelation:
        provider = _PROVIDER.search(information)
        is_view = "Type: VIEW" in information
        return self.Relation.create(
            database=schema_relation.database,
            schema=schema_relation.schema,
            identifier=name,
            type=RelationType.View if is_view else RelationType.Table,
            table_format=provider.group(1).lower() if provider and not is_view else None,
            information=information,
        )

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
            rows = self._describe_rows(relation)
        except DbtRuntimeError as error:
            if any(text in error.msg for text in TABLE_OR_VIEW_NOT_FOUND_MESSAGES):
                return []
            raise
        columns, _ = describe_extended.columns_and_details(rows)
        return [
            TablestoreColumn(
                column=name,
                dtype=kind,
                column_index=index,
                table_database=relation.database,
                table_schema=relation.schema,
                table_name=relation.identifier,
                table_type=relation.type,
                comment=comment,
            )
            for index, (name, kind, comment) in enumerate(columns)
        ]

    def get_catalog(self, relation_configs: Iterable[Any], used_schemas: frozenset[tuple[str, str]]) -> Any:
        """The catalog of all used schemas, in any number of databases."""
        return super(SparkAdapter, self).get_catalog(relation_configs, used_schemas)

    def _get_one_catalog(self, information_schema: Any, schemas: set[str], used_schemas: Any) -> agate.Table:
        found = [
            relation for schema in schemas for relation in self.list_relations(information_schema.database, schema)
        ]
        return self._catalog_of(found)

    def _get_one_catalog_by_relations(self, information_schema: Any, relations: Any, used_schemas: Any) -> agate.Table:
        found = [self.get_relation(wanted.database, wanted.schema, wanted.identifier) for wanted in relations]
        return self._catalog_of([relation for relation in found if relation is not None])

    def _catalog_of(self, relations: list[Any]) -> agate.Table:
        from dbt_common.clients.agate_helper import table_from_data_flat

        entries = [entry for relation in relations for entry in self._catalog_entries(relation)]
        return table_from_data_flat(
            [{name: entry.get(name) for name in self.COLUMN_NAMES} for entry in entries], self.COLUMN_NAMES
        )

    def _deleted_rows(self, relation: Any) -> int:
        """The rows that delete files of an Iceberg table mark as deleted; its data files still have them."""
        rows = self.execute_macro("tablestore_deleted_rows", kwargs={"relation": relation})
        return sum(int(row["deleted"]) for row in rows)

    def _catalog_entries(self, relation: TablestoreRelation) -> list[dict[str, Any]]:
        rows = self._describe_rows(relation)
        deleted = self._deleted_rows(relation) if relation.is_iceberg else 0
        described = describe_extended.catalog_entries(relation, rows, deleted)
        if relation.is_delta:
            detail = self.execute_macro("tablestore_describe_detail", kwargs={"relation": relation})
            size = describe_extended.statistic("bytes", int(detail[0]["sizeInBytes"]))
            described = [{**entry, **size} for entry in described]
        return described

    def get_catalog_for_single_relation(self, relation: BaseRelation) -> CatalogTable | None:
        """The catalog entry of one relation; None when it does not exist."""
        found = self._stored_relation(relation)
        entries = self._catalog_entries(found) if found is not None else []
        return describe_extended.catalog_table(entries) if entries else None

    def _stored_relation(self, relation: BaseRelation) -> TablestoreRelation | None:
        """The table or view of this name, with its format; None when it does not exist."""
        found = self.get_relation(str(relation.database), str(relation.schema), str(relation.identifier))
        return cast("TablestoreRelation | None", found)

    def calculate_freshness_from_metadata_batch(
        self, sources: list[BaseRelation], macro_resolver: Any = None
    ) -> tuple[list[AdapterResponse | None], dict[BaseRelation, FreshnessResponse]]:
        """When the rows of these tables last changed, from the commits that their format records.

        Raises:
            DbtRuntimeError: a source does not exist, or its format records no commits.
        """
        now = datetime.now(timezone.utc)
        return [], {
            source: self._create_freshness_response(self._last_change(source, macro_resolver), now)
            for source in sources
        }

    def _last_change(self, source: BaseRelation, macro_resolver: Any) -> datetime | None:
        """The time of the last commit with rows; None when there is none."""
        found = self._stored_relation(source)
        if found is None or not (found.is_iceberg or found.is_delta):
            if found is None:
                raise DbtRuntimeError(
                    f"source {source} does not exist. Correct the `database`, the `schema` or the `identifier` of the "
                    "source; Delta tables are in the database spark_catalog."
                )
            raise DbtRuntimeError(
                f"source {source}: its freshness cannot be read from metadata, because it is "
                f"{found.table_format or 'a view'}, which has no commits. Set `loaded_at_field` or `loaded_at_query` "
                "in its config."
            )
        microseconds: Any = self.execute_macro(
            "tablestore_last_change", kwargs={"relation": found}, macro_resolver=macro_resolver
        )
        return None if microseconds is None else datetime.fromtimestamp(int(microseconds) / 1e6, timezone.utc)

    def valid_incremental_strategies(self) -> list[str]:
        """The built-in strategies; a project may add its own as macros."""
        return ["append", "merge", "insert_overwrite", "microbatch"]

    @property
    def _session(self) -> Session:
        """The Spark session of this thread's connection."""
        return cast("Session", self.connections.get_thread_connection().handle)

    def submit_python_job(self, parsed_model: dict[str, Any], compiled_code: str) -> AdapterResponse:
        """Runs a Python model in this process, in the session of the connection."""
        with self.connections.exception_handler(compiled_code):
            self._session.run_python(parsed_model["name"], parsed_model["original_file_path"], compiled_code)
        return AdapterResponse(_message="OK", code="OK")

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
    def lock_table(self, relation: BaseRelation) -> None:
        """Locks a keyed table of a warehouse folder against other processes, until this connection is released."""
        assert_keyed_name([part for part in (relation.schema, relation.identifier) if part is not None])
        folder = self.config.credentials.warehouse_path
        if folder is not None:
            self._session.lock(folder, relation.render())

    @available.parse_none
    def has_lock(self, relation: BaseRelation) -> bool:
        """Whether this connection has locked the table, so that no other run writes it."""
        folder = self.config.credentials.warehouse_path
        return folder is not None and self._session.has_lock(folder, relation.render())

    @available.parse_none
    def remove_empty_folders(self, history: BaseRelation, locked: bool) -> int:
        """Removes folders without a file that dropped tables of a keyed table have left in a warehouse folder.

        They are beside that of ``history``, its table of commits. Returns how many there were.
        """
        if self.config.credentials.warehouse_path is None:
            return 0
        return self._session.remove_empty_folders(history.render(), str(history.identifier), locked)

    @available.parse_none
    def attempt(self, sql: str) -> str | None:
        """Runs a statement on which nothing depends; returns why it failed, or None."""
        return self._attempted(sql)[1]

    @available.parse_none
    def attempt_rows(self, sql: str) -> list[dict[str, Any]]:
        """Runs a statement that returns rows; returns none if it fails."""
        table, _ = self._attempted(sql, fetch=True)
        return [] if table is None else [row.dict() for row in table]

    def _attempted(self, sql: str, fetch: bool = False) -> tuple[agate.Table | None, str | None]:
        """The rows of a statement, or why it failed."""
        try:
            return self.execute(sql, fetch=fetch)[1], None
        except InterruptedRunError:
            raise
        except DbtRuntimeError as error:
            return None, str(error.msg).strip()

    @available.parse_none
    def last_delta_version(self, relation: BaseRelation) -> dict[str, Any] | None:
        """The last version of a Delta table, as DESCRIBE HISTORY has it; None where only a statement finds it."""
        return self._session.last_delta_version(relation.render())

    @available.parse_none
    def described_table(self, relation: BaseRelation | str) -> dict[str, Any] | None:
        """The ``columns`` and the ``properties`` of a table; None where only statements find them."""
        return self._session.described(str(relation))

    @available.parse_none
    def snapshot_summary(self, relation: BaseRelation, snapshot: str) -> dict[str, str] | None:
        """What a snapshot of an Iceberg table says about its rows; None where only a statement finds it."""
        return self._session.snapshot_summary(relation.render(), snapshot)

    @available.parse_none
    def is_small(self, relation: BaseRelation, file_format: str) -> bool:
        """Whether a table has less than 64 MB, as far as its format knows that without reading it."""
        size = self._session.delta_size if file_format == "delta" else self._session.size_of
        return 0 < size(relation.render()) < 64 * 2**20

    @available.parse_none
    def check_report(self, path: str) -> None:
        """Fails if the report cannot be written to this file of the project."""
        if not str(path).endswith(".html"):
            self.refuse(f"report:\n  - 'path' is '{path}'; write the name of a file that ends with .html")

    @available.parse_none
    def write_report(self, tables: list[dict[str, Any]], path: str) -> str:
        """Writes the report of these tables, and returns the line to print."""
        found = sorted(map(facts.table, tables), key=lambda table: table.name)
        root = Path(self.config.credentials.project_root)
        plans = {}
        for table in found:
            if table.compiled_plan:
                origin = root / table.compiled_plan
                plans[table.name] = read_plan(origin, table.compiled_plan, table.unique_id)
        text = page.page(str(getattr(self.config, "project_name", "")), found, plans)
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return f"wrote {file}: {len(found)} table{'' if len(found) == 1 else 's'}"

    @available.parse_none
    def runs_in_one_process(self) -> bool:
        """Whether Spark's driver and executors are in this process: rows in their memory stay until it ends."""
        return self._session.runs_in_one_process

    @available.parse_none
    def check_type_changes(
        self, relation: BaseRelation, types: list[dict[str, str]], declared: dict[str, Any], properties: dict[str, str]
    ) -> None:
        """Fails, before a table changes, if one of its columns cannot get its new type.

        ``types`` are ``{column_name, new_type}``, ``declared`` is what the package's ``_declared_columns`` returns.
        """
        rows = self._describe_rows(relation)
        column_changes.check(
            relation,
            column_changes.type_changes(relation, rows, {t["column_name"]: t["new_type"] for t in types}, self.quote),
            describe_extended.layout(rows),
            {name.lower() for name, column in declared.items() if column["nullable"] is False},
            [value for name, value in properties.items() if name.startswith("delta.constraints.")],
            lambda sql: self.execute(sql, fetch=True)[1].rows,
        )

    @available.parse_list
    def type_change_statements(self, relation: BaseRelation, column: str, new_type: str) -> list[str]:
        """The statements that change the type of a column."""
        rows = self._describe_rows(relation)
        [change] = column_changes.type_changes(relation, rows, {column: new_type}, self.quote)
        columns, _ = describe_extended.columns_and_details(rows)
        comments = {name.lower(): comment for name, _, comment in columns}
        return change.statements(relation.render(), comments[column.lower()])

    @available.parse_list
    def unfinished_type_changes(self, relation: BaseRelation) -> list[str]:
        """The statements that undo or finish the changes of types that a killed run has left in a table."""
        columns, _ = describe_extended.columns_and_details(self._describe_rows(relation))
        return unfinished(relation.render(), [name for name, _, _ in columns], self.quote)

    def _describe_rows(self, relation: BaseRelation) -> Any:
        return self.execute_macro(GET_COLUMNS_IN_RELATION_RAW_MACRO_NAME, kwargs={"relation": relation})

    @available.parse_none
    def require_columns(self, relation: BaseRelation, columns: list[str]) -> None:
        """Declares columns of an Iceberg table NOT NULL, whose rows have no null there."""
        catalog, schema, name = str(relation.database), str(relation.schema), str(relation.identifier)
        self._session.require_columns(catalog, schema, name, columns)

    @available.parse_none
    def why_lost(self, relation: BaseRelation) -> str | None:
        """What to do about a table whose folder is there although the catalog does not list it; none if it is not."""
        credentials = self.config.credentials
        folder = credentials.warehouse_path
        if folder is None or not has_catalog_file(credentials) or relation.database != credentials.catalog_name:
            return None
        schema, name = str(relation.schema), str(relation.identifier)
        found = lost_folder(folder, schema, name)
        if found is None:
            return None
        return (
            f"the catalog has no table {relation}, but the folder {found} has one: the catalog has lost it, or it was "
            "dropped without its files. This run starts a new table. To have the old rows back, stop it and run "
            f"dbt-tablestore relocate {folder} --register {schema}.{name}"
        )

    @available.parse_none
    def assert_folder_name(self, relation: BaseRelation) -> None:
        """Fails if a Python model would write outside of the warehouse; SQL statements are checked as text."""
        assert_folder_name(f"create table {relation.render()}")

    @available.parse_none
    def bind_function(self, name: str) -> None:
        """Makes a Python function callable in this session; fails if it cannot be."""
        self._session.bind_function(name)

    @available.parse_list
    def stage_seed(self, view: str, agate_table: agate.Table) -> list[str]:
        """Table expressions for a seed's rows, with every value as text or NULL; ``view`` is a free name."""
        return self._session.stage_seed(view, agate_table)

    @available.parse_none
    def spark_query(self, sql: str) -> str:
        """The query of a materialized view as Spark can read it: without QUALIFY and the hint STATE_TTL."""
        try:
            return planner.for_spark(sql)
        except planner.StateError as error:
            raise RefusedError(str(error)) from error

    @available.parse_none
    def planned_view(
        self, sql: str, columns: list[dict[str, str]], expires: bool = False, node: Any = None
    ) -> planner.View:
        """The plan of a materialized view.

        Args:
            sql: its query, with hints.
            columns: those of its query.
            expires: whether all states of the query expire, besides those with a hint.
            node: the model, whose compiled plan can limit how long states are kept.
        """
        called = sorted(project.called_in(sql), key=lambda function: function.name)
        kinds = {function.name.lower(): _kind_in_view(function) for function in called}
        retractable = frozenset(function.name.lower() for function in called if function.retracts)
        version = "".join(function.digest for function in called)
        functions = planner.Functions(
            kinds, self._is_builtin, version, retractable, self._session.analyses, self._session.why_volatile
        )
        names = {column["name"]: column["type"] for column in columns}

        def limits(operator: Any) -> bool:
            return node is not None and self._planner.limits(node, expiring.described(operator))

        try:
            return planner.plan(sql, names, self._source, self._types_of, functions, expires, limits)
        except planner.StateError as error:
            raise RefusedError(str(error)) from error

    @available.parse_none
    def view_as_recorded(self, view: planner.View, recorded: dict[str, Any]) -> planner.View:
        """The view without its plan, if this was found to be wrong when the view was built."""
        different = recorded.get("different") if recorded.get("query") == view.checksum else None
        return planner.as_written(view, different) if different else view

    @available.parse_none
    def proven_view(
        self, view: planner.View, inputs: dict[str, dict[str, Any]], columns: list[dict[str, str]]
    ) -> planner.View:
        """The view, without its plan if this gives other rows than the query as it is written."""
        if view.result.query is None:
            return view
        compared = self.columns_to_compare(view, inputs, columns)
        different = None if compared is None else self.difference_of_view(view, inputs, columns, compared)
        return planner.as_written(view, different) if different else view

    @available.parse_none
    def columns_to_compare(
        self, view: planner.View, inputs: dict[str, dict[str, Any]], columns: list[dict[str, str]]
    ) -> dict[str, bool] | None:
        """The columns of a view with a plan that are the same each time; none if even the number of rows is not.

        Args:
            view: the view.
            inputs: the inputs, see `planner.refresh`.
            columns: those of its query.
        """
        try:
            types = {column["name"]: column["type"] for column in columns}
            return planner.columns_to_compare(view, types, inputs, self._types_of)
        except planner.CannotPlanError:
            return None

    @available.parse_none
    def difference_of_view(
        self,
        view: planner.View,
        inputs: dict[str, dict[str, Any]],
        columns: list[dict[str, str]],
        compared: dict[str, bool],
        stored: str | None = None,
    ) -> str | None:
        """How the rows of a view with a plan differ from its query as it is written; none if they do not.

        Args:
            view: the view.
            inputs: the inputs, see `planner.refresh`.
            columns: those of its query.
            compared: see `columns_to_compare`.
            stored: the relation with its rows, of which some that differ are named; none for those of its plan.
        """
        types = {column["name"]: column["type"] for column in columns}

        def rows(query: str) -> Any:
            return self.execute(query, fetch=True)[1].rows

        try:
            with failing.as_reason("its plan could not be compared with the query as it is written"):
                written = planner.rows_as_written(view, inputs, self._source)
                own = f"select * from {stored}" if stored else planner.rows_as_planned(view, inputs)
                # apart, because Spark cannot read `>>` after the words ARRAY and MAP of another query
                texts = [comparing.fingerprint(query, types, compared) for query in (own, written)]
                found = [comparing.read(str(rows(text)[0][0])) for text in texts]
                if comparing.are_equal(*found):
                    return None
                different = f"{comparing.DIFFERENT}: {found[0][0]} rows instead of {found[1][0]}"
                for words, query in comparing.differences(own, written, types, compared).items() if stored else ():
                    different += "".join(f"\n    {words}: {row[0]}" for row in rows(query))
                return different
        except planner.CannotPlanError as error:
            return str(error)

    @available.parse_none
    def compiled_view(
        self, node: Any, sql: str, columns: list[dict[str, str]], facts: dict[str, Any], state_ttl: int
    ) -> Any:
        """The compiled plan of a materialized view as it is now.

        Args:
            node: the model, without the plan that it names.
            sql: its query, with hints.
            columns: those of its query.
            facts: what the plan says of the table with its rows.
            state_ttl: how long states without a hint are kept, in milliseconds; 0 for no limit.
        """
        try:  # with the tables of each state, by which a run finds it when the plan limits it
            view = self.planned_view(sql, columns, True)
        except RefusedError:  # not all states can expire
            view = self.planned_view(sql, columns, state_ttl > 0)
        root = view.result.query.root if view.result.query else None
        nodes = plan_nodes(root, state_ttl) if root else []
        return self._planner.view_plan(node, nodes, {**facts, "key": view.result.key})

    @available.parse_none
    def view_operator_query(self, node: Any, rows: list[str], keys: list[list[str]], version: str | None = None) -> str:
        """The query of an operator of a view, see `expiring.query`."""
        return expiring.query(node, rows, keys, version)

    @available.parse_none
    def view_operator_described(self, node: Any) -> dict[str, Any]:
        """An operator of a view for the package's macros; see `expiring.described`."""
        return expiring.described(node)

    @available.parse_list
    def view_operator_identity(self, node: Any, keys: list[list[str]]) -> list[str]:
        """The quoted columns that identify a row of an operator of a view."""
        return expiring.identity(node, keys)

    @available.parse_none
    def view_operator_changes(self, node: Any, changes: str, keys: list[list[str]]) -> str:
        """The changes of an operator of a view, with weights, from those that the package computes."""
        return expiring.net_changes(node, changes, keys)

    @available.parse_list
    def reasons_against_changes(
        self, sql: str, columns: list[dict[str, str]], state_ttl: int = 0, recorded: dict[str, Any] | None = None
    ) -> list[str]:
        """Why each run is a full refresh of a materialized view; empty if it is refreshed incrementally.

        ``recorded`` is the configuration with which it was built, see `view_as_recorded`.
        """
        view = self.view_as_recorded(self.planned_view(sql, columns, state_ttl > 0), recorded or {})
        return [view.result.reason] if view.result.reason else [r for r in self._input_reasons(view).values() if r]

    def _input_reasons(self, view: planner.View) -> dict[str, str | None]:
        reasons = {
            table: self.execute_macro("tablestore_view_input_reason", kwargs={"name": table}) for table in view.tables
        }
        return {table: str(reason) if reason else None for table, reason in reasons.items()}

    @available.parse_list
    def explained_view(self, sql: str, columns: list[dict[str, str]], node: Any, state_ttl: int = 0) -> list[str]:
        """The operators of a materialized view as lines of text, the first with the name of its model ``node``."""
        view = self.planned_view(sql, columns, state_ttl > 0, node)
        reasons = self._input_reasons(view)

        def planned(operator: Any) -> dict[str, int]:
            return self._planner.ttls(node, expiring.described(operator))

        first, *lines = explaining.explained(view.result, reasons, state_ttl, planned)
        return [f"{node['name']}: {first}", *(f"  {line}" for line in lines)]

    @available.parse_none
    def refreshed_view(
        self,
        view: planner.View,
        table: str,
        inputs: dict[str, dict[str, Any]],
        policy: str,
        properties: dict[str, Any],
        operators: dict[str, str | None],
    ) -> planner.Refresh:
        """Computes the changes of a materialized view, whose rows are in ``table``; see `planner.refresh`."""

        def keep(name: str, query: str, small: bool) -> int:
            self.release_with_model(name)
            with self.connections.exception_handler(query):
                return self._session.keep(name, query, small)

        warehouse = planner.Warehouse(keep, self._session.size_of)
        return planner.refresh(view, table, inputs, warehouse, policy, planner.past_costs(properties), operators)

    @available.parse_none
    def view_checksum(self, text: str) -> str:
        """See `planner.checksum_of`."""
        return planner.checksum_of(text)

    @available.parse_none
    def is_hidden_in_views(self, name: str) -> bool:
        """Whether the stored rows of a materialized view use this column name; see `hidden.is_hidden`."""
        return hidden.is_hidden(name)

    @available.parse_none
    def view_changes(self, upstream: dict[str, Any], after: int, columns: str) -> dict[str, str | None]:
        """The query of an input's changes, or the reason why there is none; see `tablestore_view_changes`."""
        arguments = {"upstream": upstream, "after": after, "columns": columns}
        try:
            with failing.as_reason(f"the changes of {upstream['upstream']['table']} cannot be read"):
                return dict(self.execute_macro("tablestore_view_changes", kwargs=arguments))
        except planner.CannotPlanError as error:
            return {"query": None, "reason": str(error)}

    @available.parse_none
    def field_ids(self, table: BaseRelation, snapshot: str | None = None) -> dict[str, str]:
        """The ids of the columns of an Iceberg table, by which a column that was dropped and added again is known."""
        return self._session.field_ids(str(table), snapshot)

    @available.parse_none
    def changed_columns(self, view: planner.View, recorded: str) -> str:
        """What of the columns of a view and its tables differs from a record; see `result_columns.difference`."""
        return result_columns.difference(recorded, view.columns)

    @available.parse_none
    def refresh_costs(self, properties: dict[str, Any], refresh: Any, began: float) -> dict[str, float]:
        """What past refreshes took by the properties of the table, with this one, which began at this `now`."""
        if not isinstance(refresh, planner.Refresh):
            return {}
        return planner.costs(
            planner.past_costs(properties), refresh.kind, refresh.changes, round(self.now() - began, 3)
        )

    @available.parse_none
    def rebuilt_view(self, view: planner.View, table: str, inputs: dict[str, dict[str, Any]]) -> str:
        """The query of all rows that a materialized view stores."""
        return planner.rebuilt(view, inputs)

    @available.parse_none
    def read_query_of(self, view: planner.View, table: str) -> str:
        """The query that returns the result of a materialized view from the table with its rows."""
        return planner.read_query(view.result, table)

    @available.parse_none
    def changelog_query_of(self, view: planner.View, log: str) -> str:
        """The query of the changes of a materialized view from the changelog of the table with its rows."""
        return planner.changelog_query(view.result, log)

    @available.parse_none
    def refresh_response(self, refresh: Any, counts: dict[str, Any], began: float) -> AdapterResponse:
        """The response of a refresh that began at this `now`."""
        reads = refresh.reads if isinstance(refresh, planner.Refresh) else ""
        changes = refresh.changes if isinstance(refresh, planner.Refresh) else 0
        kind, reason = (
            (refresh["kind"], refresh["reason"]) if isinstance(refresh, dict) else (refresh.kind, refresh.reason)
        )
        return response.refreshed(kind, reason, reads, changes, counts, self.now() - began)

    @available.parse_none
    def now(self) -> float:
        """Seconds of a clock that only measures."""
        return time.monotonic()

    @available.parse_none
    def forget_views(self, names: Iterable[str]) -> None:
        """Drops the temporary views of a refresh."""
        for name in names:
            self._session.forget(name)
            if name in self._kept_views():
                self._kept_views().remove(name)

    @available.parse_none
    def relation_named(self, name: str) -> BaseRelation:
        """The relation of a quoted name, ``catalog.schema.table`` or ``schema.table``."""
        parts = [part.strip("`") for part in name.split("`.`")]
        database = parts[-3] if len(parts) > 2 else self.config.credentials.database
        schema = parts[-2] if len(parts) > 1 else self.config.credentials.schema
        return self.Relation.create(database=database, schema=schema, identifier=parts[-1], type=RelationType.Table)

    def _source(self, name: str) -> planner.Source:
        relation = self.relation_named(name)
        found = self._stored_relation(relation)
        if found is None:  # files, a table of metadata, a temporary view
            raise planner.CannotPlanError(f"{name} is not a table or view in the catalogs of the project")
        columns = {column.name: column.dtype for column in self.get_columns_in_relation(relation)}
        if found.type != RelationType.View:
            return planner.Source(columns, ids=self.field_ids(relation) if found.type == RelationType.Table else {})
        _, details = describe_extended.columns_and_details(self._describe_rows(relation))
        text = details.get("View Text")
        if text is None:  # a view of a catalog, whose text is only there
            statement = str(self.execute(f"show create table {relation}", fetch=True)[1].rows[0][0])
            text = statement.partition("\nAS\n")[2]
        return planner.Source(columns, text or None)

    def _types_of(self, query: str) -> dict[str, str]:
        rows = self.execute(f"describe query {query}", fetch=True)[1].rows
        return {str(row[0]).lower(): described(str(row[1])) for row in rows}

    def _is_builtin(self, name: str) -> bool:
        """Whether Spark has a function of this name, which is not a user's."""
        found = self.execute(f"show system functions like {literal(name)}", fetch=True)[1].rows
        return any(str(row[0]).lower() == name for row in found)

    @available.parse_none
    def plans(self) -> Planner:
        """The compiled plans of the project, for the package's macros."""
        return self._planner

    def _tables_of(self, node: Any) -> list[TablestoreRelation]:
        """The tables that a ref to a node may read: its own, and with --defer that of the other state."""
        deferred = getattr(node, "defer_relation", None)
        return [self.Relation.create_from(self.config, found) for found in (node, deferred) if found is not None]

    def _names_of(self, node: Any) -> list[str]:
        return [table.render() for table in self._tables_of(node)]

    def _columns_of(self, node: Any) -> list[dict[str, str]]:
        for table in self._tables_of(node):
            if columns := self.get_columns_in_relation(table):
                return [{"name": column.name, "type": column.dtype} for column in columns]
        return []


def _kind_in_view(function: Function) -> str:
    """What the planner of views knows of a Python function, see `planner.Functions`."""
    if not function.deterministic:
        return "volatile"
    return "table" if function.call_mode == "emit" else function.kind
