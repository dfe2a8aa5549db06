"""The typed configs of a model: the options of the package, and what dbt itself defines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from dbt.adapters.spark.impl import SparkConfig
from dbt.adapters.tablestore.profile.config import TablestoreConfig, known_model_configs
from dbt.adapters.tablestore.profile.near_names import near_names
from dbt.artifacts.resources import ModelConfig
from dbt.cli.main import dbtRunner

import harness

# The type of a config for each type of an option in macros/plan/options.sql.
TYPES: dict[str, Any] = {
    "boolean": bool | None,
    "column": str | None,
    "columns": str | list[str] | None,
    "count": int | None,
    "duration": str | int | None,
    "enum": str | None,
    "fuse": dict[str, Any] | bool | None,
    "text": str | None,
    "tracked": str | list[str] | dict[str, Any] | None,
    "names": dict[str, str] | None,
    "ttl": str | int | None,
    "version": int | str | None,
    "maintenance": dict[str, Any] | bool | None,
}
# What a keyed model takes beside its options, and what a materialized view takes.
NOT_OPTIONS = {"fields", "table_options", "refresh_policy", "verify"}


def test_every_option_of_the_package_is_a_typed_config() -> None:
    hints = get_type_hints(TablestoreConfig)
    own = {name: hints[name] for name in TablestoreConfig.__annotations__ if name not in SparkConfig.__annotations__}
    options = {name: TYPES[option["type"]] for name, option in harness.call("options").items()}
    assert {name: kind for name, kind in own.items() if name not in NOT_OPTIONS} == options
    assert set(own) - set(options) == NOT_OPTIONS


def test_a_mapping_of_a_model_replaces_that_of_its_folder() -> None:
    """As the documentation of `maintenance` says: dbt can merge two mappings, and none with false."""
    of_folder = ModelConfig().update_from({"maintenance": {"keep_history": "30 d"}}, TablestoreConfig)
    for given in ({"compact_every": 1}, False):
        assert of_folder.update_from({"maintenance": given}, TablestoreConfig).get("maintenance") == given


@pytest.mark.parametrize(
    "name",
    [
        "materialized",  # dbt's configs of every node
        "access",  # dbt's, of models alone
        "post_hook",
        "post-hook",  # the spelling in dbt_project.yml
        "clustered_by",  # dbt-spark's
        "merge_update_columns",
        "file_format",
        "primary_key",  # this adapter's
        "table_options",
    ],
)
def test_what_dbt_and_the_adapter_define_is_known(name: str) -> None:
    assert name in known_model_configs()


def test_other_names_are_not_known() -> None:
    assert not {"primray_key", "meta_key", "_extra", "extra"} & set(known_model_configs())


def test_every_config_of_the_installed_dbt_is_known() -> None:
    """``latest_version_pointer`` came with dbt 1.12, for example."""
    from dbt.contracts.graph.model_config import get_config_for
    from dbt.node_types import NodeType

    defaults = get_config_for(NodeType.Model).from_dict({}).to_dict(omit_none=False)
    assert set(defaults) <= set(known_model_configs())


@pytest.mark.usefixtures("macros_parsed_once")
def test_macros_reach_what_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Through the credentials, which every macro sees: no adapter method of its own."""
    (tmp_path / "macros").mkdir()
    (tmp_path / "macros" / "show.sql").write_text(
        "{% macro show() %}{{ print(tojson(adapter.config.credentials.known_model_configs())) }}{% endmacro %}"
    )
    (tmp_path / "dbt_project.yml").write_text("{name: shop, profile: shop, flags: {send_anonymous_usage_stats: false}}")
    target = {"type": "tablestore", "schema": "main", "warehouse": "lake"}
    (tmp_path / "profiles.yml").write_text(json.dumps({"shop": {"target": "dev", "outputs": {"dev": target}}}))
    places = ["--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path), "--log-path", str(tmp_path / "logs")]
    done = dbtRunner().invoke(["--quiet", "run-operation", "show", *places])
    assert done.success, done.exception
    assert json.loads(capsys.readouterr().out) == known_model_configs()


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("merge_engin", ["merge_engine"]),
        ("MERGE-ENGINE", ["merge_engine"]),
        ("mrege_engine", ["merge_engine"]),
        ("agregate.function", ["aggregate-function"]),
        ("sequence", ["sequence_group", "sequence_field"]),
        ("owner", []),
        ("me", []),
        ("", []),
        ("(a+)+$", []),
    ],
)
def test_a_misspelled_name(name: str, near: list[str]) -> None:
    names = ["merge_engine", "aggregate-function", "sequence_field", "rowkind_field", "sequence_group"]
    assert near_names(name, names) == near


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("primary_keys", ["primary_key"]),
        ("priamry-key", ["primary_key"]),
        ("primry_ky", ["primary_key"]),
        ("fuze", ["fuse"]),
        ("primary_date", []),
        ("primary_index", []),
        ("primary", []),
        ("primary_key_columns", []),
        ("", []),
    ],
)
def test_a_name_that_can_be_of_somebody_else(name: str, near: list[str]) -> None:
    assert near_names(name, ["primary_key", "fuse"], misspelled=True) == near
