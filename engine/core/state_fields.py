"""Derives the methods of a game's state that assign every field.

They are compiled from source text when the class is made, as those of `dataclasses` are, so that they are as fast as
if they were written out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class StateFields:
    """Base class of a state that is a dataclass with slots.

    Fields annotated as `list[...]` are copied; all others are shared, so they must be immutable. Raise TypeError for
    other mutable annotations, and for a subclass of a state.
    """

    __slots__ = ()

    view_type: ClassVar[Any]  # a NamedTuple

    def __init_subclass__(cls) -> None:
        if StateFields not in cls.__bases__:
            raise TypeError(f"{cls.__name__}: derive a state from StateFields itself.")
        kinds = {name: str(kind) for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)}
        for name, kind in kinds.items():
            if "list[" in kind.removeprefix("list[") or kind.startswith(("dict", "set", "bytearray")):
                raise TypeError(f"{cls.__name__}.{name}: use a list of immutable values, or an immutable type.")
        lists = {name for name, kind in kinds.items() if kind.startswith("list[")}
        shown = [name for name in kinds if name in cls.view_type._fields]
        copied = {name: f"source.{name}[:]" if name in lists else f"source.{name}" for name in kinds}
        viewed = {name: f"list(source.{name})" if name in lists else f"source.{name}" for name in shown}
        cls.copy = _maker(cls, copied)  # type: ignore[method-assign]
        cls.from_view = staticmethod(_maker(cls, viewed))  # type: ignore[method-assign]

    def copy(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError  # `__init_subclass__` replaces it

    @staticmethod
    def from_view(source: Any) -> Any:
        """Return a state with the fields that it has in common with a view; the others are not set."""
        raise NotImplementedError  # `__init_subclass__` replaces it


def _maker(cls: type, values: Mapping[str, str]) -> Any:
    """Return a function that makes an instance from `source`, with the value of each field as an expression."""
    namespace: dict[str, Any] = {"cls": cls, "make": object.__new__}
    lines = ["def make_from(source):", "new = make(cls)", *(f"new.{name} = {value}" for name, value in values.items())]
    exec("\n ".join([*lines, "return new"]), namespace)  # noqa: S102  (of names of fields alone)
    return namespace["make_from"]
