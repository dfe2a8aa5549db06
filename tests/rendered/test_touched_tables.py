"""What the catalog says of a table that others have touched, and what a run makes of it, without Spark."""

from __future__ import annotations

import json
import re
import sqlite3
from types import SimpleNamespace
from typing import Any

import pytest

from harness import Answer, MacroError, call, namespace
from planning import Node, Relation, plan

OFFSETS = {"lake.main.up": {"epoch": "u", "commit": 7}}
SUM = plan("k int, v int", primary_key="k", merge_engine="aggregation", fields={"v": {"aggregate_function": "sum"}})


def record(epoch: str, number: int, version: str) -> str:
    names = {"epoch": epoch, "commit": number, "version": version, "serial": 5, "run": f"5_{epoch}{number}"}
    names |= {"offsets": json.dumps(OFFSETS), "changelog-producer": "lookup", "definition": "{}"}
    return json.dumps({f"tablestore.{name}": value for name, value in names.items()})


def snapshot(id: str, parent: str | None, record: str | None = None, operation: str = "overwrite") -> dict[str, Any]:
    return {"id": id, "parent": parent, "operation": operation, "at": "2026-01-01", "record": record}


def asked(properties: dict[str, str], snapshots: list[dict[str, Any]], **more: Any) -> Any:
    """The macros over an Iceberg table with these properties and snapshots."""

    def run_query(sql: str) -> list[Answer]:
        if sql.startswith("show tblproperties"):
            return [Answer(key=name, value=value) for name, value in properties.items()]
        elif sql.startswith("select to_json(summary)"):
            found = next(row for row in snapshots if sql.endswith(row["id"]))
            return [Answer(summary=json.dumps({"tablestore.commit": found["record"] or ""}))]
        assert ".snapshots" in sql, sql
        return [Answer(**row) for row in snapshots]

    return namespace(execute=True, run_query=run_query, **more)


# Three commits of a build, and then a rebuild.
BUILDS = [
    snapshot("11", None, record("e1", 1, "11")),
    snapshot("12", "11", record("e1", 2, "12")),
    snapshot("13", "12", record("e1", 3, "13")),
    snapshot("20", None, record("e2", 1, "20")),
]
REBUILT = {"tablestore.epoch": "e2", "tablestore.commit": "0", "tablestore.commits.e2.1": record("e2", 1, "20")}


def reading(table: str, after: int | None) -> str:
    return call("_annotation", "changelog", {"table": table, "epoch": "u", "after": after, "until": 9})


@pytest.mark.parametrize("expired", [0, 2])
def test_a_table_that_went_back_over_a_rebuild_is_not_read_into_again(expired: int) -> None:
    """Its rows come from changes of which the properties of the rebuild say up to where they were read."""
    macros = asked({**REBUILT, "current-snapshot-id": "13"}, BUILDS[expired:])
    last = macros["last_commit"](Relation(), True)
    assert (last["touched"]["how"], last["epoch"], last["offsets"]) == ("replaced", None, {})
    assert last["touched"]["was"] == {"number": 1, "offsets": OFFSETS}
    for table in ("lake.main.up", "lake.main.renamed"):
        offsets = call("_offsets", SUM, reading(table, None), last["offsets"])
        with pytest.raises(MacroError, match=f"would read all of {table} again.*\n.*--full-refresh --select orders"):
            call("_assert_not_read_again", SUM, Relation(), last["touched"], offsets)
    call("_assert_not_read_again", SUM, Relation(), last["touched"], {"new_files": {"epoch": "new_files", "commit": 3}})


@pytest.mark.parametrize(
    ("oldest", "replaced"),
    [
        pytest.param(snapshot("98", None, record("e2", 1, "")), False, id="the rebuild"),
        pytest.param(snapshot("98", "97", operation="replace"), False, id="expired"),
        pytest.param(snapshot("98", None), True, id="another table"),
        pytest.param(snapshot("98", "97", record("e1", 3, "98")), True, id="before the rebuild"),
    ],
)
def test_a_rebuild_that_is_not_published_and_has_expired_is_completed(oldest: dict[str, Any], replaced: bool) -> None:
    """After a compaction of somebody else, whose parent is gone."""
    properties = {"tablestore.epoch": "e2", "tablestore.commit": "0", "tablestore.switched.e2": record("e2", 1, "")}
    macros = asked({**properties, "current-snapshot-id": "99"}, [snapshot("99", "98", operation="replace"), oldest])
    last = macros["last_commit"](Relation(), True)
    assert bool(last["touched"]) == replaced
    if not replaced:
        assert macros["_unpublished"](Relation(), last)["version"] == "98"


