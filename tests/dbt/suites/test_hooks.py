"""dbt's tests of hooks on models, seeds, snapshots and runs."""

from typing import Any

import pytest
from dbt.tests.adapter.hooks import test_model_hooks as base
from dbt.tests.adapter.hooks.test_run_hooks import BaseAfterRunHooks, BasePrePostRunHooks

# These test dbt rather than the adapter.
pytestmark = pytest.mark.extended


# What the hooks find in `target`, in the order of the table's columns; dbt writes them as texts.
FIELDS = {
    "test_state": "string",
    "target_dbname": "string",
    "target_host": "string",
    "target_name": "string",
    "target_schema": "string",
    "target_type": "string",
    "target_user": "string",
    "target_pass": "string",
    "target_threads": "int",
    "run_started_at": "string",
    "invocation_id": "string",
    "thread_id": "string",
}


def create_hook_table(project: Any, name: str) -> None:
    columns = ", ".join(f"{field} {kind}" for field, kind in FIELDS.items())
    project.run_sql(f"drop table if exists {project.test_schema}.{name}")
    project.run_sql(f"create table {project.test_schema}.{name} ({columns}) using iceberg")


def check_context(context: dict[str, Any], state: str, project: Any) -> None:
    """The assertions of the base tests, with this adapter's target for Postgres'."""
    assert context["test_state"] == state
    assert context["target_host"] == ""
    assert context["target_name"] == "default"
    assert context["target_schema"] == project.test_schema
    assert context["target_threads"] == 4
    assert context["target_type"] == "tablestore"
    assert context["target_pass"] == ""
    assert context["run_started_at"]
    assert context["invocation_id"]
    assert context["thread_id"].startswith("Thread-") or context["thread_id"] == "MainThread"


class OnModels:
    @pytest.fixture(scope="class", autouse=True)
    def setUp(self, project):
        create_hook_table(project, "on_model_hook")

    def check_hooks(self, state, project, host, count=1):
        for context in self.get_ctx_vars(state, count=count, project=project):
            check_context(context, state, project)
            assert context["thread_id"].startswith("Thread-")


class TestPrePostModelHooks(OnModels, base.BasePrePostModelHooks):
    pass


class TestPrePostModelHooksUnderscores(OnModels, base.TestPrePostModelHooksUnderscores):
    pass


class TestHookRefs(OnModels, base.BaseHookRefs):
    pass


class TestPrePostModelHooksOnSeeds(base.BasePrePostModelHooksOnSeeds):
    pass


class TestHooksRefsOnSeeds(base.BaseHooksRefsOnSeeds):
    pass


class TestPrePostModelHooksOnSeedsPlusPrefixed(base.BasePrePostModelHooksOnSeedsPlusPrefixed):
    pass


class TestPrePostModelHooksOnSeedsPlusPrefixedWhitespace(base.BasePrePostModelHooksOnSeedsPlusPrefixedWhitespace):
    pass


class TestPrePostModelHooksOnSnapshots(base.BasePrePostModelHooksOnSnapshots):
    pass


class TestPrePostModelHooksInConfig(OnModels, base.BasePrePostModelHooksInConfig):
    pass


class TestPrePostModelHooksInConfigWithCount(OnModels, base.BasePrePostModelHooksInConfigWithCount):
    pass


class TestPrePostModelHooksInConfigKwargs(OnModels, base.BasePrePostModelHooksInConfigKwargs):
    pass


class TestPrePostSnapshotHooksInConfigKwargs(base.BasePrePostSnapshotHooksInConfigKwargs):
    pass


class TestDuplicateHooksInConfigs(base.BaseDuplicateHooksInConfigs):
    pass


class TestPrePostRunHooks(BasePrePostRunHooks):
    @pytest.fixture(scope="function")
    def setUp(self, project, monkeypatch):
        create_hook_table(project, "on_run_hook")
        project.run_sql(f"drop table if exists {project.test_schema}.schemas")
        project.run_sql(f"drop table if exists {project.test_schema}.db_schemas")
        monkeypatch.setenv("TERM_TEST", "TESTING")

    def check_hooks(self, state, project, host):
        check_context(self.get_ctx_vars(state, project), state, project)


class TestAfterRunHooks(BaseAfterRunHooks):
    pass
