"""Forms of query parameters that filter lists."""

from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers

ModelT = TypeVar("ModelT", bound=Model)

LONGEST_SEARCH = 80


class QueryParams(serializers.Serializer[Any]):
    """Query parameters of a list. `lookups` maps a parameter to the Django lookup that filters rows by its value.

    An unknown club or player gives an empty list, no error. Subclasses may extend `filter_rows`.
    """

    lookups: ClassVar[dict[str, str]] = {}

    def filter_rows(self, rows: QuerySet[ModelT]) -> QuerySet[ModelT]:
        """Return the rows that match. Call `is_valid` first."""
        values = self.validated_data
        return rows.filter(**{lookup: values[name] for name, lookup in self.lookups.items() if name in values})


class SlugField(serializers.CharField):
    """The slug of something."""

    def __init__(self, noun: str, **more: Any) -> None:
        super().__init__(required=False, max_length=200, help_text=f"The slug of a {noun}.", **more)


class PlayerField(serializers.CharField):
    """The id of a player."""

    def __init__(self) -> None:
        super().__init__(
            required=False, max_length=12, help_text="The id of a player. For a bot it is the `player` of the bot."
        )


class SearchField(serializers.CharField):
    """A part of a name."""

    def __init__(self) -> None:
        super().__init__(
            required=False, max_length=LONGEST_SEARCH, help_text=("Part of the name. Ignores upper and lower case.")
        )
