"""The profile target: few keys for the embedded Spark, and the keys of dbt-spark for its other methods."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from dbt.adapters.spark.connections import SparkCredentials
from dbt.adapters.tablestore.profile.catalogs import catalog_problems, local_folder
from dbt.adapters.tablestore.profile.commands import completed
from dbt.adapters.tablestore.profile.config import known_model_configs
from dbt.adapters.tablestore.profile.connect_url import connect_problems, parameters, remote, without_parameters
from dbt.adapters.tablestore.profile.methods import Method
from dbt.adapters.tablestore.profile.near_names import near_names
from dbt.adapters.tablestore.profile.patterns import is_pattern
from dbt.adapters.tablestore.profile.value_types import wrong_type
from dbt.adapters.tablestore.sql.created_names import is_folder_name
from dbt_common.dataclass_schema import ValidationError
from dbt_common.exceptions import DbtRuntimeError

WHOLE_TYPES = {"spark.sql.debug.maxToStringFields": "10000"}
"""DESCRIBE shortens the type of a struct with more fields than this, and a shortened type is not a type."""


@dataclass
class TablestoreCredentials(SparkCredentials):
    """The keys of a profile target.

    ``warehouse`` is a folder, relative to the project, or a URI. ``catalog`` configures the default Iceberg catalog:
    ``name`` (default ``lake``), ``type``, and any property of that catalog. ``spark_config`` takes any Spark setting
    and overrides the adapter's. ``jars`` replaces the jars that the adapter resolves; an empty list means that the
    cluster has them. ``packages`` (Maven coordinates, ``group:artifact:version``) and ``extra_jars`` (files) add jars,
    such as the driver of a catalog's database. ``side_tables: {schema: ...}`` is the schema of the side tables of new
    keyed tables, with their changelogs and staged commits; by default, they are beside the keyed table. ``maintenance``
    is how keyed tables are compacted, as in the config of a model.
    """

    # dbt-spark's enumeration does not have `connect`
    method: Method = Method.SESSION  # type: ignore[assignment]
    # dbt-spark waits 5 s before it looks whether a statement has ended, and a keyed run has many statements
    poll_interval: float = 0.2  # type: ignore[assignment]
    # the server may go on with a statement whose connection was lost, and a second one would write twice
    query_retries: int = 0
    url: str | None = None
    warehouse: str | None = None
    catalog: dict[str, Any] = field(default_factory=dict)
    file_format: str = "iceberg"
    spark_config: dict[str, Any] = field(default_factory=dict)
    jars: list[str] | None = None
    # Any: dbt's own error for another type does not name the key
    packages: Any = field(default_factory=list)
    extra_jars: Any = field(default_factory=list)
    side_tables: Any = field(default_factory=dict)
    maintenance: Any = None

    @classmethod
    def validate(cls, data: Any) -> None:
        """Checks the types of the values.

        Raises:
            DbtRuntimeError: a value has another type than its key.
        """
        try:
            super().validate(data)
        except ValidationError as error:
            raise DbtRuntimeError(f"the target cannot be used:\n  - {wrong_type(error)}") from error

    @classmethod
    def __pre_deserialize__(cls, data: Any) -> Any:
        """Fills in the defaults of the embedded Spark, and checks the target.

        Raises:
            DbtRuntimeError: every unknown key, missing key and unusable value.
        """
        data = super().__pre_deserialize__(data)
        data.setdefault("method", "session")
        method = data["method"]
        problems = list(_unknown_keys(data, cls.accepted_keys()))
        problems += _side_table_problems(data.get("side_tables", {}))
        problems += _jar_problems(data)
        if method not in list(Method):
            problems.append(f"`method` is {method!r}; it must be one of: {', '.join(Method)}")
        else:
            problems += _server_problems(data)
        if method == Method.SESSION:
            data.setdefault("host", "local")
            problems += _session_problems(data)
        if method == Method.CONNECT:
            data.setdefault("url", os.environ.get("SPARK_REMOTE"))
            problems += connect_problems(data)
        elif data.get("url") is not None:
            problems.append(f"`url` is for `method: connect`, and this target has `method: {method}`: remove `url`")
        if problems:
            raise DbtRuntimeError("\n  - ".join(["the target cannot be used:", *problems]))
        return data

    @classmethod
    def accepted_keys(cls) -> list[str]:
        """The keys of a target: those of this adapter, of dbt-spark with its aliases, and of dbt itself."""
        return sorted({*(each.name for each in fields(cls)), *cls._ALIASES, "threads", "type"})

    def __post_init__(self) -> None:
        self.project_root: Path = Path.cwd()
        self.log_folder: Path = Path.cwd() / "logs"
        # the names of this target and of the default one, where the console reads them
        self.target_name = self.default_target = ""
        if self.method not in (Method.SESSION, Method.CONNECT):
            super().__post_init__()
            self.server_side_parameters = {**WHOLE_TYPES, **self.server_side_parameters}
            return
        if self.method == Method.CONNECT:
            self.remote = remote(str(self.url), self.token, self.user)
            self.url_parameters = parameters(self.remote)
            # it is displayed, and its parameters can hold a token
            self.url = without_parameters(str(self.url))
        # A server has a catalog without one in the profile.
        if self.database is None and (self.catalog or self.method == Method.SESSION):
            self.database = self.catalog_name
        # dbt-spark calls it server_side_parameters.
        self.spark_config = {**self.server_side_parameters, **self.spark_config}

    @property
    def catalog_name(self) -> str:
        """The name of the Iceberg catalog, or of Spark's session catalog when there is no Iceberg catalog."""
        return "spark_catalog" if self.catalog.get("type") == "spark" else str(self.catalog.get("name", "lake"))

    @property
    def warehouse_path(self) -> Path | None:
        """The absolute path of the warehouse folder; None without a warehouse, and when it is a URI or of a server."""
        folder = local_folder(self.warehouse) if self.method == Method.SESSION else None
        return None if folder is None else self.absolute(folder)

    def absolute(self, path: str) -> Path:
        """A path of the profile, which is absolute or relative to the project."""
        return (self.project_root / Path(path).expanduser()).resolve()

    @property
    def type(self) -> str:
        """The adapter's name."""
        return "tablestore"

    @property
    def unique_field(self) -> str:
        """Identifies the deployment, hashed, in dbt's anonymous usage statistics."""
        return self.warehouse or self.url or self.host or "local"

    @staticmethod
    def known_model_configs() -> list[str]:
        """:func:`config.known_model_configs`, for macros: ``adapter.config.credentials.known_model_configs()``."""
        return known_model_configs()

    @staticmethod
    def near_names(name: str, names: list[str], misspelled: bool = False) -> list[str]:
        """:func:`near_names.near_names`, for macros: ``adapter.config.credentials.near_names(name, names)``."""
        return near_names(name, names, misspelled=misspelled)

    @staticmethod
    def completed(message: str) -> str:
        """:func:`commands.completed`, for macros: ``adapter.config.credentials.completed(message)``."""
        return completed(message)

    @staticmethod
    def is_pattern(text: str) -> bool:
        """:func:`patterns.is_pattern`, for macros: ``adapter.config.credentials.is_pattern(text)``."""
        return is_pattern(text)

    def _connection_keys(self) -> tuple[str, ...]:
        # dbt debug shows these keys, and macros read them as `target`
        optional = {"side_tables": self.side_tables or None, "maintenance": self.maintenance}
        more = ("file_format", *(key for key, value in optional.items() if value is not None))
        if self.method == Method.SESSION:
            return ("method", "database", "schema", "warehouse", *more)
        if self.method == Method.CONNECT:
            return ("method", "url", "database", "schema", *more)
        return ("method", *super()._connection_keys(), *more)


