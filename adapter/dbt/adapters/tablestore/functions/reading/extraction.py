"""From a function file to its signatures: hints over annotations, every check before anything is called."""

from __future__ import annotations

import inspect
import itertools
from dataclasses import dataclass, replace
from typing import Any

from dbt.adapters.tablestore.functions.api import HINTS, INFER, DataType, Hint
from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError, raise_all
from dbt.adapters.tablestore.functions.reading import overloads
from dbt.adapters.tablestore.functions.reading.function_kinds import (
    FunctionShape,
    annotations_of,
    result_annotation,
    shape_of,
)
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Function, Parameter, Signature
from dbt.adapters.tablestore.functions.reading.sources import Source, load, shipped_modules
from dbt.adapters.tablestore.functions.types.annotations import IncompatibleTypeError, alternatives, extract, extract_as
from dbt.adapters.tablestore.functions.types.conversions import Conversion, default_conversion
from dbt.adapters.tablestore.functions.types.messages import (
    annotation_text,
    incompatible,
    suggested_annotation,
    with_article,
)
from dbt.adapters.tablestore.functions.types.sql_types import AnyType, parse_type, type_text
from dbt.adapters.tablestore.functions.types.structures import AnnotationContext

MOST_SIGNATURES = 32
_EMPTY = inspect.Parameter.empty


def read_function(source: Source) -> Function:
    """Loads a function file and works out what it takes and gives.

    Raises:
        FunctionError: what is wrong with it, everything at once.
    """
    target = load(source)
    shape = shape_of(target, source.entry_point, source.file)
    if source.kind is not None and source.kind != shape.kind:
        raise FunctionError(
            f"{source.file}: {source.name} is {with_article(shape.kind)} function by its shape, but its config says "
            f"type: {source.kind}. Remove `type`."
        )
    infer = vars(shape.parameters_from).get(INFER) or getattr(target, INFER, None)
    signatures = _signatures(source, target, shape, inferred=infer is not None)
    overloads.check_distinct(source.file, signatures)
    notes: list[Hint] = [*vars(shape.parameters_from).get(HINTS, []), *_class_hints(target)]
    return Function(
        name=source.name,
        file=source.file,
        kind=shape.kind,
        call_mode=shape.call_mode,
        target=target,
        signatures=tuple(signatures),
        infer=infer,
        deterministic=source.deterministic,
        concurrency=next((note.concurrency for note in notes if note.concurrency), 64),
        doc=inspect.getdoc(target) or "",
        digest=source.digest,
        modules=shipped_modules(source),
    )


def _class_hints(target: Any) -> list[Hint]:
    return list(vars(target).get(HINTS, [])) if isinstance(target, type) else []


def _signatures(source: Source, target: Any, shape: FunctionShape, inferred: bool) -> list[Signature]:
    stubs = overloads.stubs_of(shape.parameters_from)
    if stubs:
        overloads.check_accepted(source.file, source.name, stubs, shape)
        readers = [
            _Reader(source, replace(shape, parameters_from=stub, result_from=stub), Hint(), inferred) for stub in stubs
        ]
    else:
        notes = _merged(vars(shape.parameters_from).get(HINTS, []), _class_hints(target))
        if source.arguments or source.returns:
            notes = [_fill(note, Hint(output=source.returns)) for note in notes]
        readers = [_Reader(source, shape, note, inferred) for note in notes]
    return [signature for reader in readers for signature in reader.signatures()]


def _merged(method: list[Hint], cls: list[Hint]) -> list[Hint]:
    """FLIP-65: class hints fill what method hints leave open; without any of the latter they stand alone."""
    if not method:
        return cls or [Hint()]
    return [_fill(note, cls[0]) if cls else note for note in method]


def _fill(note: Hint, below: Hint) -> Hint:
    return Hint(*(mine if mine is not None else theirs for mine, theirs in zip(_all(note), _all(below), strict=True)))


