"""From a function file to its definition: every check that needs no call."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace

from dbt.adapters.tablestore.functions.reading import overloads
from dbt.adapters.tablestore.functions.reading.function_kinds import FunctionShape, shape_of
from dbt.adapters.tablestore.functions.reading.hints import concurrency, merged_hints, pickles_accumulator
from dbt.adapters.tablestore.functions.reading.shipping import ship_code
from dbt.adapters.tablestore.functions.reading.signature_reader import SignatureReader
from dbt.adapters.tablestore.functions.reading.signatures import Function, Signature
from dbt.adapters.tablestore.functions.reading.sources import Source, imported_helpers, load, shipped_modules
from dbt.adapters.tablestore.functions.types.api import INFER, Hint
from dbt.adapters.tablestore.functions.types.conversions import forms_of
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.types.messages import count, with_article


def read_function(source: Source) -> Function:
    """Runs a function file and reads what the function takes and returns.

    Raises:
        FunctionError: all that is wrong with the file.
    """
    try:
        return _read_function(source)
    except FunctionError:
        raise
    except Exception as error:  # an annotation, and a default, can be any object
        raise FunctionError(
            f"{source.file}: {source.name}() cannot be read: {type(error).__name__}: {' '.join(str(error).split())}. "
            "Simplify its annotations and defaults, and report this message, which names none of them."
        ) from error


def _read_function(source: Source) -> Function:
    target = load(source)
    shape = shape_of(target, source.entry_point, source.file)
    if source.kind is not None and source.kind != shape.kind:
        raise FunctionError(
            f"{source.file}: {source.name} is {with_article(shape.kind)} function by its definition, but its config "
            f"says type: {source.kind}. Remove `type` from the config."
        )
    method = shape.parameters_from
    infer = vars(method).get(INFER) or getattr(target, INFER, None)
    stubs = overloads.stubs_of(method)
    if stubs:
        overloads.check_accepted(source.file, source.name, stubs, shape)
        readers = [_reader_of_stub(source, shape, stub, infer is not None) for stub in stubs]
    else:
        hints = merged_hints(target, (method, shape.result_from))
        readers = [SignatureReader(source, shape, hint, source.returns, infer is not None) for hint in hints]
    signatures = [signature for reader in readers for signature in reader.signatures()]
    overloads.check_distinct(source.file, signatures)
    _check_yaml_arguments(source, signatures)
    pickles_state = pickles_accumulator(target)
    function = Function(
        name=source.name,
        file=source.file,
        kind=shape.kind,
        call_mode=shape.call_mode,
        target=target,
        signatures=tuple(signatures),
        infer=infer,
        deterministic=source.deterministic,
        concurrency=concurrency(target, method),
        pickles_state=pickles_state,
        doc=inspect.getdoc(target) or "",
        digest=source.digest,
        modules=shipped_modules(source),
        helpers=imported_helpers(source, pickles_state or any(map(_is_opaque, signatures))),
    )
    ship_code(function)
    return function


def _is_opaque(signature: Signature) -> bool:
    """Whether a value that the function takes or returns is a pickle, or has one inside."""
    conversions = [parameter.conversion for parameter in signature.parameters]
    return any("raw" in forms_of(conversion) for conversion in (*conversions, signature.result))


def _check_yaml_arguments(source: Source, signatures: Sequence[Signature]) -> None:
    """Refuses arguments in YAML that no signature has: they are matched by their position."""
    longest = max(signatures, key=lambda signature: len(signature.parameters))
    known = len(longest.parameters)
    takes_more = any(parameter.variadic for parameter in longest.parameters)
    if not takes_more and (more := [f"`{argument.name}`" for argument in source.arguments[known:]]):
        raise FunctionError(
            f"{source.yaml}: {source.name} has {count(len(source.arguments), 'argument')}, but {source.file} has "
            f"{count(known, 'parameter')}: {longest.declaration}. Remove {', '.join(more)} from `arguments`."
        )


def _reader_of_stub(source: Source, shape: FunctionShape, stub: overloads.Stub, inferred: bool) -> SignatureReader:
    """The reader of an ``@overload``; the method of an aggregate that gives its result has none."""
    implementation = shape.parameters_from
    result_from = stub if shape.result_from is implementation else shape.result_from
    of_stub = replace(shape, parameters_from=stub, result_from=result_from)
    return SignatureReader(source, of_stub, Hint(), None, inferred, inspect.signature(implementation).parameters)
