import sys

from deltalake import DeltaTable, QueryBuilder

warehouse = sys.argv[1]
payments = DeltaTable(f"{warehouse}/spark_catalog/main.db/payments")
found = QueryBuilder().register("payments", payments).execute("select id, note from payments order by id")
for row in found.read_all().to_struct_array().to_pylist():
    print(row["id"], row["note"])
