import sys

from pyiceberg.catalog.sql import SqlCatalog

warehouse = sys.argv[1]
lake = SqlCatalog("lake", uri=f"sqlite:///{warehouse}/catalog.sqlite", warehouse=warehouse)
orders = lake.load_table("main.orders")
for row in orders.scan().to_arrow().sort_by("id").to_pylist():
    print(row["id"], row["note"])
