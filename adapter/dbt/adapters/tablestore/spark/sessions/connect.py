"""The session of a Spark Connect server. Java is not needed here."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.tablestore.profile.commands import pip_install
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.profile.methods import Method
from dbt.adapters.tablestore.progress.running import Work
from dbt.adapters.tablestore.spark import errors, secrets
from dbt.adapters.tablestore.spark.catalog_settings import iceberg_settings
from dbt.adapters.tablestore.spark.environment import environment
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.server_checks import check_version
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.spark.sessions.data_frames import DataFrameSession
from dbt.adapters.tablestore.spark.settings import OF_EVERY_SESSION
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

_CLIENT = ("pandas", "pyarrow", "grpc", "grpc_status", "google.rpc", "zstandard")
_STATUS = re.compile(r"StatusCode\.(\w+)|status code: (\w+)")
_DETAILS = re.compile(r'details = "(.*)"')
_REFUSED = ("UNAUTHENTICATED", "PERMISSION_DENIED")
_SILENT = ("UNAVAILABLE", "DEADLINE_EXCEEDED")
_warned: set[str] = set()
logger = AdapterLogger("Tablestore")


class ConnectSession(DataFrameSession):
    """A session of a server, of which this process has the client only."""

    method = Method.CONNECT.value

    def __init__(self, spark: SparkSession, url: str) -> None:
        super().__init__(spark)
        self._url = url
        self._work = Work()
        spark.registerProgressHandler(self._note)

    @classmethod
    def open(cls, credentials: TablestoreCredentials) -> ConnectSession:
        """Connects to the server, and sends it the settings of the profile that belong to a session.

        Raises:
            TablestoreError: the client is not installed, or the server cannot be used.
        """
        _require_client()
        from pyspark.sql.connect.client.retries import DefaultPolicy

        secrets.remember(credentials.url_parameters)
        errors.mute_error_classes()
        warnings.filterwarnings("ignore", r"\[RETRIES_EXCEEDED\]")  # the error says it
        # pyspark refuses another server than that of the environment
        try:
            with environment(SPARK_REMOTE=None):
                spark = SparkSession.builder.remote(credentials.remote).create()
        except ValueError as error:  # of a parameter
            raise TablestoreError(f"`url` in profiles.yml cannot be used: {errors.message_of(error)}") from None
        session = cls(spark, str(credentials.url))
        policies = spark.client.get_retry_policies()
        # By default, the client waits ten minutes for a server that does not answer.
        spark.client.set_retry_policies([DefaultPolicy(max_retries=credentials.connect_retries)])
        try:
            check_version(spark.version, f"the server {credentials.url}")
            _configure(spark, _settings(credentials))
        except PySparkException as error:
            session.close()
            raise TablestoreError(session.message_of(error)) from None
        except TablestoreError:
            session.close()
            raise
        spark.client.set_retry_policies(policies)
        return session

    def cursor(self) -> Cursor:
        """A new cursor on the session."""
        self._cursor = Cursor(self.spark, self._around, lambda _: self._work, self.check)
        return self._cursor

    def _note(self, stages: Iterable[Any] | None, done: bool, **_: Any) -> None:
        """Keeps what the server says about the statement that runs; the client calls it."""
        known = [] if done else list(stages or ())
        self._work = Work(sum(stage.num_tasks for stage in known), sum(stage.num_completed_tasks for stage in known))

    def message_of(self, error: BaseException, statement: str = "") -> str:
        """The message of a failed statement, or of a server that did not answer."""
        if _status(str(error)) in _SILENT:
            self.lost = True
            self._stop_retrying()
        return _unanswered(str(error), self._url) or super().message_of(error, statement)

    def stop(self) -> None:
        """Without waiting for a server that does not answer."""
        self._stop_retrying()
        super().stop()

    def _stop_retrying(self) -> None:
        """Lets the client try each request once from now on, also those that wait for their next attempt.

        By default, it waits ten minutes for the answer to each, and nobody needs that of a drop or a release.
        """
        spark: Any = self.spark
        for policy in spark.client.get_retry_policies():
            policy.max_retries = 0

    def close(self) -> None:
        """Ends this session; others of the server go on."""
        self._stop_retrying()
        super().close()
        self.spark.stop()


def _require_client() -> None:
    missing = [name for name in _CLIENT if not _is_installed(name)]
    if missing:
        raise TablestoreError(
            f"`method: connect` needs the client of Spark Connect ({', '.join(missing)} is missing): "
            + pip_install(f"pyspark[connect]=={version('pyspark')}")
        )


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # of the package that contains it
        return False


def _settings(credentials: TablestoreCredentials) -> dict[str, str]:
    """Our settings of a session, the catalog if the profile has one, and those of the profile."""
    catalog = iceberg_settings(credentials, has_our_jars=False) if credentials.catalog else {}
    return OF_EVERY_SESSION | catalog | {str(key): str(value) for key, value in credentials.spark_config.items()}


def _configure(spark: SparkSession, settings: dict[str, str]) -> None:
    """Sets what a session can set. The rest was decided when the server started."""
    secrets.remember(settings)
    of_server = []
    for key, value in settings.items():
        try:
            spark.conf.set(key, value)
        except PySparkException as error:
            if "CANNOT_MODIFY" not in str(error):
                raise
            of_server.append(key)
    if of_server and (keys := ", ".join(sorted(of_server))) not in _warned:
        _warned.add(keys)
        logger.warning(f"the Spark Connect server has its own values of these settings of the profile: {keys}")


def _status(message: str) -> str | None:
    """The status of gRPC with which a request has failed; None for an error of a statement."""
    status = _STATUS.search(message)
    return None if status is None else status[1] or status[2]


def _unanswered(message: str, url: str) -> str | None:
    """What went wrong between client and server; None for an error of a statement."""
    code = _status(message)
    if code is None:
        return None
    details = secrets.redact(match[1] if (match := _DETAILS.search(message)) else code)
    if code in _REFUSED:
        return (
            f"the Spark Connect server {url} refused the connection ({details}): correct `token` in profiles.yml, "
            "or the parameters of `url`"
        )
    if code in (*_SILENT, "UNIMPLEMENTED"):
        return (
            f"the Spark Connect server {url} does not answer ({details}): check `url` in profiles.yml, and that the "
            "server runs; with TLS, the url ends with /;use_ssl=true"
        )
    return None
