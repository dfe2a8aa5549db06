"""The typed names of a model's configuration."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.spark.impl import SparkConfig


@dataclass
class TablestoreConfig(SparkConfig):
    """What dbt-spark knows, with Iceberg as the default format.

    ``compiled_plan`` is the file of the model's compiled plan, relative to the project. ``state_ttl`` is how long a row
    that is not written is remembered, as Flink writes durations (``'7 d'``; a number is milliseconds, 0 is for ever);
    without one the project's variable ``tablestore_state_ttl`` counts.
    """

    file_format: str = "iceberg"
    compiled_plan: str | None = None
    state_ttl: str | int | None = None
