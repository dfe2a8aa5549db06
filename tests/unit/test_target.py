"""Which project, profile and target the commands of the adapter use: those that dbt uses in the same place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore import cli
from dbt.adapters.tablestore.profile import commands
from dbt.adapters.tablestore.profile.commands import dbt_arguments
from dbt.adapters.tablestore.profile.target import found_target
from dbt.cli import requires
from dbt.cli.main import dbtRunner
from dbt.config.runtime import load_profile

PLAN = Path(__file__).parents[2] / "integration_tests" / "plans" / "departures.json"
VARIABLES = ("TARGET", "TARGET_PATH", "PROFILE", "PROFILES_DIR", "PROJECT_DIR")


class FoundError(Exception):
    """Ends a command of dbt which has found its profile."""


def profiles(folder: Path, place: str) -> None:
    """A file with two profiles of two targets, whose schemas say which they are."""
    outputs = {
        profile: {
            "target": "prod",
            "outputs": {
                target: {"type": "tablestore", "schema": f"{place}_{profile}_{target}", "warehouse": "./lake"}
                for target in ("prod", "dev")
            },
        }
        for profile in ("shop", "other")
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "profiles.yml").write_text(json.dumps(outputs))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of somebody without variables of dbt, who is in a folder beside the project `shop`."""
    for name in VARIABLES:
        monkeypatch.delenv(f"DBT_{name}", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "shop" / "models").mkdir(parents=True)
    (tmp_path / "shop" / "dbt_project.yml").write_text("name: shop\nversion: '1.0'\nprofile: shop\n")
    (tmp_path / "beside").mkdir()
    monkeypatch.chdir(tmp_path / "beside")
    return tmp_path / "home"


