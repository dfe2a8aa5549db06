"""Files of plans: written atomically, and checked when they are read."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.plans import validation
from dbt.adapters.tablestore.plans.building import Node
from dbt.adapters.tablestore.plans.errors import PlanError
from dbt.adapters.tablestore.sql.durations import milliseconds

PLANS = "plans"
"""The member of a file with a set of plans, as of Flink's STATEMENT SET."""
_PLAIN_YAML = re.compile(r"[\w./-]+")


@dataclass(frozen=True)
class Plan:
    """A plan and its origin: the path as the user gave it, or the model it was compiled from."""

    origin: str
    content: dict[str, Any]

    @property
    def model(self) -> str:
        """dbt's id of the model."""
        return str(self.content["model"])

    @property
    def nodes(self) -> list[Node]:
        """The nodes; a node comes after the ones it reads."""
        nodes: list[Node] = self.content["nodes"]
        return nodes

    def node(self, members: Mapping[str, Any]) -> Node:
        """The first node with these members; {} when the plan has no such node."""
        found = (node for node in self.nodes if all(node.get(name) == value for name, value in members.items()))
        return next(found, {})

    def ttls(self, members: Mapping[str, Any]) -> dict[str, int]:
        """The TTL in milliseconds of each state of the node with these members; {} when the plan has no such node."""
        return {state["name"]: milliseconds(state["ttl"]) or 0 for state in self.node(members).get("state") or []}


def text(plan: Mapping[str, Any]) -> str:
    """The content of a plan as the text of its file."""
    return json.dumps(plan, indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Rewriting:
    """What a command names that writes a file again.

    ``path`` is that of the file, absolute or relative to the project; ``project`` is the name of the project, if it is
    known; ``named_by`` are the ids of all models that name this file.
    """

    path: str
    project: str = ""
    named_by: Sequence[str] = ()

    def advice(self, models: Sequence[str]) -> str:
        """What writes the file with the plans of all these models, given by dbt's ids."""
        if not models:
            return "write it with the operation compile_plan, which takes the name of the model"
        return f"write it with {self.command(models)}"

    def command(self, models: Sequence[str]) -> str:
        """The command that writes the file with the plans of all these models, given by dbt's ids."""
        names = sorted({selected_name(model, self.project) for model in models})
        select = names[0] if len(names) == 1 else f"[{', '.join(names)}]"
        is_plain = _PLAIN_YAML.fullmatch(self.path)
        given = self.path if is_plain else json.dumps(self.path, ensure_ascii=False).replace("'", "'\\''")
        return f"dbt run-operation compile_plan --args '{{select: {select}, path: {given}, force: true}}'"


def selected_name(unique_id: str, project: str) -> str:
    """The name by which operations find a model, with .v1 for a version.

    It begins with the package, unless that is the project: a package and the project can have models of one name.
    """
    _, package, name = unique_id.split(".", 2) if unique_id.count(".") > 1 else ("", project, unique_id)
    return name if package == project else f"{package}.{name}"


def write(plans: Sequence[Plan], path: Path) -> None:
    """Writes or replaces the file of a plan, or of a set of plans, and creates its folders.

    Raises:
        PlanError: the file could not be read again, such as one with two operators that differ only in their TTLs.
    """
    for plan in plans:
        if problems := list(validation.problems(plan.content)):
            raise PlanError(f"compiled plan of {plan.origin}", problems)
    contents = [plan.content for plan in plans]
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_text(text(contents[0] if len(contents) == 1 else {PLANS: contents}), encoding="utf-8")
    beside.replace(path)


def read(path: Path, origin: str, model: str | None = None, rewriting: Rewriting | None = None) -> Plan:
    """The plan of a file; that of ``model``, dbt's id, if the file has a set of plans.

    ``rewriting`` is what an error says about how to write the file again: by default, its ``origin`` is its path.

    Raises:
        PlanError: everything that is wrong with the file, each with its node.
    """
    rewriting = rewriting or Rewriting(origin)
    plans = read_all(path, origin, model, rewriting)
    if len(plans) == 1:
        return plans[0]
    found = next((plan for plan in plans if plan.model == model), None)
    if found is None:
        known = [plan.model for plan in plans]
        command = rewriting.advice([*known, *rewriting.named_by])
        wanted = "write the name of one" if model is None else f"there is none of {model}; {command}"
        raise PlanError(f"compiled plan {origin}", [f"it has the plans of {', '.join(known)}; {wanted}"])
    return found


def read_all(path: Path, origin: str, model: str | None = None, rewriting: Rewriting | None = None) -> list[Plan]:
    """The plans of a file: one, or those of a set. An error about a file without plans names ``model``, dbt's id.

    The other arguments are those of `read`.

    Raises:
        PlanError: everything that is wrong with the file, each with its node.
    """
    subject = f"compiled plan {origin}"
    rewriting = rewriting or Rewriting(origin)
    wanted = list(rewriting.named_by) or ([model] if model is not None else [])
    anew = rewriting.advice(wanted)
    assert_local(origin)
    if not path.is_file():
        raise PlanError(subject, [f"the file does not exist; {anew}"])
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        invalid = f"it is not valid JSON: {error}; correct it, or {anew}"
        raise PlanError(subject, [invalid]) from error
    except RecursionError:
        raise PlanError(subject, [f"its JSON is nested too deeply for a plan; {anew}"]) from None
    contents = content[PLANS] if isinstance(content, dict) and isinstance(content.get(PLANS), list) else [content]
    given = [one["model"] for one in contents if isinstance(one, dict) and isinstance(one.get("model"), str)]
    for one in contents:
        if problem := validation.not_a_plan(one):
            raise PlanError(subject, [f"{problem}; {rewriting.advice([*given, *rewriting.named_by] or wanted)}"])
    if problems := [problem for one in contents for problem in validation.problems(one)]:
        raise PlanError(subject, problems)
    if not contents:
        raise PlanError(subject, [f"'{PLANS}' is empty; {anew}"])
    counts = {name: given.count(name) for name in given}
    if problems := [
        f"it has {count} plans of {name}; remove all but one" for name, count in counts.items() if count > 1
    ]:
        raise PlanError(subject, problems)
    return [Plan(origin, one) for one in contents]


def is_url(path: str) -> bool:
    """Whether a path has a scheme, which would become a folder of its name."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/", path) is not None


def assert_local(path: str) -> None:
    """Refuses a URL.

    Raises:
        PlanError: the path has a scheme.
    """
    if is_url(path):
        local = "plans are files of the project, in version control: write a path in it, such as plans/orders.json"
        raise PlanError(f"compiled plan {path}", [f"it is a URL; {local}"])


def assert_inside(path: Path, origin: str, folders: Sequence[Path]) -> None:
    """Refuses to write a plan outside of the project.

    Raises:
        PlanError: the path leads out of all of these folders.
    """
    if not any(Path(os.path.normpath(path)).is_relative_to(os.path.normpath(folder)) for folder in folders):
        inside = f"write a path in the project, such as plans/{path.name}"
        raise PlanError(f"compile_plan: {origin}", [f"the file would be outside of the project; {inside}"])
