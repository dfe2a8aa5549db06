"""Compiled plans: a keyed model as JSON in Flink's shape, to review, to edit its TTLs and to compare with the model."""
