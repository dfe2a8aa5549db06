"""dbt's tests of materialized views."""

from collections.abc import Iterator
from typing import Any

import pytest
from dbt.tests.adapter.materialized_view.basic import MaterializedViewBasic
from dbt.tests.adapter.materialized_view.changes import (
    MaterializedViewChanges,
    MaterializedViewChangesApplyMixin,
    MaterializedViewChangesContinueMixin,
    MaterializedViewChangesFailMixin,
)
from dbt.tests.util import get_model_file, run_dbt, set_model_file


def relation_type(project: Any, relation: Any) -> str | None:
    """The type in dbt's list of relations."""
    with project.adapter.connection_named("types"):
        found = project.adapter.list_relations_without_caching(relation.without_identifier())
    return next((str(one.type) for one in found if one.identifier == relation.identifier), None)


class OneSchemaPerTest:
    """As dbt's suites do, but an Iceberg catalog has no DROP SCHEMA CASCADE."""

    @pytest.fixture(autouse=True)
    def setup(self, project: Any, my_materialized_view: Any) -> Iterator[None]:
        run_dbt(["seed"])
        run_dbt(["run", "--models", my_materialized_view.identifier, "--full-refresh"])
        model = get_model_file(project, my_materialized_view)
        yield
        set_model_file(project, my_materialized_view, model)
        with project.adapter.connection_named("drop"):
            project.adapter.drop_schema(my_materialized_view.without_identifier())


# tests/dbt/test_views.py covers these.
@pytest.mark.extended
class TestMaterializedViews(OneSchemaPerTest, MaterializedViewBasic):
    @staticmethod
    def insert_record(project: Any, table: Any, record: tuple[int, int]) -> None:
        project.run_sql(f"insert into {table} values {record}")

    @staticmethod
    def refresh_materialized_view(project: Any, materialized_view: Any) -> None:
        run_dbt(["run", "--models", materialized_view.identifier])

    @staticmethod
    def query_row_count(project: Any, relation: Any) -> int:
        return int(project.run_sql(f"select count(*) from {relation}", fetch="one")[0])

    @staticmethod
    def query_relation_type(project: Any, relation: Any) -> str | None:
        return relation_type(project, relation)


class Changes(OneSchemaPerTest, MaterializedViewChanges):
    @staticmethod
    def check_start_state(project: Any, materialized_view: Any) -> None:
        rows = project.run_sql(f"select * from {materialized_view}", fetch="all")
        assert len(rows) == 3

    @staticmethod
    def change_config_via_alter(project: Any, materialized_view: Any) -> None:
        model = get_model_file(project, materialized_view)
        set_model_file(project, materialized_view, model.replace("',\n)", "',\n    refresh_policy='incremental',\n)"))

    @staticmethod
    def check_state_alter_change_is_applied(project: Any, materialized_view: Any) -> None:
        properties = project.run_sql(f"show tblproperties {materialized_view}__rows", fetch="all")
        assert any("incremental" in str(value) for name, value in properties if name.startswith("tablestore."))

    @staticmethod
    def change_config_via_replace(project: Any, materialized_view: Any) -> None:
        model = get_model_file(project, materialized_view)
        set_model_file(project, materialized_view, model.replace("select *", "select id"))

    @staticmethod
    def check_state_replace_change_is_applied(project: Any, materialized_view: Any) -> None:
        assert len(project.run_sql(f"select * from {materialized_view}", fetch="one")) == 1

    @staticmethod
    def query_relation_type(project: Any, relation: Any) -> str | None:
        return relation_type(project, relation)


class TestMaterializedViewChangesApply(Changes, MaterializedViewChangesApplyMixin):
    pass


class TestMaterializedViewChangesContinue(Changes, MaterializedViewChangesContinueMixin):
    pass


class TestMaterializedViewChangesFail(Changes, MaterializedViewChangesFailMixin):
    pass
