"""Questions to the database that depend on who asks, written once for visitors and once for members."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.contrib.auth.models import AnonymousUser

from league.clubs.rules import Asker, is_operator, shown_to
from league.members.models import Account
from league.shared.prepared import NUMBER, Kind, Prepared

if TYPE_CHECKING:
    from django.db.models import QuerySet

Row = TypeVar("Row")


class PreparedFor(Generic[Row]):
    """A query set (`league.shared.prepared`), by a function of the asker and of the values it is filtered by.

    Of the asker only the id may go into the question. For operators, and whoever opened links, it is written anew.
    """

    def __init__(self, build: "Callable[..., QuerySet[Any, Row]]", *kinds: Kind) -> None:
        self._build = build
        self._visitor = Prepared(lambda *values: build(AnonymousUser(), *values), *kinds)
        self._member = Prepared(lambda pk, *values: build(Account(pk=pk, is_active=True), *values), NUMBER, *kinds)

    def __call__(self, asker: Asker, *values: object) -> list[Row]:
        """Ask with these values, in one query and those of `prefetch_related`."""
        if is_operator(asker) or shown_to(asker):
            return list(self._build(asker, *values))
        if not asker.is_authenticated:
            return self._visitor(*values)
        return self._member(asker.pk, *values) if asker.is_active else list(self._build(asker, *values))


def prepared_for(*kinds: Kind) -> "Callable[[Callable[..., QuerySet[Any, Row]]], PreparedFor[Row]]":
    """Have the SQL of what a function of the asker returns written once; its further parameters are of these kinds."""
    return lambda build: PreparedFor(build, *kinds)
