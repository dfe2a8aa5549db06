"""Spark's Java classes through Py4J, for the session and for Python functions."""
