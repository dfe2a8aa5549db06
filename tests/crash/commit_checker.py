"""Runs every interleaving of some actors on a model of the commit, and looks for a state that must not be.

    python tests/crash/commit_checker.py [SCENARIO ...]   # prints how many states there are, or a trace to an error

The actors are runs, readers and sweepers of commit_steps.py; a foreign compaction, expiry or new input can come at any
moment. A run that is killed is one that takes no more steps. So each state is also one in which all have been killed:
from each, one more run and one more reader start, and must put everything in order. A lost response is a kill after the
step, for a run that stops at an error.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from commit_steps import Actor, DeltaSteps, IcebergSteps, Protocol, State, replayed
from commit_stores import Iceberg, RefusedError


class Scenario(NamedTuple):
    """What happens at the same time, and what does not exist yet: "table" or "log"."""

    actors: tuple[tuple[str, ...], ...]
    foreign: tuple[str, ...] = ()
    lacks: str = ""
    # The log has other columns than the model: a rebuild replaces it. If a late run replaces it again, changes are
    # lost; that is noticed, and the log begins again.
    other_columns: bool = False
    # The same if a table of a run that is paused for a day is dropped.
    loses: bool = False


SCENARIOS = {
    "first runs": Scenario((("run", "run"), ("run",)), ("input",), lacks="table"),
    "a changelog that starts": Scenario((("run",), ("run", "run")), ("input",), lacks="log"),
    "another changelog": Scenario((("restart",), ("run",)), ("input", "compact log"), loses=True),
    "a reader of another changelog": Scenario((("run", "restart"), ("read",)), ("input",)),
    "runs": Scenario((("run",), ("run",)), ("input", "compact log")),
    "a late run": Scenario((("run",), ("run", "rebuild", "run")), ("input",)),
    "a run that recovers": Scenario((("run",), ("recover",)), ("input", "compact table", "compact log")),
    "an expiry": Scenario((("expire",), ("run", "expire")), ("compact log",)),
    "a reader": Scenario((("run", "run"), ("read", "read")), ("input", "compact log")),
    "a rebuild": Scenario((("rebuild",), ("run",)), ("input", "compact log")),
    "rebuilds": Scenario((("rebuild",), ("rebuild", "run")), ("compact log",)),
    "a late rebuild": Scenario((("rebuild",), ("rebuild", "rebuild"))),
    "a reader of a rebuild": Scenario((("rebuild",), ("run",), ("read", "read"))),
    "other columns": Scenario((("rebuild",), ("rebuild", "run")), other_columns=True),
    "a reader of other columns": Scenario((("rebuild",), ("run", "read", "read")), ("input",), other_columns=True),
    "a sweeper": Scenario((("run",), ("sweep", "run", "sweep"))),
    "a trimming": Scenario((("run", "trim"), ("rebuild",))),
    "a reader of a trimmed changelog": Scenario((("run", "run", "trim"), ("read",)), ("input",)),
    "a lost table of a run": Scenario((("restart",), ("recover", "run")), ("drop kept", "input"), loses=True),
    "an expired table": Scenario((("run",), ("run",)), ("compact table", "compact table", "expire table")),
    "an expired log": Scenario((("run",), ("read", "read")), ("compact log", "expire log")),
}
# More of the same: minutes instead of seconds.
LARGE = {
    "runs, twice": Scenario((("run",), ("run", "run")), ("input", "compact table", "compact log")),
    "three runs": Scenario((("run",), ("run",), ("run",)), ("input",)),
    "a run that recovers, and runs": Scenario(
        (("run",), ("recover", "run")), ("input", "compact table", "compact log")
    ),
    "a rebuild and runs": Scenario((("rebuild",), ("run", "run")), ("input", "compact log")),
    "a rebuild that others publish": Scenario((("rebuild",), ("run",), ("recover",)), ("input",)),
    "three rebuilds": Scenario((("rebuild",), ("rebuild",), ("rebuild",))),
    "three rebuilds with other columns": Scenario((("rebuild",), ("rebuild",), ("rebuild", "run")), other_columns=True),
    "a rebuild with other columns, and runs": Scenario(
        (("rebuild",), ("run", "run")), ("input", "compact log"), other_columns=True
    ),
    "a reader of runs and a rebuild": Scenario((("rebuild",), ("run", "run"), ("read", "read"))),
    "a reader of other columns and runs": Scenario(
        (("rebuild",), ("run", "run"), ("read", "read")), ("input",), other_columns=True
    ),
    "a sweeper of runs": Scenario((("run",), ("run",), ("sweep", "sweep")), ("input",)),
    "a lost table of runs": Scenario(
        (("restart", "run"), ("run", "expire"), ("recover",)), ("drop kept", "input"), loses=True
    ),
    "an expired table and log": Scenario(
        (("run",), ("run",)), ("compact table", "compact table", "expire table", "compact log", "expire log")
    ),
    "a reader of an expired table": Scenario(
        (("run",), ("recover",), ("read",)), ("compact table", "compact table", "expire table"), lacks="reader"
    ),
}


class Found(NamedTuple):
    """A state that must not be, and how it came about."""

    problem: str
    trace: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([self.problem, *(f"  {number}. {line}" for number, line in enumerate(self.trace, 1))])


class Checker:
    """The states of one scenario on one format."""

    def __init__(self, protocol: Protocol, scenario: Scenario) -> None:
        self.protocol, self.scenario = protocol, scenario
        # A log that lost changes is tolerated, if it says so: rows that are wrong are not.
        self.may_lose_changes = scenario.other_columns or scenario.loses
        self.states = 0
        self.seen: set[str] = set()  # the steps that were taken, and how runs have ended
        self.transitions = 0
        self.recovered: dict[State, str] = {}
        self.judged: dict[Any, str] = {}

    def initial(self) -> State:
        """A table with a sealed commit, its log, a reader that has read it, and a new event."""
        state = State(source=1)
        if self.scenario.lacks != "table":
            state = self.alone(state, ("run", "read"), "0", type(self.protocol)())._replace(source=2)
        if self.scenario.lacks == "log":
            state = state._replace(log=None)
        if self.scenario.lacks == "reader":
            state = state._replace(offset=None, copy=())
        if isinstance(state.log, Iceberg):
            state = state._replace(log=state.log._replace(columns="old" if self.scenario.other_columns else "new"))
        actors = tuple(Actor("ABC"[index], todo) for index, todo in enumerate(self.scenario.actors))
        return state._replace(actors=actors, foreign=self.scenario.foreign)

    def alone(self, state: State, kinds: tuple[str, ...], name: str, protocol: Protocol | None = None) -> State:
        """The state after one actor that nobody disturbs."""
        protocol = protocol or self.protocol
        state = state._replace(actors=(Actor(name, kinds),), foreign=())
        for _ in range(99):
            following = protocol(state, 0)
            if following is None:
                return state
            state = following
        raise RefusedError("it goes round in circles")

    def following(self, state: State) -> Iterator[tuple[str, State]]:
        """Everything that can happen next."""
        for index, actor in enumerate(state.actors):
            following = self.protocol(state, index)
            if following is not None:
                after = following.actors[index]
                step = self.protocol.first(actor) if actor.step == "next" else actor.step
                ended = "".join(f" -> {how}" for how, _ in after.results[len(actor.results) :])
                self.seen.add(step + ended)
                yield f"{actor.name} {actor.todo[0]}: {step}{ended}", following
                if (
                    actor.step == "switch"
                    and after.step != "next"
                    and not self.protocol.guards.keeps_branches_of_failure
                ):
                    failed = list(following.actors)
                    failed[index] = after._replace(step="failed")
                    label = f"{actor.name} {actor.todo[0]}: switch, and an error"
                    yield label, following._replace(actors=tuple(failed))
        for action in sorted(set(state.foreign)):
            after_action = self.foreign(state, action)
            if after_action is not None:
                left = list(state.foreign)
                left.remove(action)
                yield action, after_action._replace(foreign=tuple(left))

    def foreign(self, state: State, action: str) -> State | None:
        name = f"{action}{state.foreign.count(action)}"
        if action == "input":
            return state._replace(source=state.source + 1)
        if action == "compact table":
            return state.table and state._replace(table=self.protocol.compacted(state.table, name))
        if action == "compact log":
            if state.log is None:
                return None
            return state._replace(log=self.protocol.compacted(state.log, name))
        if action == "expire table" and isinstance(state.table, Iceberg):
            return state._replace(table=state.table.expired())
        if action == "drop kept":
            return state._replace(kept=()) if state.kept else None
        if action == "expire log" and isinstance(state.log, Iceberg):
            return state._replace(log=state.log.expired())
        return None

    def explore(self, limit: int = 10_000_000) -> Found | None:
        """Breadth first, so that the first error found has a shortest trace."""
        start = self.initial()
        came_from: dict[State, tuple[State, str] | None] = {start: None}
        queue = deque([start])
        while queue and len(came_from) < limit:
            state = queue.popleft()
            self.states += 1
            problem = self.judge(state) or self.recovers(state)
            if problem:
                trace = []
                step = came_from[state]
                while step is not None:
                    trace.append(step[1])
                    step = came_from[step[0]]
                return Found(problem, tuple(reversed(trace)))
            for label, following in self.following(state):
                self.transitions += 1
                if following not in came_from:
                    came_from[following] = (state, label)
                    queue.append(following)
        return None

    # What must be so in every state

    def judge(self, state: State) -> str:
        """What is wrong with a state, for whoever looks at the tables now; empty if nothing is."""
        store = (state.table, state.log, state.switched, state.history, state.offset, state.copy)
        if store not in self.judged:
            self.judged[store] = next(self.wrong(state), "")
        if self.judged[store]:
            return self.judged[store]
        switched = {record.run for record, _ in state.switched}
        for actor in state.actors:
            for how, run in actor.results:
                if (how == "done") > (run in switched):
                    return f"{run} reported success, and its commit is not there"
                if how == "refused" and run in switched:
                    return f"{run} reported that nothing was changed, and its commit is there"
        return ""

    def wrong(self, state: State) -> Iterator[str]:
        table, protocol = state.table, self.protocol
        if table is None or table.properties is None:
            return
        truth = {record.commit: rows for record, rows in state.switched}
        last, rows = state.switched[-1]
        current = table.rows(protocol.current(table))
        if len({key for key, _ in current}) < len(current):
            yield f"a key is there twice: {current}"
        if current != rows:
            yield f"the table has {current}, and the last commit wrote {rows}"
        events = sorted(event for _, events in current for event in events)
        if events != list(range(1, last.offset + 1)):
            yield f"the offset is {last.offset}, and the table has the events {events}"
        if len(truth) < len(state.switched):
            yield "two commits have the same number"
        for (before, _), (after, _) in zip(state.switched, state.switched[1:], strict=False):
            later = after.serial - before.serial
            # On Iceberg a late rebuild cannot be refused, so its serial may be an old one. Nothing there depends on it.
            if later <= 0 and (isinstance(protocol, DeltaSteps) or after.epoch == before.epoch):
                yield f"the serial goes from {before.serial} to {after.serial}"
            if after.epoch == before.epoch and after.number != before.number + 1:
                yield f"the number goes from {before.number} to {after.number}"
        yield from self.wrong_seals(state, truth)
        yield from self.wrong_log(state, truth)
        if state.offset and truth.get(state.offset.commit) != state.copy:
            yield f"the reader has {state.copy} as of commit {state.offset.number} of {state.offset.epoch}"

    def wrong_log(self, state: State, truth: dict[tuple[str, int], Any]) -> Iterator[str]:
        table, log, protocol = state.table, state.log, self.protocol
        assert table is not None and table.properties is not None
        seal = table.properties.seal()
        if seal is None:
            return
        sealed, last = seal.record, state.switched[-1][0]
        if sealed.start == sealed.number and not self.may_lose_changes:
            yield f"changes were lost: the log begins after commit {sealed.number}"
        if log is None or not protocol.is_log_of(log, sealed):
            starts = last.starts and last.number > sealed.number
            missing = self.scenario.lacks == "log" and sealed.number == 1
            if not starts and not missing and not self.may_lose_changes:
                yield f"changes were lost: commit {sealed.number} is sealed, and the log is another one"
            return
        changes = log.rows(protocol.current(log))
        runs = {record.number: record.run for record, _ in state.switched if record.epoch == sealed.epoch}
        if last.starts and last.number > sealed.number:
            return  # it has perhaps begun with that, and readers notice
        for number in range(sealed.start + 1, sealed.number + 1):
            before = truth[(sealed.epoch, sealed.start)] if sealed.start else ()
            replay = replayed(before, [change for change in changes if sealed.start < change.number <= number])
            if replay != truth[(sealed.epoch, number)]:
                yield f"the log replays to {replay} at commit {number}"
        if "expire table" in self.scenario.foreign:
            return  # two branches with the same rows cannot be told apart, and need not be
        for change in changes:
            if sealed.start < change.number <= sealed.number and runs[change.number] != change.run:
                yield f"the log has a row of {change.run} as a row of commit {change.number}"

    def wrong_seals(self, state: State, truth: dict[tuple[str, int], Any]) -> Iterator[str]:
        table, history = state.table, state.history
        assert table is not None and table.properties is not None
        for seal in table.properties.seals:
            record = seal.record
            if record.commit not in history:
                yield "the history lacks a commit that is sealed"
            try:
                rows = table.rows(seal.place)
            except RefusedError:
                continue  # it has expired
            if rows != truth.get(record.commit):
                yield f"the seal of commit {record.number} names {seal.place}, which has {rows}"
        if len(set(history)) < len(history):
            yield "the history has a commit twice"

    # What must be so when all have been killed, and one more run comes

    def recovers(self, state: State) -> str:
        store = state._replace(actors=(), foreign=(), source=0)
        if store not in self.recovered:
            state = state._replace(source=state.source + 1)
            runs = ("run", "read", "read", "sweep", "sweep", "sweep")
            self.recovered[store] = self.wrong_later(state, runs) or self.wrong_later(state, ("rebuild", "read"))
        return self.recovered[store]

    def wrong_later(self, state: State, kinds: tuple[str, ...]) -> str:
        """A run, a reader and sweepers come; or a rebuild and its reader."""
        kind = kinds[0]
        before = state.table.properties.seal() if state.table and state.table.properties else None
        try:
            state = self.alone(state, kinds, "Y")
        except RefusedError as error:
            return f"the next {kind} fails: {error}"
        if ("done", "Y1") not in state.actors[0].results:
            return f"the next {kind} is refused, with nobody else there"
        problem = self.judge(state)
        if problem:
            return f"after the next {kind}: {problem}"
        record, rows = state.switched[-1]
        assert state.table is not None and state.table.properties is not None
        seal = state.table.properties.seal()
        if seal is None or seal.record.run != "Y1" or record.offset != state.source:
            return f"the next {kind} has not sealed a commit of all input"
        if before and record.serial <= before.record.serial:
            return f"the serial of the next {kind} is an old one"
        if state.offset is None or (state.offset.commit, state.copy) != (record.commit, rows):
            return f"after the next {kind}, the reader does not have the rows of the table"
        left = self.protocol.left(state, record.epoch)
        return f"this is left: {left}" if left and kind == "run" else ""


FORMATS = {"Iceberg": IcebergSteps, "Delta": DeltaSteps}


def main(names: list[str]) -> int:
    """Explores scenarios on both formats, and prints what it finds."""
    wrong = 0
    for name in names or [*SCENARIOS, *LARGE]:
        for label, steps in FORMATS.items():
            begin = time.perf_counter()
            checker = Checker(steps(), (SCENARIOS | LARGE)[name])
            found = checker.explore()
            seconds = time.perf_counter() - begin
            print(
                f"{label:8} {name:36} {checker.states:8} states {checker.transitions:8} steps {seconds:6.1f} s",
                flush=True,
            )
            if found:
                wrong += 1
                print(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
