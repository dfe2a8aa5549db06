"""The release of Java that Spark needs."""

from __future__ import annotations


def too_old(java: str) -> str:
    """The message for a Java that is too old for Spark."""
    return f"this Java is too old: Spark needs Java 17 or 21, and {java} is older. Set JAVA_HOME to a newer one."
