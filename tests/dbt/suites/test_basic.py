"""dbt's basic tests."""

from typing import Any

import pytest
from dbt.tests.adapter.basic import expected_catalog
from dbt.tests.adapter.basic.test_adapter_methods import BaseAdapterMethod
from dbt.tests.adapter.basic.test_base import BaseSimpleMaterializations
from dbt.tests.adapter.basic.test_docs_generate import BaseDocsGenerate, BaseDocsGenReferences
from dbt.tests.adapter.basic.test_empty import BaseEmpty
from dbt.tests.adapter.basic.test_ephemeral import BaseEphemeral
from dbt.tests.adapter.basic.test_generic_tests import BaseGenericTests
from dbt.tests.adapter.basic.test_get_catalog_for_single_relation import BaseGetCatalogForSingleRelation
from dbt.tests.adapter.basic.test_incremental import (
    BaseIncremental,
    BaseIncrementalBadStrategy,
    BaseIncrementalNotSchemaChange,
)
from dbt.tests.adapter.basic.test_singular_tests import BaseSingularTests
from dbt.tests.adapter.basic.test_singular_tests_ephemeral import BaseSingularTestsEphemeral
from dbt.tests.adapter.basic.test_snapshot_check_cols import BaseSnapshotCheckCols
from dbt.tests.adapter.basic.test_snapshot_timestamp import BaseSnapshotTimestamp
from dbt.tests.adapter.basic.test_table_materialization import BaseTableMaterialization
from dbt.tests.adapter.basic.test_validate_connection import BaseValidateConnection
from dbt.tests.util import AnyInteger
from dbt_common.contracts.metadata import CatalogTable, ColumnMetadata, StatsItem, TableMetadata


class TestSimpleMaterializations(BaseSimpleMaterializations):
    pass


class TestSingularTests(BaseSingularTests):
    pass


class TestSingularTestsEphemeral(BaseSingularTestsEphemeral):
    pass


class TestEmpty(BaseEmpty):
    pass


class TestEphemeral(BaseEphemeral):
    pass


class TestIncremental(BaseIncremental):
    pass


class TestIncrementalBadStrategy(BaseIncrementalBadStrategy):
    pass


class TestIncrementalNotSchemaChange(BaseIncrementalNotSchemaChange):
    pass


class TestGenericTests(BaseGenericTests):
    pass


# tests/dbt/test_snapshots.py covers these two.
@pytest.mark.extended
class TestSnapshotCheckCols(BaseSnapshotCheckCols):
    pass


@pytest.mark.extended
class TestSnapshotTimestamp(BaseSnapshotTimestamp):
    pass


class TestAdapterMethod(BaseAdapterMethod):
    pass


class TestValidateConnection(BaseValidateConnection):
    pass


def statistics(*kinds: str) -> dict[str, Any]:
    """The statistics of a catalog entry, of any amount."""
    labels = {
        "bytes": ("Size", "Bytes of the current data files"),
        "rows": ("Rows", "Rows of the current version, from the format's metadata"),
    }
    entries = {
        kind: {
            "id": kind,
            "label": labels[kind][0],
            "value": AnyInteger(),
            "description": labels[kind][1],
            "include": True,
        }
        for kind in kinds
    }
    return {**expected_catalog.no_stats(), **entries, **({"has_stats": has_stats()} if kinds else {})}


def has_stats() -> dict[str, Any]:
    return {**expected_catalog.no_stats()["has_stats"], "value": True}


class TestDocsGenerate(BaseDocsGenerate):
    @pytest.fixture(scope="class")
    def expected_catalog(self, project, profile_user):
        return expected_catalog.base_expected_catalog(
            project,
            role=profile_user,
            id_type="bigint",
            text_type="string",
            time_type="timestamp",
            view_type="view",
            table_type="table",
            model_stats=statistics(),
            seed_stats=statistics("bytes", "rows"),
        )


class TestDocsGenReferences(BaseDocsGenReferences):
    @pytest.fixture(scope="class")
    def expected_catalog(self, project, profile_user):
        return expected_catalog.expected_references_catalog(
            project,
            role=profile_user,
            id_type="bigint",
            text_type="string",
            time_type="timestamp",
            bigint_type="bigint",
            view_type="view",
            table_type="table",
            model_stats=statistics("bytes", "rows"),
            seed_stats=statistics("bytes", "rows"),
            view_summary_stats=statistics(),
        )


def single_relation(project: Any, name: str, kind: str, owner: str | None, *kinds: str) -> CatalogTable:
    """The catalog of the seed, or of the view of it; its statistics can have any amount."""
    types = {
        "id": "bigint",
        "first_name": "string",
        "email": "string",
        "ip_address": "string",
        "updated_at": "timestamp",
    }
    columns = {column: ColumnMetadata(type, index, column) for index, (column, type) in enumerate(types.items(), 1)}
    stats = {statistic: StatsItem.from_dict(value | {"value": 0}) for statistic, value in statistics(*kinds).items()}
    for item in stats.values():
        item.value = AnyInteger()
    stats["has_stats"].value = bool(kinds)
    return CatalogTable(TableMetadata(kind, project.test_schema, name, project.database, None, owner), columns, stats)


class TestGetCatalogForSingleRelation(BaseGetCatalogForSingleRelation):
    @pytest.fixture(scope="class")
    def expected_catalog_my_seed(self, project, profile_user):
        return single_relation(project, "my_seed", "table", profile_user, "bytes", "rows")

    @pytest.fixture(scope="class")
    def expected_catalog_my_view_model(self, project, profile_user):
        return single_relation(project, "my_view_model", "view", profile_user)


class TestTableMaterialization(BaseTableMaterialization):
    pass
