"""dbt's tests of `dbt seed`."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest
from dbt.tests.adapter.simple_seed import fixtures, seeds
from dbt.tests.adapter.simple_seed.test_seed import (
    BaseBasicSeedTests,
    BaseSeedConfigFullRefreshOff,
    BaseSeedConfigFullRefreshOn,
    BaseSeedCustomSchema,
    BaseSeedParsing,
    BaseSeedSpecificFormats,
    BaseSeedWithEmptyDelimiter,
    BaseSeedWithUniqueDelimiter,
    BaseSeedWithWrongDelimiter,
    BaseSimpleSeedEnabledViaConfig,
    BaseSimpleSeedWithBOM,
    BaseTestEmptySeed,
)
from dbt.tests.adapter.simple_seed.test_seed_type_override import BaseSimpleSeedColumnOverride
from dbt.tests.util import get_relation_columns, run_dbt

from suites.profiles import OnDelta

# Tests in tests/dbt cover the same features.
pytestmark = pytest.mark.extended


class NoCascade:
    """Spark drops a table and leaves the views on it alone, so a refreshed seed keeps its readers."""

    def test_simple_seed_full_refresh_flag(self, project):
        self._build_relations_for_test(project)
        self._check_relation_end_state(run_result=run_dbt(["seed", "--full-refresh"]), project=project, exists=True)


class TestBasicSeedTests(NoCascade, BaseBasicSeedTests):
    pass


@pytest.mark.extended
class TestBasicSeedTestsDelta(OnDelta, NoCascade, BaseBasicSeedTests):
    pass


class TestSeedConfigFullRefreshOn(BaseSeedConfigFullRefreshOn):
    def test_simple_seed_full_refresh_config(self, project):
        self._build_relations_for_test(project)
        self._check_relation_end_state(run_result=run_dbt(["seed"]), project=project, exists=True)


class TestSeedConfigFullRefreshOff(BaseSeedConfigFullRefreshOff):
    pass


class TestSeedCustomSchema(BaseSeedCustomSchema):
    pass


class TestSimpleSeedEnabledViaConfig(BaseSimpleSeedEnabledViaConfig):
    @pytest.fixture(scope="function")
    def clear_test_schema(self, project):
        yield
        with project.adapter.connection_named("__test"):
            schema = project.adapter.Relation.create(database=project.database, schema=project.test_schema)
            project.adapter.drop_schema(schema)


class TestSeedParsing(BaseSeedParsing):
    pass


class TestSimpleSeedWithBOM(BaseSimpleSeedWithBOM):
    @pytest.fixture(scope="class", autouse=True)
    def setUp(self, project):
        project.run_sql(seeds.seeds__expected_sql)
        path = Path(project.project_root) / "seeds" / "seed_bom.csv"
        path.write_bytes(BOM_UTF8 + seeds.seed__actual_csv.encode())


class TestSeedSpecificFormats(BaseSeedSpecificFormats):
    pass


class TestEmptySeed(BaseTestEmptySeed):
    pass


class TestSeedWithUniqueDelimiter(BaseSeedWithUniqueDelimiter):
    pass


class TestSeedWithWrongDelimiter(BaseSeedWithWrongDelimiter):
    def test_seed_with_wrong_delimiter(self, project):
        """Names are quoted, so the header is one column's name: the seed loads, and shows what is wrong."""
        run_dbt(["seed"])
        columns = get_relation_columns(project.adapter, "seed_pipe_separated")
        assert [name for name, _, _ in columns] == ["seed_id|first_name|email|ip_address|birthday"]


class TestSeedWithEmptyDelimiter(BaseSeedWithEmptyDelimiter):
    pass


class TestSimpleSeedColumnOverride(BaseSimpleSeedColumnOverride):
    @pytest.fixture(scope="class")
    def models(self):
        return {"schema.yml": fixtures.properties__schema_yml.replace("type: integer", "type: bigint")}
