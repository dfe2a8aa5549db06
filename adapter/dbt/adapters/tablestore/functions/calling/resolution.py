"""Which signature a call means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dbt.adapters.tablestore.functions.calling.arguments import Argument, ParameterValue
from dbt.adapters.tablestore.functions.calling.assignment import ArityError, arity_message, assign
from dbt.adapters.tablestore.functions.calling.inference import Call, inferred_result
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Parameter, Signature, sql_constant
from dbt.adapters.tablestore.functions.types.conversions import Conversion, bind_type_variables
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.messages import with_article
from dbt.adapters.tablestore.functions.types.sql_types import contains_type, type_text
from dbt.adapters.tablestore.functions.types.widening import Bindings, MissingFieldError, distance
from pyspark.sql import types as t


@dataclass(frozen=True)
class ResolvedCall:
    """The signature that a call means, the value of each parameter in order, and conversions without TypeVars."""

    signature: Signature
    passed: tuple[ParameterValue, ...]
    conversions: tuple[Conversion, ...]
    result: Conversion


@dataclass
class _Candidate:
    """A signature that takes the number of arguments.

    ``mismatches`` are messages about arguments of another type, and ``refusal`` is one about an argument that no cast
    helps; without any of them, the candidate of the lowest ``rank`` is called.
    """

    signature: Signature
    passed: list[ParameterValue]
    mismatches: list[str] = field(default_factory=list)
    refusal: str | None = None
    rank: tuple[int, int] = (0, 0)
    bindings: Bindings = field(default_factory=Bindings)


class _RefusedError(Exception):
    """An argument that no cast helps. The text is the whole message."""


def resolve(function: Function, arguments: Sequence[Argument], location: str = "") -> ResolvedCall:
    """Chooses the signature that widens the fewest arguments, then the least, then the first one in the file.

    ``location`` is where the call stands, for messages: ``models/m.sql line 12``.

    Raises:
        FunctionError: no signature takes the arguments; the message lists the signatures.
    """
    head = f"{location}: " if location else ""
    candidates = _candidates(function, arguments, head)
    for candidate in candidates:
        _measure(candidate, arguments)
    accepted = [candidate for candidate in candidates if not candidate.mismatches and candidate.refusal is None]
    if not accepted:
        nearest = min(candidates, key=lambda item: len(item.mismatches) + (item.refusal is not None))
        raise FunctionError(f"{head}{_no_signature_message(function, nearest, arguments)}")
    best = min(accepted, key=lambda candidate: candidate.rank)
    conversions = tuple(bind_type_variables(item.parameter.conversion, best.bindings.types) for item in best.passed)
    result = bind_type_variables(best.signature.result, best.bindings.types)
    if function.infer is not None:
        call = Call(best.passed, arguments, function.name)
        result = inferred_result(function, call, result, head)
    return ResolvedCall(best.signature, tuple(best.passed), conversions, result)


def _candidates(function: Function, arguments: Sequence[Argument], head: str) -> list[_Candidate]:
    """The signatures that take the number and the names of the arguments."""
    found, messages = [], []
    for signature in function.signatures:
        try:
            found.append(_Candidate(signature, assign(signature, arguments)))
        except ArityError as error:
            messages.append(str(error))
    if not found:
        message = next(filter(None, messages), None) or arity_message(function, len(arguments))
        raise FunctionError(f"{head}{message}")
    return found


def _measure(candidate: _Candidate, arguments: Sequence[Argument]) -> None:
    """Compares the types of the arguments with those of the signature."""
    widened = total = 0
    for passed in candidate.passed:
        if passed.position is None:
            continue
        argument, conversion = arguments[passed.position], passed.parameter.conversion
        try:
            _check_kind(candidate.signature.name, passed.parameter, argument)
            declared = conversion.parts[0] if argument.table else conversion
            steps = distance(declared, argument.type, candidate.bindings, argument.constant)
        except MismatchError as mismatch:
            candidate.mismatches.append(_mismatch_message(candidate, passed, argument, mismatch))
            continue
        except _RefusedError as refused:
            candidate.refusal = candidate.refusal or str(refused)
            continue
        widened += steps > 0
        total += steps
    candidate.rank = (widened, total)


def _check_kind(name: str, parameter: Parameter, argument: Argument) -> None:
    """Refuses a value where a relation is declared or the reverse, and what is not a value of a Literal."""
    conversion = parameter.conversion
    if (conversion.form == "table") != argument.table:
        if argument.table:
            raise _RefusedError(f"{name}: `{parameter.name}` takes one value, not TABLE(relation).")
        raise _RefusedError(f"{name}: `{parameter.name}` takes a whole relation. Write {name}(TABLE(relation), ...).")
    constants = (*conversion.constants, None) if conversion.optional else conversion.constants
    if conversion.constants and argument.constant() not in constants:
        accepted = ", ".join(map(sql_constant, constants))
        given = "a column" if argument.constant() is MISSING else sql_constant(argument.constant())
        raise _RefusedError(f"{name}: `{parameter.name}` must be one of the constants {accepted}; {given} was given.")


def _mismatch_message(
    candidate: _Candidate, passed: ParameterValue, argument: Argument, mismatch: MismatchError
) -> str:
    name, given = passed.parameter.name, type_text(argument.type)
    if argument.table:
        return f"Argument `{name}` is the relation {argument.text}: {mismatch}."
    if isinstance(mismatch, MissingFieldError):
        return f"Argument `{name}` is {given}: {mismatch}."
    try:
        bound = bind_type_variables(passed.parameter.conversion, candidate.bindings.types).sql
    except MismatchError:
        bound = passed.parameter.conversion.sql
    if contains_type(bound, t.NullType):
        return f"Argument `{name}` is {given}: pass {with_article(type_text(passed.parameter.conversion.sql))}."
    wanted = type_text(bound)
    cast = f"cast({argument.text} as {wanted.lower()})"
    texts = [cast if other is passed else "..." for other in candidate.passed]
    while len(texts) > 1 and texts[-1] == texts[-2] == "...":
        texts.pop()
    detail = f" ({mismatch})" if str(mismatch) else ""
    return f"Argument `{name}` is {given}{detail}: cast it, for example {candidate.signature.name}({', '.join(texts)})."


def _no_signature_message(function: Function, nearest: _Candidate, arguments: Sequence[Argument]) -> str:
    if nearest.refusal is not None:
        return nearest.refusal
    given = ", ".join(type_text(argument.type) for argument in arguments)
    declarations = [signature.declaration for signature in function.signatures]
    listed = f"Its signature{' is' if len(declarations) == 1 else 's are'} {'; '.join(declarations)}."
    return f"{function.name} does not accept ({given}). {listed} {nearest.mismatches[0]}"