@pytest.mark.parametrize("expired", [[], ["13"], ["12", "13"]])
def test_a_table_that_went_back_is_told_from_one_that_was_written(expired: list[str]) -> None:
    """Also where the snapshots of the undone commits have expired: the first commit that is left is not the last."""
    left = [row for row in [*BUILDS[:3], snapshot("14", "11", operation="delete")] if row["id"] not in expired]
    properties = {"tablestore.epoch": "e1", "tablestore.commits.e1.3": record("e1", 3, "13")}
    last = asked({**properties, "current-snapshot-id": "14"}, left)["last_commit"](Relation(), True)
    assert (last["number"], last["touched"]["how"]) == (3, "back")


def test_records_are_read_without_the_files_of_their_commits() -> None:
    """24 digits per file, in each of the snapshots; the files of a commit that is not published are read alone."""
    macros = namespace()
    for name in ("_records_query", "_snapshots_query"):
        query = str(macros[name](Relation()))
        assert query.count("tablestore.commit") == 1 and "to_json" not in query
        pattern = re.search(r"regexp_replace\((?:s\.)?summary\['tablestore.commit'\], '(.*)', ''\) as record", query)
        whole = json.loads(record("e1", 4, "14")) | {"tablestore.files": "1" * 24_000_000}
        short = re.sub(pattern[1], "", json.dumps(whole, sort_keys=True))  # type: ignore[index]
        assert json.loads(short) == json.loads(record("e1", 4, "14"))
        assert re.sub(pattern[1], "", short) == short  # type: ignore[index]
    asked_of: list[str] = []
    files = json.dumps(json.loads(record("e1", 4, "14")) | {"tablestore.files": "7" * 24})
    shown = Answer(version="14", record=record("e1", 4, "14")), Answer(summary=json.dumps({"tablestore.commit": files}))

    def run_query(sql: str) -> list[Answer]:
        asked_of.append(sql)
        return [shown["to_json(summary)" in sql]]

    macros = namespace(execute=True, run_query=run_query)
    last = {"epoch": "e1", "number": 3, "version": "13", "snapshot": "14", "switched": None}
    counts = json.loads(files) | {"tablestore.counts": "{}"}
    shown[1].values["summary"] = json.dumps({"tablestore.commit": json.dumps(counts)})
    found = macros["_unpublished"](Relation(), last | {"properties": {"current-snapshot-id": "14"}})
    assert found == {"record": counts, "version": "14"} and len(asked_of) == 2


@pytest.mark.parametrize(("number", "said"), [(1, "1 commit has replaced"), (2, "2 commits have replaced")])
def test_what_a_rebuild_of_a_history_would_lose(number: int, said: str) -> None:
    with pytest.raises(MacroError, match=f"a full refresh would lose what {said}; nothing was written"):
        call("_assert_keeps_system_time", SUM, Node(number=number))


@pytest.mark.parametrize(("database", "prefix"), [("other", "`other`."), (None, "")])
def test_the_way_back_is_a_call_in_the_catalog_of_the_table(database: str | None, prefix: str) -> None:
    """Iceberg refuses a table of another catalog than that of the procedure."""
    relation, last = Relation(), Node(offsets=OFFSETS, version="13", properties={"current-snapshot-id": "11"})
    relation.database = database
    last["definition"] = Node()
    problems = namespace()["_problems_of_going_back"](Node(name="orders"), relation, last, {"what": "went back"})
    assert f"call {prefix}system.set_current_snapshot(table => 'lake.main.orders', snapshot_id => 13)" in problems[1]


