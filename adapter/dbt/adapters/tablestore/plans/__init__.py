"""Compiled plans: keyed models as JSON in Flink's format, for review, for TTLs per state, and to detect changes."""
