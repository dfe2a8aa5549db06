"""Functions in a dbt project: every command, registration at the first call, errors by file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

from formats import CATALOGS
from project import Project, spark

DOUBLED = "def doubled(x: int) -> int:\n    return x * 2\n"


@pytest.fixture
def project(zoned_project: Project) -> Project:
    return zoned_project


@pytest.fixture
def shop(project: Project) -> Project:
    project.write("functions/doubled.py", DOUBLED)
    project.write("models/orders.sql", "{{ config(materialized='table') }} select id as order_id from range(3)")
    return project


def test_run_build_test_and_show_without_any_yaml(shop: Project) -> None:
    shop.write(
        "models/m.sql",
        """
        {{ config(materialized='table') }}
        select order_id, {{ function('doubled') }}(order_id) as twice from {{ ref('orders') }}
        """,
    )
    shop.write("tests/twice.sql", "select * from {{ ref('m') }} where twice <> {{ function('doubled') }}(order_id)")
    shop.succeed("run")
    shop.succeed("test")
    built = shop.succeed("build")
    assert set(built.nodes) == {"doubled", "orders", "m", "twice"}
    assert shop.shown("select sum(twice), {{ function('doubled') }}(4) from {{ ref('m') }}") == [(6, 8)]


def test_ephemeral_incremental_snapshot_and_unit_test(shop: Project) -> None:
    shop.target |= {"database": "spark_catalog", "file_format": "delta"}
    shop.write(
        "models/e.sql",
        "{{ config(materialized='ephemeral') }} select *, {{ function('doubled') }}(order_id) x "
        "from {{ ref('orders') }}",
    )
    shop.write(
        "models/i.sql",
        """
        {{ config(materialized='incremental', incremental_strategy='merge', unique_key='order_id') }}
        select order_id, x, {{ function('doubled') }}(x) as y from {{ ref('e') }}
        """,
    )
    shop.write(
        "snapshots/s.sql",
        """
        {% snapshot s %}
        {{ config(unique_key='order_id', strategy='check', check_cols=['z']) }}
        select order_id, {{ function('doubled') }}(order_id) as z from {{ ref('orders') }}
        {% endsnapshot %}
        """,
    )
    shop.write(
        "models/unit.yml",
        """
        unit_tests:
          - name: doubles
            model: i
            overrides: {macros: {is_incremental: false}}
            given:
              - input: ref('e')
                format: sql
                rows: select 5L as order_id, 10L as x
            expect:
              rows: [{order_id: 5, x: 10, y: 20}]
        """,
    )
    shop.succeed("build")
    shop.succeed("build")
    assert shop.shown("select sum(x), sum(y), count(*) from {{ ref('i') }}") == [(6, 12, 3)]
    assert shop.shown("select sum(z), count(*) from {{ ref('s') }}") == [(6, 3)]


def test_a_function_in_a_merge_of_a_keyed_model(shop: Project) -> None:
    shop.write(
        "models/k.sql",
        """
        {{ config(materialized='incremental', primary_key='id') }}
        select order_id % 2 as id, {{ function('doubled') }}(order_id) as twice from {{ ref('orders') }}
        """,
    )
    shop.succeed("run")
    shop.succeed("run")
    assert sorted(shop.shown("select * from {{ ref('k') }}")) == [(0, 4), (1, 2)]


def test_table_functions_and_aggregates_by_name(shop: Project) -> None:
    shop.write(
        "functions/upto.py",
        "from collections.abc import Iterator\ndef upto(n: int) -> Iterator[int]: return range(n)\n",
    )
    shop.write(
        "functions/total.py",
        """
        class total:
            def __init__(self): self.sum = 0
            def accumulate(self, x: int) -> None: self.sum += x
            def finish(self) -> int: return self.sum
        """,
    )
    shop.write(
        "models/m.sql",
        """
        {{ config(materialized='table') }}
        select order_id, {{ function('total') }}(value) as total
        from {{ ref('orders') }}, lateral {{ function('upto') }}(order_id)
        group by order_id
        """,
    )
    shop.succeed("build")
    assert sorted(shop.shown("select * from {{ ref('m') }}")) == [(1, 0), (2, 1)]


def test_a_view_is_refused_before_any_sql(shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    original = Cursor._run

    def run(self: Cursor, text: str) -> None:
        sent.append(text)
        original(self, text)

    monkeypatch.setattr(Cursor, "_run", run)
    shop.write("models/v.sql", "select {{ function('doubled') }}(1) as x")
    outcome = shop.fail("run", "--select", "v")
    assert (
        "model v (models/v.sql) creates a view that calls the Python function `doubled`. Spark cannot store such a "
        "view, because the function exists only while dbt runs. Use materialized='table' or 'ephemeral'."
    ) in outcome.message
    assert not [text for text in sent if "doubled" in text]


def test_a_view_over_an_ephemeral_model_is_refused_but_not_for_a_cte_of_that_name(shop: Project) -> None:
    shop.write("models/e.sql", "{{ config(materialized='ephemeral') }} select {{ function('doubled') }}(1) as x")
    shop.write("models/v.sql", "select * from {{ ref('e') }}")
    shop.write("models/w.sql", "with doubled (x) as (select 1) select x from doubled")
    outcome = shop.fail("run", "--select", "v", "w", "e")
    assert "model v (models/v.sql) creates a view that calls the Python function `doubled`" in outcome.message
    assert outcome.nodes["w"].status == "success"


def test_an_error_names_the_file_and_its_line(shop: Project) -> None:
    shop.write(
        "models/m.sql",
        """
        {{ config(materialized='table') }}
        {% set ignored = 1 %}
        select {{ function('doubled') }}(1) as a,
               {{ function('doubled') }}('x') as b
        """,
    )
    outcome = shop.fail("run", "--select", "m")
    assert (
        "models/m.sql line 4: doubled does not accept (STRING). Its signature is doubled(x BIGINT). Argument `x` is "
        "STRING: cast it, for example doubled(cast('x' as bigint))."
    ) in outcome.message


def test_a_wrong_value_in_a_run(shop: Project) -> None:
    shop.write("functions/doubled.py", "def doubled(x: int) -> int:\n    return x / 2\n")
    shop.write("models/m.sql", "{{ config(materialized='table') }} select {{ function('doubled') }}(3) as x")
    message = shop.fail("run", "--select", "m").message
    assert "functions/doubled.py: doubled(x = 3) returned 1.5 (float), but -> int means BIGINT." in message
    assert "Traceback" not in message


def test_a_wrong_function_stops_only_what_calls_it(shop: Project) -> None:
    shop.write("functions/wrong.py", "def wrong(x: list) -> int: ...\n")
    shop.write("functions/worse.py", "def worse(x: int -> int: ...\n")
    for name in ("doubled", "wrong", "worse"):
        query = f"select {{{{ function('{name}') }}}}(1) as x"
        shop.write(f"models/of_{name}.sql", "{{ config(materialized='table') }} " + query)
    nodes = shop.fail("build", "--select", "of_doubled", "of_wrong", "of_worse", "wrong").nodes
    assert {name: str(node.status) for name, node in nodes.items()} == {
        "of_doubled": "success",
        "of_wrong": "skipped",
        "of_worse": "error",
        "wrong": "error",
    }
    assert "functions/wrong.py: wrong(x: list): list does not name its element type." in nodes["wrong"].message
    assert "functions/worse.py line 1: the file cannot be imported: SyntaxError" in nodes["of_worse"].message
    assert shop.shown("select {{ function('doubled') }}(4)") == [(8,)]
    shop.succeed("compile", "--select", "of_doubled")


def test_the_error_of_a_row_is_one_sentence_everywhere(shop: Project, capfd: pytest.CaptureFixture[str]) -> None:
    """In a data test and in run_query the rows are fetched, and Spark computes them only then."""
    shop.write("functions/halved.py", "def halved(x: int) -> int:\n    return x / 2\n")
    shop.write("tests/positive.sql", "select * from range(0, 3, 1, 1) where {{ function('halved') }}(id) > 0")
    shop.write(
        "models/q.sql",
        """
        {% if execute %}{% do run_query("select " ~ function('halved') ~ "(3)") %}{% endif %}
        select 1 as x
        """,
    )
    shop.write("models/c.sql", "{{ config(materialized='table') }} select {{ function('halved') }}('a') as x")
    nodes = {**shop.fail("build", "--select", "positive", "q").nodes, **shop.fail("run", "--select", "c").nodes}
    sentence = "functions/halved.py: halved(x = {}) returned {} (float), but -> int means BIGINT. Return an int, or"
    assert sentence.format(0, "0.0") in nodes["positive"].message
    assert sentence.format(3, "1.5") in nodes["q"].message
    assert "halved does not accept (STRING)" in nodes["c"].message
    assert not any("Traceback" in (node.message or "") for node in nodes.values())
    printed = "".join(capfd.readouterr())
    assert "Traceback" not in printed and "py4j" not in printed


SPREAD = """
class spread:
    def create_accumulator(self): return (None, None)
    def accumulate(self, state, x: int):
        low, high = state
        return (x if low is None else min(low, x), x if high is None else max(high, x))
    def get_value(self, state) -> int | None: return None if state[0] is None else state[1] - state[0]
