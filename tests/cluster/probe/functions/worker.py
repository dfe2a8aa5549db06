"""Where Spark's Python workers run."""

import importlib.util
import sys


def worker(order_id: int) -> str:
    return sys.prefix + (" with dbt" if importlib.util.find_spec("dbt") else " without dbt")
