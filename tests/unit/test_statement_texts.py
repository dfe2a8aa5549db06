"""Who still looks into the text of a statement.

A statement of a macro is a value: what its text does stands beside it (`_run` in macros/warehouse). Only the texts of
other people are read: the SELECT of a model, what somebody types, and what Spark and dbt say. The lists below name
every regular expression of the rooms in which statements are made, run or shown; others read models and messages.
"""

from __future__ import annotations

import ast
from pathlib import Path

from jinja2 import nodes

import rooms
from rooms import ADAPTER, INCLUDE, ROOT, macro_files, parsed

# The rooms of the adapter through which statements go.
PYTHON = {".", "console", "functions/calling", "jvm", "plans", "progress", "spark", "spark/sessions", "sql"}
# The regular expressions of a file over statements, how many, and whose statements. The numbers only become smaller.
OVER_STATEMENTS: dict[str, tuple[int, str]] = {
    "console/completion.py": (1, "what somebody types in the shell"),
    "functions/calling/binding.py": (3, "what follows a call in the query of a model"),
    "functions/calling/calls.py": (1, "a view of dbt or of a person, which cannot call a Python function"),
    "functions/calling/source_lines.py": (2, "the place of a call in the file of a model"),
    "jvm/parsing.py": (1, "CREATE FUNCTION of dbt or of a person"),
    "plans/expressions.py": (2, "the expressions of a model, as a plan shows them"),
    "plans/jinja_tags.py": (2, "the Jinja tags in the text of a model"),
    "plans/operators.py": (3, "a model's SELECT, in which text is all that the macros of operators can leave"),
    "sql/created_names.py": (4, "the tables that dbt, a hook or a person creates, whose names are names of folders"),
    "sql/lexer.py": (2, "any text, token by token"),
    "sql/places.py": (3, "messages of Spark, and the SELECT of a model in the statement that has failed"),
}
# What those of the other files read.
OVER_OTHER_TEXT: dict[str, str] = {
    "console/listing.py": "names of tables",
    "console/suggestions.py": "messages of Spark",
    "functions/calling/spark.py": "literals of Spark's expressions",
    "plans/files.py": "paths",
    "plans/rowtypes.py": "types",
    "spark/conflicts.py": "messages of Spark",
    "spark/errors.py": "messages of Spark",
    "spark/kafka_topics.py": "properties of Kafka's client",
    "spark/launch.py": "the log of Spark",
    "spark/locks.py": "names of files",
    "spark/secrets.py": "settings",
    "spark/server_checks.py": "versions",
    "spark/sessions/connect.py": "messages of Spark Connect",
    "spark/sessions/server.py": "messages of a server",
    "spark/settings.py": "addresses of masters",
    "spark/table_folders.py": "names of folders",
    "sql/durations.py": "durations",
    "sql/names.py": "names",
    "sql/nested_types.py": "types",
    "sql/types.py": "types",
}
# Other searches in the text of a statement.
SEARCHES: dict[str, str] = {
    "spark/metastore.py: 'spark_catalog' in sql": "a model's SELECT, which may read a table of this catalog",
    "console/project_names.py: mark in statement": "what somebody types, which may have Jinja",
    "sql/places.py: statement.split('\\n')": "the line of a message of Spark in the statement that has failed",
}
# The rooms of macros that make, run or show statements, and what their regular expressions read.
ROOMS = {"commit", "formats", "materializations", "operations", "plan", "queries", "statements", "warehouse"}
IN_MACROS: dict[str, tuple[int, str]] = {
    "adapter/dbt/include/tablestore/macros/materializations/incremental.sql": (2, "names of tables"),
    "macros/commit/_name_in_schema.sql": (1, "names of tables"),
    "macros/commit/_drop_left_tables.sql": (2, "names of tables"),
    "macros/commit/_earlier_commit.sql": (2, "names of tables"),
    "macros/operations/_routed_tables.sql": (2, "names of tables"),
    "macros/operations/generate_cdc_models.sql": (1, "names of models"),
    "macros/statements/_property.sql": (1, "the names and values of properties"),
    "macros/warehouse/_pattern_problems.sql": (1, "a pattern that somebody has written"),
    "macros/warehouse/_relation.sql": (1, "the name of a relation"),
    "macros/warehouse/_relation_of_name.sql": (1, "names of tables"),
    "macros/warehouse/declared_columns.sql": (1, "a plan of Spark"),
}
# The marks that macros of changelogs and of streams leave in a model's SELECT, which is text.
ANNOTATIONS = {
    "macros/commit/_assert.sql",
    "macros/commit/_offsets.sql",
    "macros/commit/_prepared.sql",
    "macros/commit/commit_batch.sql",
    "macros/commit/log_states.sql",
    "macros/materializations/keyed.sql",
}
TEXTS = {"sql", "statement", "query"}
FUNCTIONS = {"compile", "match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn"}
OF_TEXTS = {"startswith", "endswith", "find", "index", "partition", "rpartition", "split"}


