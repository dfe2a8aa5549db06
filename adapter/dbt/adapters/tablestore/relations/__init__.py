"""The tables and views of the catalogs: how dbt lists and describes them, and what macros ask about them."""