def test_commits_that_a_table_does_not_have_any_more_are_recorded() -> None:
    """Those of the commit that it went back to are in its record on Iceberg, and in the properties on Delta."""
    earlier = json.loads(record("e1", 3, "13")) | {"tablestore.undone": "[[1, 1]]"}
    back = [
        snapshot("13", None, json.dumps(earlier)),
        snapshot("15", "13"),
        snapshot("16", "15", record("e1", 5, "16")),
    ]
    properties = {"tablestore.epoch": "e1", "tablestore.commits.e1.5": record("e1", 5, "16")}
    macros = asked({**properties, "current-snapshot-id": "15"}, back)
    last = macros["last_commit"](Relation(), True)
    assert macros["_undone_commits"](last, last["touched"], 5) == {"tablestore.undone": "[[1, 1], [4, 5]]"}
    expired = macros["_undone_commits"](last, {"record": {}}, 5)
    assert expired == {}, "the commit of its rows is not known"
    delta = on_delta(3, [], version="57", undone="[[1, 1]]")
    last = delta["last_commit"](Relation(), True)
    assert delta["_undone_commits"](last, {"record": None}, 5) == {"tablestore.undone": "[[1, 1], [4, 5]]"}
    assert delta["_undone_commits"](last, {"record": None}, 3) == {"tablestore.undone": "[[1, 1]]"}
    assert call("_is_not_undone", "c", [[1, 1], [4, 5]]) == " and c not between 1 and 1 and c not between 4 and 5"


def test_a_rebuild_that_was_killed_and_written_to_is_published_and_not_maintained() -> None:
    """An expiry would drop the snapshots by which the next run sees what another program has written."""
    rebuilt = {"tablestore.epoch": "e2", "tablestore.commit": "0", "current-snapshot-id": "21"}
    properties = rebuilt | {"tablestore.switched.e2": record("e2", 1, "")}
    snapshots = [snapshot("20", None, record("e2", 1, "20")), snapshot("21", "20", operation="append")]
    macros = asked(properties, snapshots, load_relation=lambda relation: relation)
    settled, lines = macros["settled_commit"], list[str]()

    def publishes(*given: Any) -> Any:
        properties.update({"tablestore.commits.e2.1": record("e2", 1, "20")})
        return settled(*given)

    macros["settled_commit"] = publishes
    node = Node(name="orders", resource_type="model", config=Node(primary_key="k", materialized="incremental"))
    macros["_maintain_model"](node, Relation(), False, {}, lines, [])
    assert len(lines) == 1, lines
    assert lines[0].startswith("orders: not maintained, because its table was written by another program (append of ")
    assert " after commit 1; " in lines[0]


@pytest.mark.parametrize("now", ["none", "21"])
def test_a_table_that_had_no_snapshot_is_only_moved_if_it_has_none(now: str) -> None:
    """Its branch begins where the table is: after a first commit of another run, which it would contain."""
    properties = [Node(key="current-snapshot-id", value=now)]
    session = SimpleNamespace(rows=lambda _: properties, attempt_rows=lambda _: [Node(updated_ref=22)])
    macros = namespace(adapter=SimpleNamespace(session=lambda: session))
    move = {"sql": "call system.fast_forward"}
    if now == "none":
        assert macros["_moved_to_branch"](Relation(), Node(), move) == "22"
    else:
        with pytest.raises(MacroError, match=r"another run or program has written it .*\n.*run the model again"):
            macros["_moved_to_branch"](Relation(), Node(), move)


SHARED = [(number, "of both") for number in range(1, 46)]
OWN = [(number, "of one") for number in range(41, 47)]


