import sys

import duckdb
from pyiceberg.catalog.sql import SqlCatalog

warehouse = sys.argv[1]
lake = SqlCatalog("lake", uri=f"sqlite:///{warehouse}/catalog.sqlite", warehouse=warehouse)
orders = lake.load_table("main.orders").scan().to_arrow()
for number, note in duckdb.sql("select id, note from orders order by id").fetchall():
    print(number, note)
