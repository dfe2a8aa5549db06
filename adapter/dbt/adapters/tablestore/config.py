"""The typed names of a model's configuration."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.spark.impl import SparkConfig


@dataclass
class TablestoreConfig(SparkConfig):
    """What dbt-spark knows, with Iceberg as the default format."""

    file_format: str = "iceberg"