def python_files() -> list[Path]:
    """The files of the rooms of statements."""
    found = {path: str(path.parent.relative_to(ADAPTER)) for path in sorted(ADAPTER.rglob("*.py"))}
    return [path for path, folder in found.items() if folder in PYTHON]


def regular_expressions(path: Path) -> int:
    return sum(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in FUNCTIONS
        and ast.unparse(node.func.value) == "re"
        for node in ast.walk(ast.parse(path.read_text()))
    )


def searches(path: Path) -> list[str]:
    """Where the text of a variable for statements is searched."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            searched = node.comparators[0]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OF_TEXTS:
            searched = node.func.value
        else:
            continue
        if isinstance(searched, ast.Name) and searched.id in TEXTS:
            found.append(ast.unparse(node))
    return found


def in_macros(path: Path) -> int:
    """The regular expressions of a macro file."""
    return sum(
        isinstance(node.node, nodes.Name) and node.node.name == "modules" and node.attr == "re"
        for node in parsed(path).find_all(nodes.Getattr)
    )


def searches_in_macros(path: Path) -> bool:
    """Whether macros search the text of a variable for statements, or the text of a statement."""
    tree = parsed(path)
    searched = [
        operand.expr
        for compared in tree.find_all(nodes.Compare)
        for operand in compared.ops
        if operand.op in ("in", "notin")
    ]
    calls = [call.node for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Getattr)]
    searched += [called.node for called in calls if called.attr in OF_TEXTS]
    return any(
        (isinstance(node, nodes.Name) and node.name in TEXTS) or getattr(node, "attr", "") == "sql" for node in searched
    )


def test_no_other_regular_expression_reads_a_statement() -> None:
    found = {str(path.relative_to(ADAPTER)): regular_expressions(path) for path in python_files()}
    found = {name: number for name, number in found.items() if number and name not in OVER_OTHER_TEXT}
    expected = {name: number for name, (number, _) in OVER_STATEMENTS.items()}
    assert found == expected, "a statement of a macro says what it does (`OwnStatement`): read no text of our own"
    assert all((ADAPTER / name).exists() and regular_expressions(ADAPTER / name) for name in OVER_OTHER_TEXT)


def test_no_other_text_of_a_statement_is_searched() -> None:
    found = {f"{path.relative_to(ADAPTER)}: {text}" for path in python_files() for text in searches(path)}
    assert found == set(SEARCHES)


def test_macros_do_not_read_statements() -> None:
    files = [path for path in macro_files() if rooms.room(path) in ROOMS] + list(macro_files(INCLUDE))
    found = {str(path.relative_to(ROOT)): in_macros(path) for path in files}
    assert {name: number for name, number in found.items() if number} == {
        name: number for name, (number, _) in IN_MACROS.items()
    }
    texts = {str(path.relative_to(ROOT)) for path in files if searches_in_macros(path)}
    assert texts == ANNOTATIONS, "name the step or the kind where SQL is made"
