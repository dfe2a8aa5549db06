"""Names for the jobs of one statement, by which another thread can cancel them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from dbt.adapters.tablestore.jvm.classes import is_remote
from pyspark.sql import SparkSession


@contextmanager
def tagged(spark: SparkSession, tag: str) -> Generator[None]:
    """Gives the tag to all jobs that this thread starts in the block."""
    add, remove = spark.addTag, spark.removeTag
    if not is_remote(spark):  # only the thread that has added it could interrupt a tag of the session
        add, remove = spark.sparkContext.addJobTag, spark.sparkContext.removeJobTag
    add(tag)
    try:
        yield
    finally:
        remove(tag)


def cancel(spark: SparkSession, tag: str) -> None:
    """Cancels the jobs with the tag that run now."""
    if is_remote(spark):
        spark.interruptTag(tag)
    else:
        spark.sparkContext.cancelJobsWithTag(tag)
