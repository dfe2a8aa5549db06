import sys

import polars
from pyiceberg.catalog.sql import SqlCatalog

warehouse = sys.argv[1]
lake = SqlCatalog("lake", uri=f"sqlite:///{warehouse}/catalog.sqlite", warehouse=warehouse)
orders = polars.scan_iceberg(lake.load_table("main.orders"))
for number, note in orders.select("id", "note").sort("id").collect().iter_rows():
    print(number, note)
