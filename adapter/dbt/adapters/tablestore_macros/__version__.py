"""The version dbt shows for this helper plugin; it moves with the adapter."""

from dbt.adapters.tablestore.__version__ import version

__all__ = ["version"]