def of_dbt(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """The schema of dbt's target, and the folder of its project."""
    found: list[tuple[str, Path]] = []

    def stop(root: str, *rest: Any) -> None:
        found.append((load_profile(root, *rest).credentials.schema, Path(root).resolve()))
        raise FoundError

    monkeypatch.setattr(requires, "load_profile", stop)
    done = dbtRunner().invoke(["--quiet", "parse", *arguments])
    assert isinstance(done.exception, FoundError), done.exception
    return found[0]


@pytest.mark.parametrize(
    ("here", "options", "variables", "schema"),
    [
        ("shop", {}, {}, "shop_shop_prod"),
        ("shop", {"target": "dev"}, {"TARGET": "prod"}, "shop_shop_dev"),
        ("shop", {}, {"TARGET": "dev"}, "shop_shop_dev"),
        ("shop", {}, {"PROFILE": "other"}, "shop_other_prod"),
        ("shop", {"profile": "other"}, {}, "shop_other_prod"),
        ("shop", {}, {"PROFILES_DIR": "../beside"}, "beside_shop_prod"),
        ("shop", {"profiles_dir": "../home/.dbt"}, {"PROFILES_DIR": "../beside"}, "home_shop_prod"),
        ("shop/models", {}, {}, "home_shop_prod"),
        ("home", {}, {"PROJECT_DIR": "../shop"}, "home_shop_prod"),
        ("beside", {"project_dir": "../shop"}, {}, "beside_shop_prod"),
        ("beside", {"project_dir": "../shop"}, {"PROJECT_DIR": "../home"}, "beside_shop_prod"),
        ("shop", {"vars": "{a: 1}"}, {"TARGET": "dev"}, "shop_shop_dev"),
    ],
)
def test_the_target_is_that_of_dbt(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    here: str,
    options: dict[str, str | None],
    variables: dict[str, str],
    schema: str,
) -> None:
    for folder, place in ((home / ".dbt", "home"), (home.parent / "shop", "shop"), (home.parent / "beside", "beside")):
        profiles(folder, place)
    monkeypatch.chdir(home.parent / here)
    for name, value in variables.items():
        monkeypatch.setenv(f"DBT_{name}", value)
    found = found_target(options)
    assert (found.credentials.schema, found.project) == (schema, home.parent / "shop")
    assert found.credentials.project_root == found.project
    assert of_dbt(dbt_arguments(options), monkeypatch) == (schema, found.project)
    for name in variables:
        monkeypatch.delenv(f"DBT_{name}")
    named = {"target": found.credentials.schema.rpartition("_")[2], **options}
    monkeypatch.chdir(home)
    assert of_dbt(found.arguments(named), monkeypatch)[1] == found.project


@pytest.mark.parametrize(
    ("setting", "options", "variable", "folder"),
    [
        ("target-path: out", {}, "elsewhere", "elsewhere"),
        ('target-path: "target/{{ target.name }}"', {"target": "dev"}, None, "target/dev"),
        ("target-path: \"{{ env_var('OUT', 'out') }}/{{ var('a') }}\"", {"vars": "{a: 1}"}, None, "out/1"),
    ],
)
def test_dbt_writes_to_the_folder_that_its_project_names(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    setting: str,
    options: dict[str, str | None],
    variable: str | None,
    folder: str,
) -> None:
    shop = home.parent / "shop"
    profiles(shop, "shop")
    (shop / "dbt_project.yml").write_text(f"name: shop\nversion: '1.0'\nprofile: shop\n{setting}\n")
    monkeypatch.chdir(shop)
    if variable is not None:
        monkeypatch.setenv("DBT_TARGET_PATH", variable)
    assert found_target(options).artifacts_folder() == shop / folder
    given = {**options, "project_dir": str(shop), "profiles_dir": str(shop)}
    assert dbtRunner().invoke(["--quiet", "parse", *dbt_arguments(given)]).success
    assert (shop / folder / "manifest.json").is_file()


def test_the_profiles_of_the_project_are_used_where_dbt_finds_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by the commands that call dbt, which are told so."""
    profiles(home.parent / "shop", "shop")
    options = {"project_dir": "../shop"}
    found = found_target(options)
    assert found.credentials.schema == "shop_shop_prod"
    assert of_dbt(found.arguments(options), monkeypatch) == ("shop_shop_prod", found.project)


def test_commands_of_dbt_in_messages_find_the_profiles_of_the_project(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """dbt does not look there; dbt-tablestore finds them again."""
    given = "--project-dir ../shop"
    monkeypatch.setattr(commands, "_typed", lambda program: program)
    monkeypatch.setattr("sys.argv", ["dbt-tablestore", "sql", "select 1", *given.split()])
    profiles(home.parent / "shop", "shop")
    found_target({"project_dir": "../shop"})
    assert commands.completed("dbt parse") == f"dbt parse {given} --profiles-dir ../shop"
    assert commands.completed(commands.completed("dbt parse")) == f"dbt parse {given} --profiles-dir ../shop"
    assert commands.completed("dbt-tablestore report") == f"dbt-tablestore report {given}"
    profiles(home / ".dbt", "home")
    found_target({"project_dir": "../shop"})
    assert commands.completed("dbt parse") == f"dbt parse {given}"


@pytest.mark.parametrize("profile", ["garden", "{{ var('garden', 'garden') }}"])
def test_the_profiles_of_the_project_are_used_where_dbt_finds_others(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], profile: str
) -> None:
    shop = home.parent / "shop"
    profiles(home / ".dbt", "home")
    profiles(shop, "shop")
    text = (shop / "profiles.yml").read_text()
    (shop / "profiles.yml").write_text(text.replace('"other":', '"garden":'))
    (shop / "dbt_project.yml").write_text(json.dumps({"name": "shop", "version": "1.0", "profile": profile}))
    options = {"project_dir": "../shop"}
    found = found_target(options)
    assert found.credentials.schema == "shop_other_prod"
    assert of_dbt(found.arguments(options), monkeypatch) == ("shop_other_prod", found.project)
    assert found_target({**options, "profile": "other"}).credentials.schema == "home_other_prod"

    def message(*more: str) -> str:
        assert cli.main(["sql", "select 1", "--project-dir", "../shop", *more]) == 1
        return capsys.readouterr().err

    files = [f"{folder}/profiles.yml" for folder in (home / ".dbt", shop)]
    monkeypatch.setenv("DBT_PROFILE", "park")
    assert message() == (
        f"there is no profile 'park' in {files[0]}, {files[1]}: add it, or name the folder of the file that has it "
        "with --profiles-dir\n"
    )
    monkeypatch.delenv("DBT_PROFILE")
    assert f"there is no profile 'garden' in {files[0]}: " in message("--profiles-dir", str(home / ".dbt"))
    (shop / "profiles.yml").unlink()
    assert f"there is no profile 'garden' in {files[0]}: " in message()


def test_the_project_is_found_from_a_folder_of_it(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home.parent / "shop" / "functions").mkdir()
    (home.parent / "shop" / "functions" / "one.py").write_text("def one() -> int:\n    return 1\n")
    for here, variable in (("shop/models", None), ("beside", "../shop")):
        monkeypatch.chdir(home.parent / here)
        if variable:
            monkeypatch.setenv("DBT_PROJECT_DIR", variable)
        assert cli.main(["functions", "check"]) == 0
        assert "functions/one.py" in capsys.readouterr().out


ENTRIES = (["sql", "select 1"], ["shell"], ["report"], ["views", "check"], ["plans", "check", "plan.json"])


@pytest.mark.parametrize("command", ENTRIES, ids=" ".join)
def test_a_target_that_cannot_be_used_is_one_message(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], command: list[str]
) -> None:
    (home.parent / "beside" / "plan.json").write_text(PLAN.read_text())

    def message(*options: str) -> str:
        assert cli.main([*command, *options]) == 1
        out, error = capfd.readouterr()
        assert out == "" and "Traceback" not in error
        return error

    assert "No dbt_project.yml found" in message()
    shop = ("--project-dir", "../shop")
    places = f"{home.parent}/beside, {home}/.dbt, {home.parent}/shop"
    assert message(*shop) == f"there is no profiles.yml in {places}: name its folder with --profiles-dir\n"
    monkeypatch.setenv("DBT_PROFILES_DIR", "nowhere")
    assert "has no profiles.yml: name the folder that has it" in message(*shop)
    monkeypatch.delenv("DBT_PROFILES_DIR")
    assert "Invalid value for '--project-dir'" in message("--project-dir", "nowhere")
    outputs = {name: {"type": name, "schema": "s"} for name in ("tablestore", "spark")}
    outputs["spark"] |= {"method": "session", "host": "h"}
    outputs["wrong"] = outputs["tablestore"] | {"warehouze": "x"}
    (home.parent / "shop" / "profiles.yml").write_text(json.dumps({"shop": {"target": "spark", "outputs": outputs}}))
    assert message(*shop) == (
        f"the target of {home.parent}/shop/profiles.yml has type: spark; write type: tablestore\n"
    )
    assert message(*shop, "--target", "wrong").count("warehouze") == 1
    assert message(*shop, "--target", "absent").count("does not have a target named 'absent'") == 1
    (home.parent / "shop" / "dbt_project.yml").unlink()
    assert "dbt_project.yml" in message(*shop)
