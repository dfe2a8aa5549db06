"""Which signature a call means, and what it passes for each parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dbt.adapters.tablestore.functions.calling.arguments import Argument, ParameterValue
from dbt.adapters.tablestore.functions.calling.inference import Call, inferred_result
from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Parameter, Signature, sql_constant
from dbt.adapters.tablestore.functions.types.conversions import Conversion, bind_type_variables
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.types.widening import Bindings, MissingFieldError, distance


@dataclass(frozen=True)
class ResolvedCall:
    """A resolved call: what is passed, in order, with conversions of known types, and the result's conversion."""

    signature: Signature
    passed: tuple[ParameterValue, ...]
    conversions: tuple[Conversion, ...]
    result: Conversion


@dataclass
class _Candidate:
    signature: Signature
    passed: list[ParameterValue]
    reasons: list[str] = field(default_factory=list)
    verdict: str | None = None
    rank: tuple[int, int] = (0, 0)
    bindings: Bindings = field(default_factory=Bindings)


class _ArityError(Exception):
    """The arguments cannot be put into the parameters; the text says why."""


class _RefusedError(Exception):
    """An argument no cast would help; the text is the whole sentence."""


def resolve(function: Function, arguments: Sequence[Argument], location: str = "") -> ResolvedCall:
    """Chooses the signature: the one that widens the fewest arguments, then the least, then the first written.

    ``place`` is where the call stands, ``models/m.sql line 12``.

    Raises:
        FunctionError: no signature takes the arguments; the sentence names those there are.
    """
    head = f"{location}: " if location else ""
    candidates, complaints = [], []
    for signature in function.signatures:
        try:
            candidates.append(_Candidate(signature, _put(signature, arguments)))
        except _ArityError as complaint:
            complaints.append(str(complaint))
    if not candidates:
        raise FunctionError(f"{head}{_arity_sentence(function, complaints, len(arguments))}")
    for candidate in candidates:
        _measure(candidate, arguments)
    fitting = [candidate for candidate in candidates if not candidate.reasons and candidate.verdict is None]
    if not fitting:
        nearest = min(candidates, key=lambda candidate: len(candidate.reasons) + (candidate.verdict is not None))
        raise FunctionError(f"{head}{_refusal(function, nearest, arguments)}")
    best = min(fitting, key=lambda candidate: candidate.rank)
    conversions = tuple(bind_type_variables(item.parameter.conversion, best.bindings.types) for item in best.passed)
    result = bind_type_variables(best.signature.result, best.bindings.types)
    if function.infer is not None:
        call = Call(best.signature, best.passed, arguments, function.name)
        result = inferred_result(function, call, result, head)
    return ResolvedCall(best.signature, tuple(best.passed), conversions, result)


def _put(signature: Signature, arguments: Sequence[Argument]) -> list[ParameterValue]:
    by_name = {parameter.name.lower(): parameter for parameter in signature.parameters}
    positional = [parameter for parameter in signature.parameters if not parameter.keyword_only]
    found: dict[str, int] = {}
    many: list[int] = []
    for position, argument in enumerate(arguments):
        if argument.name is not None:
            if argument.name.lower() not in by_name:
                known = ", ".join(parameter.name for parameter in signature.parameters) or "no arguments"
                raise _ArityError(f"{signature.name} has no argument `{argument.name}`; it has {known}.")
            name = by_name[argument.name.lower()].name
            if by_name[argument.name.lower()].variadic:
                raise _ArityError(f"{signature.name} takes `{name}` by position only.")
        elif position < len(positional) and not positional[position].variadic:
            name = positional[position].name
        elif positional and positional[-1].variadic:
            many.append(position)
            continue
        else:
            only = [parameter.name for parameter in signature.parameters if parameter.keyword_only]
            if len(arguments) <= len(signature.parameters) and only:
                raise _ArityError(
                    f"{signature.name} takes `{only[0]}` by name only. Write {signature.name}(..., {only[0]} => ...)."
                )
            raise _ArityError("")
        if name in found:
            raise _ArityError(f"{signature.name} got `{name}` twice.")
        found[name] = position
    passed = []
    for parameter in signature.parameters:
        if parameter.variadic:
            passed += [ParameterValue(parameter, position) for position in many]
        elif parameter.name in found:
            passed.append(ParameterValue(parameter, found[parameter.name]))
        elif parameter.default is not MISSING:
            passed.append(ParameterValue(parameter, None, parameter.default))
        else:
            raise _ArityError("")
    return passed


