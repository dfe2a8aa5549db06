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


SCENARIOS = {
    "first runs": Scenario((("run", "run"), ("run",)), ("input",), lacks="table"),
    "a changelog that starts": Scenario((("run",), ("run", "run")), ("input", "compact table"), lacks="log"),
    "runs": Scenario((("run",), ("run",)), ("input", "compact table", "compact log")),
    "a late run": Scenario((("run",), ("run", "rebuild", "run")), ("input",)),
    "a run that recovers": Scenario((("run",), ("recover",)), ("input", "compact table", "compact log")),
    "a reader": Scenario((("run", "run"), ("read", "read")), ("input", "compact log")),
    "a rebuild": Scenario((("rebuild",), ("run",)), ("input", "compact log")),
    "rebuilds": Scenario((("rebuild",), ("rebuild", "run")), ("compact log",)),
    "a late rebuild": Scenario((("rebuild",), ("rebuild", "rebuild"))),
    "a reader of a rebuild": Scenario((("rebuild",), ("run",), ("read", "read"))),
    "a sweeper": Scenario((("run",), ("sweep", "run", "sweep"))),
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
    "three rebuilds": Scenario((("rebuild",), ("rebuild",), ("rebuild",))),
    "a reader of runs and a rebuild": Scenario((("rebuild",), ("run", "run"), ("read", "read"))),
    "a sweeper of runs": Scenario((("run",), ("run",), ("sweep", "sweep")), ("input",)),
    "an expired table and log": Scenario(
        (("run",), ("run",)), ("compact table", "compact table", "expire table", "compact log", "expire log")
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

    def __init__(self, protocol: Protocol, scenario: Scenario, log_may_begin_again: bool = False) -> None:
        self.protocol, self.scenario = protocol, scenario
        # Tolerates a log that lost its changes, and says so, to see if rows are wrong too.
        self.log_may_begin_again = log_may_begin_again
        self.states = 0
        self.seen: set[str] = set()  # the steps that were taken, and how runs have ended
        self.transitions = 0
        self.recovered: dict[State, str] = {}
        self.judged: dict[Any, str] = {}

    def initial(self) -> State:
        """A table with a sealed commit, its log, a reader that has read it, and a new event."""
        state = State(source=1)
        if self.scenario.lacks != "table":
            state = self.alone(state, ("run", "read"))._replace(source=2)
        if self.scenario.lacks == "log":
            state = state._replace(log=None)
        actors = tuple(Actor("ABC"[index], todo) for index, todo in enumerate(self.scenario.actors))
        return state._replace(actors=actors, foreign=self.scenario.foreign)

    def alone(self, state: State, kinds: tuple[str, ...], name: str = "0") -> State:
        """The state after some actors that nobody disturbs."""
        state = state._replace(actors=(Actor(name, kinds),), foreign=())
        for _ in range(99):
            following = self.protocol(state, 0)
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
            if state.log is None or not self.protocol.log_place(state.log):
                return None
            return state._replace(log=self.protocol.compacted(state.log, name))
        if action == "expire table" and isinstance(state.table, Iceberg):
            return state._replace(table=state.table.expired())
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
        store = (state.table, state.log, state.switched, state.sealed, state.history, state.offset, state.copy)
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
        table, log, protocol = state.table, state.log, self.protocol
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
        seal = table.properties.seal()
        start = protocol.log_start(log)
        if start and log is not None and start.epoch == table.properties.created.epoch:
            if start.number > (2 if self.scenario.lacks == "log" else 1) and not self.log_may_begin_again:
                yield "changes were lost: the log begins again"
            changes = log.rows(protocol.log_place(log))
            runs = {record.commit: record.run for record, _ in state.switched}
            for change in changes:
                # After an expiry, two branches with the same rows cannot be told apart, and need not be.
                if runs.get((start.epoch, change.number)) != change.run and "expire table" not in self.scenario.foreign:
                    yield f"the log has a row of {change.run} as a row of commit {change.number}"
            if seal and seal.record.number >= start.number:
                replay = replayed((), [change for change in changes if change.number <= seal.record.number])
                if replay != truth[(start.epoch, seal.record.number)]:
                    yield f"the log replays to {replay} at commit {seal.record.number}"
        elif seal and not self.log_may_begin_again and (self.scenario.lacks != "log" or seal.record.number > 1):
            yield "a commit is sealed, and the log is of another epoch"
        if state.offset and truth.get((state.offset.epoch, state.offset.number)) != state.copy:
            yield f"the reader has {state.copy} as of commit {state.offset.number} of {state.offset.epoch}"

    def wrong_seals(self, state: State, truth: dict[tuple[str, int], Any]) -> Iterator[str]:
        table, history = state.table, state.history
        assert table is not None and table.properties is not None
        for seal in table.properties.seals:
            record = seal.record
            if seal.record.epoch != table.properties.created.epoch:
                continue
            try:
                rows = table.rows(seal.place)
            except RefusedError:
                continue  # it has expired, or a rebuild has put back older metadata
            if rows != truth.get(record.commit):
                yield f"the seal of commit {record.number} names {seal.place}, which has {rows}"
        if state.sealed:
            readable = self.protocol.readable(table)
            if readable is None:
                yield "readers find no sealed commit any more"
            elif "expire table" not in self.scenario.foreign:
                try:
                    table.rows(readable.place)
                except RefusedError:
                    yield "readers find no snapshot of the sealed commit"
        if not set(state.sealed) <= set(history):
            yield "the history lacks a commit that is sealed"
        if not self.protocol.guards.history_is_distinct and len(set(history)) < len(history):
            yield "the history has a commit twice"

    # What must be so when all have been killed, and one more run comes

    def recovers(self, state: State) -> str:
        store = state._replace(actors=(), foreign=(), source=0)
        if store not in self.recovered:
            self.recovered[store] = self.wrong_later(state)
        return self.recovered[store]

    def wrong_later(self, state: State) -> str:
        """A run, a reader and a sweeper come, and then a rebuild and its reader."""
        state = state._replace(source=state.source + 1)
        for kind, others in (("run", ("read", "read", "sweep", "sweep", "sweep")), ("rebuild", ("read",))):
            before = max((record.serial for record, _ in state.switched), default=0) if kind == "rebuild" else 0
            name = "Y" if kind == "run" else "Z"
            try:
                state = self.alone(state, (kind, *others), name)
            except RefusedError as error:
                return f"the next {kind} fails: {error}"
            if ("done", f"{name}1") not in state.actors[0].results:
                return f"the next {kind} is refused, with nobody else there"
            problem = self.judge(state)
            if problem:
                return f"after the next {kind}: {problem}"
            record, rows = state.switched[-1]
            seal = self.protocol.readable(state.table)
            if seal is None or seal.record != record or record.run != f"{name}1" or record.offset != state.source:
                return f"the next {kind} has not sealed a commit of all input"
            if record.serial <= before:
                return f"the serial of the next {kind} is an old one"
            if (state.offset, state.copy) != (record, rows):
                return f"after the next {kind}, the reader does not have the rows of the table"
        return f"this is left: {self.protocol.left(state)}" if self.protocol.left(state) else ""


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
