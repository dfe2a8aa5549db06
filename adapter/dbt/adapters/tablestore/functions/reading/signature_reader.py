"""The signatures of one callable: its annotations, and over them a hint, and YAML."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dbt.adapters.tablestore.functions.reading.defaults import from_yaml, problem_with_default
from dbt.adapters.tablestore.functions.reading.function_kinds import (
    FunctionShape,
    annotations_of,
    batch_annotations,
    result_annotation,
)
from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Parameter, Signature
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument
from dbt.adapters.tablestore.functions.types.annotation_context import AnnotationContext
from dbt.adapters.tablestore.functions.types.annotations import IncompatibleTypeError, alternatives, extract, extract_as
from dbt.adapters.tablestore.functions.types.api import DataType, Hint
from dbt.adapters.tablestore.functions.types.conversions import Conversion, default_conversion
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError, raise_all
from dbt.adapters.tablestore.functions.types.messages import (
    annotation_text,
    count,
    incompatible,
    suggested_annotation,
)
from dbt.adapters.tablestore.functions.types.sql_types import (
    AnyType,
    contains_type,
    equal_names,
    type_text,
    type_variables,
)
from dbt.adapters.tablestore.functions.types.type_parser import parse_type

MAX_SIGNATURES = 32
_EMPTY = inspect.Parameter.empty


@dataclass
class SignatureReader:
    """Reads a callable under one hint.

    ``returns`` is the result's type in YAML, and ``inferred`` says that ``@infer`` decides the result's type.
    ``implementation`` are the parameters of what an ``@overload`` stands for.
    """

    source: Source
    shape: FunctionShape
    hint: Hint
    returns: str | None
    inferred: bool
    implementation: Mapping[str, inspect.Parameter] = field(default_factory=dict)

    def signatures(self) -> list[Signature]:
        """The signatures: several when a parameter accepts several types.

        Raises:
            FunctionError: all that is wrong with parameters and result.
        """
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
        self._check_names(row[0].name for row in rows)
        self._check_type_variables(rows, result)
        found = [Signature(self.source.name, tuple(row), result) for row in itertools.product(*rows)]
        if len(found) > MAX_SIGNATURES:
            raise self._error(
                f"its alternatives (A | B) make {len(found)} signatures, and at most {MAX_SIGNATURES} are allowed. "
                "Write an @overload for each signature that is needed."
            )
        return found

    def _check_names(self, names: Iterable[str]) -> None:
        """A call can name its arguments, so each parameter needs a name of its own in SQL."""
        if equal := equal_names(names):
            raise self._error(
                f"the parameters `{equal[0]}` and `{equal[1]}` have the same name in SQL, where upper and lower case "
                "are equal. Rename one of them."
            )

    def _check_type_variables(self, rows: list[list[Parameter]], result: Conversion) -> None:
        """A call decides what a TypeVar of the result is, so a parameter must have it."""
        known = {name for row in rows for item in row for name in type_variables(item.conversion.sql)}
        unknown = sorted(type_variables(result.sql) - known)
        if unknown and not self.inferred:
            raise self._error(
                f"the result has the type {unknown[0]}, which is the type of no parameter, so a call cannot decide it. "
                "Annotate a type, or use @infer."
            )

    def _error(self, message: str) -> FunctionError:
        return FunctionError(f"{self.source.file}: {self.source.name}(): {message}")

    def _parameters(self) -> list[inspect.Parameter]:
        """The parameters as SQL sees them: a hint's types are spread over ``*args``."""
        own = self._declared_parameters()
        if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in own):
            raise self._error("SQL cannot pass **kwargs. Give every parameter a name, or use *args.")
        found = own if self.hint.input is None else self._hinted_parameters(own, self.hint.input)
        if self.hint.names is not None and len(self.hint.names) != len(found):
            raise self._error(
                f"@hint has {count(len(self.hint.names), 'name')} for {count(len(found), 'parameter')}. "
                "Write one name per parameter."
            )
        return found

    def _declared_parameters(self) -> list[inspect.Parameter]:
        method = self.shape.parameters_from
        annotations = annotations_of(method, self.source.file)
        parameters = list(inspect.signature(method).parameters.values())[self.shape.leading_parameters :]
        if self.shape.call_mode == "batches":
            (batches,) = parameters
            columns = batch_annotations(annotations[batches.name])
            names = [f"{batches.name}_{number}" for number in range(1, len(columns) + 1)]
            names = [batches.name] if len(columns) == 1 else names
            kind = inspect.Parameter.POSITIONAL_ONLY
            return [inspect.Parameter(n, kind, annotation=c) for n, c in zip(names, columns, strict=True)]
        return [parameter.replace(annotation=annotations.get(parameter.name, _EMPTY)) for parameter in parameters]

    def _hinted_parameters(
        self, own: list[inspect.Parameter], types: tuple[str | DataType, ...]
    ) -> list[inspect.Parameter]:
        variadic = bool(own) and own[-1].kind is inspect.Parameter.VAR_POSITIONAL
        found = own[:-1] if variadic else own
        if len(types) < len(found) or (len(types) > len(found) and not variadic):
            least = "at least " if variadic else ""
            raise self._error(
                f"@hint has {count(len(types), 'input type')} for {least}{count(len(found), 'parameter')}. "
                "Write one type per parameter."
            )
        for extra in types[len(found) :]:
            repeated = isinstance(extra, str) and extra.endswith("...")
            kind = inspect.Parameter.VAR_POSITIONAL if repeated else inspect.Parameter.POSITIONAL_ONLY
            name = own[-1].name if repeated else f"arg{len(found)}"
            found.append(inspect.Parameter(name, kind, annotation=own[-1].annotation))
        return found

    def _alternatives(self, position: int, parameter: inspect.Parameter) -> list[Parameter]:
        """One parameter of a signature for each type that the parameter accepts."""
        yaml = self.source.arguments[position] if position < len(self.source.arguments) else None
        name = self.hint.names[position] if self.hint.names else yaml.name if yaml else parameter.name
        if parameter.default is ... and self.implementation:
            parameter = parameter.replace(default=self._default_of_implementation(parameter.name))
        default = MISSING if parameter.default is _EMPTY else parameter.default
        conversions = self._conversions(position, parameter.name, parameter.annotation, yaml.type if yaml else None)
        if default is not MISSING:
            if problem := problem_with_default(conversions, default):
                raise self._error(f"the default of `{parameter.name}` is {problem}")
        elif yaml is not None and yaml.default is not None:
            default = self._yaml_default(yaml, conversions)
        variadic = parameter.kind is inspect.Parameter.VAR_POSITIONAL
        keyword = parameter.name if parameter.kind is inspect.Parameter.KEYWORD_ONLY else None
        return [Parameter(name, conversion, default, keyword, variadic) for conversion in conversions]

    def _default_of_implementation(self, name: str) -> Any:
        found = self.implementation.get(name)
        if found is None or found.default is _EMPTY:
            raise self._error(
                f"the default of `{name}` in an @overload is `...`, which stands for that of the implementation, and "
                f"the implementation has no parameter `{name}` with a default. Give its parameter this name and a "
                "default, or write the default in the @overload."
            )
        return found.default

    def _yaml_default(self, yaml: YamlArgument, conversions: list[Conversion]) -> Any:
        value = from_yaml(conversions[0], yaml.default)
        if problem := problem_with_default(conversions, value):
            raise FunctionError(
                f"{self.source.yaml}: {self.source.name}: the default_value of `{yaml.name}` is {problem}"
            )
        return value

    def _conversions(self, position: int, name: str, annotation: Any, yaml: str | None) -> list[Conversion]:
        annotated = f"{self.source.name}({name}{_annotated(': ', annotation)})"
        context = AnnotationContext(f"{self.source.file}: {annotated}", f"for `{name}`", self.hint.decimal)
        hinted, context = _declared(self.hint.input[position] if self.hint.input is not None else None, context)
        try:
            if hinted is not None and hinted.upper() == "ANY":
                return [default_conversion(AnyType())]
            if hinted is not None:
                return [extract_as(annotation, hinted.removesuffix("..."), context)]
            if yaml is not None:
                return [extract_as(annotation, yaml, context)]
        except IncompatibleTypeError as error:
            suggested = f"{self.source.name}({name}: {suggested_annotation(error.sql)})"
            yaml_key = "arguments" if hinted is None else None
            raise self._conflict(error, f"`{name}`", annotated, suggested, yaml_key) from None
        if annotation is not _EMPTY:
            return alternatives(annotation, context)
        if self.inferred:
            return [default_conversion(AnyType())]
        raise self._error(
            f"parameter `{name}` has no annotation. Write, for example, {self.source.name}({name}: int), or declare "
            "`arguments` in YAML."
        )

    def _conflict(
        self, error: IncompatibleTypeError, part: str, annotated: str, suggested: str, yaml_key: str | None
    ) -> FunctionError:
        """The error for a hint, or a key of YAML, whose type the annotation cannot hold."""
        file, function, sql = self.source.file, self.source.name, type_text(error.sql)
        if yaml_key is not None:
            return FunctionError(
                f"{self.source.yaml}: {function} declares {part} as {sql}, but {file} says {annotated}. Remove "
                f"`{yaml_key}` from the YAML, or write data_type: auto."
            )
        return FunctionError(
            f"{file}: {annotated}: @hint declares {part} as {sql}, but {incompatible(error.annotation, error.sql)}. "
            f"Change the hint, or write {suggested}."
        )

    def _check_accumulator(self) -> None:
        """The state of an aggregate stays in Python, so its type is only checked."""
        accumulator = self.hint.accumulator
        text = accumulator.sql if isinstance(accumulator, DataType) else accumulator
        try:
            parse_type(text or "ANY")
        except MismatchError as mismatch:
            raise self._error(f"the accumulator of @hint: {mismatch}.") from None

    def _result(self) -> Conversion:
        annotation = result_annotation(self.shape, self.source.file)
        annotated = f"{self.source.name}(){_annotated(' -> ', annotation)}"
        context = AnnotationContext(f"{self.source.file}: {annotated}", "as the result", self.hint.decimal)
        hinted, context = _declared(self.hint.output, context)
        declared = hinted if hinted is not None else self.returns
        if declared is not None:
            try:
                return self._checked_result(extract_as(annotation, declared, context), context)
            except IncompatibleTypeError as error:
                suggested = f"{self.source.name}() -> {suggested_annotation(error.sql)}"
                yaml_key = "returns" if hinted is None else None
                raise self._conflict(error, "the result", annotated, suggested, yaml_key) from None
        if annotation is not _EMPTY and annotation is not type(None):
            return self._checked_result(extract(annotation, context), context)
        if self.inferred:
            return replace(default_conversion(AnyType()), annotation="")
        example = "Iterator[str]" if self.shape.kind == "table" else "str"
        raise self._error(f"its return annotation does not name a type. Write, for example, -> {example}.")

    def _checked_result(self, conversion: Conversion, context: AnnotationContext) -> Conversion:
        if contains_type(conversion.sql, AnyType) and not self.inferred:
            raise context.error("Any does not name the type of the result. Write, for example, -> str.")
        if conversion.form == "table":
            raise context.error("a function cannot return a Table. Return an Iterator of its rows.")
        return conversion


def _declared(hint: str | DataType | None, context: AnnotationContext) -> tuple[str | None, AnnotationContext]:
    """The type that a hint declares, and the context with the hint's precision of decimals."""
    if isinstance(hint, DataType):
        return hint.sql, replace(context, decimal=hint.decimal or context.decimal)
    return hint, context


def _annotated(separator: str, annotation: Any) -> str:
    """``: int`` or `` -> int``; nothing without an annotation."""
    return "" if annotation is _EMPTY else f"{separator}{annotation_text(annotation)}"