def _arity_sentence(function: Function, complaints: list[str], given: int) -> str:
    told = [complaint for complaint in complaints if complaint]
    if told:
        return told[0]
    parameters = [signature.parameters for signature in function.signatures]
    fewest = min(sum(p.default is MISSING and not p.variadic for p in row) for row in parameters)
    most = max(len(row) for row in parameters)
    endless = any(p.variadic for row in parameters for p in row)
    count = f"at least {fewest}" if endless else str(most) if fewest == most else f"{fewest} to {most}"
    shown = ", ".join(
        f"{p.name}{'...' if p.variadic else ''}" + ("" if p.default is MISSING else f" = {sql_constant(p.default)}")
        for p in parameters[0]
    )
    noun = "argument" if count in ("1", "at least 1") else "arguments"
    listed = f" ({shown})" if shown else ""
    return f"{function.name} takes {count} {noun}{listed}; {given} {'was' if given == 1 else 'were'} given."


def _measure(candidate: _Candidate, arguments: Sequence[Argument]) -> None:
    widened = total = 0
    for passed in candidate.passed:
        conversion = passed.parameter.conversion
        if passed.position is None:
            continue
        argument = arguments[passed.position]
        try:
            _check_kind(candidate.signature.name, passed.parameter, argument)
            value = argument.value if argument.value is not MISSING else None
            steps = distance(
                conversion.parts[0] if argument.table else conversion, argument.type, candidate.bindings, value
            )
        except MismatchError as mismatch:
            candidate.reasons.append(_reason(candidate, passed, argument, mismatch))
            continue
        except _RefusedError as refused:
            candidate.verdict = candidate.verdict or str(refused)
            continue
        widened += steps > 0
        total += steps
    candidate.rank = (widened, total)


def _check_kind(name: str, parameter: Parameter, argument: Argument) -> None:
    conversion = parameter.conversion
    if (conversion.form == "table") != argument.table:
        if argument.table:
            raise _RefusedError(f"{name}: `{parameter.name}` takes one value, not TABLE(relation).")
        raise _RefusedError(f"{name}: `{parameter.name}` takes a whole relation. Write {name}(TABLE(relation), ...).")
    if conversion.constants and argument.value not in conversion.constants:
        allowed = ", ".join(map(sql_constant, conversion.constants))
        given = "a column" if argument.value is MISSING else sql_constant(argument.value)
        raise _RefusedError(
            f"{name}({parameter.name}): `{parameter.name}` must be one of the constants {allowed}; {given} was given."
        )


def _reason(candidate: _Candidate, passed: ParameterValue, argument: Argument, mismatch: MismatchError) -> str:
    name, given = passed.parameter.name, type_text(argument.type)
    if argument.table:
        return f"Argument `{name}` is the relation {argument.text}: {mismatch}."
    if isinstance(mismatch, MissingFieldError):
        return f"Argument `{name}` is {given}: {mismatch}."
    try:
        wanted = type_text(bind_type_variables(passed.parameter.conversion, candidate.bindings.types).sql)
    except MismatchError:
        wanted = type_text(passed.parameter.conversion.sql)
    items = [f"cast({argument.text} as {wanted.lower()})" if p is passed else "..." for p in candidate.passed]
    while len(items) > 1 and items[-1] == items[-2] == "...":
        items.pop()
    detail = f" ({mismatch})" if str(mismatch) else ""
    return f"Argument `{name}` is {given}{detail}: cast it, e.g. {candidate.signature.name}({', '.join(items)})."


def _refusal(function: Function, nearest: _Candidate, arguments: Sequence[Argument]) -> str:
    if nearest.verdict is not None:
        return nearest.verdict
    given = ", ".join(type_text(argument.type) for argument in arguments)
    signatures = "; ".join(signature.declaration for signature in function.signatures)
    return f"no overload of {function.name} accepts ({given}). {signatures}. {nearest.reasons[0]}"
