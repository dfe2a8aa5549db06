"""The connection methods of a profile target."""

from __future__ import annotations

from dbt_common.dataclass_schema import StrEnum


class Method(StrEnum):
    """How a dbt connection reaches Spark. The last three are dbt-spark's."""

    SESSION = "session"
    CONNECT = "connect"
    THRIFT = "thrift"
    HTTP = "http"
    ODBC = "odbc"


WITH_DATA_FRAMES = (Method.SESSION.value, Method.CONNECT.value)
"""The methods that run Python models and Python functions; the others run SQL only."""
