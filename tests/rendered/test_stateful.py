"""The SQL that stateful operators render for a first run, and their error messages, without Spark."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.relations.relation import TablestoreRelation

from harness import VARIABLES, MacroError, call

ORDERS = TablestoreRelation.create(database="lake", schema="shop", identifier="orders")
SHIPMENTS = TablestoreRelation.create(database="lake", schema="shop", identifier="shipments")
COUNT = {"n": "count(*)"}
HINT = {"state_ttl": {"orders": "1 d"}}


def states(text: str) -> dict[str, tuple[int, str | None]]:
    """The TTLs of a rendered operator, each with its source."""
    (operator,) = call("_annotations", "operator", text)
    return {state["name"]: (state["ttl"], state["from"]) for state in operator["states"]}


def test_the_annotation_describes_the_operator() -> None:
    text = call("changelog_aggregate", ORDERS, "k", {"share": "sum(a) / count(*) /* of all */"})
    (operator,) = call("_annotations", "operator", text)
    assert operator["type"] == "group-aggregate"
    assert operator["inputs"] == [{"table": "lake.shop.orders", "alias": "orders"}]
    assert operator["arguments"] == {"group_by": ["k"], "aggregates": {"share": "sum(a) / count(*) /* of all */"}}


def test_a_first_run_is_the_plain_query() -> None:
    text = call("changelog_join", ORDERS, SHIPMENTS, ["id", {"a": "b"}], "full", columns=["x", {"y": "z"}])
    assert (
        text.split("*/")[1].split("/*")[0]
        == """
  select *, '+I' as _row_kind, cast(2 as bigint) as _commit, cast(null as timestamp) as _committed_at
  from (
    select
      coalesce(l.`id`, r.`id`) as `id`,
      l.* except (`id`),
      r.`x`,
      r.`y` as `z`
    from lake.shop.orders as l
    full join lake.shop.shipments as r
      on l.`id` = r.`id` and l.`a` = r.`b`
  )
  """
    )


@pytest.mark.parametrize("version", [None, "_version"])
@pytest.mark.parametrize("kind", ["inner", "full"])
def test_all_columns_of_the_right_side_have_no_version_and_no_key_twice(kind: str, version: str | None) -> None:
    join = {"kind": kind, "conditions": ["l.`ID` = r.`id`"], "shared": ["`ID`"], "pair": {}, "result": None}
    hidden = ([version] if version else []) + ["`ID`"]
    for columns in (None, [{"name": "*", "alias": "*"}]):
        items = call("_join_items", join | {"columns": columns}, version)
        assert items[-1] == f"r.* except ({', '.join(hidden)})"


def test_keys_of_which_only_one_is_text_are_refused() -> None:
    def problems(left: str, right: str) -> list[str]:
        sides = [{"columns": ["`id`"], "types": [left]}, {"columns": ["`Ref`"], "types": [right]}]
        return list(call("_unlike_keys", sides, [{"left": "ID", "right": "ref"}]))

    assert problems("int", "varchar(8)") == [
        "on: 'ID' has the type INT and 'ref' VARCHAR(8): convert one of them with a CAST in the model of its table"
    ]
    assert len(problems("string", "date")) == 1
    assert problems("int", "bigint") == problems("char(3)", "string") == []


def test_a_hint_overrides_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    def join(hint: Any, aliases: Any) -> dict[str, tuple[int, str | None]]:
        return states(call("changelog_join", ORDERS, SHIPMENTS, "id", hint=hint, aliases=aliases))

    hint = call("hint", "STATE_TTL", {"o": "1d", "s": "12h"})
    assert join(hint, ["o", "s"]) == {"leftState": (86_400_000, "hint"), "rightState": (43_200_000, "hint")}
    assert join(None, None) == {"leftState": (0, None), "rightState": (0, None)}
    monkeypatch.setitem(VARIABLES, "tablestore_state_ttl", "7 d")
    left = call("hint", "state_ttl", {"o": "0s"})
    assert join(left, {"left": "o"}) == {"leftState": (0, "hint"), "rightState": (604_800_000, "tablestore_state_ttl")}
    monkeypatch.setitem(VARIABLES, "tablestore_state_ttl", "1 week")
    with pytest.raises(
        MacroError, match="variable 'tablestore_state_ttl' is '1 week'; write one whole number and one unit"
    ):
        join(None, None)


ERRORS: dict[str, tuple[str, tuple[Any, ...], dict[str, Any], list[str]]] = {
    "join": (
        "changelog_join",
        ("orders", SHIPMENTS, 7),
        {"join_type": "semi"},
        ["on: cannot read 7", "join_type: 'semi' is not accepted", "left: 'orders' is a string; write ref('model')"],
    ),
    "unknown alias": (
        "changelog_join",
        (ORDERS, SHIPMENTS, "id"),
        {"hint": {"state_ttl": {"nope": "1 d"}}},
        ["STATE_TTL names 'nope', and the inputs are 'orders' and 'shipments'"],
    ),
    "table name behind an alias": (
        "changelog_join",
        (ORDERS, SHIPMENTS, "id"),
        {"hint": HINT, "aliases": ["o", "s"]},
        ["STATE_TTL names 'orders', and the inputs are 'o' and 's'"],
    ),
    "case": (
        "changelog_join",
        (ORDERS, SHIPMENTS, "id"),
        {"hint": {"state_ttl": {"O": "1 d"}}, "aliases": ["o"]},
        ["STATE_TTL names 'O'", "case matters"],
    ),
    "one name for both": ("changelog_join", (ORDERS, ORDERS, "id"), {}, ["both sides have the name 'orders'"]),
    "aliases": ("changelog_join", (ORDERS, ORDERS, "id"), {"aliases": {"first": "a"}}, ["cannot read {'first': 'a'}"]),
    "hint as a text": ("changelog_aggregate", (ORDERS, "k", COUNT), {"hint": "1 d"}, ["hint: '1 d' is not a hint"]),
    "aggregate": ("changelog_aggregate", (ORDERS, "k", "count(*)"), {}, ["write {'total': 'sum(price)'}"]),
    "name twice": ("changelog_aggregate", (ORDERS, "n", COUNT), {}, ["'n' is already a column of the result"]),
    "deduplicate": (
        "changelog_deduplicate",
        (ORDERS, [], "at sideways"),
        {"keep": "best"},
        ["partition_by: give at least one", "keep: 'best' is not accepted", "cannot read 'at sideways'"],
    ),
    "hint on deduplicate": (
        "changelog_deduplicate",
        (ORDERS, "k", "at"),
        {"hint": HINT},
        ["would have no effect here"],
    ),
    "topn": ("changelog_topn", (ORDERS, 0, "k", "at"), {"hint": HINT}, ["n: 0 is not accepted", "no effect here"]),
    "normalize": ("changelog_normalize", (ORDERS, []), {"hint": HINT}, ["give at least one column", "no effect here"]),
    "hint on a relation": ("hint", (ORDERS, "STATE_TTL", {"orders": "1 d"}), {}, ["has no effect on a relation"]),
    "hint without names": ("hint", ("STATE_TTL",), {}, ["with its duration: tablestore.hint('STATE_TTL', {'o': '1 d'"]),
    "hint with an empty mapping": ("hint", ("STATE_TTL", {}), {}, ["write each input of the operator"]),
    "duration that cannot be read": ("hint", ("STATE_TTL", {"o": "1 d", "s": "1 week"}), {}, ["'s' is '1 week'"]),
    "negative": ("hint", ("STATE_TTL", {"o": "-1d", "s": "1.5h"}), {}, ["'o' is '-1d'", "'s' is '1.5h'"]),
}


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_names_each_problem(case: str) -> None:
    macro, arguments, options, messages = ERRORS[case]
    with pytest.raises(MacroError) as error:
        call(macro, *arguments, **options)
    assert [message for message in messages if message not in str(error.value)] == []


def read(until: int, after: int | None = None, table: str = "lake.shop.orders") -> str:
    """A part of a query that reads the changes of one build of a table."""
    return str(call("_annotation", "changelog", {"table": table, "epoch": "e", "after": after, "until": until}))


def test_a_table_that_is_read_twice_is_read_up_to_one_commit() -> None:
    before = {"lake.shop.old": {"epoch": "e", "commit": 3}}
    once = call("_offsets", {"model": "sums"}, read(5, 3) + read(5, 3), before)
    assert once == {"lake.shop.orders": {"epoch": "e", "commit": 5}}, "a renamed table has one offset"
    with pytest.raises(MacroError, match="up to commit 5 in one place and up to commit 6 in another"):
        call("_offsets", {"model": "sums"}, read(5, 3) + read(6, 3), before)
    with pytest.raises(MacroError, match="was compiled while a table that it reads was written; nothing was written"):
        call("_offsets", {"model": "sums"}, read(5) + read(6), {})


APPEND = {"operation": "append", "deletes": 0}
PLAIN = {
    "start": 100,
    "until": 300,
    "snapshot_ids": {100: "a", 300: "c"},
    "snapshots": {"a": APPEND | {"deletes": 1}, "c": APPEND},
}


def test_snapshots_that_were_rolled_back_are_missed() -> None:
    assert call("_range_problems", PLAIN, 100, 300) == []
    (problem,) = call("_range_problems", PLAIN, 200, 300)
    assert "it has no snapshot of 200 (milliseconds) any more" in problem and "scan='latest-full'" in problem
    with_deletes = PLAIN | {"snapshots": {"a": APPEND, "c": APPEND | {"operation": "overwrite", "deletes": 1}}}
    (problem,) = call("_range_problems", with_deletes, 100, 300)
    assert "it has delete files" in problem and "'copy-on-write'" in problem