def _unknown_keys(target: Mapping[str, Any], accepted: list[str]) -> Iterator[str]:
    unknown = [key for key in target if key not in accepted]
    for key in unknown:
        near = near_names(str(key), accepted)
        yield f"`{key}` is not a key of a target" + (f": did you mean `{near[0]}`?" if near else "")
    if unknown:
        yield f"accepted keys are: {', '.join(accepted)}"


def _side_table_problems(given: Any) -> Iterator[str]:
    """What is wrong with the key `side_tables` of a target."""
    example = "write the name of a schema, for example `side_tables: {schema: internal}`"
    if not isinstance(given, dict):
        yield f"`side_tables` is {given!r}; {example}"
        return
    for key in given:
        if key != "schema":
            yield f"`side_tables.{key}` is not a key of a target; {example}"
    schema = given.get("schema")
    if "schema" in given and not (isinstance(schema, str) and is_folder_name(schema)):
        yield f"`side_tables.schema` is {schema!r}, which cannot be the name of a schema; {example}"


_COORDINATE = re.compile(r"[\w.-]+(:[\w.-]+){2}")
_JAR_KEYS = {
    "packages": ("a Maven coordinate, group:artifact:version", "[org.postgresql:postgresql:42.7.4]"),
    "extra_jars": ("the path of a jar", "[drivers/driver.jar]"),
}


