"""The session of a dbt profile outside of dbt: for notebooks, for one statement, and for a prompt."""
