"""Materialized views: from the SQL of a query to the SQL that keeps its result up to date."""