def _jar_problems(target: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the keys of a target that add jars."""
    for key, (form, example) in _JAR_KEYS.items():
        given = target.get(key, [])
        if not isinstance(given, list):
            yield f"`{key}` is {given!r}; write a list, for example `{key}: {example}`"
            continue
        for item in given:
            if not isinstance(item, str) or not item or (key == "packages" and not _COORDINATE.fullmatch(item)):
                yield f"`{key}` has {item!r}, which is not {form}; for example `{key}: {example}`"


_OF_SERVERS = {
    "jars": "the server has its own jars; remove the key",
    "packages": "the server has its own jars; remove the key",
    "extra_jars": "the server has its own jars; remove the key",
}
_OF_SQL_SERVERS = _OF_SERVERS | {
    "spark_config": "move its settings to `server_side_parameters`, which each connection sends",
    "catalog": "the server has its own catalogs, in its settings `spark.sql.catalog.*`; remove the key",
    "warehouse": "its tables are where the catalogs of the server put them; remove the key",
}
"""Keys that a server would not get, and what to do."""


def _server_problems(target: Mapping[str, Any]) -> Iterator[str]:
    """Keys of a target that belong to a Spark that the adapter starts, in one of a server."""
    method = target["method"]
    if method != Method.SESSION:
        for key, advice in (_OF_SERVERS if method == Method.CONNECT else _OF_SQL_SERVERS).items():
            if target.get(key):
                yield f"`{key}` is not for `method: {method}`: {advice}"
    if target.get("query_retries") and method in (Method.THRIFT, Method.HTTP):
        yield (
            f"`query_retries` is {target['query_retries']}; remove it, or write `query_retries: 0`: the server may go "
            "on with a statement whose connection was lost, and a second attempt would write its rows twice"
        )


def _session_problems(target: Mapping[str, Any]) -> Iterator[str]:
    """What is missing or unusable in a target of the embedded Spark."""
    if not target.get("schema"):
        yield "`schema` is missing: the schema of models that do not name one, for example `schema: main`"
    yield from catalog_problems(target)
    known = _catalogs(target)
    if target.get("database") is not None and target["database"] not in known:
        configure = "configure another one under `spark_config`, as `spark.sql.catalog.<name>`"
        yield f"`database` is '{target['database']}'; the catalogs of the target are {', '.join(known)}: {configure}"


def _catalogs(target: Mapping[str, Any]) -> list[str]:
    """The names of the catalogs that a target of the embedded Spark configures."""
    catalog = target.get("catalog") or {}
    names = ["spark_catalog"] if catalog.get("type") == "spark" else [str(catalog.get("name", "lake")), "spark_catalog"]
    for key in [*(target.get("spark_config") or {}), *(target.get("server_side_parameters") or {})]:
        if str(key).startswith("spark.sql.catalog."):
            names.append(str(key).split(".")[3])
    return list(dict.fromkeys(names))
