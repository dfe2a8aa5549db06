"""What a server must have: a release of Spark, and the jars of a table format."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.adapters.tablestore.profile.methods import Method
from dbt.adapters.tablestore.spark.catalog_settings import DELTA_EXTENSION, ICEBERG_EXTENSION
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt_common.exceptions import DbtRuntimeError

OLDEST = (4, 0)
NEWEST = (4, 1)
_EXTENSIONS = {"iceberg": ICEBERG_EXTENSION, "delta": DELTA_EXTENSION}


def check_server(credentials: TablestoreCredentials, rows: Callable[[str], Any]) -> None:
    """Checks the server of a profile, if it names one; ``rows`` runs a statement and returns its rows.

    Raises:
        TablestoreError: the statements of this adapter do not run there, or it cannot write the format of the profile.
    """
    if credentials.method != Method.SESSION:
        server = f"the server {credentials.url or f'{credentials.host}:{credentials.port}'}"
        check_version(str(rows("select version()")[0][0]), server)
        check_format(credentials.file_format, server, rows)


def check_version(version: str, server: str) -> None:
    """Checks the version of a server; ``server`` names it in the message.

    Raises:
        TablestoreError: the statements of this adapter do not run there.
    """
    found = re.match(r"(\d+)\.(\d+)", version)
    if found is None or (int(found[1]), int(found[2])) < OLDEST:
        raise TablestoreError(
            f"{server} runs Spark {version}; dbt-tablestore supports servers with Spark {_text(OLDEST)} and "
            f"{_text(NEWEST)}: upgrade the server, or name another one in profiles.yml"
        )


def check_format(table_format: str, server: str, execute: Callable[[str], object]) -> None:
    """Checks that a server can write tables of a format. ``execute`` runs a statement.

    Raises:
        TablestoreError: it cannot.
    """
    if table_format not in _EXTENSIONS:
        return
    try:
        # No such table exists, and the error says whether Spark knows the format.
        execute(f"select * from {table_format}.`/no/such/table`")
    except DbtRuntimeError as error:
        if "TABLE_OR_VIEW_NOT_FOUND" not in error.msg:
            return
        raise TablestoreError(
            f"{server} has no {table_format.capitalize()}, the format of `file_format: {table_format}` in "
            f"profiles.yml: start the server with the jars of {table_format.capitalize()} for its release of Spark and "
            f"with `spark.sql.extensions={_EXTENSIONS[table_format]}`, or set another `file_format`"
        ) from None


def _text(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"
