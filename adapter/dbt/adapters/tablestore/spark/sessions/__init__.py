"""The ways in which a dbt connection reaches Spark, behind one interface."""
