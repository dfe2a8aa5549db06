"""Which argument of a call goes to which parameter of a signature."""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.functions.calling.arguments import Argument, ParameterValue
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Signature, sql_constant


class ArityError(Exception):
    """The arguments cannot be assigned to the parameters.

    The text is a message, or empty when their number alone explains it.
    """


def assign(signature: Signature, arguments: Sequence[Argument]) -> list[ParameterValue]:
    """What every parameter receives, in the order of the parameters.

    Raises:
        ArityError: there are too many arguments, too few, or one of an unknown name.
    """
    positional = [parameter.name for parameter in signature.parameters if not parameter.keyword_only]
    variadic = bool(signature.parameters) and _variadic_position(signature) is not None
    fixed = positional[: _variadic_position(signature)]
    found: dict[str, int] = {}
    extra: list[int] = []
    for position, argument in enumerate(arguments):
        if argument.name is not None:
            name = _parameter_name(signature, argument.name)
        elif position < len(fixed):
            name = fixed[position]
        elif variadic:
            extra.append(position)
            continue
        else:
            raise ArityError(_too_many(signature, len(arguments)))
        if name in found:
            raise ArityError(f"{signature.name} got two values for `{name}`.")
        found[name] = position
    return _values(signature, found, extra)


def _variadic_position(signature: Signature) -> int | None:
    positional = [parameter for parameter in signature.parameters if not parameter.keyword_only]
    return next((position for position, parameter in enumerate(positional) if parameter.variadic), None)


def _parameter_name(signature: Signature, name: str) -> str:
    parameters = {parameter.name.lower(): parameter for parameter in signature.parameters}
    parameter = parameters.get(name.lower())
    if parameter is None:
        known = ", ".join(item.name for item in signature.parameters)
        accepted = f"its parameters are {known}" if known else "it takes no arguments"
        raise ArityError(f"{signature.name} has no parameter `{name}`; {accepted}.")
    if parameter.variadic:
        raise ArityError(
            f"{signature.name} takes `{parameter.name}` by position only. Write the values without a name."
        )
    return parameter.name


def _too_many(signature: Signature, given: int) -> str:
    keyword_only = [parameter.name for parameter in signature.parameters if parameter.keyword_only]
    if given > len(signature.parameters) or not keyword_only:
        return ""
    name = keyword_only[0]
    return f"{signature.name} takes `{name}` by name only. Write {signature.name}(..., {name} => ...)."


def _values(signature: Signature, found: dict[str, int], extra: list[int]) -> list[ParameterValue]:
    values = []
    for parameter in signature.parameters:
        if parameter.variadic:
            values += [ParameterValue(parameter, position) for position in extra]
        elif parameter.name in found:
            values.append(ParameterValue(parameter, found[parameter.name]))
        elif parameter.default is not MISSING:
            values.append(ParameterValue(parameter, None, parameter.default))
        else:
            raise ArityError("")
    return values


def arity_message(function: Function, given: int) -> str:
    """How many arguments a function takes: ``f takes 1 to 2 arguments (x, y = 0.5), but 3 were given.``"""
    parameters = [signature.parameters for signature in function.signatures]
    fewest = min(sum(p.default is MISSING and not p.variadic for p in row) for row in parameters)
    most = max(len(row) for row in parameters)
    endless = any(p.variadic for row in parameters for p in row)
    number = f"at least {fewest}" if endless else str(most) if fewest == most else f"{fewest} to {most}"
    noun = "argument" if number in ("1", "at least 1") else "arguments"
    names = ", ".join(
        f"{p.name}{'...' if p.variadic else ''}" + ("" if p.default is MISSING else f" = {sql_constant(p.default)}")
        for p in parameters[0]
    )
    listed = f" ({names})" if names else ""
    return f"{function.name} takes {number} {noun}{listed}, but {given} {'was' if given == 1 else 'were'} given."
