"""Keys of two types: a value of one can be equal to several of the other, which are not equal to each other."""

from __future__ import annotations

import random

import pytest
from dbt.adapters.tablestore.sql.types import match_one_to_one

from scripted_views import Scripted
from view_queries import written

INCREMENTAL, FULL = written("view_key_types.sql")
# 2**53 + 1 is no double: as one, it is 2**53. One of both comes and goes while the other one stays.
ONE, OTHER = 2**53, 2**53 + 1
WHOLE = [
    [(ONE, 1), (1, 2), (None, 3)],
    [(ONE, 1), (OTHER, 2), (1, 2), (None, 3)],
    [(OTHER, 2), (1, 2), (None, 3)],
    [(ONE, 1), (OTHER, 2), (OTHER, 1)],
    [(ONE, 1)],
    [(ONE, 3), (OTHER, 1)],
    [(OTHER, 1)],
    [],
]
FLOATING = [[(float(ONE), 1), (1.0, 2), (None, 3)]] * 6 + [[(1.0, 2)], [(float(ONE), 2), (float(ONE), 3)]]


def scripted(is_whole_first: bool) -> Scripted:
    """Tables x and y, of which the key of one is a whole number, and that of the other a floating-point number."""
    kinds = ("bigint", "double") if is_whole_first else ("double", "bigint")
    rows = (WHOLE, FLOATING) if is_whole_first else (FLOATING, WHOLE)
    with_v = [[(*row, 5) for row in batch] for batch in rows[0]]
    return Scripted(x=(f"k {kinds[0]}, g int, v int", with_v), y=(f"b {kinds[1]}, w int", rows[1]))


@pytest.mark.parametrize("is_whole_first", [True, False], ids=["whole first", "floating first"])
@pytest.mark.parametrize("sql", INCREMENTAL)
def test_views_are_refreshed_incrementally(sql: str, is_whole_first: bool) -> None:
    simulation = scripted(is_whole_first)
    assert not simulation.differences(sql, random.Random(0), len(WHOLE) - 1)
    assert not simulation.full


class _OfLargeTables(random.Random):
    def randrange(self, *given: int) -> int:
        return 2 if given == (3,) else super().randrange(*given)


def test_keys_do_not_bound_a_third_column_of_another_type() -> None:
    """2**53 + 1 is equal to the double, and that to 2**53, which is not between the first and the last changed key."""
    batches: list[list[tuple[int]]] = [[(7,)], [(7,), (OTHER,)], [(OTHER,)], [(OTHER,), (ONE,)]]
    groups = "select y.b, count(*) as c from y join z on y.b = z.k group by y.b"
    for sql in (f"select x.k, q.b, q.c from x join ({groups}) as q on q.b = x.k", "select x.k, y.b, z.k as l from x "
                "join y on y.b = x.k join z on z.k = y.b"):  # fmt: skip
        simulation = Scripted(
            x=("k bigint", [list(rows) for rows in batches]),
            y=("b double", [[(float(ONE),)]] * len(batches)),
            z=("k bigint", [[(ONE,), (9,)]] * len(batches)),
        )
        assert not simulation.differences(sql, _OfLargeTables(0), len(batches) - 1), sql
        assert not simulation.full


@pytest.mark.parametrize("sql", FULL)
def test_groups_of_one_key_need_one_type(sql: str) -> None:
    simulation = scripted(is_whole_first=False)
    assert not simulation.differences(sql, random.Random(0), len(WHOLE) - 1)
    assert "of types bigint and double" in simulation.full[sql]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("int", "INT", True),
        ("tinyint", "bigint", True),
        ("bigint", "decimal(20,0)", True),
        ("bigint", "decimal(30,18)", True),
        ("bigint", "decimal(38,20)", False),
        ("decimal(38,0)", "decimal(38,18)", False),
        ("decimal(10,2)", "decimal(12,4)", True),
        ("string", "varchar(10)", True),
        ("string", "string collate UTF8_LCASE", False),
        ("float", "double", True),
        ("bigint", "double", False),
        ("int", "float", False),
        ("decimal(4,2)", "double", False),
        ("int", "string", False),
        ("date", "timestamp", False),
        ("date", "timestamp_ntz", True),
        ("date", "string", False),
        ("timestamp", "timestamp_ntz", False),
        ("void", "string", True),
        ("array<int>", "array<bigint>", False),
    ],
)
def test_conversions_that_keep_values_apart(one: str, other: str, alike: bool) -> None:
    assert match_one_to_one(one, other) is match_one_to_one(other, one) is alike
