"""Opens the session of a profile as a dbt command does."""

from __future__ import annotations

from pathlib import Path

from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.profile.methods import WITH_DATA_FRAMES
from dbt.adapters.tablestore.profile.target import found_target
from dbt.adapters.tablestore.spark.session import keep_running
from dbt.adapters.tablestore.spark.sessions.data_frames import DataFrameSession
from dbt.adapters.tablestore.spark.sessions.opening import OPENERS
from dbt.adapters.tablestore.sql.names import quoted
from dbt_common.exceptions import DbtRuntimeError
from pyspark.sql import SparkSession


def session(
    project_dir: str | Path | None = None,
    target: str | None = None,
    profiles_dir: str | Path | None = None,
    profile: str | None = None,
) -> SparkSession:
    """The Spark session of a dbt project, with the catalogs and settings of its profile, for a notebook or a script.

    The schema of the target is the current one, so ``spark.table("orders")`` is a model of the project. Reading is safe
    while dbt runs; write keyed tables with dbt only.

    Args:
        project_dir: the folder with ``dbt_project.yml``.
        target: a target of the profile.
        profiles_dir: the folder of ``profiles.yml``; the project's, if dbt finds no other one with the profile.
        profile: another profile than that of the project.

    Of what is not given, dbt's environment variables decide, such as ``DBT_TARGET``, and then what dbt does without
    them.

    Raises:
        DbtRuntimeError: the profile cannot be used, or Spark cannot be started.
    """
    folders = {"project_dir": project_dir, "profiles_dir": profiles_dir}
    options = {name: str(folder) if folder else None for name, folder in folders.items()}
    opened = open_session(found_target({**options, "target": target, "profile": profile}).credentials).spark
    keep_running(opened)
    return opened


def open_session(target: TablestoreCredentials) -> DataFrameSession:
    """A session of the target, whose database is the current catalog, and whose schema the current one if it exists.

    Raises:
        FailedToConnectError: it cannot be opened, or the method of the target has no data frames.
    """
    opener = OPENERS.get(str(target.method.value))
    opened = opener(target) if opener is not None else None
    if not isinstance(opened, DataFrameSession):
        able = " or ".join(f"`method: {method}`" for method in WITH_DATA_FRAMES)
        raise FailedToConnectError(f"`method: {target.method.value}` has no data frames: use {able} in profiles.yml")
    opened.activate()
    if target.database:  # without one, a server has its own current catalog, in which dbt's tables are too
        opened.spark.catalog.setCurrentCatalog(str(target.database))
    try:
        is_there = opened.has_schema(str(target.database or ""), str(target.schema))
    except DbtRuntimeError:
        raise
    except Exception as error:
        raise FailedToConnectError(opened.message_of(error)) from error
    if is_there:
        opened.spark.catalog.setCurrentDatabase(quoted(str(target.schema)))
    return opened