@pytest.mark.parametrize(
    ("read", "now", "differs"),
    [
        pytest.param(SHARED[:40] + OWN, SHARED, 41, id="the clone has been read"),
        pytest.param(SHARED, SHARED[:40] + OWN, 41, id="its original has been read"),
        pytest.param(SHARED, SHARED[:41], 42, id="cloned before"),
        pytest.param(SHARED, SHARED + OWN[5:], None, id="cloned later"),
        pytest.param(SHARED, SHARED, None, id="just cloned"),
        pytest.param(OWN, SHARED, 41, id="the clone by hand has been read"),
        pytest.param(SHARED, OWN, 41, id="the original of a clone by hand has been read"),
        pytest.param(SHARED, OWN[5:], None, id="cloned by hand later"),
        pytest.param(SHARED, [], None, id="just cloned by hand"),
        pytest.param(None, SHARED, None, id="renamed"),
    ],
)
def test_a_position_in_a_clone_is_none_in_its_original(
    read: list[tuple[int, str]] | None, now: list[tuple[int, str]], differs: int | None
) -> None:
    """Both count their commits on from the same one, in the same epoch. SQLite has the two histories."""
    database = sqlite3.connect(":memory:")
    for schema, rows in (("dev", read or []), ("prod", now)):
        database.execute(f"create table {schema}_orders__commits (commit_ int, invocation_id text, epoch text)")
        database.executemany(f"insert into {schema}_orders__commits values (?, ?, 'e1')", rows)

    def run_query(sql: str) -> list[Answer]:
        if sql.startswith("select min(commit)"):
            text = re.sub(r"\bcommit\b", "commit_", re.sub(r"lake\.(\w+)\.", r"\1_", sql))
            return [Answer(first=database.execute(text).fetchone()[0])]
        name, value = "tablestore.epoch", "e1"
        return [Answer(key=name, value=value), Answer(key="tablestore.commit", value="45")]

    def created(database: str, schema: str, identifier: str) -> Relation:
        return Relation(identifier, schema)

    relations = Node(Relation=Node(create=created))
    find = (lambda _: None) if read is None else (lambda relation: relation)
    macros = namespace(execute=True, run_query=run_query, api=relations, load_relation=find, invocation_id="i")
    upstream = Node(epoch="e1", table="lake.prod.orders", history="lake.prod.orders__commits", has_history=True)
    reader = Node(name="total", offsets={"lake.dev.orders": Node(epoch="e1", commit=45)})
    if differs:
        with pytest.raises(MacroError, match=f"differ from commit {differs} on; model 'total' has read "):
            macros["_read_position"](upstream, reader)
    else:
        assert macros["_read_position"](upstream, reader) == 45


def on_delta(
    number: int,
    versions: list[dict[str, Any]],
    target: dict[str, Any] | None = None,
    others: dict[str, list[str]] | None = None,
    **record: Any,
) -> Any:
    """The macros over a Delta table whose last commit has this number, and its versions, the newest first.

    ``others`` are the columns of other tables, by name.
    """
    tables = others or {}
    name = f"tablestore.commits.e1.{number}"
    names = {"epoch": "e1", "commit": number, "serial": number, "definition": "{}", "offsets": json.dumps(OFFSETS)}
    names["format"] = "delta"
    sealed = {f"tablestore.{key}": value for key, value in (names | record).items()}
    properties = {"tablestore.epoch": "e1", "tablestore.commit": "0", name: json.dumps(sealed)}
    defaults = {"userMetadata": None, "operationMetrics": "{}", "operationParameters": "{}", "timestamp": "t"}

    def run_query(sql: str) -> list[Answer]:
        if sql.startswith("describe history"):
            rows = [Answer(**defaults | row) for row in versions]
            return rows[: int(sql.rpartition(" limit ")[2])] if " limit " in sql else rows
        if sql.startswith("show tables in "):
            return [Answer(tableName=name.rpartition(".")[2]) for name in tables]
        if described := re.match(r"describe table (\S+)", sql):
            return [Answer(col_name=name, data_type="string", comment=None) for name in tables[described[1]]]
        if sql.startswith("describe detail"):
            return [Answer(id="t")]
        assert sql.startswith("show tblproperties"), sql
        return [Answer(key=key, value=value) for key, value in properties.items()]

    def load_relation(relation: Relation) -> Relation | None:
        return relation if str(relation) in tables else None

    found = {"run_query": run_query, "load_relation": load_relation, "local_md5": str}
    return namespace(execute=True, invocation_id="i", target=target or {}, **found)


RECORD = {"tablestore.epoch": "e1", "tablestore.commit": 5, "tablestore.counts": "{}"}
MERGED = {"operation": "MERGE", "userMetadata": json.dumps(RECORD)}
SEALED = {"operation": "SET TBLPROPERTIES", "version": 58}


def test_a_clone_goes_on_from_a_published_commit() -> None:
    macros = on_delta(4, [MERGED | {"version": 57}], version="50")
    with pytest.raises(MacroError, match="it has a commit that is not published"):
        macros["clone_parts"](Relation(), Relation(schema="dev"))
    versions = [SEALED, MERGED | {"version": 57}]
    clauses = on_delta(5, versions, version="57")["clone_parts"](Relation(), Relation(schema="dev"))["clauses"]
    assert clauses.startswith(" version as of 58 tblproperties ('tablestore.commits.e1.5' = '{")
    assert '"tablestore.version": "0"' in clauses and '"tablestore.commit": 5' in clauses


