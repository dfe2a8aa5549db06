"""A wrong call of any operation, and any argument that is true or false, is refused with a sentence."""

from __future__ import annotations

import re

import pytest
import yaml

import harness
import rooms

OPERATIONS = [
    macro
    for macro in rooms.macros()
    if macro.is_public and (rooms.room(macro.path) == "operations" or macro.name == "describe")
]
DESCRIBED = rooms.descriptions()
CALLED_BY_MODELS = ("operators", "changelog", "stateful")
FLAGS = [
    (macro.name, argument["name"])
    for macro in rooms.macros()
    if rooms.is_for_users(macro) and rooms.room(macro.path).split("/")[0] in ("operations", *CALLED_BY_MODELS)
    for argument in DESCRIBED[macro.name].get("arguments") or []
    if argument["type"] == "bool"
]
NEEDED = {
    name: [each["name"] for each in DESCRIBED[name]["arguments"] if not each["type"].startswith(("optional", "bool"))]
    for name in [macro.name for macro in OPERATIONS]
}


def refusal(name: str, *given: object, **arguments: object) -> str:
    with pytest.raises(harness.MacroError) as refused:
        harness.call(name, *given, **arguments)
    return str(refused.value)


@pytest.mark.parametrize("name", [macro.name for macro in OPERATIONS])
def test_an_unknown_argument_is_named_with_a_call_to_copy(name: str) -> None:
    message = refusal(name, slect="orders")
    assert message.startswith(f"{name}:\n  - 'slect' is not an argument")
    example = re.search(rf"write dbt run-operation {name} --args '(.*)'$", message)
    assert example, message
    arguments = yaml.safe_load(example[1])
    known = [argument["name"] for argument in DESCRIBED[name]["arguments"]]
    assert set(NEEDED[name]) <= set(arguments) <= set(known)


@pytest.mark.parametrize("name", [name for name, needed in NEEDED.items() if needed])
def test_missing_arguments_are_named(name: str) -> None:
    for given in ({}, dict.fromkeys(NEEDED[name]), dict.fromkeys(NEEDED[name], "")):
        message = refusal(name, **given)
        assert all(f"'{each}' is missing" in message for each in NEEDED[name])
        assert f"write dbt run-operation {name} --args" in message


def test_there_are_operations_and_flags() -> None:
    assert len(OPERATIONS) > 12 and sum(map(bool, NEEDED.values())) > 6 and len(FLAGS) > 6


@pytest.mark.parametrize("given", ["yes", "false", 1, None])
@pytest.mark.parametrize(("name", "flag"), FLAGS, ids=lambda value: str(value))
def test_a_flag_is_true_or_false(name: str, flag: str, given: object) -> None:
    """Any text would count as true."""
    needed = dict.fromkeys(NEEDED.get(name, []), "bid") or {"relation": "bid"}
    if name == "fillna":
        needed["value"] = 0
    message = refusal(name, **needed, **{flag: given})
    assert f"{flag}' is '{given}'; write true or false" in message, message


CALLED = [
    macro
    for macro in rooms.macros()
    if rooms.is_for_users(macro) and rooms.room(macro.path).split("/")[0] in CALLED_BY_MODELS
    if macro.name != "describe"
]


@pytest.mark.parametrize("macro", CALLED, ids=lambda macro: macro.name)
def test_an_argument_that_a_model_leaves_out_is_named(macro: rooms.Macro) -> None:
    needed = macro.arguments[1 : len(macro.arguments) - len(macro.node.defaults)]
    message = refusal(macro.name, "bid") if needed else ""
    assert [name for name in needed if f"  - {name}: " not in message] == [], message
    assert "''" not in message and "  is not" not in message
