"""The adapter's own macros: a dbt project named ``dbt_tablestore``."""

from pathlib import Path

PACKAGE_PATH = str(Path(__file__).parent)