"""
CHANGES = """
{{ config(materialized='incremental', primary_key='id', rowkind_field='kind', changelog_producer='lookup') }}
select * from values %s v(id, shop, amount, at, kind)
"""


def test_python_aggregates_in_operators(shop: Project) -> None:
    shop.write("functions/spread.py", SPREAD)
    shop.write(
        "models/by_shop.sql",
        """
        {{ config(materialized='incremental', primary_key='shop') }}
        select * from {{ tablestore.changelog_aggregate(
            ref('sales'), 'shop', {'width': function('spread') ~ '(amount)'}, consumer='by_shop') }}
        """,
    )
    shop.write(
        "models/by_hour.sql",
        """
        {{ config(materialized='table') }}
        select shop, width, window_start from {{ tablestore.window_aggregate(
            ref('sales'), {'type': 'hop', 'time_column': 'at', 'size': '2 hours', 'slide': '1 hour'}, 'shop',
            {'width': function('spread') ~ '(amount)'}) }}
        """,
    )
    first = "(1, 'a', 10, timestamp'2024-01-01 01:10:00', '+I'), (2, 'a', 14, timestamp'2024-01-01 01:20:00', '+I')"
    second = "(3, 'a', 1, timestamp'2024-01-01 02:20:00', '+I'), (2, 'a', 14, timestamp'2024-01-01 01:20:00', '-D')"
    for batch, widths, hours in (
        (first, [("a", 4)], [("a", 4), ("a", 4)]),
        (second, [("a", 9)], [("a", 0), ("a", 9), ("a", 0)]),
    ):
        shop.write("models/sales.sql", CHANGES % batch)
        shop.succeed("run", "--select", "sales", "by_shop", "by_hour")
        assert shop.shown("select shop, width from {{ ref('by_shop') }}") == widths
        assert shop.shown("select shop, width from {{ ref('by_hour') }} order by window_start") == hours


def test_names_in_backticks_and_of_other_letters(shop: Project) -> None:
    shop.write("functions/größe.py", "def größe(x: int) -> int:\n    return x + 1\n")
    assert shop.shown("select {{ function('größe') }}(4), `größe` /* of */ (5), {{ function('doubled') }} (6)") == [
        (5, 6, 12)
    ]


def test_a_python_model_calls_functions_and_has_the_configs_of_a_table(shop: Project) -> None:
    shop.write(
        "models/p.py",
        """
        def model(dbt, session):
            \"\"\"The customer's numbers.\"\"\"
            dbt.config(materialized="incremental", incremental_strategy="append", file_format="iceberg",
                partition_by=["days(at)"], tblproperties={"shop.owner": "Ada"}, persist_docs={"relation": True})
            return session.sql("select doubled(id) as x, timestamp'2024-01-01' as at from range(4)")
        """,
    )
    shop.write("models/p.yml", "models: [{name: p, description: Doubled 🚀}]")
    shop.succeed("run", "--select", "p")
    assert sorted(shop.shown("select x from {{ ref('p') }}")) == [(0,), (2,), (4,), (6,)]
    table = f"{CATALOGS['iceberg']}.{shop.schema}.p"
    facts = {row[0]: row[1] for row in spark().sql(f"describe extended {table}").collect()}
    assert facts["Part 0"] == "days(at)" and facts["Comment"] == "Doubled 🚀"
    assert "shop.owner=Ada" in facts["Table Properties"]
    # another run, of which the one that has failed long ago is no longer
    batches = [f"{table}__dbt_tmp_{made}0101000000_0123abcd" for made in (2020, 2999)]
    for batch in batches:
        spark().sql(f"create table {batch} using iceberg as select 7 as x")
    shop.succeed("run", "--select", "p")
    assert len(shop.shown("select x from {{ ref('p') }}")) == 8
    left = spark().sql(f"show tables in {CATALOGS['iceberg']}.{shop.schema} like 'p__*'").collect()
    assert [row.tableName for row in left] == ["p__dbt_tmp_29990101000000_0123abcd"]


def test_a_python_model_reads_a_source_of_which_rows_are_left_out(shop: Project) -> None:
    table = f"{CATALOGS['iceberg']}.{shop.schema}.hours"
    spark().sql(f"create schema if not exists {CATALOGS['iceberg']}.{shop.schema}")
    spark().sql(
        f"create table {table} using iceberg as select hour, timestamp'2026-01-01 00:00:00' + make_interval(0, 0, 0, 0,"
        " hour) as at from range(48) as _(hour)"
    )
    source = {"name": "lake", "database": CATALOGS["iceberg"], "schema": shop.schema}
    source |= {"tables": [{"name": "hours", "config": {"event_time": "at"}}]}
    shop.write("models/hours.yml", {"sources": [source]})
    shop.write("models/h.py", "def model(dbt, session):\n    return dbt.source('lake', 'hours').select('hour')\n")
    sample = ["--sample", "{'start': '2026-01-02', 'end': '2026-01-03'}"]
    for options, count in (([], 48), (["--empty"], 0), (sample, 24)):
        shop.succeed("run", "--select", "h", *options)
        assert shop.shown("select count(*) from {{ ref('h') }}") == [(count,)], options


def test_clauses_of_an_aggregate_in_a_model(shop: Project) -> None:
    shop.write(
        "functions/joined.py",
        """
        class joined:
            def create_accumulator(self): return ()
            def accumulate(self, state, x: int): return (*state, x)
            def get_value(self, state) -> str: return "-".join(map(str, sorted(state)))
        """,
    )
    query = "select {{ function('joined') }}(distinct id % 3) filter (where id > 2) as x from range(9)"
    shop.write("models/j.sql", "{{ config(materialized='table') }} " + query)
    shop.succeed("run", "--select", "j")
    assert shop.shown("select * from {{ ref('j') }}") == [("0-1-2",)]
    shop.write("models/j.sql", "{{ config(materialized='table') }} select {{ function('joined') }}(distinct 'a') as x")
    assert "models/j.sql" in shop.fail("run", "--select", "j").nodes["j"].message


def test_compiling_runs_no_function_file(shop: Project) -> None:
    code = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
    shop.write("functions/doubled.py", code + DOUBLED)
    shop.write("models/m.sql", "select {{ function('doubled') }}(order_id) as twice from {{ ref('orders') }}")
    shop.succeed("compile")
    assert "doubled(order_id)" in shop.compiled("compiled", "models/m.sql")
    assert not (shop.folder / "functions" / "ran").exists()
    assert shop.shown("select {{ function('doubled') }}(4)") == [(8,)]
    assert (shop.folder / "functions" / "ran").exists()
    shop.write("functions/doubled.py", "def double(x: int) -> int: ...")
    assert "functions/doubled.py defines no function or class named `doubled`." in shop.fail("compile").message


def test_the_name_of_a_built_in_is_refused(shop: Project) -> None:
    shop.write("functions/upper.py", "def upper(x: str) -> str: return x\n")
    shop.write("models/m.sql", "{{ config(materialized='table') }} select {{ function('upper') }}('a') as x")
    assert "functions/upper.py: `upper` is the name of a Spark built-in function" in shop.fail("run", "-s", "m").message


def test_a_changed_file_is_used_by_the_next_run(shop: Project) -> None:
    query = "select {{ function('doubled') }}(4)"
    assert shop.shown(query) == [(8,)]
    shop.write("functions/doubled.py", "def doubled(x: int) -> str:\n    return str(x * 3)\n")
    assert shop.shown(query) == [("12",)]


def test_a_changed_helper_is_used_too(shop: Project) -> None:
    shop.write("python/rates.py", "RATE = 2\ndef rate(x): return x * RATE\n")
    shop.write("functions/doubled.py", "from rates import rate\ndef doubled(x: int) -> int:\n    return rate(x)\n")
    assert shop.shown("select {{ function('doubled') }}(4)") == [(8,)]
    shop.write("python/rates.py", "RATE = 5\ndef rate(x): return x * RATE\n")
    assert shop.shown("select {{ function('doubled') }}(4)") == [(20,)]


@pytest.mark.extended
def test_four_threads_use_one_function(shop: Project) -> None:
    for number in range(8):
        shop.write(
            f"models/m{number}.sql",
            "{{ config(materialized='table') }} "
            f"select {{{{ function('doubled') }}}}(id + {number}) as x from range(50)",
        )
    shop.succeed("run", "--threads", "4")
    for number in range(8):
        assert shop.shown(f"select sum(x) from {{{{ ref('m{number}') }}}}") == [(2 * (1225 + 50 * number),)]


def test_jinja_between_raw_comments_is_left_alone(shop: Project) -> None:
    shop.write(
        "functions/braces.py", '# {% raw %}\ndef braces(x: int) -> str:\n    return f"{{{x}}}"\n# {% endraw %}\n'
    )
    assert shop.shown("select {{ function('braces') }}(4)") == [("{4}",)]


def test_docs_show_the_inferred_types(shop: Project) -> None:
    shop.write(
        "functions/joined.py", 'def joined(a: str, n: int = 2) -> list[str]:\n    """Repeats."""\n    return [a] * n\n'
    )
    shop.writes_artifacts = True
    shop.succeed("run")
    node = json.loads((shop.folder / "target" / "manifest.json").read_text())["functions"]["function.shop.joined"]
    assert node["description"] == "Repeats.\n\n- `joined(a STRING, n BIGINT DEFAULT 2) -> ARRAY<STRING>`"
    (shop.folder / "target").rename(shop.folder / "state")
    shop.writes_artifacts = False
    listed = shop.succeed("ls", "--select", "state:modified", "--state", "state")
    assert listed.result == []


def test_data_type_auto_keeps_the_inference(shop: Project) -> None:
    shop.write(
        "functions/functions.yml",
        """
        functions:
          - name: doubled
            description: Twice as much
            arguments: [{name: amount, data_type: auto}]
            returns: {data_type: auto}
        """,
    )
    assert shop.shown("select {{ function('doubled') }}(amount => 4)") == [(8,)]


def test_sql_functions_are_permanent_and_work_in_views(shop: Project) -> None:
    shop.write("functions/taxed.sql", "price * (1 + rate)")
    shop.write(
        "functions/taxed.yml",
        """
        functions:
          - name: taxed
            config: {volatility: deterministic}
            arguments: [{name: price, data_type: double}, {name: rate, data_type: double, default_value: 0.25}]
            returns: {data_type: double}
        """,
    )
    shop.write("models/v.sql", "select {{ function('taxed') }}(100) as gross")
    shop.succeed("build")
    assert shop.shown("select * from {{ ref('v') }}") == [(125.0,)]
    assert shop.shown("select {{ function('taxed') }}(100, rate => 0.5)") == [(150.0,)]


def test_a_table_function_in_sql(shop: Project) -> None:
    shop.write("functions/pairs.sql", "select n as a, n + step as b")
    shop.write(
        "functions/pairs.yml",
        """
        functions:
          - name: pairs
            config: {type: table}
            arguments: [{name: n, data_type: int}, {name: step, data_type: int, default_value: 1}]
            returns: {data_type: "table(a int, b int)"}
          - name: most
            config: {type: table}
            arguments: [{name: n, data_type: int}]
            returns: {data_type: "table(b bigint)"}
        """,
    )
    shop.write("models/p.sql", "{{ config(materialized='table') }} select * from {{ function('pairs') }}(3)")
    # each of these sessions gets the functions that the query of another one calls
    query = "select {{ function('doubled') }}(max(b)) from lateral {{ function('pairs') }}(n)"
    shop.write("functions/most.sql", query)
    shop.write("models/q.sql", "{{ config(materialized='table') }} select * from {{ function('most') }}(4)")
    shop.succeed("build", "--threads", "4", "--select", "pairs", "doubled", "most", "p", "q")
    assert shop.shown("select * from {{ ref('p') }}") == [(3, 4)]
    assert shop.shown("select * from {{ ref('q') }}") == [(10,)]
    assert shop.shown("select t.* from range(2), lateral {{ function('pairs') }}(int(id), 5) t order by 1") == [
        (0, 5),
        (1, 6),
    ]
    shop.write("functions/pairs.sql", "select n as a, {{ 7 }} as b")
    assert "functions/pairs.sql has Jinja" in shop.fail("run", "--select", "p").message
    shop.succeed("build", "--select", "pairs", "p")
    assert shop.shown("select * from {{ ref('p') }}") == [(3, 7)]
    shop.write("functions/pairs.sql", "select missing as a, 1 as b")
    assert "missing" in shop.fail("build", "--select", "pairs").message


def test_a_view_sees_that_a_sql_function_returns_other_types(shop: Project) -> None:
    """What Spark has said of its query is not recorded: neither its text nor its tables say what a function returns."""

    def declare(columns: str, kind: str) -> None:
        shop.write(
            "functions/functions.yml",
            f"""
            functions:
              - name: pairs
                config: {{type: table}}
                arguments: [{{name: n, data_type: int}}]
                returns: {{data_type: "table({columns})"}}
              - name: fee
                arguments: [{{name: x, data_type: bigint}}]
                returns: {{data_type: {kind}}}
            """,
        )

    view = "{{ config(materialized='materialized_view') }} "
    shop.write("functions/pairs.sql", "select n, n + 1")
    shop.write("functions/fee.sql", "x + 0.5")
    shop.write("models/p.sql", view + "select * from {{ function('pairs') }}(3)")
    shop.write("models/f.sql", view + "select {{ function('fee') }}(order_id) as fee from {{ ref('orders') }}")
    declare("a int, b int", "bigint")
    shop.succeed("build")
    assert shop.shown("select a, b from {{ ref('p') }}") == [(3, 4)]
    assert shop.shown("select fee from {{ ref('f') }} order by 1") == [(0,), (1,), (2,)]
    declare("b int, a int", "double")
    shop.succeed("build", "--exclude", "orders")
    assert shop.shown("select a, b from {{ ref('p') }}") == [(4, 3)]
    assert shop.shown("select fee from {{ ref('f') }} order by 1") == [(0.5,), (1.5,), (2.5,)]
    declare("b int, a int, c int", "double")
    shop.write("functions/pairs.sql", "select n, n + 1, n + 2")
    shop.succeed("build", "--select", "pairs", "p")
    assert shop.shown("select a, b, c from {{ ref('p') }}") == [(4, 3, 5)]


@pytest.mark.extended
def test_a_keyed_python_model(shop: Project) -> None:
    shop.write(
        "models/k.py",
        """
        def model(dbt, session):
            dbt.config(materialized="incremental", primary_key="id", sequence_field="at")
            rows = [(1, 2, "new"), (1, 1, "old")] if not dbt.is_incremental else [(1, 1, "late"), (2, 1, "first")]
            return session.createDataFrame(rows, "id bigint, at bigint, word string")
        """,
    )
    shop.succeed("run", "--select", "k")
    assert shop.shown("select * from {{ ref('k') }}") == [(1, 2, "new")]
    shop.succeed("run", "--select", "k")
    assert sorted(shop.shown("select * from {{ ref('k') }}")) == [(1, 2, "new"), (2, 1, "first")]
    assert not list(Path(shop.target["warehouse"]).glob(f"{shop.schema}/k__batch_*/**/*.parquet"))
