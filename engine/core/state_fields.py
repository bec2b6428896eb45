"""Derives the methods of a game's state that name every field: copies, states made from a view, and views.

They are compiled from source text when the class is made, as those of `dataclasses` are, so that they are as fast as
if they were written out: a loop over the fields would take two to three times as long for each copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, ClassVar, NamedTuple, Self, Union, get_args, get_origin, get_type_hints

_IMMUTABLE = frozenset({bool, int, str, NoneType, Ellipsis})


class StateFields:
    """Base class of a state that is a dataclass with slots.

    Lists of immutable values are copied; all other fields are shared, so they must be immutable. Raise TypeError for
    other fields, and for a subclass of a state.
    """

    __slots__ = ()

    view_type: ClassVar[Any]  # a NamedTuple
    computed_for_view: ClassVar[tuple[str, ...]] = ()  # fields of the view that are not those of the state

    def __init_subclass__(cls) -> None:
        if StateFields not in cls.__bases__:
            raise TypeError(f"{cls.__name__}: derive a state from StateFields itself.")
        names: dict[str, Any] = {cls.__name__: cls, cls.view_type.__name__: cls.view_type, "_new_tuple": tuple.__new__}
        exec(written_methods(cls), names)  # noqa: S102  (made of names of fields alone)
        # The methods below are declared for readers and mypy; here they are replaced.
        cls.copy, cls.from_view, cls.view_with = names["copy"], names["from_view"], names["view_with"]  # type: ignore[method-assign]

    def copy(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError  # `__init_subclass__` replaces it

    @staticmethod
    def from_view(source: Any) -> Any:
        """Return a state with the fields that it has in common with a view; the others are not set."""
        raise NotImplementedError  # `__init_subclass__` replaces it

    def view_with(self, *computed: Any) -> Any:
        """Return a view with these values of `computed_for_view`, in that order, and the other fields as they are."""
        raise NotImplementedError  # `__init_subclass__` replaces it


def written_methods(cls: type[StateFields]) -> str:
    """Return the derived methods of a state as source text, for a compiler too. Raise TypeError for a wrong field.

    It uses three names: the state, its view, and `_new_tuple`, which is `tuple.__new__`.
    """
    fields, state, view = _field_values(cls), cls.__name__, cls.view_type.__name__
    computed = "".join(f", {name}: object" for name in cls.computed_for_view)
    return f"""
def copy(source) -> {state}:
    new = {state}.__new__({state})
    {_assignments(fields.copied)}
    return new

@staticmethod
def from_view(source: {view}) -> {state}:
    new = {state}.__new__({state})
    {_assignments(fields.taken)}
    return new

def view_with(source{computed}) -> Any:
    return _new_tuple({view}, ({", ".join(fields.shown.values())},))
"""


def _assignments(values: Mapping[str, str]) -> str:
    return "; ".join(f"new.{name} = {value}" for name, value in values.items())


class _Values(NamedTuple):
    """The value of each field as an expression with `source`."""

    copied: Mapping[str, str]  # of a copy, from a state
    taken: Mapping[str, str]  # of a state, from a view
    shown: Mapping[str, str]  # of a view, from a state and its `computed_for_view`


def _field_values(cls: type[StateFields]) -> _Values:
    """Return the values of all fields. Raise TypeError for a field that a copy would share but may not."""
    kinds = {name: kind for name, kind in get_type_hints(cls).items() if name in cls.__annotations__}
    kinds = {name: kind for name, kind in kinds.items() if get_origin(kind) is not ClassVar}
    lists = {name for name, kind in kinds.items() if get_origin(kind) is list}
    for name, kind in kinds.items():
        if not all(map(_is_immutable, get_args(kind) if name in lists else [kind])):
            raise TypeError(f"{cls.__name__}.{name}: use a list of immutable values, or an immutable type.")
    view, computed = cls.view_type._fields, cls.computed_for_view
    shown = {name: f"tuple(source.{name})" if name in lists else f"source.{name}" for name in view}
    return _Values(
        copied={name: f"source.{name}[:]" if name in lists else f"source.{name}" for name in kinds},
        taken={name: f"list(source.{name})" if name in lists else f"source.{name}" for name in view if name in kinds},
        shown=shown | dict(zip(computed, computed, strict=True)),
    )


def _is_immutable(kind: Any) -> bool:
    if get_origin(kind) in (tuple, Union, UnionType):
        return all(map(_is_immutable, get_args(kind)))
    return kind in _IMMUTABLE