@pytest.mark.parametrize("own", [None, "scratch"])
@pytest.mark.parametrize("sealed", [{"version": "57"}, {}], ids=["sealed", "of an earlier release"])
def test_a_clone_has_its_side_tables_where_its_own_profile_says(own: str | None, sealed: dict[str, str]) -> None:
    """The schema that its original records is that of the side tables of production."""
    place = json.dumps({"schema": "internal", "table": "lake.main.orders"})
    versions = [SEALED, MERGED | {"version": 57}]
    macros = on_delta(5, versions, target={"side_tables": {"schema": own}}, **{"side-tables": place}, **sealed)
    clauses = macros["clone_parts"](Relation(), Relation(schema="dev"))["clauses"]
    properties = dict(re.findall(r"'(tablestore\S*)' = '(.*)'\)?$", clauses, re.MULTILINE))
    record = json.loads(properties["tablestore.commits.e1.5"].replace("\\\\", "\\"))
    named = {"schema": own, "table": "lake.dev.orders"} if own else {}
    assert json.loads(record["tablestore.side-tables"]) == named


HISTORY, DELETES = ["epoch", "commit", "invocation_id", "offsets"], ["_epoch", "_commit", "_committed_at"]
DELETES += ["_invocation_id"]


def test_a_clone_has_the_files_and_deletes_of_its_commits() -> None:
    """Where its own profile says, and none of a later commit or another build."""
    place = json.dumps({"schema": "internal", "table": "lake.main.orders"})
    others = {f"lake.internal.main__orders__{name}": [] for name in ("commits", "deleted")}
    versions = [SEALED, MERGED | {"version": 57}]
    macros = on_delta(5, versions, others=others, version="57", **{"side-tables": place})
    assert [sql.split() for sql in macros["clone_parts"](Relation(), Relation(schema="dev"))["copies"]] == [
        f"create or replace table lake.dev.orders__{name} using delta tblproperties ('tablestore.history-of' ="
        f" 'lake.dev.orders') as select * from lake.internal.main__orders__{name}"
        f" where {begin}epoch = 'e1' and {begin}commit <= 5".split()
        for name, begin in (("commits", ""), ("deleted", "_"))
    ]
    assert on_delta(5, versions, version="57")["clone_parts"](Relation(), Relation(schema="dev"))["copies"] == []


@pytest.mark.parametrize(
    ("taken", "refused"),
    [
        ({"commits": HISTORY, "deleted": DELETES}, False),
        ({"commits": HISTORY, "deleted": ["id"]}, True),
        ({"commits": ["id"]}, True),
        ({"changelog": ["id"]}, False),
    ],
    ids=["an earlier clone", "deletes of nobody", "commits of nobody", "unused"],
)
def test_a_clone_replaces_no_table_of_others(taken: dict[str, list[str]], refused: bool) -> None:
    others = {f"lake.main.orders__{name}": [] for name in ("commits", "deleted")}
    others |= {f"lake.dev.orders__{name}": columns for name, columns in taken.items()}
    macros = on_delta(5, [SEALED, MERGED | {"version": 57}], others=others, version="57")
    if refused:
        with pytest.raises(MacroError, match=r"nothing was changed:\n.*exists, and no keyed model wrote it: rename it"):
            macros["clone_parts"](Relation(), Relation(schema="dev"))
    else:
        assert len(macros["clone_parts"](Relation(), Relation(schema="dev"))["copies"]) == 2


@pytest.mark.parametrize("operation", ["RESTORE", "CLONE"])
def test_a_commit_that_another_version_has_undone_is_not_completed(operation: str) -> None:
    """After commit 7, the table had commit 20; its rows and its properties are those of commit 7 again."""
    undone = {"operation": "MERGE", "userMetadata": json.dumps(RECORD | {"tablestore.commit": 20}), "version": 39}
    versions = [
        {"version": 42, "operation": operation, "operationParameters": '{"version": "15"}'},
        {"version": 41, "operation": "DELETE"},
        {"version": 40, "operation": "SET TBLPROPERTIES"},
        undone,
        {"version": 15, "operation": "SET TBLPROPERTIES"},
        MERGED | {"version": 14},
    ]
    macros, relation = on_delta(7, versions, version="14", **{"read-version": "13"}), Relation()
    last = macros["last_commit"](relation, True)
    assert macros["_unpublished"](relation, last) is None
    assert macros["touched_since"](relation, last)["how"] == "back"


