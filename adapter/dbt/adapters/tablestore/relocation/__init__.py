"""``dbt-tablestore relocate``: makes a warehouse folder that was moved, copied or lost its catalog right again."""
