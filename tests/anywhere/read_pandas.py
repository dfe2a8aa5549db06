import sys

from pyiceberg.catalog.sql import SqlCatalog

warehouse = sys.argv[1]
lake = SqlCatalog("lake", uri=f"sqlite:///{warehouse}/catalog.sqlite", warehouse=warehouse)
orders = lake.load_table("main.orders").scan(row_filter="id > 0").to_pandas()
for row in orders.sort_values("id").itertuples():
    print(row.id, row.note)