@pytest.mark.parametrize("operation", ["RESTORE", "CLONE"])
@pytest.mark.parametrize("kept", ["offsets", "deletes", "nothing"])
def test_a_delta_table_that_went_back_under_a_run_says_what_it_has_lost(operation: str, kept: str) -> None:
    """The run had read commit 8 and makes commit 9 on top of commit 3, with the offsets and deletes of all of them."""
    own = {"operation": "MERGE", "userMetadata": json.dumps(RECORD | {"tablestore.commit": 9}), "version": 59}
    back = {"version": 58, "operation": operation, "operationParameters": '{"version": "15"}'}
    versions = [SEALED | {"version": 60}, own, back, SEALED | {"version": 57}]
    record = {"version": "59", "read-version": "57", "compacted": 9, "changelog-start": 0, "counts": "{}"}
    record |= {} if kept == "offsets" else {"offsets": "{}"}
    others = {"lake.main.orders__deleted": ["id"]} if kept == "deletes" else {}
    macros, relation, node = on_delta(9, versions, others=others, **record), Relation(), Node(name="orders")
    last = macros["last_commit"](relation, True)
    problems = macros["_problems_of_going_back"](node, relation, last, macros["touched_since"](relation, last))
    assert len(problems) == (0 if kept == "nothing" else 3), problems
    if problems:
        assert f"({operation.lower()} of t) while a run made commit 9, " in problems[0]
        assert "rebuild the model and its readers" in problems[2]
    before = on_delta(8, versions[2:], others=others, **record | {"version": "56", "read-version": "54"})
    last = before["last_commit"](relation, True)
    touched = before["touched_since"](relation, last)
    assert touched["how"] == "back", "no run went on from it"
    assert before["_problems_of_going_back"](node, relation, last, touched) == []


@pytest.mark.parametrize(("kept", "how"), [(4, None), (3, "written")])
def test_versions_that_a_log_no_longer_has_may_have_been_written(kept: int, how: str | None) -> None:
    """A checkpoint removes old files of the log: of the versions that are left, none may have changed a row."""
    optimized = [{"version": version, "operation": "OPTIMIZE", "timestamp": "2026-01-09"} for version in (18, 17, 16)]
    macros = on_delta(7, [*optimized, SEALED | {"version": 15}][:kept], version="14", **{"read-version": "14"})
    touched = macros["touched_since"](Relation(), macros["last_commit"](Relation(), True))
    assert (touched["how"] if touched else None) == how


def test_what_a_run_has_looked_at_is_not_looked_at_again() -> None:
    """The log of the next run can begin after it: Delta keeps 30 days."""
    optimized = [{"version": version, "operation": "OPTIMIZE", "timestamp": "2026-01-09"} for version in (18, 17, 16)]
    record = {"version": "14", "read-version": "14", "compacted": 7, "changelog-start": 0, "counts": "{}"}
    macros, relation = on_delta(7, [*optimized, SEALED | {"version": 15}], **record), Relation()
    last = macros["settled_commit"]({"name": "orders"}, relation, True)
    next_commit = macros["_next_commit"](None, relation, last)
    assert next_commit["properties"]["tablestore.read-version"] == 18
    assert "tablestore.checked-version" not in next_commit["properties"]


def test_a_rebuild_has_the_time_of_its_own_clock_after_a_clock_that_was_far_ahead() -> None:
    record = {"version": "14", "compacted": 7, "changelog-start": 0, "counts": "{}"}
    macros = on_delta(7, [], **record, **{"committed-at": "2062-01-01 00:00:00.000000+00:00"})
    last = macros["last_commit"](Relation(), True)
    for rebuild, year in ((False, "2062"), (True, "2026")):
        made = macros["_next_commit"](None, Relation(), last, rebuild=rebuild)
        assert made["properties"]["tablestore.committed-at"] == f"{year}-01-01 00:00:00.000000+00:00"


