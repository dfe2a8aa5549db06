"""Java classes by their full names.

``jvm.java.lang.Class`` asks for ``java`` and ``java.lang`` first, and Java searches all jars for classes of these
names: about a millisecond each, several times per connection.
"""

from __future__ import annotations

from typing import Any

from pyspark.sql import SparkSession


def is_remote(spark: SparkSession) -> bool:
    """Whether this is a session of Spark Connect, which has no Java objects in this process."""
    # pyspark annotates its functions with the other class, of which this is no subclass
    return not isinstance(spark, SparkSession)


def java_class(spark: SparkSession, name: str) -> Any:
    """The class or Scala object of this full name, to call its constructor or its static methods."""
    return getattr(spark._jvm, name)


def class_object(spark: SparkSession, name: str) -> Any:
    """The ``java.lang.Class`` of this full name."""
    return java_class(spark, "java.lang.Class").forName(name)
