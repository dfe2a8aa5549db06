"""``dbt-tablestore relocate``: repairs a warehouse folder that was moved or copied, or that lost its catalog."""