def _all(note: Hint) -> tuple[Any, ...]:
    return (note.input, note.output, note.accumulator, note.names, note.decimal, note.concurrency)


@dataclass
class _Reader:
    """Reads the signatures of one callable under one merged hint."""

    source: Source
    shape: FunctionShape
    note: Hint
    inferred: bool

    def signatures(self) -> list[Signature]:
        problems: list[FunctionError] = []
        rows: list[list[Parameter]] = []
        for position, parameter in enumerate(self._parameters()):
            try:
                rows.append(self._alternatives(position, parameter))
            except FunctionError as error:
                problems.append(error)
        try:
            self._check_accumulator()
            result = self._result()
        except FunctionError as error:
            problems.append(error)
        raise_all(problems)
        found = [Signature(self.source.name, tuple(row), result) for row in itertools.product(*rows)]
        if len(found) > MOST_SIGNATURES:
            raise FunctionError(
                f"{self.source.file}: the alternatives of {self.source.name}() make {len(found)} signatures, more than "
                f"{MOST_SIGNATURES}. Write the meant ones as @overload."
            )
        return found

    def _parameters(self) -> list[inspect.Parameter]:
        """The parameters as SQL sees them: a hint's list of types spreads over ``*args``."""
        hints = annotations_of(self.shape.parameters_from, self.source.file)
        own = [
            parameter.replace(annotation=hints.get(parameter.name, _EMPTY))
            for parameter in list(inspect.signature(self.shape.parameters_from).parameters.values())[
                self.shape.leading_parameters :
            ]
        ]
        if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in own):
            raise FunctionError(f"{self.source.file}: {self.source.name}() takes **kwargs; SQL arguments need names.")
        if self.note.input is None:
            return self._named(own)
        types = list(self.note.input)
        spread = bool(own) and own[-1].kind is inspect.Parameter.VAR_POSITIONAL
        fixed = own[:-1] if spread else own
        if (len(types) != len(fixed)) if not spread else len(types) < len(fixed):
            raise FunctionError(
                f"{self.source.file}: a hint of {self.source.name}() has {len(types)} input types, but the function "
                f"takes {len(fixed)} arguments."
            )
        for extra in types[len(fixed) :]:
            many = isinstance(extra, str) and extra.endswith("...")
            kind = inspect.Parameter.VAR_POSITIONAL if many else inspect.Parameter.POSITIONAL_ONLY
            name = own[-1].name if many else f"arg{len(fixed)}"
            fixed.append(inspect.Parameter(name, kind, annotation=own[-1].annotation))
        return self._named(fixed)

    def _named(self, parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
        if self.note.names is not None and len(self.note.names) != len(parameters):
            raise FunctionError(
                f"{self.source.file}: a hint of {self.source.name}() has {len(self.note.names)} names for "
                f"{len(parameters)} arguments."
            )
        return parameters

    def _alternatives(self, position: int, parameter: inspect.Parameter) -> list[Parameter]:
        variadic = parameter.kind is inspect.Parameter.VAR_POSITIONAL
        yaml = self.source.arguments[position] if position < len(self.source.arguments) else None
        name = self.note.names[position] if self.note.names else yaml.name if yaml else parameter.name
        default = parameter.default if parameter.default is not _EMPTY else MISSING
        only = parameter.kind is inspect.Parameter.KEYWORD_ONLY
        conversions = self._conversions(position, parameter.name, parameter.annotation, yaml.type if yaml else None)
        if default is MISSING and yaml is not None and yaml.default is not None:
            default = conversions[0].cls(yaml.default) if conversions[0].cls is float else yaml.default
        return [Parameter(name, conversion, default, only, variadic) for conversion in conversions]

    def _conversions(self, position: int, name: str, annotation: Any, yaml: str | None) -> list[Conversion]:
        context = self._context(name, annotation)
        stated = self.note.input[position] if self.note.input is not None else None
        if isinstance(stated, DataType):
            context = replace(context, decimal=stated.decimal or context.decimal)
            stated = stated.sql
        try:
            if stated is not None:
                return [self._hinted(annotation, stated.removesuffix("..."), context)]
            if yaml is not None:
                return [extract_as(annotation, yaml, context)]
        except IncompatibleTypeError as error:
            raise self._conflict(error, name, annotation, from_yaml=stated is None) from None
        if annotation is _EMPTY:
            if self.inferred:
                return [default_conversion(AnyType())]
            raise FunctionError(
                f"{self.source.file}: {self.source.name}(): parameter `{name}` has no annotation. "
                f"Write {self.source.name}({name}: int, ...) or give arguments in YAML."
            )
        return alternatives(annotation, context)

    def _hinted(self, annotation: Any, stated: str, context: AnnotationContext) -> Conversion:
        return default_conversion(AnyType()) if stated.upper() == "ANY" else extract_as(annotation, stated, context)

    def _conflict(self, error: IncompatibleTypeError, name: str, annotation: Any, from_yaml: bool) -> FunctionError:
        file, function, given = self.source.file, self.source.name, f"{name}: {annotation_text(annotation)}"
        if from_yaml:
            return FunctionError(
                f"{file.removesuffix('.py')}.yml says {function}({name} {type_text(error.sql)}) but {file} says "
                f"{function}({given}). Remove `arguments` from the YAML or write data_type: auto."
            )
        return FunctionError(
            f"{file}: {function}({given}) is declared {type_text(error.sql)} for `{name}`; "
            f"{incompatible(error.annotation, error.sql)}. Considering all hints, the function should be "
            f"{function}({name}: {suggested_annotation(error.sql)})."
        )

    def _context(self, name: str, annotation: Any) -> AnnotationContext:
        subject = f"{self.source.file}: {self.source.name}({name}: {annotation_text(annotation)})"
        return AnnotationContext(subject, f"for `{name}`", self.source.file, self.note.decimal)

    def _check_accumulator(self) -> None:
        """The state stays in the worker, so its type is checked and used for nothing."""
        stated = self.note.accumulator
        try:
            parse_type(stated.sql or "ANY" if isinstance(stated, DataType) else stated or "ANY")
        except MismatchError as mismatch:
            raise FunctionError(f"{self.source.file}: {self.source.name}(): accumulator: {mismatch}.") from None

    def _result(self) -> Conversion:
        annotation = result_annotation(self.shape, self.source.file)
        file, name = self.source.file, self.source.name
        context = AnnotationContext(
            f"{file}: {name}() -> {annotation_text(annotation)}", "as the result", file, self.note.decimal
        )
        stated = self.note.output
        if isinstance(stated, DataType):
            context = replace(context, decimal=stated.decimal or context.decimal)
            stated = stated.sql
        try:
            if stated is not None:
                return self._checked(extract_as(annotation, stated, context), context)
        except IncompatibleTypeError as error:
            raise FunctionError(
                f"{file}: {name}() -> {annotation_text(annotation)} is declared to return {type_text(error.sql)}; "
                f"{incompatible(error.annotation, error.sql)}. Considering all hints, the function should be "
                f"{name}() -> {suggested_annotation(error.sql)}."
            ) from None
        if annotation is _EMPTY or annotation is type(None):
            if self.inferred:
                return replace(default_conversion(AnyType()), annotation="")
            raise FunctionError(f"{file}: {name}() does not say what it returns. Add a return annotation, e.g. -> str.")
        return self._checked(extract(annotation, context), context)

    def _checked(self, conversion: Conversion, context: AnnotationContext) -> Conversion:
        if isinstance(conversion.sql, AnyType) and not self.inferred:
            raise context.error("Any does not say what it returns. Add a return annotation, e.g. -> str.")
        if conversion.form in ("variant", "table"):
            raise context.error(f"{type_text(conversion.sql)} cannot be returned. Return a dataclass, or text.")
        return conversion
