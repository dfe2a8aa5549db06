"""Why the state of an operator cannot expire, and what to write instead: all of it in one list.

What keeps an operator from following the changes of a table is in a list of the package, `changelog/_limits.sql`.
"""

from __future__ import annotations

from dbt.adapters.tablestore.views.expressions.errors import StateError
from dbt.adapters.tablestore.views.expressions.hints import APART, HINT

_LIMITS = {
    # the operator itself
    "semi join": "{words} is a {kind} join, whose state cannot expire: write an inner or left join",
    "no equality": "{words} has no equality of a column of each in its ON, by which its state is kept",
    "key is an expression": "{words} has a state_ttl, and its key is an expression: "
    "compute it in a model of its own, or use columns",
    # what is below it
    "reads an operator": f"{{words}} has a state_ttl and reads {{below}}, which has no changelog: put it {APART}",
    # what is above it
    "read by an operator": f"{{words}} reads {{below}} whose state expires: put the latter {APART}",
    "not outermost": f"{{words}} whose state expires is not the outermost operator of the query: put it {APART}",
    "aggregate needs rows": "an aggregate other than count, sum and avg of exact numbers needs the rows of its group, "
    f"and the state of the join below it expires: put the join {APART}",
    # a state_ttl or a hint that would have no effect
    "has no such state": f"the state of {{words}} cannot expire here: put it {APART}",
    "whole query": f"the hint {HINT} is in a part of the query that is computed as a whole: {{reason}}",
    "full refresh": "its states cannot expire, because each run is a full refresh: {reason}",
}


def refused(limit: str, **words: str) -> StateError:
    """The error of a limit, which says what has it in ``words``."""
    return StateError(_LIMITS[limit].format(**words))


def of_option(error: StateError) -> StateError:
    """The error of a view with a TTL for all of its states, which nobody may have written for this view."""
    return StateError(
        f"{error}. Its state_ttl is an option of the view, or the variable tablestore_state_ttl of the project: "
        "write state_ttl: 0 in its config if nothing in it should expire"
    )
