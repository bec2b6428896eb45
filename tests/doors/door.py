"""A row of the table: a route and a method, whom it is tried on, and what everybody gets there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tests.doors.outcomes import Column, in_private
from tests.doors.world import World

Method = Literal["GET", "POST"]
Arguments = Callable[[World], Sequence[object]]


def nothing(_world: World) -> Sequence[object]:
    """For routes that take no arguments."""
    return ()


@dataclass(frozen=True, slots=True)
class Door:
    """A row. `public` and `private` are the outcomes per role while the world's club is one or the other."""

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
) -> Door:
    """A door that has nothing to do with whether the club is private."""
    return Door(route, method, arguments, column, column, query, data)


def of_club(
    route: str,
    method: Method,
    arguments: Arguments,
    column: Column,
    *,
    private: Column | None = None,
    query: str = "",
    **data: object,
) -> Door:
    """A door to something of the club: of a private one it is hidden from those outside, or as `private` says."""
    return Door(route, method, arguments, column, private or in_private(column), query, data)