def test_what_others_write_to_a_clone_by_hand_is_noticed() -> None:
    """Its last commit is in a version of the original that the clone does not have."""
    clone, relation = {"version": 0, "operation": "CLONE"}, Relation()
    write = {"version": 1, "operation": "WRITE"}
    macros = on_delta(4, [clone], version="57", **{"read-version": "55"})
    assert macros["touched_since"](relation, macros["last_commit"](relation, True)) is None
    macros = on_delta(4, [write, clone], version="57", **{"read-version": "55"})
    assert macros["touched_since"](relation, macros["last_commit"](relation, True))["how"] == "written"
    own = MERGED | {"version": 1}
    macros = on_delta(
        5, [write | {"version": 3}, SEALED | {"version": 2}, own, clone], version="1", **{"read-version": "58"}
    )
    assert macros["touched_since"](relation, macros["last_commit"](relation, True))["how"] == "written"
    macros = on_delta(4, [own, clone], version="57", **{"read-version": "55"})
    rows = macros["rows_of_commit"](relation, macros["last_commit"](relation, True))
    assert rows == "lake.main.orders version as of 0"


@pytest.mark.parametrize("dropped", [None, 11, 12])
def test_columns_that_were_dropped_are_found_below_later_versions_of_others(dropped: int | None) -> None:
    """The history begins with the newest version, and another writer can make one at any time."""
    versions, written = [13, 12, 11, 10, 9], [15, 14]

    def run_query(sql: str) -> list[Answer]:
        if written:
            versions.insert(0, written.pop())
        drop = {"operation": "DROP COLUMNS", "operationParameters": '{"columns": "[\\"v\\"]"}'}
        other = {"operation": "WRITE", "operationParameters": "{}"}
        rows = [Answer(version=one, **(drop if one == dropped else other)) for one in versions]
        return rows[: int(sql.rpartition(" limit ")[2])]

    found = namespace(execute=True, run_query=run_query)["changed_columns"]("t", 10, 13)
    assert found == ([{"operation": "DROP COLUMNS", "columns": ["v"]}] if dropped else [])


RENAMED = {"oldColumnPath": "s.`a b`", "newColumnPath": "s.c"}
MAPPED = ({"delta.minReaderVersion": "2"}, {"delta.minReaderVersion": "3", "delta.feature.columnMapping": "supported"})


@pytest.mark.parametrize(
    ("operation", "given", "properties", "found"),
    [
        ("DROP COLUMNS", {"columns": '["v","s.b"]'}, {}, [{"operation": "DROP COLUMNS", "columns": ["v", "s.b"]}]),
        ("RENAME COLUMN", RENAMED, {}, [{"operation": "RENAME COLUMN", "columns": ["s.`a b`"]}]),
        ("REPLACE COLUMNS", {"columns": "[]"}, {}, [{"operation": "REPLACE COLUMNS", "columns": None}]),
        ("CLONE", {"source": "t"}, {}, [{"operation": "CLONE", "columns": None}]),
        *(("RESTORE", {"version": "2"}, mapped, [{"operation": "RESTORE", "columns": None}]) for mapped in MAPPED),
        ("RESTORE", {"version": "2"}, {"delta.minReaderVersion": "3"}, []),
        ("WRITE", {"mode": "Overwrite"}, MAPPED[0], []),
        ("ADD COLUMNS", {"columns": "[]"}, MAPPED[0], []),
        ("CHANGE COLUMN", {"column": "{}"}, MAPPED[0], []),
    ],
)
def test_operations_of_delta_that_can_replace_columns(
    operation: str, given: dict[str, str], properties: dict[str, str], found: list[dict[str, Any]]
) -> None:
    def run_query(sql: str) -> list[Answer]:
        if sql.startswith("show tblproperties"):
            return [Answer(key=name, value=value) for name, value in properties.items()]
        return [Answer(version=11, operation=operation, operationParameters=json.dumps(given))]

    assert namespace(execute=True, run_query=run_query)["changed_columns"]("t", 10, 11) == found
    assert namespace(execute=True, run_query=run_query)["changed_columns"]("t", 11, 11) == []


