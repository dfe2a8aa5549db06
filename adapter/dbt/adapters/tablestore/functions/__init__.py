"""Typed Python functions: SQL types come from the signature, after Flink's FLIP-65.

A file ``functions/f.py`` of a dbt project defines a plain function or class ``f``. Its annotations say which SQL
types it takes and gives; these four names say what annotations alone cannot.
"""

from dbt.adapters.tablestore.functions.api import DataType, Table, hint, infer

__all__ = ["DataType", "Table", "hint", "infer"]
