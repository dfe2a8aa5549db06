"""Opens the session of a profile as a dbt command does."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import Any

from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.profile.methods import WITH_DATA_FRAMES
from dbt.adapters.tablestore.spark.session import keep_running
from dbt.adapters.tablestore.spark.sessions.data_frames import DataFrameSession
from dbt.adapters.tablestore.spark.sessions.opening import OPENERS
from dbt.adapters.tablestore.sql.names import quoted
from dbt_common.clients.system import get_env
from dbt_common.context import set_invocation_context
from dbt_common.exceptions import DbtRuntimeError
from pyspark.sql import SparkSession


def session(
    project_dir: str | Path = ".",
    target: str | None = None,
    profiles_dir: str | Path | None = None,
    profile: str | None = None,
) -> SparkSession:
    """The Spark session of a dbt project, with the catalogs and settings of its profile, for a notebook or a script.

    The schema of the target is the current one, so ``spark.table("orders")`` is a model of the project. Reading is safe
    while dbt runs; write keyed tables with dbt only.

    Args:
        project_dir: the folder with ``dbt_project.yml``.
        target: a target of the profile; its default one without it.
        profiles_dir: the folder of ``profiles.yml``, by default where dbt looks for it.
        profile: another profile than that of the project.

    Raises:
        DbtRuntimeError: the profile cannot be used, or Spark cannot be started.
    """
    opened = open_session(credentials(project_dir, target, profiles_dir, profile)).spark
    keep_running(opened)
    return opened


def credentials(
    project_dir: str | Path,
    target: str | None = None,
    profiles_dir: str | Path | None = None,
    profile: str | None = None,
    variables: str = "{}",
) -> TablestoreCredentials:
    """The target of a profile, read by dbt; ``variables`` are dbt's ``--vars`` as YAML.

    Raises:
        DbtRuntimeError: it cannot be read, or its type is not tablestore.
    """
    from dbt.config.profile import read_profile
    from dbt.config.renderer import ProfileRenderer
    from dbt.config.runtime import load_profile
    from dbt.config.utils import parse_cli_vars
    from dbt.flags import set_from_args

    root = Path(project_dir).absolute()
    folder = _profiles_folder(root, profiles_dir)
    set_invocation_context(get_env())
    set_from_args(Namespace(PROFILES_DIR=str(folder), PROJECT_DIR=str(root)), {})
    loaded = load_profile(str(root), parse_cli_vars(variables), profile, target)
    found: Any = loaded.credentials
    if not isinstance(found, TablestoreCredentials):
        raise DbtRuntimeError(f"the target of {folder / 'profiles.yml'} has type: {found.type}; write type: tablestore")
    found.project_root = root
    found.log_folder = root / "logs"
    given = ProfileRenderer(parse_cli_vars(variables)).render_value(
        read_profile(str(folder))[loaded.profile_name].get("target", "default")
    )
    found.target_name, found.default_target = loaded.target_name, str(given)
    return found


def _profiles_folder(root: Path, given: str | Path | None) -> Path:
    """Where dbt looks for profiles.yml: the given folder, the environment's, the project, the user's."""
    if given := given or os.environ.get("DBT_PROFILES_DIR"):
        return Path(given)
    return root if (root / "profiles.yml").is_file() else Path.home() / ".dbt"


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
    if opened.spark.catalog.databaseExists(quoted(str(target.schema))):
        opened.spark.catalog.setCurrentDatabase(quoted(str(target.schema)))
    return opened
