"""The typed names of a model's configuration."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.spark.impl import SparkConfig


@dataclass
class TablestoreConfig(SparkConfig):
    """What dbt-spark knows, with Iceberg as the default format.

    ``compiled_plan`` is the file of the model's compiled plan, relative to the project.
    """

    file_format: str = "iceberg"
    compiled_plan: str | None = None
