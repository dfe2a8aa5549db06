"""Expressions that give another value each time, and some that look as if they did."""

from __future__ import annotations

COLUMNS = {"id": "int", "s": "string", "ts": "timestamp", "a": "array<int>"}
VOLATILE = """
cast('now' as timestamp)
cast(' Today ' as date)
'tomorrow'::timestamp
timestamp 'now'
date 'yesterday'
timestamp_ntz "today"
date('today')
ts > 'today'
case when ts < 'now' then 1 end
rand()
rand(5)
`rand`()
id + randn()
uuid()
uniform(0, 10)
uniform(0, 10, 5)
randstr(5, 1)
shuffle(a)
reflect('java.util.UUID', 'randomUUID')
java_method('java.util.UUID', 'randomUUID')
try_reflect('java.util.UUID', 'randomUUID')
current_user()
current_user
`current_user`()
session_user()
user()
current_database()
current_schema()
current_catalog()
current_timezone()
current_date
current_timestamp
current_time()
now()
localtimestamp()
curdate()
unix_timestamp()
version()
aes_encrypt(s, '0000111122223333')
input_file_name()
monotonically_increasing_id()
spark_partition_id()
transform(a, x -> x + rand())
(select max(current_date) from t)
id in (select cast(rand() as int) from t)
""".strip().splitlines()
TIMES = ["current_date", "current_timestamp", "now()", "localtimestamp()", "curdate()"]
"""Of these, the ones that a view evaluates once per refresh in the conditions of its query."""
CONSTANT = """
id + 1
s = 'nowhere'
concat(s, 'epoch')
cast(s as timestamp)
try_cast(s as date)
timestamp '2020-01-01 00:00:00'
date '2020-01-01' + interval 1 day
first(id)
max_by(id, ts)
to_utc_timestamp(ts, 'Europe/Berlin')
unix_timestamp(ts)
hash(id, s)
assert_true(id > 0)
from_json(s, 'x int')
""".strip().splitlines()
# Spark takes these for constant. The first is the same until Spark is another version; the second begins with random
# bytes.
KNOWN_BY_NAME = [
    "version()",
    "aes_encrypt(s, '0000111122223333')",
    "timestamp 'now'",
    "date 'yesterday'",
    'timestamp_ntz "today"',
]
