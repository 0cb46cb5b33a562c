"""Nested tables to frozen dataclasses and back, with errors that say where the mistake is.

Nothing here knows a single key: names, types and defaults are read from the dataclasses. Each
dataclass checks its ranges in `__post_init__` and starts its message with `key: `; what is added
here is the file or option, and the path to the key.
"""

from __future__ import annotations

import difflib
import json
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

COMMAND_LINE = "command line"


class Reader:
    """Builds one kind of dataclass from tables read from `file` and from the command line."""

    def __init__(self, kind: Any, file: str, overridden: Iterable[str]) -> None:
        self._kind = kind
        self._file = file
        self._overridden = frozenset(overridden)

    def build(self, table: Mapping[str, Any]) -> Any:
        """Return the dataclass made from `table`, checking names, types and ranges."""
        return self._build(self._kind, table, "", None)

    def _build(self, kind: Any, table: Mapping[str, Any], prefix: str, base: Any) -> Any:
        """Return a `kind`; what the table leaves out comes from `base`, else from its defaults."""
        hints, known = get_type_hints(kind), {item.name: item for item in fields(kind)}
        values = {}
        for name, value in table.items():
            if name not in known:
                nearest = _nearest(prefix + name, dotted_keys(self._kind))
                raise self._error(prefix + name, f"unknown key; the nearest known is {nearest}")
            values[name] = self._convert(hints[name], value, prefix + name, known[name])
        for item in known.values():
            if item.name not in values and base is None and _is_required(item):
                raise self._error(prefix + item.name, "expected a value, got none")
        try:
            return kind(**values) if base is None else replace(base, **values)
        except ValueError as error:
            name, _, message = str(error).partition(": ")
            raise self._error(prefix + name, message) from None

    def _convert(self, hint: Any, value: Any, key: str, item: Field[Any]) -> Any:
        if is_dataclass(hint):
            if not isinstance(value, dict) or item.default_factory is MISSING:
                raise self._error(key, f"expected a table of keys, got {value!r}")
            return self._build(hint, value, f"{key}.", item.default_factory())
        converted = _plain(hint, value)
        if converted is None:
            raise self._error(key, f"expected {_describe(hint)}, got {value!r}")
        return converted

    def _error(self, key: str, message: str) -> ValueError:
        given = any(f"{option}.".startswith(f"{key}.") for option in self._overridden)
        source = COMMAND_LINE if given else self._file
        return ValueError(f"{source}: {key}: {message}")


def parse_overrides(arguments: Sequence[str]) -> dict[str, Any]:
    """Return `--key value` and `--key=value` pairs with their values read as TOML.

    A bare word that is not TOML is taken as text.
    """
    values: dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        option = rest.pop(0)
        if not option.startswith("--") or option == "--":
            raise ValueError(f"{COMMAND_LINE}: expected an override --KEY VALUE, got {option!r}")
        key, equals, text = option[2:].partition("=")
        if not equals:
            if not rest:
                raise ValueError(f"{COMMAND_LINE}: {key}: expected a value after it")
            text = rest.pop(0)
        values[key] = _parse_value(text)
    return values


def put(table: dict[str, Any], key: str, value: Any) -> None:
    """Set a dotted key of a nested table."""
    *sections, name = key.split(".")
    for section in sections:
        table = table.setdefault(section, {})
        if not isinstance(table, dict):
            raise ValueError(f"{COMMAND_LINE}: {key}: {section} is a value, not a table of keys")
    table[name] = value


def dotted_keys(kind: Any, prefix: str = "") -> list[str]:
    """Return every key a table may set, tables before what they hold."""
    keys = []
    for name, hint in get_type_hints(kind).items():
        keys.append(f"{prefix}{name}")
        if is_dataclass(hint):
            keys += dotted_keys(hint, f"{prefix}{name}.")
    return keys


def format_table(config: Any, prefix: str = "") -> list[str]:
    """Return the lines of TOML that `Reader` builds an equal dataclass from."""
    plain, tables = [], []
    for item in fields(config):
        value = getattr(config, item.name)
        if is_dataclass(value):
            tables += ["", f"[{prefix}{item.name}]"]
            tables += format_table(value, f"{prefix}{item.name}.")
        else:
            plain.append(f"{item.name} = {_format_value(value)}")
    return plain + tables


def _plain(hint: Any, value: Any) -> Any:
    """Return `value` as the type `hint` asks for, or None where it does not fit."""
    if get_origin(hint) is Literal:
        return value if value in get_args(hint) else None
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), value)
    if hint is float and type(value) in (int, float):
        return float(value) if abs(value) <= sys.float_info.max else None
    return value if type(value) is hint else None


def _tuple(hints: tuple[Any, ...], value: Any) -> tuple[Any, ...] | None:
    """Return a list as a tuple; a single value counts as a list of one."""
    values = value if isinstance(value, list) else [value]
    if hints[-1] is Ellipsis:
        hints = (hints[0],) * len(values)
    if len(hints) != len(values):
        return None
    converted = tuple(_plain(hint, item) for hint, item in zip(hints, values, strict=True))
    return None if None in converted else converted


def _describe(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(repr(value) for value in get_args(hint))
    if get_origin(hint) is tuple:
        hints = get_args(hint)
        many = "" if hints[-1] is Ellipsis else f" of {len(hints)} values"
        return f"a list{many}, each {_describe(hints[0])}"
    return {int: "a whole number", float: "a number", str: "text", bool: "true or false"}[hint]


def _is_required(item: Field[Any]) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


def _nearest(key: str, known: Sequence[str]) -> str:
    """Return the known key most like `key`; the last part of a key counts for itself too."""
    name = key.rpartition(".")[2]

    def likeness(candidate: str) -> float:
        whole = difflib.SequenceMatcher(None, key, candidate).ratio()
        return whole + difflib.SequenceMatcher(None, name, candidate.rpartition(".")[2]).ratio()

    return max(known, key=likeness)


def _parse_value(text: str) -> Any:
    try:
        table = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return table["value"] if set(table) == {"value"} else text


def _format_value(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_format_value(item) for item in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else repr(value)