@pytest.mark.parametrize(
    ("operation", "text", "columns"),
    [
        ("DROP COLUMNS", '{"columns":"["v","s.`a b`"]"}', ["v", "s.`a b`"]),
        ("DROP COLUMNS", '{"columns":"["a\\"b"]"}', ['a"b']),
        ("DROP COLUMNS", '{"columns":"["a"b"]"}', None),
        ("DROP COLUMNS", "{}", None),
        ("RENAME COLUMN", '{"oldColumnPath":"v","newColumnPath":"w"}', ["v"]),
        ("RENAME COLUMN", '{"oldColumnPath":"`a"b`","newColumnPath":"w"}', None),
    ],
)
def test_columns_of_delta_as_a_thrift_server_shows_them(operation: str, text: str, columns: list[str] | None) -> None:
    """It writes maps like JSON, but does not escape the texts in them."""

    def run_query(sql: str) -> list[Answer]:
        return [Answer(version=11, operation=operation, operationParameters=text)]

    found = namespace(execute=True, run_query=run_query)["changed_columns"]("t", 10, 11)
    assert found == [{"operation": operation, "columns": columns}]


# What Spark's settings spark.sql.redaction.options.regex and spark.redaction.regex are by default.
HIDDEN_WORDS = ("(?i)url", "(?i)secret|password|token|access[.]?key|credential")
URLS = {"tablestore.primary-key": "Page_URL,hourly", "tablestore.offsets": json.dumps({"lake.tokens.up": OFFSETS})}


def as_shown(properties: dict[str, str]) -> dict[str, str]:
    """Properties as SHOW TBLPROPERTIES shows them."""
    hides = [re.compile(word) for word in HIDDEN_WORDS]
    hidden = {
        name for name, text in properties.items() if any(word.search(text) or word.search(name) for word in hides)
    }
    return {name: "*********(redacted)" if name in hidden else text for name, text in properties.items()}


def stored(properties: dict[str, Any]) -> dict[str, str]:
    """Properties as a statement writes them."""
    pairs = re.findall(r"'((?:[^'\\]|\\.)*)' = '((?:[^'\\]|\\.)*)'", call("_property_list", properties))
    assert len(pairs) == len(properties)
    return {re.sub(r"\\(.)", r"\1", name): re.sub(r"\\(.)", r"\1", text) for name, text in pairs}


def test_words_that_spark_hides_are_read_from_properties() -> None:
    """In names of columns and of tables, in what a rebuild sets, in the seal, and in tags."""
    run = json.loads(record("e2", 1, "20")) | URLS
    rebuilt = run | {"tablestore.commit": "0", "tablestore.switched.e2": json.dumps(run), "current-snapshot-id": "20"}
    rebuilt = {name: value for name, value in rebuilt.items() if name != "tablestore.version"}
    macros = asked(as_shown(stored(rebuilt)), [snapshot("20", None, json.dumps(run))])
    last = macros["last_commit"](Relation(), True)
    assert (last["primary_key"], last["offsets"]) == (["Page_URL", "hourly"], {"lake.tokens.up": OFFSETS})
    assert macros["_unpublished"](Relation(), last) == {"record": run, "version": "20"}
    tag = {"tablestore.tag.hourly": json.dumps({"epoch": "e2", "commit": 1})}
    sealed = rebuilt | {"tablestore.commits.e2.1": json.dumps(run)} | tag
    last = asked(as_shown(stored(sealed)), [])["last_commit"](Relation(), True)
    assert (last["number"], last["primary_key"]) == (1, ["Page_URL", "hourly"])
    assert call("_tags", last["properties"]) == {"hourly": {"epoch": "e2", "commit": 1}}


@pytest.mark.parametrize("name", ["tablestore.commits.e2.1", "tablestore.primary-key", "tablestore.switched.e2"])
def test_a_table_whose_properties_spark_hides_is_not_read(name: str) -> None:
    """Those that an earlier release has written."""
    properties = {"tablestore.epoch": "e2", "tablestore.commit": "0", name: json.dumps(URLS)}
    shown = re.escape(name.removesuffix(".e2"))
    with pytest.raises(MacroError, match=f"does not show its properties {shown}, .*\n.*redaction.options.reg"):
        asked(as_shown(properties), [])["last_commit"](Relation(), True)


@pytest.mark.parametrize(
    "text", ["url", 'a "url"', "\\url", "\turl\\token", "ÄAccess.KEY", "[url", '{"url": 1}', "secretoken", '"a"', "id"]
)
def test_a_text_with_a_word_that_spark_hides_is_written_and_read(text: str) -> None:
    read = asked(as_shown(stored({"tablestore.x": text})), [])["table_properties"](Relation())["tablestore.x"]
    assert read == text if not text.startswith("{") else json.loads(read) == json.loads(text)
