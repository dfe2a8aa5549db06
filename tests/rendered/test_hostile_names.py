"""Names and values that try to leave their quotes: a statement has the same tokens as with harmless ones.

Each text is rendered with harmless words, and again with a hostile name in place of one of them. The tokens of both, by
the rules of Spark's lexer, must be equal once the word is replaced: so no quote, comment mark or Jinja of a name
changes a statement, or adds one. A name can also be refused with an error of the package.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt.adapters.tablestore.relations.column import TablestoreColumn
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt_common.exceptions import DbtRuntimeError

from harness import MacroError, call
from planning import RUN, Node, commit_of
from planning import plan as plan_of
from spark_lexer import Token, tokens

HOSTILE = [
    "'; drop table x; -- \\",
    '` int); drop table x; /* " */ /*+ x */',
    "``",
    "{{ 7 * 7 }}{% raw %}{# {value} {acc} {init} {where} {retract} {order} {last} {table}",
    "../../evil $(touch evil) ${ spark.master} %s é😀²\u00a0#",
    "${spark.master} ${x}",
    "1e5 old.x) as y from (select 1",
    "a\nb\r\n\tc\0\u2028",
]

# Harmless words, each for one place in the statements.
WORDS = {
    "catalog": "zzcatalog",
    "schema": "zzschema",
    "side schema": "zzinternal",
    "table": "zztable",
    "key": "zzkey",
    "sequence": "zzsequence",
    "value": "zzvalue",
    "other": "zzother",
    "delimiter": "zzdelimiter",
    "property": "zzproperty",
    "setting": "zzsetting",
    "description": "zzdescription",
    "location": "zzlocation",
    "run": "zzrun",
    "alias": "zzalias",
    "filling": "zzfilling",
}
Words = dict[str, str]


def relation(words: Words) -> TablestoreRelation:
    return TablestoreRelation.create(
        database=words["catalog"], schema=words["schema"], identifier=words["table"], type="table"
    )


def keyed(words: Words, rebuild: bool = False, again: bool = False, in_memory: bool = False, **config: Any) -> str:
    """All statements of a commit of a keyed model."""
    names = [words["key"], words["sequence"], words["value"], words["other"], "_row_kind"]
    types = ["bigint", "timestamp", "string", "map<string,int>", "string"]
    columns = [{"name": name, "type": kind} for name, kind in zip(names, types, strict=True)]
    node = Node(
        name="model",
        description=words["description"],
        columns={},
        config=Node(
            {
                "primary_key": words["key"],
                "changelog_producer": "lookup",
                "state_ttl": "7 d",
                "location_root": words["location"],
                "persist_docs": {"relation": True},
                "tblproperties": {words["property"]: words["setting"]},
            }
            | config
        ),
    )
    stored = [*columns[:-1], {"name": "_written_at", "type": "timestamp"}]
    side_schema = words["side schema"] if rebuild else None
    former = {suffix: str(call("side_table", relation(words), suffix, None)) for suffix in ("__commits", "__changelog")}
    settings = call("_keyed_settings", node)
    plan = call("merge_plan", settings, relation(words), columns, [] if rebuild else stored, None, side_schema)
    plan["not_null_columns"] = [words["value"].lower()] if rebuild else []
    number = 1 if rebuild else 20
    commit = commit_of(plan["format"], number, rebuild, replaces=rebuild, old_properties=[words["run"]])
    commit["properties"] |= {"tablestore.epoch": words["run"], "tablestore.invocation-id": words["run"]}
    commit["former_tables"] = former if rebuild else {}
    log_columns = (
        None if rebuild else [column["quoted"] for column in plan["columns"]] + call("_log_columns", plan["changelog"])
    )
    plan = call("_of_commit", plan, relation(words), RUN, log_columns, rebuild, in_memory)
    plan["key_ranges"] = [
        {"column": column["quoted"], "ranges": [{"first": "'a'", "last": "'b'"}]} for column in plan["key_columns"]
    ]
    counts = dict.fromkeys([*call("_history_counts"), "rows_merged", "rows_added"], 1)
    log = {"snapshot": "7003", "has_rows": False, "has_branch": True}
    found = {"branch": "publish_20_b2b2b2b2", "tables": {plan["changelog"]["table"]: log}}
    batch = "select *\nfrom batch"
    statements = [*call("fold_statements", plan, batch, commit), *call("decide_statements", plan, batch, commit)]
    statements += [*call("write_statements", plan, commit, counts), *call("switch_statements", plan, commit, counts)]
    statements += call("publish_statements", plan, commit, found if again else {}, again=again)
    statements += call("_widen_statements", plan["table"], plan["format"], plan["columns"][:1])
    queries = [call("_keys_query", plan)["sql"], call("key_range_query", plan), call("counting_query", plan)["sql"]]
    queries.append("select " + call("_row_as_json", plan["columns"]))
    return ";\n".join([*(statement["sql"] for statement in statements), *queries])


def sequence(words: Words, **more: Any) -> dict[str, Any]:
    return {"sequence_field": words["sequence"]} | more


def list_of(function: str) -> Callable[[Words], dict[str, Any]]:
    """The config of an aggregation whose text column has this function."""
    settings = {"aggregate_function": function}

    def config(words: Words) -> dict[str, Any]:
        more = {"list_agg_delimiter": words["delimiter"]} if function == "listagg" else {}
        maps = {"aggregate_function": "merge_map"}
        fields = {words["value"]: settings | more, words["other"]: maps}
        return {"merge_engine": "aggregation", "fields": fields, "aggregation_remove_record_on_delete": True}

    return config


def group(words: Words) -> dict[str, Any]:
    return {
        "merge_engine": "partial-update",
        "fields": {words["sequence"]: {"sequence_group": [words["value"]]}},
        "partial_update_remove_record_on_sequence_group": [words["sequence"]],
    }


ENGINES: dict[str, Callable[[Words], dict[str, Any]]] = {
    "deduplicate": sequence,
    "first-row": lambda words: {"merge_engine": "first-row", "ignore_delete": True},
    "partial-update": lambda words: sequence(
        words, merge_engine="partial-update", partial_update_remove_record_on_delete=True
    ),
    "sequence group": group,
    "listagg": list_of("listagg"),
    "last_value": list_of("last_value"),
    "min": list_of("min"),
}


def operator(name: str, *arguments: Any, **named: Any) -> str:
    return str(call(name, *arguments, **named))


def in_backticks(name: str) -> str:
    """As users write a name where an expression is possible."""
    return f"`{name.replace('`', '``')}`"


OPERATORS: dict[str, Callable[[Words], str]] = {
    "deduplicate": lambda w: operator("deduplicate", relation(w), w["key"], [{"column": w["sequence"]}]),
    "topn": lambda w: operator("topn", relation(w), 3, w["key"], {"column": w["value"]}, "rank", w["alias"]),
    "as_of_join": lambda w: operator(
        "as_of_join", relation(w), relation(w), {w["key"]: w["other"]}, in_backticks(w["sequence"]),
        [{"column": w["value"]}], "left", ["rate", {in_backticks(w["value"]): w["alias"]}], "1 h", w["other"],
    ),
    "interval_join": lambda w: operator(
        "interval_join", relation(w), relation(w), {w["key"]: w["other"]}, in_backticks(w["sequence"]),
        in_backticks(w["value"]), "-1 h", "0 s",
    ),
    "fillna": lambda w: operator("fillna", relation(w), {w["value"]: w["filling"]}, {w["value"]: "string"}),
    "fillna untyped": lambda w: operator("fillna", relation(w), {w["value"]: "unknown"}),
    "dropna": lambda w: operator("dropna", relation(w), "any", None, {w["value"]: "string", w["key"]: "double"}),
    "replace": lambda w: operator("replace", relation(w), {w["filling"]: w["setting"]}, {w["value"]: "string"}),
    "sample": lambda w: operator("sample", relation(w), 0.1, 42, [w["key"], w["value"]]),
    "split": lambda w: str(call("split", relation(w), [0.5, 0.5], 1, w["key"])[0]),
    "options": lambda w: operator("hint", relation(w), "OPTIONS", {w["property"]: w["setting"]}),
    "repartition": lambda w: operator("hint", relation(w), "REPARTITION", [8, w["key"]]),
    "tumble": lambda w: operator("tumble", relation(w), in_backticks(w["sequence"]), "10 minutes"),
    "session": lambda w: operator("session", relation(w), in_backticks(w["sequence"]), "10 minutes", [w["key"]]),
    "window_aggregate": lambda w: operator(
        "window_aggregate", relation(w),
        {"type": "hop", "time_column": in_backticks(w["sequence"]), "slide": "1 minute", "size": "5 minutes"},
        [w["key"]], {w["alias"]: "sum(price)"},
    ),
    "window_topn": lambda w: operator("window_topn", relation(w), 3, [{"column": w["value"]}], [w["key"]]),
    "window_join": lambda w: operator("window_join", relation(w), relation(w), {w["key"]: w["other"]}, "full"),
    "changelog_join": lambda w: operator(
        "changelog_join", relation(w), relation(w), {w["key"]: w["other"]}, columns=[{"price": w["alias"]}],
        aliases=["l", "r"],
    ),
    "changelog_aggregate": lambda w: operator("changelog_aggregate", relation(w), w["key"], {w["alias"]: "count(*)"}),
    "changelog_topn": lambda w: operator(
        "changelog_topn", relation(w), 3, w["key"], {"column": w["value"]}, w["alias"]
    ),
    "changelog_deduplicate": lambda w: operator(
        "changelog_deduplicate", relation(w), w["key"], {"column": w["value"]}
    ),
}  # fmt: skip
TEXTS: dict[str, Callable[[Words], str]] = OPERATORS | {
    f"{engine}, {format}{', ' + how if how else ''}": (
        lambda w, config=config, format=format, how=how: keyed(
            w, **config(w), file_format=format, **({how: True} if how else {})
        )
    )
    for engine, config in ENGINES.items()
    for format, how in (("iceberg", ""), ("delta", "rebuild"), ("iceberg", "again"), ("iceberg", "in_memory"))
}


def replaced(found: list[Token], names: Words) -> list[Token]:
    """The tokens with hostile names in place of words. Spark quotes a name only when it must."""
    result, words = [], dict(WORDS)
    for kind, value in found:
        if kind == "string":  # a full name in a string is quoted like one in the statement
            for suffix in ("__changelog", "__commits", ""):
                before, after = (str(call("side_table", relation(w), suffix, None)) for w in (words, words | names))
                value = value.replace(before, after)
        for place, name in names.items():
            if kind == "word" and WORDS[place] in value:
                kind = "name"
            inserted = json.dumps(name)[1:-1] if kind == "comment" or value.startswith('{"') else name
            inserted = inserted.replace("/", "\\u002f") if kind == "comment" else inserted
            value = value.replace(WORDS[place], inserted)
        result.append(Token(kind, value))
    return result


def compared(found: list[Token]) -> list[Token]:
    """Words and names in lower case, as names of columns are compared; JSON without the escapes that it may have."""
    found = [Token(kind, _plain_json(value)) for kind, value in found]
    return [Token(kind, value.lower() if kind in ("word", "name") else value) for kind, value in found]


def _plain_json(value: str) -> str:
    return json.dumps(json.loads(value)) if value.startswith('{"') else value


def problem(text: str, names: Words, harmless: list[Token]) -> str:
    """What a text with these names has that the harmless one does not have; empty when it is the same."""
    sql = TEXTS[text](WORDS | names)
    try:
        found, expected = compared(tokens(sql)), compared(replaced(harmless, names))
    except ValueError as error:
        return f"{names}: {error}"
    if found == expected:
        return ""
    pairs = zip(found, expected, strict=False)
    first = next((pair for pair in pairs if pair[0] != pair[1]), (len(found), len(expected)))
    return f"{first[0]} instead of {first[1]} with {names}"


@pytest.mark.parametrize("text", TEXTS)
def test_a_name_stays_a_name(text: str) -> None:
    """All names at once; if one of them is refused, one after the other. Two of the texts are in no name."""
    harmless = tokens(TEXTS[text](WORDS))
    places = [place for place, word in WORDS.items() if any(word in token.value for token in harmless)]
    problems, refused = [], []
    for hostile in HOSTILE:
        names = {place: hostile + place + hostile for place in places}
        try:
            problems.append(problem(text, names, harmless))
        except (MacroError, DbtRuntimeError):
            for place, name in names.items():
                try:
                    problems.append(problem(text, {place: name}, harmless))
                except (MacroError, DbtRuntimeError):
                    refused.append((place, name))
    assert not any(problems), "\n".join(filter(None, problems))
    assert len(places) >= 4 and len(refused) <= len(places) * 2, refused


@pytest.mark.parametrize("name", HOSTILE)
def test_the_adapter_quotes_names(name: str) -> None:
    made = TablestoreRelation.create(database="lake", schema=name, identifier=name)
    if any(character < " " or character == "\u2028" for character in name) or "${s" in name:
        with pytest.raises(DbtRuntimeError, match=r"contains a line break or another control character|contains \$\{"):
            made.render()
        return
    (_, _, schema, _, table) = tokens(made.render())
    assert (schema.value, table.value) == (name, name)
    for quoted in (TablestoreAdapter.quote(name), TablestoreColumn(name, "int").quoted, made.quoted(name)):
        assert tokens(quoted) == [Token("name", name)]


def test_an_annotation_in_a_comment_is_not_read() -> None:
    """Jinja renders a macro in an SQL comment, too, and what it would read there is not read."""
    one, other = (call("_annotation", "files", {"subject": name}) for name in ("it's /*", "other"))
    texts = {
        f"select '/*' as a, {one} 1": ["it's /*"],
        f"select 1 /* don't {other} */ {one}": ["it's /*"],
        f"select 1 /* /* nested */ {other} */ {one} {one}": ["it's /*"],
        f"select \"a\\\"/*\", `/*`, 'it''s /*', 'b\\'/*' -- /* it's\n{one} {other}": ["it's /*", "other"],
        f"select 1 -- {other}\n": [],
        f"select /*+ coalesce(1) */ 1 {one} /* {other} {one} */": ["it's /*"],
        f"select r'\\' as a, R\"\\\" as b, {one} 'x'": ["it's /*"],
        f"select bar'\\'' {one}": ["it's /*"],
        f"select 1 -- a \\\n {other}\n{one}": ["it's /*"],
        f"select 1 -- a \r {one}": ["it's /*"],
        f"select 1 /* /*+ no comment in a comment */ {one}": ["it's /*"],
        "select 1": [],
    }
    for text, found in texts.items():
        assert [files["subject"] for files in call("_annotations", "files", text)] == found, text


def test_lines_of_a_literal_are_not_indented() -> None:
    plain = "select 1 /* it's */\nfrom t -- don't\nwhere a = 'it''s' and b = \"it's\""
    assert call("_indent", plain, 2) == plain.replace("\n", "\n  ")
    for literal in ("'one\ntwo'", '"one\n\'s two"', "'it\\'s\ntwo'", "r'\\\n'", "`a\nb`"):
        text = f"select /* it's */ {literal} /* don't */ as c,\n1 as d"
        assert call("_indent", text, 2) == text


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_only_a_line_break_of_spark_separates_lines(separator: str) -> None:
    """The rest of a comment on a new line would be SQL."""
    text = f"select 1 as a -- one{separator}two\n\nfrom t where b = 'one{separator}two'\n"
    assert call("_indent", text, 2) == text.replace("\nfrom", "\n  from")


@pytest.mark.parametrize(
    "comment",
    ["/* /* */ it's */", "/*/**/it's*/", "-- c:\\\n it's\n", "-- one\r'it''s' || ", "/*+ f('it''s') */", "/*/ it's */"],
)
def test_an_odd_comment_hides_no_literal(comment: str) -> None:
    """Its quote is no beginning of a literal, and spaces would become part of that which follows."""
    for last in ("", ", 'z' as c"):
        text = f"select 1 as a, {comment} 'x\ny' as b{last}"
        assert call("_indent", text, 2) == text


@pytest.mark.parametrize("width", [0, 2])
def test_a_comment_of_a_query_ends_with_the_query(width: int) -> None:
    """A backslash at its end would continue it on the line that follows, with a parenthesis."""
    assert call("_indent", "select 1 -- c:\\temp\\", width) == "select 1 -- c:\\temp\\ "
    assert call("_input_rows_query", plan_of("k int", primary_key="k"), "select 1 as k -- c:\\").count("c:\\ \n)") == 1
