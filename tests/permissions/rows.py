"""A row of the table: a route and its method, its arguments, and what each role gets there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tests.permissions.outcomes import Column, in_private
from tests.permissions.world import World

Method = Literal["GET", "POST", "GET POST"]
Arguments = Callable[[World], Sequence[object]]


def nothing(_world: World) -> Sequence[object]:
    """For routes that take no arguments."""
    return ()


def ids(*parts: object) -> Arguments:
    """Return a function for the arguments of a route: things by public id; other arguments and values as they are."""

    def arguments(world: World) -> Sequence[object]:
        found: list[object] = []
        for part in parts:
            value: Any = part(world) if callable(part) else part
            found += value if isinstance(value, list | tuple) else [getattr(value, "public_id", value)]
        return found

    arguments.__name__ = " ".join(str(getattr(part, "__name__", part)) for part in parts)
    return arguments


@dataclass(frozen=True, slots=True)
class Row:
    """A row. `public` and `private` are the outcomes per role while the world's club is one or the other.

    With the method "GET POST" it is short for two rows, which `each_method` makes of it.
    """

    route: str
    method: Method
    arguments: Arguments
    public: Column
    private: Column
    query: str = ""
    data: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        about = "" if self.arguments is nothing else f" ({self.arguments.__name__.replace('_', ' ')})"
        return f"{self.route} {self.method}{about}{self.query}"


def of_site(
    route: str, method: Method, column: Column, arguments: Arguments = nothing, *, query: str = "", **data: object
) -> Row:
    """A row that has nothing to do with whether the club is private."""
    return Row(route, method, arguments, column, column, query, data)


def of_club(
    route: str,
    method: Method,
    arguments: Arguments,
    column: Column,
    *,
    private: Column | None = None,
    query: str = "",
    **data: object,
) -> Row:
    """A row for something of the club: in a private one it is hidden from those outside, or as `private` says."""
    return Row(route, method, arguments, column, private or in_private(column), query, data)


def each_method(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield a row for each method."""
    methods: tuple[Method, ...] = ("GET", "POST")
    yield from (replace(row, method=one) for row in rows for one in methods if one in row.method.split())
