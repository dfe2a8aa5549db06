"""The adapter's version; dbt reads it from here."""

version = "0.1.0"
