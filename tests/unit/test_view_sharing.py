"""Which rows that a refresh keeps are those of other views of the same command."""

from __future__ import annotations

from dbt.adapters.tablestore.spark.shared_rows import Kept, SharedRows
from dbt.adapters.tablestore.views.kept_views import KeptViews

ORDERS = {
    "rows": "`s`.`orders` version as of 7",
    "changes": "(select * from log)",
    "offset": {"epoch": "e", "commit": 7},
}
FILES = {"rows": "`s`.`files`", "changes": None, "offset": None}


def texts(table: str, *queries: str, shares: bool = True, **orders: object) -> list[str]:
    """What identifies the rows of queries; `{0}` is the name of the view with those of the first one."""
    kept: list[str] = []

    def keep(name: str, query: str, same: str) -> int:
        kept.append(same)
        return 1

    views = KeptViews(keep, [table], {"orders": {**ORDERS, **orders}, "files": FILES}, shares)
    for query in queries:
        views.keep(query.format(*views.names))
    return kept


def test_the_same_queries_have_the_same_rows_for_all_views() -> None:
    queries = ["select id from (select * from log)", "select * from {0} where id > 0", "select * from {0}, {1}"]
    one, other = texts("`s`.`one`", *queries), texts("`s`.`other`", *queries)
    assert one == other and len({*one}) == 3 and all(one)


def test_other_versions_are_other_rows() -> None:
    queries = ["select id from (select * from log)", "select * from {0}"]
    known = texts("`s`.`one`", *queries)
    for offset in ({"epoch": "e", "commit": 8}, {"epoch": "f", "commit": 7}):
        found = texts("`s`.`one`", *queries, offset=offset)
        assert not {*found} & {*known} and all(found)


def test_rows_of_one_view_are_not_shared() -> None:
    stored = ["select * from `s`.`one`", "select * from {0}"]
    assert texts("`s`.`one`", *stored) == ["", ""], "its stored rows, and what follows from them"
    assert texts("`s`.`one`", "select * from `s`.`files`") == [""], "a table without versions"
    assert texts("`s`.`one`", "select id from (select * from log)", shares=False) == [""]


def test_rows_for_other_views_are_few_bytes() -> None:
    """Those that have no place in the memory of the driver are computed again."""
    rows, computed = SharedRows(), list[int]()

    def compute() -> Kept:
        computed.append(1)
        return Kept(10, None, 100 << 20)

    for key in (1, 2, 3, 1, 2, 3):
        assert rows.keep(key, compute, lambda kept: None) == 10
    assert len(computed) == 4
