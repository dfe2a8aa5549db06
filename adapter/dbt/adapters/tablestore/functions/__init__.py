"""Typed Python functions: the SQL types of a function come from its signature, as in Flink's FLIP-65.

A file ``functions/f.py`` of a dbt project defines a plain function or class ``f``. Its annotations say which SQL types
it takes and returns. The four names exported here say what annotations alone cannot.

The rooms, from the bottom up. A room imports only rooms above it in this list; ``tests/test_functions_rooms.py`` checks
that:

- ``types/``: SQL types, the Python annotations that stand for them, and which type fits where another is declared.
- ``worker/``: what runs in Spark's Python workers: Arrow to Python values, the user's function, and back to Arrow. Its
  code is pickled with each call, because workers have neither dbt nor the project; so it imports only ``types/``.
- ``reading/``: from a function file to its definition: the code, its kind, its signatures, and what is wrong with it.
- ``project.py``: the functions of this invocation's dbt project.
- ``calling/``: from a call in a query to a signature, and from there to a Spark expression. ``calling/spark.py`` is the
  only module that knows Spark's internals.
"""

from dbt.adapters.tablestore.functions.types.api import DataType, Table, hint, infer

__all__ = ["DataType", "Table", "hint", "infer"]
